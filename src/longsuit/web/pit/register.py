"""Register: what is on file, what is missing for each table, and for those who may, filing."""

from longsuit.api.routes.register import (
    Adoption,
    ApprovalBody,
    EquipmentBody,
    LimitBody,
    OnFile,
    Withdrawal,
    on_file,
)
from longsuit.core.games.catalog import GAMES, known_games
from longsuit.core.money import show_dollars
from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.register.entries import APPROVAL_KINDS, EQUIPMENT_KINDS, Entry, read_parts
from longsuit.floor.register.lines import Line
from longsuit.floor.register.register import Filed
from longsuit.floor.service.coverage import TableCover, coverage
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.parts import Form, Row, Rows, Said, Values, button, field, head, note, text
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.shell import words

_TABLE_COLUMNS = (
    ("table", "Table", ""),
    ("missing", "Not on file", ""),
    ("parts", "Rules and paytables", ""),
)
_COLUMNS = (
    ("number", "No.", "number"),
    ("kind", "Kind", ""),
    ("issuer", "From", ""),
    ("reference", "Reference", ""),
    ("dates", "Date", ""),
    ("covers", "Covers", ""),
    ("filed", "Filed", ""),
)
_NO_ADVICE = "What a house holds, as it says itself. Nothing here is legal advice."
_ALL_ON_FILE = "Everything is on file."


