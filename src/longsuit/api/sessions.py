"""Who is calling: the session of a token, from a header or a cookie."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from longsuit.api.context import Context, Here, context_of
from longsuit.api.declines import NOT_SIGNED_IN, Declined, declined
from longsuit.core.round.commands import Command
from longsuit.floor.people.identity import Session
from longsuit.floor.people.permissions import Deed
from longsuit.floor.service.floor import Visitor

COOKIE = "longsuit"
_bearer = HTTPBearer(
    auto_error=False, scheme_name="token", description="The token that signing in gave."
)
_cookie = APIKeyCookie(
    name=COOKIE,
    auto_error=False,
    scheme_name="cookie",
    description="The cookie that signing in set.",
)


class Caller:
    """Somebody with a live session. No print or log shows the token."""

    __slots__ = ("_token", "session")

    def __init__(self, session: Session, token: str) -> None:
        self.session, self._token = session, token

    def __repr__(self) -> str:
        return f"Caller({self.session.person!r})"

    @property
    def visitor(self) -> Visitor:
        """As the floor knows them."""
        return Visitor(self.session.role, self.session.person, self.session.guest)

    async def is_at_a_table(self, context: Context, session: Session | None = None) -> None:
        """It is noted that a guest is there: the seat of one who has left is freed."""
        session, now = session or self.session, context.now()
        if session.wants_sight(now):
            await context.in_thread(context.floor.sessions.note_sight, self._token, session, now)

    def token(self) -> str:
        """The token itself."""
        return self._token


async def caller_of(connection: HTTPConnection, context: Context) -> Caller:
    """Whoever calls, or a refusal."""
    token, by_cookie = token_of(connection)
    session = await session_of(context, token)
    if session is None:
        raise not_signed_in()
    if by_cookie and _changes(connection):
        refuse_other_pages(connection)
    return Caller(session, token)


def not_signed_in() -> Declined:
    """The session is missing, or it has ended."""
    return Declined(401, NOT_SIGNED_IN, {"www-authenticate": "Bearer"})


async def session_of(context: Context, token: str, *, note_use: bool = True) -> Session | None:
    """The session of a token, if it is live."""
    sessions, now = context.floor.sessions, context.now()
    session = sessions.at_hand(token, now)
    if session is None:
        session = await context.in_thread(sessions.find, token, now, note_use=note_use)
    return session


def token_of(connection: HTTPConnection) -> tuple[str, bool]:
    """The token that comes with a request, and whether as a cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), False
    return connection.cookies.get(COOKIE, ""), True


def _changes(connection: HTTPConnection) -> bool:
    return connection.scope.get("method") not in ("GET", "HEAD")


def refuse_other_pages(connection: HTTPConnection) -> None:
    """A browser sends and keeps cookies for any page, and says which page it was.

    What is no browser says nothing of the kind, and goes on.
    """
    headers = connection.headers
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    own = site in ("none", "same-origin")
    if origin is not None:
        own = is_own_origin(origin, headers.get("host"))
    if not own:
        raise Declined(403, "That page is not of this floor.")


def is_own_origin(origin: str, host: str | None) -> bool:
    """Whether a page's origin is the server that it speaks to."""
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


async def _signed_in(
    connection: HTTPConnection,
    context: Annotated[Context, Depends(context_of)],
    _by_header: Annotated[object, Security(_bearer)],
    _by_cookie: Annotated[object, Security(_cookie)],
) -> Caller:
    return await caller_of(connection, context)


SignedIn = Annotated[Caller, Depends(_signed_in)]


def allow(here: Here, caller: Caller, deed: Deed | type[Command]) -> None:
    """Go on, or say why this person may not."""
    no = here.floor.refusal(caller.visitor, deed)
    if no is not None:
        raise declined(no)
