"""Every falling sequence of pays whose gains sum into a window, counted, and the best of them.

A problem is all whole numbers: line by line the pays allowed, what each pay gives back to players
(its gain) and what it counts for in the ranking (its costs). Pays fall strictly from line to line.

The lines are cut into an upper and a lower half. Each half's sequences are listed; those that no
other half could bring into the window are dropped on the way. The upper ones are sorted by gain, so
that for each lower one the fitting uppers are a stretch between two binary searches. That counts
all tables at once. To rank them, halves are taken in the order of their first cost, and what
cannot come before the worst of the best kept so far is not looked at: nothing better is missed.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from longsuit.core.errors import InputError

Ints = NDArray[np.int64]

MOST_HALVES = 2_000_000
"""Sequences of a half that are kept; so many times more are tried on the way to them."""
_TRIED = 5
MOST_LOOKED_AT = 40_000_000
_CHUNK = 1_000_000
_FITS = 2**62


class Problem(Struct, frozen=True):
    """Pays to choose, line by line, the highest line first."""

    choices: tuple[tuple[int, ...], ...]
    """[line]: the pays allowed, rising."""
    gains: tuple[tuple[int, ...], ...]
    """[line][choice]: what players get back by it; never negative."""
    costs: tuple[tuple[tuple[int, ...], ...], ...]
    """[key][line][choice]: what the choice adds to each key of the ranking, the first key first."""
    least: int
    most: int
    """The window that the gains of all lines sum into."""
    step: Fraction = Fraction(1)
    """A line pays at least this many times what the line below it pays, and more in any case."""

    def largest_below(self, pay: int) -> int:
        """The most that the line below a pay may pay."""
        return min(pay - 1, pay * self.step.denominator // self.step.numerator)


class Ranked(Struct, frozen=True):
    """A sequence of pays with its place in the ranking: the least comes first."""

    key: tuple[int, ...]
    pays: tuple[int, ...]
    gain: int


class Found(Struct, frozen=True):
    """What a search came to."""

    total: int
    """How many sequences fit, all of them counted."""
    best: tuple[Ranked, ...]
    complete: bool
    """Whether nothing can rank above `best`; else the search stopped at its limit."""
    nearest: Ranked | None = None
    """Where none fits: one that comes closest."""


class _Half(Struct):
    """Sequences of one half: a row each of pays, with its gain and its costs."""

    pays: Ints
    gain: Ints
    costs: Ints
    """[key][row]"""

    def pick(self, rows: NDArray[np.generic]) -> "_Half":
        return _Half(self.pays[rows], self.gain[rows], self.costs[:, rows])


def sequences(problem: Problem, start: int = 0, stop: int | None = None) -> int:
    """How many falling sequences the lines have in all, whatever their gains."""
    choices = problem.choices[start:stop]
    if not choices:
        return 1
    ways = dict.fromkeys(choices[-1], 1)
    for line in reversed(choices[:-1]):
        below = sorted(ways.items())
        ways, at, total = {}, 0, 0
        for pay in line:
            while at < len(below) and below[at][0] <= problem.largest_below(pay):
                total += below[at][1]
                at += 1
            ways[pay] = total
    return sum(ways.values())


def search(problem: Problem, want: int, limit: int = MOST_LOOKED_AT) -> Found:
    """The `want` best sequences of the window; at most `limit` of them are looked at."""
    _check_size(problem)
    if not sequences(problem):
        return Found(0, (), complete=True)
    cut = _cut(problem)
    groups = _Join(problem, *_halves(problem, cut))
    if groups.total == 0:
        return Found(0, (), complete=True, nearest=_nearest(problem, cut))
    best, complete = groups.rank(want, limit)
    return Found(groups.total, best, complete)


def _check_size(problem: Problem) -> None:
    """Refuse numbers whose sums would not fit 64 bits."""
    for table in (problem.gains, *problem.costs):
        if sum(max(map(abs, line), default=0) for line in table) >= _FITS:
            raise InputError("The pays are too large to be added up exactly.")


def _cut(problem: Problem) -> int:
    """Where the lines are cut so that the longer list is as short as can be."""
    return min(
        range(1, len(problem.choices) + 1),
        key=lambda at: max(sequences(problem, 0, at), sequences(problem, at)),
    )


def _halves(problem: Problem, cut: int) -> tuple[_Half, _Half]:
    return _list_half(problem, 0, cut), _list_half(problem, cut, len(problem.choices))


def _list_half(problem: Problem, start: int, stop: int) -> _Half:
    """All falling sequences of the lines from start to stop.

    But for those that no pays of the other lines could bring into the window.
    """
    keys = len(problem.costs)
    half = _Half(np.zeros((1, 0), np.int64), np.zeros(1, np.int64), np.zeros((keys, 1), np.int64))
    for line in range(start, stop):
        pays = np.array(problem.choices[line], np.int64)
        gains = np.array(problem.gains[line], np.int64)
        limits = _largest_below(problem, half.pays[:, -1]) if line > start else pays[-1:]
        open_to = np.searchsorted(pays, limits, "right")
        _check_length(int(open_to.sum()), _TRIED * MOST_HALVES)
        rows = np.repeat(np.arange(len(half.gain)), open_to)
        firsts = np.repeat(np.cumsum(open_to) - open_to, open_to)
        chosen = np.arange(len(rows)) - firsts
        total = half.gain[rows] + gains[chosen]
        others = [gain for i, gain in enumerate(problem.gains) if not start <= i <= line]
        low, high = sum(map(min, others)), sum(map(max, others))
        kept = (total + low <= problem.most) & (total + high >= problem.least)
        rows, chosen, total = rows[kept], chosen[kept], total[kept]
        _check_length(len(rows), MOST_HALVES)
        costs = np.array([key[line] for key in problem.costs], np.int64).reshape(keys, len(pays))
        half = _Half(
            np.column_stack([half.pays[rows], pays[chosen]]),
            total,
            half.costs[:, rows] + costs[:, chosen],
        )
    return half


def _check_length(rows: int, most: int) -> None:
    if rows > most:
        raise InputError(
            "That is more tables than can be looked at: allow fewer pays, or fix some lines."
        )


def _largest_below(problem: Problem, pays: Ints) -> Ints:
    step = problem.step
    return np.minimum(pays - 1, pays * step.denominator // step.numerator)


class _Group(Struct):
    """The lower sequences that start with the same pay, and the uppers that fit each."""

    top: int
    rows: Ints
    first: Ints
    last: Ints
    bound: int
    """No table of the group has a first cost below this."""


class _Join:
    """Upper and lower halves put together."""

    def __init__(self, problem: Problem, upper: _Half, lower: _Half) -> None:
        self.problem = problem
        self.upper = upper.pick(np.argsort(upper.gain, kind="stable"))
        self.lower = lower
        self.leaves = _largest_below(problem, self.upper.pays[:, -1])
        self.groups: list[_Group] = []
        tops = lower.pays[:, 0] if lower.pays.shape[1] else np.zeros(len(lower.gain), np.int64)
        for top in np.unique(tops).tolist():
            self._add(top, np.flatnonzero(tops == top))
        self.total = sum(int((group.last - group.first).sum()) for group in self.groups)

    def _above(self, top: int) -> Ints:
        """The uppers that leave room for that pay below them, by rising gain."""
        return np.flatnonzero(self.leaves >= top)

    def _add(self, top: int, rows: Ints) -> None:
        above = self._above(top)
        gains = self.upper.gain[above]
        first = np.searchsorted(gains, self.problem.least - self.lower.gain[rows], "left")
        last = np.searchsorted(gains, self.problem.most - self.lower.gain[rows], "right")
        fits = last > first
        if fits.any():
            rows, first, last = rows[fits], first[fits], last[fits]
            order = np.argsort(self.lower.costs[0, rows], kind="stable")
            rows, first, last = rows[order], first[order], last[order]
            least = int(self.upper.costs[0, above].min())
            bound = least + int(self.lower.costs[0, rows[0]])
            self.groups.append(_Group(top, rows, first, last, bound))

    def neighbours(self, least: int, most: int) -> Iterator[tuple[int, Ranked]]:
        """The tables next to a window without any, each with its distance from it."""
        for group in self.groups:
            above = self._above(group.top)
            gains, rows = self.upper.gain[above], self.lower.gain[group.rows]
            below = np.searchsorted(gains, least - rows) - 1
            beyond = np.searchsorted(gains, most - rows, "right")
            for at in (below, beyond):
                inside = np.flatnonzero((at >= 0) & (at < len(gains)))
                if not len(inside):
                    continue
                sums = gains[at[inside]] + rows[inside]
                away = np.maximum(least - sums, sums - most)
                which = int(away.argmin())
                top, bottom = above[at[inside[which]]], group.rows[inside[which]]
                pays = (*self.upper.pays[top].tolist(), *self.lower.pays[bottom].tolist())
                yield int(away[which]), Ranked((), pays, int(sums[which]))

    def rank(self, want: int, limit: int) -> tuple[tuple[Ranked, ...], bool]:
        """The best tables, and whether none was left that could be better."""
        best = _Best(self.problem, want)
        looked_at = 0
        for group in sorted(self.groups, key=lambda group: (group.bound, group.top)):
            if not best.could_take(group.bound):
                break
            above = self._above(group.top)
            least = group.bound - int(self.lower.costs[0, group.rows[0]])
            sizes = group.last - group.first
            for start, stop in pairwise(_pieces(sizes)):
                rows = group.rows[start:stop]
                if not best.could_take(least + int(self.lower.costs[0, rows[0]])):
                    break
                if looked_at >= limit:
                    return best.ranked(), False
                looked_at += int(sizes[start:stop].sum())
                counts = sizes[start:stop]
                offsets = np.arange(int(counts.sum())) - np.repeat(
                    np.cumsum(counts) - counts, counts
                )
                tops = above[np.repeat(group.first[start:stop], counts) + offsets]
                best.offer(self.upper, tops, self.lower, np.repeat(rows, counts))
        return best.ranked(), True


def _pieces(sizes: Ints) -> list[int]:
    """Where to cut rows so that each piece has about a chunk of tables."""
    cuts = [0]
    ends = np.cumsum(sizes)
    while cuts[-1] < len(sizes):
        done = int(ends[cuts[-1] - 1]) if cuts[-1] else 0
        # The first pieces are small: a good table found early saves looking at many others.
        room = _CHUNK if len(cuts) > 2 else _CHUNK // 20
        cuts.append(max(cuts[-1] + 1, int(np.searchsorted(ends, done + room, "right"))))
    return cuts


class _Best:
    """The best tables so far, in order."""

    def __init__(self, problem: Problem, want: int) -> None:
        self.problem = problem
        self.want = want
        self.middle = problem.least + problem.most
        self.keys = np.zeros((len(problem.costs) + 1 + len(problem.choices), 0), np.int64)
        self.gain = np.zeros(0, np.int64)

    def could_take(self, bound: int) -> bool:
        """Whether a table whose first cost is at least that can still be among the best."""
        return len(self.gain) < self.want or bound <= int(self.keys[0, -1])

    def offer(self, upper: _Half, tops: Ints, lower: _Half, bottoms: Ints) -> None:
        """Keep what is better than the worst so far."""
        first = upper.costs[0, tops] + lower.costs[0, bottoms]
        if len(self.gain) == self.want:
            kept = first <= self.keys[0, -1]
            tops, bottoms = tops[kept], bottoms[kept]
        elif len(first) > self.want:
            kept = first <= np.partition(first, self.want - 1)[self.want - 1]
            tops, bottoms = tops[kept], bottoms[kept]
        gain = upper.gain[tops] + lower.gain[bottoms]
        keys = np.vstack(
            [
                upper.costs[:, tops] + lower.costs[:, bottoms],
                np.abs(2 * gain - self.middle),
                # Of equals the one with the larger pays, from the highest line down.
                -upper.pays[tops].T,
                -lower.pays[bottoms].T,
            ]
        )
        keys = np.hstack([self.keys, keys])
        gain = np.concatenate([self.gain, gain])
        order = np.lexsort(keys[::-1])[: self.want]
        self.keys, self.gain = keys[:, order], gain[order]

    def ranked(self) -> tuple[Ranked, ...]:
        lines = len(self.problem.choices)
        return tuple(
            Ranked(tuple(key), tuple(-pay for pay in key[-lines:]), gain)
            for key, gain in zip(self.keys.T.tolist(), self.gain.tolist(), strict=True)
        )


def _nearest(problem: Problem, cut: int) -> Ranked:
    """A sequence whose gains come as close to the window as any do.

    The window is widened until something lies in it; then nothing closer can have been dropped.
    """
    wider = max(problem.most - problem.least, 0) + 1
    while True:
        wide = replace(problem, least=problem.least - wider, most=problem.most + wider)
        join = _Join(wide, *_halves(wide, cut))
        if join.total:
            return min(join.neighbours(problem.least, problem.most), key=lambda near: near[0])[1]
        wider *= 4
