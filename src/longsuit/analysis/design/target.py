"""What a designer asks for, as it is typed and as it is kept."""

import re
from fractions import Fraction

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_number, shorten

Span = tuple[Fraction, Fraction]

_PERCENT = re.compile(r"([^\s%/]+)\s*%?")


class Target(Struct, frozen=True):
    """A house edge from one value to another, and perhaps a hit frequency and a top prize."""

    edge: Span
    hits: Span | None = None
    """How often the wager wins, as a share of hands."""
    top: tuple[int, int] | None = None
    """The highest fixed pay, as it is posted."""


def read_percents(text: str, what: str) -> Span:
    """``4%..6%``, ``4..6%`` or one value; the percent signs may be left out of a span's start."""
    parts = text.split("..")
    found = [_PERCENT.fullmatch(part.strip()) for part in parts]
    values = [read_number(match[1]) for match in found if match]
    least, most = (values[0], values[-1]) if len(values) == len(parts) <= 2 else (None, None)
    if least is None or most is None or not parts[-1].strip().endswith("%"):
        raise InputError(f"'{shorten(text.strip())}' is not a {what}, such as 4%..6%.")
    least, most = least / 100, most / 100
    if least > most:
        raise InputError(f"The {what} '{text.strip()}' runs backwards.")
    if most > 1:
        raise InputError(f"A {what} is at most 100%, and '{text.strip()}' is not.")
    return least, most
