"""A chunk of rounds: the unit of work, the same wherever it is played.

Chunk i draws its cards from a stream of its own, so it does not matter who plays it, or when. It
returns whole numbers only; the meters, which remember, are run afterwards over the chunks in
order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.simulate.kernels import randomness, sessions, settlement
from longsuit.analysis.simulate.plan import Draws, Plan, Session

CHUNK = 1 << 18
"""Rounds in a chunk. Part of what a seed means: never to be changed."""
_BATCH = 1 << 14
"""Rounds played step by step together: as many as the caches hold."""
LOWEST, HIGHEST = -30, 120
"""Results of a round are counted by whole Antes, these and beyond in the end places."""
MYSTERY = -1
"""Stands for a line in the record of a Must Hit award."""

Array = NDArray[Any]


class StoppedError(Exception):
    """Nobody waits for the chunk any more."""


@dataclass(frozen=True)
class Batch:
    """Some rounds, settled; an item is one seat of one round."""

    cards: Array
    endings: Array
    lines: Array
    """[side, item]"""
    chosen: Array
    """[round, line]: the dynamic pays of the round, 0 for none"""
    nets: Array
    """[column, item] in cents, awards aside; empty where nothing but the main game is played"""


@dataclass(frozen=True)
class Walks:
    """The sessions of a chunk, as far as they can be finished without knowing awards."""

    head: Array
    """[round, seat]: the nets that end the session begun before"""
    balances: Array
    """[session, seat] after whole sessions"""
    passed: Array
    """[session, seat]: those with an award, not walked yet"""
    nets: Array
    """[one passed, round]: their nets"""
    tail: Array
    """[round, seat]: the nets of the session that goes on in the next chunk"""


@dataclass(frozen=True)
class Chunk:
    """What a chunk came to."""

    number: int
    rounds: int
    endings: Array
    lines: Array
    """[side, line]"""
    sums: list[int]
    """By column, the last for all wagers together; in cents, awards aside."""
    squares: list[int]
    round_squares: list[int]
    histogram: Array
    records: Array
    """Round, seat, line, the seat's net on the progressive and in all, the same of all seats."""
    walks: Walks | None


def play_chunk(
    plan: Plan,
    number: int,
    rounds: int,
    mystery: Array | None = None,
    stop: Event | None = None,
) -> Chunk:
    """Play a chunk. `mystery` lists round, seat and amount of its Must Hit awards.

    Once `stop` is set it gives up with the next batch.
    """
    columns, seats = plan.columns, plan.seats
    endings = np.zeros(len(plan.main), np.int64)
    lines = np.zeros((columns - 1, 0 if plan.sides is None else plan.sides.pays.shape[1]), np.int64)
    sums = np.zeros(columns + 1, np.int64)
    squares, round_squares = np.zeros((2, columns + 1, 2), np.int64)
    histogram = np.zeros(HIGHEST - LOWEST + 1, np.int64)
    wholes = np.zeros(rounds * seats if plan.session else _BATCH * seats, np.int64)
    awards = np.zeros((0, 3), np.int64) if mystery is None else mystery
    records: list[Array] = []
    first = 0
    for batch in play_batches(plan, number, rounds, lines):
        if stop is not None and stop.is_set():
            raise StoppedError
        settlement.count_endings(batch.endings, endings)
        items = len(batch.endings)
        if batch.nets.size:
            at = first * seats if plan.session else 0
            settlement.add_up(
                batch.nets, seats, sums, squares, round_squares,
                plan.ante, LOWEST, histogram, wholes[at : at + items],
            )  # fmt: skip
            records.append(_records(plan, batch, first, awards))
        first += items // seats
    if _is_plain(plan):
        return _plain_chunk(plan, number, rounds, endings, histogram)
    found = np.concatenate(records) if records else np.zeros((0, 7), np.int64)
    walks = None
    if plan.session is not None:
        nets = wholes.reshape(rounds, seats)
        nets[awards[:, 0], awards[:, 1]] += awards[:, 2]
        walks = _walk(plan.session, nets, number * CHUNK, found[found[:, 2] != MYSTERY])
    return Chunk(
        *(number, rounds, endings, lines, sums.tolist()),
        *(_whole(squares), _whole(round_squares), histogram, found, walks),
    )


