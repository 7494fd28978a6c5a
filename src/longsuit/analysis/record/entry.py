"""One published figure: as printed, as counted, and what to think of it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

Verdict = Literal["agrees", "rounds differently", "wrong", "different rules", "not fully known"]


class Found(Struct, frozen=True):
    """What comes out here."""

    ours: str
    exactly: str
    verdict: Verdict
    note: str = ""


class Claim(Struct, frozen=True):
    """What is published, and how it is counted here."""

    what: str
    printed: str
    source: str
    command: str
    """Shows our figure."""
    count: Callable[[str], Found]
    """Given what is printed."""
    slow: bool = False
    """It takes minutes."""


class Entry(Struct, frozen=True):
    """A claim, judged."""

    claim: Claim
    found: Found


def number(value: Callable[[], Fraction], note: str = "") -> Callable[[str], Found]:
    """A figure of the game's own rules: it agrees, rounds differently, or is wrong."""

    def judge(printed: str) -> Found:
        exact = value()
        return Found(_like(exact, printed, more=4), _exactly(exact), _verdict(exact, printed), note)

    return judge


def apart(
    value: Callable[[], Fraction], verdict: Verdict, note: str, more: int = 2
) -> Callable[[str], Found]:
    """A figure that is not of the same thing as ours, or may not be: the note says why."""

    def judge(printed: str) -> Found:
        exact = value()
        return Found(_like(exact, printed, more=more), _exactly(exact), verdict, note)

    return judge


def _verdict(exact: Fraction, printed: str) -> Verdict:
    if _like(exact, printed) == printed:
        return "agrees"
    apart_by = abs(exact * (100 if printed.endswith("%") else 1) - Fraction(printed.strip("%+")))
    return "rounds differently" if apart_by < Fraction(1, 10 ** _places(printed)) else "wrong"


def _places(printed: str) -> int:
    return len(printed.removesuffix("%").partition(".")[2])


def _like(exact: Fraction, printed: str, more: int = 0) -> str:
    """A value as the printed one is written, with some decimals more."""
    percent = printed.endswith("%")
    places = _places(printed) + more
    scaled = round(exact * (100 if percent else 1) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else "+" if printed.startswith("+") else ""
    return f"{sign}{whole}" + (f".{rest:0{places}d}" if places else "") + "%" * percent


def _exactly(exact: Fraction) -> str:
    return f"{exact.numerator}/{exact.denominator}"
