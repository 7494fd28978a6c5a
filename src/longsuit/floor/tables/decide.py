"""What comes of a command at a table of the floor: its events, and what the vault gains or opens.

Pure as the core is: the fresh secrets that a round or a Must Hit cycle needs are handed in. What
the core decides stands; here come the shuffle, the seats and the settings.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import check_table
from longsuit.core.money import Cents
from longsuit.core.progressive import commands as terminal_asked
from longsuit.core.progressive.decide import decide as decide_terminal
from longsuit.core.progressive.events import Contributed
from longsuit.core.progressive.evolve import evolve_terminal
from longsuit.core.progressive.must_hit import Secret, WrongSecret
from longsuit.core.progressive.outcome import AtMeter, AtTable, Meters
from longsuit.core.progressive.terminal import Setup, Terminal, check_setup
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.round.decide import RUNNERS, not_allowed, not_running
from longsuit.core.round.events import Cause, RoundCancelled, RoundEnded, SeatLeft, SeatTaken
from longsuit.core.round.state import Phase
from longsuit.floor.secrets.draws import SeedChance, dynamic_chance
from longsuit.floor.secrets.shuffle import Word, commit, refuse_word, seal_word, shuffle
from longsuit.floor.tables import commands as asked
from longsuit.floor.tables import events
from longsuit.floor.tables.slip import slip_of
from longsuit.floor.tables.state import ROBOT, FloorTable, evolve_floor

LARGEST_BUY_IN: Cents = 1_000_000_00
"""A million dollars. What a seat is bought in for is the drop of the day's report."""
ROBOT_STACK = 100_000_00
ROBOT_ROUNDS = 5
"""So many rounds of the largest wagers and bets a robot can pay for, at the least."""
MOST_CHANGES = 50
"""How often whoever sits at a seat may give wagers or the seal of a word in one round."""
WHILE_CLOSED = frozenset(
    (asked.SetTable, asked.UnseatPlayer, asked.UnseatRobot, round_asked.StandUp)
)
"""What may be asked of a closed table: to open again, and to let go whoever still sits there."""
_WITH_WAGERS_OPEN = frozenset(
    (
        *(round_asked.PlaceWagers, round_asked.TakeBackWagers, round_asked.StartRound),
        *(round_asked.SitDown, asked.SeatPlayer, asked.UnseatPlayer),
        *(asked.SeatRobot, asked.UnseatRobot, asked.SealWord, asked.AddWord),
    )
)
"""What is not done once the deck is sealed, though the core's round has not started."""


class Fresh(Struct, frozen=True):
    """Secrets for what a command may start."""

    seed: Secret
    """For the shuffle of a round whose wagers close."""
    kept: Secret | None = None
    """The seed of the round at hand: from the vault, or from memory until the cards are dealt."""
    trigger: Secret | None = None
    """The secret of the Must Hit cycle, from the vault."""
    slip: int = 1
    """The next number of a jackpot slip."""


class AtFloor(Struct, frozen=True):
    """An event of the table's stream that the core does not know."""

    event: events.FloorEvent


Happened = AtTable | AtMeter | AtFloor
Outcome = tuple[Happened, ...] | Refused


def decide(table: FloorTable, meters: Meters, command: Command, fresh: Fresh) -> Outcome:
    """The events that the command leads to, or why it is refused."""
    if table.closed and type(command) not in WHILE_CLOSED:
        return refuse(Code.TABLE_CLOSED, table=table.settings.name)
    if table.closing and type(command) in _WITH_WAGERS_OPEN:
        return refuse(Code.NOT_NOW, phase="no more bets")
    rule = _RULES.get(type(command))
    if rule is not None:
        return rule(table, meters, command, fresh)
    return _core(table, meters, command, fresh)


_DEALING = (round_asked.Act, round_asked.LetTimePass)
"""After these the next cards may come from the deck."""


def _is_dealt_without_a_deck(table: FloorTable) -> bool:
    state = table.round
    return state is not None and state.phase == "decisions" and not state.deck


