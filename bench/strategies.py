"""Strategies priced and tabulated, as ratios; and best play priced, which must be the solver's."""

import os
import random
from collections.abc import Callable
from functools import cache

from bench.measure import best_of, seconds, show
from longsuit.analysis.exact.solution import endings
from longsuit.analysis.exact.solver import forget, solve
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.analysis.strategies.price import count_endings
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.cards import DECK
from longsuit.core.games.catalog import find_game

HANDS = 2_000
SEED = 2026


def run() -> None:
    os.environ["LONGSUIT_CACHE"] = "off"
    _pricing()
    _tabulation()


@cache
def best() -> Strategy:
    return best_strategy("ctf")


def _pricing() -> None:
    """A strategy of Chase the Flush over every deal, beside the solver."""
    rules = find_game("ctf").rules
    counted = count_endings(best(), rules)
    if endings(counted) != solve("ctf").endings:
        raise SystemExit("best play, priced as a strategy, is not what the solver says")

    def solved() -> None:
        forget()
        solve("ctf")

    works: dict[str, Callable[[], object]] = {
        "Chase the Flush solved": solved,
        "best play priced as a strategy": lambda: count_endings(best(), rules),
    }
    found = best_of(works, repeat=3)
    base = found["Chase the Flush solved"]
    rows = [(name, f"{time:.2f} s", f"{time / base:.2f}") for name, time in found.items()]
    show("A strategy priced exactly, two threads", rows, "work", "time", "ratio")


def _tabulation() -> None:
    """Rules for every hand at once, against rules asked hand by hand."""
    rows = []
    for game, hands in (("ctf", 284_207_872 + 3_312_400 + 22_100), ("hcf", 6_009_159)):
        for name in ("basic", "short"):
            rules = find_rules(game, name)
            tabulate(rules)
            fast = seconds(lambda rules=rules: tabulate(rules)) / hands  # type: ignore[misc]
            chance = random.Random(SEED)
            definition = find_game(game)
            dealt = [chance.sample(DECK, definition.hole + definition.board) for _ in range(HANDS)]

            def slowly(rules=rules, dealt=dealt, size=definition.hole) -> None:  # type: ignore[no-untyped-def]
                for cards in dealt:
                    rules.action(cards[:size], cards[size:])

            slow = seconds(slowly) / HANDS
            times = (f"{fast * 1e9:.0f} ns", f"{slow * 1e9:,.0f} ns", f"{slow / fast:,.0f}")
            rows.append((f"{definition.name}, {name}", *times))
    title = f"Rules tabulated, a hand ({HANDS:,} hands the slow way, seed {SEED})"
    show(title, rows, "strategy", "all at once", "hand by hand", "times faster")
