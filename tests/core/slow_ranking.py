"""The ranking of hands once more, slow and plain: group by suit, sort, compare as the rules say.

Works on cards written as text (``"Th"``) and shares nothing with the package: no numbers for
cards, no masks, no tables.
"""

from collections.abc import Sequence

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def suits_of(hand: Sequence[str]) -> dict[str, list[int]]:
    """The ranks held in each suit, highest first; a deuce is 2 and an ace 14."""
    held: dict[str, list[int]] = {}
    for card in hand:
        held.setdefault(card[1], []).append(ORDER.index(card[0]) + 2)
    return {suit: sorted(ranks, reverse=True) for suit, ranks in held.items()}


def beats(one: list[int], other: list[int]) -> bool:
    """Whether one flush, its ranks highest first, wins against another."""
    if len(one) != len(other):
        return len(one) > len(other)
    for mine, theirs in zip(one, other, strict=True):
        if mine != theirs:
            return mine > theirs
    return False


def flush_of(hand: Sequence[str]) -> list[int]:
    """The ranks of the hand's flush: of its suits the one that no other beats."""
    best: list[int] = []
    for ranks in suits_of(hand).values():
        if beats(ranks, best):
            best = ranks
    return best


def outcome(player: Sequence[str], dealer: Sequence[str]) -> str:
    """Who has the better flush: ``ahead``, ``behind`` or ``tie``, from the player's side."""
    mine, theirs = flush_of(player), flush_of(dealer)
    if beats(mine, theirs):
        return "ahead"
    return "behind" if beats(theirs, mine) else "tie"


def is_straight(ranks: set[int], top: int, length: int) -> bool:
    """Whether the ranks hold that many in a row from `top` down; a low ace stands below the two."""
    return all((14 if rank == 1 else rank) in ranks for rank in range(top, top - length, -1))


def longest_straight(hand: Sequence[str]) -> int:
    """The most cards in a row in any one suit, or 0 when that is under three."""
    best = 0
    for ranks in suits_of(hand).values():
        for length in range(3, len(ranks) + 1):
            # The lowest card of the row is an ace (1) at the least, the highest an ace (14).
            tops = range(length, 15)
            if any(is_straight(set(ranks), top, length) for top in tops):
                best = max(best, length)
    return best


def longest_ace_high(hand: Sequence[str]) -> int:
    """The most cards in a row from an ace down in any one suit, or 0 when that is under three."""
    best = 0
    for ranks in suits_of(hand).values():
        for length in range(3, len(ranks) + 1):
            if is_straight(set(ranks), 14, length):
                best = max(best, length)
    return best


def qualifies(hand: Sequence[str]) -> bool:
    """A nine-high three-card flush or better."""
    flush = flush_of(hand)
    return len(flush) > 3 or (len(flush) == 3 and flush[0] >= 9)
