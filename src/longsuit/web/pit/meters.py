"""Meters: how each stands and who shares it, statements, and corrections by two people."""

from collections.abc import Callable
from datetime import timedelta

from nicegui import ui

from longsuit.core.money import parse_change, show_dollars, show_mites
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.core.progressive.statement import Change, Statement
from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.people.identity import Micros
from longsuit.floor.reports.day import day_at
from longsuit.floor.service.command_json import read_confirmed
from longsuit.floor.service.floor import Visitor
from longsuit.floor.service.pit import DeskMeter
from longsuit.web.pit.parts import Form, Pager, Row, Rows, Said, Values, field, head, note, text
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.shell import words

_COLUMNS = (
    ("meter", "Meter", ""),
    ("value", "Value", "number"),
    ("reserve", "Reserve", "number"),
    ("pending", "Pending", "number"),
    ("terms", "Terms", ""),
    ("tables", "Tables on it", ""),
)
_CHANGES = (
    ("at", "When", "short"),
    ("who", "Who", "short"),
    ("kind", "Kind", ""),
    ("account", "Account", ""),
    ("amount", "Amount", "number"),
    ("why", "Why", ""),
)
_TOTALS = (
    ("account", "Account", ""),
    ("opening", "Opening", "number"),
    *(
        (kind, kind.capitalize(), "number")
        for kind in ("contributions", "awards", "reseeds", "voids", "corrections")
    ),
    ("closing", "Closing", "number"),
)
_KINDS = ("contributions", "awards", "reseeds", "voids", "corrections")


