"""No test leaves anything behind: what it changed or opened is looked for after it, and named.

- The settings of the process are as before: signals, environment, umask, folder, event loop, logs,
  and what the modules and classes of Longsuit hold.
- Threads, processes and files that it opened are gone.

A fixture of a wider scope may change and hold what it likes while it lives: what it has set counts
as set for the tests that it serves, and what is opened while it lives is asked for at its end.
"""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Generator, Iterator, Mapping, Sized
from contextlib import suppress
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
import structlog

HOUSE = "longsuit"
WATCHED = ("numba.core.config",)
"""Settings of a library whose change would change what is compiled after it."""
PATIENCE_SECONDS = 60.0
"""What is ending may take so long on a busy machine."""
GARBAGE = 10_000
"""New objects before they are looked through; whatever is left open is looked for at once."""
LASTING_THREADS = ("AnyIO worker thread", "Dask-Offload", "Profile", "TCP-Executor")
"""Of libraries that keep one set of threads for as long as the process lives; so with files."""
MEMOS = ("PASSWORDS._decoy", "exact.solver._solved")
"""What is worked out once and kept: the same whoever asks first."""
LASTING_FILES = ("/mpl-data/fonts/",)
LASTING_PROCESSES = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
Settings = dict[str, object]
_OWN_VARIABLES = ("PYTEST_CURRENT_TEST",)
_SIGNALS = [(f"signal {int(number)}", number) for number in sorted(signal.valid_signals())]
_FILES, _TASKS = Path("/proc/self/fd"), Path("/proc/self/task")
UNSET = object()


def as_at_a_terminal() -> None:
    """Start like a command typed at a terminal, however the tests were started.

    A shell has a job in the background ignore Ctrl-C, and nohup has it ignore that the line was
    cut. Every process that a test starts would inherit that, and a narrow umask as well.
    """
    for number in (signal.SIGINT, *_quiet_endings()):
        if signal.getsignal(number) is signal.SIG_IGN:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, usual)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.umask(0o022)


def _quiet_endings() -> list[signal.Signals]:
    names = ("SIGTERM", "SIGHUP", "SIGQUIT")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


# What is set


def settings() -> Settings:
    """What the process is set to; equal before and after a clean test."""
    mask = os.umask(0o077)
    os.umask(mask)
    found: Settings = {name: signal.getsignal(number) for name, number in _SIGNALS}
    if hasattr(signal, "pthread_sigmask"):
        found["blocked signals"] = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    found |= {f"variable {name}": value for name, value in os.environ.items()}
    found |= {f"path of modules {entry}": "there" for entry in sys.path}
    for name in _OWN_VARIABLES:
        found.pop(f"variable {name}", None)
    return found | {
        "umask": oct(mask),
        "folder": str(Path.cwd()),
        "running event loop": asyncio._get_running_loop(),
        "event loop policy": asyncio.get_event_loop_policy(),
        "structlog": structlog.get_config(),
        "logs": _logs(),
        "limit of recursion": sys.getrecursionlimit(),
        "collector of garbage": gc.isenabled(),
        "excepthook": (sys.excepthook, threading.excepthook),
    }


def _logs() -> tuple[object, ...]:
    root = logging.getLogger()
    # Pytest hangs its own handlers there while a test runs.
    own = [one for one in root.handlers if not type(one).__module__.startswith("_pytest")]
    return (root.level, root.disabled, logging.root.manager.disable, own)


def changes(before: Settings, after: Settings) -> Settings:
    """What is set otherwise afterwards, by name."""
    return {
        name: after.get(name, UNSET)
        for name in sorted(before.keys() | after.keys())
        if before.get(name, UNSET) != after.get(name, UNSET)
    }


def put(where: Settings, what: Settings) -> Settings:
    """Settings with some of them changed."""
    return {name: value for name, value in (where | what).items() if value is not UNSET}


def _shown(value: object) -> str:
    return "not set" if value is UNSET else f"{value!r}"[:200]


