"""Games solved exactly, every wager priced, every hand advised."""

from longsuit.analysis.exact.advice import Advice, advise
from longsuit.analysis.exact.must_hit import price_must_hit
from longsuit.analysis.exact.pricing import Price, price
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.solver import solve, solve_many
from longsuit.core.progressive.terms import MustHit

__all__ = [
    "Advice",
    "MustHit",
    "Price",
    "Solution",
    "advise",
    "price",
    "price_must_hit",
    "solve",
    "solve_many",
]
