"""Laws that hold in every round, whatever is asked of it: money, replay, secrecy, refusals.

Rounds are driven by lists of steps. A step is either a wild command, legal or not, or a number:
the seed of the next sensible command, so that most rounds get somewhere. The runs are the same
every time, and a failure prints its steps.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from longsuit.cards import DECK, card_name, card_names
from longsuit.games.table import Limits, Table, make_table
from longsuit.money import share_out
from longsuit.round import commands as ask
from longsuit.round.actions import Action, legal_actions
from longsuit.round.codec import decode, encode
from longsuit.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.round.decide import Refused, decide, open_round
from longsuit.round.events import AnyEvent, RoundOpened
from longsuit.round.evolve import evolve_all, replay
from longsuit.round.state import Round, Seat
from longsuit.round.view import PUBLIC, Viewer, feed, view

# Shrinking fifty steps takes minutes; the steps as found are enough to play a failure again.
REPEATABLE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    phases=(Phase.explicit, Phase.generate),
)

D01A = "PT-PRG-HCF-D01a"
TABLES: dict[str, Table] = {
    "ctf": make_table("ctf"),
    "ctf, face up, two seats a player": make_table("ctf", face_up=True, seats_per_player=2),
    "ctf, three seats, no stax, pays in thirds": make_table(
        "ctf",
        seats=3,
        without=("stax",),
        paytables={"same-suit": "7=400,5=7/3,4=1/3"},
        limits={"same-suit": Limits(3_00, 30_00, 3)},
    ),
    "hcf": make_table("hcf", bonus_cap=50_000_00),
    "hcf, two seats a player, small cap": make_table("hcf", seats_per_player=2, bonus_cap=9_99),
    "hcf, face up, raise step": make_table("hcf", face_up=True, raise_step=1_50),
    "hcf, envy": make_table(
        "hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"}, progressive_mandatory=True
    ),
    "hcf, dynamic": make_table(
        "hcf",
        paytables={"progressive": D01A},
        progressive_mandatory=True,
        limits={"flush-bonus": Limits(1_00, 20_00, 1)},
    ),
}
PLAYERS = ("ann", "bob", "cyd", "dan")
BETS = ("bet_1x", "bet_2x", "bet_3x", "raise", "raise_1x", "raise_2x", "raise_3x")
ACTIONS = (*BETS, "check", "fold", "wager", "take_back", "bet", "bet_4x", "raise_0x", "", "CHECK")
PHASES = ("wagers", "no more bets", "decisions", "reveal", "settled", "ended", "cancelled")
WAGERS = ("ante", "xtra", "same-suit", "stax", "flush-bonus", "straight-flush-bonus")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

# Wild commands

seat_numbers = st.integers(-2, 9)
amounts = st.sampled_from(
    (-(10**15), -5_00, -1, 0, 1, 99, 1_00, 5_00, 10_00, 12_34, 500_00, 500_01, 10**15)
)
actors = st.one_of(
    st.sampled_from([Actor("player", name) for name in (*PLAYERS, "eve", "")]),
    st.sampled_from([DEALER, SYSTEM, Actor("supervisor", "sue"), Actor("dealer", "ann")]),
)
BAD_DECKS = ((), DECK[:51], (*DECK[:51], 0), (*DECK, 0), (-1, *DECK[1:]), (52,) * 52)
decks = st.one_of(
    st.integers(0, 999).map(lambda seed: tuple(random.Random(seed).sample(DECK, 52))),
    st.sampled_from((DECK, *BAD_DECKS)),
)
wager_maps = st.dictionaries(st.sampled_from((*WAGERS, "progressive", "", "raise")), amounts)
dynamics = st.dictionaries(st.sampled_from(("", "3-card straight flush", "7-card flush")), amounts)
wild_commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(ask.SitDown, by=actors, seat=seat_numbers, stack=amounts),
    st.builds(ask.StandUp, by=actors, seat=seat_numbers),
    st.builds(ask.PlaceWagers, by=actors, seat=seat_numbers, wagers=wager_maps),
    st.builds(ask.TakeBackWagers, by=actors, seat=seat_numbers),
    st.builds(ask.StartRound, by=actors, dynamic=dynamics),
    st.builds(ask.DealCards, by=actors, deck=decks),
    st.builds(
        ask.Act,
        by=actors,
        seat=seat_numbers,
        action=st.sampled_from(ACTIONS),
        amount=st.one_of(st.none(), amounts),
    ),
    st.builds(ask.LetTimePass, by=actors, seat=seat_numbers),
    st.builds(
        ask.PayAward, by=actors, seat=seat_numbers, wager=st.sampled_from(WAGERS), amount=amounts
    ),
    st.builds(ask.EndRound, by=actors),
    st.builds(ask.CancelRound, by=actors.filter(lambda actor: actor.role != "system")),
)
Step = int | Command
seeds = st.integers(0, 2**32 - 1)
sensible_steps: st.SearchStrategy[list[Step]] = st.lists(seeds, min_size=35, max_size=45).map(list)
some_wild = st.tuples(*[seeds] * 5, wild_commands).map(list)
any_steps: st.SearchStrategy[list[Step]] = st.lists(some_wild, min_size=7, max_size=9).map(
    lambda groups: [step for group in groups for step in group]
)


# Sensible commands


def random_wagers(rng: random.Random, state: Round, seat: Seat) -> dict[str, int]:
    wagers = {}
    for offer in state.table.offers:
        if offer.mandatory or rng.random() < 0.5:
            steps = min(3, (offer.limits.most - offer.limits.least) // offer.limits.step)
            wagers[offer.wager] = offer.limits.least + rng.randint(0, steps) * offer.limits.step
    if "xtra" in wagers:
        wagers["xtra"] = wagers["ante"]
    return wagers


def opening(name: str, seed: int) -> RoundOpened:
    """Some seats are taken from the round before, with more or less money."""
    table, rng = TABLES[name], random.Random(seed)
    places = rng.sample(range(1, table.seats + 1), rng.choice((1, 2, 3, min(4, table.seats))))
    names = rng.sample(PLAYERS * table.seats_per_player, len(places))
    if table.seats_per_player == 1:
        names = rng.sample(PLAYERS, len(places))
    stacks = rng.choices((0, 12_00, 60_00, 200_00, 900_00, 900_00), k=len(places))
    return open_round(table, 7, dict(zip(places, zip(names, stacks, strict=True), strict=True)))


openings = st.builds(opening, st.sampled_from(sorted(TABLES)), seeds)


def before_the_deal(rng: random.Random, state: Round) -> Command:
    free = [n for n, seat in enumerate(state.seats, 1) if seat.player is None]
    idle = [n for n, seat in enumerate(state.seats, 1) if seat.player and not seat.plays]
    if free and (len(free) == len(state.seats) or rng.random() < 0.1):
        by, stack = Actor("player", rng.choice(PLAYERS)), rng.choice((0, 12_00, 60_00, 900_00))
        return ask.SitDown(by=by, seat=rng.choice(free), stack=stack)
    if idle and (not state.playing or rng.random() < 0.85):
        number = rng.choice(idle)
        seat = state.seat(number)
        by = Actor("player", seat.player or "")
        return ask.PlaceWagers(by=by, seat=number, wagers=random_wagers(rng, state, seat))
    if rng.random() < 0.1:
        number = rng.choice([n for n, seat in enumerate(state.seats, 1) if seat.player])
        back = rng.choice((ask.StandUp, ask.TakeBackWagers))
        return back(by=Actor("player", state.seat(number).player or ""), seat=number)
    paytables = [offer.paytable for offer in state.table.offers if offer.paytable]
    dynamic = {"3-card straight flush": 20_00} if any(t.id == D01A for t in paytables) else {}
    return ask.StartRound(by=DEALER, dynamic=dynamic)


def random_deck(rng: random.Random) -> tuple[int, ...]:
    """A shuffle, or now and then the suits nearly in a row: long flushes and runs."""
    noise = rng.choice((0, 0, 1, 2, 12, 60))
    if noise == 0:
        return tuple(rng.sample(DECK, 52))
    first = rng.randrange(52)
    return tuple(sorted(DECK, key=lambda card: (card - first) % 52 + rng.random() * noise))


def sensible(state: Round, rng: random.Random) -> Command:
    if state.phase == "wagers":
        return before_the_deal(rng, state)
    if rng.random() < 0.02:
        return ask.CancelRound(by=DEALER, reason="misdeal")
    if state.phase == "no more bets":
        return ask.DealCards(by=SYSTEM, deck=random_deck(rng))
    if state.phase == "decisions":
        number = state.turn
        if rng.random() < 0.15:
            return ask.LetTimePass(by=SYSTEM, seat=number)
        action = rng.choice(legal_actions(state, number))
        steps = (action.most - action.least) // action.step
        amount = action.least + rng.randint(0, steps) * action.step
        by = Actor("player", state.seat(number).player or "")
        return ask.Act(by=by, seat=number, action=action.name, amount=amount)
    if state.due:
        first, amount = state.due[0], rng.randint(0, 99_999)
        return ask.PayAward(by=DEALER, seat=first.seat, wager=first.wager, amount=amount)
    return ask.EndRound(by=DEALER)


@dataclass
class Walk:
    """A round being led through steps."""

    opened: RoundOpened
    events: list[AnyEvent] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events.append(self.opened)
        self.state = replay(self.events)

    def go(self, steps: Iterable[Step]) -> Iterator[tuple[Round, Command, Refused | None]]:
        """Each command with the round before it and the refusal, if it was refused."""
        for step in steps:
            # The place in the round counts too, so that a repeated number is no repeated step.
            at = len(self.commands)
            if isinstance(step, int):
                command = sensible(self.state, random.Random(step * 100 + at))
            else:
                command = step
            before, answer = self.state, decide(self.state, command)
            self.commands.append(command)
            if isinstance(answer, Refused):
                yield before, command, answer
            else:
                assert answer, f"{command} led to nothing"
                self.events.extend(answer)
                self.state = evolve_all(before, answer)
                yield before, command, None


def walked(opened: RoundOpened, steps: Iterable[Step]) -> Walk:
    walk = Walk(opened)
    for _ in walk.go(steps):
        pass
    return walk


def as_bytes(thing: Any) -> bytes:
    return msgspec.json.encode(thing, enc_hook=str, order="deterministic")


def sights(walk: Walk) -> Iterator[str]:
    """What there was to see in a round."""
    state = walk.state
    yield from {type(event).__name__ for event in walk.events}
    yield f"{state.table.game}, {state.phase}"
    dealt = [seat for seat in state.seats if seat.cards]
    if len(dealt) > 2:
        yield "three hands or more"
    if len({seat.player for seat in dealt}) < len(dealt):
        yield "a player with two hands"
    if state.phase == "cancelled" and dealt:
        yield "cancelled after the deal"
    if state.settlement:
        bare = {"ante", "xtra"}
        yield f"face up {state.table.face_up}"
        yield f"folded, nothing rides {any(s.folded and s.wagers.keys() <= bare for s in dealt)}"
        yield f"folded, a wager rides {any(s.folded and s.wagers.keys() - bare for s in dealt)}"
        yield f"envy {bool(state.settlement.envies)}"
        yield f"cap {bool(state.settlement.cut)}"


EVERYWHERE = {
    *("SeatTaken", "SeatLeft", "WagersPlaced", "WagersTakenBack", "RoundStarted", "HandDealt"),
    *("BoardDealt", "ActionTaken", "HandsRevealed", "RoundSettled", "AwardPaid", "RoundEnded"),
    *("three hands or more", "a player with two hands", "cancelled after the deal"),
    *("face up True", "face up False", "envy True", "cap True"),
    *("folded, nothing rides True", "folded, a wager rides True"),
    *(f"{game}, {end}" for game in ("chase-the-flush", "high-card-flush") for end in PHASES[-2:]),
}


def test_the_walks_get_everywhere() -> None:
    """The laws below would hold of rounds in which nothing happens: these are not such rounds."""
    seen: Counter[str] = Counter()

    @REPEATABLE
    @given(openings, any_steps)
    def look(opened: RoundOpened, steps: list[Step]) -> None:
        seen.update(sights(walked(opened, steps)))

    look()
    missing = sorted(sight for sight in EVERYWHERE if not seen[sight])
    assert not missing, f"never came up: {missing}"
    assert seen["RoundSettled"] > 100, seen


# (a) Money


def brought(walk: Walk, steps: list[Step]) -> Iterator[int]:
    """What the players have brought or been awarded by then, less what they took home."""
    total = sum(taken.stack for taken in walk.opened.seated)
    for before, command, refused in walk.go(steps):
        if refused is None and isinstance(command, ask.SitDown):
            total += command.stack
        if refused is None and isinstance(command, ask.StandUp):
            seat = before.seat(command.seat)
            total -= seat.stack + sum(seat.wagers.values())
        if refused is None and isinstance(command, ask.PayAward):
            total += command.amount
        yield total


@REPEATABLE
@given(openings, any_steps)
@pytest.mark.rule("FL-11", "TBL-1")
def test_money_is_neither_made_nor_lost(opened: RoundOpened, steps: list[Step]) -> None:
    walk = Walk(opened)
    for total in brought(walk, steps):
        state = walk.state
        stacks = sum(seat.stack for seat in state.seats)
        on_table = sum(seat.staked for seat in state.seats)
        if state.settlement is None:
            assert stacks + on_table == total
            continue
        results, envies = state.settlement.results, state.settlement.envies
        house = sum(r.stake - r.returned for r in results) - sum(e.amount for e in envies)
        assert stacks + house == total
        assert sum(r.stake for r in results) == on_table


@REPEATABLE
@given(openings, sensible_steps)
@pytest.mark.rule("FL-11")
def test_every_amount_is_whole_cents(opened: RoundOpened, steps: list[Step]) -> None:
    for event in walked(opened, steps).events:
        for value in leaves(msgspec.to_builtins(event, enc_hook=str)):
            assert not isinstance(value, float), event


@REPEATABLE
@given(openings, sensible_steps)
@pytest.mark.rule("TBL-1")
def test_cancel_gives_every_seat_its_own_money_back(opened: RoundOpened, steps: list[Step]) -> None:
    walk = Walk(opened)
    for before, _, _ in walk.go(steps):
        if before.phase not in ("wagers", "no more bets", "decisions"):
            break
        events = decide(before, ask.CancelRound(by=DEALER))
        assert not isinstance(events, Refused)
        after = evolve_all(before, events)
        assert after.phase == "cancelled"
        assert [s.stack for s in after.seats] == [s.stack + s.staked for s in before.seats]
        assert not any(seat.staked for seat in after.seats)


# (b) Replay


@REPEATABLE
@given(openings, any_steps)
def test_replay_gives_the_live_round_also_from_bytes(
    opened: RoundOpened, steps: list[Step]
) -> None:
    walk = walked(opened, steps)
    assert replay(walk.events) == walk.state
    read = [decode(encode(event)) for event in walk.events]
    assert read == walk.events
    assert replay(read) == walk.state
    assert [encode(event) for event in read] == [encode(event) for event in walk.events]


# (c) Secrecy


def leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = [*tree, *tree.values()]
    if not isinstance(tree, (list, tuple, set, frozenset)):
        yield tree
        return
    for branch in tree:
        yield from leaves(branch)


def cards_in(tree: Any) -> set[str]:
    """Every card that the tree shows: by name in any text, or as a number in any list."""
    found = {name for leaf in leaves(tree) if isinstance(leaf, str) for name in CARD.findall(leaf)}
    branches = [tree]
    while branches:
        branch = branches.pop()
        if isinstance(branch, dict):
            branches.extend(branch.values())
        elif isinstance(branch, list):
            branches.extend(branch)
            found |= {
                card_name(one) if 0 <= one < 52 else f"card {one}"
                for one in branch
                if isinstance(one, int)
            }
    return found


def positions(state: Round) -> tuple[dict[int, list[int]], list[int], list[int]]:
    """Where in the deck lie the seats' cards, the dealer's, and the board's on the table."""
    if not state.deck:
        return {}, [], []
    hole = {"chase-the-flush": 3, "high-card-flush": 7}[state.table.game]
    dealt = [number for number, seat in enumerate(state.seats, 1) if seat.cards]
    hands = {n: list(range(at * hole, at * hole + hole)) for at, n in enumerate(dealt)}
    start = len(dealt) * hole
    acted = [state.seat(n) for n in dealt]
    board = 0
    if hole == 3:
        # The flop after every seat has acted once, turn and river once none may check again.
        flop = all(seat.actions for seat in acted)
        river = all(len(s.actions) > 1 or "bet_3x" in s.actions for s in acted)
        board = 2 * flop + 2 * (flop and river)
    first = start + hole
    return hands, list(range(start, first)), list(range(first, first + board))


