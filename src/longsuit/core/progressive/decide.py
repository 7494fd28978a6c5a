"""What comes of a command at a table: its round, its terminal and its meters together.

The events come with the stream they belong to. `decide` never changes anything, and a refused
command leaves all as it was.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.jackpots import (
    JACKPOT_RULES,
    LATE_OPEN,
    refuse_again,
    to_approve,
    unclaimed,
)
from longsuit.core.progressive.meter import Meter, contribution, give_back, lock_award
from longsuit.core.progressive.must_hit import Secret, WrongSecret, commitment, trigger, winner
from longsuit.core.progressive.outcome import (
    AtMeter,
    AtTable,
    Happened,
    Meters,
    Outcome,
    ask_round,
    close_round,
    no_seat,
    not_in_round,
    together,
    wager_of,
)
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.progressive.tray import pay_from_tray
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Actor, Command, same_person
from longsuit.core.round.decide import not_running

ROUND_ALONE = frozenset(
    {
        round_asked.SitDown,
        round_asked.StandUp,
        round_asked.PlaceWagers,
        round_asked.TakeBackWagers,
        round_asked.DealCards,
        round_asked.Act,
        round_asked.LetTimePass,
    }
)
"""Commands with which no terminal and no meter has anything to do."""


def decide(
    terminal: Terminal, meters: Meters, command: Command, secret: Secret | None = None
) -> Outcome:
    """The events that a command leads to, or why it is refused.

    END ROUND needs the secret of the Must Hit meter, where the table has one: it is held against
    its commitment and looked into, and appears in the events only once it has been hit.
    """
    if terminal.setup.approval and type(command) in _BY_NAME and _is_nameless(command.by):
        return refuse(Code.NEEDS_NAME)
    if isinstance(command, round_asked.EndRound):
        return _end(terminal, meters, command, secret)
    rule = _RULES.get(type(command))
    if rule is not None:
        return rule(terminal, meters, command)
    if isinstance(command, round_asked.PayAward | round_asked.GrantMystery):
        return refuse(Code.NOT_ASKED_HERE)
    return ask_round(terminal, command)


def _is_nameless(by: Actor) -> bool:
    return not by.name and by.role != "system"


# Lights, START ROUND and CANCEL ROUND


def _turn_light(terminal: Terminal, _meters: Meters, command: asked.TurnLight) -> Outcome:
    if no := not_running(command):
        return no
    if not terminal.setup.live:
        return refuse(Code.LIGHT_LIVE)
    if terminal.phase != "idle":
        return refuse(Code.LIGHT_LOCKED)
    if no := no_seat(terminal, command.seat):
        return no
    if command.on == (command.seat in terminal.lights):
        return refuse(Code.LIGHT_SAME, seat=command.seat, light="on" if command.on else "off")
    return (AtTable(events.LightTurned(command.seat, command.on)),)


def _set_lights(terminal: Terminal, meters: Meters, command: asked.SetLights) -> Outcome:
    """All lights at once, as one touch after another would turn them."""
    wanted = set(command.seats)
    turned: Outcome = ()
    for seat in sorted(wanted ^ set(terminal.lights)):
        turn = asked.TurnLight(by=command.by, seat=seat, on=seat in wanted)
        turned = together(turned, _turn_light(terminal, meters, turn))
    if turned:
        return turned
    # No seat is another: whoever may turn lights is told so, and the others why they may not.
    turn = asked.TurnLight(by=command.by, seat=1, on=1 not in terminal.lights)
    may = _turn_light(terminal, meters, turn)
    return may if isinstance(may, Refused) else refuse(Code.LIGHTS_SAME)


def _start(terminal: Terminal, meters: Meters, command: round_asked.StartRound) -> Outcome:
    if no := not_running(command):
        return no
    if terminal.phase == "late":
        return LATE_OPEN
    if terminal.phase != "idle":
        return refuse(Code.STARTED)
    seats = _wagering(terminal)
    started: Outcome = ()
    number = terminal.number + 1
    if not terminal.setup.live:
        started = ask_round(terminal, command)
        number = terminal.number
    elif not seats:
        return refuse(Code.NOBODY_WAGERS)
    elif not _draws(terminal, command):
        return refuse(Code.DYNAMIC_PAYS)
    if not seats:
        # Without a progressive wager nobody touches the terminal (PRG-20).
        return started
    if no := _refuse_meters(terminal, meters, len(seats)):
        return no
    registered = AtTable(events.WagersRegistered(number, seats, dict(command.dynamic)))
    added = _added(terminal, meters, number, len(seats)) if terminal.setup.at_start else ()
    return together(started, (registered, *added))


def _added(terminal: Terminal, meters: Meters, number: int, wagers: int) -> tuple[AtMeter, ...]:
    """What a round adds to each of the table's meters."""
    table = terminal.setup.id
    return tuple(
        AtMeter(name, contribution(meters[name], table, number, wagers))
        for name in terminal.setup.meters
    )


