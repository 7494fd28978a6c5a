"""What one card is worth to who sees it, or knows it to be dead: counted over every deal.

A player may learn of one of the dealer's cards only its rank, its suit or its colour. Then he
decides for all cards of that kind at once: their values are added up, board by board, before he
chooses. A board card in advance is known at the opening (and, if it is the turn or the river, on
the flop). A dead card is one that nobody can hold: the hands without it are all less those with it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks, class_hands, classes, shapes
from longsuit.analysis.exact.kernels.boards import add_triples
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.kernels.position import KINDS, count_each_card, value_each_pair
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.payoffs import check_size
from longsuit.analysis.exact.position import (
    Blind,
    decide,
    float_lines,
    flush_keys,
    tables,
)
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.tuned import check_tuned
from longsuit.analysis.faceup.kernels.every_card import (
    BY_COLOUR,
    BY_RANK,
    BY_SUIT,
    DEAD,
    NOTHING,
    WIDE,
)
from longsuit.analysis.faceup.opening_hand import LEFT, OpeningHand, board_places
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT, SUIT_COUNT
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.plain_number import shorten

DEALER = ("card", "rank", "suit", "colour")
TWO = "two-cards"
BOARD = ("flop-card", "turn-card")
REMOVAL = "removal"
RELATIONS = ("your longest suit", "your other suits", "a suit that you do not hold")
_DECISIONS = ("opening", "flop", "river")
_RAISE = "raise"
_NOTHING = "nothing"
_MOST_THREADS = 64
_PIECES = 64
_ROWS = 4096
_HAND = 7
_RED = (1, 2)
_LANES_OF: dict[str, slice | int] = {
    "card": slice(0, BY_RANK),
    "rank": slice(BY_RANK, BY_SUIT),
    "suit": slice(BY_SUIT, BY_COLOUR),
    "colour": slice(BY_COLOUR, NOTHING),
    _NOTHING: NOTHING,
}

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]
Key = tuple[str, ...]
Sums = dict[Key, int]


class Removal(Struct, frozen=True):
    """What a dead card changes in the average value of a hand, best play from a decision on."""

    decision: str
    relation: str
    rank: int
    change: Fraction


class Exposures(Struct, frozen=True):
    """The exact value of best play, in Antes, by what is seen; and the effects of removal."""

    blind: Fraction
    """Seeing nothing."""
    values: dict[str, Fraction]
    removals: tuple[Removal, ...] = ()


def kinds_of(game: Game) -> tuple[str, ...]:
    """What can be asked of a game."""
    return (*DEALER, TWO, *(BOARD if game.board else ()), REMOVAL)


def expose(
    case: Case,
    kinds: Sequence[str],
    *,
    threads: int = 2,
    progress: Progress | None = None,
) -> Exposures:
    """The exposures that are asked for, in one pass over all hands of a game."""
    check_tuned(case, "studies of exposed cards")
    known = kinds_of(case.game)
    for kind in kinds:
        if kind not in known:
            raise InputError(
                f"An exposure of {case.game.name} is {', '.join(known)}, not '{shorten(kind)}'."
            )
    if not 1 <= threads <= _MOST_THREADS:
        raise InputError(f"A study runs on 1 to {_MOST_THREADS} threads.")
    count = _chase_part if case.game.board else _high_card_part
    sums: Sums = {}
    with compiling(), ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda first: count(case, frozenset(kinds), first), range(_PIECES))
        for done, found in enumerate(parts, 1):
            for key, total in found.items():
                sums[key] = sums.get(key, 0) + total
            if progress is not None:
                progress(done, _PIECES)
    blind = solve_case(case).value
    values_of = _chase_values if case.game.board else _high_card_values
    if (found_blind := values_of(case, sums, [_NOTHING])[_NOTHING]) != blind:
        raise AssertionError(f"with nothing seen {found_blind} comes out, not {blind}")
    values = values_of(case, sums, [kind for kind in kinds if kind != REMOVAL])
    return Exposures(blind, values, _removals(case, sums) if REMOVAL in kinds else ())


# Chase the Flush


def _chase_part(case: Case, kinds: frozenset[str], first: int) -> Sums:
    sums: Sums = {}
    lines = float_lines(case.payoffs)
    for own in list(classes(size=3))[first::_PIECES]:
        for key, total in value_hand(OpeningHand(case, lines, own), kinds):
            sums[key] = sums.get(key, 0) + class_hands(own) * total
    return sums


def value_hand(hand: OpeningHand, kinds: frozenset[str]) -> Iterator[tuple[Key, int]]:
    """The sums of one opening hand, over a fold."""
    if TWO in kinds:
        yield (TWO,), hand.two_cards()
    if not kinds.isdisjoint(BOARD) or kinds == {TWO}:
        yield from _board_cards(hand)
    if kinds and kinds <= {TWO, *BOARD}:
        return
    opening, check, river = hand.cards_shown()
    for kind, lanes in _LANES_OF.items():
        if kind in kinds or (kind == _NOTHING and kinds.isdisjoint(BOARD)):
            yield (kind,), int(opening[lanes].sum())
    if REMOVAL not in kinds:
        return
    # Beside a dead card the same hand with the card alive: of the hands that lack an ace the
    # average is not that of all.
    values = dict(zip(_DECISIONS, (opening, check, river), strict=True))
    for card in hand.cards:
        about = _relation(hand.own, card), str(card % RANK_COUNT)
        lane = DEAD + card // RANK_COUNT * WIDE + card % RANK_COUNT
        for decision, value in values.items():
            yield ("dead", decision, *about), int(value[lane])
            yield ("alive", decision, *about), int(value[NOTHING])
        yield ("hands", *about), 1


def _board_cards(hand: OpeningHand) -> Iterator[tuple[Key, int]]:
    """A board card in advance, and nothing. Three flops of six have the card."""
    places, margin = board_places(hand.deck, hand.boards), np.zeros((LEFT, LEFT))
    first, late, early = hand.by_board(hand.lines)
    first -= hand.case.payoffs.fold * hand.boards * comb(45, 3)
    nobody = Blind(hand.deck, np.zeros(hand.boards, np.uint8))
    bets, _ = decide(False, hand.deck, late, early, nobody, margin)
    check = 6 * int(bets) + int(np.maximum(margin, 0.0).sum()) // 2
    yield (_NOTHING,), max(6 * int(first), check)
    triples = np.zeros((LEFT, LEFT, LEFT))
    add_triples(places, late, early, triples)
    better = np.maximum(triples, 0.0)
    later = better.sum(axis=(1, 2)) + better.sum(axis=(0, 2)) + better.sum(axis=(0, 1))
    flops = np.maximum(margin, 0.0).sum(axis=1)
    opening = hand.opening(late, early, lambda lines: hand.by_board(lines)[2])
    raises, waits = np.zeros(LEFT), np.zeros(LEFT)
    for column in places.T:
        raises += 3 * np.bincount(column, opening, LEFT)
        waits += 3 * np.bincount(column, early, LEFT)
    for kind, more in zip(BOARD, (flops, later), strict=True):
        yield (kind,), int(np.maximum(raises, waits + more).sum())


def _relation(own: Masks, card: int) -> str:
    """To the player's suits; of equally long ones the first counts as the longest."""
    longest = max(range(SUIT_COUNT), key=lambda suit: own[suit].bit_count())
    suit = card // RANK_COUNT
    return RELATIONS[0 if suit == longest else 1 if own[suit] else 2]


