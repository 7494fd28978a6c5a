"""Register: what is on file, what is missing for each table, and for those who may, filing."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from msgspec.structs import asdict

from longsuit.api.routes.register import (
    Adoption,
    ApprovalBody,
    EquipmentBody,
    LimitBody,
    OnFile,
    Withdrawal,
    on_file,
)
from longsuit.core.games.catalog import known_games
from longsuit.core.money import show_dollars
from longsuit.core.refusals import Refused
from longsuit.floor.register.entries import APPROVAL_KINDS, EQUIPMENT_KINDS, read_parts
from longsuit.floor.register.lines import Line
from longsuit.floor.register.register import Filed
from longsuit.floor.service.floor import Visitor
from longsuit.floor.service.table_cover import TableCover, coverage
from longsuit.web.pit.parts import (
    Row,
    Rows,
    Said,
    Values,
    button,
    field,
    given,
    head,
    note,
    text,
)
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
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
    ("dates", "Date", "short"),
    ("covers", "Covers", ""),
    ("filed", "Filed", ""),
)
_NO_ADVICE = "What the house says it has on file. Nothing here is legal advice."
_ALL_ON_FILE = "Everything is on file."


class RegisterTab(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
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

    async def tick(self) -> None:
        """Look again."""
        found = await self._context.in_thread(on_file, self._context)
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
                "filed": [line.filed_by, self._shown(line.filed_at), *withdrawn],
            },
            "acts": [{"name": "withdraw", "label": "Withdraw"}] if acts else [],
        }

    def _shown(self, at: str) -> str:
        """A moment of the register by the clock of the house."""
        return self._sitting.shown(round(datetime.fromisoformat(at).timestamp() * 1e6))

    async def _on_act(self, number: str, _act: str) -> None:
        async def work(visitor: Visitor, values: Values) -> str | Refused:
            body = Withdrawal.model_validate(given(values))
            return await self._kept(
                self._floor.registry.withdraw, visitor, int(number), body.reason
            )

        fields = [field("reason", "Reason", must=True, most=120), note("It can still be read.")]
        self._ask(f"Withdraw entry {number}?", fields, "Withdraw", work)

    async def _kept(self, change: Callable[..., Filed | Refused], *asked: Any) -> str | Refused:
        found = await self._context.in_thread(change, *asked, self._context.now_to_write())
        if isinstance(found, Refused):
            return found
        stands = "on file" if found.stands else "withdrawn"
        return await self._tell(f"Entry {found.number} is {stands}.")

    # Forms

    def _ask_for_approval(self) -> None:
        games = [(game.id, game.name) for game in known_games()]
        fields = [
            field("kind", "Kind", "select", "controls", options=_choices(APPROVAL_KINDS)),
            field("authority", "Authority", must=True, most=120),
            field("reference", "Reference number", must=True, most=120),
            field("date", "Date", must=True, most=10, help="2026-01-31"),
            field("until", "Last day", most=10, help="Leave empty if it does not run out."),
            field("game", "Game", "select", games[0][0], options=games),
            field("version", "Rules version", most=120),
            field("tables", "Names the rules and paytables of", "select", options=self._covers()),
            field("names", "And these", most=400, help="Name and digest, between commas."),
            field("face_up", "Allows face-up dealing", "check", False),
            field("seats", "A study: for up to this many seats", most=2),
        ]

        async def work(visitor: Visitor, values: Values) -> str | Refused:
            sent: dict[str, Any] = given(values)
            sent["names"] = [asdict(part) for part in read_parts(text(values, "names"))]
            sent["tables"] = [sent["tables"]] if sent.get("tables") else []
            sent["seats"] = sent.get("seats") or 0
            body = ApprovalBody.model_validate(sent)
            covers = await self._context.in_thread(coverage, self._floor)
            return await self._kept(self._floor.file, visitor, body.entry(covers))

        self._ask("File an approval", fields, "File", work)

    def _covers(self) -> list[tuple[str, str]]:
        covers = self._found.tables if self._found is not None else ()
        return [("", "No table"), *((one.id, one.name) for one in covers)]

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
        self._ask("File equipment", fields, "File", self._file(EquipmentBody))

    def _ask_for_limit(self) -> None:
        fields = [
            field("amount", "Amount in dollars", must=True, most=20),
            field("since", "First day", must=True, most=10, help="2026-01-31"),
            field("citation", "Citation", must=True, most=120, help="WAC 230-15-140"),
            field("multiples", "A bet of several Antes counts as one wager", "check", False),
        ]
        self._ask("File a limit of the law", fields, "File", self._file(LimitBody))

    def _file(
        self, kind: type[EquipmentBody | LimitBody]
    ) -> Callable[[Visitor, Values], Awaitable[str | Refused]]:
        async def work(visitor: Visitor, values: Values) -> str | Refused:
            entry = kind.model_validate(given(values)).entry()
            return await self._kept(self._floor.file, visitor, entry)

        return work

    def _ask_to_adopt(self) -> None:
        found = self._found.presets if self._found is not None else ()
        told = [
            (one.id, f"{one.place}: {show_dollars(one.amount)}, {one.citation} ({one.status})")
            for one in found
        ]
        fields = [
            field("preset", "Limit", "select", found[0].id if found else "", options=told),
            field("since", "First day", most=10, help="A proposal needs one: 2026-01-31"),
            note("Review it first: it comes from a public source and is not legal advice."),
        ]

        async def work(visitor: Visitor, values: Values) -> str | Refused:
            since = Adoption.model_validate({"since": text(values, "since")}).since
            return await self._kept(self._floor.adopt, visitor, text(values, "preset"), since)

        self._ask("Adopt a limit of the law", fields, "Adopt", work)


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
