"""What each action nets, in whole units, for every way a deal can end.

Made from the same rulings that settle a round at a table, so the solver and the table cannot
disagree. The unit is the largest part of an Ante in which every pay is whole.
"""

from fractions import Fraction
from math import comb, lcm

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.game import Decision, Game, MainRules, Outcome, Ruling
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import HandTest, PayTable, hand_tests
from longsuit.core.ranking import Shape

OUTCOMES: tuple[Outcome, ...] = ("ahead", "tie", "behind")
LENGTHS = 8
"""A flush has 0 to 7 cards."""

_LARGEST_SUM = 6 * 24 * comb(49, 4) * comb(45, 3)

Nets = tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
"""[action][dealer qualifies][outcome][player's length]"""


class Payoffs(Struct, frozen=True):
    """The net result of each bet and of a fold, in units of which `unit` make one Ante."""

    names: tuple[str, ...]
    """Of the bets, in the order of `pay`."""
    multiples: tuple[int, ...]
    pay: Nets
    fold: int
    unit: int
    allowed: tuple[tuple[bool, ...], ...]
    """[length][bet]: which bets a flush of that length may make."""
    mandatory: int
    """Antes wagered by every seat before the deal."""
    places: tuple[int, ...] = ()
    """Of the bets: the decision at which each is made."""
    hands: tuple[str, ...] = ()
    """The hands of a paytable by which `pay` goes instead of lengths; its last row is for none."""


def payoffs(game: Game, rules: MainRules, xtra: PayTable | None = None) -> Payoffs:
    """All ends of a deal under these rules, with the table by which a main wager is paid."""
    bets = [
        (place, multiple)
        for place, decision in enumerate(rules.decisions)
        for multiple in _multiples(game, decision)
    ]
    hands, extra = table_odds(game, xtra)
    exact = [
        [
            [
                [_net(game, rulings(game, rules, outcome, qualifies), bet, odds) for odds in extra]
                for outcome in OUTCOMES
            ]
            for qualifies in (False, True)
        ]
        for _, bet in bets
    ]
    fold = _net(game, rulings(game, rules, "folded"), 0, Fraction(0))
    every = [net for bet in exact for side in bet for end in side for net in end]
    unit = lcm(fold.denominator, *(net.denominator for net in every))
    whole = tuple(
        tuple(tuple(tuple(int(net * unit) for net in end) for end in side) for side in bet)
        for bet in exact
    )
    allowed = tuple(
        tuple(multiple in rules.decisions[place].multiples(length) for place, multiple in bets)
        for length in range(LENGTHS)
    )
    return Payoffs(
        tuple(game.action_name(multiple) for _, multiple in bets),
        tuple(multiple for _, multiple in bets),
        whole,
        int(fold * unit),
        unit,
        allowed,
        len(game.mandatory),
        tuple(place for place, _ in bets),
        hands,
    )


def check_size(known: Payoffs) -> None:
    """Refuse pays for which a sum over all deals would not fit 64 bits.

    The largest sum that a kernel makes is over six flops, 24 renamings of suits, 211,876 boards
    and 14,190 dealer hands.
    """
    nets = [net for bet in known.pay for side in bet for end in side for net in end]
    largest = max(map(abs, [known.fold, *nets]))
    if largest * _LARGEST_SUM >= 2**63:
        raise InputError(
            "The X-tra pays are too large, or too finely divided, to be added up exactly."
        )


def _multiples(game: Game, decision: Decision) -> list[int]:
    """Every bet that some flush may make at a decision."""
    if min(decision.most) < 1:
        raise InputError(f"The {game.bet.name} is at least one Ante.")
    return sorted({bet for length in range(LENGTHS) for bet in decision.multiples(length)})


def table_odds(game: Game, table: PayTable | None) -> tuple[tuple[str, ...], list[Fraction]]:
    """What a win by the table pays: by length, or where lengths do not tell by the hands named.

    A hand that the table leaves out, or pays nothing, gets its wager back or loses it.
    """
    if table is None:
        return (), [Fraction(0)] * LENGTHS
    wager = game.wager(table.wager)
    lost = Fraction(-1 if wager.unmatched == "lose" else 0)
    if all(_by_length(line.hand) for line in table.lines):
        found = [table.line_for(Shape(length, 0, 0), wager.pick) for length in range(LENGTHS)]
        return (), [line.pays if line is not None else lost for line in found]
    lines = list(table.lines)
    if wager.pick == "best":
        lines.sort(key=lambda line: -line.pays)
    return tuple(line.hand for line in lines), [*(line.pays for line in lines), lost]


def _by_length(hand: str) -> bool:
    """Whether straight flushes are nothing to it."""
    return all(
        test == HandTest(test.flush, flush_below=test.flush_below) for test in hand_tests(hand)
    )


def _net(game: Game, ruled: tuple[Ruling, ...], bet: int, extra: Fraction) -> Fraction:
    """The net result in Antes of rulings on wagers of one Ante each and a bet of several."""
    total = Fraction(0)
    for ruling in ruled:
        stake = bet if ruling.wager == game.bet.id else 1
        odds = extra if ruling.odds is None else ruling.odds
        ends = {"win": stake * odds, "push": Fraction(0), "lose": Fraction(-stake)}
        total += ends[ruling.verdict]
    return total