def _chase_values(case: Case, sums: Sums, kinds: Sequence[str]) -> dict[str, Fraction]:
    known, hands = case.payoffs, comb(DECK_SIZE, 3)
    deals = dict.fromkeys(DEALER, LEFT * 6 * comb(48, 4) * comb(44, 2))
    # A board card: each of 49, and three flops of six on every board that has it.
    deals |= dict.fromkeys(BOARD, LEFT * 3 * comb(48, 3) * comb(45, 3))
    deals[TWO] = comb(LEFT, 2) * 6 * comb(47, 4) * 43
    deals[_NOTHING] = 6 * comb(LEFT, 4) * comb(45, 3)
    fold = Fraction(known.fold, known.unit)
    return {kind: fold + Fraction(sums[kind,], hands * deals[kind] * known.unit) for kind in kinds}


def _removals(case: Case, sums: Sums) -> tuple[Removal, ...]:
    if case.game.board:
        decisions: Sequence[str] = _DECISIONS
        alive, dead = 6 * comb(LEFT, 4) * comb(45, 3), 6 * comb(48, 4) * comb(44, 3)
    else:
        decisions = (_RAISE,)
        alive, dead = comb(45, _HAND), comb(44, _HAND)
    found = []
    for decision, relation, rank in product(decisions, RELATIONS, range(RANK_COUNT)):
        about = relation, str(rank)
        now = Fraction(sums["dead", decision, *about], dead)
        change = now - Fraction(sums["alive", decision, *about], alive)
        hands = sums["hands", *about] * case.payoffs.unit
        found.append(Removal(decision, relation, rank, change / hands))
    return tuple(found)


# High Card Flush


def _high_card_part(case: Case, kinds: frozenset[str], first: int) -> Sums:
    sums: Sums = {}
    for own, alike in class_rows(first, _PIECES):
        totals = high_card_totals(case, own, {_NOTHING, *kinds})
        if TWO in kinds:
            totals[TWO] = two_card_totals(case, own)
        for kind in {_NOTHING, *kinds} - {REMOVAL}:
            sums[kind,] = sums.get((kind,), 0) + int((totals[kind] * alike).sum())
        if REMOVAL in kinds:
            for key, total in _high_card_removals(own, totals, alike):
                sums[key] = sums.get(key, 0) + total
    return sums