def visible(state: Round, viewer: Viewer) -> set[int]:
    """The places in the deck of the cards that the rules show the viewer by now."""
    hands, dealer, board = positions(state)
    seen = set(board)
    shown = state.phase in ("settled", "ended")
    for number, places in hands.items():
        seat = state.seat(number)
        rides = set(seat.wagers) - {"ante", "xtra"}
        mine = viewer.player is not None and seat.player == viewer.player
        if mine or state.table.face_up or (shown and (rides or not seat.folded)):
            seen |= set(places)
    return seen | set(dealer) if shown else seen


VIEWERS = [PUBLIC, Viewer("eve"), Viewer(""), *map(Viewer, PLAYERS)]


@REPEATABLE
@given(openings, any_steps)
@pytest.mark.rule("TBL-4", "HCF-11", "CTF-22")
def test_nobody_is_shown_a_card_too_early(opened: RoundOpened, steps: list[Step]) -> None:
    walk = Walk(opened)
    for _, _, refused in walk.go(steps):
        state = walk.state
        for viewer in () if refused else VIEWERS:
            allowed = {card_name(state.deck[at]) for at in visible(state, viewer)}
            seen = cards_in(msgspec.json.decode(as_bytes(view(state, viewer))))
            assert seen == allowed, f"{viewer} {state.phase}"
    for viewer in VIEWERS:
        told = [e for e in feed(walk.events, viewer) if not isinstance(e, RoundOpened)]
        heard = cards_in(msgspec.json.decode(as_bytes(told)))
        allowed = {card_name(walk.state.deck[at]) for at in visible(walk.state, viewer)}
        assert heard == allowed, f"the feed of {viewer}"


