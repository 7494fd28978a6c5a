"""One position of either game, exactly, from counts of the dealer's hands (`kernels.position`).

What a player knows are his own cards, the board, others that he has seen, and perhaps some that
the dealer holds; everything else is equally likely to be anywhere. Values are sums over all the
ways that the unknown cards can fall; divide by `Position.deals`. Actions are numbers: the indexes
of `pay`, then FOLD = len(pay), then CHECK = len(pay) + 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb
from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.kernels.boards import SHAPES, SUBSETS, Deck, decide_boards
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.kernels.position import KINDS, Tables, count_boards, count_hands
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import card_ranks, suit_subsets
from longsuit.analysis.exact.payoffs import Payoffs, check_size
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT
from longsuit.core.errors import InputError
from longsuit.core.ranking import mask_key

NO_CARDS = (0, 0, 0, 0)
BET3, BET2, BET1 = 0, 1, 2  # Chase the Flush: the indexes of `pay`
_MASKS = 2 * (FULL_SUIT + 1)
"""A mask, or one more than the greatest."""
_LARGEST_SUM = 6 * comb(49, 4) * comb(45, 3)
"""Flops, boards and dealer hands of an opening; a hand of High Card Flush has fewer."""

Masks = tuple[int, int, int, int]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Choice(NamedTuple):
    """An action, and its net result with best play after it, summed over all deals."""

    action: int
    value: int


@dataclass(frozen=True)
class Position:
    """What can be done, by rising wager, over how many equally likely deals."""

    deals: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice of greatest value; of equal ones the smaller wager."""
        return max(self.choices, key=lambda choice: choice.value)


class Blind(NamedTuple):
    """What who sees nothing does on each board of a deck (see `decide_boards`)."""

    deck: Deck
    choices: NDArray[np.uint8]


class Opening(NamedTuple):
    """Sums over flops, boards and the dealer's hands."""

    bet: int
    check: int
    blind_check: int
    """A check, and then what the blind player does."""


