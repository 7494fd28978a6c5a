"""One position of either game, exactly, in plain Python integers: no numba, no numpy.

The cards that a player knows are his own, the board and any others that he has seen; everything
else is equally likely to be anywhere. The dealer's hand is the board and `draw` of the cards left.

Dealer hands below a key (T, M) are counted suit by suit. With B the board and A the cards left in
a suit, drawing d of them keeps the suit below exactly when |B| + d < T (any d cards: a binomial),
or |B| + d == T and the mask of both is below M (`lower`). The suits are tied together only by the
number of cards, so the count is the coefficient of x^draw in a product of four polynomials.

Values are sums over all the ways that the unknown cards can fall; divide by `Position.deals`.
Actions are numbers: the indexes of `pay`, then FOLD = len(pay), then CHECK = len(pay) + 1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT
from longsuit.core.ranking import key_length, mask_key

NO_CARDS = (0, 0, 0, 0)
BET3, BET2, BET1 = 0, 1, 2  # Chase the Flush: the indexes of `pay`

Masks = tuple[int, int, int, int]
Pay = Sequence[Sequence[Sequence[Sequence[int]]]]  # [action][qualifies][outcome][length]: net
Ending = tuple[int, int, int, int]  # last action, player's length, dealer qualifies, outcome


@dataclass(frozen=True)
class Choice:
    """An action and what it is worth with best play after it."""

    action: int
    value: int  # net result summed over all deals
    endings: dict[Ending, int]  # how many deals end how (outcome: 0 ahead, 1 tie, 2 behind)


@dataclass(frozen=True)
class Position:
    """What can be done, by rising wager, over how many equally likely deals."""

    deals: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice of greatest value; of equal ones the smaller wager."""
        return max(self.choices, key=lambda choice: choice.value)


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


def join(*parts: Sequence[int]) -> Masks:
    """All the cards of parts that must not share one."""
    return to_masks(card for part in parts for card in to_cards(part))


def remaining(*parts: Sequence[int]) -> Masks:
    """The deck without these cards."""
    a, b, c, d = join(*parts)
    return FULL_SUIT ^ a, FULL_SUIT ^ b, FULL_SUIT ^ c, FULL_SUIT ^ d


def flush_key(masks: Sequence[int]) -> int:
    """A hand's flush as a number: the greatest of its suits."""
    return max(map(mask_key, masks))


def lower(mask: int, size: int, free: int, held: int = 0) -> int:
    """How many `size`-card subsets of `free` make, with `held`, a mask below `mask`.

    A lower mask agrees with it from the top down to some bit of `mask` that it lacks; beneath that
    bit everything is free choice.
    """
    total = 0
    for rank in range(RANK_COUNT - 1, -1, -1):
        bit = 1 << rank
        if mask & bit == held & bit:
            continue
        if held & bit:
            break
        total += comb((free & (bit - 1)).bit_count(), size)
        if size == 0 or not free & bit:
            break
        size -= 1
    return total


@lru_cache(maxsize=1 << 14)
def _suit(free: int, held: int, length: int, mask: int, draw: int) -> tuple[int, ...]:
    """One suit's polynomial: for each number of cards drawn, the draws that stay below."""
    n_free, exact = free.bit_count(), length - held.bit_count()
    row = [comb(n_free, drawn) for drawn in range(min(exact, draw + 1))]
    if 0 <= exact <= draw:
        row.append(lower(mask, exact, free, held))
    return tuple(row)


def below(length: int, mask: int, board: Sequence[int], free: Sequence[int], draw: int) -> int:
    """How many dealer hands are below the key (length, mask)."""
    poly = [1]
    for held, left in zip(board, free, strict=True):
        row = _suit(left, held, length, mask, draw)
        product = [0] * min(len(poly) + len(row), draw + 1)
        for i, a in enumerate(poly):
            for j, b in enumerate(row[: draw + 1 - i]):
                product[i + j] += a * b
        poly = product
    return poly[draw] if len(poly) > draw else 0


def showdown_counts(
    own: Sequence[int], board: Sequence[int], gone: Sequence[int], draw: int, qualifier: int
) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """counts[dealer qualifies][0 player ahead, 1 tie, 2 behind] over all the dealer's draws.

    The sets "below the player", "not above the player" and "below the qualifier" lie one inside
    the other, so each of the six counts is a difference of sizes.
    """
    return _counts(own, board, remaining(own, board, gone), draw, qualifier)


