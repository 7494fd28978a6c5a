"""Prices kept between runs: a strategy of Chase the Flush takes seconds to play over every deal.

What is kept is the count of deals by ending, for each stage of the strategy, under its own arrays
or rules and the rules of the game; best play beside it is kept by the solver.
"""

import json
from collections.abc import Callable, Iterable

import numpy as np
from msgspec import json as packed

from longsuit.analysis.exact.cache import Arrays, kept
from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.exact.tuned import check_tuned, tuned_case
from longsuit.analysis.strategies.any_game import play_any
from longsuit.analysis.strategies.price import Priced, compare, count_many, stages
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
    if tuned_case(case) is None:
        return Priced(play_any(rules, case), solve_case(case))
    decided = [(name, [rule.text for rule in listed]) for name, listed in rules.decisions.items()]
    parts = [json.dumps(decided).encode()]
    return _price(case, parts, lambda: tabulate(rules, case.rules))


def _price(case: Case, parts: Iterable[bytes], make: Callable[[], Strategy]) -> Priced:
    check_tuned(case, "prices of whole strategies")
    best = solve_case(case)

    def is_whole(found: Arrays) -> bool:
        counts = found["counts"]
        return bool(counts.min() >= 0 and (counts.sum(axis=(1, 2, 3, 4)) == best.deals).all())

    def count() -> Arrays:
        return {"counts": np.array(count_many(stages(make(), case), case.rules))}

    # Best play after a decision may depend on the X-tra table, and so on its pays.
    about = packed.encode(case.rules), packed.encode(case.payoffs)
    own = kept([b"strategy", case.game.id.encode(), *about, *parts], is_whole, count)
    return compare(case, list(own["counts"]), best)
