"""Words to fair numbers, numbers to shuffles, and the draw of dynamic pays."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from math import prod, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from longsuit.analysis.simulate.kernels import randomness
from longsuit.analysis.simulate.plan import Draws, make_draws

SEED = 5


def slow_draw(word: int, bounds: Sequence[int], bits: int) -> tuple[int, ...] | None:
    """The numbers of one word of so many bits, or None when it is to be drawn again."""
    numbers, rest = [], word
    for bound in bounds:
        number, rest = divmod(rest * bound, 1 << bits)
        numbers.append(number)
    return None if rest < (1 << bits) % prod(bounds) else tuple(numbers)


@pytest.mark.parametrize("bounds", [(5, 4, 3), (7,), (2, 3, 5, 11)])
def test_every_outcome_comes_from_as_many_words(bounds: tuple[int, ...]) -> None:
    """All words of ten bits: the way of drawing is fair, exactly."""
    seen = Counter(slow_draw(word, bounds, 10) for word in range(1 << 10))
    again = seen.pop(None, 0)
    assert again == (1 << 10) % prod(bounds)
    assert set(seen) == set(product(*map(range, bounds)))
    assert set(seen.values()) == {(1 << 10) // prod(bounds)}


def draw_all(
    draws: Draws, words: NDArray[np.uint64], rows: int
) -> tuple[int, list[tuple[int, ...]]]:
    numbers = np.zeros((rows, len(draws.bounds)), np.uint8)
    done = randomness.draw(words, draws.bounds, draws.ends, draws.favoured, numbers)
    return done, [tuple(row) for row in numbers[:done].tolist()]


@pytest.mark.parametrize("places", [10, 14, 28, 49])
def test_the_kernel_draws_as_the_slow_one(places: int) -> None:
    bounds = [52 - place for place in range(places)]
    draws = make_draws(bounds)
    words = np.random.default_rng(SEED).integers(0, 2**64 - 1, 2_000, np.uint64, endpoint=True)
    # Words that are drawn again: a rest of nothing at all.
    words[::97] = 0
    wanted: list[tuple[int, ...]] = []
    row: list[int] = []
    start = 0
    for word in words.tolist():
        group = bounds[start : int(draws.ends[np.searchsorted(draws.ends, start, "right")])]
        numbers = slow_draw(word >> 6, group, 58)
        if numbers is None:
            continue
        row.extend(numbers)
        start = len(row)
        if start == places:
            wanted.append(tuple(row))
            row, start = [], 0
    done, found = draw_all(draws, words, 2_000)
    assert done == len(wanted) > 300
    assert found == wanted
    few, first = draw_all(draws, words, 7)
    assert (few, first) == (7, wanted[:7])


def test_few_words_are_drawn_again() -> None:
    for places in range(10, 50):
        draws = make_draws([52 - place for place in range(places)])
        assert all(float(low) / 2**58 < 0.02 for low in draws.favoured)


def test_a_row_becomes_a_shuffle() -> None:
    deck = list(range(52))
    numbers = np.random.default_rng(SEED).integers(0, 42, (50, 10)).astype(np.uint8)
    cards, left = numbers.copy(), np.array(deck, np.uint64)
    randomness.shuffle(cards, left)
    for drawn, dealt in zip(numbers.tolist(), cards.tolist(), strict=True):
        for place, number in enumerate(drawn):
            other = place + number
            deck[place], deck[other] = deck[other], deck[place]
        assert deck[:10] == dealt
    assert left.tolist() == deck
    assert sorted(deck) == list(range(52))


def test_all_shuffles_of_a_few_cards_are_equally_likely() -> None:
    draws = make_draws([5, 4, 3, 2, 1])
    words = np.random.default_rng(SEED).integers(0, 2**64 - 1, 60_000, np.uint64, endpoint=True)
    numbers = np.zeros((60_000, 5), np.uint8)
    done = randomness.draw(words, draws.bounds, draws.ends, draws.favoured, numbers)
    randomness.shuffle(numbers[:done], np.arange(5, dtype=np.uint64))
    seen = Counter(map(tuple, numbers[:done].tolist()))
    assert set(seen) == set(permutations(range(5)))
    mean = done / 120
    total = sum((count - mean) ** 2 / mean for count in seen.values())
    assert total < 119 + 4 * sqrt(2 * 119), f"seed {SEED}: {total}"


@pytest.mark.rule("PRG-14")
def test_dynamic_lines_are_drawn_as_the_rule_says() -> None:
    """One to three of lines 1 to 4, without replacement; each of 2, 3, 4 or 5 pays alike."""
    fewest, most, lines, pays = 1, 3, [1, 2, 4, 5], [2, 3, 4, 5]
    draws = make_draws([most - fewest + 1, 4, 3, 2, *pays])
    words = np.random.default_rng(SEED).integers(0, 2**64 - 1, 90_000, np.uint64, endpoint=True)
    numbers = np.zeros((90_000, 8), np.uint8)
    done = randomness.draw(words, draws.bounds, draws.ends, draws.favoured, numbers)
    chosen = np.zeros((done, 7), np.uint8)
    randomness.raise_lines(numbers[:done], fewest, most, np.array(lines, np.uint8), chosen)
    assert not chosen[:, [0, 3, 6]].any()
    sets = Counter(tuple(np.flatnonzero(row).tolist()) for row in chosen)
    for drawn, count in sets.items():
        # The number is uniform over three, and sets of a size are equally likely.
        chance = 1 / 3 / {1: 4, 2: 6, 3: 4}[len(drawn)]
        assert abs(count - done * chance) < 4 * sqrt(done * chance), f"seed {SEED}: {drawn}"
    assert len(sets) == 14
    for line, most_pays in zip(lines, pays, strict=True):
        which = Counter(chosen[:, line].tolist())
        raised = done - which.pop(0)
        assert set(which) == set(range(1, most_pays + 1))
        for count in which.values():
            assert abs(count - raised / most_pays) < 4 * sqrt(raised / most_pays)
