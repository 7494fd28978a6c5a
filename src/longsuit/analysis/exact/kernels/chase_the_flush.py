"""Chase the Flush solved over every deal: best play, its counts and its tables.

Opening hands go through `chase_kernel` in bundles. A bundle meets every board by itself: one pass
adds up, for each flop and hand, how much better waiting for the river is than betting on the flop,
and all bets without a later choice. That gives the flop decisions (best(flop) = bet + max(margin,
0)) and the opening decisions, and a second pass counts the deals by action. Hands that differ by a
renaming of suits play alike, and one of them stands for all.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels import chase_kernel as kernel
from longsuit.analysis.exact.kernels.chase_tables import (
    Cards,
    Ints,
    board_classes,
    hand_number,
    look_up_tables,
    subset_lists,
    suit_permutations,
)
from longsuit.analysis.exact.kernels.compile_notice import compiling

HANDS = comb(52, 3)
_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Solution:
    """Best play of one game and how often each thing happens under it.

    counts[action, length, qualifies, outcome]: deals (hole, flop, turn and river, dealer) by what
    the player does (0 bets at once, 1 on the flop, 2 at the river, 3 folds), the player's flush
    length, whether the dealer qualifies, and 0 ahead, 1 tie, 2 behind (folded hands: what would
    have been). hands (n, 3), bet (n), check (n): the opening hands by `hand_number` and the sums of
    the net result over all C(d-3, 2) * C(d-5, 2) * C(d-7, 3) deals of a hand, d cards in the deck.
    Hands that hold a card outside the deck have 0 in both. margin[flop, hand]: checking less
    betting on each of `flops`, summed over C(d-5, 2) * C(d-7, 3) deals; bet when it is below 0.
    river[board, hand // 8], bit hand % 8: bet at the river (empty unless asked for). flops and
    boards are listed up to `perms`, renamings of suits.
    xtra_free: no hand of four or more cards that can be ahead is folded at the river.
    """

    counts: Ints
    hands: Ints
    bet: Ints
    check: Ints
    margin: NDArray[Any]
    river: NDArray[np.uint8]
    xtra_free: bool
    flops: Ints
    boards: Ints
    perms: Ints

    def flop_margin(self, hole: Cards, flop: Cards) -> int:
        """Give checking less betting for a hole hand on a flop, any suits."""
        return int(self.margin[self._find(hole, flop)])

    def river_bets(self, hole: Cards, board: Cards) -> bool:
        """Tell whether a hole hand that has not bet yet bets at the river, any suits."""
        row, hand = self._find(hole, board)
        return bool(self.river[row, hand // 8] >> (hand % 8) & 1)

    @cached_property
    def _listed(self) -> dict[frozenset[int], int]:
        lists = (self.flops.tolist(), self.boards.tolist())
        return {frozenset(cards): row for rows in lists for row, cards in enumerate(rows)}

    def _find(self, hole: Cards, board: Cards) -> tuple[int, int]:
        for perm in self.perms.tolist():
            row = self._listed.get(frozenset(perm[c // 13] * 13 + c % 13 for c in board))
            if row is not None:
                return row, hand_number(tuple(perm[c // 13] * 13 + c % 13 for c in hole))
        raise KeyError(board)


def bet_lines(pay: Ints, hands: int) -> Ints:
    """Write each bet's value as a sum over the counts: lines[class, bet, (below, upto, short, 1)].

    Class = 2 * length + (hand reaches the qualifier). A hand that does beats every dealer hand
    that does not qualify; one that does not loses to every dealer hand that qualifies.
    """
    lines = np.zeros((16, 3, 4), dtype=np.int64)
    for length in range(8):
        for bet in range(3):
            (n_ahead, n_tie, n_behind), (q_ahead, q_tie, q_behind) = pay[bet, :, :, length].tolist()
            rest = hands * q_behind
            lines[2 * length, bet] = n_ahead - n_tie, n_tie - n_behind, n_behind - q_behind, rest
            lines[2 * length + 1, bet] = q_ahead - q_tie, q_tie - q_behind, n_ahead - q_ahead, rest
    return lines


def split_counts(sums: Ints, hands: int) -> Ints:
    """Turn sums of (1, below, upto, short) into counts[action, length, qualifies, outcome]."""
    counts = np.zeros((4, 8, 2, 3), dtype=np.int64)
    for length in range(8):
        for action in range(4):
            one, below, upto, short = sums[2 * length, action].tolist()
            counts[action, length, 0] += np.array([below, upto - below, short - upto])
            counts[action, length, 1, 2] += hands * one - short
            one, below, upto, short = sums[2 * length + 1, action].tolist()
            counts[action, length, 0, 0] += short
            counts[action, length, 1] += np.array([below - short, upto - below, hands * one - upto])
    return counts


def solve(
    deck: Ints, pay: Ints, fold: int, qualifier: int, *, alike: bool = True, river: bool = False
) -> Solution:
    """Solve the game exactly.

    deck: four masks of ranks, the same mask four times if suits are `alike`. pay[bet, qualifies,
    outcome, length]: net results as integers, bet 0, 1, 2 being the one before the flop, on it and
    at the river. fold: net result of folding. qualifier: the least dealer key that qualifies.
    river: also give the river decisions. Of two equal options the one with the smaller wager is
    taken: check, or fold.
    """
    perms = suit_permutations() if alike else np.arange(4).reshape(1, 4)
    cards = [13 * s + r for s in range(4) for r in range(13) if int(deck[s]) >> r & 1]
    dealer = comb(len(cards) - 7, 3)
    kind = _number_type(pay, fold, len(cards))
    lines = bet_lines(pay, dealer)
    best = np.stack([-lines[:, 1], lines[:, 2] - lines[:, 1]], axis=1)
    best[:, 0, 3] += fold * dealer
    flops, back = _flop_classes(cards, perms)
    boards = _boards(cards, alike) if river else np.zeros((0, 4), np.int64)
    codes = (1 << 13 * (3 - boards // 13) + boards % 13).sum(axis=1)
    order = np.argsort(codes)
    tables, suits = look_up_tables(tuple(deck.tolist())), subset_lists(tuple(deck.tolist()))
    values = np.zeros((HANDS, 2), np.int64)
    margin = np.zeros((len(flops), HANDS), kind)
    bits = np.zeros((len(boards), -(-HANDS // 8)), np.uint8)

    def solve_bundle(bundle: Ints) -> tuple[Ints, int]:
        own, own_size = _masks(bundle)
        double = alike and not own[2:].any()
        images = _numbers(perms[:, bundle // 13].transpose(1, 0, 2) * 13 + (bundle % 13)[:, None])
        summed = np.zeros(kernel.FLOPS * kernel.LANES, kind)
        bets, six = np.zeros(len(summed), np.int8), np.zeros(len(bundle), np.int8)
        sums, worth = np.zeros(16 * 12 * kernel.LANES, np.int64), np.zeros((len(six), 2), np.int64)
        known = (
            own, own_size, double, suits, qualifier, best.reshape(16, 8), tables,
            np.zeros(4 * kernel.SUBSETS * kernel.ROW, np.int16), summed, bets, six, sums,
            (perms, images, codes[order], order),
        )  # fmt: skip
        folds = kernel.run_bundle(False, *known, bits)
        kernel.decide_bundle(
            double, summed, lines, sums, bets, six, images, np.array(cards), back, worth, margin
        )
        if six.any():
            kernel.run_bundle(True, *known, bits[:0])
        values[images] = worth[:, None]
        stands_for = np.array([len(set(row)) for row in images.tolist()])
        parts = sums.reshape(16, 3, 4, -1)[..., : len(six)] * stands_for
        every = 6 * parts[:, 0]
        opened = np.where(six == 0, every, 0)
        return np.stack([opened, parts[:, 1], parts[:, 2], every], axis=1).sum(axis=-1), folds

    # Several bundles set bits of one board: then one after the other.
    with ThreadPoolExecutor(1 if river else 2) as pool:
        found = list(pool.map(solve_bundle, _bundles(tuple(cards), alike)))
    total = np.sum([parts for parts, _ in found], axis=0)
    total[:, 3] -= total[:, 0] + total[:, 1] + total[:, 2]
    return Solution(
        counts=split_counts(total, dealer),
        hands=_all_hands(),
        bet=values[:, 0],
        check=values[:, 1],
        margin=margin,
        river=bits,
        xtra_free=not any(folds for _, folds in found),
        flops=flops,
        boards=boards,
        perms=perms,
    )


def _number_type(pay: Ints, fold: int, cards: int) -> Any:
    """32 bits where every sum of a flop fits them, else 64."""
    step = pay[2] - pay[1]
    most = max(abs(int(step.min())), int(step.max()), fold - int(pay[1].min()))
    least = max(most, int(pay[1].max()) - fold)
    boards = 2 * comb(cards - 5, 2)
    return np.int32 if comb(cards - 7, 3) * max(boards * most, 4 * least) < _LARGEST else np.int64


@cache
def _all_hands() -> Ints:
    """Three of 52 cards in the order of `hand_number`."""
    return np.array([(a, b, c) for c in range(52) for b in range(c) for a in range(b)], np.int64)


@cache
def _bundles(cards: Cards, alike: bool) -> list[Ints]:
    """The deck's hands, one of each class, in bundles of one pattern of suits."""
    groups: dict[Cards, list[Cards]] = {}
    for hand in combinations(cards, 3):
        suits = tuple(c // 13 for c in hand)
        if alike and suits == (0, 0, 1):
            # Pairs beside one card, so that its suit's ranks are the same for all.
            groups.setdefault((hand[2],), []).append(hand)
        elif not alike or suits == (0, 0, 0) or (suits == (0, 1, 2) and _falls(hand)):
            groups.setdefault(suits, []).append(hand)
    return [
        part
        for group in groups.values()
        for part in np.array_split(np.array(group, np.int64), -(-len(group) // kernel.LANES))
    ]


def _falls(hand: Cards) -> bool:
    a, b, c = (card % 13 for card in hand)
    return a >= b >= c


def _masks(bundle: Ints) -> tuple[NDArray[np.int32], Ints]:
    """[suit, lane], zero after the last hand, and the number of cards of each suit."""
    own = np.zeros((4, kernel.LANES), np.int32)
    for column in bundle.T:
        own[column // 13, np.arange(len(bundle))] |= 1 << column % 13
    return own, np.bitwise_count(own[:, 0]).astype(np.int64)


def _numbers(hands: Ints) -> Ints:
    """`hand_number` of many."""
    a, b, c = np.moveaxis(np.sort(hands, axis=-1), -1, 0)
    numbers: Ints = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    return numbers


def _flop_classes(cards: list[int], perms: Ints) -> tuple[Ints, Ints]:
    """One flop a class; and back[perm, class], the flop that becomes it, numbered."""
    flops = np.array(list(combinations(cards, 2)), np.int64)
    moved = perms[:, flops // 13] * 13 + flops % 13
    first = _pair_numbers(moved).min(axis=0) == _pair_numbers(flops)
    flops = flops[first]
    inverse = np.argsort(perms, axis=1)
    return flops, _pair_numbers(inverse[:, flops // 13] * 13 + flops % 13)


def _pair_numbers(pairs: Ints) -> Ints:
    low, high = pairs.min(axis=-1), pairs.max(axis=-1)
    numbers: Ints = high * (high - 1) // 2 + low
    return numbers


def _boards(cards: list[int], alike: bool) -> Ints:
    """The deck's boards, one of each class."""
    if not alike:
        return np.array(list(combinations(cards, 4)), np.int64)
    boards, _ = board_classes()
    listed: Ints = boards[np.isin(boards, cards).all(axis=1)]
    return listed


def solve_deck(pay: Ints, fold: int, qualifier: int, river: bool = False) -> Solution:
    """Solve the game over the whole deck of 52 cards."""
    with compiling():
        return solve(np.full(4, 8191), pay, fold, qualifier, river=river)
