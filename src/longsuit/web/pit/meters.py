"""Meters: how each stands and who shares it, statements, and what two people may do to one."""

from collections.abc import Callable
from datetime import timedelta

from nicegui import ui

from longsuit.api.commands import by_two
from longsuit.core.money import show_dollars, show_mites
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.statement import KINDS, Change, Statement
from longsuit.core.refusals import Refused
from longsuit.floor.people.identity import Micros
from longsuit.floor.reports.period import day_at
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.meter_forms import MeterForms
from longsuit.web.pit.parts import (
    Field,
    Pager,
    Row,
    Rows,
    Said,
    Values,
    field,
    head,
    note,
    text,
)
from longsuit.web.pit.staff_session import Sitting, answered
from longsuit.web.pit.tab import TabPage
from longsuit.web.shell import words

_COLUMNS = (
    ("meter", "Meter", ""),
    ("value", "Value", "number"),
    ("reserve", "Reserve", "number"),
    ("pending", "Pending", "number"),
    ("terms", "Terms", ""),
    ("life", "Since it opened", ""),
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
    *((kind, kind.capitalize(), "number") for kind in KINDS),
    ("closing", "Closing", "number"),
)
_ACTS = {"correct": "Correct", "figures": "Maximum", "reduce": "Reduce", "retire": "Retire"}
_TWO = [
    field("reason", "Why", must=True, most=200),
    note("It takes you and a second member of the staff, with name and password."),
    field("second", "Second person", must=True, most=60),
    field("password", "Their password", "password", must=True),
]


class Meters(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        head("Meters", "Every meter, its reserve, what is pending, and the tables that share it.")
        self._said = Said()
        self._found: dict[str, Meter] = {}
        self._rows = Rows("Meters", _COLUMNS, empty="There is no meter.", on_act=self._on_act)
        self._below = ui.element("div")

    async def tick(self) -> None:
        """Look again."""
        self._found = {one.id: one for one in self._sitting.desk.meters()}
        self._rows.show([self._row(one) for one in self._found.values()])

    def _row(self, meter: Meter) -> Row:
        acts = [{"name": "statement", "label": "Statement"}]
        if self._sitting.may(CorrectMeter) and not meter.retired:
            acts += [{"name": name, "label": label} for name, label in _ACTS.items()]
        return {
            "id": meter.id,
            "cells": {
                "meter": [meter.id, *_marks(meter)],
                "value": [show_mites(meter.value), *_overflow(meter)],
                "reserve": show_mites(meter.reserve),
                "pending": show_mites(meter.pending_mites),
                "terms": _terms(meter),
                "life": _life(meter),
                "tables": sorted(meter.tables) or ["None"],
            },
            "acts": acts,
        }

    async def _on_act(self, meter: str, act: str) -> None:
        fields = MeterForms.fields(act, self._found.get(meter))
        if fields is None:
            self._ask_for_period(meter)
        else:
            self._ask_two(meter, act, fields)

    # What takes two people

    def _ask_two(self, meter: str, act: str, fields: list[Field]) -> None:
        async def work(visitor: Visitor, values: Values) -> str | Refused:
            kind, sent = MeterForms.asked(act, values)
            two = {name: text(values, name) for name in ("reason", "second")}
            sent |= {**two, "password": str(values.get("password", ""))}
            address = self._sitting.guest.address
            found = await by_two(self._context, visitor, kind, sent, address)
            if isinstance(found, Refused):
                return found
            future = self._floor.ask_meter(visitor, meter, found, self._form.key)
            done = f"{meter}: done, by {visitor.name} and {two['second']}."
            return await answered(future) or await self._tell(done)

        label = _ACTS[act]
        self._ask(f"{label} {meter}", [*fields, *_TWO], label, work)

    # Statements

    def _ask_for_period(self, meter: str) -> None:
        house = self._floor.config.house
        day = day_at(self._context.now(), house.zone, house.day_starts)
        start, end = (self._sitting.local(at) for at in (day.start, day.end))

        async def work(_visitor: Visitor, values: Values) -> str:
            first, last = (self._sitting.micros(text(values, name)) for name in ("from", "to"))
            return await self._state(meter, first, last)

        fields = [
            field("from", "From", "date", f"{start:%Y-%m-%dT%H:%M}", must=True),
            field("to", "Up to", "date", f"{end:%Y-%m-%dT%H:%M}", must=True),
            note(f"By the clock of the house, {house.zone}."),
        ]
        self._ask(f"Statement of {meter}", fields, "Show", work, "report.read")

    async def _state(self, meter: str, first: Micros, last: Micros) -> str:
        if last < first:
            return "The end comes after the beginning."
        statement = self._floor.published.statement
        found = await self._context.in_thread(statement, meter, first, last)
        if found is None:
            return "That meter did not exist yet."
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
                off = f"Not explained by any change: {show_mites(found.unexplained)}."
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


def _marks(meter: Meter) -> list[str]:
    marks = (("Practice", meter.practice), ("Retired", meter.retired))
    return [word for word, so in marks if so]


def _overflow(meter: Meter) -> list[str]:
    most = [f"Maximum {show_dollars(meter.limit)}"] if meter.limit else []
    return [*most, f"Overflow {show_mites(meter.overflow)}"] if meter.overflow else most


def _terms(meter: Meter) -> list[str]:
    posted = meter.terms
    terms = [f"Seed {show_dollars(posted.seed)}, wager {show_dollars(posted.wager)}"]
    if posted.by:
        terms.append(f"Must hit by {show_dollars(posted.by)}")
    if meter.bound:
        terms.append(f"A round adds {show_dollars(meter.bound)} at most")
    if posted.top is not None:
        terms.append(f"{posted.top.hand}: 1 in {round(1 / posted.top.chance):,}")
    return terms


def _life(meter: Meter) -> list[str]:
    """What it has seen in its whole life; nothing resets it (CON-23, CON-25)."""
    came, seeds = meter.contributed + meter.reserved, meter.seeded + meter.reseeded
    return [
        f"In {show_mites(came)}, seeds {show_mites(seeds)}",
        f"Out {show_mites(meter.awarded)}, by hand {show_mites(meter.hand_paid)}",
        f"{meter.hit_count:,} hit{'s' if meter.hit_count != 1 else ''}, {meter.win_count:,} paid",
        *(
            f"{one.claim.table} round {one.claim.round}: {show_dollars(one.amount)}"
            for one in meter.hits[:-4:-1]
        ),
    ]


def _totals(found: Statement) -> list[Row]:
    rows = []
    for account, opening, closing in (
        ("meter", found.opening, found.closing),
        ("reserve", found.opening_reserve, found.closing_reserve),
        ("overflow", found.opening_overflow, found.closing_overflow),
    ):
        if account == "overflow" and not any(one.account == account for one in found.changes):
            continue
        sums: dict[str, str] = {
            kind: show_mites(found.total(kind, account))  # type: ignore[arg-type]
            for kind in KINDS
        }
        ends = {"opening": show_mites(opening), "closing": show_mites(closing)}
        rows.append({"id": account, "cells": {"account": account.capitalize(), **ends} | sums})
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
