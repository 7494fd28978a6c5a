"""Work that takes a while, away from the event loop: one piece at a time, with its progress."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

from longsuit.errors import InputError

T = TypeVar("T")
_turn = asyncio.Semaphore(1)
_LOOK_SECONDS = 0.25


async def in_turn(work: Callable[[], T]) -> T:
    """Do it in a thread, when nobody else's is being done."""
    async with _turn:
        return await asyncio.to_thread(work)


class Bench:
    """A button that starts something, a bar for how far it is, a line for what is wrong."""

    def __init__(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        self._run = run
        self.done = 0.0
        with ui.element("div").classes("lab-row"):
            self._button = ui.button(name, on_click=self._start).props("no-caps unelevated")
            self._bar = ui.linear_progress(0, show_value=False).props("aria-label=Progress")
            self._bar.classes("lab-bar").set_visibility(False)
        self._said = ui.label("").classes("ls-said").props("role=alert")

    async def _start(self) -> None:
        self.done = 0.0
        self._said.set_text("")
        self._button.disable()
        self._bar.set_visibility(True)
        # The work is in a thread; what it says of its progress is looked at from here.
        looking = ui.timer(_LOOK_SECONDS, lambda: self._bar.set_value(self.done))
        try:
            await self._run()
        except InputError as error:
            self._said.set_text(str(error))
        finally:
            looking.cancel()
            self._bar.set_visibility(False)
            self._button.enable()
