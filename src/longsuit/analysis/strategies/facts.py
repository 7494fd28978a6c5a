"""What a player can see at a glance or count at the table: the facts that rules are about.

Slow and plain: one hand, straight from its cards. `kernels` count the same for every hand at
once, and tests compare the two.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from longsuit.core.cards import FULL_SUIT, RANK_COUNT, SUIT_COUNT, Card, card_set, suit_masks
from longsuit.core.ranking import FlushKey, mask_key

NOTHING = -1
"""The rank of a card that is not there."""
_DEUCE, _ACE = 2, 14
_QUEEN = 10
"""Its rank."""
FLUSH_TOPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 22)
"""By rank: a king or an ace at the head of two suited cards is worth more than its rank."""
PAIRS_AN_OUT = 22
"""Pairs of cards that weigh as much as one card that beats you."""


class Facts(NamedTuple):
    """The facts of a hand on a board; the order is that of the kernels."""

    flush: FlushKey
    """The best flush of all the player's cards."""
    own: int
    """How many cards of that flush are the player's own; of equal flushes the most."""
    beaten: int
    """How many unseen cards, each with the board alone, make a better flush than the player's."""
    higher: int
    """In how many suits the board holds a card above the player's highest flush card."""
    missing: int
    """How many suits of the board the player has no own card in."""
    danger: int
    """`beaten`, plus for every suit of the board the unseen cards above the player's highest in it.

    Two counts added: a card that is in both counts twice.
    """
    suits: int
    """How many suits the player's own cards are of."""
    side: int
    """The player's highest own card in a suit that is neither the flush's nor on the board."""
    second: int
    """How many cards the second longest suit has, the board included."""
    two_card: int
    """Pairs of unseen cards of a suit that beat you together with the board, and not alone."""
    weighed: int
    """22 times `beaten` plus `two_card`: dealer outs, 22 pairs counting as one."""
    board_suits: int
    """How many suits the board is of."""
    board_longest: int
    """How many cards of one suit the board holds, at most."""
    board_top: int
    """The highest rank on the board."""
    tops: int
    """The flush's highest card (king 17, ace 22) and the side card (ace 14, none: 1) added."""
    lead: int
    """14 + the flush's highest card (ace 14) less twice `beaten`; 0 where that is below 0."""
    weighed_danger: int
    """22 times (`danger`, twice `suits`, less own cards from queens up) plus `two_card`; or 0."""
    least: tuple[int, ...]
    """[rank]: how many own cards are of that rank or higher."""
    points: int
    """4 times the highest own card, twice the next, once the third; an ace 14, a deuce 2."""


def facts(hole: Sequence[Card], board: Sequence[Card] = ()) -> Facts:
    """Count everything for one hand."""
    own, shared = suit_masks(card_set(hole)), suit_masks(card_set(board))
    both = [mine | theirs for mine, theirs in zip(own, shared, strict=True)]
    flush = max(map(mask_key, both))
    of_flush = [s for s in range(SUIT_COUNT) if mask_key(both[s]) == flush]
    suit = max(of_flush, key=lambda s: own[s].bit_count())
    highest = _top(flush & FULL_SUIT)
    unseen = [card for card in range(52) if card not in (*hole, *board)]
    outs = [card for card in unseen if _beats(card, shared, flush)]
    beaten = len(outs)
    pairs = sum(
        one // RANK_COUNT == two // RANK_COUNT and _beat(one, two, shared, flush)
        for one, two in combinations([card for card in unseen if card not in outs], 2)
    )
    above = 0
    for s in range(SUIT_COUNT):
        if shared[s]:
            above += sum(not both[s] >> r & 1 for r in range(_top(own[s]) + 1, RANK_COUNT))
    ranks = sorted((card % RANK_COUNT + _DEUCE for card in hole), reverse=True)
    suits = sum(map(bool, own))
    queens = sum(card % RANK_COUNT >= _QUEEN for card in hole)
    lone = [_top(own[s]) for s in range(SUIT_COUNT) if s != suit and not shared[s]]
    return Facts(
        flush=flush,
        own=own[suit].bit_count(),
        beaten=beaten,
        higher=sum(_top(mask) > highest for mask in shared),
        missing=sum(bool(theirs and not mine) for mine, theirs in zip(own, shared, strict=True)),
        danger=beaten + above,
        suits=suits,
        side=max(lone, default=NOTHING),
        second=sorted(mask.bit_count() for mask in both)[-2],
        two_card=pairs,
        weighed=PAIRS_AN_OUT * beaten + pairs,
        board_suits=sum(map(bool, shared)),
        board_longest=max(mask.bit_count() for mask in shared),
        board_top=max(map(_top, shared)),
        tops=FLUSH_TOPS[highest] + max(lone, default=NOTHING) + _DEUCE,
        lead=max(_ACE + highest + _DEUCE - 2 * beaten, 0),
        weighed_danger=max(PAIRS_AN_OUT * (beaten + above + 2 * suits - queens) + pairs, 0),
        least=tuple(sum(c % RANK_COUNT >= rank for c in hole) for rank in range(RANK_COUNT)),
        points=sum(weight * rank for weight, rank in zip((4, 2, 1), ranks, strict=False)),
    )


def _top(mask: int) -> int:
    """The highest rank in a suit."""
    return mask.bit_length() - 1


def _beats(card: Card, shared: Sequence[int], flush: FlushKey) -> bool:
    """The board and this one card make a better flush."""
    suit, bit = card // RANK_COUNT, 1 << card % RANK_COUNT
    return mask_key(shared[suit] | bit) > flush


def _beat(one: Card, two: Card, shared: Sequence[int], flush: FlushKey) -> bool:
    """The board and these two cards of a suit make a better flush."""
    suit = one // RANK_COUNT
    return mask_key(shared[suit] | 1 << one % RANK_COUNT | 1 << two % RANK_COUNT) > flush


FLUSH, OWN, BEATEN, HIGHER, MISSING, DANGER, SUITS, SIDE, SECOND = range(9)
TWO_CARD, WEIGHED, BOARD_SUITS, BOARD_LONGEST, BOARD_TOP, TOPS, LEAD, WEIGHED_DANGER = range(9, 17)
LEAST = 17
"""The place of `least[0]`; the other ranks follow."""
PAIR_FACTS = frozenset({TWO_CARD, WEIGHED, WEIGHED_DANGER})
POINTS = LEAST + RANK_COUNT
COUNT = POINTS + 1


def listed(known: Facts) -> list[int]:
    """The facts as the kernels number them."""
    *counted, least, points = known
    return [*(number for number in counted if isinstance(number, int)), *least, points]
