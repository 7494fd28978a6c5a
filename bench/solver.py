"""The whole games solved, as ratios to one bare pass that only ranks; the general solver beside
them; memory; first compilation."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.bare_pass import rank_boards
from bench.measure import best_of, show
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.general import form_of, solve_form
from longsuit.analysis.exact.numbering import board_classes
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import forget, solve, solve_many
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.ranking import mask_key, shape_counts

CHASE_LIMIT, HIGH_CARD_LIMIT, GENERAL_LIMIT = 3.0, 1.5, 10.0


def run() -> None:
    os.environ["LONGSUIT_CACHE"] = "off"
    boards, _ = board_classes()
    works: dict[str, Callable[[], object]] = {
        "one bare pass": lambda: bare_pass(boards),
        "Chase the Flush, whole game": lambda: fresh("ctf"),
        "High Card Flush, whole game": lambda: fresh("hcf"),
    }
    for work in works.values():
        work()
    best = best_of(works, repeat=5)
    bare = best["one bare pass"]
    limits = ("", f"{CHASE_LIMIT:.1f}", f"{HIGH_CARD_LIMIT:.1f}")
    rows = [
        (name, f"{t:.2f} s", f"{t / bare:.2f}", limit)
        for (name, t), limit in zip(best.items(), limits, strict=True)
    ]
    show("Solving, two threads, compiled code cached", rows, "work", "time", "ratio", "at most")
    _general()
    _tables()
    _sweep()
    _process()


def _general() -> None:
    """The general solver as the twin of each tuned kernel: equal, and how many times its time."""
    rows = []
    for game in ("ctf", "hcf"):
        form = form_of(make_case(game))
        assert solve_form(form).value == solve(game).value
        works: dict[str, Callable[[], object]] = {
            "tuned": partial(fresh, game),
            "general": partial(solve_form, form),
        }
        best = best_of(works, repeat=3)
        ratio = f"{best['general'] / best['tuned']:.1f}"
        times = f"{best['tuned']:.2f} s", f"{best['general']:.2f} s"
        rows.append((form_name(game), *times, ratio, f"{GENERAL_LIMIT:.0f}"))
    show("The general solver", rows, "game", "tuned", "general", "ratio", "at most")


def form_name(game: str) -> str:
    """A game and how its cards fall: own and community."""
    found = find_game(game)
    return f"{found.name}, {found.hole}+{found.board}"


def fresh(game: str) -> None:
    """A solve that starts from nothing: no result is kept, here or on disk."""
    forget()
    solution = solve(game)
    assert solution.house_edge > 0
    assert solution.standard_deviation > 0


def bare_pass(boards: NDArray[np.int64]) -> int:
    """Rank the 17,296 three-card hands on every board up to suits, and do nothing with it."""
    keys = np.array([mask_key(mask) for mask in range(8192)], np.int32)
    halves = np.array_split(boards, 2)
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(lambda half: int(rank_boards(half, keys)), halves))


def _tables() -> None:
    tables = [table for table in paytables() if table.wager != "xtra"]

    def all_priced() -> None:
        shape_counts.cache_clear()
        for table in tables:
            price(table)

    time = best_of({"all": all_priced})["all"]
    rows = [(f"{len(tables)} bonus and progressive tables", f"{time * 1000:.0f} ms", "50 ms")]
    show("Pricing", rows, "work", "time", "at most")


def _sweep() -> None:
    """One solve serves many X-tra tables: the best strategy does not depend on them."""
    many = [f"7={100 + n},6={20 + n % 7},5={n % 11},4={n % 3}" for n in range(100)]

    def one() -> None:
        forget()
        solve_many("ctf", many[:1])

    def hundred() -> None:
        forget()
        solve_many("ctf", many)

    best = best_of({"1 X-tra table": one, "100 X-tra tables": hundred}, repeat=3)
    first = best["1 X-tra table"]
    rows = [(name, f"{t:.2f} s", f"{t / first:.2f}") for name, t in best.items()]
    show("A sweep of X-tra tables", rows, "work", "time", "ratio")


_FIRST = """
import resource, time
start = time.perf_counter()
from longsuit.analysis.exact import solve
solve("ctf"); solve("hcf")
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _process() -> None:
    """Both games in a process of its own: nothing compiled, all compiled, results kept."""
    with tempfile.TemporaryDirectory() as folder:
        kept = f"{folder}/results"
        rows = []
        for name, cache in (
            ("first run ever, compiling", "off"),
            ("a later process that solves", kept),
            ("a later process, results kept", kept),
        ):
            env = {**os.environ, "NUMBA_CACHE_DIR": folder, "LONGSUIT_CACHE": cache}
            done = subprocess.run(
                [sys.executable, "-c", _FIRST], env=env, check=True, capture_output=True, text=True
            )
            time, memory = done.stdout.split()
            said = "says so" if done.stderr else "silent"
            rows.append((name, f"{float(time):.1f} s", f"{int(memory) / 1024:.0f} MB", said))
    show("Both games, from import (at most 60 s, 600 MB)", rows, "process", "time", "peak", "")