def _wagering(terminal: Terminal) -> tuple[int, ...]:
    """The seats with the progressive wager, from left to right."""
    if terminal.setup.live:
        return terminal.lights
    offer, state = terminal.setup.offer, terminal.round
    if offer is None or state is None:
        return ()
    return tuple(n for n in state.playing if offer.wager in state.seat(n).wagers)


def _draws(terminal: Terminal, command: round_asked.StartRound) -> bool:
    offer = terminal.setup.offer
    paytable = offer.paytable if offer is not None else None
    return paytable is None or paytable.draws(command.dynamic)


def _refuse_meters(terminal: Terminal, meters: Meters, wagers: int) -> Refused | None:
    """Every meter is there, shared by this table, and a Must Hit trigger lies sealed.

    No round adds more than the meter's bound on one contribution (CON-23).
    """
    for name in terminal.setup.meters:
        meter = meters.get(name)
        if meter is None or terminal.setup.id not in meter.tables:
            return refuse(Code.METER_NOT_LINKED, meter=name, table=terminal.setup.id)
        if meter.terms.by and meter.sealed is None:
            return refuse(Code.TRIGGER_AWAITED)
        adds = contribution(meter, terminal.setup.id, 0, wagers)
        if meter.bound and adds.main + adds.reserve > meter.bound * MITES:
            return refuse(Code.BOUND, meter=name, bound=meter.bound, adds=adds.main + adds.reserve)
    return None


def _cancel(terminal: Terminal, meters: Meters, command: round_asked.CancelRound) -> Outcome:
    if no := not_running(command):
        return no
    cancelled: Outcome = ()
    if terminal.phase == "late":
        return LATE_OPEN
    if terminal.phase == "mystery":
        return refuse(Code.COUNTED)
    if any(jackpot.step in ("paid", "done") for jackpot in terminal.jackpots):
        return refuse(Code.PAID_IN_ROUND)
    if claims := [jackpot.seat for jackpot in terminal.jackpots if jackpot.step != "void"]:
        return refuse(Code.VOID_FIRST, seat=claims[-1])
    if not terminal.setup.live:
        cancelled = ask_round(terminal, command)
    elif terminal.phase == "idle":
        return refuse(Code.NOT_STARTED)
    if terminal.phase == "idle":
        return cancelled
    undone = AtTable(events.RegistrationCancelled(command.reason))
    return together(cancelled, (undone, *_given_back(terminal, meters)))


def _given_back(terminal: Terminal, meters: Meters) -> tuple[AtMeter, ...]:
    """Players have their wagers again, so what those added at START ROUND comes out (PRG-2)."""
    if not terminal.setup.at_start:
        return ()
    table, number, wagers = terminal.setup.id, terminal.number, len(terminal.registered)
    return tuple(
        AtMeter(name, give_back(meters[name], table, number, wagers))
        for name in terminal.setup.meters
    )


# END ROUND


def _end(
    terminal: Terminal, meters: Meters, command: round_asked.EndRound, secret: Secret | None
) -> Outcome:
    if no := _jackpots_open(terminal, command):
        return no
    if terminal.phase == "idle":
        return ask_round(terminal, command)
    closing = close_round(terminal)
    if isinstance(closing, Refused):
        return closing
    number, seats = terminal.number, terminal.registered
    added = () if terminal.setup.at_start else _added(terminal, meters, number, len(seats))
    happened: list[Happened] = [*added]
    if terminal.setup.live:
        offer = terminal.setup.offer
        assert offer is not None
        players = tuple(terminal.player(seat) for seat in seats)
        happened.append(AtTable(events.WagersCollected(players, offer.limits.least)))
    for mystery in (one.event for one in added if one.meter == MYSTERY_METER):
        after = evolve_meter(meters[MYSTERY_METER], mystery)
        if drawn := _mystery(terminal, after, command.by.name, secret):
            return (*happened, *drawn)
    return (*happened, *closing)


