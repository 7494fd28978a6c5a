"""What opening hands are worth, and what it costs to take a decision always one way."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.hand_classes import class_hands, class_index, classes
from longsuit.analysis.exact.payoffs import Nets, Payoffs
from longsuit.analysis.exact.solver import run_chase, solve_case, solve_chase, solve_high_card
from longsuit.analysis.exact.tuned import CHASE, check_tuned, tuned_case
from longsuit.core.cards import RANK_COUNT, Card
from longsuit.core.errors import InputError
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable

_RUIN = 10_000
"""Antes lost by an action that is not to be taken: more than anything it could win."""
_HOLES = comb(52, 3)
_DEALS = comb(49, 2) * comb(47, 2) * comb(45, 3)


class Opening(Struct, frozen=True):
    """One of the 1,755 opening hands of Chase the Flush up to suits."""

    cards: tuple[Card, ...]
    hands: int
    """How many of the 22,100 hands it stands for."""
    check: Fraction
    bet: Fraction


class Habit(Struct, frozen=True):
    """A decision always taken one way, everything else played best given that."""

    decision: str
    always: str
    value: Fraction
    cost: Fraction
    """What it gives up against best play, in Antes a round."""


def openings(
    game: str, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> list[Opening]:
    """All opening hands of three cards with both values, the best bets first."""
    case = make_case(game, xtra, rules)
    if tuned_case(case) != CHASE:
        raise InputError(f"{case.game.name} has no opening of three cards before a board of four.")
    values = _opening_values(case)
    table = []
    for masks in classes(size=3):
        cards = tuple(
            suit * RANK_COUNT + rank
            for suit, mask in enumerate(masks)
            for rank in reversed(range(RANK_COUNT))
            if mask >> rank & 1
        )
        check, bet = values[class_index(masks)]
        table.append(Opening(cards, class_hands(masks), check, bet))
    table.sort(key=lambda opening: opening.check - opening.bet)
    return table


def _opening_values(case: Case) -> dict[int, tuple[Fraction, Fraction]]:
    """Check and bet, in Antes, of every opening class."""
    solved = solve_chase(case)
    values = {}
    for hand, check, bet in zip(
        solved.hands.tolist(), solved.check.tolist(), solved.bet.tolist(), strict=True
    ):
        masks = [0, 0, 0, 0]
        for card in hand:
            masks[card // RANK_COUNT] |= 1 << card % RANK_COUNT
        scale = _DEALS * case.payoffs.unit
        values[class_index(masks)] = Fraction(check, scale), Fraction(bet, scale)
    return values


def habits(
    game: str, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> list[Habit]:
    """What each decision costs when it is always taken one way."""
    case = make_case(game, xtra, rules)
    check_tuned(case, "habits")
    known, best = case.payoffs, solve_case(case).value
    if not case.game.board:
        return _high_card_habits(case, best)
    found = []
    names = [decision.name for decision in case.rules.decisions]
    for place, always, forced in _forced(known):
        # Both ways to open are in one solved game.
        solved = solve_chase(case) if forced is known else run_chase(replace(case, payoffs=forced))
        if (place, always) == (0, known.names[0]):
            total = sum(solved.bet.tolist())
        elif (place, always) == (0, "check"):
            total = sum(solved.check.tolist())
        else:
            pairs = zip(solved.bet.tolist(), solved.check.tolist(), strict=True)
            total = sum(max(pair) for pair in pairs)
        value = Fraction(total, _HOLES * _DEALS * known.unit)
        found.append(Habit(names[place], always, value, best - value))
    return found


def _forced(known: Payoffs) -> Iterator[tuple[int, str, Payoffs]]:
    """Pays under which best play takes a decision one way: the other way is ruin."""
    first, second, third = known.names
    yield 0, first, known
    yield 0, "check", known
    yield 1, second, _ruined(known, river=True, fold=True)
    yield 1, "check", _ruined(known, flop=True)
    yield 2, third, _ruined(known, fold=True)
    yield 2, "fold", _ruined(known, river=True)


def _ruined(
    known: Payoffs, *, flop: bool = False, river: bool = False, fold: bool = False
) -> Payoffs:
    lost = -_RUIN * known.unit
    ruin = tuple(tuple((lost,) * 8 for _ in range(3)) for _ in range(2))
    opening, second, third = known.pay
    pay: Nets = (opening, ruin if flop else second, ruin if river else third)
    return replace(known, pay=pay, fold=lost if fold else known.fold)


def _high_card_habits(case: Case, best: Fraction) -> list[Habit]:
    """High Card Flush has one decision; the dealer's cards do not depend on it."""
    known, solved = case.payoffs, solve_high_card(case)
    deals = int(solved.counts.sum())
    by_end = solved.counts.sum(axis=0)
    values = {"fold": Fraction(known.fold, known.unit)}
    for largest in (False, True):
        total = 0
        for length, sides in enumerate(by_end.tolist()):
            options = [i for i, allowed in enumerate(known.allowed[length]) if allowed]
            pay = known.pay[options[-1] if largest else options[0]]
            total += sum(sides[q][o] * pay[q][o][length] for q in (0, 1) for o in (0, 1, 2))
        name = "the largest raise" if largest else known.names[0]
        values[name] = Fraction(total, deals * known.unit)
    (decision,) = case.rules.decisions
    return [Habit(decision.name, name, value, best - value) for name, value in values.items()]
