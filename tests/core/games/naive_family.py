"""The further games in the box, dealt and settled a second time from their rules alone.

Nothing here is shared with the package: a deck is a list of (rank, suit), seats act as `chosen`
says, and every amount follows from the rules as they are written in words below.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.core.games.naive import (
    NaiveCard,
    against,
    best_flush,
    dealer_qualifies,
    straight_flush_runs,
)

Chosen = Mapping[tuple[int, int], int]
"""By seat and decision: the bet in Antes; 0 is a check, or a fold where there is none."""

RUSH_FLUSH = {7: 300, 6: 20, 5: 9, 4: 5}
RUSH_STRAIGHT = {7: 1000, 6: 500, 5: 100, 4: 15}
COVER_ALL = {
    7: (300, 250, 200, 150, 100, 75),
    6: (40, 30, 25, 20, 20, 12),
    5: (11, 7, 5, 4, 3, 3),
}


@dataclass
class Naive:
    """A round: what each seat has, does and gets back."""

    wagers: dict[int, dict[str, int]]
    cards: dict[int, list[NaiveCard]] = field(default_factory=dict)
    bets: dict[int, int] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    back: dict[tuple[int, str], int] = field(default_factory=dict)


def rush(deck: list[NaiveCard], wagers: dict[int, dict[str, int]], chosen: Chosen) -> Naive:
    """Four cards, Play or fold; two more, Play or fold; one more. No dealer.

    The Ante pays the better of flush and straight flush, each Play even money with four or more.
    """
    told, cards = Naive(wagers), iter(deck)
    for seat in sorted(wagers):
        told.cards[seat] = [next(cards) for _ in range(4)]
        told.bets[seat] = 0
    for decision, more in ((0, 2), (1, 1)):
        staying = [seat for seat in sorted(wagers) if seat not in told.folded]
        for seat in staying:
            bet = chosen.get((seat, decision), 0)
            told.bets[seat] += bet * wagers[seat]["ante"]
            if not bet:
                told.folded.add(seat)
        for seat in staying:
            if seat not in told.folded:
                told.cards[seat] += [next(cards) for _ in range(more)]
    for seat, placed in wagers.items():
        ante, bet, mine = placed["ante"], told.bets[seat], told.cards[seat]
        runs = [length for _, length in straight_flush_runs(mine)]
        pays = RUSH_FLUSH.get(len(best_flush(mine)), 0)
        pays = max([pays, *(RUSH_STRAIGHT.get(length, 0) for length in runs)])
        won = pays > 0 and seat not in told.folded
        told.back[seat, "ante"] = ante * (1 + pays) if won else 0
        if bet:
            told.back[seat, "play"] = 2 * bet if won else 0
    return told


def luv(deck: list[NaiveCard], wagers: dict[int, dict[str, int]], chosen: Chosen) -> Naive:
    """Seven cards each: Play up to 1, 2 or 3 Antes, or fold.

    Against a dealer below nine-high the Ante wins and the Play comes back. Cover All pays the
    longest flush of all hands dealt, by the number of players.
    """
    told, cards = Naive(wagers), iter(deck)
    for seat in sorted(wagers):
        told.cards[seat] = [next(cards) for _ in range(7)]
    dealers = [next(cards) for _ in range(7)]
    theirs = best_flush(dealers)
    longest = max(len(best_flush(hand)) for hand in (*told.cards.values(), dealers))
    for seat in sorted(wagers):
        placed, mine = wagers[seat], told.cards[seat]
        ante = placed["ante"]
        bet = told.bets[seat] = chosen.get((seat, 0), 0) * ante
        if not bet:
            told.folded.add(seat)
            told.back[seat, "ante"] = 0
        elif not dealer_qualifies(theirs):
            told.back[seat, "ante"], told.back[seat, "play"] = 2 * ante, bet
        else:
            times = {"ahead": 2, "tie": 1, "behind": 0}[against(best_flush(mine), theirs)]
            told.back[seat, "ante"], told.back[seat, "play"] = times * ante, times * bet
        if "cover-all" in placed:
            pays = COVER_ALL[longest][len(wagers) - 1] if longest >= 5 else -1
            told.back[seat, "cover-all"] = placed["cover-all"] * (1 + pays)
    return told


def from_queen_nine(flush: list[int]) -> bool:
    """Three cards from Q-9-2 up, or more."""
    return len(flush) > 3 or (len(flush) == 3 and flush >= [12, 9, 2])


def two_card_chase(
    bets: tuple[int, int, int], bonus: dict[int, int]
) -> Callable[[list[NaiveCard], dict[int, dict[str, int]], Chosen], Naive]:
    """Two cards each, then a board of three, one and one; one bet; a tie loses."""

    def play(deck: list[NaiveCard], wagers: dict[int, dict[str, int]], chosen: Chosen) -> Naive:
        told, cards = Naive(wagers), iter(deck)
        for seat in sorted(wagers):
            told.cards[seat] = [next(cards), next(cards)]
            told.bets[seat] = 0
        dealers = [next(cards), next(cards)]
        for decision, more in enumerate((3, 1, 1)):
            board = [next(cards) for _ in range(more)]
            dealers += board
            for seat in sorted(wagers):
                told.cards[seat] += board
            for seat in sorted(wagers):
                if not told.bets[seat] and chosen.get((seat, decision), 0):
                    told.bets[seat] = bets[decision] * wagers[seat]["ante"]
        theirs = best_flush(dealers)
        for seat, placed in wagers.items():
            ante, bet, mine = placed["ante"], told.bets[seat], best_flush(told.cards[seat])
            times = {"ahead": 2, "tie": 0, "behind": 0}[against(mine, theirs)]
            if not bet:
                told.folded.add(seat)
                told.back[seat, "ante"] = 0
            else:
                told.back[seat, "chase"] = times * bet
                told.back[seat, "ante"] = (times if from_queen_nine(theirs) else 1) * ante
            if "suit-bonus" in placed:
                told.back[seat, "suit-bonus"] = placed["suit-bonus"] * (
                    1 + bonus.get(len(mine), -1)
                )
        return told

    return play