def end_refusal(terminal: Terminal, command: round_asked.EndRound) -> Refused | None:
    """Why END ROUND is refused, if it is."""
    if no := _jackpots_open(terminal, command):
        return no
    ended = () if terminal.setup.live else ask_round(terminal, command)
    return ended if isinstance(ended, Refused) else None


def _jackpots_open(terminal: Terminal, command: round_asked.EndRound) -> Refused | None:
    """Every jackpot comes before END ROUND (PRG-17, PRG-18)."""
    if no := not_running(command):
        return no
    if terminal.setup.live and terminal.phase == "idle":
        return not_in_round(terminal)
    if terminal.phase == "late":
        return LATE_OPEN
    if terminal.phase == "mystery":
        return refuse(Code.COUNTED)
    for one in terminal.jackpots:
        if one.step in ("pending", "verifying"):
            return refuse(Code.JACKPOT_FIRST, seat=one.seat)
        if one.step == "paid":
            return refuse(Code.OK_FIRST, seat=one.seat)
    if missed := next(unclaimed(terminal), None):
        return refuse(Code.CLAIM_MISSING, seat=missed.seat, hand=missed.hand)
    return _bonuses_open(terminal, command)


def _bonuses_open(terminal: Terminal, command: round_asked.EndRound) -> Refused | None:
    """Nobody claims a bonus pay: its two people are who approves it and who ends the round."""
    if bonus := next(to_approve(terminal), None):
        if bonus.refused_by:
            return refuse_again(bonus)
        return refuse(Code.BONUS_APPROVAL, seat=bonus.seat, wager=bonus.wager, amount=bonus.amount)
    own = any(same_person(one.supervisor, command.by.name) for one in terminal.bonuses)
    return refuse(Code.OWN_BONUS) if own else None


def _mystery(
    terminal: Terminal, meter: Meter, by: str, secret: Secret | None
) -> tuple[Happened, ...]:
    """The Must Hit award, once the meter has reached its trigger (PRG-11, PRG-21)."""
    if secret is None or meter.sealed is None:
        raise WrongSecret("END ROUND needs the secret of the Must Hit meter")
    cycle = meter.must_hit_cycle()
    if commitment(cycle, secret) != meter.sealed.commitment:
        # That of another cycle, which may be open to all: it would tell who wins this one.
        raise WrongSecret("the secret is not the one that was sealed for this cycle")
    amount = trigger(cycle, secret)
    if meter.shown < amount:
        return ()
    table, number, seats = terminal.setup.id, terminal.number, terminal.registered
    seat = winner(cycle, secret, table, number, seats)
    opened = events.TriggerOpened(
        cycle.number, cycle.above, secret.open().hex(), amount, table, number, seats, seat
    )
    claim = Claim(table, number, len(terminal.jackpots) + 1)
    locked = lock_award(meter, claim, seat, MYSTERY_HAND, Fraction(1))
    happened: list[Happened] = [AtMeter(MYSTERY_METER, opened), AtMeter(MYSTERY_METER, locked)]
    happened.append(AtTable(events.MysteryDrawn(claim.number, seat, locked.amount, by)))
    if terminal.round is not None:
        grant = round_asked.GrantMystery(by=SYSTEM, seat=seat, wager=wager_of(terminal))
        granted = ask_round(terminal, grant)
        assert not isinstance(granted, Refused), granted
        happened.extend(granted)
    return tuple(happened)


_BY_NAME = frozenset({round_asked.EndRound, asked.PayFromTray, *JACKPOT_RULES})
"""Who claims is not who approves, so where approval is asked for nobody is nameless (PRG-19)."""

_RULES: dict[type, Callable[[Terminal, Meters, Any], Outcome]] = {
    asked.TurnLight: _turn_light,
    asked.SetLights: _set_lights,
    round_asked.StartRound: _start,
    round_asked.CancelRound: _cancel,
    asked.PayFromTray: pay_from_tray,
    **JACKPOT_RULES,
}
