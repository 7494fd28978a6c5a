"""Prices kept between runs: a strategy of Chase the Flush takes seconds to play over every deal.

What is kept is the count of deals by ending, under the strategy's own arrays or rules and the rules
of the game; best play beside it is kept by the solver.
"""

import json
from collections.abc import Callable, Iterable

import numpy as np
from msgspec import json as packed

from longsuit.analysis.exact.cache import Arrays, kept
from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.strategies.price import Priced, count_endings
from longsuit.analysis.strategies.rules import RuleList
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable


def priced(
    strategy: Strategy, *, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Priced:
    """The price of a compiled strategy, from what is kept if it is there."""
    parts = [json.dumps(strategy.about, sort_keys=True).encode()]
    for name, array in sorted(strategy.arrays.items()):
        parts += [name.encode(), np.ascontiguousarray(array).tobytes()]
    return _price(make_case(strategy.game.id, xtra, rules), parts, lambda: strategy)


def price_rules(
    rules: RuleList, *, xtra: str | PayTable | None = None, variant: MainRules | None = None
) -> Priced:
    """The price of a rule list, which need not be tabulated if its price is kept."""
    case = make_case(rules.definition.id, xtra, variant)
    decided = [(name, [rule.text for rule in listed]) for name, listed in rules.decisions.items()]
    parts = [json.dumps(decided).encode()]
    return _price(case, parts, lambda: tabulate(rules, case.rules))


def _price(case: Case, parts: Iterable[bytes], make: Callable[[], Strategy]) -> Priced:
    best = solve_case(case)

    def is_whole(found: Arrays) -> bool:
        counts = found["counts"]
        return bool(counts.min() >= 0 and counts.sum() == best.deals)

    own = kept(
        [b"strategy", case.game.id.encode(), packed.encode(case.rules), *parts],
        is_whole,
        lambda: {"counts": count_endings(make(), case.rules)},
    )
    return Priced(Solution(case, endings(own["counts"])), best)