def _core(table: FloorTable, meters: Meters, command: Command, fresh: Fresh) -> Outcome:
    """A command of the core; when it ends the round, the seed is opened."""
    if isinstance(command, _DEALING) and _is_dealt_without_a_deck(table):
        raise WrongSecret("the deck of this round is not known without its seed")
    outcome: Outcome = decide_terminal(table.terminal, meters, command, fresh.trigger)
    if isinstance(outcome, Refused):
        return outcome
    if isinstance(command, round_asked.EndRound):
        outcome = feed_here(table.settings.setup, outcome)
    over = any(isinstance(one.event, RoundEnded | RoundCancelled) for one in outcome)
    if not over or not table.commitment or table.closing:
        # A seed that no card came of is thrown away: it may be lost already.
        return outcome
    opened = events.SeedOpened(table.terminal.number, _promised(table, fresh).open().hex())
    return (*outcome, AtFloor(opened))


def feed_here(setup: Setup, outcome: tuple[Happened, ...]) -> tuple[Happened, ...]:
    """What meters are fed is told in the table's own stream; a Must Hit meter needs the order.

    END ROUND tells of it first, and START ROUND last.
    """
    fed: list[tuple[str, Contributed]] = []
    rest: list[Happened] = []
    for one in outcome:
        if (
            isinstance(one, AtMeter)
            and isinstance(one.event, Contributed)
            and one.meter != MYSTERY_METER
        ):
            fed.append((setup.meters[one.meter], one.event))
        else:
            rest.append(one)
    if not fed:
        return outcome
    # In the order of their names: settings have no order that lasts.
    named = sorted(fed, key=lambda one: one[0])
    added = tuple(events.Added(meter, one.main, one.reserve) for meter, one in named)
    told = AtFloor(events.MetersFed(fed[0][1].round, fed[0][1].wagers, added))
    return (*rest, told) if setup.at_start else (told, *rest)


def _promised(table: FloorTable, fresh: Fresh) -> Secret:
    """The seed of the round at hand, held against its commitment before anything comes of it."""
    seed = fresh.kept
    if seed is None or commit(table.id, table.terminal.number, seed) != table.commitment:
        raise WrongSecret("the seed is not the one that was promised for this round")
    return seed


def _with_slip(table: FloorTable, meters: Meters, command: Command, fresh: Fresh) -> Outcome:
    """Whatever is approved above the approval amount has its slip at once (CON-13)."""
    outcome = _core(table, meters, command, fresh)
    if isinstance(outcome, Refused):
        return outcome
    given = slip_of(table.terminal, [one.event for one in outcome], fresh.slip)
    return outcome if given is None else (*outcome, AtFloor(given))


# Settings


def _set_table(
    table: FloorTable, _meters: Meters, command: asked.SetTable, _fresh: Fresh
) -> Outcome:
    """Settings change between rounds only, from and to on record (TBL-7).

    Whether its meters take it, whoever keeps the meters says.
    """
    if not table.between_rounds:
        return refuse(Code.BETWEEN_ROUNDS)
    before, after = table.settings, command.settings
    if no := _refuse_settings(before, after):
        return no
    used = (*table.seated(), *table.terminal.lights)
    if beyond := [seat for seat in used if seat > after.setup.table.seats]:
        return refuse(Code.SEAT_IN_USE, seat=beyond[0])
    if after == before and not table.closed and command.by.role != "system":
        # A configuration that has come to the same goes on record all the same.
        return refuse(Code.SETTINGS_SAME)
    changed = AtFloor(events.TableSet(before, after))
    state = table.round
    if state is None or state.phase in ("ended", "cancelled"):
        return (changed,)
    # Wagers are open and none is placed: this round gives way to one with the new settings.
    cancelled = _core(table, _meters, round_asked.CancelRound(by=SYSTEM), _fresh)
    if isinstance(cancelled, Refused):
        return cancelled
    return (*_caused(cancelled, "settings"), changed)


def _refuse_settings(before: events.TableSettings, after: events.TableSettings) -> Refused | None:
    """Why a table cannot have these settings in place of those, or None."""
    if not can_be_played(after.setup):
        return refuse(Code.SETTINGS)
    if after.setup.id != before.setup.id:
        return refuse(Code.SETTINGS_ID)
    kinds = {(one.setup.live, one.practice) for one in (before, after)}
    return refuse(Code.SETTINGS_KIND) if len(kinds) > 1 else None


def can_be_played(setup: Setup) -> bool:
    """Whether any table can have these settings; what is wrong, whoever wrote them was told."""
    try:
        check_table(setup.table)
        check_setup(setup)
    except InputError:
        return False
    return True


