"""Chase the Flush solved over every deal: best play, its counts and its tables.

One pass over the boards adds up, for each flop and hand, how much better waiting for the river is
than betting on the flop: best(flop) = bet + max(margin, 0), so nothing else is needed a flop; bets
without a later choice are only needed a hand. The margins give the flop decisions, their positive
parts and the bets give the opening decisions. A second pass counts the deals by action.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.chase_flops import _merge_flops, _spread_bets
from longsuit.analysis.exact.kernels.chase_kernel import _pass_counts, _pass_values
from longsuit.analysis.exact.kernels.chase_tables import (
    HANDS,
    Cards,
    all_hands,
    board_classes,
    flop_number,
    hand_number,
    moved_hands,
    subset_tables,
    suit_permutations,
)
from longsuit.analysis.exact.kernels.compile_notice import compiling

Ints = NDArray[np.int64]
BIG = 2**31 - 1
_PARTS = 8
# Work for two threads: hands are filed under four suits, and boards are dealt out in two shares.
_TEAMS = tuple((owner, part) for part in (0, 1) for owner in (1, 2, 0, 3))


@dataclass(frozen=True)
class Solution:
    """Best play of one game and how often each thing happens under it.

    counts[action, length, qualifies, outcome]: deals (hole, flop, turn and river, dealer) by what
    the player does (0 bets at once, 1 on the flop, 2 at the river, 3 folds), the player's flush
    length, whether the dealer qualifies, and 0 ahead, 1 tie, 2 behind (folded hands: what would
    have been). hands (n, 3), bet (n), check (n): the opening hands and the sums of the net result
    over all C(d-3, 2) * C(d-5, 2) * C(d-7, 3) deals of a hand, d cards in the deck. Hands that
    hold a card outside the deck have 0 in both. margin[class, place]: checking less betting
    on the flop, summed over C(d-5, 2) * C(d-7, 3) deals; bet when it is below 0.
    river[board, place // 8], bit place % 8: bet at the river (empty unless asked for).
    xtra_free: no hand of four or more cards that can be ahead is folded at the river.
    """

    counts: Ints
    hands: Ints
    places: Ints
    bet: Ints
    check: Ints
    margin: NDArray[Any]
    river: NDArray[np.uint8]
    xtra_free: bool
    boards: Ints
    perms: Ints
    flop_class: Ints
    flop_perm: Ints

    def flop_margin(self, hole: Cards, flop: Cards) -> int:
        """Give checking less betting for a hole hand on a flop, any suits."""
        number = flop_number(flop[0], flop[1])
        back = np.argsort(self.perms[self.flop_perm[number]])
        place = hand_number(tuple(int(back[c // 13]) * 13 + c % 13 for c in hole))
        return int(self.margin[self.flop_class[number], place])

    @cached_property
    def board_index(self) -> dict[frozenset[int], int]:
        """Number the solved boards by their cards."""
        return {frozenset(board): i for i, board in enumerate(self.boards.tolist())}

    def river_bets(self, hole: Cards, board: Cards) -> bool:
        """Tell whether a hole hand that has not bet yet bets at the river, any suits."""
        for perm in self.perms.tolist():
            moved = frozenset(perm[c // 13] * 13 + c % 13 for c in board)
            if moved in self.board_index:
                place = hand_number(tuple(perm[c // 13] * 13 + c % 13 for c in hole))
                byte = int(self.river[self.board_index[moved], place // 8])
                return bool(byte >> (place % 8) & 1)
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


def flop_orbits(deck: Ints, perms: Ints) -> tuple[Ints, Ints, list[list[int]], list[list[int]]]:
    """Sort the deck's flops into classes under the suit permutations.

    Gives, a flop number, its class (-1: not in the deck) and the permutation that takes the
    class's own flop to it; and, a class, its flops and the permutations that leave it alone.
    """
    kind = np.full(1326, -1, dtype=np.int64)
    perm = np.zeros(1326, dtype=np.int64)
    orbits: list[list[int]] = []
    still: list[list[int]] = []
    cards = [13 * s + r for s in range(4) for r in range(13) if int(deck[s]) >> r & 1]
    table = [[int(p[c // 13]) * 13 + c % 13 for c in range(52)] for p in perms]
    for high in cards:
        for low in cards:
            if low >= high:
                break
            start = high * (high - 1) // 2 + low
            if kind[start] >= 0:
                continue
            orbit: list[int] = []
            alone: list[int] = []
            for i, move in enumerate(table):
                x, y = move[high], move[low]
                flop = x * (x - 1) // 2 + y if x > y else y * (y - 1) // 2 + x
                if flop == start:
                    alone.append(i)
                if kind[flop] < 0:
                    kind[flop] = len(orbits)
                    perm[flop] = i
                    orbit.append(flop)
            orbits.append(orbit)
            still.append(alone)
    return kind, perm, orbits, still


def _inverses(perms: Ints) -> list[int]:
    number = {tuple(p): i for i, p in enumerate(perms.tolist())}
    return [number[tuple(np.argsort(p).tolist())] for p in perms]


def _starts(lists: list[list[int]]) -> tuple[Ints, Ints]:
    ends = np.cumsum([0] + [len(x) for x in lists])
    return np.array([y for x in lists for y in x], dtype=np.int64), ends.astype(np.int64)


def solve(
    deck: Ints, boards: Ints, weights: Ints, perms: Ints, pay: Ints, fold: int, qualifier: int,
    river: bool = False,
) -> Solution:  # fmt: skip
    """Solve the game exactly.

    deck: four masks of ranks. boards (n, 4), weights (n): every board of the deck with weight 1
    and perms = the identity alone; or one board a class with the class's size and perms = all 24
    suit permutations (then the four masks must be equal). Boards that share their first three
    cards should be neighbours. pay[bet, qualifies, outcome, length]: net results as integers, bet
    0, 1, 2 being the one before the flop, on it and at the river. fold: net result of folding.
    qualifier: the least dealer key that qualifies. river: also give the river decisions.
    Of two equal options the one with the smaller wager is taken: check, or fold.
    """
    cards = sum(int(mask).bit_count() for mask in deck)
    dealer = comb(cards - 7, 3)
    kind, flush = _number_type(pay, fold, cards, int(weights.max()), len(perms))
    hands, places = all_hands()
    maps = moved_hands(hands, places, perms)
    used = _flops_of(boards)
    numbers, tables = _suit_tables(deck, boards)
    shared = (len(perms) == 24, boards, weights, deck, numbers, qualifier, bet_lines(pay, dealer))
    group = len(perms)
    with ThreadPoolExecutor(2) as pool:
        # Each board adds its river values less the flop bet's to the rows of its six flops.
        rows = np.zeros(1326 * HANDS, dtype=kind)
        bet2, bet3 = np.zeros((2, HANDS), dtype=np.int64)
        sums = (fold * dealer, *tables, flush, rows, bet2, bet3)
        _in_parallel(pool, _pass_values, [(*team, *shared, *sums) for team in _TEAMS])
        # Flops that differ by a renaming of suits are one class: their rows are joined.
        flop_class, flop_perm, orbits, still = flop_orbits(deck, perms)
        margin = np.zeros((len(orbits), HANDS), dtype=kind)
        better = np.zeros((_PARTS, HANDS), dtype=np.int64)
        orbit, orbit_at = _starts(orbits)
        alone, alone_at = _starts(still)
        joined = (orbit, orbit_at, maps, flop_perm[orbit], alone, alone_at, group, used, rows)
        cuts = _cuts(len(orbits), _PARTS)
        calls = [(*cut, *joined, margin, better[part]) for part, cut in enumerate(cuts)]
        _in_parallel(pool, _merge_flops, calls)
        del rows, sums, joined, calls
        # A check at the opening is worth the flop bets and what checking there is better by.
        bet = 6 * bet3[maps].sum(axis=0) // group
        check = (6 * bet2[maps].sum(axis=0) + better.sum(axis=0)[maps].sum(axis=0)) // group
        opens = np.where(bet > check, 6, 0).astype(np.int8)
        # The decisions, spelled out for every flop, so that the second pass only adds them up.
        bets = np.zeros(1326 * HANDS, dtype=np.int8)
        flops = np.flatnonzero(used)
        forth = np.array(_inverses(perms), dtype=np.int64)[flop_perm[flops]]
        spread = (flops, flop_class[flops], forth, maps, margin, opens, bets)
        _in_parallel(pool, _spread_bets, [(*cut, *spread) for cut in _cuts(len(flops), _PARTS)])
        totals = np.zeros((len(_TEAMS), 16, 4, 4), dtype=np.int64)
        extra = np.zeros((len(_TEAMS), 1), dtype=np.int64)
        bits = np.zeros((len(boards), HANDS // 8) if river else (0, 0), dtype=np.uint8)
        known = (np.array([fold * dealer], dtype=kind), *tables, bets, opens)
        calls = [
            (*team, *shared, *known, totals[i], extra[i], bits) for i, team in enumerate(_TEAMS)
        ]
        _in_parallel(pool, _pass_counts, calls)
    total = totals.sum(axis=0)
    total[:, 3] -= total[:, 0] + total[:, 1] + total[:, 2]
    return Solution(
        counts=split_counts(total, dealer),
        hands=hands,
        places=places,
        bet=bet[places],
        check=check[places],
        margin=margin,
        river=bits,
        xtra_free=int(extra.sum()) == 0,
        boards=boards,
        perms=perms,
        flop_class=flop_class,
        flop_perm=flop_perm,
    )


def _in_parallel(pool: ThreadPoolExecutor, kernel: Any, calls: list[Any]) -> None:
    """Run the calls of a kernel, all of them, whichever thread is free."""
    for job in [pool.submit(kernel, *call) for call in calls]:
        job.result()


def _cuts(count: int, parts: int) -> list[tuple[int, int]]:
    """The numbers up to `count` in so many runs, each from its first to before its last."""
    ends = np.linspace(0, count, parts + 1).astype(int).tolist()
    return list(pairwise(ends))


def _number_type(pay: Ints, fold: int, cards: int, weight: int, group: int) -> tuple[Any, int]:
    """32 bits where every sum fits them, else 64; and how many boards can be added up in those."""
    dealer = comb(cards - 7, 3)
    step = pay[2] - pay[1]
    most = dealer * max(abs(int(step.min())), int(step.max()), fold - int(pay[1].min()))
    worth = 4 * dealer * weight * max(int(np.abs(pay).max()), abs(fold))
    small = max(most * group * comb(cards - 5, 2), 2 * worth) < BIG
    boards = max(1, (BIG if small else 2**62) // worth) if worth else 1 << 40
    return (np.int32 if small else np.int64), boards


def _suit_tables(deck: Ints, boards: Ints) -> tuple[Ints, tuple[Any, ...]]:
    """The subset tables of every set of ranks that a board leaves, and the number of each set."""
    masks = np.zeros((len(boards), 4), dtype=np.int64)
    for place in range(4):
        masks[np.arange(len(boards)), boards[:, place] // 13] |= 1 << (boards[:, place] % 13)
    sets = np.unique(deck & ~masks)
    numbers = np.zeros(8192, dtype=np.int64)
    numbers[sets] = np.arange(len(sets))
    order, bound, free, both = subset_tables(sets)
    return numbers, (order, bound, free.reshape(-1), both)


def _flops_of(boards: Ints) -> NDArray[np.bool_]:
    """Which of the 1,326 flops are part of some board."""
    used = np.zeros(1326, dtype=np.bool_)
    for i in range(4):
        for j in range(i):
            high = np.maximum(boards[:, i], boards[:, j])
            used[high * (high - 1) // 2 + np.minimum(boards[:, i], boards[:, j])] = True
    return used


def solve_deck(pay: Ints, fold: int, qualifier: int, river: bool = False) -> Solution:
    """Solve the game over the whole deck of 52 cards."""
    boards, weights = board_classes()
    deck = np.full(4, 8191)
    with compiling():
        return solve(deck, boards, weights, suit_permutations(), pay, fold, qualifier, river)
