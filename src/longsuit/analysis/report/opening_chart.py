"""The opening of Chase the Flush on one page: with which three cards best play bets at once.

Hands of one suit always have a row of their own, hands with two cards of a suit are told by those
two, hands of three suits by their two highest cards: each with the lowest third card that bets.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from longsuit.analysis.exact.decisions import Opening, openings
from longsuit.analysis.exact.tuned import CHASE, tuned_case
from longsuit.analysis.report.content import Table, left, words
from longsuit.analysis.report.settings import Settings
from longsuit.core.cards import RANK_COUNT, RANKS


def opening_tables(settings: Settings) -> list[Table]:
    """The charts; none for a game of another shape."""
    if tuned_case(settings.case) != CHASE:
        return []
    xtra = settings.xtra[0].table if settings.xtra else None
    hands = openings(settings.game, xtra, settings.rules)
    return [_suited(hands), _unsuited(hands)]


def _ranks(opening: Opening) -> dict[int, list[int]]:
    """Ranks by suit, high to low."""
    suits: defaultdict[int, list[int]] = defaultdict(list)
    for card in opening.cards:
        suits[card // RANK_COUNT].append(card % RANK_COUNT)
    return {suit: sorted(ranks, reverse=True) for suit, ranks in suits.items()}


def _suited(hands: Sequence[Opening]) -> Table:
    """Two cards of a suit, high down the side and low across, with the third card that bets."""
    thirds: dict[tuple[int, int], dict[int, bool]] = defaultdict(dict)
    flushes = []
    for one in hands:
        suits = list(_ranks(one).values())
        if len(suits) == 1:
            flushes.append(one.bet > one.check)
        if len(suits) == 2:
            pair, (third,) = sorted(suits, key=len, reverse=True)
            thirds[pair[0], pair[1]][third] = one.bet > one.check
    order = range(RANK_COUNT - 1, -1, -1)
    rows = tuple(
        (
            words(RANKS[high]),
            *(
                words(_least(thirds[high, low]) if low < high else "")
                for low in range(RANK_COUNT - 2, -1, -1)
            ),
        )
        for high in order
        if high
    )
    every = "All hands of one suit bet." if all(flushes) else "Not all hands of one suit bet."
    return Table(
        "opening-suited",
        "Opening: two cards of one suit (high card down, low card across), and the third card",
        left("", *(RANKS[low] for low in range(RANK_COUNT - 2, -1, -1))),
        rows,
        note=f"The lowest third card of another suit with which best play bets; – never. {every}",
    )


def _unsuited(hands: Sequence[Opening]) -> Table:
    """Three suits: by the two highest cards, where any third card bets."""
    thirds: dict[tuple[int, int], dict[int, bool]] = defaultdict(dict)
    for one in hands:
        suits = _ranks(one)
        if len(suits) == 3:
            a, b, c = sorted((ranks[0] for ranks in suits.values()), reverse=True)
            thirds[a, b][c] = one.bet > one.check
    betting = [(pair, cards) for pair, cards in sorted(thirds.items(), reverse=True)]
    told = [
        f"{RANKS[a]}{RANKS[b]} {_least(cards)}" for (a, b), cards in betting if any(cards.values())
    ]
    return Table(
        "opening-unsuited",
        "Opening: three suits, by the two highest cards and the third",
        left(*([""] * 6)),
        tuple(
            tuple(words(told[at]) if at < len(told) else words("") for at in range(row, row + 6))
            for row in range(0, len(told), 6)
        ),
        note="Hands that are not listed check.",
    )


def _least(cards: Mapping[int, bool]) -> str:
    """The third cards that bet: the lowest with a plus, each by itself where there are gaps."""
    bets = sorted(rank for rank, yes in cards.items() if yes)
    if not bets:
        return "–"
    if len(bets) == len(cards):
        return "any"
    above = [rank for rank in sorted(cards) if rank >= bets[0]]
    if bets == above:
        return RANKS[bets[0]] + ("+" if len(bets) > 1 else "")
    return "".join(RANKS[rank] for rank in reversed(bets))
