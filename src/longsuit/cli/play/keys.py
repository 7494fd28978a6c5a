"""One key at a terminal, one line from a pipe."""

import sys
from collections.abc import Iterable
from io import TextIOWrapper

from rich.console import Console

END_OF_INPUT = "\x04"
_ENTER = "\n"


class Keys:
    """Asks the person at the terminal, or reads the pipe that stands in for one."""

    def __init__(self, console: Console) -> None:
        self._console = console
        if isinstance(sys.stdin, TextIOWrapper):
            # Bytes that are no text are an answer like any other that is not understood.
            sys.stdin.reconfigure(errors="replace")
        self._terminal = sys.stdin.isatty()

    def key(self, prompt: str, choices: Iterable[str]) -> str:
        """One of the choices; at a terminal without Enter. Enter itself is the choice ``""``."""
        allowed = list(choices)
        while True:
            self._console.print(prompt, end=" ")
            answer = self._one_key() if self._terminal else self._next_line()
            self._console.print(answer or "⏎" * self._terminal)
            answer = answer.casefold()
            if answer in allowed:
                return answer
            if answer[:1] in allowed and answer:
                return answer[:1]
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
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _one_key(self) -> str:
        pressed = _read_key()
        if pressed in ("", END_OF_INPUT):
            raise EOFError
        return "" if pressed in ("\r", _ENTER) else pressed


if sys.platform == "win32":
    import msvcrt

    def _read_key() -> str:
        pressed = msvcrt.getwch()
        if pressed == "\x03":
            raise KeyboardInterrupt
        return END_OF_INPUT if pressed == "\x1a" else pressed

else:
    import termios
    import tty

    def _read_key() -> str:
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            # Single keys, but Ctrl-C still interrupts.
            tty.setcbreak(descriptor)
            return sys.stdin.read(1)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
