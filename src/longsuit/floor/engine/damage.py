"""Streams that are not what was written to them: set aside, with a sentence for whoever asks.

Nothing is played on a stream that is damaged. The other tables go on; of those that share a damaged
meter, whatever would touch it is refused. So it is where a table that feeds a meter cannot be read
to its end: what is in the meter is not known, and a jackpot would be paid too little.
"""

from collections.abc import Callable

from longsuit.core.progressive import commands as terminal_asked
from longsuit.core.progressive.jackpots import JACKPOT_RULES
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import Secret, commitment
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import Command
from longsuit.floor.secrets.shuffle import commit
from longsuit.floor.secrets.vault import seed_name, trigger_name
from longsuit.floor.tables import commands as asked
from longsuit.floor.tables.decide import wagers_progressive
from longsuit.floor.tables.state import FloorTable

_ENDS = frozenset({round_asked.EndRound, terminal_asked.PayFromTray, *JACKPOT_RULES})
"""In a round with progressive wagers these lead to its meters."""
_DEALS = (round_asked.StartRound, asked.OpenWord, asked.CloseWords)


def touches_meters(table: FloorTable, command: Command) -> bool:
    """Whether a command at a table leads to its meters, now or once the round ends."""
    if isinstance(command, round_asked.PlaceWagers):
        offer = table.settings.setup.offer
        return offer is not None and offer.wager in command.wagers
    if isinstance(command, _DEALS):
        return wagers_progressive(table)
    if isinstance(command, terminal_asked.TurnLight):
        return command.on
    if isinstance(command, terminal_asked.SetLights):
        return bool(command.seats)
    if isinstance(command, terminal_asked.ClaimLate):
        return True
    gives_back = isinstance(command, round_asked.CancelRound) and table.settings.setup.at_start
    return (gives_back or type(command) in _ENDS) and table.terminal.phase != "idle"


def secret_complaint(state: object, kept: Callable[[str], Secret | None]) -> str | None:
    """What is wrong with the secret that a table or a meter has promised, if anything is."""
    if isinstance(state, Meter):
        return _trigger_complaint(state, kept)
    if not isinstance(state, FloorTable) or state.round is None or not state.commitment:
        return None
    if state.closing:
        # Its seed is in no vault: where it is lost, the round is cancelled.
        return None
    number = state.round.number
    seed = kept(seed_name(state.id, number))
    where = f"table {state.id}: the sealed seed of round {number}"
    if seed is None:
        return f"{where} is gone."
    if commit(state.id, number, seed) != state.commitment:
        return f"{where} is not the one that was promised."
    return None


def _trigger_complaint(meter: Meter, kept: Callable[[str], Secret | None]) -> str | None:
    if meter.sealed is None:
        return None
    secret = kept(trigger_name(meter.id))
    where = f"meter {meter.id}: the sealed trigger"
    if secret is None:
        return f"{where} is gone."
    if commitment(meter.must_hit_cycle(), secret) != meter.sealed.commitment:
        return f"{where} is not the one that was promised."
    return None
