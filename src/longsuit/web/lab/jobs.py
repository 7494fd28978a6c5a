"""Work that takes a while, away from the event loop: one piece at a time, with its progress."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

from longsuit.api.thread_pools import Desk
from longsuit.core.errors import InputError
from longsuit.web.lab.fields import Unread
from longsuit.web.shell import words

T = TypeVar("T")
_BUSY = "The lab is busy: try again in a moment."
_turn = Desk(1, 16, _BUSY)
_quick_turns = Desk(4, 64, _BUSY)
_LOOK_SECONDS = 0.1


async def in_turn(work: Callable[[], T]) -> T:
    """Do it in a thread, when nobody else's is being done."""
    return await _turn.do(work)


async def at_once(work: Callable[[], T]) -> T:
    """Do what is quick in a thread: it does not wait for a long simulation of somebody else's."""
    return await _quick_turns.do(work)


def dim(figures: ui.element, *, on: bool) -> None:
    """Figures of what is no longer asked stay to be read, but are seen to be old."""
    figures.classes(**{"add" if on else "remove": "lab-old"})
    figures.props["aria-busy"] = "true" if on else "false"


class Bench:
    """A button that starts something, how far it is, what is said, and what came out of it."""

    def __init__(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        self._run = run
        self.done = 0.0
        """How far it is; the bar just moves until something is known."""
        self.doing = ""
        """What is being done, in a word or two."""
        with ui.element("div").classes("lab-row"):
            self._button = words("button", name).props("type=button").classes("ls-button main")
            self._button.on("click", self._start)
            self._bar = ui.linear_progress(0, show_value=False).props("aria-label=Progress")
            self._bar.classes("lab-bar").set_visibility(False)
            self._doing = words("span", "").classes("ls-quiet-text")
        self._said = words("p", "").classes("ls-said").props("role=alert")
        self.out = ui.element("div").props('aria-live="polite"').classes("lab-body")
        """What the last run found, dimmed while the next one runs."""

    def _look(self) -> None:
        """The work is in a thread; what it says of its progress is looked at from here."""
        self._doing.set_text(self.doing)
        if self.done:
            self._bar.props(remove="indeterminate")
            self._bar.set_value(self.done)

    async def _start(self) -> None:
        self.done, self.doing = 0.0, ""
        self._said.set_text("")
        self._button.props("disabled")
        self._bar.props("indeterminate").set_value(0)
        self._bar.set_visibility(True)
        dim(self.out, on=True)
        looking = ui.timer(_LOOK_SECONDS, self._look)
        try:
            await self._run()
        except Unread:
            pass  # The field says it.
        except InputError as error:
            self._said.set_text(str(error))
        finally:
            looking.cancel()
            dim(self.out, on=False)
            self._doing.set_text("")
            self._bar.set_visibility(False)
            self._button.props(remove="disabled")
