"""Tables: how each stands now, and for supervisors opening, changing, linking and closing them."""

from longsuit.api.routes.tables import TableBody
from longsuit.core.games.catalog import known_game
from longsuit.core.money import show_dollars
from longsuit.core.progressive.view import MeterView
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.service.floor import Visitor
from longsuit.floor.service.pit import DeskTable
from longsuit.floor.tables.commands import CloseTable, SeatPlayer, SetTable
from longsuit.web.pit.parts import Field, Row, Rows, Said, Values, button, head, note
from longsuit.web.pit.staff_session import Sitting, answered
from longsuit.web.pit.tab import TabPage
from longsuit.web.pit.table_form import (
    MODES,
    again,
    filled,
    link_fields,
    links,
    new_table,
    table_fields,
)

_COLUMNS = (
    ("table", "Table", ""),
    ("game", "Game", ""),
    ("phase", "Phase", ""),
    ("seated", "Seats", "short"),
    ("meters", "Meters", "number"),
    ("at", "Last activity", "since"),
)
_PHASES = {
    "idle": "Wagers are open",
    "round": "Round in play",
    "mystery": "Must Hit award",
    "late": "Late claim",
    "wagers": "Wagers are open",
    "no more bets": "No more bets",
    "decisions": "Decisions",
    "reveal": "Reveal",
    "settled": "Settled",
    "ended": "Ended",
    "cancelled": "Cancelled",
}


class Tables(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._changes = sitting.may(SetTable)
        with head("Tables", "Every table as it stands now."):
            if self._changes:
                button("Open a table", self._open, main=True)
        self._said = Said()
        self._open_rows = Rows(
            "Open tables", _COLUMNS, empty="No table is open.", on_act=self._on_act
        )
        head("Closed tables")
        columns = tuple(one for one in _COLUMNS if one[0] in ("table", "game", "at"))
        self._closed_rows = Rows("Closed tables", columns, empty="None.", on_act=self._on_act)

    async def tick(self) -> None:
        """Look again."""
        await self._sitting.desk.attend()
        found = self._sitting.desk.tables()
        self._open_rows.show([self._row(one) for one in found if not one.closed])
        self._closed_rows.show([self._row(one) for one in found if one.closed])

    def _row(self, table: DeskTable) -> Row:
        acts = [("change", "Open again")] if table.closed else _ACTS
        acts = [] if table.damaged else acts
        terminal = self._sitting.may(SeatPlayer)
        return {
            "id": table.id,
            "cells": {
                "table": [table.name, table.id],
                "game": [known_game(table.game).name, dict(MODES)[table.mode], *_notes(table)],
                "phase": [_phase(table), f"Round {table.round}"],
                "seated": _seated(table),
                "meters": [_meter(one) for one in table.meters],
                "at": table.at // 1000,
            },
            "acts": [{"name": n, "label": label} for n, label in acts] if self._changes else [],
            "doors": _doors(table, terminal=terminal) if not table.closed else [],
        }

    async def _on_act(self, table: str, act: str) -> None:
        config = self._sitting.desk.config(table)
        if config is None:
            return
        if act == "close":
            self._ask_to_close(config)
        elif act == "links":
            self._ask_for_links(config)
        else:
            self._ask_for_settings(config)

    # Opening and changing

    def _open(self) -> None:
        self._ask_for_settings(new_table(), new=True)

    def _meters(self) -> list[str]:
        return [one.id for one in self._sitting.desk.meters()]

    def _ask_for_settings(self, config: TableConfig, *, new: bool = False) -> None:
        table = "" if new else config.id
        house = self._floor.config.house

        def fields(config: TableConfig) -> list[Field]:
            return table_fields(config, self._meters(), new=new, house=house)

        async def work(visitor: Visitor, values: Values) -> str | Refused:
            made = TableBody.model_validate(filled(values, table))
            return await self._set(visitor, made, new=new)

        title, act = ("Open a table", "Open") if new else (f"Change {config.name}", "Change")
        self._ask(title, fields(config), act, work, changed=lambda v: fields(again(config, v)))

    def _ask_for_links(self, config: TableConfig) -> None:
        async def work(visitor: Visitor, values: Values) -> str | Refused:
            # As the table is by now: only its links are to change.
            present = self._sitting.desk.config(config.id)
            if present is None:
                return refuse(Code.NO_TABLE, table=config.id)
            # The link's name is checked as it would be in a file.
            TableBody(id=config.id, game=present.game, links=links(values))
            linked = present.model_copy(update={"links": links(values)})
            return await self._set(visitor, linked, new=False)

        fields = link_fields(config, self._meters())[1:] or [note("The table has no meter.")]
        self._ask(f"Links of {config.name}", fields, "Change the links", work)

    async def _set(self, visitor: Visitor, config: TableConfig, *, new: bool) -> str | Refused:
        asked = (visitor, config, self._form.key)
        future = await self._context.in_thread(self._floor.set_table, *asked, new=new)
        no = await answered(future)
        return no or await self._tell(f"{config.name or config.id} is set.")

    # Closing

    def _ask_to_close(self, config: TableConfig) -> None:
        async def work(visitor: Visitor, _values: Values) -> str | Refused:
            command = CloseTable(by=visitor.actor)
            no = await answered(self._floor.ask(visitor, config.id, command, self._form.key))
            return no or await self._tell(f"{config.name} is closed.")

        asked = "No more rounds are played at it. Its meters keep their money."
        self._ask(f"Close {config.name}?", [note(asked)], "Close the table", work)


_ACTS = [("change", "Change"), ("links", "Links"), ("close", "Close")]


def _notes(table: DeskTable) -> list[str]:
    face_up = ["Face up"] if table.face_up else []
    missing = f"{table.uncovered} not on file" if table.uncovered else ""
    return [*face_up, *([missing] if missing else [])]


def _phase(table: DeskTable) -> str:
    if table.damaged:
        return "Out of play: damaged records"
    return f"Seat {table.turn} to act" if table.turn else _PHASES[table.phase]


def _seated(table: DeskTable) -> list[str]:
    taken = [f"{one.seat}: {one.player}, {show_dollars(one.stack)}" for one in table.seated]
    count = "On felt" if table.mode == "live" else f"{len(taken)} of {table.seats} taken"
    return [count, *taken]


def _meter(meter: MeterView) -> str:
    name = f"must hit by {show_dollars(meter.must_hit_by)}" if meter.must_hit_by else meter.name
    return f"{name}: {show_dollars(meter.value)}"


def _doors(table: DeskTable, *, terminal: bool) -> list[dict[str, str]]:
    doors = [("table", "Watch")]
    if terminal:
        doors.append(("terminal", "Terminal"))
    if table.meters:
        doors.append(("sign", "Jackpot display"))
    return [{"href": f"/{place}/{table.id}", "label": label} for place, label in doors]