def _close(table: FloorTable, meters: Meters, command: asked.CloseTable, fresh: Fresh) -> Outcome:
    """Nobody's money stays behind: players are cashed out first; play money goes by itself."""
    if not table.between_rounds:
        return refuse(Code.BETWEEN_ROUNDS)
    for seat, (player, stack) in table.seated().items():
        if stack and not table.settings.practice:
            return refuse(Code.CASH_OUT, player=player, seat=seat, stack=stack)
    left = tuple(AtTable(SeatLeft(seat)) for seat in table.seated())
    closed = AtFloor(events.TableClosed())
    state = table.round
    if state is None or state.phase in ("ended", "cancelled"):
        return (*left, closed)
    cancelled = _core(table, meters, round_asked.CancelRound(by=command.by), fresh)
    if isinstance(cancelled, Refused):
        return cancelled
    return (*left, *_caused(cancelled, "closing"), closed)


def _caused(cancelled: Iterable[Happened], cause: Cause) -> Iterator[Happened]:
    """A round that is cut short, with what it gives way to."""
    for one in cancelled:
        if isinstance(one.event, RoundCancelled):
            yield AtTable(replace(one.event, cause=cause))
        else:
            yield one


# Rounds


def _begin(table: FloorTable, _meters: Meters, command: asked.BeginRound, _fresh: Fresh) -> Outcome:
    """Wagers open. Nothing is drawn yet: there is no deck that anybody could know (TBL-5)."""
    if no := not_running(command):
        return no
    if table.settings.setup.live:
        return refuse(Code.TABLE_LIVE)
    state = table.round
    if state is not None and state.phase not in ("ended", "cancelled"):
        return refuse(Code.BETWEEN_ROUNDS)
    number = table.terminal.number + 1
    seats = table.settings.setup.table.seats
    seated = tuple(
        SeatTaken(seat, player, robot_stack(table) if player.startswith(ROBOT) else stack)
        for seat, (player, stack) in table.seated().items()
        if seat <= seats
    )
    plans = tuple(
        events.SeatPlanned(one.seat, table.plans[one.seat])
        for one in seated
        if one.seat in table.plans
    )
    silent = tuple(one.seat for one in seated if one.seat in table.silent)
    return (AtFloor(events.RoundBegun(number, seated, plans=plans, silent=silent)),)


def _start(
    table: FloorTable, meters: Meters, command: round_asked.StartRound, fresh: Fresh
) -> Outcome:
    """START ROUND closes wagers and words, and the deck is sealed; without words it is dealt too.

    Whoever touches it, the dynamic pays are drawn by the system: from what the deck comes from, or
    at a live table from a fresh seed.
    """
    if table.settings.setup.live:
        chance = dynamic_chance(table.id, table.terminal.number + 1, fresh.seed)
        start = _start_with(table, command.by, chance)
        started = decide_terminal(table.terminal, meters, start)
        return started if isinstance(started, Refused) else feed_here(table.settings.setup, started)
    if table.commitment:
        # Of the old order: it was promised when wagers opened.
        chance = dynamic_chance(table.id, table.terminal.number, _promised(table, fresh))
        return _dealt(table, meters, _start_with(table, command.by, chance), fresh)
    number = table.terminal.number
    sealed = events.DeckSealed(number, commit(table.id, number, fresh.seed))
    after = evolve_floor(table, sealed)
    dealt = _deal(after, meters, command.by, replace(fresh, kept=fresh.seed))
    if isinstance(dealt, Refused):
        return dealt
    # What could be dealt now can be dealt with the words: nothing changes until then.
    return (AtFloor(sealed),) if after.seals else (AtFloor(sealed), *dealt)


def _start_with(table: FloorTable, by: Actor, chance: SeedChance) -> round_asked.StartRound:
    drawn = draw_dynamic(table.settings.setup.table, chance) if wagers_progressive(table) else {}
    return round_asked.StartRound(by=by, dynamic=drawn)


def _deal(table: FloorTable, meters: Meters, by: Actor, fresh: Fresh) -> Outcome:
    """The core's START ROUND and its deal, from the sealed seed and the words that are open."""
    seed = _promised(table, fresh)
    chance = dynamic_chance(table.id, table.terminal.number, seed, table.words)
    return _dealt(table, meters, _start_with(table, by, chance), fresh)


