"""Many rounds of a game played out, on every core of this machine or on a cluster.

>>> from longsuit.analysis.simulate import simulate
>>> result = simulate("high-card-flush", rounds=1_000_000, seed=1)
>>> round(result.mean, 3), result.standard_error < 0.002
(-0.028, True)
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.chunk import CHUNK, Chunk, play_chunk
from longsuit.analysis.simulate.expected import expect, solve_for
from longsuit.analysis.simulate.must_hit import MustHitMeter, SeededSecrets
from longsuit.analysis.simulate.plan import Plan, Session, make_plan
from longsuit.analysis.simulate.result import Simulation
from longsuit.analysis.simulate.sessions import NO_LIMIT
from longsuit.analysis.simulate.setting import Setting, make_setting
from longsuit.analysis.simulate.tally import Tally
from longsuit.analysis.strategies.lookup import BEST, find_strategy
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.core.errors import InputError
from longsuit.core.games.game import MainRules
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.money import Cents, show_dollars
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit

MOST_ROUNDS = 10**13
_AHEAD = 4
"""Chunks handed out for each worker before their results are waited for."""

Job = tuple[int, int, NDArray[Any]]
"""A chunk's number, its rounds, and its Must Hit awards."""
Told = Callable[[int, int], None]
"""Told how many rounds are done, and of how many."""


class Workers(Protocol):
    """Whoever plays chunks: the results come in the order of the jobs."""

    def play(self, plan: Plan, jobs: Iterator[Job]) -> Iterator[Chunk]:
        """Play all jobs."""


class Threads:
    """The cores of this machine; compiled code runs on all of them at once."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or _cores()

    def play(self, plan: Plan, jobs: Iterator[Job]) -> Iterator[Chunk]:
        """Play all jobs, a few ahead of the one that is waited for."""
        stop = Event()

        def play_one(job: Job) -> Chunk:
            return play_chunk(plan, *job, stop)

        with ThreadPoolExecutor(self._count) as pool:
            waiting = deque(pool.submit(play_one, job) for job in _some(jobs, _AHEAD * self._count))
            try:
                while waiting:
                    done = waiting.popleft().result()
                    waiting.extend(pool.submit(play_one, job) for job in _some(jobs, 1))
                    yield done
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)


def _cores() -> int:
    """Those that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _some(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    """The next few jobs."""
    for _ in range(count):
        job = next(jobs, None)
        if job is None:
            return
        yield job


def simulate(
    game: str,
    *,
    rounds: int,
    seed: int = 1,
    strategy: str | Strategy | OwnStrategy = BEST,
    seats: int = 1,
    ante: Cents = 5_00,
    wagers: Mapping[str, Cents | None] | None = None,
    paytables: Mapping[str, str | PayTable] | None = None,
    base: Cents | None = None,
    mandatory: bool = False,
    must_hit: MustHit | None = None,
    bonus_cap: Cents = 0,
    rules: MainRules | None = None,
    session: int | None = None,
    bankroll: Cents | None = None,
    exact: bool = True,
    workers: Workers | None = None,
    told: Told | None = None,
) -> Simulation:
    """Play that many rounds; the same seed gives the same numbers whoever plays the chunks.

    Every seat places the Ante, the game's mandatory wagers and `wagers` (by name, in cents; None
    for the usual amount) and plays the same strategy. `session` cuts the rounds into sessions of
    that length, each begun with the `bankroll`. The cards depend on the seed and the number of
    seats alone. Without `exact` a strategy is not priced, which takes seconds for some.
    """
    setting = make_setting(
        game,
        seats=seats,
        ante=ante,
        wagers=wagers,
        paytables=paytables,
        base=base,
        mandatory=mandatory,
        must_hit=must_hit,
        bonus_cap=bonus_cap,
        rules=rules,
    )
    stay = _session(setting, session, bankroll, rounds)
    if not 2 <= rounds <= MOST_ROUNDS:
        raise InputError(f"The rounds are from 2 to {MOST_ROUNDS:,}, not {rounds:,}.")
    if not 0 <= seed < 2**63:
        raise InputError("A seed is a whole number from 0 on, below 2 to the power of 63.")
    with compiling():
        name, found = _find(setting, strategy)
        plan = make_plan(setting, found, seed=seed, session=stay)
        priced = solve_for(setting, None if name == BEST else found) if exact else None
        expected = expect(setting, priced)
        tally = Tally(setting, plan, rounds)
        # Compiled and loaded before the clock starts.
        play_chunk(plan, 0, 2)
        start = time.perf_counter()
        run(plan, tally, rounds, workers or Threads(), must_hit_meter(setting, seed), told)
        seconds = time.perf_counter() - start
    return tally.result(name, expected, seconds, by_hand=isinstance(found, OwnStrategy))


def run(
    plan: Plan,
    tally: Tally,
    rounds: int,
    workers: Workers,
    mystery: MustHitMeter | None,
    told: Told | None = None,
) -> None:
    """Have the chunks played, and add them up in their order."""
    planned: deque[NDArray[Any]] = deque()

    def jobs() -> Iterator[Job]:
        for number, start in enumerate(range(0, rounds, CHUNK)):
            count = min(CHUNK, rounds - start)
            awards = mystery.plan(count) if mystery else np.zeros((0, 3), np.int64)
            planned.append(awards)
            yield number, count, awards

    for chunk in workers.play(plan, jobs()):
        tally.add(chunk, planned.popleft())
        if told is not None:
            told(tally.rounds, rounds)
    if mystery is not None:
        tally.finish_cycle(*mystery.rest())


def must_hit_meter(setting: Setting, seed: int) -> MustHitMeter | None:
    """The Must Hit meter of a setting, at its start."""
    if setting.must_hit is None:
        return None
    terms = setting.terms[MYSTERY_METER]
    return MustHitMeter(terms, setting.table.seats, SeededSecrets(seed))


def _find(
    setting: Setting, strategy: str | Strategy | OwnStrategy
) -> tuple[str, Strategy | OwnStrategy]:
    if not isinstance(strategy, str):
        if strategy.game != setting.game:
            raise InputError(f"The strategy is for {strategy.game.name}.")
        return "given", strategy
    table = setting.table
    found = find_strategy(table.game, strategy, xtra=table.main_paytable, rules=table.rules)
    return strategy.strip().casefold() if strategy.strip().casefold() == BEST else strategy, found


def _session(
    setting: Setting, length: int | None, bankroll: Cents | None, rounds: int
) -> Session | None:
    if length is None:
        if bankroll is not None:
            raise InputError("A bankroll goes with the length of a session.")
        return None
    if not 1 <= length <= MOST_ROUNDS:
        raise InputError("A session has one round or more.")
    if length > rounds:
        raise InputError(f"{rounds:,} rounds are less than one session of {length:,}.")
    if bankroll is None:
        return Session(length, 0, NO_LIMIT)
    if bankroll < setting.needed:
        raise InputError(
            f"A round takes up to {show_dollars(setting.needed)}, all wagers and the largest bet: "
            f"a bankroll of {show_dollars(bankroll)} does not cover it."
        )
    return Session(length, bankroll, setting.needed)
