"""The terminal table at a real (pseudo) terminal: single keys, Ctrl-C, settings restored."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.cli.test_play import blocks

if sys.platform != "win32":
    import fcntl
    import pty
    import select
    import struct
    import termios
    import time
    from collections.abc import Iterator

    # The terminal becomes the program's own, so that Ctrl-C reaches it as it would a person's.
    AT_TERMINAL = (
        "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
        "from longsuit.cli.main import main; sys.exit(main(['play', '--no-coach', *sys.argv[1:]]))"
    )
    PATIENCE = 120

    class Terminal:
        """A pseudo-terminal with the program at it."""

        def __init__(self, *args: str) -> None:
            self.ours, self.theirs = pty.openpty()
            fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
            self.before = termios.tcgetattr(self.theirs)
            self.text = ""
            self.process = subprocess.Popen(
                [sys.executable, "-c", AT_TERMINAL, *args],
                stdin=self.theirs,
                stdout=self.theirs,
                stderr=self.theirs,
                start_new_session=True,
                env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
            )

        def read(self) -> None:
            ready, _, _ = select.select([self.ours], [], [], 0.05)
            if ready:
                said = os.read(self.ours, 65536).decode("utf-8", "replace")
                self.text += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said).replace("\r\n", "\n")

        def until(self, done: Callable[[], bool]) -> None:
            end = time.monotonic() + PATIENCE
            while not done():
                self.read()
                assert time.monotonic() < end, self.text

        def type_line(self, prompt: str, line: str) -> None:
            """Answer a prompt with a line and Enter."""
            self.until(lambda: self.text.endswith(prompt))
            said = len(self.text)
            os.write(self.ours, f"{line}\n".encode())
            self.until(lambda: len(self.text) > said)

        def press(self, prompt: str, key: str) -> None:
            """Press one key, once the program waits for single keys."""
            self.until(lambda: self.text.endswith(prompt) and self.reads_keys())
            said = len(self.text)
            os.write(self.ours, key.encode())
            self.until(lambda: len(self.text) > said or self.process.poll() is not None)

        def reads_keys(self) -> bool:
            return not termios.tcgetattr(self.theirs)[3] & termios.ICANON

        def leave(self) -> str:
            """Wait for the end; the terminal must be as it was."""
            self.until(lambda: self.process.poll() is not None)
            self.read()
            assert self.process.returncode == 0, self.text
            assert termios.tcgetattr(self.theirs) == self.before
            return self.text

        def close(self) -> None:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
            os.close(self.ours)
            os.close(self.theirs)

    @pytest.fixture
    def terminal() -> Iterator[Callable[..., Terminal]]:
        opened: list[Terminal] = []

        def start(*args: str) -> Terminal:
            opened.append(Terminal(*args))
            return opened[-1]

        yield start
        for one in opened:
            one.close()

    OPENING = "[c] check   [3] All In 3x $30.00   [q] leave "
    FLOP = "[c] check   [2] All In 2x $20.00   [q] leave "
    DEAL = "[Enter] deal   [w] change the wagers   [q] leave "

    def test_one_key_decides_without_enter(terminal: Callable[..., Terminal]) -> None:
        table = terminal("ctf", "--seed", "1", "--rounds", "1")
        table.type_line("Ante in dollars [5.00]: ", "10")
        table.type_line("0 for none [0.00]: ", "")
        table.type_line("0 for none [0.00]: ", "0")
        table.press(OPENING, "x")
        table.press(OPENING, "c")
        table.press(FLOP, "2")
        said = table.leave()
        assert "Please choose one of: c, 3, q." in said
        assert f"{FLOP}2\n" in said
        assert "Dealer has " in said
        assert max(map(len, said.splitlines())) <= 80

    @pytest.mark.parametrize(
        "key", ["\x1b[3~", "\x1bOQ", "\x1b[C", "\x1b[15~", "\x1b", "é"], ids=repr
    )
    def test_a_special_key_decides_nothing(terminal: Callable[..., Terminal], key: str) -> None:
        """Delete ends in 3~, F2 in Q, the right arrow in C: none of them is 3, q or c."""
        table = terminal("ctf", "--seed", "1", "--ante", "10", "--rounds", "1")
        table.press(DEAL, "\r")
        table.press(OPENING, key)
        table.press(OPENING, "c")
        table.press(FLOP, "2")
        said = table.leave()
        assert said.count("Please choose one of: c, 3, q.") == 1
        assert "cancelled" not in said

    def test_enter_deals_again_at_a_terminal(terminal: Callable[..., Terminal]) -> None:
        table = terminal("ctf", "--seed", "1", "--ante", "10")
        table.press(DEAL, "\r")
        table.press(OPENING, "3")
        table.press(DEAL, "q")
        said = table.leave()
        assert len(blocks(said)) == 1
        had = re.findall(r"(?m)^You have (\S+)\.$", said)
        assert said.endswith(f"You leave with {had[-1]}.\n")

    @pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
    def test_the_table_is_left_cleanly_at_a_decision(
        terminal: Callable[..., Terminal], key: str
    ) -> None:
        table = terminal("ctf", "--seed", "1", "--ante", "10")
        table.press(DEAL, "\n")
        table.press(OPENING, "c")
        table.press(FLOP, key)
        said = table.leave()
        assert "The round is cancelled and its wagers are returned." in said
        assert said.endswith("You leave with $1,000.00.\n")
        assert "Traceback" not in said

    @pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
    def test_the_table_is_left_cleanly_while_an_amount_is_typed(
        terminal: Callable[..., Terminal], key: str
    ) -> None:
        table = terminal("hcf", "--seed", "1")
        table.until(lambda: table.text.endswith("Ante in dollars [5.00]: "))
        os.write(table.ours, key.encode())
        said = table.leave()
        assert said.endswith("You leave with $1,000.00.\n")
        assert "Traceback" not in said
