"""The wagers of the main game, each settled by itself, and its actions as people say them."""

from collections import defaultdict
from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.payoffs import LENGTHS
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.report.numbers import plain
from longsuit.core.games.game import End, Game, Scale
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import PayLine, PayTable
from longsuit.core.ranking import Shape


class Part(Struct, frozen=True):
    """One wager of the main game: what is staked on it and won, in Antes a round."""

    name: str
    staked: Fraction
    net: Fraction


def parts_of(solved: Solution, xtra: PayTable | None) -> tuple[Part, ...]:
    """What each wager of the main game takes in and gives back, each settled by itself."""
    game = solved.game
    known = solved.case.payoffs
    staked: defaultdict[str, Fraction] = defaultdict(Fraction)
    net: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (action, kind, qualifies, outcome), deals in solved.endings.items():
        share = Fraction(deals, solved.deals)
        bet = known.staked[action]
        end: End = outcome if action < len(known.pay) else "folded"
        for ruling in rulings(game, solved.rules, end, qualifies):
            stake = bet if ruling.wager == game.bet.id else 1
            odds = ruling.pays
            if isinstance(odds, Scale):
                cards = kind // known.own_classes if odds.by == "margin" else kind % LENGTHS
                odds = odds.odds[min(cards, len(odds.odds) - 1)]
            elif odds is None:
                odds = _table_odds(solved, xtra, kind)
            staked[ruling.wager] += share * stake
            won = {"win": odds, "push": Fraction(0), "lose": Fraction(-1)}[ruling.verdict]
            net[ruling.wager] += share * stake * won
    names = [name for name in (*game.mandatory, game.bet.id) if name in staked]
    return tuple(Part(game.wager(name).name, staked[name], net[name]) for name in names)


def _table_odds(solved: Solution, table: PayTable | None, kind: int) -> Fraction:
    """What the table of a main wager pays a hand of that class that wins."""
    if table is None:
        return Fraction(0)
    line, lost = line_of(solved, table, kind), solved.game.wager(table.wager).unmatched == "lose"
    return line.pays if line is not None else Fraction(-lost)


def line_of(solved: Solution, table: PayTable, kind: int) -> PayLine | None:
    """The line of a table that pays a class of hands."""
    known = solved.case.payoffs
    if not known.hands:
        return table.line_for(Shape(kind % LENGTHS, 0, 0), solved.game.wager(table.wager).pick)
    hand = known.told_apart(kind)
    return table.line(hand) if hand else None


def table_title(game: Game, table: PayTable) -> str:
    """A wager and its table: ``X-tra Bonus A``."""
    return f"{game.wager(table.wager).name} {plain(table.id)}"


def action_label(game: Game, action: str) -> str:
    """An action as people say it: ``All In 3x``."""
    return action.replace(f"{game.bet_verb}_", f"{game.bet.name} ")