def _dealt(
    table: FloorTable, meters: Meters, start: round_asked.StartRound, fresh: Fresh
) -> Outcome:
    started = decide_terminal(table.terminal, meters, start)
    if isinstance(started, Refused):
        return started
    deck = shuffle(table.id, table.terminal.number, _promised(table, fresh), table.words)
    terminal = _after(table.terminal, started)
    dealt = decide_terminal(terminal, meters, round_asked.DealCards(by=SYSTEM, deck=deck))
    if isinstance(dealt, Refused):
        return dealt
    return (*feed_here(table.settings.setup, started), *dealt)


def wagers_progressive(table: FloorTable) -> bool:
    """Whether anyone has the progressive wager: without it nothing needs to be drawn (PRG-20)."""
    offer, state = table.settings.setup.offer, table.round
    if table.settings.setup.live:
        return bool(table.terminal.lights)
    return (
        offer is not None
        and state is not None
        and any(offer.wager in seat.wagers for seat in state.seats)
    )


def _after(terminal: Terminal, happened: tuple[AtTable | AtMeter, ...]) -> Terminal:
    for one in happened:
        if isinstance(one, AtTable):
            terminal = evolve_terminal(terminal, one.event)
    return terminal


# Words


def _seal_word(table: FloorTable, _meters: Meters, command: asked.SealWord, _f: Fresh) -> Outcome:
    """A seal can be given anew while wagers are open; one that was not opened is the last."""
    if no := _not_their_word(table, command) or _too_often(table, command.seat):
        return no
    if command.seat in table.silent:
        return refuse(Code.WORD_NOT_OPENED)
    return (AtFloor(events.WordSealed(command.seat, command.seal)),)


def _open_word(table: FloorTable, meters: Meters, command: asked.OpenWord, fresh: Fresh) -> Outcome:
    """The last word that is awaited deals the cards."""
    if no := _not_their_word(table, command, "no more bets") or refuse_word(command.word):
        return no
    word = Word(command.seat, command.by.name, command.word)
    if table.seals.get(command.seat) != seal_word(table.id, table.terminal.number, word):
        return refuse(Code.WORD_NOT_SEALED)
    opened = events.WordAdded(word)
    after = evolve_floor(table, opened)
    if after.seals or not _has_seed(table, fresh):
        return (AtFloor(opened),)
    dealt = _deal(after, meters, SYSTEM, fresh)
    return dealt if isinstance(dealt, Refused) else (AtFloor(opened), *dealt)


def _close_words(
    table: FloorTable, meters: Meters, command: asked.CloseWords, fresh: Fresh
) -> Outcome:
    """Words that have not come count as absent. A round whose seed is lost is cut short."""
    if command.by != SYSTEM:
        return not_allowed(command)
    if not table.closing:
        return refuse(Code.NO_SHUFFLE)
    if not _has_seed(table, fresh):
        cancelled = _core(table, meters, round_asked.CancelRound(by=SYSTEM), fresh)
        return cancelled if isinstance(cancelled, Refused) else (*_caused(cancelled, "seed"),)
    missing = tuple(events.WordsMissing(seats) for seats in (tuple(table.seals),) if seats)
    after = reduce(evolve_floor, missing, table)
    dealt = _deal(after, meters, SYSTEM, fresh)
    return dealt if isinstance(dealt, Refused) else (*map(AtFloor, missing), *dealt)


def _has_seed(table: FloorTable, fresh: Fresh) -> bool:
    """Until the cards are dealt the seed is in the memory of one server, and may be lost."""
    seed = fresh.kept
    return seed is not None and commit(table.id, table.terminal.number, seed) == table.commitment


def _add_word(table: FloorTable, _meters: Meters, command: asked.AddWord, _f: Fresh) -> Outcome:
    """A word of the old order, in a round whose seed was drawn when wagers opened."""
    if not table.commitment:
        return refuse(Code.NO_SHUFFLE)
    no = _not_their_word(table, command) or refuse_word(command.word)
    if no := no or _too_often(table, command.seat):
        return no
    word = Word(command.seat, command.by.name, command.word)
    return (AtFloor(events.WordAdded(word)),)


