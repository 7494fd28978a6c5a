"""A game that is solved is kept: who plays best play does not wait for its price too."""

import importlib
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from longsuit.analysis.exact import decisions, solve
from longsuit.analysis.exact import strategy as strategies
from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.kernels.chase_the_flush import Solution
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.simulate.expected import solve_for
from longsuit.analysis.simulate.play import _find
from longsuit.analysis.simulate.setting import make_setting
from longsuit.core.games.catalog import find_game
from longsuit.core.ranking import make_key

module = importlib.import_module("longsuit.analysis.exact.solver")


class Kernel:
    """Answers at once, and keeps what it was asked; nothing is kept from or for other tests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Payoffs] = []
        self.kept: dict[Any, Solution] = {}
        monkeypatch.setattr(module, "_solved", self.kept)
        monkeypatch.setattr(strategies, "_chase_arrays", lambda _solved, river: {"river": river})
        monkeypatch.setattr(module, "_rivers", lambda _case: (np.ones((1, 8), np.uint8), True))
        for place in (module, decisions):
            monkeypatch.setattr(place, "run_chase", self.run)

    def run(self, case: Case) -> Solution:
        self.asked.append(case.payoffs)
        counts = np.zeros((4, 8, 2, 3), np.int64)
        counts[0, 3, 1, 0] = 1
        hands = np.ones(comb(52, 3), np.int64)
        return Solution(counts, hands, hands, hands[None], hands[:1], hands[:1])


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


def test_a_simulation_solves_once(kernel: Kernel) -> None:
    setting = make_setting("ctf", paytables={"xtra": "B"})
    name, strategy = _find(setting, "best")
    assert name == "best"
    assert strategy.arrays["river"].size  # type: ignore[union-attr]
    assert solve_for(setting, None) is not None
    assert solve("ctf", xtra="A").deals == 1
    assert len(kernel.asked) == len(kernel.kept) == 1


def test_habits_solve_no_game_twice(kernel: Kernel) -> None:
    assert len(decisions.habits("ctf")) == 6
    # X-tra aside, with it, and four ways forced.
    assert len(kernel.asked) == len(set(kernel.asked)) == 6
    solve("ctf", xtra="B")
    assert len(kernel.asked) == 6


def test_so_many_are_kept(kernel: Kernel) -> None:
    for qualifier in ("32", "42", "52", "62", "72"):
        rules = replace(find_game("ctf").rules, qualifier=make_key(qualifier))
        for _ in range(2):
            solve("ctf", rules=rules)
    assert len(kernel.asked) == 5
    assert len(kernel.kept) == module._MOST_SOLVED
