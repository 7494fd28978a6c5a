"""The door: what holds for every request, whatever it asks for.

Nobody asks for more than their share, bodies have a limit, answers carry the headers that
browsers heed, requests are logged by their kind, and an error inside is told to nobody outside.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longsuit.api.access_log import AccessLog
from longsuit.api.context import Context
from longsuit.api.declines import ANSWERED, Declined, declined_by, note_fault
from longsuit.api.rate_limits import path_of
from longsuit.api.routes.relay import take_in
from longsuit.api.routes.table_commands import COMMANDS_PATH, is_command, send_command
from longsuit.api.sessions import token_of
from longsuit.floor.service.post import MOST_BYTES as LETTER_BYTES
from longsuit.floor.service.post import PEER_PATH

Endpoint = Callable[[Request], Awaitable[Response]]

MOST_BYTES = 65536
"""The largest body: a table's configuration has a few thousand."""
BODY_SECONDS = 20.0
"""How long a body may take to come in."""
_LATER = 1013
_OURS = ("/api/", "/health", "/metrics")
_PARTS = ("/_nicegui", "/static/", "/bundle/", "/docs/_")
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
_HTTPS_HEADER = (b"strict-transport-security", b"max-age=31536000")


def _pairs(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_OURS_SENT, _PAGES_SENT = _pairs(_HEADERS | _DATA_HEADERS), _pairs(_HEADERS | _PAGE_HEADERS)


def _direct(scope: Scope) -> tuple[str, Endpoint | None]:
    """Commands, also those that other servers pass on, wait for no framework and in no crowd."""
    path = path_of(scope)
    if scope["method"] == "POST" and path == PEER_PATH:
        return PEER_PATH, take_in
    if scope["method"] == "POST" and is_command(path):
        return COMMANDS_PATH, send_command
    return "", None


def _complaint(scope: Scope, context: Context) -> Declined | None:
    """That whoever comes has come too often, or None."""
    connection = HTTPConnection(scope)
    try:
        context.gate.enter(connection, token_of(connection)[0])
    except Declined as no:
        return no
    return None


def _too_large(most: int) -> Declined:
    return Declined(413, f"A body has {most} bytes at most.")


class Door:
    """Pure ASGI around the app, and around its framework: commands go to the floor directly."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if _complaint(scope, self._context) is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _LATER})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = _Visit(scope, receive, send, self._context.access_log)
        try:
            if complaint := _complaint(scope, self._context) or visit.complaint():
                await visit.decline(complaint)
            elif visit.endpoint is not None:
                await visit.answer(visit.endpoint)
            else:
                await self._context.turnstile.enter()
                await self.app(scope, visit.receive, visit.send)
        except ClientDisconnect:
            # Nobody is there to be answered.
            pass
        except Exception as error:
            fault = note_fault(visit.path, error)
            if not visit.status:
                await visit.decline(fault)
        finally:
            visit.log()


class _Visit:
    """One request on its way through the door."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, log: AccessLog) -> None:
        self.status = 0
        self._kind, self.endpoint = _direct(scope)
        self._log = log
        self._scope, self._receive, self._send = scope, receive, send
        self._came = time.perf_counter()
        self._bytes = 0
        self._read = False
        path = path_of(scope)
        self._ours = path.startswith(_OURS)
        self._most = LETTER_BYTES if path == PEER_PATH else MOST_BYTES

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

    async def answer(self, endpoint: Endpoint) -> None:
        """Have a command carried out, and answer it."""
        try:
            answer = await endpoint(Request(self._scope, self.receive))
        except ANSWERED as error:
            answer = declined_by(error).answer()
        await answer(self._scope, self.receive, self.send)

    async def receive(self) -> Message:
        if self._read:
            # What comes now is that whoever asked has gone, whenever that is.
            return await self._receive()
        left = self._came + BODY_SECONDS - time.perf_counter()
        try:
            async with asyncio.timeout(max(left, 0)):
                message = await self._receive()
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
            present = {name.lower() for name, _ in message["headers"]}
            added = _OURS_SENT if self._ours else _PAGES_SENT
            own = [pair for pair in added if pair[0] not in present]
            if self._scope["scheme"] == "https" and _HTTPS_HEADER[0] not in present:
                own.append(_HTTPS_HEADER)
            message = {**message, "headers": [*message["headers"], *own]}
        await self._send(message)

    @property
    def path(self) -> str:
        """The kind of address: what a request names in it stays out of the log."""
        if self._kind:
            return self._kind
        route: Any = self._scope.get("route")
        return str(getattr(route, "path", "")) or "unknown"

    def log(self) -> None:
        if path_of(self._scope).startswith(_PARTS):
            return
        took = time.perf_counter() - self._came
        self._log.note(self._scope["method"], self.path, self.status, took)
