"""Two seats of one round of High Card Flush: what their results come to together.

The dealer's hand and both players' are counted suit by suit (`kernels/three_hands.py`). A strategy
goes by a hand's flush, but for some flushes of three cards where the other cards decide. There, the
masks of a suit that can stand for each other in every hand without changing a decision are of one
kind, and the hands that are played are counted by the kinds of their suits: as *leaves*.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import class_masks, shapes
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.strategies.kernels.three_hands import (
    by_limits,
    leaves_by_leaves,
    leaves_by_limits,
    whole,
)
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT
from longsuit.core.ranking import mask_key

_HAND = 7

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Others = tuple[int, ...]
Plays = Mapping[int, int | Mapping[Others, int]]
"""By the mask of a hand's flush the bet, or the bets by the masks of its other suits, falling."""


def high_card_covariance(hands: Bytes, played: Solution) -> Fraction:
    """The covariance of two seats' results of a round of High Card Flush, in Antes squared.

    `hands` has the action for each class of hands, and `played` is what one seat comes to so.
    """
    known = played.case.payoffs
    order = sorted((m for m in range(FULL_SUIT + 1) if m.bit_count() <= _HAND), key=mask_key)
    total = sum_of_products(order, _HAND, played.rules.qualifier, known, plays_of(hands))
    deals = comb(DECK_SIZE, _HAND) * comb(DECK_SIZE - _HAND, _HAND)
    deals *= comb(DECK_SIZE - 2 * _HAND, _HAND) * known.unit**2
    return Fraction(total, deals) - (played.value - Fraction(known.fold, known.unit)) ** 2


def plays_of(hands: Bytes) -> Plays:
    """The bets of a strategy; what is folded is left out."""
    fold = int(hands.max())
    found: dict[int, int | dict[Others, int]] = {}
    by_first: defaultdict[int, list[range]] = defaultdict(list)
    for shape in shapes():
        for place in range(comb(RANK_COUNT, shape.sizes[0])):
            start, end = (shape.start + shape.step(0, at) for at in (place, place + 1))
            by_first[class_masks(start)[0]].append(range(start, end))
    for first, rows in by_first.items():
        actions = {int(one) for row in rows for one in np.unique(hands[row.start : row.stop])}
        if len(actions) > 1:
            every = {class_masks(at)[1:]: int(hands[at]) for row in rows for at in row}
            found[first] = {others: bet for others, bet in every.items() if bet != fold}
        elif actions != {fold}:
            found[first] = actions.pop()
    return found


def sum_of_products(
    order: Sequence[int], hand: int, qualifier: int, known: Payoffs, plays: Plays
) -> int:
    """Over all deals of two seats and the dealer: the product of what both win over a fold.

    `order` has the masks of a suit, and `hand` is the number of cards of each.
    """
    masks = np.array(order, np.int64)
    nets = _Nets(order, qualifier, known)
    limits, worth = nets.by_limits({m: bet for m, bet in plays.items() if isinstance(bet, int)})
    total = whole(by_limits(masks, hand, limits, worth))
    found = _Leaves({m: bets for m, bets in plays.items() if not isinstance(bets, int)})
    if not found.leaves:
        return total
    kinds, leaves = np.array(found.kinds, np.int64), np.array(found.leaves, np.int64)
    of_leaf = nets.by_places(found.bets)
    total += 2 * whole(leaves_by_limits(masks, hand, limits, worth, kinds, leaves, of_leaf))
    # The product of two leaves changes at few places: so it is a sum over what is below them.
    arranged = np.array(
        [(*one, w) for *four, w, _ in found.leaves for one in sorted(set(permutations(four)))],
        np.int64,
    )
    product = of_leaf[:, :, None] * of_leaf[:, None, :]
    steps = -np.diff(product, axis=0, append=0)
    for place in np.flatnonzero(steps.any(axis=(1, 2))).tolist():
        below = leaves_by_leaves(masks, hand, place + 1, kinds, leaves, arranged, steps[place])
        total += whole(below)
    return total


