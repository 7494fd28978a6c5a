"""Signing in and out: sessions, guests, one's own password, and the first admin."""

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request
from msgspec import Struct
from pydantic import Field
from starlette.responses import Response

from longsuit.api import bodies
from longsuit.api.bodies import Secret, Short
from longsuit.api.context import Here
from longsuit.api.declines import declined
from longsuit.api.openapi import answers, declines
from longsuit.api.rate_limits import address_of
from longsuit.api.responses import reply
from longsuit.api.sessions import COOKIE, SignedIn, refuse_other_pages
from longsuit.core.refusals import Refused
from longsuit.floor.people import identity as terms
from longsuit.floor.people.identity import Role, Session
from longsuit.floor.reads.archive import moment
from longsuit.floor.store import first_admin
from longsuit.floor.store import people_rows as store

router = APIRouter(prefix="/api", tags=["sign-in"])


class Me(Struct, frozen=True):
    """Who you are."""

    name: str
    role: Role
    guest: bool
    until: str
    """When the session ends, however much it is used."""


class NewSession(Struct, frozen=True):
    """A session that has begun. The token is told this once."""

    token: str
    name: str
    role: Role
    guest: bool
    until: str


class PersonName(Struct, frozen=True):
    """Somebody with an account."""

    name: str
    role: Role


class Credentials(bodies.Body):
    """A name and its password or PIN."""

    name: Short
    password: Secret


class AdminClaim(bodies.Body):
    """The code that the first start showed, and who the first admin is to be."""

    code: Annotated[str, Field(max_length=60)]
    name: Short
    password: Secret


class PasswordChange(bodies.Body):
    """The password as it is, and as it shall be."""

    old: Secret
    new: Secret


_UNTIL = "2026-01-31T18:04:05.000000Z"
_ME = Me("Ann", "player", False, _UNTIL)
_TOKEN = "x" * 43
_SESSION = NewSession(_TOKEN, "Ann", "player", False, _UNTIL)
_GUEST = NewSession(_TOKEN, "Guest 123456", "player", True, _UNTIL)


async def _try_to_sign_in(request: Request, here: Here) -> None:
    refuse_other_pages(request)
    here.gate.try_to_sign_in(request)


async def _bring_a_guest(request: Request, here: Here) -> None:
    refuse_other_pages(request)
    here.gate.bring_a_guest(request)


def _signed_in(request: Request, begun: terms.SignedIn) -> Response:
    session, token = begun.session, begun.token.open()
    told = NewSession(token, session.person, session.role, session.guest, moment(session.expires))
    answer = reply(told, 201)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=(session.expires - session.created) // 1_000_000,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@router.post(
    "/sessions",
    status_code=201,
    summary="Sign in",
    responses=answers("Signed in.", _SESSION, 401, 403, 413, 422, 429, 503, status=201),
    dependencies=[Depends(_try_to_sign_in)],
)
async def sign_in(
    body: Annotated[
        Credentials, Body(examples=[{"name": "Ann", "password": "correct horse battery"}])
    ],
    here: Here,
    request: Request,
) -> Response:
    """A session by name and password. After several bad tries your address waits some minutes."""
    begun = await here.at_the_door(
        store.sign_in,
        here.floor.database,
        body.name,
        body.password.get_secret_value(),
        here.now(),
        address_of(request),
        noted=here.floor.clock_complaint() is None,
        days=here.floor.config.house.password_days,
    )
    if isinstance(begun, Refused):
        raise declined(begun, 401, {"www-authenticate": "Bearer"})
    if replaced := request.cookies.get(COOKIE):
        # Whoever takes over a browser signs out who was there: a terminal changes hands so.
        await here.in_thread(here.floor.sessions.end, replaced, here.now_to_note())
    return _signed_in(request, begun)


@router.post(
    "/guests",
    status_code=201,
    summary="Come in as a guest",
    responses=answers("A guest of the practice tables.", _GUEST, 403, 429, 503, status=201),
    dependencies=[Depends(_bring_a_guest)],
)
async def come_in(here: Here, request: Request) -> Response:
    """A session without an account, under a name that the floor gives."""
    most = here.floor.config.house.most_guests
    begun = await here.in_thread(store.admit_guest, here.floor.database, here.now(), most)
    if isinstance(begun, Refused):
        raise declined(begun, 503, {"retry-after": "60"})
    return _signed_in(request, begun)


@router.delete(
    "/sessions/current",
    status_code=204,
    summary="Sign out",
    responses={204: {"description": "Signed out."}, **declines(401, 403, 503)},
)
async def sign_out(caller: SignedIn, here: Here) -> Response:
    """The session ends, and its feeds with it; a guest's seat is freed between rounds."""
    await here.in_thread(here.floor.sessions.end, caller.token(), here.now_to_note())
    if caller.session.guest:
        await here.in_thread(here.floor.free_seats, here.now())
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


@router.get("/me", summary="Who am I", responses=answers("You.", _ME, 401, 503))
async def me(caller: SignedIn) -> Response:
    """Your name and role, and how long the session lasts."""
    return reply(_me(caller.session))


def _me(session: Session) -> Me:
    return Me(session.person, session.role, session.guest, moment(session.expires))


@router.post(
    "/admin-claim",
    status_code=201,
    summary="Become the first admin",
    responses=answers(
        "The first admin.", PersonName("Ada", "admin"), 403, 409, 413, 422, 429, 503, status=201
    ),
    dependencies=[Depends(_try_to_sign_in)],
)
async def claim_admin(
    body: Annotated[
        AdminClaim,
        Body(
            examples=[
                {
                    "code": "ABCD-EFGH-JKLM-NPQR-STUV",
                    "name": "Ada",
                    "password": "correct horse battery",
                }
            ]
        ),
    ],
    here: Here,
) -> Response:
    """By the code that the server showed on its terminal at its first start; it is good once."""
    person = await here.at_the_door(
        first_admin.claim_admin,
        here.floor.database,
        body.code,
        body.name,
        body.password.get_secret_value(),
        here.now_to_write(),
    )
    return reply(PersonName(person.name, person.role), 201)


@router.post(
    "/password",
    status_code=204,
    summary="Change your password",
    responses={
        204: {"description": "Changed; all your sessions have ended."},
        **declines(401, 403, 409, 413, 422, 503),
    },
)
async def change_password(
    body: Annotated[
        PasswordChange,
        Body(examples=[{"old": "correct horse battery", "new": "staple after staple"}]),
    ],
    caller: SignedIn,
    here: Here,
    request: Request,
) -> Response:
    """Your own password. It ends all your sessions: sign in again."""
    changed = await here.at_the_door(
        here.floor.accounts.change_password,
        caller.visitor,
        body.old.get_secret_value(),
        body.new.get_secret_value(),
        here.now_to_write(),
        address_of(request),
    )
    if isinstance(changed, Refused):
        raise declined(changed, 403)
    return Response(status_code=204)