@REPEATABLE
@given(openings, sensible_steps, st.sampled_from(VIEWERS), seeds)
@pytest.mark.rule("TBL-4", "HCF-11")
def test_hidden_cards_change_nothing_that_is_seen(
    opened: RoundOpened, steps: list[Step], viewer: Viewer, seed: int
) -> None:
    """Two rounds that differ in hidden cards alone look the same, to the last byte."""
    walk = walked(opened, steps)
    if not walk.state.deck:
        return
    rng, deck = random.Random(seed), list(walk.state.deck)
    hidden = sorted(set(range(52)) - visible(walk.state, viewer))
    mixed = rng.sample(hidden, len(hidden))
    for place, other in zip(hidden, mixed, strict=True):
        deck[place] = walk.state.deck[other]
    twin = Walk(opened)
    for asked in walk.commands:
        deals = isinstance(asked, ask.DealCards)
        command = ask.DealCards(by=SYSTEM, deck=tuple(deck)) if deals else asked
        for _, _, refused in twin.go([command]):
            if refused and isinstance(command, ask.Act):
                return  # another seat's bet is not open to its new cards: no such twin
    assert card_names(twin.state.deck) == card_names(deck)
    assert as_bytes(view(twin.state, viewer)) == as_bytes(view(walk.state, viewer))
    assert as_bytes(feed(twin.events, viewer)) == as_bytes(feed(walk.events, viewer))


