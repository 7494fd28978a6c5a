"""What a sign and a terminal show. Every door shows only what these functions return.

The trigger of a Must Hit meter is in neither: nobody sees it before it is hit (PRG-11).
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.games.table import dynamic_pays
from longsuit.core.money import Cents
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.decide import decide, end_refusal
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.jackpots import envy_pays, needs_approval, unclaimed
from longsuit.core.progressive.meter import Hit, Meter
from longsuit.core.progressive.outcome import Meters, Outcome
from longsuit.core.progressive.terminal import Jackpot, Step, Terminal, TerminalPhase
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import Actor, Command
from longsuit.core.round.decide import runs_table
from longsuit.core.texts import sentence

Button = Literal[
    "START ROUND",
    "CANCEL ROUND",
    "PENDING JACKPOT",
    "PAY JACKPOT",
    "PAY THE AGREED SUM",
    "OK",
    "VOID",
    "END ROUND",
]


class MeterView(Struct, frozen=True):
    """A meter as the sign shows it (PRG-22)."""

    name: str
    value: Cents
    must_hit_by: Cents
    """0 for a meter that hands win."""
    commitment: str
    """To the Must Hit trigger, while one lies sealed."""
    hits: tuple[Hit, ...] = ()
    """The last few awards, the newest last."""
    pending: tuple[Claim, ...] = ()
    """Those of them that are neither paid nor voided yet."""

    @property
    def last_hit(self) -> Hit | None:
        """The last award."""
        return self.hits[-1] if self.hits else None


class EnvyView(Struct, frozen=True):
    """What another seat of a live table is paid for a hand, from the tray (PRG-12)."""

    seat: int
    amount: Cents


class JackpotView(Struct, frozen=True):
    """A jackpot on the terminal."""

    number: int
    seat: int
    hand: str
    meter: str
    amount: Cents
    step: Step
    mystery: bool
    needs_approval: bool
    approved_by: str
    refused_by: str
    refused_why: str
    envies: tuple[EnvyView, ...] = ()
    """What the dealer pays the other seats for it, from right to left."""
    waits: str = ""
    """Why it cannot be paid now, though nothing is missing at the jackpot itself."""


class SeatLight(Struct, frozen=True):
    """A seat on the terminal: lit, locked once the round has started."""

    seat: int
    lit: bool
    locked: bool
    chosen: bool
    open: bool
    """Whether touching it leads to anything now."""


class TerminalView(Struct, frozen=True):
    """The dealer's terminal as the dealer sees it."""

    table: str
    live: bool
    round: int
    phase: TerminalPhase
    seats: tuple[SeatLight, ...]
    hands: tuple[str, ...]
    """The list to scroll through."""
    hand: str
    open_hands: tuple[str, ...]
    """Those that the chosen seat may claim now."""
    dark_hands: Mapping[str, str]
    """Those that it might claim, were it not for another claim: why not now."""
    dynamic: Mapping[str, Cents]
    jackpots: tuple[JackpotView, ...]
    not_claimed: tuple[tuple[int, str], ...]
    """Seats of a dealt table with a winning hand that nobody has claimed (PRG-18)."""
    late_seats: tuple[int, ...]
    """Seats of the last round for which a hand may still be claimed, at a live table."""
    lit: tuple[Button, ...]
    """The buttons that would do something now."""
    meters: tuple[MeterView, ...]


def sign(meters: Meters) -> tuple[MeterView, ...]:
    """Every meter of a table, for every player to see."""
    return tuple(_meter(name, meter) for name, meter in meters.items())


def _meter(name: str, meter: Meter) -> MeterView:
    commitment = meter.sealed.commitment if meter.sealed is not None else ""
    pending = tuple(locked.claim for locked in meter.pending)
    return MeterView(name, meter.shown, meter.terms.by, commitment, meter.hits, pending)


def terminal_view(terminal: Terminal, meters: Meters, by: Actor) -> TerminalView:
    """The terminal for whoever stands at it."""
    setup = terminal.setup
    lights = terminal.registered if terminal.phase != "idle" else terminal.lights
    return TerminalView(
        setup.id,
        setup.live,
        terminal.number,
        terminal.phase,
        tuple(
            SeatLight(
                *(seat, seat in lights, terminal.phase != "idle", seat == terminal.seat),
                open=_is_open(terminal, meters, by, seat),
            )
            for seat in range(1, setup.table.seats + 1)
        ),
        _hands(terminal),
        terminal.hand,
        open_hands(terminal, meters, by),
        dark_hands(terminal, meters, by),
        dynamic_pays(setup.table, terminal.dynamic),
        tuple(_jackpot(terminal, meters, by, one) for one in terminal.jackpots),
        tuple((award.seat, award.hand) for award in unclaimed(terminal)),
        late_seats(terminal, by),
        lit_buttons(terminal, meters, by),
        sign(meters),
    )


