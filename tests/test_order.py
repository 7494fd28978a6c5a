"""Another order is the same tests, each file together; a seed gives the same order again."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.order import reordered

ITEMS: list[Any] = [
    SimpleNamespace(path=Path(f"test_{name}.py"), name=f"{name}{number}")
    for name in "abcdefgh"
    for number in range(9)
]


def names(items: list[Any]) -> list[str]:
    return [item.name for item in items]


def test_the_same_tests_in_another_order() -> None:
    found = names(reordered(ITEMS, "1"))
    assert sorted(found) == names(ITEMS) != found


def test_a_seed_repeats_its_order() -> None:
    assert names(reordered(ITEMS, "7")) == names(reordered(ITEMS, "7"))
    assert names(reordered(ITEMS, "7")) != names(reordered(ITEMS, "8"))


def test_a_file_stays_together() -> None:
    files = [item.path for item in reordered(ITEMS, "3")]
    changes = sum(one != other for one, other in pairwise(files))
    assert changes == 7
    first = [item.name for item in reordered(ITEMS, "3") if item.name.startswith("a")]
    assert first != sorted(first)
