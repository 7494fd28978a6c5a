"""Who looks at a page: the session of the browser's cookie."""

import asyncio
from typing import Any, TypeVar

from nicegui import app as pages
from nicegui import ui
from starlette.requests import Request

from longsuit.api.context import Context
from longsuit.api.rate_limits import address_of
from longsuit.api.sessions import COOKIE, session_of
from longsuit.floor.service.floor import Visitor
from longsuit.workers.job import Job, Tell

T = TypeVar("T")


class Guest:
    """Somebody at a page. The session is looked at anew each time it matters."""

    def __init__(self, context: Context, token: str, address: str = "") -> None:
        self.context, self._token, self.address = context, token, address
        self._jobs: set[asyncio.Future[Any]] | None = None
        """What is being worked out for the page; None before the first."""

    def __repr__(self) -> str:
        return "Guest()"

    async def visitor(self, *, note_use: bool = True) -> Visitor | None:
        """As the floor knows them; None for who has not signed in, or no longer is.

        A page that looks by itself does not note it: nobody stays signed in by doing nothing.
        """
        found = await session_of(self.context, self._token, note_use=note_use)
        return Visitor(found.role, found.person, found.guest) if found is not None else None

    def work_out(self, job: Job[T], tell: Tell = lambda *_: None) -> "asyncio.Future[T]":
        """Have a worker do a job; whoever cancels it, or closes the page, takes it back."""
        answer = self.count(job, tell)
        if self._jobs is None:
            self._jobs = set()
            ui.context.client.on_delete(self._leave)
        self._jobs.add(answer)
        answer.add_done_callback(self._jobs.discard)
        return answer

    def count(self, job: Job[T], tell: Tell = lambda *_: None) -> "asyncio.Future[T]":
        """The same for a request, which has no page: whoever asks cancels it."""
        return asyncio.wrap_future(self.context.workers.submit(job, self.who, tell))

    @property
    def who(self) -> str:
        """As the line of jobs knows them: without a session, by where they call from."""
        return self._token or self.address

    def _leave(self) -> None:
        for answer in list(self._jobs or ()):
            answer.cancel()


def here() -> Context:
    """The floor behind the pages."""
    context: Context = pages.state.context
    return context


def guest_of(request: Request) -> Guest:
    """Whoever asked for a page."""
    return Guest(here(), request.cookies.get(COOKIE, ""), address_of(request))
