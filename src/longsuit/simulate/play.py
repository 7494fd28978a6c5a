"""Rounds of a main game played out by a strategy, and what they came to.

Floats appear here and only here: a simulation is statistics.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from math import comb, sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.cards import FULL_SUIT, RANK_COUNT
from longsuit.exact.hand_classes import shapes
from longsuit.exact.kernels.compiling import compiling
from longsuit.exact.payoffs import Payoffs
from longsuit.exact.strategy import Strategy
from longsuit.simulate import kernels

_PIECES = 16
"""Streams of chance: always as many, so that a seed gives the same on any number of cores."""

Ints = NDArray[np.int64]


class Tally(Struct, frozen=True):
    """What the rounds came to, in Antes."""

    rounds: int
    seed: int
    mean: float
    standard_deviation: float

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return self.standard_deviation / sqrt(self.rounds)


def simulate(
    strategy: Strategy,
    known: Payoffs,
    qualifier: int,
    *,
    rounds: int,
    seed: int,
    threads: int = 2,
) -> Tally:
    """Play that many rounds by the strategy; the same seed gives the same rounds."""
    counts = count_endings(strategy, qualifier, rounds=rounds, seed=seed, threads=threads)
    pay = np.array(known.pay, np.int64)
    nets = np.full(counts.shape, known.fold, np.int64)
    # pay is [action][qualifies][outcome][length]; counts is [action][length][qualifies][outcome].
    nets[: len(pay)] = np.moveaxis(pay, 3, 1)
    mean = float((counts * nets).sum()) / rounds / known.unit
    squares = float((counts * nets * nets).sum()) / rounds / known.unit**2
    return Tally(rounds, seed, mean, sqrt(max(squares - mean * mean, 0.0)))


def count_endings(
    strategy: Strategy, qualifier: int, *, rounds: int, seed: int, threads: int = 2
) -> Ints:
    """counts[action][player's length][dealer qualifies][0 ahead, 1 tie, 2 behind]."""
    bits = np.array([mask.bit_count() for mask in range(FULL_SUIT + 1)], np.uint8)
    play = _chase_player(strategy) if strategy.game.board else _high_card_player(strategy)
    seeds = np.random.SeedSequence(seed).spawn(_PIECES)
    shares = [rounds // _PIECES + (piece < rounds % _PIECES) for piece in range(_PIECES)]

    def piece(number: int) -> Ints:
        counts = np.zeros((len(strategy.about["actions"]), 8, 2, 3), np.int64)
        rng = np.random.Generator(np.random.PCG64(seeds[number]))
        play(rng, shares[number], qualifier, bits, counts)
        return counts

    with compiling(), ThreadPoolExecutor(threads) as pool:
        total: Ints = np.add.reduce(list(pool.map(piece, range(_PIECES))))
    return total


def _high_card_player(strategy: Strategy) -> Any:
    every = shapes()
    largest = max(comb(RANK_COUNT, size) for size in range(8))
    steps = np.zeros((len(every), 4, largest), np.int64)
    shape_of = np.zeros(8**4, np.int64)
    for number, shape in enumerate(every):
        a, b, c, d = shape.sizes
        shape_of[((a * 8 + b) * 8 + c) * 8 + d] = number
        for suit, size in enumerate(shape.sizes):
            for place in range(comb(RANK_COUNT, size)):
                steps[number, suit, place] = shape.step(suit, place)
    starts = np.array([shape.start for shape in every], np.int64)
    places = np.zeros(FULL_SUIT + 1, np.int64)
    met = [0] * (RANK_COUNT + 1)
    for mask in range(FULL_SUIT + 1):
        places[mask] = met[mask.bit_count()]
        met[mask.bit_count()] += 1
    hands = strategy.arrays["hands"]

    def play(rng: Any, rounds: int, qualifier: int, bits: Any, counts: Ints) -> None:
        kernels._high_card_flush(
            rng, rounds, hands, qualifier, bits, places, shape_of, starts, steps, counts
        )

    return play


def _chase_player(strategy: Strategy) -> Any:
    arrays = strategy.arrays
    orders = np.array(list(permutations(range(4))), np.int64)
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(52)], np.int64)
    flop_at = _rows(arrays["flops"], orders, choose)
    board_at = _rows(arrays["boards"], orders, choose)

    def play(rng: Any, rounds: int, qualifier: int, bits: Any, counts: Ints) -> None:
        kernels._chase_the_flush(
            rng,
            rounds,
            orders,
            choose,
            arrays["opening"],
            flop_at,
            arrays["flop"],
            board_at,
            arrays["river"],
            qualifier,
            bits,
            counts,
        )

    return play


def _rows(listed: NDArray[np.uint8], orders: Ints, choose: Ints) -> Ints:
    """For every set of cards: the row of its class, and which renaming of suits leads there."""
    size = listed.shape[1]
    found = np.zeros((comb(52, size), 2), np.int64)
    number_of = {tuple(order): number for number, order in enumerate(orders.tolist())}
    for order in orders:
        cards = listed.astype(np.int64)
        moved = np.sort(order[cards // RANK_COUNT] * RANK_COUNT + cards % RANK_COUNT, axis=1)
        numbers = choose[moved, np.arange(1, size + 1)].sum(axis=1)
        found[numbers, 0] = np.arange(len(listed))
        found[numbers, 1] = number_of[tuple(np.argsort(order).tolist())]
    return found
