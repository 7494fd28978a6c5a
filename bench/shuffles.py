"""Millions of shuffles counted, against what fair ones give; and the time of one shuffle.

What is counted can be added up, so that two processes share the work; the tests count fewer with
the same functions. `n` is the size of the deck throughout, so that tests can try all orders of a
small one.
"""

import os
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import comb, factorial, sqrt
from operator import add
from statistics import NormalDist
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bench.measure import best_of, show
from longsuit.core.cards import DECK, DECK_SIZE, RANK_COUNT
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.secrets.shuffle import Word, shuffle

SEED = 2026
SHUFFLES = 3_000_000
CHUNK = 50_000
TIMED = 5_000
FEWEST = 10
"""No cell of a chi-square test expects fewer."""
RAREST = 50
"""Numbers of runs that are rarer are taken together."""
ONCE_IN = 100_000
"""A fair shuffle is out of a figure's range so rarely, at either end: many figures are tried."""
NORMAL_POINT = NormalDist().inv_cdf(1 - 1 / ONCE_IN)

Numbers: TypeAlias = npt.NDArray[np.int64]
Decks: TypeAlias = npt.NDArray[np.uint8]
"""One shuffle a row."""


# Counting


class Counts(NamedTuple):
    """What many shuffles come to."""

    shuffles: int
    pairs: int
    """How many shuffles were compared with the one after."""
    places: Numbers
    """Place by card."""
    neighbours: Numbers
    """Card by the card after it."""
    tops: Numbers
    """First card by second."""
    rises: Numbers
    """Shuffles by the number of cards that are followed by a higher one."""
    runs: Numbers
    """Shuffles by the number of runs of one colour."""
    serial: int
    """Products of a card and the one after, the last with the first; cards count from -51 to 51."""
    between: int
    """Products of a card and the one in its place in the shuffle after."""


def count(decks: Decks) -> Counts:
    """Count all at once."""
    wide = decks.astype(np.int64)
    size = DECK_SIZE
    red = decks // RANK_COUNT % 3 > 0  # diamonds and hearts lie between clubs and spades
    centred = 2 * wide - (size - 1)
    return Counts(
        len(wide),
        len(wide) - 1,
        _table(np.arange(size) * size + wide),
        _table(wide[:, :-1] * size + wide[:, 1:]),
        _table(wide[:, 0] * size + wide[:, 1]),
        np.bincount((decks[:, 1:] > decks[:, :-1]).sum(axis=1), minlength=size),
        np.bincount(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), minlength=size + 1),
        int((centred * np.roll(centred, -1, axis=1)).sum()),
        int((centred[1:] * centred[:-1]).sum()),
    )


def _table(cells: Numbers) -> Numbers:
    return np.bincount(cells.ravel(), minlength=DECK_SIZE**2).reshape(DECK_SIZE, DECK_SIZE)


def add_up(parts: Iterable[Counts]) -> Counts:
    """Counts of several lots together."""
    first, *rest = parts
    for part in rest:
        first = Counts(*map(add, first, part))
    return first


# What fair shuffles give


class Statistic(NamedTuple):
    """A figure, and the range that fair shuffles keep to."""

    name: str
    value: float
    low: float
    high: float

    @property
    def is_fair(self) -> bool:
        return self.low <= self.value <= self.high


class Moments(NamedTuple):
    mean: float
    variance: float


def places_moments(n: int) -> Moments:
    """Of chi-square of card by place. Rows and columns are full, so it is n/(n-1) chi-squares."""
    return Moments(n * (n - 1), 2 * n**2)


def neighbours_moments(n: int) -> Moments:
    """Of chi-square of card by next card, from how two such pairs hang together in one deck.

    Two pairs exclude each other when they share a first card, share a second card, or are each
    other backwards: 2n - 3 for each pair. The other (n-1)(n-2) are a little likelier together.
    """
    together = (1 - 1 / n) ** 2 + (2 * n - 3) / n**2 + (n - 2) / (n**2 * (n - 1))
    return Moments((n - 1) ** 2, 2 * n * (n - 1) * together)


def serial_moments(values: Sequence[int]) -> Moments:
    """Of the products of neighbours in a ring, for values that sum to 0 (Wald and Wolfowitz)."""
    n, squares = len(values), sum(v**2 for v in values)
    fourths = sum(v**4 for v in values)
    mean = -squares / (n - 1)
    first = (squares**2 - fourths) / (n - 1)
    second = (squares**2 - 2 * fourths) / ((n - 1) * (n - 2))
    return Moments(mean, first + second - mean**2)


def rise_chances(n: int) -> list[Fraction]:
    """The chance of each number of rises: Euler's numbers over n!."""
    row = [1]
    for size in range(2, n + 1):
        padded = [0, *row, 0]
        row = [(size - k) * padded[k] + (k + 1) * padded[k + 1] for k in range(size)]
    return [Fraction(ways, factorial(n)) for ways in row]


def run_chances(n: int) -> list[Fraction]:
    """The chance of each number of runs, from 0, when half of the cards are red."""
    half, chances = n // 2, [Fraction(0)] * (n + 1)
    for runs in range(2, n + 1):
        few, more = runs // 2, (runs + 1) // 2
        ways = 2 * comb(half - 1, few - 1) * comb(half - 1, more - 1)
        chances[runs] = Fraction(ways, comb(n, half))
    return chances