class RegisterTab:
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._files = sitting.may("register.file")
        self._found: OnFile | None = None
        with head("Register", _NO_ADVICE):
            if self._files:
                button("File an approval", self._ask_for_approval, main=True)
                button("File equipment", self._ask_for_equipment)
                button("File a limit", self._ask_for_limit)
                button("Adopt a limit", self._ask_to_adopt)
        self._program = words("p", "").classes("ls-quiet-text")
        self._said = Said()
        head("Tables for money")
        self._tables = Rows("Tables for money", _TABLE_COLUMNS, empty="No table is for money.")
        head("Entries")
        self._rows = Rows("Entries", _COLUMNS, empty="Nothing is on file.", on_act=self._on_act)
        self._form = Form()

    async def tick(self) -> None:
        """Look again."""
        found = await self._sitting.context.in_thread(on_file, self._sitting.context)
        if found == self._found:
            return
        self._found = found
        asked = "have to be" if found.approvals == "required" else "need not be"
        digest = f", digest {found.program.digest[:16]}" if found.program.digest else ""
        self._program.text = (
            f"Today is {found.day}. Tables {asked} covered to open. "
            f"The program is Longsuit {found.program.version}{digest}."
        )
        self._tables.show([_table_row(one) for one in found.tables])
        self._rows.show([self._row(one) for one in reversed(found.entries)])

    def _row(self, line: Line) -> Row:
        until = f"until {line.until}" if line.until else ""
        withdrawn = (
            (f"Withdrawn by {line.withdrawn_by}: {line.reason}",) if line.withdrawn_by else ()
        )
        acts = self._files and not line.withdrawn_by
        return {
            "id": str(line.number),
            "mark": "" if line.holds else "closed",
            "cells": {
                "number": str(line.number),
                "kind": line.kind,
                "issuer": line.issuer,
                "reference": line.reference,
                "dates": [one for one in (line.date, until) if one],
                "covers": line.covers,
                "filed": [line.filed_by, line.filed_at, *withdrawn],
            },
            "acts": [{"name": "withdraw", "label": "Withdraw"}] if acts else [],
        }

    async def _on_act(self, number: str, _act: str) -> None:
        async def then(values: Values) -> str:
            return await self._sitting.act(lambda v: self._withdraw(v, int(number), values))

        fields = [field("reason", "Reason", must=True, most=120), note("It stays to be read.")]
        self._form.open(f"Withdraw entry {number}?", fields, "Withdraw", then)

    async def _withdraw(self, visitor: Visitor, number: int, values: Values) -> str:
        body = Withdrawal.model_validate({"reason": text(values, "reason")})
        context, floor = self._sitting.context, self._sitting.floor
        asked = (visitor, number, body.reason, context.now_to_write())
        return await self._done(await context.in_thread(floor.registry.withdraw, *asked))

    async def _done(self, found: Filed | Refused) -> str:
        if isinstance(found, Refused):
            return sentence(found)
        self._said.tell(f"Entry {found.number} is {'on file' if found.stands else 'withdrawn'}.")
        await self.tick()
        return ""

    async def _file(self, visitor: Visitor, entry: Entry) -> str:
        context = self._sitting.context
        asked = (visitor, entry, context.now_to_write())
        return await self._done(await context.in_thread(self._sitting.floor.file, *asked))

    # Forms

    def _ask_for_approval(self) -> None:
        covers = self._found.tables if self._found is not None else ()
        fields = [
            field("kind", "Kind", "select", "controls", options=_choices(APPROVAL_KINDS)),
            field("authority", "Authority", must=True, most=120),
            field("reference", "Reference number", must=True, most=120),
            field("date", "Date", must=True, most=10, help="2026-01-31"),
            field("until", "Last day", most=10, help="Empty for one without an end."),
            field("game", "Game", "select", GAMES[0].id, options=_games()),
            field("version", "Rules version", most=120),
            field(
                "tables", "Names the rules and paytables of", "select", "", options=_tables(covers)
            ),
            field("names", "And these", most=400, help="Name and digest, between commas."),
            field("face_up", "Allows face-up dealing", "check", False),
            field("seats", "A study: up to so many seats", most=2),
        ]

        async def work(visitor: Visitor, values: Values) -> str:
            parts = [
                {"name": part.name, "digest": part.digest}
                for part in read_parts(text(values, "names"))
            ]
            table = text(values, "tables")
            given = ("kind", "authority", "reference", "date", "until", "game", "version")
            body = ApprovalBody.model_validate(
                {
                    **{name: text(values, name) for name in given},
                    "names": parts,
                    "tables": [table] if table else [],
                    "face_up": bool(values.get("face_up")),
                    "seats": text(values, "seats") or 0,
                }
            )
            covers = await self._sitting.context.in_thread(coverage, self._sitting.floor)
            return await self._file(visitor, body.entry(covers))

        async def then(values: Values) -> str:
            return await self._sitting.act(lambda visitor: work(visitor, values))

        self._form.open("File an approval", fields, "File", then)

    def _ask_for_equipment(self) -> None:
        named = (
            *(("maker", "Maker"), ("model", "Model"), ("serial", "Serial number")),
            *(("licence", "Maker's licence"), ("approval", "Model approved as")),
            *(("version", "Version, or higher"), ("digest", "Digest"), ("table", "Table")),
        )
        fields = [
            field("kind", "Kind", "select", "shuffler", options=_choices(EQUIPMENT_KINDS)),
            *(field(n, label, most=120, must=n in ("maker", "model")) for n, label in named),
        ]

        async def then(values: Values) -> str:
            async def work(visitor: Visitor) -> str:
                given = {name: text(values, name) for name in ("kind", *(n for n, _ in named))}
                return await self._file(visitor, EquipmentBody.model_validate(given).entry())

            return await self._sitting.act(work)

        self._form.open("File equipment", fields, "File", then)

    def _ask_for_limit(self) -> None:
        fields = [
            field("amount", "Amount in dollars", must=True, most=20),
            field("since", "First day", must=True, most=10, help="2026-01-31"),
            field("citation", "Citation", must=True, most=120, help="WAC 230-15-140"),
            field("multiples", "A bet of several Antes counts as one wager", "check", False),
        ]

        async def then(values: Values) -> str:
            async def work(visitor: Visitor) -> str:
                given = {name: text(values, name) for name in ("amount", "since", "citation")}
                made = {**given, "multiples": bool(values.get("multiples"))}
                return await self._file(visitor, LimitBody.model_validate(made).entry())

            return await self._sitting.act(work)

        self._form.open("File a limit of the law", fields, "File", then)

    def _ask_to_adopt(self) -> None:
        found = self._found.presets if self._found is not None else ()
        told = [
            (one.id, f"{one.place}: {show_dollars(one.amount)}, {one.citation} ({one.status})")
            for one in found
        ]
        fields = [
            field("preset", "Limit", "select", found[0].id if found else "", options=told),
            field("since", "First day", most=10, help="A proposal needs one: 2026-01-31"),
            note("Review it first: it is what a public source said, and no legal advice."),
        ]

        async def then(values: Values) -> str:
            async def work(visitor: Visitor) -> str:
                body = Adoption.model_validate({"since": text(values, "since")})
                context, floor = self._sitting.context, self._sitting.floor
                asked = (visitor, text(values, "preset"), body.since, context.now_to_write())
                return await self._done(await context.in_thread(floor.adopt, *asked))

            return await self._sitting.act(work)

        self._form.open("Adopt a limit of the law", fields, "Adopt", then)


def _table_row(table: TableCover) -> Row:
    opened = () if table.open else ("Not open",)
    missing = [one[:1].upper() + one[1:] for one in table.missing]
    return {
        "id": table.id,
        "cells": {
            "table": [table.name, table.id, *opened],
            "missing": missing or [_ALL_ON_FILE],
            "parts": [str(part) for part in table.parts],
        },
    }


def _choices(kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(kind, kind.capitalize()) for kind in kinds]


def _games() -> list[tuple[str, str]]:
    return [(game.id, game.name) for game in known_games()]


def _tables(covers: tuple[TableCover, ...]) -> list[tuple[str, str]]:
    return [("", "No table"), *((one.id, one.name) for one in covers)]
