"""Figures of a sheet found again in another way; a sheet on which two differ is not made.

Each check holds what was counted against something that follows from the deck and the rules alone:

- Where player and dealer are dealt alike, each is ahead equally often over all deals, folded ones
  too; and the final cards of either are equally likely to be any hand.
- A hand is below a limit where each of its four suits is. So the hands below it are a coefficient
  of one suit's polynomial to the fourth power; those of one shape are differences of such numbers.
- Each wager of the main game is settled by itself, the X-tra Bonus by the lines of its table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from msgspec import Struct

from longsuit.analysis.exact.payoffs import LENGTHS
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.report.content import Cell, Table, left, words
from longsuit.analysis.report.numbers import NUMBERS, fraction
from longsuit.analysis.report.settings import Choice
from longsuit.analysis.report.wagers import parts_of, table_title
from longsuit.core.cards import FULL_SUIT, RANK_COUNT, SUIT_COUNT, Mask
from longsuit.core.games.game import Game
from longsuit.core.ranking import SHORTEST_STRAIGHT, Shape, mask_key

_SEVEN = 7
_STRAIGHTS = (0, *range(SHORTEST_STRAIGHT, _SEVEN + 1))
"""The lengths of a straight flush; 0 for none."""


class Check(Struct, frozen=True):
    """A figure, or several under one label, found in two ways."""

    label: str
    found: object
    again: object
    shown: Fraction
    """What stands for both."""


def checks_table(
    solutions: Sequence[Solution], xtra: Sequence[Choice], counts: Mapping[Shape, int]
) -> Table:
    """Every check, once; `counts` are the hands by shape that priced the other wagers."""
    rows: dict[str, tuple[Cell, ...]] = {}
    for check in _checks(solutions, xtra, counts):
        if check.found != check.again:
            raise AssertionError(f"{check.label}: {check.found} and {check.again} differ")
        rows[check.label] = (
            words(check.label),
            Cell(fraction(check.shown), check.shown),
            words("agree"),
        )
    return Table(
        "checks",
        "Checked while this sheet was made",
        left("Found in two ways", "Both are", ""),
        tuple(rows.values()),
    )


def _checks(
    solutions: Sequence[Solution], xtra: Sequence[Choice], counts: Mapping[Shape, int]
) -> Iterator[Check]:
    for number, solved in enumerate(solutions):
        yield from _dealt(solved)
        choice = xtra[number] if xtra else None
        named = f" with {table_title(solved.game, choice.table)}" if choice else ""
        parts = parts_of(solved, choice.table if choice else None)
        net = sum((part.net for part in parts), Fraction(0))
        yield _number(f"Result of a round{named}: counted, and wager by wager", solved.value, net)
    hands, size = Fraction(sum(counts.values())), final_cards(solutions[0].game)
    label = f"Hands of {NUMBERS[size]} cards by shape: counted, and as differences"
    yield Check(label, counts, shapes(size), hands)


def _number(label: str, found: Fraction, again: Fraction) -> Check:
    return Check(label, found, again, found)


def _dealt(solved: Solution) -> Iterator[Check]:
    """What the solver counted, against what does not depend on play."""
    outcomes: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    qualifies = 0
    game, size = solved.game, final_cards(solved.game)
    for (_, kind, qualified, outcome), deals in solved.endings.items():
        outcomes[outcome] += deals
        lengths[kind % LENGTHS] += deals
        qualifies += deals * qualified
    ways = ways_to_deal(game)
    yield _number("Deals: counted, and ways to deal", Fraction(solved.deals), Fraction(ways))
    if game.dealer == game.own:
        ahead, behind = Fraction(outcomes["ahead"]), Fraction(outcomes["behind"])
        yield _number("Deals with the player ahead, and with the dealer ahead", ahead, behind)
    if game.dealer:
        held = game.dealer + game.board
        below = hands_below(lambda mask: mask_key(mask) < solved.rules.qualifier, held)
        label = "Deals in which the dealer qualifies: counted, and by hands alone"
        chance = 1 - Fraction(below, comb(52, held))
        yield _number(label, Fraction(qualifies), chance * ways)
    share = Fraction(ways, comb(52, size))
    for length in range(2, size + 1):
        hands = _within(length, size) - _within(length - 1, size)
        label = f"Deals with a longest flush of {length}: counted, and by hands alone"
        yield _number(label, Fraction(lengths[length]), hands * share)


def final_cards(game: Game) -> int:
    """Cards of a final hand, the board's among them."""
    return game.own + game.board


