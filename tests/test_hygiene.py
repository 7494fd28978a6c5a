"""Whichever test leaves something behind fails and says what; the tests after it do not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SETTING = """
import pytest
from tests import hygiene

hygiene.PATIENCE_SECONDS = 0.1

def pytest_configure(config):
    hygiene.as_at_a_terminal()
    config.pluginmanager.register(hygiene.Hygiene(), "hygiene")
"""

CASES = """
import asyncio, os, signal, socket, subprocess, sys, threading
import pytest
import longsuit.core.games.catalog, longsuit.core.money, longsuit.core.ranking
import numba.core.config

def test_clean(): pass
def test_signal(): signal.signal(signal.SIGINT, signal.SIG_IGN)
def test_blocked(): signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
def test_variable(): os.environ["LEFT"] = "1"
def test_variable_taken(): del os.environ["LEFT"]
def test_umask(): os.umask(0o077)
def test_folder(): os.chdir("/")
def test_path(): sys.path.append("/nowhere")
def test_module(): longsuit.core.money.MITES = 7
def test_class(): longsuit.core.games.catalog.Game.left = 7
def test_numba(): numba.core.config.DISABLE_JIT = 1
def test_thread(): threading.Thread(target=threading.Event().wait, name="Left", daemon=True).start()
def test_process(): held.append(subprocess.Popen(["sleep", "5"]))
def test_file(): held.append(socket.socket())
def test_loop(): asyncio._set_running_loop(asyncio.new_event_loop())
def test_clean_again(monkeypatch):
    monkeypatch.setenv("MINE", "1")
    thread = threading.Thread(target=lambda: None)
    thread.start()

held = []

@pytest.fixture(scope="module")
def wide():
    "Sets and holds things for its tests, and puts all back but a file."
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WIDE", "1")
        ends, a, b = threading.Event(), *socket.socketpair()
        thread = threading.Thread(target=ends.wait, name="Wide")
        thread.start()
        yield
        ends.set()
        thread.join()
        a.close()
        b.close()

def test_wide_sets(wide): os.environ["WIDE"] = "2"
def test_wide_opens(wide): held.append(socket.socket())
def test_wide_is_clean(wide): assert os.environ["WIDE"]
"""

LEFT = {
    "signal": r"left behind: signal 2 is <Handlers.SIG_IGN: 1>, and was <built-in function default",
    "blocked": r"left behind: blocked signals is .*SIGTERM",
    "variable": r"left behind: variable LEFT is '1', and was not set",
    "variable_taken": r"left behind: variable LEFT is not set, and was '1'",
    "umask": r"left behind: umask is '0o77', and was '0o22'",
    "folder": r"left behind: folder is '/', and was '.+'",
    "path": r"left behind: path of modules /nowhere is 'there'",
    "module": r"left behind: longsuit\.core\.money\.MITES is 'int",
    "class": r"left behind: longsuit\.core\.games\.game\.Game\.left "
    r"is 'int at \w+', and was not set$",
    "numba": r"left behind: numba\.core\.config\.DISABLE_JIT is 'int",
    "thread": r"left behind: thread 'Left' still runs",
    "process": r"left behind: process \d+ sleep 5 still runs",
    "file": r"left behind: file \d+ is open \(socket",
    "loop": r"left behind: running event loop is ",
    "wide_sets": r"left behind: variable WIDE is '2', and was '1'",
    # What is opened while the fixture lives may be its own: it is missed once that has ended.
    "wide_is_clean": r"left behind: file \d+ is open .* since .*test_wide_opens",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest says of each case that fails."""
    folder = tmp_path_factory.mktemp("cases")
    (folder / "conftest.py").write_text(SETTING, encoding="utf-8")
    (folder / "test_cases.py").write_text(CASES, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={folder}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert f"{CASES.count('def test_')} passed, {len(LEFT)} errors" in done.stdout, done.stdout
    found = re.findall(r"ERROR at teardown of test_(\w+) _*\n(.*)", done.stdout)
    return dict(found)


@pytest.mark.parametrize("case", LEFT)
def test_what_is_left_behind_is_named(said: dict[str, str], case: str) -> None:
    assert re.match(LEFT[case], said[case]), said[case]


def test_nobody_else_is_blamed(said: dict[str, str]) -> None:
    assert said.keys() == LEFT.keys()


def test_tests_start_as_at_a_terminal_wherever_they_were_started() -> None:
    """A shell has jobs in the background ignore Ctrl-C; so would every child of every test."""
    code = "from tests.hygiene import *; as_at_a_terminal(); import subprocess; subprocess.run("
    code += (
        "[sys.executable, '-c', 'import signal; print(signal.getsignal(2), signal.getsignal(1))'])"
    )
    done = subprocess.run(
        ["sh", "-c", "trap '' INT HUP; umask 077; exec \"$@\"", "sh", sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout == "<built-in function default_int_handler> 0\n"