# (d) Anything may be asked


def check_round(before: Round, after: Round) -> None:
    """What holds of every round, and of every change of one."""
    assert PHASES.index(after.phase) >= PHASES.index(before.phase)
    assert (after.table, after.number) == (before.table, before.number)
    dealt = [*after.dealer, *after.board, *(c for seat in after.seats for c in seat.cards)]
    assert len(set(dealt)) == len(dealt)
    assert (after.turn != 0) == (after.phase == "decisions")
    for then, now in zip(before.seats, after.seats, strict=True):
        assert now.stack >= 0
        assert sum(action in BETS for action in now.actions) == (
            now.actions[-1:] != () and now.actions[-1] in BETS
        )
        assert "fold" not in now.actions[:-1]
        assert then.folded <= now.folded
        if before.phase != "wagers" and after.phase != "cancelled":
            assert (then.player, then.wagers) == (now.player, now.wagers)
            assert then.cards in ((), now.cards)
            assert then.bet in (0, now.bet)
            assert now.actions[: len(then.actions)] == then.actions


@REPEATABLE
@given(openings, any_steps)
@pytest.mark.rule("TBL-2", "CTF-8")
def test_any_command_is_taken_or_refused_and_breaks_nothing(
    opened: RoundOpened, steps: list[Step]
) -> None:
    walk = Walk(opened)
    kept = as_bytes(walk.state)
    for before, command, refused in walk.go(steps):
        assert as_bytes(before) == kept, "deciding changed the round before"
        if refused is None:
            check_round(before, walk.state)
        else:
            assert walk.state is before
            assert refused.reason.strip(), command
        kept = as_bytes(walk.state)


