"""The search against its slow twin, which tries every sequence of pays."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longsuit.analysis.design import search as module
from longsuit.analysis.design.search import Found, Problem, Ranked, search, sequences
from longsuit.core.errors import InputError


def every(problem: Problem) -> list[Ranked]:
    """All falling sequences, in the order of the ranking; gains are not looked at."""
    found = []
    for places in product(*(range(len(line)) for line in problem.choices)):
        pays = tuple(line[at] for line, at in zip(problem.choices, places, strict=True))
        if all(high > low and high >= problem.step * low for high, low in pairwise(pays)):
            gain = sum(line[at] for line, at in zip(problem.gains, places, strict=True))
            costs = [
                sum(line[at] for line, at in zip(key, places, strict=True)) for key in problem.costs
            ]
            middle = abs(2 * gain - problem.least - problem.most)
            found.append(Ranked((*costs, middle, *(-pay for pay in pays)), pays, gain))
    return sorted(found, key=lambda one: one.key)


def plainly(problem: Problem, want: int) -> tuple[Found, int]:
    """What the search must find, and how far the nearest is where nothing fits."""
    tables = every(problem)
    fits = [one for one in tables if problem.least <= one.gain <= problem.most]
    away = min(
        (max(problem.least - one.gain, one.gain - problem.most) for one in tables), default=0
    )
    return Found(len(fits), tuple(fits[:want]), complete=True), away


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    lines = draw(st.integers(1, 5))
    pays = st.lists(st.integers(1, 14), min_size=1, max_size=5, unique=True)
    choices = tuple(tuple(sorted(draw(pays))) for _ in range(lines))

    def table(least: int, most: int) -> tuple[tuple[int, ...], ...]:
        values = st.integers(least, most)
        return tuple(
            tuple(draw(st.lists(values, min_size=len(line), max_size=len(line))))
            for line in choices
        )

    gains = table(0, 40)
    costs = tuple(table(-5, 5) for _ in range(draw(st.integers(1, 3))))
    least = draw(st.integers(-20, 150))
    most = least + draw(st.integers(-1, 40))
    step = draw(st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(11, 10)]))
    return Problem(choices, gains, costs, least, most, step)


@settings(max_examples=120)
@given(problems(), st.integers(1, 6))
def test_search_finds_what_trying_everything_finds(problem: Problem, want: int) -> None:
    found, (plain, away) = search(problem, want), plainly(problem, want)
    assert (found.total, found.best, found.complete) == (plain.total, plain.best, True)
    assert sequences(problem) == len(every(problem))
    if plain.total == 0 and every(problem):
        near = found.nearest
        assert near is not None
        assert max(problem.least - near.gain, near.gain - problem.most) == away
        assert near.pays in {one.pays for one in every(problem)}
    else:
        assert found.nearest is None


def falling(lines: int, pays: int, least: int, most: int) -> Problem:
    line = tuple(range(1, pays + 1))
    first = tuple(tuple((pay * 7 + at) % 11 for pay in line) for at in range(lines))
    return Problem((line,) * lines, (line,) * lines, (first,), least, most)


def test_small_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = falling(5, 14, 30, 40)
    whole = search(problem, 25)
    assert whole.total > 100
    for chunk in (1, 20, 333):
        monkeypatch.setattr(module, "_CHUNK", chunk)
        assert search(problem, 25) == whole


def test_a_search_that_stops_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 20)
    problem = falling(5, 14, 30, 40)
    sure = search(problem, 25)
    stopped = search(problem, 25, limit=1)
    assert sure.complete
    assert not stopped.complete
    assert stopped.total == sure.total
    assert all(problem.least <= one.gain <= problem.most for one in stopped.best)


def test_nothing_falls() -> None:
    same = Problem(((3,), (3,)), ((1,), (1,)), (((0,), (0,)),), 0, 9)
    assert search(same, 3) == Found(0, (), complete=True)


def test_what_is_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HALVES", 50)
    with pytest.raises(InputError, match="more tables than can be looked at"):
        search(falling(6, 14, 0, 100), 1)
    large = Problem(((1, 2),), ((1, 2**62),), (((0, 0),),), 0, 9)
    with pytest.raises(InputError, match="too large"):
        search(large, 1)
