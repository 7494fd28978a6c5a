"""One key at a terminal, one line from a pipe."""

import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper

from rich.console import Console

END_OF_INPUT = "\x04"
SPECIAL = "\x1b"
"""What an arrow, a function key or the like is read as: no choice at all."""
LONGEST_LINE = 1_000
"""Characters; what is longer is no answer."""


class Keys:
    """Asks the person at the terminal, or reads the pipe that stands in for one."""

    def __init__(self, console: Console) -> None:
        self._console = console
        if isinstance(sys.stdin, TextIOWrapper):
            # Bytes that are no text are an answer like any other that is not understood.
            sys.stdin.reconfigure(errors="replace")
        self._terminal = sys.stdin.isatty()

    def key(self, prompt: str, choices: Iterable[str], words: Mapping[str, str]) -> str:
        """One of the choices; at a terminal without Enter. Enter itself is the choice ``""``.

        `words` are what a line from a pipe may say instead, each with the choice it means.
        """
        allowed = list(choices)
        while True:
            self._console.print(prompt, end=" ")
            answer = (self._one_key() if self._terminal else self._next_line()).casefold()
            shown = answer if answer.isprintable() else "?"
            self._console.print(shown or "⏎" * self._terminal)
            answer = words.get(answer, answer)
            if answer in allowed:
                return answer
            named = ", ".join(choice or "Enter" for choice in allowed)
            self._console.print(f"Please choose one of: {named}.", style="yellow")

    def line(self, prompt: str) -> str:
        """A line of text."""
        self._console.print(prompt, end=" ")
        answer = self._next_line()
        if not self._terminal:
            self._console.print(answer)
        return answer

    def _next_line(self) -> str:
        line = sys.stdin.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        return line.strip()

    def _one_key(self) -> str:
        pressed = _read_key()
        if pressed in ("", END_OF_INPUT):
            raise EOFError
        return "" if pressed in ("\r", "\n") else pressed


if sys.platform == "win32":
    import msvcrt

    def _read_key() -> str:
        pressed = msvcrt.getwch()
        if pressed == "\x03":
            raise KeyboardInterrupt
        if pressed in ("\x00", "\xe0"):
            # A special key comes as two: the second would read as a letter.
            msvcrt.getwch()
            return SPECIAL
        return END_OF_INPUT if pressed == "\x1a" else pressed

else:
    import select
    import termios
    import tty

    _PAUSE = 0.02
    """Seconds within which the rest of a special key follows its first byte."""

    def _read_key() -> str:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            # Single keys, but Ctrl-C still interrupts.
            tty.setcbreak(descriptor)
            pressed = os.read(descriptor, 1)
            if pressed == b"\x1b" or pressed >= b"\x80":
                # An arrow or a letter beyond ASCII is several bytes: none of them is a choice.
                while select.select([descriptor], [], [], _PAUSE)[0] and os.read(descriptor, 1):
                    pass
                return SPECIAL
            return pressed.decode("ascii")
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
