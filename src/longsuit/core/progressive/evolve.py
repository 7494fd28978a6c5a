"""How each event changes a meter or a terminal. Events are facts, so nothing here can refuse."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER
from longsuit.core.money import MITES
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim, MeterEvent, TerminalEvent
from longsuit.core.progressive.meter import HITS_KEPT, Fed, Hit, Meter, gather
from longsuit.core.progressive.terminal import (
    ApprovedBonus,
    Jackpot,
    LastRound,
    RefusedBonus,
    Step,
    Terminal,
)
from longsuit.core.round.events import AnyEvent, RoundOpened
from longsuit.core.round.evolve import evolve as evolve_round

TableEvent = TerminalEvent | AnyEvent
"""The stream of a table: its rounds and its terminal."""


_NOTHING = Fed()
_BY_HAND = ("hand-pay", "cheque")


# Meters


def evolve_meter(meter: Meter | None, event: MeterEvent) -> Meter:
    """The meter after the event. Only a `MeterOpened` may come first."""
    if meter is not None:
        return _METER_CHANGES[type(event)](meter, event)
    if not isinstance(event, events.MeterOpened):
        raise ValueError("a meter starts with MeterOpened")
    seed = event.terms.seed_mites
    return Meter(
        event.meter, event.terms, value=seed, seeded=seed, cycle=1, practice=event.practice
    )


def replay_meter(history: Iterable[MeterEvent]) -> Meter:
    """The meter that the events led to."""
    meter: Meter | None = None
    for event in history:
        meter = evolve_meter(meter, event)
    if meter is None:
        raise ValueError("there are no events to replay")
    return meter


def standing(meter: Meter, fed: Mapping[str, Fed]) -> Meter:
    """A meter with all that its tables have put in, taken in or not."""
    gathered = gather(meter, fed)
    return meter if gathered is None else evolve_meter(meter, gathered)


def _left(meter: Meter, event: events.TableLeft) -> Meter:
    gathered = {table: fed for table, fed in meter.gathered.items() if table != event.table}
    return replace(meter, tables=meter.tables - {event.table}, gathered=gathered)


def _contributed(meter: Meter, event: events.Contributed) -> Meter:
    if meter.won_since:
        meter = _fed_anew(meter, {event.table})
    if not event.reserve:
        main = event.main
        return replace(meter, value=meter.value + main, contributed=meter.contributed + main)
    return replace(
        meter,
        value=meter.value + event.main,
        reserve=meter.reserve + event.reserve,
        contributed=meter.contributed + event.main,
        reserved=meter.reserved + event.reserve,
    )


def _gathered(meter: Meter, event: events.ContributionsGathered) -> Meter:
    gathered = dict(meter.gathered)
    main = reserve = 0
    for part in event.parts:
        before = gathered.get(part.table, _NOTHING)
        sums = (before.main + part.main, before.reserve + part.reserve)
        gathered[part.table] = Fed(part.round, part.wagers, *sums)
        main += part.main
        reserve += part.reserve
    return replace(
        _fed_anew(meter, {part.table for part in event.parts}),
        value=meter.value + main - event.overflow,
        overflow=meter.overflow + event.overflow,
        reserve=meter.reserve + reserve,
        contributed=meter.contributed + main,
        reserved=meter.reserved + reserve,
        gathered=gathered,
    )


def _fed_anew(meter: Meter, tables: Collection[str]) -> Meter:
    """What these tables have put in now, nobody has won yet."""
    kept = {table: won for table, won in meter.won_since.items() if table not in tables}
    return replace(meter, won_since=kept) if len(kept) < len(meter.won_since) else meter


def _won(meter: Meter, event: events.AwardLocked) -> Mapping[str, tuple[Claim, ...]]:
    """An award of all of it takes what its tables have put in, if they do at START ROUND."""
    if event.share != 1 or not meter.terms.at_start:
        return meter.won_since
    won = meter.won_since
    return {one: (*won.get(one, ())[1 - HITS_KEPT :], event.claim) for one in meter.tables}


def _returned(meter: Meter, event: events.ContributionReturned) -> Meter:
    return replace(
        meter,
        value=meter.value - event.main,
        overflow=meter.overflow - event.overflow,
        reserve=meter.reserve - event.reserve,
        contributed=meter.contributed - event.main - event.overflow,
        reserved=meter.reserved - event.reserve,
    )


def _locked(meter: Meter, event: events.AwardLocked) -> Meter:
    seed = event.from_reserve + event.from_house + event.from_overflow
    value = meter.value - event.amount * MITES + seed
    hit = Hit(event.claim, event.seat, event.hand, event.amount, value // MITES)
    return replace(
        meter,
        value=value,
        reserve=meter.reserve - event.from_reserve,
        overflow=meter.overflow - event.from_overflow,
        reseeded=meter.reseeded + event.from_reserve,
        seeded=meter.seeded + event.from_house,
        hit_count=meter.hit_count + 1,
        pending=(*meter.pending, event),
        cycle=meter.cycle + (event.share == 1),
        hits=(*meter.hits[1 - HITS_KEPT :], hit),
        won_since=_won(meter, event),
    )


def _paid(meter: Meter, event: events.JackpotPaid) -> Meter:
    return replace(
        meter,
        pending=_without(meter, event.claim),
        awarded=meter.awarded + event.amount * MITES,
        win_count=meter.win_count + 1,
        hand_paid=meter.hand_paid + (event.amount * MITES if event.payment in _BY_HAND else 0),
    )


def _voided(meter: Meter, event: events.AwardVoided) -> Meter:
    back = event.to_reserve + event.to_house + event.to_overflow
    return replace(
        meter,
        value=meter.value + event.amount * MITES - back,
        reserve=meter.reserve + event.to_reserve,
        overflow=meter.overflow + event.to_overflow,
        reseeded=meter.reseeded - event.to_reserve,
        hit_count=meter.hit_count - 1,
        seeded=meter.seeded - event.to_house,
        pending=_without(meter, event.claim),
        hits=tuple(hit for hit in meter.hits if hit.claim != event.claim),
        won_since={
            table: tuple(one for one in won if one != event.claim)
            for table, won in meter.won_since.items()
        },
    )


def _without(meter: Meter, claim: events.Claim) -> tuple[events.AwardLocked, ...]:
    return tuple(locked for locked in meter.pending if locked.claim != claim)


def _corrected(meter: Meter, event: events.MeterCorrected) -> Meter:
    corrected = meter.corrected + event.amount
    if event.part == "reserve":
        return replace(meter, reserve=meter.reserve + event.amount, corrected=corrected)
    return replace(meter, value=meter.value + event.amount, corrected=corrected)


def _funds_left(meter: Meter, event: events.FundsLeft) -> Meter:
    recovered = event.mites if event.cause == "seed-recovery" else 0
    return replace(
        meter,
        value=meter.value - event.meter,
        reserve=meter.reserve - event.reserve,
        overflow=meter.overflow - event.overflow,
        taken=meter.taken + event.mites,
        recovered=meter.recovered + recovered,
        retired=meter.retired or event.cause == "retired",
    )


def _funds_came(meter: Meter, event: events.FundsCame) -> Meter:
    return replace(
        meter,
        value=meter.value + event.mites - event.overflow,
        overflow=meter.overflow + event.overflow,
        brought=meter.brought + event.mites,
    )


_METER_CHANGES: dict[type, Callable[[Meter, Any], Meter]] = {
    events.TableJoined: lambda meter, e: replace(meter, tables=meter.tables | {e.table}),
    events.TableLeft: _left,
    events.TriggerSealed: lambda meter, e: replace(meter, sealed=e),
    events.TriggerOpened: lambda meter, _: replace(meter, sealed=None),
    events.Contributed: _contributed,
    events.ContributionsGathered: _gathered,
    events.ContributionReturned: _returned,
    events.AwardLocked: _locked,
    events.JackpotPaid: _paid,
    events.AwardVoided: _voided,
    events.MeterCorrected: _corrected,
    events.MeterSet: lambda meter, e: replace(meter, limit=e.limit, bound=e.bound),
    events.FundsLeft: _funds_left,
    events.FundsCame: _funds_came,
}


# Terminals


def evolve_terminal(terminal: Terminal | None, event: TableEvent) -> Terminal:
    """The terminal, and the round at it, after the event. Only a `TableOpened` may come first."""
    if isinstance(event, events.TableOpened):
        return Terminal(event.setup)
    if terminal is None:
        raise ValueError("a table starts with TableOpened")
    change = _TERMINAL_CHANGES.get(type(event))
    if change is not None:
        return change(terminal, event)
    if isinstance(event, RoundOpened):
        opened = evolve_round(None, event)
        return replace(terminal, round=opened, number=event.number, bonuses=(), refused_bonuses=())
    assert terminal.round is not None
    return replace(terminal, round=evolve_round(terminal.round, event))  # type: ignore[arg-type]


def _light(terminal: Terminal, event: events.LightTurned) -> Terminal:
    lights = {*terminal.lights, event.seat} if event.on else {*terminal.lights} - {event.seat}
    return replace(terminal, lights=tuple(sorted(lights)))


def _registered(terminal: Terminal, event: events.WagersRegistered) -> Terminal:
    return replace(
        terminal,
        phase="round",
        number=event.round,
        registered=event.seats,
        dynamic=dict(event.dynamic),
        jackpots=(),
        seat=0,
        hand="",
    )


def _cleared(terminal: Terminal, event: TerminalEvent) -> Terminal:
    """Dynamic pays are back at their defaults and nothing is chosen.

    CANCEL ROUND is for a START ROUND touched too soon: the lights stay as they were.
    """
    over = isinstance(event, events.TerminalCleared)
    late = terminal.phase == "late"
    lights = () if over and not late else terminal.lights
    last = terminal.last
    if over and terminal.setup.live:
        number, seats = terminal.claimed_round, terminal.registered
        last = LastRound(number, seats, terminal.dynamic, terminal.jackpots)
    return replace(
        terminal,
        last=last,
        phase="idle",
        registered=(),
        dynamic={},
        seat=0,
        hand="",
        jackpots=(),
        lights=lights,
    )


def _claimed(terminal: Terminal, event: events.JackpotClaimed) -> Terminal:
    jackpot = Jackpot(
        event.number, event.seat, event.hand, event.meter, event.amount, claimed_by=event.by
    )
    return replace(terminal, jackpots=(*terminal.jackpots, jackpot))


def _late(terminal: Terminal, event: events.LateClaimed) -> Terminal:
    """The terminal goes back to the last round, for this claim alone."""
    last = terminal.last
    assert last is not None
    jackpot = Jackpot(
        *(event.number, event.seat, event.hand, event.meter, event.amount, event.by),
        approved_by=event.supervisor,
        papers=event.papers,
    )
    return replace(
        terminal,
        phase="late",
        registered=last.seats,
        dynamic=last.dynamic,
        jackpots=(*last.jackpots, jackpot),
        seat=event.seat,
        hand="",
    )


def _drawn(terminal: Terminal, event: events.MysteryDrawn) -> Terminal:
    jackpot = Jackpot(
        *(event.number, event.seat, MYSTERY_HAND, MYSTERY_METER, event.amount),
        claimed_by=event.by,
        mystery=True,
    )
    jackpots = (*terminal.jackpots, jackpot)
    return replace(terminal, phase="mystery", seat=event.seat, hand="", jackpots=jackpots)


def _with(terminal: Terminal, number: int, **changed: Any) -> Terminal:
    """With one jackpot changed."""
    jackpots = tuple(
        replace(one, **changed) if one.number == number else one for one in terminal.jackpots
    )
    return replace(terminal, jackpots=jackpots)


def _over(terminal: Terminal, number: int, step: Step) -> Terminal:
    """One jackpot has come to its end, and nothing is chosen any more."""
    return replace(_with(terminal, number, step=step), seat=0, hand="")


def _approved(terminal: Terminal, event: events.JackpotApproved) -> Terminal:
    undone = dict.fromkeys(("refused_by", "refused_why", "referred_to", "referred_why"), "")
    approved = {"approved_by": event.supervisor, "papers": event.papers, **undone}
    return _with(terminal, event.number, **approved)


def _refused(terminal: Terminal, event: events.JackpotRefused) -> Terminal:
    why = {"refused_by": event.supervisor, "refused_why": event.reason}
    return _with(terminal, event.number, **why)


def _referred(terminal: Terminal, event: events.JackpotReferred) -> Terminal:
    why = {"referred_to": event.to, "referred_why": event.reason}
    return _with(terminal, event.number, refused_by="", refused_why="", **why)


def _bonus_approved(terminal: Terminal, event: events.BonusApproved) -> Terminal:
    approved = ApprovedBonus(event.seat, event.wager, event.supervisor, event.papers)
    return replace(terminal, bonuses=(*terminal.bonuses, approved))


def _bonus_refused(terminal: Terminal, event: events.BonusRefused) -> Terminal:
    refused = RefusedBonus(event.seat, event.wager, event.supervisor, event.reason)
    return replace(terminal, refused_bonuses=(*terminal.refused_bonuses, refused))


def _envied(terminal: Terminal, event: events.EnvyPaid) -> Terminal:
    """Money moved: the jackpot notes for which seat."""
    found = terminal.claim_of(event.winner)
    if found is None:
        return terminal
    return _with(terminal, found.number, envied=(*found.envied, event.seat))


_TERMINAL_CHANGES: dict[type, Callable[[Terminal, Any], Terminal]] = {
    events.LightTurned: _light,
    events.WagersRegistered: _registered,
    events.RegistrationCancelled: _cleared,
    events.SeatChosen: lambda terminal, e: replace(terminal, seat=e.seat, hand=""),
    events.HandChosen: lambda terminal, e: replace(terminal, hand=e.hand),
    events.JackpotClaimed: _claimed,
    events.LateClaimed: _late,
    events.MysteryDrawn: _drawn,
    events.AmountShown: lambda terminal, e: _with(terminal, e.number, step="verifying"),
    events.JackpotApproved: _approved,
    events.JackpotRefused: _refused,
    events.JackpotReferred: _referred,
    events.BonusApproved: _bonus_approved,
    events.BonusRefused: _bonus_refused,
    events.SumAgreed: lambda terminal, e: _with(terminal, e.number, step="paid"),
    events.EnvyPaid: _envied,
    events.JackpotClosed: lambda terminal, e: _over(terminal, e.number, "done"),
    events.JackpotVoided: lambda terminal, e: _over(terminal, e.number, "void"),
    # Money moved; the terminal shows the same.
    events.WagersCollected: lambda terminal, _: terminal,
    events.TerminalCleared: _cleared,
}
