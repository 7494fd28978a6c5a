"""Seeing one of the dealer's cards, and nothing else: counted over every deal.

High Card Flush: 6,009,159 hands and the 45 cards that the dealer may show. Chase the Flush: 1,755
opening hands and 49 cards, each with all boards; a card of a suit that could be renamed to another
counts for both.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb

import numpy as np

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks, class_hands
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.position import remaining, to_cards
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.analysis.faceup.exposure import class_rows, high_card_totals
from longsuit.core.cards import RANK_COUNT

_PIECES = 64
Progress = Callable[[int, int], None]


def one_dealer_card(case: Case, *, threads: int = 2, progress: Progress | None = None) -> Fraction:
    """The exact value of best play that sees one of the dealer's cards."""
    count = _chase if case.game.board else _high_card
    return count(case, threads, progress)


def _high_card(case: Case, threads: int, progress: Progress | None) -> Fraction:
    def piece(first: int) -> int:
        return sum(
            int((high_card_totals(case, own, {"card"})["card"] * alike).sum())
            for own, alike in class_rows(first, _PIECES)
        )

    total = _add_up(piece, threads, progress)
    return Fraction(total, comb(52, 7) * 45 * comb(44, 6) * case.payoffs.unit)


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
