"""A game as a form: its cards, its decisions, and what its terms pay, judged as a table judges."""

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general.form import (
    Dealer,
    Fold,
    Form,
    Nets,
    Pay,
    Point,
    Street,
)
from longsuit.analysis.exact.payoffs import LENGTHS


def form_of(case: Case, *, ranks: int = 13) -> Form:
    """The form of a case."""
    game, rules, known = case.game, case.rules, case.payoffs
    dealt = [bool(street.own or street.board) for street in game.streets]
    points = tuple(
        Point(
            sum(dealt[: place + 1]),
            tuple(tuple(decision.multiples(length)) for length in range(LENGTHS)),
            decision.free,
        )
        for place, decision in zip(game.deciding, rules.decisions, strict=True)
    )
    return Form(
        hole=game.hole,
        streets=tuple(
            Street(street.own, street.board)
            for street in game.streets
            if street.own or street.board
        ),
        dealer=Dealer(game.dealer, rules.qualifier) if game.dealer else None,
        points=points,
        pays=tuple(map(Pay, known.bets, map(_by_class, known.pay))),
        folds=tuple(map(Fold, known.fold_bets, known.folds)),
        several=game.several,
        lines=known.hands,
        margins=known.margins,
        ranks=ranks,
        unit=known.unit,
    )


def _by_class(pay: tuple[tuple[tuple[int, ...], ...], ...]) -> Nets:
    """[class][dealer qualifies][outcome] of [dealer qualifies][outcome][class]."""
    low, high = ([*zip(*side, strict=True)] for side in pay)
    return tuple(zip(low, high, strict=True))
