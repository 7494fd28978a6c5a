"""What each action nets, in whole units, for every way a deal can end.

Made from the same rulings that settle a round at a table, so the solver and the table cannot
disagree. The unit is the largest part of an Ante in which every pay is whole.
"""

from fractions import Fraction
from math import comb, lcm

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules, Outcome, Ruling
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import PayTable
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
    """[length][bet]: which bets a flush of that length may make; for one decision at a time."""
    mandatory: int
    """Antes wagered by every seat before the deal."""


def payoffs(game: Game, rules: MainRules, xtra: PayTable | None = None) -> Payoffs:
    """All ends of a deal under these rules, with the X-tra table where the game has one."""
    multiples = _multiples(game, rules)
    extra = [_extra(xtra, length) for length in range(LENGTHS)]
    exact = [
        [
            [
                [
                    _net(game, rulings(game, rules, outcome, qualifies), bet, extra[length])
                    for length in range(LENGTHS)
                ]
                for outcome in OUTCOMES
            ]
            for qualifies in (False, True)
        ]
        for bet in multiples
    ]
    unit = lcm(*(odds.denominator for odds in extra))
    fold = _net(game, rulings(game, rules, "folded"), 0, Fraction(0))
    whole = tuple(
        tuple(tuple(tuple(int(net * unit) for net in end) for end in side) for side in bet)
        for bet in exact
    )
    last = rules.decisions[-1]
    allowed = tuple(
        tuple(multiple in last.multiples(length) for multiple in multiples)
        for length in range(LENGTHS)
    )
    names = tuple(game.action_name(multiple) for multiple in multiples)
    return Payoffs(names, multiples, whole, int(fold * unit), unit, allowed, len(game.mandatory))


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


def _multiples(game: Game, rules: MainRules) -> tuple[int, ...]:
    """One bet a decision where bets are exact; else every multiple of the one decision."""
    for decision in rules.decisions:
        if min(decision.most) < 1:
            raise InputError(f"The {game.bet.name} is at least one Ante.")
    if len(rules.decisions) > 1:
        if any(len(set(decision.most)) > 1 for decision in rules.decisions):
            raise InputError(f"The {game.bet.name} of {game.name} does not depend on the flush.")
        return tuple(decision.most[0] for decision in rules.decisions)
    return tuple(range(1, max(rules.decisions[0].most) + 1))


def _extra(xtra: PayTable | None, length: int) -> Fraction:
    """What the X-tra Bonus wins with a flush of that length."""
    line = xtra.line_for(Shape(length, 0, 0)) if xtra is not None else None
    return line.pays if line is not None else Fraction(0)


def _net(game: Game, ruled: tuple[Ruling, ...], bet: int, extra: Fraction) -> Fraction:
    """The net result in Antes of rulings on wagers of one Ante each and a bet of several."""
    total = Fraction(0)
    for ruling in ruled:
        stake = bet if ruling.wager == game.bet.id else 1
        odds = extra if ruling.pays is None else ruling.pays
        ends = {"win": stake * odds, "push": Fraction(0), "lose": Fraction(-stake)}
        total += ends[ruling.verdict]
    return total
