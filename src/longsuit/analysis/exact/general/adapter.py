"""The two games as forms, made from a `Case`."""

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
    """The form of a case: its cards, its decisions, and its payoffs.

    One bet a round: where decisions are several each has one bet, which is that decision's place
    among the payoffs; where there is one, its bets are all of them.
    """
    game, rules, known = case.game, case.rules, case.payoffs
    boards = sorted({0, game.board, *(decision.board for decision in rules.decisions)})
    streets = [Street(board=b - a) for a, b in pairwise(boards)]
    points = tuple(
        Point(
            boards.index(decision.board),
            tuple(tuple(decision.multiples(length)) for length in range(LENGTHS)),
            decision.free,
        )
        for decision in rules.decisions
    )
    pays, size = [], len(points)
    for place, multiple in enumerate(known.multiples):
        at = place if size > 1 else 0
        bets = tuple(multiple if point == at else 0 for point in range(size))
        pays.append(Pay(bets, _by_class(known.pay[place])))
    return Form(
        hole=game.hole,
        streets=tuple(streets),
        dealer=Dealer(game.hole, rules.qualifier),
        points=points,
        pays=tuple(pays),
        folds=(Fold((0,) * size, known.fold),),
        ranks=ranks,
        unit=known.unit,
    )


def _by_class(pay: tuple[tuple[tuple[int, ...], ...], ...]) -> Nets:
    """From [qualifies][outcome][length] to [length][qualifies][outcome]."""
    return tuple(
        (
            (pay[0][0][n], pay[0][1][n], pay[0][2][n]),
            (pay[1][0][n], pay[1][1][n], pay[1][2][n]),
        )
        for n in range(LENGTHS)
    )