def _counts(
    own: Sequence[int], board: Sequence[int], free: Sequence[int], draw: int, qualifier: int
) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    hand = [mine | shared for mine, shared in zip(own, board, strict=True)]
    key = flush_key(hand)
    every = comb(sum(mask.bit_count() for mask in free), draw)
    if not every:
        raise ValueError("too few cards are left for the dealer")
    ahead = below(key_length(key), key & FULL_SUIT, board, free, draw)
    not_above = below(key_length(key), (key & FULL_SUIT) + 1, board, free, draw)
    unqualified = below(key_length(qualifier), qualifier & FULL_SUIT, board, free, draw)
    first, second = min(ahead, unqualified), min(not_above, unqualified)
    low = (first, second - first, unqualified - second)
    tie = not_above - ahead
    return low, (ahead - low[0], tie - low[1], every - not_above - low[2])


def choice(action: int, endings: dict[Ending, int], pay: Pay, fold: int) -> Choice:
    """An action's value follows from how its deals end."""
    value = 0
    for (last, length, qualifies, outcome), deals in endings.items():
        net = fold if last == len(pay) else int(pay[last][qualifies][outcome][length])
        value += net * deals
    return Choice(action, value, endings)


def _endings(
    action: int, length: int, counts: tuple[tuple[int, int, int], tuple[int, int, int]]
) -> dict[Ending, int]:
    return {
        (action, length, qualifies, outcome): counts[qualifies][outcome]
        for qualifies in (0, 1)
        for outcome in (0, 1, 2)
        if counts[qualifies][outcome]
    }


def highcard(
    own: Sequence[int],
    seen: Sequence[int],
    pay: Pay,
    fold: int,
    allowed: Sequence[Sequence[bool]],
    qualifier: int,
) -> Position:
    """High Card Flush on seven cards: fold, and every raise that allowed[length][option] opens."""
    counts = showdown_counts(own, NO_CARDS, seen, need(own, 7), qualifier)
    length = key_length(flush_key(own))
    actions = [len(pay)] + [option for option in range(len(pay)) if allowed[length][option]]
    return Position(
        sum(map(sum, counts)),
        tuple(choice(a, _endings(a, length, counts), pay, fold) for a in actions),
    )


def river(
    own: Sequence[int], board: Sequence[int], seen: Sequence[int], pay: Pay, fold: int,
    qualifier: int,
) -> Position:  # fmt: skip
    """Chase the Flush with all four community cards: fold or bet 1x."""
    need(own, 3)
    need(board, 4)
    return _river(own, board, remaining(own, board, seen), pay, fold, qualifier)


def _river(
    own: Sequence[int], board: Sequence[int], free: Sequence[int], pay: Pay, fold: int,
    qualifier: int,
) -> Position:  # fmt: skip
    counts = _counts(own, board, free, 3, qualifier)
    length = key_length(flush_key([mine | shared for mine, shared in zip(own, board, strict=True)]))
    return Position(
        sum(map(sum, counts)),
        tuple(choice(a, _endings(a, length, counts), pay, fold) for a in (len(pay), BET1)),
    )


def flop(
    own: Sequence[int], board: Sequence[int], seen: Sequence[int], pay: Pay, fold: int,
    qualifier: int,
) -> Position:  # fmt: skip
    """Chase the Flush with two community cards: check, or bet 2x."""
    need(own, 3)
    need(board, 2)
    checked: Counter[Ending] = Counter()
    bet: Counter[Ending] = Counter()
    deals = 0
    for both, free in _boards(board, remaining(own, board, seen), 2):
        last = _river(own, both, free, pay, fold, qualifier)
        deals += last.deals
        checked.update(last.best.endings)
        bet.update({(BET2, *end[1:]): n for end, n in last.best.endings.items()})
    if not deals:
        raise ValueError("too few cards are left for turn and river")
    choices = choice(len(pay) + 1, checked, pay, fold), choice(BET2, bet, pay, fold)
    return Position(deals, choices)


def _boards(board: Sequence[int], free: Sequence[int], more: int) -> Iterator[tuple[Masks, Masks]]:
    """The board with `more` cards added in every way, and what is then left."""
    for cards in combinations(to_cards(free), more):
        both, left = list(board), list(free)
        for card in cards:
            both[card // RANK_COUNT] |= 1 << card % RANK_COUNT
            left[card // RANK_COUNT] ^= 1 << card % RANK_COUNT
        yield (both[0], both[1], both[2], both[3]), (left[0], left[1], left[2], left[3])


def need(masks: Sequence[int], wanted: int) -> int:
    """Refuse a position with the wrong number of cards."""
    if sum(mask.bit_count() for mask in masks) != wanted:
        raise ValueError(f"this position takes exactly {wanted} cards here")
    return wanted
