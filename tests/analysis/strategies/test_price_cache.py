"""Prices kept between runs: counted once, and again when anything they depend on has changed."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from longsuit.analysis.exact import cache
from longsuit.analysis.strategies import price_cache
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.analysis.strategies.price import Priced, count_many, price_strategy
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.games.variants import read_rules

BASIC = find_rules("hcf", "basic")


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a strategy was counted, with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    calls: Counter[str] = Counter()

    def watch(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **options: Any) -> Any:
            calls[name] += 1
            return real(*args, **options)

        return watched

    monkeypatch.setattr(price_cache, "count_many", watch("count_many", count_many))
    return calls


def files() -> list[Path]:
    where = cache.folder()
    assert where is not None
    return list(where.glob("*.arrays"))


def same(one: Priced, other: Priced) -> bool:
    sides = ((one.solution, other.solution), (one.best, other.best))
    return all(
        mine.endings == theirs.endings and mine.distribution == theirs.distribution
        for mine, theirs in sides
    )


def test_a_list_is_counted_once(counted: Counter[str]) -> None:
    first = price_cache.price_rules(BASIC)
    again = price_cache.price_rules(BASIC)
    assert counted == {"count_many": 1}
    assert same(again, first)
    assert same(first, price_strategy(tabulate(BASIC)))


def test_other_rules_are_another_price(counted: Counter[str]) -> None:
    variant = read_rules(BASIC.definition, ties="lose")
    usual, other = price_cache.price_rules(BASIC), price_cache.price_rules(BASIC, variant=variant)
    assert counted == {"count_many": 2}
    assert other.best.value < usual.best.value
    assert same(price_cache.price_rules(BASIC, variant=variant), other)


def test_a_damaged_file_is_counted_again(counted: Counter[str]) -> None:
    first = price_cache.price_rules(BASIC)
    for path in files():
        path.write_bytes(path.read_bytes()[:-1])
    assert same(price_cache.price_rules(BASIC), first)
    assert counted == {"count_many": 2}


def test_counts_that_are_not_of_every_deal_are_not_believed(counted: Counter[str]) -> None:
    first = price_cache.price_rules(BASIC)
    (path,) = (path for path in files() if set(cache._read(path) or ()) == {"counts"})
    found = cache._read(path)
    assert found is not None
    found["counts"][0, 3, 0, 0] += 1
    cache._write(path, found)
    assert same(price_cache.price_rules(BASIC), first)
    assert counted == {"count_many": 2}


def test_changed_code_counts_again(counted: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    price_cache.price_rules(BASIC)
    monkeypatch.setattr(cache, "code_version", lambda: b"another version")
    price_cache.price_rules(BASIC)
    assert counted == {"count_many": 2}


def test_a_folder_that_cannot_be_written_is_as_good_as_none(
    counted: Counter[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert same(price_cache.price_rules(BASIC), price_cache.price_rules(BASIC))
    assert counted == {"count_many": 2}
