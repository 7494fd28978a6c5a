"""The slow twin: rounds that a kernel has dealt, played at a table of the real house.

The round core decides and settles, the terminal claims and pays, the meters run: everything that
the kernels do in another way. Strategies of random bits stand in for real ones: a look-up in the
wrong place answers differently half of the time.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import class_count, shapes
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.chunk import Batch
from longsuit.analysis.simulate.setting import Setting
from longsuit.core.cards import DECK
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.dealer import ask, end_round, pay_jackpots
from longsuit.core.progressive.house import House
from longsuit.core.progressive.meter import contribution
from longsuit.core.progressive.must_hit import Cycle, Secret, trigger, winner
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import SYSTEM, Actor
from longsuit.core.round.state import Round

TABLE = "T"
DEE = Actor("dealer", "Dee")
STACK = 10**9

Array = NDArray[Any]


# Strategies of random bits


def random_strategy(game: str, rules: MainRules | None = None, seed: int = 1) -> Strategy:
    """Random decisions for every hand, all of them allowed."""
    definition = find_game(game)
    known = payoffs(definition, rules or definition.rules)
    about = {"form": 1, "game": definition.id, "actions": [*known.names, "fold"]}
    rng = np.random.default_rng(seed)
    if definition.board:
        return Strategy(about, _chase_bits(rng))
    hands = np.empty(class_count(), np.uint8)
    fold = len(known.names)
    starts = [shape.start for shape in shapes()] + [len(hands)]
    for shape, end in zip(shapes(), starts[1:], strict=True):
        options = [*np.flatnonzero(known.allowed[shape.sizes[0]]).tolist(), fold]
        hands[shape.start : end] = rng.choice(options, end - shape.start)
    return Strategy(about, {"hands": hands})


def _chase_bits(rng: np.random.Generator) -> dict[str, Array]:
    flops, boards = _classes(2), _classes(4)
    width = -(-22_100 // 8)
    return {
        "opening": rng.integers(0, 256, width, np.uint8) & rng.integers(0, 256, width, np.uint8),
        "flops": flops,
        "flop": rng.integers(0, 256, (len(flops), width), np.uint8),
        "boards": boards,
        "river": rng.integers(0, 256, (len(boards), width), np.uint8),
    }


@cache
def _classes(size: int) -> Array:
    """Sets of cards up to suits, each by the member that comes first."""
    sets = np.array(list(combinations(range(52), size)), np.int64)
    weights = 64 ** np.arange(size)
    own = np.sort(sets, axis=1) @ weights
    first = np.ones(len(sets), np.bool_)
    for order in permutations(range(4)):
        left = sets[first]
        moved = np.sort(np.array(order)[left // 13] * 13 + left % 13, axis=1) @ weights
        first[first] = moved >= own[first]
    found: Array = sets[first].astype(np.uint8)
    return found


# The house


class HouseSecrets:
    """The Must Hit secrets of a house, known ahead because its chance is seeded."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._number = 0

    def trigger(self, above: int, by: int) -> int:
        self._number += 1
        self._secret = Secret(self._chance.randbytes(32))
        self._cycle = Cycle(f"{TABLE}/{MYSTERY_METER}", self._number, above, by)
        return trigger(self._cycle, self._secret)

    def winner(self, number: int, seats: int, /) -> int:
        return winner(self._cycle, self._secret, TABLE, number, range(1, seats + 1)) - 1