class _Nets:
    """What bets win over a fold, by the places of the player's flush and of the dealer's."""

    def __init__(self, order: Sequence[int], qualifier: int, known: Payoffs) -> None:
        self.places = {mask: place for place, mask in enumerate(order)}
        self.levels = np.arange(len(order))
        self.qualifies = np.array([int(mask_key(mask) >= qualifier) for mask in order])
        self.lengths = [mask.bit_count() for mask in order]
        self.pay, self.fold = np.array(known.pay, np.int64), known.fold

    def by_places(self, bets: Sequence[tuple[int, int]]) -> Ints:
        """[place of the dealer's flush, bet]: of the mask of a flush and the bet with it."""
        rows = [self._row(mask, bet) for mask, bet in bets]
        mine = np.array([self.places[mask] for mask, _ in bets])
        return self._nets(np.array(rows), np.arange(len(bets)), mine)

    def by_limits(self, bets: Mapping[int, int]) -> tuple[Ints, Ints]:
        """Limits, and [place of the dealer's flush, limit]: what a flush is worth for being below.

        The limits are places where that changes; then come the dealer's place and the next.
        """
        # None before the first place and none after the last.
        rows = np.zeros((len(self.lengths) + 2, 2, 3), np.int64)
        for mask, bet in bets.items():
            rows[self.places[mask] + 1] = self._row(mask, bet)
        limits = np.flatnonzero((rows[1:] != rows[:-1]).any(axis=(1, 2)))
        own = self.levels[:, None]
        every = np.column_stack([np.broadcast_to(limits, (len(own), len(limits))), own, own + 1])
        worth = self._nets(rows, every, every - 1) - self._nets(rows, every + 1, every)
        still = every[:, : len(limits)]
        worth[:, : len(limits)][(still == own) | (still == own + 1)] = 0
        return limits, worth

    def _row(self, mask: int, bet: int) -> Ints:
        row: Ints = self.pay[bet, :, :, mask.bit_count()] - self.fold
        return row

    def _nets(self, rows: Ints, which: Ints, mine: Ints) -> Ints:
        outcome = 1 + np.sign(self.levels[:, None] - mine)
        found: Ints = rows[which, self.qualifies[:, None], outcome]
        return found


class _Leaves:
    """Hands that are played by their other cards: by the kinds of their four suits."""

    def __init__(self, mixed: Mapping[int, Mapping[Others, int]]) -> None:
        self.kinds: list[tuple[int, int]] = []
        """Each kind and each of its masks."""
        self.bets: list[tuple[int, int]] = []
        """The mask of a flush, and a bet that is made with it."""
        self.leaves: list[tuple[int, ...]] = []
        """Four kinds, the place in `bets`, and how many ways the suits can have them."""
        count = 0
        for first, plays in mixed.items():
            rows: defaultdict[int, dict[Others, int]] = defaultdict(dict)
            for others, bet in plays.items():
                for one, *rest in permutations(others):
                    rows[one][tuple(rest)] = bet
            alike: defaultdict[object, list[int]] = defaultdict(list)
            alike[first].append(first)
            for mask, row in rows.items():
                if mask != first:
                    alike[mask.bit_count(), frozenset(row.items())].append(mask)
            kind = {m: count + n for n, masks in enumerate(alike.values()) for m in masks}
            count += len(alike)
            self.kinds += [(number, mask) for mask, number in kind.items()]
            found = {
                (tuple(sorted(kind[mask] for mask in (first, *others))), bet)
                for others, bet in plays.items()
            }
            for four, bet in sorted(found):
                if (first, bet) not in self.bets:
                    self.bets.append((first, bet))
                ways = len(set(permutations(four)))
                self.leaves.append((*four, self.bets.index((first, bet)), ways))
