"""What a player can see at a glance or count at the table: the facts that rules are about.

Slow and plain: one hand, straight from its cards. `kernels` count the same for every hand at
once, and tests compare the two.
"""

from collections.abc import Sequence
from typing import NamedTuple

from longsuit.core.cards import FULL_SUIT, RANK_COUNT, SUIT_COUNT, Card, card_set, suit_masks
from longsuit.core.ranking import FlushKey, mask_key

NOTHING = -1
"""The rank of a card that is not there."""


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
    least: tuple[int, ...]
    """[rank]: how many own cards are of that rank or higher."""


def facts(hole: Sequence[Card], board: Sequence[Card] = ()) -> Facts:
    """Count everything for one hand."""
    own, shared = suit_masks(card_set(hole)), suit_masks(card_set(board))
    both = [mine | theirs for mine, theirs in zip(own, shared, strict=True)]
    flush = max(map(mask_key, both))
    of_flush = [s for s in range(SUIT_COUNT) if mask_key(both[s]) == flush]
    suit = max(of_flush, key=lambda s: own[s].bit_count())
    highest = _top(flush & FULL_SUIT)
    beaten = sum(_beats(card, shared, flush) for card in range(52) if card not in (*hole, *board))
    above = 0
    for s in range(SUIT_COUNT):
        if shared[s]:
            above += sum(not both[s] >> r & 1 for r in range(_top(own[s]) + 1, RANK_COUNT))
    lone = [_top(own[s]) for s in range(SUIT_COUNT) if s != suit and not shared[s]]
    return Facts(
        flush=flush,
        own=own[suit].bit_count(),
        beaten=beaten,
        higher=sum(_top(mask) > highest for mask in shared),
        missing=sum(bool(theirs and not mine) for mine, theirs in zip(own, shared, strict=True)),
        danger=beaten + above,
        suits=sum(map(bool, own)),
        side=max(lone, default=NOTHING),
        second=sorted(mask.bit_count() for mask in both)[-2],
        least=tuple(sum(c % RANK_COUNT >= rank for c in hole) for rank in range(RANK_COUNT)),
    )


def _top(mask: int) -> int:
    """The highest rank in a suit."""
    return mask.bit_length() - 1


def _beats(card: Card, shared: Sequence[int], flush: FlushKey) -> bool:
    """The board and this one card make a better flush."""
    suit, bit = card // RANK_COUNT, 1 << card % RANK_COUNT
    return mask_key(shared[suit] | bit) > flush


FLUSH, OWN, BEATEN, HIGHER, MISSING, DANGER, SUITS, SIDE, SECOND = range(9)
LEAST = 9
"""The place of `least[0]`; the other ranks follow."""
COUNT = LEAST + RANK_COUNT


def listed(known: Facts) -> list[int]:
    """The facts as the kernels number them."""
    *counted, least = known
    return [*(number for number in counted if isinstance(number, int)), *least]
