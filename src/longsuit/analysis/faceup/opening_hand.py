"""One opening hand of Chase the Flush, and the boards that it may meet."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks
from longsuit.analysis.exact.kernels.boards import Deck
from longsuit.analysis.exact.position import (
    NO_CARDS,
    count,
    number_boards,
    remaining,
    tables,
    to_cards,
)
from longsuit.analysis.faceup.kernels.every_card import LANES, value_lanes
from longsuit.analysis.faceup.kernels.every_pair import OF_ONE_SUIT, PAIRS, value_pairs
from longsuit.core.cards import SUIT_COUNT

LEFT = 49

Floats = NDArray[np.float64]


class OpeningHand:
    """One opening hand, and the boards that it may meet."""

    def __init__(self, case: Case, lines: Floats, own: Masks) -> None:
        self.case, self.lines, self.own = case, lines, own
        self.free = remaining(own)
        self.cards = to_cards(self.free)
        self.deck, self.boards = number_boards(self.free)

    def opening(self, late: Floats, early: Floats, again: Callable[[Floats], Floats]) -> Floats:
        """What the first bet makes, from the last and the second.

        All bets lie on one line. Two of one size do not tell it: `again` counts the second bet once
        more, by lines in which the first stands in its place.
        """
        first, second, last = self.case.payoffs.multiples
        if first == second:
            return early
        if second == last:
            return again(np.ascontiguousarray(self.lines[:, [0, 0, 2]]))
        # Divided last, so that a whole number stays one.
        return early + (early - late) * (first - second) / (second - last)

    def cards_shown(self) -> tuple[Floats, Floats, Floats]:
        """[lane], with each of the dealer's cards shown: best play from each decision on."""
        return self._decide(value_lanes, LANES)

    def pairs_shown(self, first: int, other: int) -> Floats:
        """[lane]: best play with two of the dealer's cards shown, of these suits."""
        lanes = OF_ONE_SUIT if first == other else PAIRS
        return self._decide(value_pairs, lanes, first, other)[0]

    def by_board(self, lines: Floats) -> tuple[float, Floats, Floats]:
        """The first bet over all boards; and [board] the last and the second, over a fold."""
        late, early = np.zeros(self.boards), np.zeros(self.boards)
        deck = self.deck
        first = count(self.case, self.own, self.free, NO_CARDS, lines, deck, deck, late, early)
        return first, late, early

    def _decide(
        self, kernel: Callable[..., None], lanes: int, *suits: int
    ) -> tuple[Floats, Floats, Floats]:
        """By lane, over all flops: see `every_card.value_lanes`."""
        (late, early, river), flops = self._add_up(kernel, lanes, suits, self.lines)
        first = self.opening(
            late, early, lambda lines: self._add_up(kernel, lanes, suits, lines)[0][1]
        )
        check = 6 * early + np.maximum(flops, 0.0).sum(axis=0)
        return np.maximum(6 * first, check), check, 6 * river

    def two_cards(self) -> int:
        """Best play, added up over every two cards that the dealer may show."""
        suits = combinations_with_replacement(range(SUIT_COUNT), 2)
        # Suits of which the player has the same cards are alike.
        alike: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        for a, b in suits:
            alike.setdefault((self.own[a], self.own[b], a == b), []).append((a, b))
        return sum(len(group) * int(self.pairs_shown(*group[0]).sum()) for group in alike.values())

    def _add_up(
        self, kernel: Callable[..., None], lanes: int, suits: tuple[int, ...], lines: Floats
    ) -> tuple[Floats, Floats]:
        """The sums of a kernel, and those of each flop."""
        known, t = self.case, tables()
        flops, sums = np.zeros((comb(LEFT, 2), lanes)), np.zeros((3, lanes))
        kernel(
            np.array(self.own), np.array(self.free), *suits, known.rules.qualifier, lines,
            float(known.payoffs.fold), self.deck.listed, self.deck.offset, self.deck.spots,
            t.choose, t.bits, t.top, flops, sums,
        )  # fmt: skip
        return sums, flops


def board_places(deck: Deck, boards: int) -> NDArray[np.uint8]:
    """[board]: the places of its four cards among the deck's, falling."""
    places = np.zeros((boards, 4), np.uint8)
    for shape, *rest in deck.shapes.tolist():
        sizes = dict(zip(rest[:4], rest[4:], strict=True))
        listed = [
            deck.spots[suit, deck.offset[suit, sizes[suit]] : deck.offset[suit, sizes[suit] + 1]]
            for suit in range(4)
        ]
        grids = np.meshgrid(*(np.arange(len(one)) for one in listed), indexing="ij")
        at = deck.first[shape] + sum(
            grid * stride for grid, stride in zip(grids, deck.stride[shape], strict=True)
        )
        columns = [listed[suit][grids[suit].ravel(), : sizes[suit]] for suit in range(4)]
        places[at.ravel()] = np.concatenate(columns, axis=1)[:, ::-1]
    return places
