"""One opening hand of Chase the Flush, and the boards that it may meet."""

from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks
from longsuit.analysis.exact.kernels.boards import Deck
from longsuit.analysis.exact.position import number_boards, remaining, tables, to_cards
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

    def opening(self, late: Floats, early: Floats) -> Floats:
        """What the first bet makes: all bets lie on one line."""
        third, second, last = self.case.payoffs.multiples
        return early + (early - late) * ((third - second) / (second - last))

    def decide(self, late: Floats, early: Floats, flops: Floats) -> tuple[Floats, Floats]:
        """By lane, over all flops: best play, and a check with best play after it."""
        check = 6 * early + np.maximum(flops, 0.0).sum(axis=0)
        return np.maximum(6 * self.opening(late, early), check), check

    def cards_shown(self) -> tuple[Floats, Floats]:
        """With each of the dealer's cards shown: see `every_card.value_lanes`."""
        told = self._told(LANES)
        value_lanes(*told)
        return told[-1], told[-2]

    def pairs_shown(self, first: int, other: int) -> Floats:
        """[lane]: best play with two of the dealer's cards shown, of these suits."""
        told = self._told(OF_ONE_SUIT if first == other else PAIRS, first, other)
        value_pairs(*told)
        (late, early, _), flops = told[-1], told[-2]
        return self.decide(late, early, flops)[0]

    def two_cards(self) -> int:
        """Best play, added up over every two cards that the dealer may show."""
        suits = combinations_with_replacement(range(SUIT_COUNT), 2)
        # Suits of which the player has the same cards are alike.
        alike: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        for a, b in suits:
            alike.setdefault((self.own[a], self.own[b], a == b), []).append((a, b))
        return sum(len(group) * int(self.pairs_shown(*group[0]).sum()) for group in alike.values())

    def _told(self, lanes: int, *suits: int) -> tuple[Any, ...]:
        """What a kernel is told; the last two are what it adds up."""
        known, t = self.case, tables()
        return (
            np.array(self.own), np.array(self.free), *suits, known.rules.qualifier, self.lines,
            float(known.payoffs.fold), self.deck.listed, self.deck.offset, self.deck.spots,
            t.choose, t.bits, t.top, np.zeros((comb(LEFT, 2), lanes)), np.zeros((3, lanes)),
        )  # fmt: skip


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