@REPEATABLE
@given(openings, sensible_steps)
@pytest.mark.rule("TBL-2")
def test_what_one_role_may_do_the_wrong_one_may_not(opened: RoundOpened, steps: list[Step]) -> None:
    """Every command that was taken is asked again by others, and the deal with other decks."""
    walk = Walk(opened)
    runners = [Actor("dealer", "ann"), Actor("supervisor", "sue"), SYSTEM]
    for before, command, refused in walk.go(steps):
        if refused or isinstance(command, ask.SitDown):
            continue
        wrong = [Actor("player", name) for name in (*PLAYERS, "eve", "") if name != command.by.name]
        if command.by.role == "player":
            wrong += runners
        if isinstance(command, ask.DealCards):
            wrong += runners[:2]
            for deck in BAD_DECKS:
                assert isinstance(decide(before, ask.DealCards(by=SYSTEM, deck=deck)), Refused)
        for actor in wrong:
            asked = msgspec.structs.replace(command, by=actor)
            assert isinstance(decide(before, asked), Refused), asked


@REPEATABLE
@given(openings, any_steps, seeds)
@pytest.mark.rule("TBL-3")
def test_time_up_gives_the_free_action(opened: RoundOpened, steps: list[Step], seed: int) -> None:
    walk = walked(opened, steps[: seed % len(steps)])
    state = walk.state
    if state.phase != "decisions":
        return
    number, last = state.turn, state.table.game == "high-card-flush" or len(state.board) == 4
    events = decide(state, ask.LetTimePass(by=SYSTEM, seat=number))
    assert not isinstance(events, Refused)
    seat = evolve_all(state, events).seat(number)
    assert seat.actions == (*state.seat(number).actions, "fold" if last else "check")
    assert seat.folded == last
    player = Actor("player", seat.player or "")
    assert isinstance(decide(state, ask.LetTimePass(by=player, seat=number)), Refused)


