"""A game that one process has solved is there for the others, as it was solved."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.shared import kept

PAY = np.arange(6, dtype=np.int64)


class Solver:
    """Notes what it is asked, and answers with it."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def __call__(self, pay: NDArray[np.int64], *rest: object) -> list[object]:
        self.asked.append(rest)
        return [pay.tolist(), *rest]


@pytest.mark.parametrize("river", [False, True])
def test_each_game_is_solved_once(tmp_path: Path, river: bool) -> None:
    here, there = Solver(), Solver()
    found = kept(here, tmp_path)(PAY, -2, 5, river)
    assert found == [PAY.tolist(), -2, 5, river]
    assert kept(there, tmp_path)(PAY, -2, 5, river) == found
    assert (len(here.asked), len(there.asked)) == (1, 0)


def test_whatever_is_asked_otherwise_is_another_game(tmp_path: Path) -> None:
    solver = Solver()
    shared = kept(solver, tmp_path)
    asked = [(PAY, -2, 5), (PAY, -1, 5), (PAY, -2, 6), (PAY, -2, 5, True), (PAY + 1, -2, 5)]
    answers = [shared(*each) for each in asked]
    assert len(solver.asked) == len(asked)
    assert answers == [shared(*each) for each in asked]
    assert len(solver.asked) == len(asked)


def test_a_solver_that_fails_leaves_nothing_to_share(tmp_path: Path) -> None:
    def fail(*_: object) -> object:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        kept(fail, tmp_path)(PAY, -2, 5)
    assert kept(Solver(), tmp_path)(PAY, -2, 5) == [PAY.tolist(), -2, 5, False]
