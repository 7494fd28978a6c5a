"""What a command at a table leads to: events of its own stream and of its meters' streams."""

from collections.abc import Mapping

from msgspec import Struct

from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Command
from longsuit.core.round.decide import decide as decide_round

Meters = Mapping[str, Meter]
"""The table's meters, by their names at the table."""


class AtTable(Struct, frozen=True):
    """An event of the table's own stream."""

    event: TableEvent


class AtMeter(Struct, frozen=True):
    """An event of a meter's stream; the meter by its name at the table."""

    meter: str
    event: MeterEvent


Happened = AtTable | AtMeter
Outcome = tuple[Happened, ...] | Refused


def ask_round(terminal: Terminal, command: Command) -> Outcome:
    """A command that concerns the round alone."""
    if terminal.round is None:
        return refuse(Code.NO_ROUND)
    outcome = decide_round(terminal.round, command)
    if isinstance(outcome, Refused):
        return outcome
    return tuple(map(AtTable, outcome))


def together(*outcomes: Outcome) -> Outcome:
    """All the events, or the first refusal."""
    happened: list[Happened] = []
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            return outcome
        happened.extend(outcome)
    return tuple(happened)


def no_seat(terminal: Terminal, seat: int) -> Refused | None:
    """A refusal for a seat that the table does not have."""
    seats = terminal.setup.table.seats
    if isinstance(seat, int) and 1 <= seat <= seats:
        return None
    return refuse(Code.NO_SEAT, seat=seat, seats=seats)


def not_in_round(terminal: Terminal) -> Refused | None:
    """A refusal while no progressive wager is registered."""
    return refuse(Code.NOT_STARTED) if terminal.phase == "idle" else None


def wager_of(terminal: Terminal) -> str:
    """The id of the table's progressive wager."""
    offer = terminal.setup.offer
    assert offer is not None
    return offer.wager


def close_round(terminal: Terminal) -> Outcome:
    """The round is over, at the terminal and where the system deals at the table."""
    cleared = AtTable(events.TerminalCleared())
    if terminal.setup.live:
        return (cleared,)
    return together((cleared,), ask_round(terminal, round_asked.EndRound(by=SYSTEM)))
