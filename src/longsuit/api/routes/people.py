"""The people of the house: listed, added, changed, signed out."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from msgspec import Struct
from starlette.responses import Response

from longsuit.api import bodies
from longsuit.api.bodies import PersonPath, Secret, Short
from longsuit.api.context import Here
from longsuit.api.declines import declined
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.refusals import Refused
from longsuit.floor.people.identity import Person, Role
from longsuit.floor.reads.archive import moment
from longsuit.floor.store import people_rows as store

router = APIRouter(prefix="/api/people", tags=["staff"])


class PersonView(Struct, frozen=True):
    """Somebody with an account."""

    name: str
    role: Role
    active: bool
    locked_until: str | None
    """While there were too many bad tries."""
    created: str


class People(Struct, frozen=True):
    """Everyone with an account."""

    people: tuple[PersonView, ...]


class SignedOut(Struct, frozen=True):
    """How many sessions that ended."""

    sessions: int


class NewPerson(bodies.Body):
    """Somebody new."""

    name: Short
    role: Role
    password: Secret


class PersonChange(bodies.Body):
    """What is to change; what is left out stays."""

    role: Role | None = None
    active: bool | None = None
    password: Secret | None = None
    unlock: bool = False

    def changes(self) -> dict[str, Any]:
        """As the floor takes them."""
        password = self.password.get_secret_value() if self.password is not None else None
        return {**self.model_dump(exclude={"password"}), "password": password}


_ANN = PersonView("Ann", "player", True, None, "2026-01-31T18:04:05.000000Z")


def _view(person: Person, now: int) -> PersonView:
    locked = moment(person.locked_until) if person.is_locked(now) else None
    return PersonView(person.name, person.role, person.active, locked, moment(person.created))


@router.get("", summary="Everybody", responses=answers("By name.", People((_ANN,)), 401, 403, 503))
async def list_people(caller: SignedIn, here: Here) -> Response:
    """Everybody with an account, for auditors and admins."""
    allow(here, caller, "person.read")
    found = await here.in_thread(store.list_people, here.floor.database)
    return reply(People(tuple(_view(person, here.now()) for person in found)))


@router.post(
    "",
    status_code=201,
    summary="Add somebody",
    responses=answers("Added.", _ANN, 401, 403, 409, 413, 422, 503, status=201),
)
async def add_person(
    body: Annotated[
        NewPerson,
        Body(examples=[{"name": "Ann", "role": "player", "password": "correct horse battery"}]),
    ],
    caller: SignedIn,
    here: Here,
) -> Response:
    """An account, active at once."""
    asked = (caller.visitor, body.name, body.role, body.password.get_secret_value())
    person = await here.at_the_door(here.floor.accounts.add, *asked, here.now_to_write())
    if isinstance(person, Refused):
        raise declined(person)
    return reply(_view(person, here.now()), 201)


@router.patch(
    "/{name}",
    summary="Change somebody",
    responses=answers("As they are now.", _ANN, 401, 403, 404, 409, 413, 422, 503),
)
async def change_person(
    name: PersonPath,
    body: Annotated[PersonChange, Body(examples=[{"active": False}, {"unlock": True}])],
    caller: SignedIn,
    here: Here,
) -> Response:
    """A new role, a new password or a closed account ends all their sessions."""
    person = await here.at_the_door(
        here.floor.accounts.change, caller.visitor, name, here.now_to_write(), **body.changes()
    )
    if isinstance(person, Refused):
        raise declined(person)
    return reply(_view(person, here.now()))


@router.post(
    "/{name}/sign-out",
    summary="Sign somebody out everywhere",
    responses=answers("Signed out.", SignedOut(2), 401, 403, 404, 409, 422, 503),
)
async def sign_out_person(name: PersonPath, caller: SignedIn, here: Here) -> Response:
    """All their sessions end, and the feeds of these with them."""
    asked = (caller.visitor, name, here.now_to_write())
    ended = await here.in_thread(here.floor.accounts.sign_out, *asked)
    if isinstance(ended, Refused):
        raise declined(ended)
    return reply(SignedOut(ended))
