"""Seeing one of the dealer's cards, and nothing else: counted over every deal.

High Card Flush: 6,009,159 hands and the 45 cards that the dealer may show. Chase the Flush: 1,755
opening hands and 49 cards, each with all boards; a card of a suit that could be renamed to another
counts for both.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks, class_hands, shapes
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.kernels.position import KINDS, count_each_card
from longsuit.analysis.exact.position import bet_lines, flush_keys, remaining, tables, to_cards
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT

_PIECES = 64
_ROWS = 4096
_HAND = 7

Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]


def one_dealer_card(case: Case, *, threads: int = 2, progress: Progress | None = None) -> Fraction:
    """The exact value of best play that sees one of the dealer's cards."""
    count = _chase if case.game.board else _high_card
    return count(case, threads, progress)


def _high_card(case: Case, threads: int, progress: Progress | None) -> Fraction:
    def piece(first: int) -> int:
        return sum(
            int((best_totals(case, own) * alike).sum()) for own, alike in class_rows(first, _PIECES)
        )

    total = _add_up(piece, threads, progress)
    return Fraction(total, comb(52, 7) * 45 * comb(44, 6) * case.payoffs.unit)


def best_totals(case: Case, own: Ints) -> Ints:
    """[hand]: best play at High Card Flush, added up over all cards that the dealer may show."""
    known, keys, free = case.payoffs, flush_keys(own), FULL_SUIT ^ own
    counts = np.zeros((len(own), KINDS + 1, DECK_SIZE))
    ranks = np.arange(RANK_COUNT)
    hands = comb(DECK_SIZE - _HAND - 1, _HAND - 1)
    counts[:, KINDS] = (free[:, :, None] >> ranks & 1).reshape(len(own), -1) * hands
    count_each_card(keys, free, _HAND, case.rules.qualifier, tables(), counts)
    lines = bet_lines(known)[2 * (keys >> RANK_COUNT) + (keys >= case.rules.qualifier)]
    values = lines.astype(np.float64) @ counts
    closed = ~np.array(known.allowed)[keys >> RANK_COUNT]
    values[closed] = -np.inf
    best = np.maximum(values.max(axis=1), known.fold * counts[:, KINDS])
    totals: Ints = best.sum(axis=1).astype(np.int64)
    return totals


def class_rows(first: int, step: int, size: int = _HAND) -> Iterator[tuple[Ints, Ints]]:
    """Every step-th leading suit's hands up to suits: masks, and how many each stands for."""
    masks = range(FULL_SUIT + 1)
    of_size = [np.array([m for m in masks if m.bit_count() == n]) for n in range(size + 1)]
    for shape in shapes(size=size):
        for lead in range(first, len(of_size[shape.sizes[0]]), step):
            places = np.array([[lead]])
            for suit in range(1, 4):
                here = len(of_size[shape.sizes[suit]])
                same = shape.sizes[suit] == shape.sizes[suit - 1]
                ways = places[:, -1] + 1 if same else np.full(len(places), here)
                ends = np.cumsum(ways)
                last = np.arange(ends[-1]) - np.repeat(ends - ways, ways)
                places = np.column_stack([np.repeat(places, ways, axis=0), last])
            own = np.column_stack([of_size[n][places[:, s]] for s, n in enumerate(shape.sizes)])
            # 24 over the renamings of suits that change nothing, by which neighbours are equal.
            equal = (own[:, :-1] == own[:, 1:]) @ [4, 2, 1]
            alike = np.array([24, 12, 12, 4, 12, 6, 4, 1])[equal]
            for at in range(0, len(own), _ROWS):
                yield own[at : at + _ROWS], alike[at : at + _ROWS]


def _add_up(piece: Callable[[int], int], threads: int, progress: Progress | None) -> int:
    total = 0
    with compiling(), ThreadPoolExecutor(threads) as pool:
        for done, part in enumerate(pool.map(piece, range(_PIECES)), 1):
            total += part
            if progress is not None:
                progress(done, _PIECES)
    return total


def _chase(case: Case, threads: int, progress: Progress | None) -> Fraction:
    study = ChaseStudy(case, seats=0, dealer_card=True, threads=1)
    hands = study.hands

    def piece(first: int) -> int:
        return sum(class_hands(own) * card_total(study, own) for own in hands[first::_PIECES])

    total = _add_up(piece, threads, progress)
    deals = 49 * 6 * comb(48, 4) * comb(44, 2)
    return Fraction(total, comb(52, 3) * deals * case.payoffs.unit)


def card_total(study: ChaseStudy, own: Masks) -> int:
    """Best play of one opening hand, added up over all cards that the dealer may show."""
    cards = to_cards(remaining(own))
    # A suit of which the player holds the same as of an earlier one plays alike.
    first = [own.index(mask) for mask in own]
    chosen = [card for card in cards if first[card // RANK_COUNT] == card // RANK_COUNT]
    none = np.zeros((len(chosen), 0), np.int64)
    rows = study.value_hand(own, remaining(own), none, np.array(chosen, np.int64))[1:, :2].max(
        axis=1
    )
    alike = [first.count(card // RANK_COUNT) for card in chosen]
    return sum(int(value) * times for value, times in zip(rows.tolist(), alike, strict=True))