def statistics(counts: Counts) -> list[Statistic]:
    """Every figure with its range."""
    n, shuffles = DECK_SIZE, counts.shuffles
    apart = ~np.eye(n, dtype=bool)
    centred = [2 * card - (n - 1) for card in DECK]
    squares, serial = sum(c**2 for c in centred), serial_moments(centred)
    return [
        _chi_square("card by place", counts.places.ravel(), places_moments(n)),
        _chi_square("first card", counts.places[0]),
        _chi_square("last card", counts.places[-1]),
        _chi_square("first two cards", counts.tops[apart]),
        _chi_square("card by next card", counts.neighbours[apart], neighbours_moments(n)),
        _fit("rising runs", counts.rises, rise_chances(n)),
        _fit("runs of a colour", counts.runs, run_chances(n)),
        _mean("serial correlation", counts.serial, shuffles, serial, squares),
        _mean(
            "correlation with the next",
            counts.between,
            counts.pairs,
            Moments(0, squares**2 / (n - 1)),
            squares,
        ),
    ]


def _chi_square(name: str, observed: Numbers, moments: Moments | None = None) -> Statistic:
    """Cells that are equally likely."""
    expected = observed.sum() / len(observed)
    return _spread(name, observed, np.full(len(observed), expected), moments)


def _fit(name: str, observed: Numbers, chances: Sequence[Fraction]) -> Statistic:
    """A histogram against its chances, with both rare ends taken together."""
    expected = np.array([float(observed.sum() * chance) for chance in chances])
    common = np.flatnonzero(expected >= RAREST)
    cuts = np.array([0, *common[1:]])
    # What lies outside the common cells belongs to the first and to the last of them.
    return _spread(
        name,
        np.add.reduceat(observed, cuts),
        np.add.reduceat(expected, cuts),
    )


def _spread(
    name: str,
    observed: Numbers,
    expected: npt.NDArray[np.float64],
    moments: Moments | None = None,
) -> Statistic:
    assert expected.min() >= FEWEST, "too few shuffles for a chi-square test"
    value = float(((observed - expected) ** 2 / expected).sum())
    freedom = len(expected) - 1
    return Statistic(name, value, *chi_square_range(moments or Moments(freedom, 2 * freedom)))


def chi_square_range(moments: Moments, point: float = NORMAL_POINT) -> tuple[float, float]:
    """Wilson and Hilferty: its cube root is nearly normal. Weighted sums have a scale as well."""
    mean, variance = moments
    scale, freedom = variance / (2 * mean), 2 * mean**2 / variance
    part = 2 / (9 * freedom)
    low, high = (scale * freedom * (1 - part + end * sqrt(part)) ** 3 for end in (-point, point))
    return low, high


def _mean(name: str, total: int, number: int, moments: Moments, unit: int) -> Statistic:
    """A sum of equal, nearly independent parts, shown as the mean part in that unit."""
    off = NORMAL_POINT * sqrt(moments.variance / number)
    ends = (moments.mean - off) / unit, (moments.mean + off) / unit
    return Statistic(name, total / number / unit, *ends)


# The measurement


def decks_of(made: Iterable[Sequence[int]]) -> Decks:
    """Shuffles as rows."""
    return np.frombuffer(b"".join(map(bytes, made)), dtype=np.uint8).reshape(-1, DECK_SIZE)


def _chunk(first: int) -> Counts:
    chance = random.Random(f"{SEED} {first}")
    return count(
        decks_of(
            shuffle("T1", number, Secret(chance.randbytes(32)), ())
            for number in range(first, first + CHUNK)
        )
    )


def run() -> None:
    _show_times()
    start = perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = statistics(add_up(pool.map(_chunk, range(0, SHUFFLES, CHUNK))))
    took = perf_counter() - start
    rows = [
        (one.name, _shown(one.value), f"{_shown(one.low)} to {_shown(one.high)}", _verdict(one))
        for one in found
    ]
    title = f"{SHUFFLES:,} fair shuffles (seed {SEED}), counted in {took:.0f} s"
    show(title, rows, "statistic", "value", "range of fair shuffles", "")
    if wrong := [one.name for one in found if not one.is_fair]:
        raise SystemExit(f"the shuffle does not look fair: {', '.join(wrong)}")


def _shown(value: float) -> str:
    return f"{value:,.1f}" if abs(value) >= 1 else f"{value:+.6f}"


def _verdict(one: Statistic) -> str:
    return "fair" if one.is_fair else "OUTSIDE"


def _show_times() -> None:
    chance, secret = random.Random(SEED), Secret(random.Random(SEED).randbytes(32))
    words = [Word(seat, f"player {seat}", "a word of some length") for seat in range(1, 7)]

    def repeat(work: Callable[[], object]) -> Callable[[], None]:
        def works() -> None:
            for _ in range(TIMED):
                work()

        return works

    def plain() -> None:
        chance.shuffle(list(DECK))

    best = best_of(
        {
            "random.Random.shuffle": repeat(plain),
            "fair shuffle": repeat(lambda: shuffle("T1", 1, secret, ())),
            "fair shuffle, six words": repeat(lambda: shuffle("T1", 1, secret, words)),
        }
    )
    bare = best["random.Random.shuffle"]
    rows = [(name, f"{t / TIMED * 1e6:.1f} us", f"{t / bare:.2f}") for name, t in best.items()]
    show("One shuffle", rows, "", "time", "ratio")
