"""Shuffles are fair: counted in nine ways, from fixed seeds; faulty shuffles are caught (TBL-5).

What is counted and what fair shuffles give stands in bench/shuffles.py, which counts millions. A
fair shuffle leaves a range once in 100,000 times at either end, so that dozens of figures raise no
false alarm; the faults here are far outside. Each of the nine figures has a fault that it must
find, so that a test which cannot fail is noticed.
"""

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations
from math import factorial
from statistics import NormalDist

import numpy as np
import pytest
from bench.shuffles import (
    Decks,
    Moments,
    add_up,
    chi_square_range,
    count,
    decks_of,
    neighbours_moments,
    places_moments,
    rise_chances,
    run_chances,
    serial_moments,
    statistics,
)

from longsuit.core.cards import DECK
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.secrets.shuffle import Word, shuffle

SEED = 5
NAMES = [one.name for one in statistics(count(decks_of([DECK] * 30_000)))]


def unfair(decks: Decks) -> dict[str, str]:
    """Each figure outside its range, with the range."""
    return {
        one.name: f"{one.value:.6g} is not from {one.low:.6g} to {one.high:.6g}, seed {SEED}"
        for one in statistics(count(decks))
        if not one.is_fair
    }


# The shuffle


def by_the_seed(shuffles: int) -> Iterator[Sequence[int]]:
    chance = random.Random(SEED)
    return (shuffle("T1", 1, Secret(chance.randbytes(32)), ()) for _ in range(shuffles))


def by_the_number(shuffles: int) -> Iterator[Sequence[int]]:
    secret = Secret(random.Random(SEED).randbytes(32))
    return (shuffle("T1", number, secret, ()) for number in range(shuffles))


def by_a_word(shuffles: int) -> Iterator[Sequence[int]]:
    secret = Secret(random.Random(SEED).randbytes(32))
    return (shuffle("T1", 1, secret, (Word(1, "Ann", str(at)),)) for at in range(shuffles))


def by_a_bit_of_the_seed(shuffles: int) -> Iterator[Sequence[int]]:
    """Seeds that count up: one differs from the next in its last bits alone."""
    return (shuffle("T1", 1, Secret(at.to_bytes(32, "big")), ()) for at in range(shuffles))


@pytest.mark.rule("TBL-5", "FL-1")
@pytest.mark.parametrize(
    ("made", "shuffles"),
    [
        (by_the_seed, 150_000),
        (by_the_number, 50_000),
        (by_a_word, 50_000),
        (by_a_bit_of_the_seed, 50_000),
    ],
)
def test_shuffles_are_fair(made: Callable[[int], Iterator[Sequence[int]]], shuffles: int) -> None:
    assert unfair(decks_of(made(shuffles))) == {}


# Shuffles with a fault

FAULTY = 60_000


