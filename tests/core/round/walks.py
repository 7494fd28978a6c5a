"""Walks through a round: random commands, sensible or not, for the laws to be checked on."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis import Phase, settings
from hypothesis import strategies as st
from tests.extent import extent

from longsuit.core.cards import DECK
from longsuit.core.games.table import Limits, Table, make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent, RoundOpened
from longsuit.core.round.evolve import evolve_all, replay
from longsuit.core.round.state import Round, Seat

# Shrinking fifty steps takes minutes; the steps as found are enough to play a failure again.
REPEATABLE = settings(
    max_examples=extent(50, 150),
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
    noise = rng.choice((0, 1, 1, 2, 12, 60))
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
