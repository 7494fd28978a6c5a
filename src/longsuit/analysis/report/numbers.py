"""Exact figures as a sheet prints them: rounded once, from the fraction, never from a float."""

import unicodedata
from fractions import Fraction

from longsuit.core.money import Cents, show_dollars

_HIDDEN = ("Cc", "Cf", "Cs")
_LONGEST = 120


def decimal(value: Fraction | int, places: int = 6) -> str:
    """A number in decimals, rounded half to even from the exact value, with commas."""
    scaled = round(Fraction(value) * 10**places)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def percent(value: Fraction, places: int = 4) -> str:
    """A share as a percentage."""
    return f"{decimal(value * 100, places)}%"


def fraction(value: Fraction) -> str:
    """The exact value: ``135443/2389010``, or a whole number."""
    return str(value)


def one_in(value: Fraction) -> str:
    """A chance as one in so many."""
    if value == 0:
        return "never"
    return f"1 in {decimal(1 / value, 2 if value > Fraction(1, 100) else 0)}"


def dollars(cents: Fraction | Cents) -> str:
    """An amount in dollars, rounded to the cent."""
    return show_dollars(round(cents))


def short_dollars(cents: Fraction | Cents) -> str:
    """An amount without its cents where there are none."""
    return dollars(cents).removesuffix(".00")


def signed(value: Fraction) -> str:
    """A net result with its sign."""
    return f"+{value}" if value > 0 else str(value)


def plain(text: str, longest: int = _LONGEST) -> str:
    """Somebody's text as a document can show it: no hidden signs, and not without end."""
    shown = "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in _HIDDEN else sign
        for sign in " ".join(text.split())
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"
