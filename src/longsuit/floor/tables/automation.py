"""What happens at a table by itself: the clock, and at practice tables the dealer and the robots.

One function says what comes next and after how long; everything else is the engine's. After a
restart it is asked again, so nothing that was to happen is forgotten.
"""

from msgspec import Struct

from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.terms import progressive_offer
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.state import Round
from longsuit.core.round.view import Viewer, view
from longsuit.floor.tables import commands as asked
from longsuit.floor.tables.events import WORD_SECONDS
from longsuit.floor.tables.state import ROBOT, FloorTable


class Pace(Struct, frozen=True):
    """How long the automatic dealer and the robots take, in seconds."""

    robot: float = 0.5
    start: float = 1.0
    """From the last player's wagers to START ROUND."""
    wait: float = 20.0
    """For players who have not wagered, once one has."""
    show: float = 0.5
    """From the settlement to END ROUND. It can be read for longer than that: a page shows it until
    the next chip is down."""
    words: float = WORD_SECONDS
    """For pages to open their words, where the table does not say how long."""
    patience: float = 600.0
    """For a player whose turn it is at a practice table without a clock."""


AT_ONCE = Pace(0, 0, 0, 0)


class Next(Struct, frozen=True):
    """A command that is due by itself after so many seconds."""

    seconds: float
    command: Command


NOBODY: frozenset[str] = frozenset()


def freeing(table: FloorTable, gone: frozenset[str]) -> Command | None:
    """What frees a practice table of a guest who has gone: their seat, once wagers are open.

    In a round that is played nobody waits for them: they are given the free action (TBL-3).
    """
    state = table.round
    if not gone or state is None or table.closed or not table.settings.practice:
        return None
    if table.phase == "wagers":
        for seat, (player, _) in table.seated().items():
            if player in gone:
                return asked.UnseatPlayer(by=SYSTEM, seat=seat)
    if state.phase == "decisions" and state.turn and state.seat(state.turn).player in gone:
        return round_asked.LetTimePass(by=SYSTEM, seat=state.turn)
    return None


def departing(table: FloorTable) -> Command | None:
    """What lets go of a player who planned to leave, once the wagers of the next round are open."""
    if table.phase != "wagers":
        return None
    seats = [seat for seat, plan in table.plans.items() if plan == "leave"]
    return asked.UnseatPlayer(by=SYSTEM, seat=min(seats)) if seats else None


def what_next(table: FloorTable, pace: Pace, gone: frozenset[str] = NOBODY) -> Next | None:
    """What happens at the table if nobody does anything; some guests of it may have gone."""
    if table.closed or table.settings.setup.live:
        return None
    if step := freeing(table, gone) or departing(table):
        return Next(0, step)
    state = table.round
    if state is None or state.phase in ("ended", "cancelled"):
        return Next(0, asked.BeginRound(by=SYSTEM))
    if table.closing:
        seconds = table.settings.word_seconds or pace.words
        return Next(seconds, asked.CloseWords(by=SYSTEM))
    if state.phase == "decisions":
        return _turn(table, state, pace)
    if not table.settings.practice:
        return None
    if state.phase == "wagers":
        step = company(table)
        return Next(0, step) if step is not None else _wagers(table, state, pace)
    if state.phase == "settled":
        step = dealer_step(table.terminal, SYSTEM)
        if step is not None:
            return Next(0, step)
        return Next(pace.show, round_asked.EndRound(by=SYSTEM))
    return None


def company(table: FloorTable) -> Command | None:
    """While no person sits at a practice table, as many robots do as its settings say.

    They wait there: a round is played for people only. Those that a player asked for beyond that
    leave after the last player, so that nobody finds the table full.
    """
    seated = table.seated()
    if not all(player.startswith(ROBOT) for player, _ in seated.values()):
        return None
    wanted, seats = table.settings.robots or 0, table.settings.setup.table.seats
    if len(seated) > wanted:
        return asked.UnseatRobot(by=SYSTEM, seat=max(seated))
    # Not side by side, and the first seats stay free.
    spread = [*range(3, seats + 1, 2), *range(2, seats + 1, 2), 1]
    free = [seat for seat in spread if seat <= seats and seat not in seated]
    return asked.SeatRobot(by=SYSTEM, seat=free[0]) if len(seated) < wanted and free else None


def waits(table: FloorTable, pace: Pace) -> float | None:
    """How long the table waits for its people as it stands; None where no clock runs.

    A practice table has no dealer who could call the time, so even without a clock it does not
    wait for ever: whoever has gone away holds up nobody for more than ten minutes.
    """
    state, settings = table.round, table.settings
    if state is None or table.closed or table.closing or settings.setup.live:
        return None
    if state.phase == "decisions" and not str(state.seat(state.turn).player).startswith(ROBOT):
        return settings.action_seconds or (pace.patience if settings.practice else None)
    if state.phase == "wagers" and settings.practice:
        people = [
            one
            for number, one in enumerate(state.seats, 1)
            if one.player and not one.player.startswith(ROBOT) and table.plans.get(number) != "out"
        ]
        if any(one.plays for one in people):
            return pace.start if all(one.plays for one in people) else pace.wait
    return None


def _turn(table: FloorTable, state: Round, pace: Pace) -> Next | None:
    """A robot acts; a player who lets the time pass is given the free action (TBL-3)."""
    seat = state.turn
    name = str(state.seat(seat).player)
    if name.startswith(ROBOT):
        action = robot_choice(view(state, Viewer(name)), seat)
        by = Actor("player", name)
        act = round_asked.Act(by=by, seat=seat, action=action.name, amount=action.most)
        return Next(pace.robot, act)
    seconds = waits(table, pace)
    if seconds is None:
        return None
    return Next(seconds, round_asked.LetTimePass(by=SYSTEM, seat=seat))


def _wagers(table: FloorTable, state: Round, pace: Pace) -> Next | None:
    """Once a player has wagered the robots do, and the round starts when all have."""
    seats = {number: seat for number, seat in enumerate(state.seats, 1) if seat.player}
    seconds = waits(table, pace)
    if seconds is None:
        return None
    for number, seat in seats.items():
        if str(seat.player).startswith(ROBOT) and not seat.plays:
            by = Actor("player", str(seat.player))
            place = round_asked.PlaceWagers(by=by, seat=number, wagers=robot_wagers(table))
            return Next(pace.robot / 4, place)
    return Next(seconds, round_asked.StartRound(by=SYSTEM))


def robot_wagers(table: FloorTable) -> dict[str, int]:
    """What a robot places: what it must, and the progressive."""
    offers = table.settings.setup.table.offers
    wagers = {offer.wager: offer.limits.least for offer in offers if offer.mandatory}
    progressive = progressive_offer(table.settings.setup.table)
    if progressive is not None:
        wagers[progressive.wager] = progressive.limits.least
    return wagers
