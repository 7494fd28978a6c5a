"""The wagers of the main game, each settled by itself, and its actions as people say them."""

from collections import defaultdict
from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.solution import Solution
from longsuit.core.games.game import End, Game
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import PayTable
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
    for (action, length, qualifies, outcome), deals in solved.endings.items():
        share = Fraction(deals, solved.deals)
        bet = known.staked[action]
        end: End = outcome if action < len(known.pay) else "folded"
        for ruling in rulings(game, solved.rules, end, qualifies):
            stake = bet if ruling.wager == game.bet.id else 1
            odds = _xtra_odds(xtra, length) if ruling.odds is None else ruling.odds
            staked[ruling.wager] += share * stake
            won = {"win": odds, "push": Fraction(0), "lose": Fraction(-1)}[ruling.verdict]
            net[ruling.wager] += share * stake * won
    names = [name for name in (*game.mandatory, game.bet.id) if name in staked]
    return tuple(Part(game.wager(name).name, staked[name], net[name]) for name in names)


def _xtra_odds(xtra: PayTable | None, length: int) -> Fraction:
    """What the table of the X-tra Bonus pays a flush of that length that wins."""
    line = xtra.line_for(Shape(length, 0, 0)) if xtra is not None else None
    return Fraction(0) if line is None else line.pays


def action_label(game: Game, action: str) -> str:
    """An action as people say it: ``All In 3x``."""
    return action.replace(f"{game.bet_verb}_", f"{game.bet.name} ")
