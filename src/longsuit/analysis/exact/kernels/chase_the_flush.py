"""Chase the Flush solved over every deal: best play, its counts and its tables.

Opening hands go through `chase_kernel` in bundles. A bundle meets every board by itself: one pass
adds up, for each flop and hand, how much better waiting for the river is than betting on the flop,
and all bets without a later choice. That gives the flop decisions (best(flop) = bet + max(margin,
0)) and the opening decisions, and a second pass counts the deals by action. Hands that differ by a
renaming of suits play alike, and one of them stands for all.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.chase_kernel import LANES, run_bundle
from longsuit.analysis.exact.kernels.chase_tables import (
    Cards,
    Ints,
    list_subsets,
    look_up_tables,
    make_bundle,
)
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.lines import bet_lines, split_counts
from longsuit.analysis.exact.numbering import (
    FLOPS,
    HOLES,
    flop_numbers,
    hole_numbers,
    holes,
    orders,
    rename,
)

_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Solution:
    """Best play of one game and how often each thing happens under it.

    counts[action, length, qualifies, outcome]: deals (hole, flop, turn and river, dealer) by what
    the player does (0 bets at once, 1 on the flop, 2 at the river, 3 folds), the player's flush
    length, whether the dealer qualifies, and 0 ahead, 1 tie, 2 behind (folded hands: what would
    have been). bet, check [hand]: sums of the net result over all C(d-3, 2) * C(d-5, 2) * C(d-7, 3)
    deals of a hand, d cards in the deck; 0 if it holds a card outside the deck. margin[flop, hand]:
    checking less betting on each of `flops`, summed over C(d-5, 2) * C(d-7, 3) deals; bet when it
    is below 0. flops are listed up to `perms`, renamings of suits. Hands are numbered as `holes`.
    """

    counts: Ints
    bet: Ints
    check: Ints
    margin: NDArray[Any]
    flops: Ints
    perms: Ints

    @property
    def xtra_free(self) -> bool:
        """No hand of four or more cards is folded that is ahead of some dealer's hand."""
        return not self.counts[3, 4:, :, 0].any()

    @property
    def hands(self) -> Ints:
        """The opening hands, in the order of their numbers."""
        return holes()


def solve(deck: Ints, pay: Ints, fold: int, qualifier: int, *, alike: bool = True) -> Solution:
    """Solve the game exactly.

    deck: four masks of ranks, the same mask four times if suits are `alike`. pay[bet, qualifies,
    outcome, length]: net results as integers, bet 0, 1, 2 being the one before the flop, on it and
    at the river. fold: net result of folding. qualifier: the least dealer key that qualifies. Of
    two equal options the one with the smaller wager is taken: check, or fold.
    """
    perms = orders() if alike else orders()[:1]
    cards = [13 * s + r for s in range(4) for r in range(13) if int(deck[s]) >> r & 1]
    dealer = comb(len(cards) - 7, 3)
    kind = _number_type(pay, fold, len(cards))
    lines = bet_lines(pay, dealer)
    late = np.stack([-lines[:, 1], lines[:, 2] - lines[:, 1]], axis=1)
    late[:, 0, 3] += fold * dealer
    flops, back = _flop_classes(cards, perms)
    tables, suits = look_up_tables(tuple(deck.tolist())), list_subsets(tuple(deck.tolist()))
    values = np.zeros((HOLES, 2), np.int64)
    margins = np.zeros((len(flops), HOLES), kind)
    every_flop = np.array([(low, high) for high in range(52) for low in range(high)])
    exchanged = flop_numbers(rename(np.array([0, 1, 3, 2]), every_flop))

    def solve_bundle(hands: Ints) -> Ints:
        n, bundle = len(hands), make_bundle(hands, alike, kind)
        margin, bets = np.zeros((FLOPS, LANES), kind), np.zeros((FLOPS, LANES), np.int8)
        sums = np.zeros((16, 3, 4, LANES), np.int64)
        known = bundle, suits, qualifier, late.reshape(16, 8), tables
        run_bundle(False, *known, margin.ravel(), bets.ravel(), sums.ravel())
        if bundle.double:
            margin = (margin.astype(np.int64) + margin[exchanged] >> 1).astype(kind)
        worth = 6 * np.einsum("fbj,fjh->hb", lines[:, :2], sums[:, 0])
        worth[:, 1] += np.maximum(margin, 0).sum(axis=0, dtype=np.int64)
        checks = worth[:, 0] <= worth[:, 1]
        bundle.flops[2 * LANES :] = 6 * checks
        np.logical_and(margin < 0, checks, out=bets, casting="unsafe")
        if checks.any():
            run_bundle(True, *known, margin.ravel(), bets.ravel(), sums.ravel())
        images = hole_numbers(rename(perms, hands))
        values[images] = worth[:n]
        for image, flop in zip(images, back, strict=True):
            margins[:, image] = margin[flop, :n]
        stands_for = np.array([len(set(column)) for column in images.T.tolist()])
        every = 6 * sums[:, :1]
        parts = np.concatenate([every * ~checks, sums[:, 1:], every], axis=1)
        ends: Ints = (parts[..., :n] * stands_for).sum(axis=-1)
        return ends

    with ThreadPoolExecutor(2) as pool:
        total = np.sum(list(pool.map(solve_bundle, _bundles(tuple(cards), alike))), axis=0)
    total[:, 3] -= total[:, :3].sum(axis=1)
    counts = split_counts(np.roll(total, 1, axis=-1), dealer)
    return Solution(counts, values[:, 0], values[:, 1], margins, flops, perms)


def _number_type(pay: Ints, fold: int, cards: int) -> Any:
    """32 bits where every sum of a flop fits them, else 64."""
    step = pay[2] - pay[1]
    most = max(abs(int(step.min())), int(step.max()), fold - int(pay[1].min()))
    least = max(most, int(pay[1].max()) - fold)
    boards = 2 * comb(cards - 5, 2)
    return np.int32 if comb(cards - 7, 3) * max(boards * most, 4 * least) < _LARGEST else np.int64


@cache
def _bundles(cards: Cards, alike: bool) -> list[Ints]:
    """The deck's hands, one of each class, in bundles of one pattern of suits."""
    groups: dict[Cards, list[Cards]] = {}
    for hand in combinations(cards, 3):
        suits = tuple(c // 13 for c in hand)
        a, b, c = (card % 13 for card in hand)
        if alike and suits == (0, 0, 1):
            # Pairs beside one card, so that its suit's ranks are the same for all.
            groups.setdefault((hand[2],), []).append(hand)
        elif not alike or suits == (0, 0, 0) or (suits == (0, 1, 2) and a >= b >= c):
            groups.setdefault(suits, []).append(hand)
    return [
        part
        for group in groups.values()
        for part in np.array_split(np.array(group, np.int64), -(-len(group) // LANES))
    ]


def _flop_classes(cards: list[int], perms: Ints) -> tuple[Ints, Ints]:
    """One flop a class; and back[perm, class], the flop that becomes it, numbered."""
    flops = np.array(list(combinations(cards, 2)), np.int64)
    first = flop_numbers(rename(perms, flops)).min(axis=0) == flop_numbers(flops)
    flops = flops[first]
    return flops, flop_numbers(rename(np.argsort(perms, axis=1), flops))


def solve_deck(pay: Ints, fold: int, qualifier: int) -> Solution:
    """Solve the game over the whole deck of 52 cards."""
    with compiling():
        return solve(np.full(4, 8191), pay, fold, qualifier)
