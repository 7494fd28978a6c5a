"""What a sign and a terminal show. Every door shows only what these functions return.

The trigger of a Must Hit meter is in neither: nobody sees it before it is hit (PRG-11).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.games.table import Offer, dynamic_pays
from longsuit.core.money import MITES, Cents, show_rate
from longsuit.core.paytable import PayLine
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.decide import decide, end_refusal
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.jackpots import envy_pays, needs_approval, to_approve, unclaimed
from longsuit.core.progressive.meter import Hit, Meter
from longsuit.core.progressive.outcome import Meters, Outcome
from longsuit.core.progressive.terminal import Bonus, Jackpot, Step, Terminal, TerminalPhase
from longsuit.core.progressive.tray import posted_envy, tray_pays
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import Actor, Command
from longsuit.core.round.decide import runs_table
from longsuit.core.texts import sentence

HITS_SHOWN = 5
"""The last awards on a sign."""
Button = Literal[
    "SAME SEATS",
    "LIGHTS OFF",
    "START ROUND",
    "CANCEL ROUND",
    "PAY FROM TRAY",
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
    wins: tuple[tuple[str, str], ...] = ()
    """The hands that win it at the table, each with its share as posted (``100%``)."""
    maximum: Cents = 0
    """The posted maximum; 0 for none (CON-21)."""
    overflow: Cents = 0
    """What is kept apart above it."""


class EnvyView(Struct, frozen=True):
    """What another seat of a live table is paid for a hand, from the tray (PRG-12)."""

    seat: int
    amount: Cents
    paid: bool = False
    """Whether the dealer has confirmed it (CON-16)."""


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
    referred_to: str = ""
    referred_why: str = ""
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
    tray: Mapping[str, Cents]
    """What each hand that no meter pays gets in this round, from the chip tray."""
    envy: Mapping[str, Cents]
    """What each other seat with the wager gets for a hand, where anything."""
    jackpots: tuple[JackpotView, ...]
    not_claimed: tuple[tuple[int, str], ...]
    """Seats of a dealt table with a winning hand that nobody has claimed (PRG-18)."""
    late_seats: tuple[int, ...]
    """Seats of the last round for which a hand may still be claimed, at a live table."""
    last_seats: tuple[int, ...]
    """All that had the wager in the last round of a live table."""
    lit: tuple[Button, ...]
    """The buttons that would do something now."""
    dark: Mapping[Button, str]
    """Why each of the others would not."""
    meters: tuple[MeterView, ...]
    papers: bool = False
    """Whether an approval says who won, the document, surveillance's reference and how it is paid,
    and the dealer confirms each envy pay (CON-13, CON-16)."""
    bonuses: tuple[Bonus, ...] = ()
    """Bonus pays of a dealt table that wait for a supervisor."""


def sign(meters: Meters, offer: Offer | None = None) -> tuple[MeterView, ...]:
    """Every meter of a table, for every player to see, with the hands that win it there."""
    lines = offer.paytable.lines if offer is not None and offer.paytable is not None else ()
    return tuple(_meter(name, meter, lines) for name, meter in meters.items())


def _meter(name: str, meter: Meter, lines: Sequence[PayLine]) -> MeterView:
    commitment = meter.sealed.commitment if meter.sealed is not None else ""
    pending = tuple(locked.claim for locked in meter.pending)
    won = [(line.hand, show_rate(line.share)) for line in lines if line.meter == name]
    wins = tuple((hand, share.replace(".00", "")) for hand, share in won)
    hits = meter.hits[-HITS_SHOWN:]
    apart = (meter.limit, meter.overflow // MITES)
    return MeterView(name, meter.shown, meter.terms.by, commitment, hits, pending, wins, *apart)


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
        tuple(line.hand for line in setup.lines),
        terminal.hand,
        open_hands(terminal, meters, by),
        dark_hands(terminal, meters, by),
        dynamic_pays(setup.table, terminal.dynamic),
        tray_pays(terminal),
        posted_envy(terminal),
        tuple(_jackpot(terminal, meters, by, one) for one in terminal.jackpots),
        tuple((award.seat, award.hand) for award in unclaimed(terminal)),
        late_seats(terminal, by),
        terminal.last.seats if terminal.last is not None else (),
        *_buttons(terminal, meters, by),
        sign(meters, setup.offer),
        bool(setup.approval_process),
        tuple(to_approve(terminal)),
    )


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
        for hand in (line.hand for line in terminal.setup.lines)
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
        envies=tuple(
            EnvyView(envy.seat, envy.amount, envy.seat in one.envied)
            for envy in envy_pays(terminal, one)
        ),
        referred_to=one.referred_to,
        referred_why=one.referred_why,
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


def _buttons(
    terminal: Terminal, meters: Meters, by: Actor
) -> tuple[tuple[Button, ...], dict[Button, str]]:
    """Which buttons are lit, and why the others are dark: `decide` itself is asked."""
    chosen = terminal.claim_of(terminal.seat)
    agreed = chosen.amount if chosen is not None else 0
    last = terminal.last.seats if terminal.last is not None else ()
    tray = tray_pays(terminal).get(terminal.hand, 0)
    from_tray = asked.PayFromTray(by=by, seat=terminal.seat, hand=terminal.hand, amount=tray)
    buttons: dict[Button, Command] = {
        "SAME SEATS": asked.SetLights(by=by, seats=last),
        "LIGHTS OFF": asked.SetLights(by=by, seats=()),
        "START ROUND": round_asked.StartRound(by=by, dynamic=_any_dynamic(terminal)),
        "CANCEL ROUND": round_asked.CancelRound(by=by),
        "PAY FROM TRAY": from_tray,
        "PENDING JACKPOT": asked.PendingJackpot(by=by),
        "PAY JACKPOT": asked.PayJackpot(by=by),
        "PAY THE AGREED SUM": asked.PayAgreedSum(by=by, amount=agreed),
        "OK": asked.Ok(by=by),
        "VOID": asked.VoidJackpot(by=by, reason="asked"),
    }
    found: dict[Button, Outcome | None] = {
        name: decide(terminal, meters, command) for name, command in buttons.items()
    }
    found["PAY FROM TRAY"] = _no_choice(terminal) or found["PAY FROM TRAY"]
    found["END ROUND"] = end_refusal(terminal, round_asked.EndRound(by=by))
    dark = {name: sentence(why) for name, why in found.items() if isinstance(why, Refused)}
    return tuple(name for name in found if name not in dark), dark


def _no_choice(terminal: Terminal) -> Refused | None:
    """Nothing is paid before a seat and a hand are chosen."""
    if not terminal.seat:
        return refuse(Code.CHOOSE_SEAT)
    return None if terminal.hand else refuse(Code.CHOOSE_HAND)