def play_batches(
    plan: Plan, number: int, rounds: int, counts: Array | None = None
) -> Iterator[Batch]:
    """The rounds of a chunk, some at a time. `counts` counts lines by side wager."""
    # The dynamic pays have a stream of their own, so that the cards do not depend on the wagers.
    chance, other = stream(plan.seed, number), stream(plan.seed, number, 0)
    deck, sides, seats = plan.deck.copy(), plan.sides, plan.seats
    caught = np.zeros((plan.columns - 1, 128), np.int64) if counts is None else counts
    for start in range(0, rounds, _BATCH):
        count = min(_BATCH, rounds - start)
        cards = draw_rows(chance, plan.deals, count)
        randomness.shuffle(cards, deck)
        hands, endings = np.empty(count * seats, np.uint64), np.empty(count * seats, np.uint16)
        plan.player.end_rounds(cards, seats, plan.qualifier, hands, endings)
        lines = np.zeros((plan.columns - 1, len(hands)), np.int8)
        chosen = np.zeros((count, 0), np.uint8)
        nets = np.zeros((plan.columns, 0 if _is_plain(plan) else len(hands)), np.int64)
        if sides is not None:
            settlement.find_lines(hands, sides.marks, sides.line_of, lines, caught)
            chosen = np.zeros((count, sides.pays.shape[1]), np.uint8)
            if sides.dynamic >= 0:
                numbers = draw_rows(other, sides.raised_draws, count)
                randomness.raise_lines(numbers, *sides.raised_count, sides.raised_lines, chosen)
            settlement.settle(
                endings, lines, seats, plan.main, sides.pays, sides.dynamic, chosen, sides.raised,
                sides.envious, sides.envy, nets,
            )  # fmt: skip
            if plan.bonus_cap:
                settlement.cap_bonuses(nets, seats, sides.bonuses, plan.bonus_cap)
        elif nets.size:
            nets[0] = plan.main[endings]
        yield Batch(cards, endings, lines, chosen, nets)


def _is_plain(plan: Plan) -> bool:
    """Whether the endings tell everything: one seat, the main game, no sessions."""
    return plan.sides is None and plan.seats == 1 and plan.session is None


def stream(seed: int, *key: int) -> np.random.Generator:
    """The chance of one chunk, set apart from all others by its key."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=key)))


def draw_rows(chance: np.random.Generator, draws: Draws, rows: int) -> Array:
    """Rows of fair numbers below the bounds."""
    numbers = np.empty((rows, len(draws.bounds)), np.uint8)
    done = 0
    while done < rows:
        size = (rows - done) * len(draws.ends)
        words = chance.integers(0, 2**64 - 1, size=size, dtype=np.uint64, endpoint=True)
        done += randomness.draw(words, draws.bounds, draws.ends, draws.favoured, numbers[done:])
    return numbers


def _whole(halves: Array) -> list[int]:
    """Sums kept in two parts, as one number each."""
    return [int(low) + (int(high) << 32) for low, high in halves]


def _plain_chunk(plan: Plan, number: int, rounds: int, endings: Array, histogram: Array) -> Chunk:
    total = squares = 0
    for net, count in zip(plan.main.tolist(), endings.tolist(), strict=True):
        if count:
            total += net * count
            squares += net * net * count
            place = (2 * net + plan.ante) // (2 * plan.ante) - LOWEST
            histogram[min(max(place, 0), len(histogram) - 1)] += count
    both, nothing = [squares, squares], np.zeros((0, 0), np.int64)
    none = np.zeros((0, 7), np.int64)
    return Chunk(
        number, rounds, endings, nothing, [total, total], both, both, histogram, none, None
    )


def _records(plan: Plan, batch: Batch, first: int, awards: Array) -> Array:
    """The rounds in which something is awarded, with what they netted besides."""
    sides, seats = plan.sides, plan.seats
    if sides is None or sides.progressive < 0:
        return np.zeros((0, 7), np.int64)
    hits = settlement.list_hits(batch.lines[sides.progressive], sides.metered, seats, first)
    rounds = len(batch.endings) // seats
    here = awards[(awards[:, 0] >= first) & (awards[:, 0] < first + rounds)].copy()
    here[:, 2] = MYSTERY
    # A round's hands are paid before END ROUND draws the Must Hit award.
    found = np.concatenate([hits, here])
    found = found[np.argsort(found[:, 0], kind="stable")]
    nets = batch.nets.reshape(plan.columns, rounds, seats)[:, found[:, 0] - first]
    side = 1 + sides.progressive
    own = nets[:, np.arange(len(found)), found[:, 1]]
    together = (own[side], own.sum(0), nets[side].sum(1), nets.sum((0, 2)))
    return np.column_stack([found, *together])


def _walk(session: Session, nets: Array, start: int, hits: Array) -> Walks:
    """Sessions of a chunk that starts at a round; those in which a meter is hit are passed over."""
    length, seats = session.length, nets.shape[1]
    head = min(-start % length, len(nets))
    count = (len(nets) - head) // length
    end = head + count * length
    passed = np.zeros((count, seats), np.uint8)
    inside = hits[(hits[:, 0] >= head) & (hits[:, 0] < end)]
    passed[(inside[:, 0] - head) // length, inside[:, 1]] = 1
    balances = np.zeros((count, seats), np.int64)
    sessions.walk_all(nets[head:end], length, session.bankroll, session.needed, passed, balances)
    parts = nets[head:end].reshape(count, length, seats)
    which, seat = np.nonzero(passed)
    return Walks(
        nets[:head].copy(), balances, passed, parts[which, :, seat].copy(), nets[end:].copy()
    )
