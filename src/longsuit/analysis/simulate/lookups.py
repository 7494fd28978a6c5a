"""A strategy as the kernels ask it: tables laid out for quick look-up.

They are made from the strategy's own arrays; no decision is taken here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import shapes
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.kernels import chase_the_flush, high_card_flush
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT, Card
from longsuit.core.errors import InputError
from longsuit.core.ranking import mask_key

Array = NDArray[Any]
_ORDERS = tuple(permutations(range(4)))


class Player(Protocol):
    """Plays every seat of many rounds."""

    def end_rounds(
        self, cards: Array, seats: int, qualifier: int, hands: Array, endings: Array
    ) -> None:
        """Fill in each seat's seven cards and ending; see the kernels."""


def make_player(strategy: Strategy | OwnStrategy, known: Payoffs) -> Player:
    """The player that follows a strategy."""
    if isinstance(strategy, OwnStrategy):
        return AskedPlayer(strategy.action)
    actions = list(strategy.about["actions"])
    if actions != [*known.names, "fold"]:
        raise InputError(
            f"The strategy is for other rules: its bets are {', '.join(actions[:-1])}, "
            f"and here they are {', '.join(known.names)}."
        )
    if strategy.game.board:
        return _chase_player(strategy)
    return _high_card_player(strategy)


@cache
def flush_keys() -> Array:
    """The flush key of every suit mask, for hands of up to seven cards."""
    masks = range(FULL_SUIT + 1)
    return np.array([mask_key(m) if m.bit_count() <= 7 else 0 for m in masks], np.uint16)


# High Card Flush


@dataclass(frozen=True)
class HighCardPlayer:
    """Every hand's action by its class; by the flush alone where that decides."""

    keys: Array
    by_flush: Array
    decisions: Array
    places: Array
    shape_of: Array
    starts: Array
    steps: Array

    def end_rounds(
        self, cards: Array, seats: int, qualifier: int, hands: Array, endings: Array
    ) -> None:
        """Rank, ask and compare."""
        high_card_flush.end_rounds(
            cards, seats, qualifier, self.keys, self.by_flush, self.decisions, self.places,
            self.shape_of, self.starts, self.steps, hands, endings,
        )  # fmt: skip


def _high_card_player(strategy: Strategy) -> HighCardPlayer:
    every = shapes()
    largest = max(comb(RANK_COUNT, size) for size in range(8))
    steps = np.zeros((len(every), 4, largest), np.uint32)
    shape_of = np.zeros(8**4, np.uint8)
    for number, shape in enumerate(every):
        a, b, c, d = shape.sizes
        shape_of[((a * 8 + b) * 8 + c) * 8 + d] = number
        for suit, size in enumerate(shape.sizes):
            for place in range(comb(RANK_COUNT, size)):
                steps[number, suit, place] = shape.step(suit, place)
    places = np.zeros(FULL_SUIT + 1, np.uint16)
    met = [0] * (RANK_COUNT + 1)
    for mask in range(FULL_SUIT + 1):
        places[mask] = met[mask.bit_count()]
        met[mask.bit_count()] += 1
    decisions = strategy.arrays["hands"]
    return HighCardPlayer(
        flush_keys(),
        _by_flush(decisions),
        decisions,
        places,
        shape_of,
        np.array([shape.start for shape in every], np.uint32),
        steps,
    )


def _by_flush(decisions: Array) -> Array:
    """The action of a flush with which all hands do the same, by its mask; else ASK.

    The classes of one shape whose flush is the same lie side by side.
    """
    least = np.full(FULL_SUIT + 1, 255, np.uint8)
    most = np.zeros(FULL_SUIT + 1, np.uint8)
    for shape in shapes():
        size = shape.sizes[0]
        masks = [m for m in range(FULL_SUIT + 1) if m.bit_count() == size]
        first = [shape.start + shape.step(0, place) for place in range(len(masks) + 1)]
        block, cuts = decisions[first[0] : first[-1]], np.array(first[:-1]) - first[0]
        least[masks] = np.minimum(least[masks], np.minimum.reduceat(block, cuts))
        most[masks] = np.maximum(most[masks], np.maximum.reduceat(block, cuts))
    return np.where(least == most, least, np.uint8(high_card_flush.ASK)).astype(np.uint8)


# Chase the Flush


