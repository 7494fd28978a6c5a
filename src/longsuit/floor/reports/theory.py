"""What each wager should hold, exactly: the house's share of what is wagered, and how it spreads.

The main game is taken with best play. A bonus or a progressive depends on the player's own cards
alone. Solving a game takes seconds, so each is solved once for its rules and its X-tra table.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from threading import Lock

from msgspec import Struct

from longsuit.analysis.exact.law.spread import spread
from longsuit.analysis.exact.law.wager import house_results
from longsuit.analysis.exact.must_hit import price_must_hit
from longsuit.analysis.exact.pricing import Price, price
from longsuit.analysis.exact.solution import Ending, Solution
from longsuit.analysis.exact.solver import solve
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import known_game, wager_of
from longsuit.core.games.game import MainRules
from longsuit.core.games.settlement import rulings
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit

MAIN = "main"
"""The wagers of the main game together."""


class Figures(Struct, frozen=True):
    """A wager in theory."""

    edge: Fraction
    """What the house keeps of each unit wagered."""
    mean: Fraction
    """What it wins for each unit of the stake that counts: the wager, in the main game the Ante."""
    variance: Fraction | None
    """Of that win; None where no figure would mean much."""


# The main game


_solving = Lock()


def main_game(game: str, rules: MainRules, xtra: PayTable | None) -> Mapping[str, Figures]:
    """The main game as a whole, and each of its wagers, with best play.

    As a whole the edge is the element of risk: the expected loss for each unit wagered. Whoever
    asks for a game that is being solved waits for it.
    """
    with _solving:
        return _main_game(game, rules, xtra)


@lru_cache(maxsize=32)
def _main_game(game: str, rules: MainRules, xtra: PayTable | None) -> Mapping[str, Figures]:
    definition = known_game(game)
    solution = solve(game, xtra=xtra, rules=rules)
    staked_by = solution.case.payoffs.staked
    wagers = (*definition.mandatory, definition.bet.id)
    sums = {wager: [Fraction(0)] * 3 for wager in wagers}
    for ending, deals in solution.endings.items():
        bet = staked_by[ending[0]]
        for wager, net in _nets(solution, ending, bet).items():
            staked = bet if wager == definition.bet.id else 1
            for place, amount in enumerate((Fraction(staked), net, net * net)):
                sums[wager][place] += amount * deals
    figures = {MAIN: Figures(solution.element_of_risk, solution.house_edge, solution.variance)}
    for wager, (wagered, net, square) in sums.items():
        mean = net / solution.deals
        figures[wager] = Figures(-net / wagered, -mean, square / solution.deals - mean**2)
    return figures


def _nets(solution: Solution, ending: Ending, bet: int) -> dict[str, Fraction]:
    """What a deal that ends so is worth on each wager, in Antes."""
    game = solution.game
    action, _, qualifies, outcome = ending
    folded = action >= len(solution.case.payoffs.pay)
    ruled = rulings(game, solution.rules, "folded" if folded else outcome, qualifies)
    nets: dict[str, Fraction] = {}
    for ruling in ruled:
        if ruling.odds is not None:
            stake = bet if ruling.wager == game.bet.id else 1
            ends = {"win": stake * ruling.odds, "push": Fraction(0), "lose": Fraction(-stake)}
            nets[ruling.wager] = ends[ruling.verdict]
    for ruling in ruled:
        if ruling.odds is None:
            # The one that pays by its table has what the others leave of the whole.
            nets[ruling.wager] = solution.net(ending) - sum(nets.values())
    return nets


# Bonuses and progressives


@lru_cache(maxsize=256)
def bonus(paytable: PayTable) -> Figures:
    """A wager that pays by the player's own cards; one on all hands of the table is refused."""
    wager = wager_of(paytable)
    if wager.looks_at == "table":
        raise InputError(f"What the {wager.name} should hold hangs on how many play in each round.")
    law = spread(house_results(price(paytable)))
    return Figures(law.edge, law.edge, law.variance)


@lru_cache(maxsize=256)
def progressive(
    paytable: PayTable, stake: Cents, others: Fraction, must_hit: MustHit | None, seats: int
) -> Figures:
    """A progressive wager of that size.

    It costs the house its fixed pays, envy pays to `others` seats on average, what it adds to the
    meters, and a seed for each whole meter that is won. A Must Hit meter costs its contribution
    and its seed, at its long-run rate with `seats` wagers a round.
    """
    priced = _priced(paytable, stake)
    rest = priced.fixed + priced.contributions + priced.seeds
    edge = 1 - rest - priced.envy * others - _mystery(must_hit, stake, seats)
    return Figures(edge, edge, None if must_hit else spread(house_results(priced, others)).variance)


@lru_cache(maxsize=256)
def _priced(paytable: PayTable, stake: Cents) -> Price:
    """With one other seat, so that envy is what one other seat gets."""
    return price(paytable, base=stake, seats=2)


def _mystery(must_hit: MustHit | None, stake: Cents, seats: int) -> Fraction:
    if must_hit is None:
        return Fraction(0)
    wagers = price_must_hit(must_hit, stake, seats=seats).rounds * seats
    return must_hit.rate + must_hit.seed / (wagers * stake)
