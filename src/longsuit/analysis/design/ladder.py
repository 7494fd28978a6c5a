"""The ladder of pays that look right on a layout, and how far apart two pays are on it."""

from bisect import bisect_right
from fractions import Fraction

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_whole, shorten

TOP = 10_000
"""The ladder ends here unless a larger pay is asked for."""
LARGEST = 1_000_000
MOST_PAYS = 2_000

_ONES = (*range(1, 11), 12, 15)
_TENS = (20, 25, 30, 40, 50, 60, 70, 75, 80, 100, 150)
_STEP = 1000
"""Parts of a step on the ladder, for pays between two rungs."""

# How round a pay looks without its zeros: 0 the roundest. The rest count by their digits.
_ROUND = {1: 0, 2: 0, 5: 0, 3: 1, 4: 1, 15: 1, 25: 1, 6: 2, 7: 2, 8: 2, 12: 2, 75: 2}


def nice_pays(most: int = TOP) -> tuple[int, ...]:
    """1 to 10, 12, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 100, 150, 200, 250 and so on, rising."""
    pays = set(_ONES)
    scale = 1
    while 20 * scale <= most:
        pays.update(rung * scale for rung in _TENS)
        scale *= 10
    return tuple(sorted(pay for pay in pays if pay <= most))


_RUNGS = nice_pays(LARGEST)


def height(pay: Fraction | int) -> int:
    """Where a pay stands on the ladder, in thousandths of a step; nothing paid is at 0."""
    if pay <= 0:
        return 0
    if pay >= _RUNGS[-1]:
        return _STEP * len(_RUNGS)
    at = bisect_right(_RUNGS, pay)
    below = _RUNGS[at - 1] if at else 0
    return _STEP * at + int(_STEP * (pay - below) / Fraction(_RUNGS[at] - below))


def roughness(pay: int) -> int:
    """0 for 1, 2, 5 and their tens; 1 for 3, 4, 15, 25; 2 for 6, 7, 8, 12, 75; more for others."""
    while pay and pay % 10 == 0:
        pay //= 10
    return _ROUND.get(pay, 2 + len(str(pay)))


def read_pays(text: str, most: int = TOP) -> tuple[int, ...]:
    """The pays that a user allows: ``nice``, ``1..60``, ``1,2,5,10,20..30``."""
    if text.strip().casefold() in ("", "nice"):
        return nice_pays(most)
    pays: set[int] = set()
    for part in text.split(","):
        least, most_of_part = read_span(part)
        if least < 1:
            raise InputError(f"A pay is at least 1, and '{part.strip()}' is not.")
        if most_of_part - least >= MOST_PAYS:
            raise InputError(f"'{part.strip()}' is more than {MOST_PAYS:,} pays.")
        pays.update(range(least, most_of_part + 1))
    if len(pays) > MOST_PAYS:
        raise InputError(f"'{text.strip()[:40]}' is more than {MOST_PAYS:,} pays.")
    return tuple(sorted(pays))


def read_span(text: str) -> tuple[int, int]:
    """A whole number, or two with dots between: ``300``, ``200..400``."""
    parts = text.split("..")
    least, most = (read_whole(parts[at].strip().replace("_", "")) for at in (0, -1))
    if least is None or most is None or len(parts) > 2:
        shown = shorten(text.strip())
        raise InputError(f"'{shown}' is not a whole number, nor a span such as 200..400.")
    if least > most:
        raise InputError(f"'{text.strip()}' runs backwards: write {most}..{least}.")
    if most > LARGEST:
        raise InputError(f"A pay is at most {LARGEST:,}, and '{text.strip()}' is not.")
    return least, most