def to_masks(cards: Iterable[int]) -> Masks:
    """Cards 0..51 as four suit masks."""
    masks = [0, 0, 0, 0]
    for card in cards:
        if not 0 <= card < DECK_SIZE or masks[card // RANK_COUNT] >> card % RANK_COUNT & 1:
            raise ValueError(f"card {card} is not in the deck or is there twice")
        masks[card // RANK_COUNT] |= 1 << card % RANK_COUNT
    return masks[0], masks[1], masks[2], masks[3]


def to_cards(masks: Sequence[int]) -> list[int]:
    """Four suit masks as cards 0..51, rising."""
    return [c for c in range(DECK_SIZE) if masks[c // RANK_COUNT] >> c % RANK_COUNT & 1]


def remaining(*parts: Sequence[int]) -> Masks:
    """The deck without the cards of parts, which must not share one."""
    a, b, c, d = to_masks(card for part in parts for card in to_cards(part))
    return FULL_SUIT ^ a, FULL_SUIT ^ b, FULL_SUIT ^ c, FULL_SUIT ^ d


def flush_keys(hands: Ints) -> Ints:
    """[row]: the greatest of four suits."""
    keys: Ints = _keys()[hands].max(axis=-1)
    return keys


@cache
def _keys() -> Ints:
    return np.array([mask_key(mask) for mask in range(FULL_SUIT + 1)], np.int64)


@cache
def tables() -> Tables:
    """Binomials of up to 52 cards, the bits of masks, and polynomials up to x^3."""
    terms, last = np.zeros((6, RANK_COUNT + 1, 4)), np.zeros((6, 4))
    for exact in range(-1, 5):
        for drawn in range(4):
            last[exact + 1, drawn] = drawn == exact
            for left in range(RANK_COUNT + 1):
                terms[exact + 1, left, drawn] = comb(left, drawn) if drawn < exact else 0
    return Tables(
        np.array([[comb(n, k) for k in range(9)] for n in range(DECK_SIZE + 1)], np.float64),
        np.array([mask.bit_count() for mask in range(_MASKS)], np.int64),
        np.array([1 << mask.bit_length() >> 1 for mask in range(_MASKS)], np.int64),
        terms,
        last,
    )


def float_lines(known: Payoffs) -> Floats:
    """`bet_lines` for kernels that add up in floats: refused where those would not be exact."""
    nets = [net for bet in known.pay for side in bet for end in side for net in end]
    if max(map(abs, [known.fold, *nets])) * _LARGEST_SUM >= 2**53:
        raise InputError(
            "The X-tra pays are too large, or too finely divided, to be added up exactly here."
        )
    check_size(known)
    return bet_lines(known.pay).astype(np.float64)


def bet_values(case: Case, keys: Ints, free: Ints, held: Ints, draw: int) -> Ints:
    """[row, bet]: net results summed over the dealer's hands, who holds `held` and draws."""
    counts = np.zeros((len(keys), KINDS))
    count_hands(keys, free, held, draw, case.rules.qualifier, tables(), counts)
    hands = tables().choose[np.bitwise_count(free).sum(axis=1), draw]
    known = np.column_stack([counts, hands]).astype(np.int64)
    check_size(case.payoffs)
    lines = bet_lines(case.payoffs.pay)[2 * (keys >> RANK_COUNT) + (keys >= case.rules.qualifier)]
    values: Ints = (lines * known[:, None, :]).sum(axis=2)
    return values


def value_position(
    case: Case,
    own: Sequence[int],
    board: Sequence[int] = NO_CARDS,
    seen: Sequence[int] = NO_CARDS,
    dealer: Sequence[int] = NO_CARDS,
) -> Position:
    """Every choice of a position; `dealer` are cards that he is known to hold, in suit masks."""
    known = case.payoffs
    free = remaining(own, board, seen, dealer)
    left, to_come = _size(free), case.game.board - _size(board)
    draw = case.game.hole - _size(dealer)
    if left < to_come + draw:
        raise ValueError("too few cards are left for the board and the dealer")
    hands = comb(left - to_come, draw)
    fold, wait = len(known.pay), len(known.pay) + 1
    if case.game.board and not _size(board):
        with compiling():
            found = value_opening(case, own, free, dealer)[0]
        deals = 6 * comb(left, 4) * hands
        return Position(deals, (Choice(wait, found.check), Choice(BET3, found.bet)))
    boards = np.array(board) | _subsets(free, to_come)
    held, rest = boards | np.array(dealer), np.array(free) & ~boards
    keys = flush_keys(boards | np.array(own))
    with compiling():
        values = bet_values(case, keys, rest, held, draw)
    if to_come:
        check = np.maximum(values[:, BET1], known.fold * hands).sum()
        bet = Choice(BET2, int(values[:, BET2].sum()))
        return Position(len(boards) * hands, (Choice(wait, int(check)), bet))
    length = int(keys[0]) >> RANK_COUNT
    bets = [BET1] if case.game.board else np.flatnonzero(known.allowed[length]).tolist()
    choices = Choice(fold, known.fold * hands), *(Choice(b, int(values[0, b])) for b in bets)
    return Position(hands, choices)


def _size(masks: Sequence[int]) -> int:
    return sum(mask.bit_count() for mask in masks)


def _subsets(free: Sequence[int], size: int) -> Ints:
    """[row, suit]: every choice of so many cards."""
    single = np.array([to_masks([card]) for card in to_cards(free)], np.int64).reshape(-1, 4)
    places = np.array(list(combinations(range(len(single)), size)), np.int64)
    subsets: Ints = single[places.reshape(len(places), size)].sum(axis=1)
    return subsets


def number_boards(free: Sequence[int]) -> tuple[Deck, int]:
    """The boards of the cards left, and how many there are."""
    cards = np.array(free, np.int64)
    listed, offset = (np.array(part) for part in zip(*map(suit_subsets, free), strict=True))
    number, spots = np.zeros((4, FULL_SUIT + 1), np.int64), np.zeros((4, SUBSETS, 4), np.int64)
    held = cards[:, None] >> np.arange(RANK_COUNT) & 1
    places = np.cumsum(held.ravel()).reshape(held.shape) - 1
    for suit in range(4):
        end = offset[suit, 5]
        begins = np.repeat(offset[suit, :5], np.diff(offset[suit]))
        number[suit, listed[suit, :end]] = np.arange(end) - begins
        spots[suit] = places[suit][card_ranks()[listed[suit]]]
    # Boards side by side differ in the longest suit, then in the others from the last.
    shapes = _shapes()
    order, sizes = shapes[:, 4:0:-1], shapes[:, 8:4:-1]
    sides = np.diff(offset)[order, sizes]
    steps = np.cumprod(sides, axis=1)
    first, stride = np.zeros(SHAPES, np.int64), np.zeros((SHAPES, 4), np.int64)
    first[shapes[:, 0]] = np.cumsum(steps[:, 3]) - steps[:, 3]
    stride[shapes[:, :1], order[:, :1]] = 1
    stride[shapes[:, :1], order[:, 1:]] = steps[:, :3]
    deck = Deck(cards, listed, offset, number, spots, shapes, first, stride)
    return deck, int(steps[:, 3].sum())


@cache
def _shapes() -> Ints:
    """The ways in which four cards fall into suits: see `Deck.shapes`."""
    rows = []
    for number, sizes in enumerate(product(range(5), repeat=4)):
        if sum(sizes) == 4:
            longest = max(range(4), key=lambda suit: (sizes[suit], suit))
            suits = [*(suit for suit in range(4) if suit != longest), longest]
            rows.append([number, *suits, *(sizes[suit] for suit in suits)])
    return np.array(rows, np.int64)


def count(
    case: Case, own: Sequence[int], free: Sequence[int], dealer: Sequence[int], lines: Floats,
    mine: Deck, deck: Deck, late: Floats, early: Floats,
) -> float:  # fmt: skip
    """`count_boards` with room to work in."""
    draw = case.game.hole - _size(dealer)
    fold = case.payoffs.fold * comb(_size(free) - 4, draw)
    first: float = count_boards(
        np.array(own, np.int64), np.array(free, np.int64), np.array(dealer, np.int64), draw,
        case.rules.qualifier, lines, float(fold), mine, deck, tables(), late, early,
        np.take_along_axis(deck.number, mine.listed, axis=1), np.zeros((KINDS, 4, SUBSETS)),
        np.zeros((4, 5), np.int64), np.zeros(4, np.int64), np.zeros(SUBSETS), np.zeros(SUBSETS),
    )  # fmt: skip
    return first


def decide(
    store: bool, deck: Deck, late: Floats, early: Floats, blind: Blind, margin: Floats
) -> tuple[float, float]:
    """`decide_boards` with room to work in."""
    start = np.cumsum([0, *np.bitwise_count(deck.cards)])
    # Added up by the subset of the longest suit: its own pairs, and each other card with its own.
    column = np.cumsum([0, *deck.offset[:, 4]])
    within, cross = np.zeros((4, SUBSETS)), np.zeros((start[4], column[4] + SUBSETS))
    margin[:] = 0.0
    known = np.take_along_axis(blind.deck.number, deck.listed, axis=1)
    found: tuple[float, float] = decide_boards(
        store, deck, late, early, *blind, margin, known, start, column, within, cross,
        np.zeros(SUBSETS), np.zeros(4, np.int64),
    )  # fmt: skip
    return found


_rooms = local()


def _room(boards: int) -> tuple[Floats, Floats]:
    """Two arrays of a thread's own: made anew for each hand they would take longer than it."""
    if len(getattr(_rooms, "arrays", ((),))[0]) < boards:
        _rooms.arrays = np.empty(boards), np.empty(boards)
    late, early = _rooms.arrays
    return late[:boards], early[:boards]


def value_opening(
    case: Case,
    own: Sequence[int],
    free: Sequence[int],
    dealer: Sequence[int] = NO_CARDS,
    blind: Blind | None = None,
    lines: Floats | None = None,
) -> tuple[Opening, Blind]:
    """Both choices at the opening of Chase the Flush, and how the given blind player would do.

    Without one, the player himself is blind: what he does is returned. `lines`: see `float_lines`.
    """
    if lines is None:
        lines = float_lines(case.payoffs)
    left, draw = _size(free), case.game.hole - _size(dealer)
    fold = case.payoffs.fold * comb(left - 4, draw)
    deck, boards = number_boards(free)
    late, early = _room(boards)
    margin = np.zeros((left, left))
    first = count(case, own, free, dealer, lines, deck, deck, late, early)
    store = blind is None
    blind = blind or Blind(deck, np.zeros(boards, np.uint8))
    bets, waits = decide(store, deck, late, early, blind, margin)
    second = 6 * (int(bets) + fold * boards)
    # Each pair of cards stands in the square twice.
    check = second + int(np.maximum(margin, 0.0).sum()) // 2
    return Opening(6 * int(first), check, check if store else second + int(waits)), blind
