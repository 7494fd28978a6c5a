"""Do the tests of a room notice when its code is wrong? `make mutants` changes it and looks.

A mutant is a module with one small change: another comparison, sign, number, truth. It is never
written to disk. The tests of a room are run once, and each line's tests noted. Then a process is
forked for each mutant: it puts the changed function in place of the real one and runs the tests of
that line, the quickest first, until one fails. Where none does, or the change is in no function,
and the line is run while modules are imported, a fresh process loads the changed module and runs
all tests of the room. A mutant that passes them survives, and is shown.

    python -m tools.mutants [--each N] [--seed N] [--jobs N] [ROOM ...]

N mutants of each room are drawn with the seed; 0 takes all. A mutant that takes more processor
time than allowed counts as noticed: the tests would never end.
"""

import argparse
import os
import random
import resource
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any

from tools.mutations import SOURCE, Changed, Mutant, change_functions, mutants

ROOMS = {
    "core/games": ("tests/core/games", "tests/core/round/test_golden.py"),
    "core/progressive": ("tests/core/progressive",),
    "core/round": ("tests/core/round",),
    "floor/ledger": ("tests/floor/ledger",),
}
"""With the tests that run against their mutants."""
TOO_SLOW = ("long_run", "ten_million", "postgres")
"""Tests left out here: what they would notice counts as not noticed."""
SECONDS = 120
"""Of processor time for one mutant; the tests of a room take a fraction of it."""
CLOCK_SECONDS = 1200
"""By the clock, for one that waits for ever."""
BYTES = 8 * 2**30
IMPORT = -1
"""In place of a test: what runs while modules are imported."""
NOTICED, OPEN = "noticed", "open"
"""What the first look says."""


class Room:
    """A plugin of pytest: notes which tests run which lines, then runs them against mutants."""

    def __init__(
        self, room: str, drawn: Sequence[Mutant], jobs: int, tell: Callable[[int, str], None]
    ) -> None:
        self._folder = str((SOURCE / room).resolve())
        self._drawn, self._jobs, self._tell = drawn, jobs, tell
        self._lines = defaultdict[tuple[str, int], set[int]](set)
        self._seconds: list[float] = []
        self._test = IMPORT
        sys.settrace(self._call)

    def pytest_configure(self) -> None:
        """A failure is enough; nobody wants its least example."""
        from hypothesis import Phase, settings  # noqa: PLC0415

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("longsuit"), phases=phases)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: Any) -> bool:
        """In place of pytest's own."""
        sys.settrace(None)
        session.config.pluginmanager.unregister(name="hygiene")
        tests = session.items
        for self._test, test in enumerate(tests):
            start = time.perf_counter()
            threading.settrace(self._call)
            sys.settrace(self._call)
            sound = _passes(test, tests[self._test + 1 : self._test + 2])
            sys.settrace(None)
            threading.settrace(None)
            self._seconds.append(time.perf_counter() - start)
            if not sound:
                raise SystemExit(f"{test.nodeid} fails without any change.")
        running = dict[int, int]()
        for place, mutant in enumerate(self._drawn):
            if len(running) == self._jobs:
                self._wait(running)
            running[fork(partial(self._notices, mutant, tests))] = place
        while running:
            self._wait(running)
        return True

    def _wait(self, running: dict[int, int]) -> None:
        pid, status = os.wait()
        place = running.pop(pid)
        if status:
            self._tell(place, NOTICED)
        elif not (found := self._ran(self._drawn[place])) or IMPORT in found:
            self._tell(place, OPEN)

    def _ran(self, mutant: Mutant) -> set[int]:
        file = str(mutant.path.resolve())
        lines = range(mutant.line, mutant.last_line + 1)
        return set[int]().union(*(self._lines.get((file, line), ()) for line in lines))

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self._folder):
            return None
        self._lines[frame.f_code.co_filename, frame.f_lineno].add(self._test)
        return self._call

    def _notices(self, mutant: Mutant, tests: Sequence[Any]) -> bool:
        found = self._ran(mutant) - {IMPORT}
        if not found or not change_functions(mutant):
            return False
        chosen = [tests[one] for one in sorted(found, key=self._seconds.__getitem__)]
        return not all(_passes(one, chosen[at + 1 : at + 2]) for at, one in enumerate(chosen))


