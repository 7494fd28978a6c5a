"""Numbers as people write them: how long and of what form is settled before any is parsed.

``Fraction("1e20000000")`` takes Python a minute and lets nothing else run meanwhile. So what comes
from outside (typed, posted, configured, read from a file) becomes a number here and nowhere else:
plain digits, with decimals or over a denominator, and no more of them than this field needs.
"""

import re
from fractions import Fraction
from functools import lru_cache

WHOLE_DIGITS = 15
"""A million times all the money in a casino, in cents."""
EXACT_DIGITS = 1_000
"""On each side of a fraction in a record; those of the longest sums have some two hundred."""
_SHOWN = 40
_BITS_SHOWN = 128

_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,9}|/[1-9]\d{0,8})?", re.ASCII)
_WHOLE = re.compile(rf"\d{{1,{WHOLE_DIGITS}}}", re.ASCII)
_GROUPS = re.compile(r"(\$?\d{1,3}(?:,\d{3})+)(?!\d)", re.ASCII)
_EXACT = re.compile(rf"-?\d{{1,{EXACT_DIGITS}}}(?:/[1-9]\d{{0,{EXACT_DIGITS - 1}}})?", re.ASCII)


def read_number(written: object) -> Fraction | None:
    """A decimal or a fraction, such as ``50``, ``2.5`` or ``3/2``; None for anything else.

    A file may have it as a whole number already; a float is none, for it is not exact.
    """
    if isinstance(written, Fraction):
        return written
    if isinstance(written, int) and not isinstance(written, bool):
        return Fraction(written) if abs(written) < 10**WHOLE_DIGITS else None
    if isinstance(written, str) and _NUMBER.fullmatch(written):
        return Fraction(written)
    return None


def read_whole(text: str) -> int | None:
    """A whole number that is not negative, such as ``0`` or ``1000``; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) else None


def ungroup(text: str) -> str:
    """Without the commas between thousands: ``12,50`` keeps its own, and is no number."""
    found = _GROUPS.match(text)
    return found[0].replace(",", "") + text[found.end() :] if found else text


@lru_cache(maxsize=1024)
def read_exact(text: str) -> Fraction | None:
    """A fraction as a record has it, ``-7`` or ``1348050875653/50592437455560``, or None.

    A log says the same few again and again: rates, shares, what is left of a cent.
    """
    return Fraction(text) if _EXACT.fullmatch(text) else None


def shorten(written: object) -> str:
    """What was written, for a sentence that says what is wrong with it."""
    if isinstance(written, int) and written.bit_length() > _BITS_SHOWN:
        # Python refuses to write thousands of decimal digits; these cost nothing.
        written = hex(written)
    text = str(written)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
