"""The register: what is on file, filed, withdrawn, exported, and held against the tables."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Path
from msgspec import Struct
from pydantic import Field
from starlette.responses import Response

from longsuit.api import bodies
from longsuit.api.context import Context, Here
from longsuit.api.declines import declined
from longsuit.api.openapi import answers, declines
from longsuit.api.responses import reply
from longsuit.api.sessions import Caller, SignedIn, allow
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, known_game
from longsuit.core.refusals import Refused
from longsuit.floor.config.settings import Dollars
from longsuit.floor.register.coverage import Program
from longsuit.floor.register.entries import (
    LONGEST_TEXT,
    MOST_NAMED,
    Approval,
    ApprovalKind,
    Equipment,
    EquipmentKind,
    LegalLimit,
    Part,
)
from longsuit.floor.register.lines import Line, as_csv, lines
from longsuit.floor.register.presets import Preset, presets
from longsuit.floor.register.register import Filed
from longsuit.floor.service.table_cover import TableCover, coverage

router = APIRouter(prefix="/api/register", tags=["staff"])

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Number = Annotated[int, Path(ge=1, le=bodies.LARGEST_VERSION, examples=[3])]


class Csv(Response):
    """A file that a spreadsheet opens."""

    media_type = "text/csv"


class OnFile(Struct, frozen=True):
    """The register, the tables that it is held against, and the figures in the box."""

    day: str
    approvals: str
    """Whether tables need it to open: `told` or `required`."""
    program: Program
    entries: tuple[Line, ...]
    tables: tuple[TableCover, ...]
    presets: tuple[Preset, ...]


class PartBody(bodies.Body):
    """Rules or a paytable by its digest, as `tables` of the register names them."""

    name: Text
    digest: Text


class ApprovalBody(bodies.Body):
    """An approval; `tables` names the rules and paytables of these tables as they are now."""

    kind: ApprovalKind
    authority: Text
    reference: Text
    date: Text
    game: Text
    until: Text = ""
    version: Text = ""
    names: Annotated[tuple[PartBody, ...], Field(max_length=MOST_NAMED)] = ()
    tables: Annotated[tuple[Text, ...], Field(max_length=MOST_NAMED)] = ()
    face_up: bool = False
    seats: Annotated[int, Field(ge=0, le=20)] = 0

    def entry(self, covers: tuple[TableCover, ...]) -> Approval:
        """As the register takes it."""
        known = {one.id: one.parts for one in covers}
        names = [Part(one.name, one.digest) for one in self.names]
        for table in self.tables:
            if table not in known:
                raise InputError(f"There is no table '{table[:40]}' for money.")
            names += [part for part in known[table] if part not in names]
        given = self.model_dump(exclude={"names", "tables", "game"})
        return Approval(**given, game=known_game(self.game).id, names=tuple(names))


class EquipmentBody(bodies.Body):
    """A device, a layout, or the progressive system."""

    kind: EquipmentKind
    maker: Text
    model: Text
    serial: Text = ""
    licence: Text = ""
    approval: Text = ""
    version: Text = ""
    digest: Text = ""
    table: Text = ""

    def entry(self) -> Equipment:
        """As the register takes it."""
        return Equipment(**self.model_dump())


class LimitBody(bodies.Body):
    """A limit of the law; the amount is in dollars."""

    amount: Dollars
    since: Text
    citation: Text
    multiples: bool = False

    def entry(self) -> LegalLimit:
        """As the register takes it."""
        return LegalLimit(**self.model_dump())


class Adoption(bodies.Body):
    """From when a limit in the box holds; a proposal needs it."""

    since: Text = ""


class Withdrawal(bodies.Body):
    """Why an entry counts no more."""

    reason: Text


_LINE = Line(
    *(1, "controls", "State Gambling Commission", "2016-117", "2016-06-22", ""),
    f"{GAMES[0].name}, Rules of Play, rules 0f1e2d3c4b5a6978",
    "supervisor Sue",
    "2026-01-31T18:04:05+00:00",
    True,
)
_PARTS = (Part("rules", "0f1e2d3c4b5a6978"), Part("xtra A", "8877665544332211"))
_COVER = TableCover("T3", "Table 3", True, _PARTS, ("a limit of the law that holds today",))
_ON_FILE = OnFile("2026-01-31", "told", Program("1.0.1", "0f" * 32), (_LINE,), (_COVER,), presets())
_DECLINED = (401, 403, 404, 409, 413, 422, 503)


def on_file(here: Context) -> OnFile:
    """The register as it stands."""
    floor = here.floor
    registry = floor.registry
    register, today = registry.refresh(), registry.today(floor.engine.now())
    return OnFile(
        *(today, floor.config.house.approvals, registry.program, lines(register, today)),
        *(coverage(floor), presets()),
    )


@router.get(
    "", summary="What is on file", responses=answers("The register.", _ON_FILE, 401, 403, 503)
)
async def read(caller: SignedIn, here: Here) -> Response:
    """Every entry, withdrawn ones too; and for each table for money what is not on file."""
    allow(here, caller, "register.read")
    return reply(await here.in_thread(on_file, here))


@router.get(
    "/export",
    summary="The register as CSV",
    response_class=Csv,
    responses={
        200: {
            "description": "A file.",
            "content": {"text/csv": {"schema": {"type": "string"}, "example": as_csv([_LINE])}},
        },
        **declines(401, 403, 503),
    },
)
async def export(caller: SignedIn, here: Here) -> Response:
    """Every entry in a line."""
    allow(here, caller, "register.read")
    found = await here.in_thread(on_file, here)
    headers = {"content-disposition": 'attachment; filename="register.csv"'}
    return Csv(as_csv(found.entries), headers=headers)


def _filing(path: str, summary: str) -> Callable[[Endpoint], Endpoint]:
    """An endpoint that files an entry."""
    filed = answers("Filed.", _LINE, *_DECLINED, status=201)
    return router.post(path, status_code=201, summary=summary, responses=filed)


async def _write(
    act: Callable[..., Filed | Refused], caller: Caller, here: Context, *asked: object
) -> Line:
    """The line of the entry that has been filed or withdrawn."""
    allow(here, caller, "register.file")
    found = await here.in_thread(act, caller.visitor, *asked, here.now_to_write())
    if isinstance(found, Refused):
        raise declined(found)
    registry = here.floor.registry
    all_of_it = lines(registry.register, registry.today(here.floor.engine.now()))
    return all_of_it[found.number - 1]


_LETTER = {
    "kind": "controls",
    "authority": "State Gambling Commission",
    "reference": "2016-117",
    "date": "2016-06-22",
    "game": GAMES[0].id,
    "version": "Rules of Play",
    "tables": ["T3"],
}
_SHOE = {"kind": "shoe", "maker": "A maker", "model": "Six decks"}
_LIMIT = {"amount": 300, "since": "2016-06-22", "citation": "WAC 230-15-140"}


@_filing("/approvals", "File an approval")
async def file_approval(
    body: Annotated[ApprovalBody, Body(examples=[_LETTER])], caller: SignedIn, here: Here
) -> Response:
    """A letter or a study, with the rules and paytables that it is about (CON-1 to CON-5)."""
    allow(here, caller, "register.file")
    covers = await here.in_thread(coverage, here.floor) if body.tables else ()
    return reply(await _write(here.floor.file, caller, here, body.entry(covers)), 201)


@_filing("/equipment", "File a piece of equipment")
async def file_equipment(
    body: Annotated[EquipmentBody, Body(examples=[_SHOE])], caller: SignedIn, here: Here
) -> Response:
    """A shuffler, a shoe, a layout, a terminal, a sign, or the program (CON-6, CON-7)."""
    return reply(await _write(here.floor.file, caller, here, body.entry()), 201)


@_filing("/limits", "File a limit of the law")
async def file_limit(
    body: Annotated[LimitBody, Body(examples=[_LIMIT])], caller: SignedIn, here: Here
) -> Response:
    """The largest wager that the law allows, from a day on (CON-8)."""
    return reply(await _write(here.floor.file, caller, here, body.entry()), 201)


@_filing("/presets/{preset}", "Adopt a limit in the box")
async def adopt(
    preset: Annotated[str, Path(examples=["wa-300"])],
    body: Annotated[Adoption, Body(examples=[{"since": "2026-01-31"}])],
    caller: SignedIn,
    here: Here,
) -> Response:
    """A dated figure, reviewed by the house. It is no legal advice."""
    return reply(await _write(here.floor.adopt, caller, here, preset, body.since), 201)


@router.post(
    "/{number}/withdrawal",
    summary="Withdraw an entry",
    responses=answers("Withdrawn.", _LINE, *_DECLINED),
)
async def withdraw(
    number: Number,
    body: Annotated[Withdrawal, Body(examples=[{"reason": "the letter was replaced"}])],
    caller: SignedIn,
    here: Here,
) -> Response:
    """It counts no more, and stays to be read."""
    return reply(await _write(here.floor.registry.withdraw, caller, here, number, body.reason))