# (e) What is listed is what is open


def tries(action: Action) -> set[int]:
    second = min(action.least + action.step, action.most)
    return {action.least, action.most, second}


@REPEATABLE
@given(openings, sensible_steps)
@pytest.mark.rule("TBL-2")
def test_listed_actions_are_open_and_no_others(opened: RoundOpened, steps: list[Step]) -> None:
    walk = Walk(opened)
    for _ in walk.go(steps):
        state = walk.state
        for number, seat in enumerate(state.seats, 1):
            listed = {a.name: a for a in legal_actions(state, number)}
            by = Actor("player", seat.player or "")
            if state.phase != "decisions" or number != state.turn:
                assert state.phase == "wagers" or not listed
                listed = {}
            for name in ACTIONS:
                amounts: set[int | None] = {None, -1, 0, 1}
                good: set[int | None] = set()
                if name in listed:
                    action = listed[name]
                    good = {None, *tries(action)}
                    amounts |= good | {action.least - 1, action.most + 1, action.most + action.step}
                    amounts -= {action.least + 1} if action.step == 1 else set()
                    good |= {a for a in amounts if a == action.least}
                for amount in amounts:
                    asked = ask.Act(by=by, seat=number, action=name, amount=amount)
                    refused = isinstance(decide(state, asked), Refused)
                    assert refused == (amount not in good), asked


@REPEATABLE
@given(st.sampled_from(sorted(TABLES)), st.integers(0, 60_00))
def test_a_listed_wager_can_be_placed(name: str, stack: int) -> None:
    """Every amount listed stands, beside the least that is mandatory with it."""
    table = TABLES[name]
    state = replay([open_round(table, 1, {1: ("ann", stack)})])
    for action in legal_actions(state, 1):
        for amount in tries(action):
            wagers = {o.wager: o.limits.least for o in table.offers if o.mandatory}
            wagers[action.wager] = amount
            if "xtra" in wagers:
                wagers["ante"] = wagers["xtra"] = max(wagers["ante"], wagers["xtra"])
            answer = decide(
                state, ask.PlaceWagers(by=Actor("player", "ann"), seat=1, wagers=wagers)
            )
            assert not isinstance(answer, Refused), f"{wagers} of {stack}: {answer}"


# (f) Cutting an amount in proportion


@REPEATABLE
@given(st.lists(st.integers(0, 10**9), max_size=12), st.integers(0, 10**9))
@pytest.mark.rule("HCF-10", "FL-11")
def test_share_out_is_exact_and_in_proportion(parts: list[int], total: int) -> None:
    cut = share_out(total, parts)
    assert len(cut) == len(parts)
    if not sum(parts):
        assert not any(cut)
        return
    assert sum(cut) == total
    for part, got in zip(parts, cut, strict=True):
        assert abs(got - Fraction(total * part, sum(parts))) < 1
    for one, other in zip(range(len(parts)), range(1, len(parts)), strict=False):
        if parts[one] == parts[other]:
            assert cut[one] >= cut[other], "among equals the earlier part comes first"