def _not_their_word(
    table: FloorTable,
    command: asked.SealWord | asked.OpenWord | asked.AddWord,
    phase: Phase = "wagers",
) -> Refused | None:
    state = table.round
    if state is None or table.phase is None:
        return refuse(Code.NO_SHUFFLE)
    if table.phase != phase:
        return refuse(Code.NOT_NOW, phase=table.phase)
    if not 1 <= command.seat <= len(state.seats):
        return refuse(Code.NO_SEAT, seat=command.seat, seats=len(state.seats))
    player = state.seat(command.seat).player
    if command.by.role != "player" or player != command.by.name:
        return refuse(Code.SEAT_NOT_YOURS, seat=command.seat)
    return None


def _place(
    table: FloorTable, meters: Meters, command: round_asked.PlaceWagers, fresh: Fresh
) -> Outcome:
    return _too_often(table, command.seat) or _core(table, meters, command, fresh)


def _too_often(table: FloorTable, seat: int) -> Refused | None:
    """Each change is on record for good, so there is an end to them."""
    if table.changes.get(seat, 0) < MOST_CHANGES:
        return None
    return refuse(Code.CHANGES, most=MOST_CHANGES)


def _change_duty(_t: FloorTable, _m: Meters, command: asked.ChangeDuty, _f: Fresh) -> Outcome:
    """Whoever deals says so, by the name that they have signed in with."""
    if command.by.role not in RUNNERS:
        return not_allowed(command, *RUNNERS)
    if not command.by.name:
        return refuse(Code.NEEDS_NAME)
    return (AtFloor(events.DutyChanged(command.by.name, command.on)),)


# Seats


def _sit_down(
    table: FloorTable, meters: Meters, command: round_asked.SitDown, fresh: Fresh
) -> Outcome:
    """At a practice table anyone sits down, with its play money; elsewhere the dealer seats."""
    if not table.settings.practice:
        return refuse(Code.SEATED_BY_DEALER)
    if command.by.name.startswith(ROBOT):
        return refuse(Code.ROBOT_NAME)
    if command.stack != table.settings.buy_in:
        return refuse(Code.BUY_IN_FIXED, buy_in=table.settings.buy_in)
    return _core(table, meters, command, fresh)


def _seat_player(
    table: FloorTable, meters: Meters, command: asked.SeatPlayer, fresh: Fresh
) -> Outcome:
    if command.by.role not in RUNNERS:
        return not_allowed(command, *RUNNERS)
    if not command.player.strip():
        return refuse(Code.NO_ACCOUNT, name="")
    if command.player.startswith(ROBOT):
        return refuse(Code.ROBOT_NAME)
    if table.settings.practice and command.stack != table.settings.buy_in:
        return refuse(Code.BUY_IN_FIXED, buy_in=table.settings.buy_in)
    if isinstance(command.stack, int) and not 0 <= command.stack <= LARGEST_BUY_IN:
        return refuse(Code.BUY_IN, most=LARGEST_BUY_IN)
    sit = round_asked.SitDown(
        by=Actor("player", command.player), seat=command.seat, stack=command.stack
    )
    return _core(table, meters, sit, fresh)


def _unseat_player(
    table: FloorTable, meters: Meters, command: asked.UnseatPlayer, fresh: Fresh
) -> Outcome:
    """The dealer frees a seat; the system that of who planned to leave, or a guest who has gone.

    Wagers that are down are the player's: only they take them back, or the guest's that has gone.
    """
    planned = table.plans.get(command.seat) == "leave"
    by_itself = command.by.role == "system" and (table.settings.practice or planned)
    if command.by.role not in RUNNERS and not by_itself:
        return not_allowed(command, *RUNNERS)
    if not by_itself and (staked := _wagers_down(table, command.seat)):
        player = table.seated()[command.seat][0]
        return refuse(Code.WAGERS_DOWN, player=player, staked=staked)
    return _stand(table, meters, command.seat, fresh)


def _wagers_down(table: FloorTable, seat: int) -> Cents:
    """What lies on the layout before a seat."""
    state = table.round
    return state.seat(seat).staked if state is not None and seat in table.seated() else 0


def _stand(table: FloorTable, meters: Meters, seat: int, fresh: Fresh) -> Outcome:
    player = table.seated().get(seat, ("", 0))[0]
    if not player:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if table.closed:
        # No round is at hand; a table that was closed with people at it lets them go.
        return (AtTable(SeatLeft(seat)),)
    stand = round_asked.StandUp(by=Actor("player", player), seat=seat)
    return _core(table, meters, stand, fresh)