def drawn(most: int, chance: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A number from 0 to most - 1 for each shuffle."""
    return chance.integers(most, size=FAULTY)


def swapped(places: Sequence[np.ndarray[tuple[int], np.dtype[np.int64]]]) -> Decks:
    """Each place in turn exchanged with the one drawn for it, in all shuffles at once."""
    decks = np.tile(np.array(DECK, dtype=np.uint8), (FAULTY, 1))
    rows = np.arange(FAULTY)
    for at, other in enumerate(places):
        decks[rows, at], decks[rows, other] = decks[rows, other], decks[rows, at].copy()
    return decks


def fair_swaps(chance: np.random.Generator) -> Decks:
    return swapped([at + drawn(52 - at, chance) for at in range(52)])


def swap_with_any(chance: np.random.Generator) -> Decks:
    """The naive shuffle: each card changes places with any other, not with one that is left."""
    return swapped([drawn(52, chance) for _ in range(52)])


def never_in_place(chance: np.random.Generator) -> Decks:
    """Sattolo's shuffle, off by one: no card ever stays where it was."""
    return swapped([at + 1 + drawn(51 - at, chance) for at in range(51)])


def remainder_of_a_byte(_chance: np.random.Generator) -> Decks:
    """The shuffle of the house, but each draw is the remainder of one byte, and none is refused."""

    def one(number: int) -> Iterator[int]:
        stream, left = hashlib.shake_256(f"{SEED} {number}".encode()).digest(52), list(DECK)
        return (left.pop(byte % len(left)) for byte in stream)

    return decks_of([list(one(number)) for number in range(FAULTY)])


def a_cut(chance: np.random.Generator) -> Decks:
    """Every card is in every place equally often; the deck is only cut."""
    return ((np.arange(52) + drawn(52, chance)[:, None]) % 52).astype(np.uint8)


def six_riffles(chance: np.random.Generator) -> Decks:
    """Split about the middle and riffled, six times: too few to lose the old order."""
    decks = np.tile(np.array(DECK, dtype=np.uint8), (FAULTY, 1))
    for _ in range(6):
        # A riffle backwards: cards marked 0 or 1 at random, and all the zeros taken out first.
        marks = chance.integers(2, size=decks.shape)
        decks = np.take_along_axis(decks, np.argsort(marks, axis=1, kind="stable"), axis=1)
    return decks


def from_the_round_before(chance: np.random.Generator) -> Decks:
    """The deck is not put in order first: each round is the one before with half a shuffle."""
    deck, rows = list(DECK), []
    for _ in range(FAULTY):
        for a, b in chance.integers(52, size=(26, 2)).tolist():
            deck[a], deck[b] = deck[b], deck[a]
        rows.append(bytes(deck))
    return decks_of(rows)


def bottom_card_stays(chance: np.random.Generator) -> Decks:
    """Once in ten shuffles the bottom card is forgotten."""
    decks = fair_swaps(chance)
    for deck in decks[::10]:
        at = int(np.flatnonzero(deck == 51)[0])
        deck[at], deck[51] = deck[51], deck[at]
    return decks


def second_of_the_same_suit(chance: np.random.Generator) -> Decks:
    """Fair, but a second card of another suit than the first is drawn anew once in three times."""
    decks = fair_swaps(chance)
    again = (decks[:, 0] // 13 != decks[:, 1] // 13) & (drawn(3, chance) == 0)
    decks[again, 1:] = chance.permuted(decks[again, 1:], axis=1)
    return decks


def colours_apart(chance: np.random.Generator) -> Decks:
    """Fair, but two cards of a colour at the middle are parted where the next one allows it."""
    decks = fair_swaps(chance)
    red = decks // 13 % 3 > 0
    part = (red[:, 25] == red[:, 26]) & (red[:, 26] != red[:, 27])
    decks[part, 26], decks[part, 27] = decks[part, 27], decks[part, 26].copy()
    return decks


FAULTS: list[tuple[Callable[[np.random.Generator], Decks], set[str]]] = [
    (swap_with_any, {"card by place", "first card"}),
    (never_in_place, {"card by place", "first card", "last card"}),
    (remainder_of_a_byte, {"card by place", "first card", "last card"}),
    (a_cut, {"first two cards", "card by next card", "rising runs", "serial correlation"}),
    (six_riffles, {"card by next card", "rising runs"}),
    (from_the_round_before, {"correlation with the next"}),
    (bottom_card_stays, {"card by place", "last card"}),
    (second_of_the_same_suit, {"first two cards"}),
    (colours_apart, {"runs of a colour"}),
]


@pytest.mark.parametrize(("fault", "by"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_faulty_shuffle_is_caught(
    fault: Callable[[np.random.Generator], Decks], by: set[str]
) -> None:
    decks = fault(np.random.default_rng(SEED))
    assert (np.sort(decks, axis=1) == np.array(DECK)).all()
    assert by <= set(unfair(decks))


def test_each_figure_catches_something() -> None:
    assert len(NAMES) == 9
    assert set().union(*(by for _, by in FAULTS)) == set(NAMES)


def test_faults_are_caught_for_their_fault_alone() -> None:
    """The same swaps, done right, are fair; so is a generator that others have tested."""
    chance = np.random.default_rng(SEED)
    assert unfair(fair_swaps(chance)) == {}
    assert unfair(chance.permuted(np.tile(np.array(DECK, np.uint8), (FAULTY, 1)), axis=1)) == {}


# What fair shuffles give, by trying all orders of a small deck


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_moments_of_small_decks(n: int) -> None:
    """Sums of many shuffles are normal: mean and variance follow from one shuffle's covariances."""
    orders = np.array(list(permutations(range(n))))
    places = np.zeros((len(orders), n * n))
    following = np.zeros((len(orders), n * n))
    for row, order in enumerate(orders):
        places[row, [at * n + card for at, card in enumerate(order)]] = 1
        following[row, [a * n + b for a, b in pairwise(order)]] = 1
    cells = [a * n + b for a in range(n) for b in range(n) if a != b]
    for moments, table in (
        (places_moments(n), places),
        (neighbours_moments(n), following[:, cells]),
    ):
        assert table.mean(axis=0) == pytest.approx(1 / n)
        scaled = np.cov(table, rowvar=False, bias=True) * n
        assert moments.mean == pytest.approx(np.trace(scaled))
        assert moments.variance == pytest.approx(2 * np.trace(scaled @ scaled))
    values = np.array([2 * card - (n - 1) for card in range(n)])[orders]
    ring = (values * np.roll(values, -1, axis=1)).sum(axis=1)
    serial = serial_moments([2 * card - (n - 1) for card in range(n)])
    assert serial == pytest.approx((ring.mean(), ring.var()))


@pytest.mark.parametrize("n", [4, 6])
def test_the_chances_of_runs_in_small_decks(n: int) -> None:
    orders = list(permutations(range(n)))
    rises = [sum(b > a for a, b in pairwise(order)) for order in orders]
    runs = [1 + sum((a < n / 2) != (b < n / 2) for a, b in pairwise(order)) for order in orders]
    assert [chance * factorial(n) for chance in rise_chances(n)] == [
        rises.count(number) for number in range(n)
    ]
    assert [chance * factorial(n) for chance in run_chances(n)] == [
        runs.count(number) for number in range(n + 1)
    ]
    for chances in (rise_chances(52), run_chances(52)):
        assert sum(chances) == 1


@pytest.mark.parametrize(
    ("freedom", "low", "high"),
    [(30, 11.588, 59.703), (50, 24.674, 86.661), (100, 61.918, 149.449)],
)
def test_the_ranges_are_those_of_the_printed_tables(freedom: int, low: float, high: float) -> None:
    """Where chi-square is exceeded by 999 in a thousand, and by one."""
    point = NormalDist().inv_cdf(0.999)
    found = chi_square_range(Moments(freedom, 2 * freedom), point)
    assert found == pytest.approx((low, high), rel=0.01)


def test_counts_add_up() -> None:
    decks = decks_of(by_the_seed(3_000))
    whole, parts = count(decks), add_up(map(count, np.split(decks, 3)))
    for name in set(whole._fields) - {"pairs", "between"}:
        assert np.array_equal(getattr(whole, name), getattr(parts, name)), name
    # Shuffles at the seams have not been compared with the one after.
    assert (whole.pairs, parts.pairs) == (2_999, 2_997)
