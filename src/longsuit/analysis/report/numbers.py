"""Exact figures as a sheet prints them: rounded once, from the fraction, never from a float."""

import unicodedata
from fractions import Fraction

from longsuit.analysis import numbers
from longsuit.core.money import Cents, show_dollars

_HIDDEN = ("Cc", "Cf", "Cs")
_LONGEST = 120


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
"""In words."""


def cards_in_words(number: int, kind: str = "") -> str:
    """``one card``, ``two own cards``."""
    return f"{NUMBERS[number]} {kind + ' ' if kind else ''}card{'' if number == 1 else 's'}"


def fraction(value: Fraction) -> str:
    """The exact value: ``135443/2389010``, or a whole number."""
    return str(value)


def one_in(value: Fraction) -> str:
    """A chance as one in so many, to two decimals."""
    return numbers.one_in(value, 2)


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
