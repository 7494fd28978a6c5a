"""A game as a form: its cards, its decisions, and what its terms pay, judged as a table judges."""

from fractions import Fraction
from math import lcm

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
    hand_class,
    reachable,
)
from longsuit.analysis.exact.payoffs import OUTCOMES, table_odds
from longsuit.core.errors import InputError
from longsuit.core.games.game import End, Game, MainRules, Scale
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import Shape, key_length


def form_of(case: Case, *, ranks: int = 13) -> Form:
    """The form of a case."""
    return form_of_game(case.game, case.rules, case.xtra, ranks=ranks)


def form_of_game(game: Game, rules: MainRules, table: PayTable | None, *, ranks: int = 13) -> Form:
    """The form of a game under these rules, and under the table that pays a main wager by hands."""
    lines, odds = table_odds(game, table)
    streets = [street for street in game.streets if street.own or street.board]
    dealt = [bool(street.own or street.board) for street in game.streets]
    points = tuple(
        Point(
            sum(dealt[: place + 1]),
            tuple(tuple(decision.multiples(length)) for length in range(LENGTHS)),
            decision.free,
        )
        for place, decision in zip(game.deciding, rules.decisions, strict=True)
    )
    form = Form(
        hole=game.hole,
        streets=tuple(Street(street.own, street.board) for street in streets),
        dealer=Dealer(game.dealer, rules.qualifier) if game.dealer else None,
        points=points,
        pays=(),
        several=game.several,
        lines=lines,
        ranks=ranks,
    )
    ends, folds = reachable(form)
    winning = None if game.dealer else _winning(form, key_length(rules.qualifier), game.name)
    paid = [
        [_pays(game, rules, sum(bets), odds, kind, winning) for kind in range(form.classes)]
        for bets in ends
    ]
    lost = [_net(game, rules, "folded", sum(bets), Fraction(0), 0) for bets in folds]
    every = [net for rows in paid for row in rows for side in row for net in side]
    unit = lcm(*(net.denominator for net in (*every, *lost)))
    return Form(
        form.hole, form.streets, form.dealer, form.points,
        tuple(Pay(bets, _whole(rows, unit)) for bets, rows in zip(ends, paid, strict=True)),
        tuple(Fold(bets, int(net * unit)) for bets, net in zip(folds, lost, strict=True)),
        form.several, lines, ranks, unit,
    )  # fmt: skip


def bets_of(case: Case, action: int) -> tuple[int, ...]:
    """What a seat has bet at each decision when its last action is that one of the payoffs."""
    known = case.payoffs
    bets = [0] * len(case.rules.decisions)
    if action < len(known.pay):
        bets[known.places[action]] = known.multiples[action]
    return tuple(bets)


Rows = list[tuple[list[Fraction], list[Fraction]]]


def _pays(
    game: Game, rules: MainRules, bet: int, odds: list[Fraction], kind: int,
    winning: tuple[bool, ...] | None,
) -> tuple[list[Fraction], list[Fraction]]:  # fmt: skip
    """[dealer qualifies][ahead, tie, behind] of a class; without a dealer the class alone tells."""
    if winning is not None:
        end: End = "ahead" if winning[kind] else "behind"
        alone = [_net(game, rules, end, bet, odds[kind], kind)] * 3
        return alone, alone
    low, high = (
        [_net(game, rules, end, bet, odds[kind], kind, qualifies) for end in OUTCOMES]
        for qualifies in (False, True)
    )
    return low, high


def _net(
    game: Game, rules: MainRules, end: End, bet: int, odds: Fraction, length: int,
    qualifies: bool = True,
) -> Fraction:  # fmt: skip
    """The net result in Antes: wagers of one each, and bets of several together."""
    total = Fraction(0)
    for ruling in rulings(game, rules, end, qualifies):
        stake = bet if ruling.wager == game.bet.id else 1
        pays = ruling.pays
        if isinstance(pays, Scale):
            pays = _scaled(game, pays, length)
        won = stake * (odds if pays is None else pays)
        total += {"win": won, "push": Fraction(0), "lose": Fraction(-stake)}[ruling.verdict]
    return total


def _scaled(game: Game, scale: Scale, length: int) -> Fraction:
    if scale.by == "margin" or any(terms.pays is None for terms in game.main):
        raise InputError(
            f"{game.name} pays by a margin, or by lengths beside a table of hands, which the "
            "exact solver does not count."
        )
    return scale.odds[min(length, len(scale.odds) - 1)]


def _winning(form: Form, least: int, name: str) -> tuple[bool, ...]:
    """Which classes win where there is no dealer: those with flushes of so many cards."""
    wins: dict[int, set[bool]] = {kind: set() for kind in range(form.classes)}
    most = form.own + form.board
    for flush in range(most + 1):
        for straight in (0, *range(3, flush + 1)):
            for ace in (0, *range(3, straight + 1)):
                # As many suits as it takes to hold no flush at all, and no longer one.
                if flush and 4 * flush >= most:
                    wins[hand_class(form, Shape(flush, straight, ace))].add(flush >= least)
    if any(len(found) > 1 for found in wins.values()):
        raise InputError(
            f"The table of {name} names hands of which some win and some do not, which the exact "
            "solver does not tell apart."
        )
    return tuple(True in wins[kind] for kind in range(form.classes))


def _whole(rows: Rows, unit: int) -> Nets:
    def side(nets: list[Fraction]) -> tuple[int, int, int]:
        ahead, tie, behind = (int(net * unit) for net in nets)
        return ahead, tie, behind

    return tuple((side(low), side(high)) for low, high in rows)
