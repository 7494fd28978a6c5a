"""Another order is the same tests, each file together; a seed gives the same order again."""

import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.extent import extent
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


def examples() -> list[str]:
    found: list[str] = []

    @settings(max_examples=300)
    @given(st.text())
    def look(text: str) -> None:
        found.append(text)

    look()
    return found


@pytest.mark.skipif(extent(False, True), reason="at full length examples differ in every run")
def test_examples_are_the_same_whatever_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = examples()
    loaded = ModuleType("loaded")
    loaded.__file__ = str(tmp_path / "loaded.py")
    written = [f"a word of its own {number}" for number in range(99)]
    Path(loaded.__file__).write_text(f"WORDS = {written}", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "loaded", loaded)
    assert examples() == before