def ways_to_deal(game: Game) -> int:
    """All ways to deal the player's cards, the board in its steps, and the dealer's cards."""
    left_over, ways = 52, 1
    streets = (count for street in game.streets for count in (street.own, street.board))
    for count in (game.hole, *streets, game.dealer):
        ways *= comb(left_over, count)
        left_over -= count
    return ways


def _within(length: int, size: int) -> int:
    return hands_below(lambda mask: mask.bit_count() <= length, size)


def hands_below(below: Callable[[Mask], bool], cards: int = _SEVEN) -> int:
    """Hands of so many cards of which every suit is below a limit."""
    sizes = Counter(mask.bit_count() for mask in range(FULL_SUIT + 1) if below(mask))
    return _fourth_power(sizes, cards)


def _fourth_power(suit: Mapping[int, int], cards: int) -> int:
    """The ways to so many cards from four suits, of each so many ways by their number of cards."""
    ways = {0: 1}
    for _ in range(SUIT_COUNT):
        more: Counter[int] = Counter()
        for held, count in ways.items():
            for size, times in suit.items():
                if held + size <= cards:
                    more[held + size] += count * times
        ways = more
    return ways.get(cards, 0)


@lru_cache(maxsize=4)
def shapes(cards: int = _SEVEN) -> dict[Shape, int]:
    """Hands of so many cards by shape: those within three lengths, less those within any less."""
    suits = Counter(_suit(mask) for mask in range(FULL_SUIT + 1))
    flushes = range(_SEVEN + 1)
    within = {
        (flush, straight, ace_high): _fourth_power(_sizes(suits, flush, straight, ace_high), cards)
        for flush, straight, ace_high in product(flushes, _STRAIGHTS, _STRAIGHTS)
    }
    found = {}
    for at in product(range(1, _SEVEN + 1), range(len(_STRAIGHTS)), range(len(_STRAIGHTS))):
        total = 0
        for less in product((0, 1), repeat=3):
            flush, straight, ace_high = (a - b for a, b in zip(at, less, strict=True))
            if min(straight, ace_high) >= 0:
                corner = within[flush, _STRAIGHTS[straight], _STRAIGHTS[ace_high]]
                total += (-1) ** sum(less) * corner
        if total:
            found[Shape(at[0], _STRAIGHTS[at[1]], _STRAIGHTS[at[2]])] = total
    return found


def _sizes(suits: Mapping[Shape, int], flush: int, straight: int, ace_high: int) -> Counter[int]:
    """Sets of one suit's cards within these lengths, by their number of cards."""
    sizes: Counter[int] = Counter()
    for suit, count in suits.items():
        if suit.flush <= flush and suit.straight <= straight and suit.ace_high <= ace_high:
            sizes[suit.flush] += count
    return sizes


def _suit(mask: Mask) -> Shape:
    """The lengths in one suit's cards, looked for one straight after another."""
    held = {rank for rank in range(RANK_COUNT) if mask >> rank & 1}
    ace = RANK_COUNT - 1
    if ace in held:
        held.add(-1)
    straight = ace_high = 0
    for length in _STRAIGHTS[1:]:
        if any(held.issuperset(range(low, low + length)) for low in range(-1, RANK_COUNT)):
            straight = length
        if held.issuperset(range(RANK_COUNT - length, RANK_COUNT)):
            ace_high = length
    return Shape(mask.bit_count(), straight, ace_high)
