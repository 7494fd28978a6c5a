"""The door: what holds for every request, whatever it asks for.

Nobody asks for more than their share, bodies have a limit, answers carry the headers that
browsers heed, each request is logged by its kind, and an error inside is told to nobody outside.
"""

import asyncio
import time
import traceback
from pathlib import Path
from typing import Any

import structlog
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longsuit.api.context import Context
from longsuit.api.declines import Declined, Reason
from longsuit.api.responses import reply
from longsuit.api.sessions import token_of
from longsuit.floor.service.peers import MOST_BYTES as LETTER_BYTES
from longsuit.floor.service.peers import PEER_PATH

logger = structlog.get_logger()

MOST_BYTES = 65536
"""The largest body: a table's configuration has a few thousand."""
BODY_SECONDS = 20.0
"""How long a body may take to come in."""
_LATER = 1013
_FRAMES = 6
_OURS = ("/api/", "/health", "/metrics")
_PARTS = ("/_nicegui", "/static/")
"""What a page is made of: not worth a line of the log each."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
_DATA_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
_PAGE_HEADERS = {
    # Everything that a page loads is ours. Its framework compiles templates in the browser.
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ),
}
_HTTPS_HEADER = ("strict-transport-security", "max-age=31536000")


def _complaint(scope: Scope) -> Declined | None:
    """That whoever comes has come too often, or None."""
    context: Context = scope["app"].state.context
    connection = HTTPConnection(scope)
    try:
        context.gate.enter(connection, token_of(connection)[0])
    except Declined as no:
        return no
    return None


def _too_large(most: int) -> Declined:
    return Declined(413, f"A body has {most} bytes at most.")


class Door:
    """Pure ASGI around the app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if _complaint(scope) is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _LATER})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = _Visit(scope, receive, send)
        try:
            if complaint := _complaint(scope) or visit.complaint():
                await visit.decline(complaint)
            else:
                await self.app(scope, visit.receive, visit.send)
        except Exception as error:
            # Where it broke, and no values: neither variables nor the error's own words.
            frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
            where = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames]
            logger.error(
                "a request failed", path=visit.path, error=type(error).__name__, where=where
            )
            if not visit.status:
                gone_wrong = Reason("failed", "Something went wrong here; it has been noted.")
                await reply(gone_wrong, 500)(scope, receive, visit.send)
        finally:
            visit.log()


class _Visit:
    """One request on its way through the door."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.status = 0
        self._scope, self._receive, self._send = scope, receive, send
        self._came = time.perf_counter()
        self._bytes = 0
        self._read = False
        self._ours = scope["path"].startswith(_OURS)
        self._most = LETTER_BYTES if scope["path"] == PEER_PATH else MOST_BYTES

    def complaint(self) -> Declined | None:
        """Whether it says itself that it is too large; one that does not is counted as it comes."""
        for name, value in self._scope["headers"]:
            if name == b"content-length" and self._ours:
                large = not value.isdigit() or len(value) > 9 or int(value) > self._most
                return _too_large(self._most) if large else None
        return None

    async def decline(self, no: Declined) -> None:
        """Answer that it is not to be: to a program as any other answer, else in plain words.

        A browser that is told to wait asks again by itself, so nobody is left before the words.
        """
        answer: Response = no.answer()
        if not self._ours:
            headers = dict(no.headers or {})
            if seconds := headers.get("retry-after"):
                headers["refresh"] = seconds
            answer = PlainTextResponse(f"{no.detail}\n", no.status_code, headers)
        await answer(self._scope, self._receive, self.send)

    async def receive(self) -> Message:
        if self._read:
            # What comes now is that whoever asked has gone, whenever that is.
            return await self._receive()
        left = self._came + BODY_SECONDS - time.perf_counter()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0))
        except TimeoutError:
            raise Declined(408, "The rest of the request did not come in time.") from None
        self._read = not message.get("more_body", False)
        self._bytes += len(message.get("body", b""))
        if self._ours and self._bytes > self._most:
            raise _too_large(self._most)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = _HEADERS | (_DATA_HEADERS if self._ours else _PAGE_HEADERS)
            if self._scope["scheme"] == "https":
                headers[_HTTPS_HEADER[0]] = _HTTPS_HEADER[1]
            present = {name.lower() for name, _ in message["headers"]}
            added = [(name.encode(), value.encode()) for name, value in headers.items()]
            own = [pair for pair in added if pair[0] not in present]
            message = {**message, "headers": [*message["headers"], *own]}
        await self._send(message)

    @property
    def path(self) -> str:
        """The kind of address: what a request names in it stays out of the log."""
        route: Any = self._scope.get("route")
        return str(getattr(route, "path", "")) or "unknown"

    def log(self) -> None:
        if self._scope["path"].startswith(_PARTS):
            return
        logger.info(
            "request",
            method=self._scope["method"],
            path=self.path,
            status=self.status,
            milliseconds=round((time.perf_counter() - self._came) * 1000, 1),
        )