class Modules:
    """What Longsuit's modules and numba's settings hold: names, attributes, sizes of lists."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Mapping[str, object], dict[str, object]]] = {}
        self._sizes: dict[str, tuple[Sized, int]] = {}
        self._seen: set[str] = set()
        self._taken: set[int] = set()
        self._count = 0

    def changes(self) -> Settings:
        """Names that hold something else than when their module was first seen, and what."""
        found: Settings = {}
        for path, (held, kept) in self._kept.items():
            if not _same(held, kept):
                found |= {f"{path}.{name}": value for name, value in _differing(held, kept)}
        for path, (listed, size) in self._sizes.items():
            if len(listed) != size:
                found[path] = f"{len(listed)} entries"
        self._learn()
        return {name: value for name, value in found.items() if not name.endswith(MEMOS)}

    def _learn(self) -> None:
        if len(sys.modules) == self._count:
            return
        self._count = len(sys.modules)
        for name in sys.modules.keys() - self._seen:
            self._seen.add(name)
            module = sys.modules.get(name)
            if (name.split(".")[0] == HOUSE or name in WATCHED) and module is not None:
                self._take(name, module)

    def _take(self, name: str, module: ModuleType) -> None:
        self._kept[name] = (vars(module), dict(vars(module)))
        for key, value in vars(module).items():
            path = f"{name}.{key}"
            if key.startswith("__") or id(value) in self._taken:
                continue
            if type(value) in (dict, list, set):
                self._sizes[path] = (value, len(value))
            elif _is_ours(value, name):
                self._kept[path] = (vars(value), dict(vars(value)))
            else:
                continue
            self._taken.add(id(value))


def _is_ours(value: object, module: str) -> bool:
    """Whether it is a class of this module, or an object that it may hold as its own."""
    if isinstance(value, type):
        return value.__module__ == module
    return type(value).__module__.startswith(f"{HOUSE}.") and hasattr(value, "__dict__")


def _same(held: Mapping[str, object], kept: dict[str, object]) -> bool:
    try:
        # What is the same object is not compared.
        return bool(held == kept)
    except ValueError:
        return False


def _differing(held: Mapping[str, object], kept: dict[str, object]) -> Iterator[tuple[str, object]]:
    for name in kept.keys() | held.keys():
        now = held.get(name, UNSET)
        # A module becomes an attribute of its package whenever it is imported; pickle notes slots.
        if name.startswith("__") or isinstance(now, ModuleType):
            continue
        if now is not kept.get(name, UNSET):
            yield name, "gone" if now is UNSET else f"{type(now).__name__} at {id(now):x}"


# What is open


Thing = threading.Thread | int | tuple[str, str]
"""A thread, a process by its number, or a file by its number and what it is."""


class Opened(NamedTuple):
    """What the process holds open."""

    threads: frozenset[threading.Thread]
    processes: frozenset[int]
    files: frozenset[tuple[str, str]]

    def beyond(self, known: "Opened") -> "Opened":
        """What is open here and was not there."""
        pairs = zip(self, known, strict=True)
        return Opened(*(now - before for now, before in pairs))  # type: ignore[arg-type]

    def joined(self, other: "Opened") -> "Opened":
        pairs = zip(self, other, strict=True)
        return Opened(*(one | two for one, two in pairs))  # type: ignore[arg-type]

    @property
    def any(self) -> bool:
        return bool(self.threads or self.processes or self.files)

    def things(self) -> Iterator[Thing]:
        yield from self.threads
        yield from self.processes
        yield from self.files


def _words(thing: Thing) -> str:
    match thing:
        case int():
            return f"process {_line_of(thing)} still runs"
        case (number, target):
            return f"file {number} is open ({target})"
        case _:
            return f"thread '{thing.name}' still runs{_place_of(thing)}"


def _place_of(thread: threading.Thread) -> str:
    """Where a thread is, so that one can see what it waits for."""
    frame = sys._current_frames().get(thread.ident or 0)
    if frame is None:
        return ""
    calls = traceback.extract_stack(frame)[-4:]
    return " in " + " > ".join(f"{Path(call.filename).name}:{call.lineno}" for call in calls)


def opened() -> Opened:
    """What is open now, but for what libraries keep for as long as a process lives."""
    threads = (
        thread for thread in threading.enumerate() if not thread.name.startswith(LASTING_THREADS)
    )
    return Opened(frozenset(threads), frozenset(_processes()), frozenset(_files()))


def wait_for_ends(known: Opened) -> Opened:
    """What is still open beyond this, once all that is ending has had its time."""
    end = time.monotonic() + PATIENCE_SECONDS
    gc.collect()
    while (new := opened().beyond(known)).any and time.monotonic() < end:
        time.sleep(0.01)
    return new


def _files() -> Iterator[tuple[str, str]]:
    if not _FILES.is_dir():
        return
    for name in os.listdir(_FILES):  # noqa: PTH208
        try:
            target = os.readlink(f"{_FILES}/{name}")  # noqa: PTH115
        except OSError:
            # That of this look itself.
            continue
        if name not in _lines_of_multiprocessing() and not any(
            lasting in target for lasting in LASTING_FILES
        ):
            yield name, target


def _lines_of_multiprocessing() -> list[str]:
    """To the processes that it starts once: one clears up after the others, one starts them."""
    return [
        str(getattr(resource_tracker._resource_tracker, "_fd", None)),
        str(getattr(forkserver._forkserver, "_forkserver_alive_fd", None)),
    ]


def _processes() -> Iterator[int]:
    if not _TASKS.is_dir():
        yield from (child.pid for child in multiprocessing.active_children() if child.pid)
        return
    for task in os.listdir(_TASKS):  # noqa: PTH208
        try:
            text = (_TASKS / task / "children").read_text()
        except OSError:
            # The thread has ended since, or this kernel does not tell.
            continue
        yield from (pid for pid in map(int, text.split()) if not _lasts(pid))


_lasting: dict[int, bool] = {}


def _lasts(pid: int) -> bool:
    if pid not in _lasting:
        _lasting[pid] = any(name in _line_of(pid) for name in LASTING_PROCESSES)
    return _lasting[pid]


def _line_of(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        words = ""
    return f"{pid} {words[:120]}".strip()


# Around the tests


class Hygiene:
    """A plugin of pytest that fails whichever test leaves something behind."""

    def __init__(self) -> None:
        self._modules = Modules()
        self._set: Settings = {}
        self._open = Opened(frozenset(), frozenset(), frozenset())
        self._set_by: dict[object, Settings] = {}
        self._holding: set[object] = set()
        self._seen_in: dict[object, str] = {}

    def _settings(self) -> Settings:
        return settings() | self._modules.changes()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """What is loaded with the tests stays loaded: nobody looks through it for garbage."""
        gc.disable()
        try:
            return (yield)
        finally:
            gc.freeze()
            gc.enable()
            gc.set_threshold(GARBAGE)
            self._begin()

    def _begin(self) -> None:
        with suppress(ImportError):
            import uvloop  # noqa: PLC0415

            # The first loop of this kind opens a pipe that the process keeps.
            uvloop.new_event_loop().close()
        self._set, self._open = self._settings(), opened()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        """What a fixture of a wider scope sets and opens is its own until it ends."""
        if fixturedef.scope == "function":
            return (yield)
        was_set, was_open = self._settings(), opened()
        try:
            return (yield)
        finally:
            now = self._settings()
            self._set_by[fixturedef] = changes(now, was_set)
            self._set = put(self._set, changes(was_set, now))
            mine = opened().beyond(was_open)
            self._open = self._open.joined(mine)
            if mine.any and fixturedef.scope != "session":
                self._holding.add(fixturedef)

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[object]) -> None:
        self._set = put(self._set, self._set_by.pop(fixturedef, {}))
        self._holding.discard(fixturedef)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        try:
            yield
        finally:
            left = [*self._left_set(), *self._left_open(item.nodeid)]
        if left:
            pytest.fail("left behind: " + "; ".join(left), pytrace=False)

    def _left_set(self) -> Iterator[str]:
        """What is set otherwise. It stays so, and the next test is not blamed for it."""
        now = self._settings()
        for name, value in changes(self._set, now).items():
            yield f"{name} is {_shown(value)}, and was {_shown(self._set.get(name, UNSET))}"
        self._set = now

    def _left_open(self, test: str) -> Iterator[str]:
        new = opened().beyond(self._open)
        self._seen_in |= {one: test for one in new.things() if one not in self._seen_in}
        if not new.any or self._holding:
            return
        new = wait_for_ends(self._open)
        for one in new.things():
            seen = self._seen_in.get(one, test)
            yield _words(one) + ("" if seen == test else f" since {seen}")
        self._open = opened()
        self._seen_in.clear()