def _passes(test: Any, then: Sequence[Any]) -> bool:
    from _pytest.runner import runtestprotocol  # noqa: PLC0415

    reports = runtestprotocol(test, log=False, nextitem=then[0] if then else None)
    return not any(report.failed for report in reports)


def fork(notices: Callable[[], bool]) -> int:
    """A process that ends with 1 where the tests notice, and is ended where they never would."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        signal.alarm(CLOCK_SECONDS)
        code = int(notices())
    finally:
        os._exit(code)


def run_tests(room: str, plugin: Room | None = None) -> bool:
    """Run the tests of a room in this process; whether one fails."""
    import pytest  # noqa: PLC0415

    # Nothing that a mutant has counted may be kept for anybody.
    os.environ["LONGSUIT_CACHE"] = "off"
    chosen = " and ".join(f"not {name}" for name in TOO_SLOW)
    left_out = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "schemathesis")]
    own = [] if plugin is None else [plugin]
    return pytest.main(["-x", "-q", "-k", chosen, *left_out, *ROOMS[room]], own) != 0


def run_changed(mutant: Mutant) -> bool:
    """The same with the changed module, which nothing has imported yet."""
    sys.meta_path.insert(0, Changed(mutant))
    return run_tests(mutant.room)


def first_look(room: str, drawn: Sequence[Mutant], jobs: int) -> dict[int, str]:
    """What the tests of their own lines say of each, by its place; nothing of a survivor."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(reading)
        # Captured streams are pytest's; a line of its own says which were noticed.
        tell = Room(room, drawn, jobs, partial(_tell, writing))
        os._exit(int(run_tests(room, tell)))
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        said = dict(line.split() for line in told)
    if os.waitpid(pid, 0)[1]:
        raise SystemExit(f"{room}: its tests fail without any change.")
    return {int(place): word for place, word in said.items()}


def _tell(writing: int, place: int, word: str) -> None:
    os.write(writing, f"{place} {word}\n".encode())


def survivors(room: str, drawn: Sequence[Mutant], jobs: int) -> list[Mutant]:
    """Those that no test of the room has noticed."""
    said = first_look(room, drawn, jobs)
    waiting = [drawn[place] for place, word in said.items() if word == OPEN]
    alive = [mutant for place, mutant in enumerate(drawn) if place not in said]
    print(f"  {len(waiting)} are run against all tests", flush=True)
    running = dict[int, Mutant]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[fork(partial(run_changed, mutant))] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if not status:
            alive.append(mutant)
    return sorted(alive)


def show(mutant: Mutant) -> str:
    """Where it is, and what was changed."""
    line = mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return f"  {mutant.path}:{mutant.line}  {mutant.change}  {line}"


def main() -> int:
    """The mutants of each room that lived, and the share that did not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--each", type=int, default=100, help="how many of each room; 0 for all")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    unknown = set(asked.rooms) - set(ROOMS)
    if unknown:
        parser.error(f"there are {', '.join(ROOMS)}, and no {', '.join(sorted(unknown))}")
    for room in asked.rooms or ROOMS:
        every = mutants(room)
        count = min(asked.each or len(every), len(every))
        drawn = random.Random(f"{asked.seed} {room}").sample(every, count)
        print(f"{room}: {count} of {len(every)} mutants, seed {asked.seed}", flush=True)
        alive = survivors(room, drawn, asked.jobs)
        print(f"  {count - len(alive)} of {count} noticed ({1 - len(alive) / count:.1%})")
        for mutant in alive:
            print(show(mutant))
    return 0


if __name__ == "__main__":
    sys.exit(main())
