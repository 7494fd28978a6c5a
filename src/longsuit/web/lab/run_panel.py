"""Work that takes a while, done by workers: what is asked last counts, and how far it is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from nicegui import ui

from longsuit.core.errors import InputError
from longsuit.web.lab.fields import Unread
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.job import Job

T = TypeVar("T")
_LOOK_SECONDS = 0.1


class Overtaken(Exception):
    """Something else has been asked since."""


class Latest:
    """What is worked out for one place of a page: the next question takes the last one back."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._answer: asyncio.Future[Any] | None = None

    async def work_out(self, job: Job[T]) -> T:
        """The result, or `Overtaken`."""
        if self._answer is not None:
            self._answer.cancel()
        self._answer = answer = self._guest.work_out(job)
        try:
            return await answer
        except asyncio.CancelledError:
            if self._answer is answer:
                raise
            raise Overtaken from None


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

    def tell(self, done: int, total: int, doing: str) -> None:
        """The worker says how far it is."""
        self.done, self.doing = done / total if total else 0.0, doing

    def _look(self) -> None:
        """What the worker says of its progress is heard in a thread, and looked at from here."""
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