@dataclass(frozen=True)
class ChasePlayer:
    """Three decisions, a bit each: opening by the cards as dealt, flop and river by their rows."""

    keys: Array
    opening: Array
    flop_at: Array
    flop: Array
    board_at: Array
    river: Array
    moved: Array
    choose: Array
    bits: int

    def end_rounds(
        self, cards: Array, seats: int, qualifier: int, hands: Array, endings: Array
    ) -> None:
        """Ask, rank and compare."""
        actions = np.empty(len(hands), np.uint8)
        chase_the_flush.decide(
            cards, seats, self.opening, self.flop_at, self.flop, self.board_at, self.river,
            self.moved, self.choose, self.bits, actions,
        )  # fmt: skip
        chase_the_flush.end_rounds(cards, seats, qualifier, self.keys, actions, hands, endings)


def _chase_player(strategy: Strategy) -> ChasePlayer:
    arrays = strategy.arrays
    choose = np.array([[comb(card, k) for card in range(64)] for k in range(1, 5)], np.uint32)
    moved = np.zeros((len(_ORDERS), 64), np.uint8)
    cards = np.arange(DECK_SIZE)
    for number, order in enumerate(_ORDERS):
        moved[number, :DECK_SIZE] = np.array(order)[cards // RANK_COUNT] * RANK_COUNT + cards % 13
    flops = _rows(arrays["flops"], moved, choose)
    low, high = np.minimum.outer(cards, cards), np.maximum.outer(cards, cards)
    pairs = np.where(low < high, choose[0][low] + choose[1][high], 0)
    return ChasePlayer(
        flush_keys(),
        _as_dealt(arrays["opening"]),
        flops[pairs].reshape(-1),
        _roomy(arrays["flop"]),
        _rows(arrays["boards"], moved, choose),
        _roomy(arrays["river"]),
        moved.reshape(-1),
        choose.reshape(-1),
        8 * arrays["river"].shape[1],
    )


def _roomy(table: Array) -> Array:
    """The table in one piece of memory that NumPy asks the system to keep in large pages."""
    copy = np.empty(table.size, np.uint8)
    copy[:] = table.reshape(-1)
    return copy


def _as_dealt(opening: Array) -> Array:
    """The opening decision of three cards in any order: bit (x * 52 + y) * 52 + z."""
    bits = np.unpackbits(opening, bitorder="little")
    x, y, z = np.ogrid[:DECK_SIZE, :DECK_SIZE, :DECK_SIZE]
    a, c = np.minimum(np.minimum(x, y), z), np.maximum(np.maximum(x, y), z)
    b = x + y + z - a - c
    number = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    # Three cards of which two are the same are never dealt; their bits mean nothing.
    return np.packbits(bits[np.clip(number, 0, len(bits) - 1)].reshape(-1), bitorder="little")


def _rows(listed: Array, moved: Array, choose: Array) -> Array:
    """For every set of cards: its row times 32, and the first renaming that leads there."""
    size = listed.shape[1]
    found = np.zeros(comb(DECK_SIZE, size), np.uint32)
    back = [_ORDERS.index(tuple(np.argsort(order).tolist())) for order in _ORDERS]
    for number in sorted(range(len(_ORDERS)), key=back.__getitem__, reverse=True):
        cards = np.sort(moved[number][listed], axis=1)
        places = sum(choose[place][cards[:, place]] for place in range(size))
        found[places] = np.arange(len(listed)) * chase_the_flush.ORDERS + back[number]
    return found


@dataclass(frozen=True)
class AskedPlayer:
    """A Python function asked hand by hand: slow, and the only way for one too rich to tabulate."""

    ask: Callable[[Sequence[Card], Sequence[Card]], str]
    openings: dict[tuple[Card, ...], str] = field(default_factory=dict)
    """What was answered to each opening hand."""

    def end_rounds(
        self, cards: Array, seats: int, qualifier: int, hands: Array, endings: Array
    ) -> None:
        """Ask each seat in Python; rank and compare as ever."""
        actions = np.array(
            [
                self._action(sorted(row[3 * seat : 3 * seat + 3]), row[3 * seats :])
                for row in cards.tolist()
                for seat in range(seats)
            ],
            np.uint8,
        )
        chase_the_flush.end_rounds(cards, seats, qualifier, flush_keys(), actions, hands, endings)

    def _action(self, hole: list[Card], row: list[Card]) -> int:
        """0, 1, 2 for the bets in turn, 3 for a fold; the opening is asked once a hand."""
        opening = self.openings.get(tuple(hole))
        if opening is None:
            opening = self.openings[tuple(hole)] = self.ask(hole, ())
        if opening != "check":
            return 0
        if self.ask(hole, sorted(row[:2])) != "check":
            return 1
        return 3 if self.ask(hole, sorted(row[:4])) == "fold" else 2