def _stand_up(
    table: FloorTable, meters: Meters, command: round_asked.StandUp, fresh: Fresh
) -> Outcome:
    player = table.seated().get(command.seat, ("", 0))[0]
    if table.closing:
        return refuse(Code.LEAVE_LATER)
    if not table.closed or not player:
        return _core(table, meters, command, fresh)
    if command.by != Actor("player", player):
        return refuse(Code.SEAT_NOT_YOURS, seat=command.seat)
    return _stand(table, meters, command.seat, fresh)


def _plan_seat(table: FloorTable, meters: Meters, command: asked.PlanSeat, fresh: Fresh) -> Outcome:
    """Sitting out and leaving wait for the round at hand; while wagers are open they are at once.

    Whoever sits out is not waited for, and plays on by placing wagers.
    """
    state, seat = table.round, command.seat
    if state is None:
        return refuse(Code.NO_ROUND)
    player = table.seated().get(seat, ("", 0))[0]
    if not player:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if command.by != Actor("player", player):
        return refuse(Code.SEAT_NOT_YOURS, seat=seat)
    if table.plans.get(seat, "play") == command.plan:
        return refuse(Code.PLAN_SAME, seat=seat)
    if command.plan != "leave" and (no := _too_often(table, seat)):
        # Who wants to leave may always.
        return no
    planned = (AtFloor(events.SeatPlanned(seat, command.plan)),)
    if table.phase != "wagers" or command.plan == "play":
        return planned
    if command.plan == "leave":
        return _stand(table, meters, seat, fresh)
    if not state.seat(seat).plays:
        return planned
    back = _core(table, meters, round_asked.TakeBackWagers(by=command.by, seat=seat), fresh)
    return back if isinstance(back, Refused) else (*back, *planned)


def _seat_robot(
    table: FloorTable, meters: Meters, command: asked.SeatRobot, fresh: Fresh
) -> Outcome:
    if not table.settings.practice:
        return refuse(Code.ROBOT_PRACTICE)
    by = Actor("player", f"{ROBOT}{command.seat}")
    sit = round_asked.SitDown(by=by, seat=command.seat, stack=robot_stack(table))
    return _core(table, meters, sit, fresh)


def robot_stack(table: FloorTable) -> Cents:
    """What a robot has at the start of each round: enough for many, whatever the limits are."""
    layout = table.settings.setup.table
    most = sum(offer.limits.most for offer in layout.offers)
    ante = layout.offer("ante")
    multiple = max(max(decision.most) for decision in layout.rules.decisions)
    largest_bet = ante.limits.most * multiple if ante is not None else 0
    return max(ROBOT_STACK, ROBOT_ROUNDS * (most + largest_bet))


def _unseat_robot(
    table: FloorTable, meters: Meters, command: asked.UnseatRobot, fresh: Fresh
) -> Outcome:
    player = table.seated().get(command.seat, ("", 0))[0]
    if not player.startswith(ROBOT):
        return refuse(Code.ROBOT_NONE, seat=command.seat)
    return _stand(table, meters, command.seat, fresh)


_RULES: Mapping[type, Callable[[FloorTable, Meters, Any, Fresh], Outcome]] = {
    asked.SetTable: _set_table,
    asked.CloseTable: _close,
    asked.BeginRound: _begin,
    asked.SealWord: _seal_word,
    asked.OpenWord: _open_word,
    asked.CloseWords: _close_words,
    asked.AddWord: _add_word,
    asked.ChangeDuty: _change_duty,
    round_asked.PlaceWagers: _place,
    asked.SeatPlayer: _seat_player,
    asked.UnseatPlayer: _unseat_player,
    asked.PlanSeat: _plan_seat,
    asked.SeatRobot: _seat_robot,
    asked.UnseatRobot: _unseat_robot,
    round_asked.SitDown: _sit_down,
    round_asked.StandUp: _stand_up,
    round_asked.StartRound: _start,
    terminal_asked.ApproveJackpot: _with_slip,
    terminal_asked.ApproveBonus: _with_slip,
    terminal_asked.ClaimLate: _with_slip,
}
