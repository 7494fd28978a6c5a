"""Both games solved exactly, every wager priced, every hand advised."""

from longsuit.exact.advice import Advice, advise
from longsuit.exact.must_hit import price_must_hit
from longsuit.exact.pricing import Price, price
from longsuit.exact.solution import Solution
from longsuit.exact.solve import solve, solve_many
from longsuit.progressive.terms import MustHit

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
