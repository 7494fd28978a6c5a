"""Whole games of Chase the Flush, counted to the last deal, as they were counted before.

golden_counts.json has, for the two printed tables and random variants of the rules (qualifier,
ties, bets, unqualified Antes, X-tra pays), digests of the counts and of the values of all openings.
A solver that is written anew has to come to the same. This module, run by itself, writes the file.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.extent import extent

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.kernels import chase_the_flush
from longsuit.core.games.catalog import find_game

FILE = Path(__file__).with_name("golden_counts.json")
GOLDEN: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
SAMPLE = [GOLDEN[0], GOLDEN[2]]
"""In every run: the printed game, and a variant."""


def case_of(entry: dict[str, Any]) -> Case:
    usual = find_game("ctf").rules
    pairs = zip(usual.decisions, entry["bets"], strict=True)
    rules = replace(
        usual,
        qualifier=entry["qualifier"],
        unqualified=entry["unqualified"],
        ties=entry["ties"],
        decisions=tuple(replace(decision, most=(most,) * 8) for decision, most in pairs),
    )
    return make_case("ctf", entry["xtra"], rules)


def digest(array: Any) -> str:
    return sha256(np.ascontiguousarray(array, dtype="<i8").tobytes()).hexdigest()[:16]


def found(case: Case) -> dict[str, Any]:
    """Through the kernel, whatever is kept on disk."""
    pay = np.array(case.payoffs.pay, np.int64)
    solved = chase_the_flush.solve_deck(pay, case.payoffs.fold, case.rules.qualifier)
    order = np.lexsort(solved.hands.T[::-1])
    return {
        "deals": int(solved.counts.sum()),
        "counts": digest(solved.counts),
        "bet": digest(solved.bet[order]),
        "check": digest(solved.check[order]),
        "xtra_free": solved.xtra_free,
    }


@pytest.mark.parametrize("entry", extent(SAMPLE, GOLDEN), ids=lambda entry: str(entry["number"]))
def test_a_whole_game_is_counted_as_before(entry: dict[str, Any]) -> None:
    assert found(case_of(entry)) == entry["found"]


def test_the_file_has_what_can_go_wrong() -> None:
    for name, values in {
        "unqualified": {"push", "win", "play"},
        "ties": {"push", "win", "lose"},
    }.items():
        assert {entry[name] for entry in GOLDEN} == values
    assert {entry["found"]["xtra_free"] for entry in GOLDEN} == {True, False}
    assert len({entry["qualifier"] >> 13 for entry in GOLDEN}) >= 5
    assert len({entry["found"]["counts"] for entry in GOLDEN}) > 20


# Machines without vector instructions.

_GAME = """
import numpy as np
from longsuit.analysis.exact.kernels import chase_the_flush as chase
deck = np.array([0b111111, 0b11110, 0b11, 1], np.int64)
pay = np.random.default_rng(2).integers(-5, 6, (3, 2, 3, 8))
found = chase.solve(deck, pay, -2, 3 << 13, alike=False)
print(found.counts.ravel().tolist(), found.bet.tolist(), found.check.tolist())
"""


def said(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **env},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.skipif(extent(True, False), reason="compiles everything: at full length only")
def test_a_machine_without_vectors_solves_the_same(tmp_path: Path) -> None:
    portable = said(_GAME, NUMBA_CPU_NAME="generic", NUMBA_CACHE_DIR=str(tmp_path))
    assert portable == said(_GAME)


def write() -> None:
    """Write the file anew."""
    lines = [json.dumps({**entry, "found": found(case_of(entry))}) for entry in GOLDEN]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write()