class Meters:
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        head("Meters", "Every meter, its reserve, what is pending, and the tables that share it.")
        self._said = Said()
        self._rows = Rows("Meters", _COLUMNS, empty="There is no meter.", on_act=self._on_act)
        self._below = ui.element("div")
        self._form = Form()

    async def tick(self) -> None:
        """Look again."""
        self._rows.show([self._row(one) for one in self._sitting.desk.meters()])

    def _row(self, meter: DeskMeter) -> Row:
        acts = [{"name": "statement", "label": "Statement"}]
        if self._sitting.may(CorrectMeter):
            acts.append({"name": "correct", "label": "Correct"})
        terms = f"Seed {show_dollars(meter.seed)}, wager {show_dollars(meter.wager)}"
        by = [f"Must hit by {show_dollars(meter.must_hit_by)}"] if meter.must_hit_by else []
        return {
            "id": meter.id,
            "cells": {
                "meter": [meter.id, *(["Practice"] if meter.practice else [])],
                "value": show_mites(meter.value),
                "reserve": show_mites(meter.reserve),
                "pending": show_mites(meter.pending),
                "terms": [terms, *by],
                "tables": list(meter.tables) or ["None"],
            },
            "acts": acts,
        }

    async def _on_act(self, meter: str, act: str) -> None:
        if act == "correct":
            self._ask_for_correction(meter)
        else:
            self._ask_for_period(meter)

    # Corrections

    def _ask_for_correction(self, meter: str) -> None:
        async def then(values: Values) -> str:
            async def work(visitor: Visitor) -> str:
                return await self._correct(visitor, meter, values)

            return await self._sitting.act(work)

        fields = [
            note("You and a second person of the staff, who gives name and password."),
            field(
                "part",
                "What",
                "select",
                "meter",
                options=[("meter", "The meter"), ("reserve", "Its reserve")],
            ),
            field(
                "amount",
                "Added, in dollars",
                "money",
                must=True,
                hint="-12.50",
                help="With a minus it is taken away.",
            ),
            field("reason", "Why", must=True, most=200),
            field("second", "Second person", must=True, most=60),
            field("password", "Their password", "password", must=True),
        ]
        self._form.open(f"Correct {meter}", fields, "Correct", then)

    async def _correct(self, visitor: Visitor, meter: str, values: Values) -> str:
        context, floor = self._sitting.context, self._sitting.floor
        mites = parse_change(text(values, "amount"))
        given = {name: text(values, name) for name in ("part", "reason", "second")}
        sent = {**given, "amount": mites, "password": str(values.get("password", ""))}
        command, password = read_confirmed(CorrectMeter, sent, visitor.actor)
        asked = (visitor, command, password, context.now(), self._sitting.guest.address)
        found = await context.at_the_door(floor.accounts.confirmed, *asked)
        if isinstance(found, Refused):
            return sentence(found)
        future = floor.ask_meter(visitor, meter, found, self._form.key)
        said = await self._sitting.answered(future)
        if not said:
            self._said.tell(f"{meter} is corrected by {show_mites(mites)}.")
        return said

    # Statements

    def _ask_for_period(self, meter: str) -> None:
        house = self._sitting.floor.config.house
        day = day_at(self._sitting.context.now(), house.zone, house.day_starts)
        start, end = (self._sitting.local(at) for at in (day.start, day.end))

        async def then(values: Values) -> str:
            async def work(_visitor: Visitor) -> str:
                first, last = (self._sitting.micros(text(values, name)) for name in ("from", "to"))
                return await self._state(meter, first, last)

            return await self._sitting.act(work, "report.read")

        fields = [
            field("from", "From", "date", f"{start:%Y-%m-%dT%H:%M}", must=True),
            field("to", "Up to", "date", f"{end:%Y-%m-%dT%H:%M}", must=True),
            note(f"By the clock of the house, {house.zone}."),
        ]
        self._form.open(f"Statement of {meter}", fields, "Show", then)

    async def _state(self, meter: str, first: Micros, last: Micros) -> str:
        if last < first:
            return "The end comes after the beginning."
        published = self._sitting.floor.published
        found = await self._sitting.context.in_thread(published.statement, meter, first, last)
        if found is None:
            return "There was no such meter yet."
        # The last moment is not part of it.
        until = last - timedelta(seconds=1) // timedelta(microseconds=1)
        self._show(found, f"{self._sitting.shown(first)} to {self._sitting.shown(until)}")
        return ""

    def _show(self, found: Statement, period: str) -> None:
        self._below.clear()
        with self._below:
            section = ui.element("section").props('tabindex="-1"').classes("pit-section")
            section.props["aria-label"] = f"Statement of {found.meter}"
            with section:
                head(f"Statement of {found.meter}", period)
                Rows("Totals", _TOTALS).show(_totals(found))
                pending = f"Pending at the end: {show_mites(found.pending)}. "
                off = f"Explained by no change: {show_mites(found.unexplained)}."
                words("p", pending + off)
                changes = Rows("Changes", _CHANGES, empty="Nothing changed.")
                shown = self._sitting.shown
                Pager(
                    len(found.changes), lambda a, b: changes.show(_rows(found.changes[a:b], shown))
                )
        ui.run_javascript(
            f"const shown = getHtmlElement({section.id}); shown.focus({{ preventScroll: true }}); "
            "shown.scrollIntoView({ block: 'start' })"
        )


def _totals(found: Statement) -> list[Row]:
    rows = []
    for account, opening, closing in (
        ("meter", found.opening, found.closing),
        ("reserve", found.opening_reserve, found.closing_reserve),
    ):
        sums = {kind: show_mites(found.total(kind, account)) for kind in _KINDS}  # type: ignore[arg-type]
        ends = {"opening": show_mites(opening), "closing": show_mites(closing)}
        cells = {"account": account.capitalize(), **ends, **sums}
        rows.append({"id": account, "cells": cells})
    return rows


def _rows(changes: tuple[Change, ...], shown: Callable[[Micros], str]) -> list[Row]:
    return [
        {
            "id": f"{one.position} {number}",
            "cells": {
                "at": [shown(one.at), f"Event {one.position:,}" if one.position else "All day"],
                "who": one.who,
                "kind": one.kind,
                "account": one.account,
                "amount": show_mites(one.mites),
                "why": one.why,
            },
        }
        for number, one in enumerate(changes)
    ]
