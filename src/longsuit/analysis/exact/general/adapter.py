"""A game as a form, made from a `Case`."""

from itertools import pairwise

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general.form import (
    LENGTHS,
    Dealer,
    Fold,
    Form,
    Nets,
    Pay,
    Point,
    Street,
)


def form_of(case: Case, *, ranks: int = 13) -> Form:
    """The form of a case: its cards, its decisions, and its payoffs. One bet a round."""
    game, rules, known = case.game, case.rules, case.payoffs
    boards = sorted({0, game.board, *(decision.board for decision in rules.decisions)})
    points = tuple(
        Point(
            boards.index(decision.board),
            tuple(tuple(decision.multiples(length)) for length in range(LENGTHS)),
            decision.free,
        )
        for decision in rules.decisions
    )
    return Form(
        hole=game.hole,
        streets=tuple(Street(board=b - a) for a, b in pairwise(boards)),
        dealer=Dealer(game.hole, rules.qualifier),
        points=points,
        pays=tuple(
            Pay(bets_of(case, action), _by_class(pay)) for action, pay in enumerate(known.pay)
        ),
        folds=(Fold((0,) * len(points), known.fold),),
        lines=known.hands,
        ranks=ranks,
        unit=known.unit,
    )


def bets_of(case: Case, action: int) -> tuple[int, ...]:
    """What a seat has bet at each decision when its last action is that one of the payoffs."""
    known = case.payoffs
    bets = [0] * len(case.rules.decisions)
    if action < len(known.pay):
        bets[known.places[action]] = known.multiples[action]
    return tuple(bets)


def _by_class(pay: tuple[tuple[tuple[int, ...], ...], ...]) -> Nets:
    """From [qualifies][outcome][class] to [class][qualifies][outcome]."""
    low, high = (list(zip(*side, strict=True)) for side in pay)
    return tuple(((a[0], a[1], a[2]), (b[0], b[1], b[2])) for a, b in zip(low, high, strict=True))
