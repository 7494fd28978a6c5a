"""Any compiled strategy priced exactly: played over every deal of the game."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.analysis.exact.kernels.board_sweep import PIECES, in_pieces
from longsuit.analysis.exact.lines import split_counts
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.payoffs import Payoffs, payoffs
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.exact.tuned import check_tuned
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import as_json, percent
from longsuit.analysis.result import Result
from longsuit.analysis.strategies.kernels import every_deal
from longsuit.analysis.strategies.tables import spread_bits, suit_tables
from longsuit.core.errors import InputError
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable

DEALER_HANDS = 14_190
"""Three cards of the 45 that a player of Chase the Flush does not see at the river."""

Ints = NDArray[np.int64]


class Priced(Result, Struct, frozen=True):
    """A strategy over all deals, beside best play."""

    solution: Solution
    best: Solution
    costs: dict[str, Fraction] = {}
    """By decision: what it gives up there, with best play after it. Together they are the cost."""

    @property
    def cost(self) -> Fraction:
        """What it gives up against best play, in Antes a round."""
        return self.best.value - self.solution.value

    @property
    def headline(self) -> str:
        """What it costs."""
        return f"{self.solution.game.name}: costs {percent(self.cost)} of an Ante a round"

    @property
    def table(self) -> Frame:
        """What it gives up at each decision."""
        costs = self.costs or {"all": self.cost}
        return make_frame(
            "Given up against best play, in Antes a round", "decision cost", list(costs.items())
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        costs = {decision: as_json(cost) for decision, cost in self.costs.items()}
        return {"cost": as_json(self.cost), "costs": costs, **self.solution.to_dict()}


def price_strategy(
    strategy: Strategy,
    *,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
) -> Priced:
    """Every figure of a strategy, and what it costs."""
    case = make_case(strategy.game.id, xtra, rules)
    check_tuned(case, "prices of whole strategies")
    return compare(case, count_many(stages(strategy, case), case.rules), solve_case(case))


def stages(strategy: Strategy, case: Case) -> list[Strategy]:
    """The first decision by the strategy and best play after it, the first two, ... and all."""
    names = [decision.name for decision in case.rules.decisions]
    if len(names) == 1:
        return [strategy]
    best = best_strategy(case.game.id, xtra=case.xtra, rules=case.rules)
    parts = [play_best_but(names[:n], strategy, best) for n in range(1, len(names))]
    return [*parts, strategy]


def play_best_but(names: Sequence[str], strategy: Strategy, best: Strategy) -> Strategy:
    """Best play, except that these decisions are the strategy's."""
    of_it = {*names, *({"flops"} if "flop" in names else ())}
    arrays = {name: (strategy if name in of_it else best).arrays[name] for name in strategy.arrays}
    return Strategy(strategy.about, arrays) if strategy.game.board else strategy


def compare(case: Case, counts: Sequence[Ints], best: Solution) -> Priced:
    """The price from the counts of its stages."""
    played = [Solution(case, endings(one)) for one in counts]
    values = [best.value, *(one.value for one in played)]
    names = [decision.name for decision in case.rules.decisions]
    costs = {name: values[n] - values[n + 1] for n, name in enumerate(names)}
    return Priced(played[-1], best, costs)


def count_endings(strategy: Strategy, rules: MainRules) -> Ints:
    """counts[action, length, qualifies, outcome]: how many deals end in each way."""
    return count_many([strategy], rules)[0]


def count_many(strategies: Sequence[Strategy], rules: MainRules) -> list[Ints]:
    """The counts of several strategies of one game; in Chase the Flush one pass serves all."""
    if strategies[0].game.board:
        return _chase([strategy.arrays for strategy in strategies], rules.qualifier)
    return [_high_card(strategy, rules) for strategy in strategies]


def _high_card(strategy: Strategy, rules: MainRules) -> Ints:
    known = payoffs(strategy.game, rules)
    hands = _renamed(strategy, known)
    solved = high_card_flush.solve(
        np.array(known.pay, np.int64),
        known.fold,
        np.array(known.allowed),
        rules.qualifier,
        strategy=hands,
    )
    for action, length, *_ in np.argwhere(solved.counts).tolist():
        if action < len(known.names) and not known.allowed[length][action]:
            raise InputError(
                f"The strategy takes {known.names[action]} with a flush of {length} cards, "
                "which these rules do not allow."
            )
    return solved.counts


def _renamed(strategy: Strategy, known: Payoffs) -> NDArray[np.uint8]:
    """The strategy's actions by the numbers that these rules give them."""
    there = [*known.names, "fold"]
    used = np.unique(strategy.arrays["hands"])
    names = strategy.about["actions"]
    if used.max() >= len(names):
        raise InputError("The strategy holds an action that it does not name.")
    to = np.zeros(len(names), np.uint8)
    for action in used.tolist():
        if names[action] not in there:
            raise InputError(f"The strategy takes {names[action]}, which these rules do not have.")
        to[action] = there.index(names[action])
    moved: NDArray[np.uint8] = to[strategy.arrays["hands"]]
    return moved


def _chase(several: Sequence[Mapping[str, NDArray[np.uint8]]], qualifier: int) -> list[Ints]:
    listed, weights = _boards([arrays["boards"] for arrays in several])
    opens = np.array([arrays["opening"] for arrays in several])
    opens = np.unpackbits(opens, axis=1, bitorder="little", count=HOLES)
    flop = np.array(
        [spread_bits(arrays["flop"], arrays["flops"].astype(np.int64)) for arrays in several]
    )
    river = np.array([arrays["river"] for arrays in several])

    def piece(first: int) -> Ints:
        sums = np.zeros((len(several), 16, 4, 4), np.int64)
        every_deal.price(
            first, PIECES, listed, weights, qualifier, opens, flop, river, suit_tables().keys, sums
        )
        return sums

    total: Ints = np.add.reduce(in_pieces(piece))
    return [split_counts(sums, DEALER_HANDS) for sums in total]


def _boards(several: Iterable[NDArray[np.uint8]]) -> tuple[Ints, Ints]:
    """The boards of strategies and how many each stands for."""
    known, weights = board_classes()
    if not all(np.array_equal(known, listed) for listed in several):
        raise InputError("The strategy lists its boards in an order that Longsuit does not know.")
    return known, weights
