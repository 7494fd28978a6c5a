"""Exact figures as they are shown: rounded once, from the fraction, never from a float."""

from fractions import Fraction
from typing import Any


def as_json(value: Fraction) -> dict[str, Any]:
    """A fraction for scripts: the exact one, and a decimal to look at."""
    return {"exact": f"{value.numerator}/{value.denominator}", "decimal": float(value)}


def cents_json(value: Fraction | float | None) -> dict[str, Any] | None:
    """An amount for scripts, under `cents`; where it need not be whole, also as a fraction."""
    if isinstance(value, Fraction):
        return {"cents": float(value), "exact": f"{value.numerator}/{value.denominator}"}
    return None if value is None else {"cents": value}


def percent(value: Fraction, places: int = 4) -> str:
    """A share as a percentage, rounded from the exact value."""
    return f"{decimal(value * 100, places)}%"


def decimal(value: Fraction | int, places: int = 6) -> str:
    """A fraction in decimals, rounded half to even from the exact value, with commas."""
    scaled = round(value * 10**places)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def one_in(value: Fraction, places: int = 1) -> str:
    """A chance as one in so many, with decimals where it is above a hundredth."""
    if value == 0:
        return "never"
    return f"1 in {decimal(1 / value, places if value > Fraction(1, 100) else 0)}"


def plain_number(value: Fraction) -> int | str:
    """A pay for JSON: a whole number, or the fraction as text."""
    return value.numerator if value.denominator == 1 else str(value)