def _hands(terminal: Terminal) -> tuple[str, ...]:
    offer = terminal.setup.offer
    return tuple(line.hand for line in offer.paytable.lines) if offer and offer.paytable else ()


def _is_open(terminal: Terminal, meters: Meters, by: Actor, seat: int) -> bool:
    """A seat's light may be turned, its jackpot is open, or it may claim one."""
    if terminal.phase == "idle":
        light = asked.TurnLight(by=by, seat=seat, on=seat not in terminal.lights)
        return not isinstance(decide(terminal, meters, light), Refused)
    if isinstance(decide(terminal, meters, asked.ChooseSeat(by=by, seat=seat)), Refused):
        return False
    chosen = replace(terminal, seat=seat, hand="")
    return terminal.claim_of(seat) is not None or bool(open_hands(chosen, meters, by))


def open_hands(terminal: Terminal, meters: Meters, by: Actor) -> tuple[str, ...]:
    """The hands that the chosen seat may claim now: `decide` is asked, as for the buttons."""
    claims = _claims(terminal, meters, by)
    return tuple(hand for hand, claimed in claims if not isinstance(claimed, Refused))


def dark_hands(terminal: Terminal, meters: Meters, by: Actor) -> dict[str, str]:
    """The hands that the chosen seat may not claim now because another claim stands first."""
    if terminal.claim_of(terminal.seat) is not None:
        return {}
    claims = _claims(terminal, meters, by)
    return {hand: sentence(claimed) for hand, claimed in claims if isinstance(claimed, Refused)}


def _claims(terminal: Terminal, meters: Meters, by: Actor) -> list[tuple[str, Outcome]]:
    """For each hand that may be chosen, what PENDING JACKPOT would lead to."""
    return [
        (hand, decide(replace(terminal, hand=hand), meters, asked.PendingJackpot(by=by)))
        for hand in _hands(terminal)
        if not isinstance(decide(terminal, meters, asked.ChooseHand(by=by, hand=hand)), Refused)
    ]


def _jackpot(terminal: Terminal, meters: Meters, by: Actor, one: Jackpot) -> JackpotView:
    needs = needs_approval(terminal, one) and one.step in ("pending", "verifying")
    waits: Outcome = ()
    if one.step == "pending" and runs_table(by):
        chosen = replace(terminal, seat=one.seat, hand="")
        waits = decide(chosen, meters, asked.PayJackpot(by=by))
    return JackpotView(
        *(one.number, one.seat, one.hand, one.meter, one.amount, one.step, one.mystery),
        needs_approval=needs,
        approved_by=one.approved_by,
        refused_by=one.refused_by,
        refused_why=one.refused_why,
        envies=tuple(EnvyView(envy.seat, envy.amount) for envy in envy_pays(terminal, one)),
        waits=sentence(waits) if isinstance(waits, Refused) else "",
    )


def late_seats(terminal: Terminal, by: Actor) -> tuple[int, ...]:
    """The seats that had the wager in the last round and claimed nothing."""
    last = terminal.last
    if last is None or terminal.phase != "idle" or not runs_table(by):
        return ()
    claimed = {one.seat for one in last.jackpots if one.is_claim}
    return tuple(seat for seat in last.seats if seat not in claimed)


def _any_dynamic(terminal: Terminal) -> dict[str, Cents]:
    """Dynamic pays such as a START ROUND might bring, where the table draws any."""
    offer = terminal.setup.offer
    if offer is None or offer.paytable is None:
        return {}
    table = offer.paytable
    lines = [line for line in table.lines if line.dynamic][: table.dynamic_lines[0]]
    return {line.hand: int(line.dynamic[0] * table.base) for line in lines}


def lit_buttons(terminal: Terminal, meters: Meters, by: Actor) -> tuple[Button, ...]:
    """The buttons that would not be refused: `decide` itself is asked, so they cannot differ."""
    chosen = terminal.claim_of(terminal.seat)
    agreed = chosen.amount if chosen is not None else 0
    buttons: dict[Button, Command] = {
        "START ROUND": round_asked.StartRound(by=by, dynamic=_any_dynamic(terminal)),
        "CANCEL ROUND": round_asked.CancelRound(by=by),
        "PENDING JACKPOT": asked.PendingJackpot(by=by),
        "PAY JACKPOT": asked.PayJackpot(by=by),
        "PAY THE AGREED SUM": asked.PayAgreedSum(by=by, amount=agreed),
        "OK": asked.Ok(by=by),
        "VOID": asked.VoidJackpot(by=by, reason="asked"),
    }
    lit: list[Button] = [
        name
        for name, command in buttons.items()
        if not isinstance(decide(terminal, meters, command), Refused)
    ]
    if end_refusal(terminal, round_asked.EndRound(by=by)) is None:
        lit.append("END ROUND")
    return tuple(lit)