def high_card_totals(case: Case, own: Ints, kinds: Iterable[str]) -> dict[str, Ints]:
    """[hand] by kind asked for: best play, added up over what may be seen of a dealer's card.

    And `removal`, [hand, card]: best play where the card is dead; of own cards it means nothing.
    """
    known, keys, free, asked = case.payoffs, flush_keys(own), FULL_SUIT ^ own, set(kinds)
    check_size(known)
    counts = np.zeros((len(own), KINDS + 1, DECK_SIZE))
    hands = comb(DECK_SIZE - _HAND - 1, _HAND - 1)
    there = (free[:, :, None] >> np.arange(RANK_COUNT) & 1).reshape(len(own), -1)
    counts[:, KINDS] = there * hands
    count_each_card(keys, free, _HAND, case.rules.qualifier, tables(), counts)
    # Every hand of the dealer's is met with each of its cards.
    all_hands = counts.sum(axis=2, keepdims=True) // _HAND
    lines = bet_lines(known.pay)[2 * (keys >> RANK_COUNT) + (keys >= case.rules.qualifier)]
    lines = lines.astype(np.float64)
    values = (lines @ counts).reshape(len(own), -1, SUIT_COUNT, RANK_COUNT)
    folds = known.fold * counts[:, KINDS].reshape(len(own), SUIT_COUNT, RANK_COUNT)
    closed = ~np.array(known.allowed)[keys >> RANK_COUNT]
    suits, suit_folds = values.sum(axis=3), folds.sum(axis=2)
    colours = np.array([[suit in _RED, suit not in _RED] for suit in range(SUIT_COUNT)], float)
    seen = {
        "card": (values.reshape(len(own), values.shape[1], -1), folds.reshape(len(own), -1)),
        "rank": (values.sum(axis=2), folds.sum(axis=1)),
        "suit": (suits, suit_folds),
        "colour": (suits @ colours, suit_folds @ colours),
    }
    if _NOTHING in asked:
        seen[_NOTHING] = lines @ all_hands, known.fold * all_hands[:, KINDS]
    if REMOVAL in asked:
        dead = all_hands - counts
        seen[REMOVAL] = lines @ dead, known.fold * dead[:, KINDS]
    found = {}
    for kind in seen.keys() & asked:
        bets, fold = seen[kind]
        bets[closed] = -np.inf
        best: Floats = np.maximum(bets.max(axis=1), fold)
        found[kind] = (best if kind == REMOVAL else best.sum(axis=1)).astype(np.int64)
    return found


def two_card_totals(case: Case, own: Ints) -> Ints:
    """[hand]: best play, added up over every two cards of the dealer's that may be seen."""
    known, keys = case.payoffs, flush_keys(own)
    check_size(known)
    total = np.zeros(len(own))
    value_each_pair(
        keys, FULL_SUIT ^ own, _HAND, case.rules.qualifier,
        bet_lines(known.pay).astype(np.float64), np.array(known.allowed), float(known.fold),
        tables(), total,
    )  # fmt: skip
    return total.astype(np.int64)


def _high_card_removals(
    own: Ints, totals: dict[str, Ints], alike: Ints
) -> Iterator[tuple[Key, int]]:
    """What a dead card leaves, by its rank and its relation to the hand."""
    lengths = np.bitwise_count(own)
    longest = lengths.argmax(axis=1)
    for suit, rank in product(range(SUIT_COUNT), range(RANK_COUNT)):
        free = own[:, suit] >> rank & 1 == 0
        relations = np.where(longest == suit, 0, np.where(lengths[:, suit] > 0, 1, 2))
        for number, relation in enumerate(RELATIONS):
            of = free & (relations == number)
            about, weights = (relation, str(rank)), alike[of]
            dead = totals[REMOVAL][of, suit * RANK_COUNT + rank]
            yield ("dead", _RAISE, *about), int((dead * weights).sum())
            yield ("alive", _RAISE, *about), int((totals[_NOTHING][of] * weights).sum())
            yield ("hands", *about), int(weights.sum())


def _high_card_values(case: Case, sums: Sums, kinds: Sequence[str]) -> dict[str, Fraction]:
    unit = comb(DECK_SIZE, _HAND) * case.payoffs.unit
    deals = dict.fromkeys(DEALER, 45 * comb(44, 6))
    deals |= {_NOTHING: comb(45, _HAND), TWO: comb(45, 2) * comb(43, 5)}
    return {kind: Fraction(sums[kind,], deals[kind] * unit) for kind in kinds}


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
