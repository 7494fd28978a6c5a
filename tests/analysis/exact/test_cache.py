"""Results kept between processes: found as they were, and not believed when they are not."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from longsuit.analysis.exact import cache
from longsuit.analysis.exact.cache import Arrays, keep, kept
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.analysis.exact.solver import forget, solve, solve_high_card

ASKED = [b"a question"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGSUIT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


class Maker:
    """Answers, and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Arrays:
        self.made += 1
        return {"counts": np.arange(1000, dtype=np.int64), "free": np.array(True)}


def ask(maker: Maker, asked: list[bytes] | None = None) -> Arrays:
    return kept(asked or ASKED, lambda found: int(found["counts"].sum()) == 499_500, maker)


def the_file(place: Path) -> Path:
    (path,) = place.iterdir()  # Neither locks nor parts stay behind.
    return path


def test_what_is_kept_is_found_as_it_was(place: Path) -> None:
    maker = Maker()
    first, again = ask(maker), ask(maker)
    assert maker.made == 1
    for name, array in first.items():
        assert array.dtype == again[name].dtype
        assert np.array_equal(array, again[name])
    assert the_file(place).suffix == ".arrays"
    ask(maker, [b"a ", b"question"])
    assert maker.made == 2


@pytest.mark.parametrize("at", [0, 31, 32, 100, -1])
def test_one_changed_byte_is_found(place: Path, at: int) -> None:
    maker = Maker()
    ask(maker)
    content = bytearray(the_file(place).read_bytes())
    content[at] ^= 1
    the_file(place).write_bytes(content)
    ask(maker)
    ask(maker)
    assert maker.made == 2


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 200])
def test_a_cut_file_is_as_good_as_none(place: Path, length: int) -> None:
    maker = Maker()
    ask(maker)
    the_file(place).write_bytes(the_file(place).read_bytes()[:length])
    ask(maker)
    assert maker.made == 2


def test_a_file_of_another_question_is_as_good_as_none(place: Path) -> None:
    maker = Maker()
    ask(maker)
    mine = the_file(place)
    ask(maker, [b"another question"])
    (other,) = (path for path in place.iterdir() if path != mine)
    mine.write_bytes(other.read_bytes())
    ask(maker)
    assert maker.made == 3


def test_another_version_of_the_code_finds_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker()
    ask(maker)
    monkeypatch.setattr(cache, "code_version", lambda: b"another")
    ask(maker)
    ask(maker)
    assert maker.made == 2


def test_the_version_depends_on_every_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("analysis/exact/kernels", "analysis/strategies", "core"):
        (tmp_path / part).mkdir(parents=True)
    (tmp_path / "core" / "ranking.py").write_text("")
    kernel = tmp_path / "analysis/exact/kernels/chase.py"
    kernel.write_text("one")
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    version = cache.code_version.__wrapped__
    first = version()
    kernel.write_text("two")
    second = version()
    kernel.rename(kernel.with_name("flush.py"))
    assert len({first, second, version()}) == 3


def test_what_is_not_whole_is_not_believed() -> None:
    maker = Maker()
    keep(ASKED, {"counts": np.arange(999)})
    assert ask(maker)["counts"].size == 1000
    assert maker.made == 1


def test_a_place_that_cannot_be_written_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LONGSUIT_CACHE", str(tmp_path / "file"))
    maker = Maker()
    ask(maker)
    ask(maker)
    assert maker.made == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_somebody_elses_folder_keeps_nothing(place: Path) -> None:
    place.mkdir(mode=0o500)
    maker = Maker()
    ask(maker)
    ask(maker)
    assert maker.made == 2


def test_off_keeps_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGSUIT_CACHE", "off")
    maker = Maker()
    ask(maker)
    ask(maker)
    assert maker.made == 2
    assert not place.exists()


def test_the_users_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LONGSUIT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "longsuit"

    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nobody)
    assert cache.folder() is None


def test_the_oldest_go_first(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    maker = Maker()
    for number in range(3):
        ask(maker, [b"%d" % number])
        for path in place.iterdir():
            stat = path.stat()
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - 10**9))
    ask(maker, [b"0"])  # Read again: the youngest now.
    ask(maker, [b"3"])
    assert maker.made == 4
    assert len(list(place.iterdir())) == 3
    ask(maker, [b"0"])
    assert maker.made == 4
    ask(maker, [b"1"])
    assert maker.made == 5
    monkeypatch.setattr(cache, "MOST_BYTES", 1)
    ask(maker, [b"4"])
    assert list(place.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_who_comes_second_waits_for_the_first() -> None:
    begun, second = Event(), Maker()

    def slow() -> Arrays:
        begun.set()
        time.sleep(0.3)
        return Maker()()

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(kept, ASKED, lambda _: True, slow)
        assert begun.wait(60)
        ask(second)
        first.result()
    assert second.made == 0


def test_who_waits_too_long_finds_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_PATIENCE_SECONDS", 0.0)
    inner = Maker()

    def outer() -> Arrays:
        return ask(inner)

    kept(ASKED, lambda _: True, outer)
    assert inner.made == 1


# Games.


def test_a_game_is_solved_once_for_all_processes(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    case = make_case("hcf")
    first = solve_high_card.__wrapped__(case)

    def never(*_: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(high_card_flush, "solve", never)
    again = solve_high_card.__wrapped__(case)
    assert np.array_equal(first.counts, again.counts)
    assert np.array_equal(first.decisions, again.decisions)
    found = cache._read(the_file(place))
    assert found is not None
    found["counts"][0, 3, 0, 0] += 1
    cache._write(the_file(place), found)
    with pytest.raises(AssertionError, match="solved again"):
        solve_high_card.__wrapped__(case)


_ANOTHER = """
from longsuit.analysis.exact.kernels import high_card_flush
def never(*_): raise SystemExit("solved again")
high_card_flush.solve = never
from longsuit.analysis.exact import solve
print(solve("hcf").house_edge)
"""


def test_another_process_finds_it() -> None:
    forget()
    edge = solve("hcf").house_edge
    done = subprocess.run(
        [sys.executable, "-c", _ANOTHER], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == str(edge)