class TwinTable:
    """A dealt table of a real house."""

    def __init__(self, setting: Setting, seed: int = 0) -> None:
        self.setting = setting
        self.house = House(random.Random(seed).randbytes)
        self.house.open_table(TABLE, setting.table, must_hit=setting.must_hit)
        self.played = 0

    def skip(self, rounds: int) -> None:
        """Rounds in which nothing is awarded: all they do to the house is to contribute."""
        wagers = rounds * self.setting.table.seats
        for name, meter in self.house.meters.items():
            self.house.record_meter(name, contribution(meter, TABLE, self.played + 1, wagers))
        self.played += rounds

    def play(
        self, cards: Sequence[int], dynamic: dict[str, int], strategy: Strategy
    ) -> tuple[dict[tuple[int, str], int], dict[tuple[int, str], int]]:
        """One round. The net of each seat (from 0) and wager, awards aside; and each award.

        The bet and the mandatory wagers go together as ``main``; envy belongs to the progressive.
        """
        house, seats = self.house, range(1, self.setting.table.seats + 1)
        self.played += 1
        seated = {seat: (f"Player {seat}", STACK) for seat in seats}
        house.open_round(TABLE, seated, self.played)
        for seat in seats:
            player = Actor("player", f"Player {seat}")
            ask(house, TABLE, asked.PlaceWagers(by=player, seat=seat, wagers=self.setting.placed))
        ask(house, TABLE, asked.StartRound(by=DEE, dynamic=dynamic))
        ask(house, TABLE, asked.DealCards(by=SYSTEM, deck=self._deck(cards)))
        while (state := self._round).phase == "decisions":
            seat = state.turn
            action = strategy.action(state.seat(seat).cards, state.board)
            player = Actor("player", f"Player {seat}")
            ask(house, TABLE, asked.Act(by=player, seat=seat, action=action))
        nets = self._nets(state)
        paid = {(one.seat - 1, one.hand): one.amount for one in pay_jackpots(house, TABLE, DEE)}
        if drawn := end_round(house, TABLE, DEE):
            paid[drawn.seat - 1, drawn.hand] = drawn.amount
        for seat in seats:
            net = sum(cents for (who, _), cents in nets.items() if who == seat - 1)
            won = sum(cents for (who, _), cents in paid.items() if who == seat - 1)
            assert self._round.seat(seat).stack == STACK + net + won
        return nets, paid

    @property
    def _terminal(self) -> Terminal:
        return self.house.tables[TABLE]

    @property
    def _round(self) -> Round:
        state = self._terminal.round
        assert state is not None
        return state

    def _deck(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Players, dealer, board: the order in which a table deals."""
        game, seats = self.setting.game, self.setting.table.seats
        hands = cards[: game.hole * seats]
        board = cards[len(hands) : len(hands) + game.board]
        dealer = cards[len(hands) + len(board) :]
        dealt = (*hands, *dealer, *board)
        return (*dealt, *(card for card in DECK if card not in dealt))

    def _nets(self, state: Round) -> dict[tuple[int, str], int]:
        settled, nets = state.settlement, defaultdict[tuple[int, str], int](int)
        assert settled is not None
        main = {*self.setting.game.mandatory, self.setting.game.bet.id}
        for result in settled.results:
            name = "main" if result.wager in main else result.wager
            nets[result.seat - 1, name] += result.net
        progressive = self.setting.progressive
        for envy in settled.envies:
            nets[envy.seat - 1, self.setting.sides[progressive].wager] += envy.amount
        return dict(nets)


# What the kernels found, in the same words


def kernel_nets(setting: Setting, batch: Batch, number: int) -> dict[tuple[int, str], int]:
    """A round's net of each seat and wager."""
    seats = setting.table.seats
    names = ["main", *(offer.wager for offer in setting.sides)]
    return {
        (seat, name): int(batch.nets[column, number * seats + seat])
        for seat in range(seats)
        for column, name in enumerate(names)
    }


def dynamic_pays(setting: Setting, batch: Batch, number: int) -> dict[str, int]:
    """A round's raised pays at the base wager."""
    for offer in setting.sides:
        table = offer.paytable
        if table is not None and table.dynamic_lines[1]:
            chosen = batch.chosen[number].tolist()
            return {
                line.hand: int(line.dynamic[which - 1] * table.base)
                for line, which in zip(table.lines, chosen, strict=False)
                if which
            }
    return {}
