"""`longsuit-dst SEED`: a run of the simulated floor, told step by step where it fails.

python -m tests.simulation SEED             one seed
python -m tests.simulation FIRST COUNT      many, as `make simulate-floor` does; --jobs 8 at once
python -m tests.simulation --plan JSON      a plan that was printed
python -m tests.simulation --mutants COUNT  which mutants are found, in up to so many seeds each
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.mutants import MUTANTS, find
from tests.simulation.plan import as_text, draw, read_plan
from tests.simulation.run import Outcome, run
from tests.simulation.shrink import shrink

LINES = 60
"""Of a failed history, from its end."""
_AT_A_TIME = 4
"""Seeds that a process takes."""
_TOLD_EVERY = 1000


def tell(outcome: Outcome) -> None:
    """A failure with the shortest history that still has one."""
    print(f"seed {outcome.plan.seed}: {outcome.failure}")
    least = shrink(outcome)
    print(f"the least that fails: {as_text(least.plan)}")
    print(*least.lines[-LINES:], sep="\n")
    print(least.trace or least.failure, flush=True)


def run_many(first: int, count: int, jobs: int = 1) -> list[int]:
    """The seeds that fail."""
    took, virtual, commands, failed = 0.0, 0.0, 0, []
    for number, (outcome, seconds) in enumerate(_outcomes(range(first, first + count), jobs), 1):
        took += seconds
        virtual, commands = virtual + outcome.seconds, commands + outcome.commands
        if not outcome.ok:
            failed.append(outcome.plan.seed)
            tell(outcome)
        elif count == 1:
            print(*outcome.lines, sep="\n")
            print(f"history {outcome.digest}, log {outcome.log}, faults {outcome.met}")
        if number % _TOLD_EVERY == 0 or number == count:
            told = f"{number} seeds from {first}, {commands} commands, {virtual / 3600:.2f} hours"
            told += f" of a floor in {took:.0f} s of processor time; failed: {failed or 'none'}"
            print(told, flush=True)
    return failed


def _outcomes(seeds: range, jobs: int) -> Iterator[tuple[Outcome, float]]:
    """In their order, each with the processor's seconds, by so many processes."""
    if jobs == 1:
        yield from map(_timed, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_timed, seeds, chunksize=_AT_A_TIME)


def _timed(seed: int) -> tuple[Outcome, float]:
    began = time.process_time()
    return run(draw(seed)), time.process_time() - began


def run_mutants(most: int) -> list[str]:
    """The mutants that were not found."""
    missed = []
    for one in MUTANTS:
        found = find(one, range(1, most + 1))
        if found is None:
            missed.append(one.name)
        print(one.name, "not found" if found is None else f"{found.plan.seed}: {found.failure}")
    return missed


def main(given: list[str] | None = None) -> int:
    """What is asked for; 1 where something failed."""
    parser = argparse.ArgumentParser(prog="longsuit-dst")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("count", type=int, nargs="?", default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plan")
    parser.add_argument("--mutants", type=int)
    asked = parser.parse_args(given)
    if asked.mutants:
        return bool(run_mutants(asked.mutants))
    if asked.plan:
        outcome = run(read_plan(asked.plan))
        print(*outcome.lines, outcome.trace, sep="\n")
        return not outcome.ok
    return bool(run_many(asked.seed, asked.count, asked.jobs))


if __name__ == "__main__":
    sys.exit(main())
