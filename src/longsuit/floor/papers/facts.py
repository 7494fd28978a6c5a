"""What papers are made of: the house, its tables and their meters, as they are set."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from longsuit.analysis.report.content import Block, Bullets, Paper, Section, Table, left, words
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Table as Rules
from longsuit.core.progressive.events import MeterOpened, MeterSet
from longsuit.core.progressive.terms import MustHit, Terms, must_hit_of, table_terms
from longsuit.floor.config.settings import FloorConfig, table_settings
from longsuit.floor.log.codec import events_of
from longsuit.floor.papers.kinds import House, Posted, house_of
from longsuit.floor.register.entries import LegalLimit
from longsuit.floor.register.events import REGISTER
from longsuit.floor.register.register import Register, evolve_register
from longsuit.floor.store.report_rows import Rows
from longsuit.floor.tables.events import TableClosed, TableSet, TableSettings
from longsuit.floor.tables.links import Wanted
from longsuit.version import __version__

_END = 1 << 62
"""Microseconds: later than any record."""
_MOST_TABLES = 1000


class TableFacts(Wanted, frozen=True):
    """A table as it is set."""

    @property
    def id(self) -> str:
        """Its name for the machine."""
        return self.settings.setup.id

    @property
    def rules(self) -> Rules:
        """Game, wagers and options."""
        return self.settings.setup.table

    def meters(self) -> dict[str, Terms]:
        """The terms of its meters, by the names that they have at it."""
        return table_terms(self.rules, self.must_hit, self.settings.setup.at_start)


class Facts(Struct, frozen=True):
    """A whole floor."""

    house: House
    tables: tuple[TableFacts, ...]
    posted: Mapping[str, Posted] = {}
    """By meter."""
    laws: tuple[LegalLimit, ...] = ()
    """The limits of the law that are on file."""

    def table(self, name: str) -> TableFacts:
        """The table of that id; whoever names none, and there is one only, means it."""
        found = [
            one for one in self.tables if one.id == name or (not name and len(self.tables) == 1)
        ]
        if not found:
            known = ", ".join(one.id for one in self.tables[:20]) or "none"
            raise InputError(f"Name a table of the floor: {known}.")
        return found[0]

    @property
    def digest(self) -> str:
        """The same settings have the same digest."""
        content = msgspec.to_builtins(self, enc_hook=str)
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]

    def paper(self, title: str, date: str, *sections: Section, front: tuple[Block, ...]) -> Paper:
        """A paper of this house, with its name and its texts on the first page."""
        about = [("House", self.house.name), ("Jurisdiction", self.house.jurisdiction)]
        about += [("Date", date), ("Settings digest", self.digest)]
        rows = tuple((words(name), words(said)) for name, said in about if said)
        head = Table("about", "", left("", ""), rows)
        return Paper(title, __version__, date, self.digest, (head, *front), sections)


def configured(config: FloorConfig) -> Facts:
    """A floor as its configuration has it."""
    made = (TableFacts(*table_settings(one, config.house)) for one in config.table)
    return Facts(house_of(config.house), tuple(made))


def recorded(
    rows: Rows,
    house: House,
    posted: Mapping[str, Posted] | None = None,
    waiting: Iterable[Wanted] = (),
) -> Facts:
    """A floor as its log has it: the open tables with their last settings, and what is on file.

    With them come the tables of its configuration that the log does not know: the controls of a
    game are submitted before it opens (CON-1). What is not said of its meters is read too.
    """
    streams = tuple(rows.streams())
    known = {f"table {one.settings.setup.id}": one for one in waiting}
    found = [TableFacts(*astuple(known[one])) for one in sorted({*known} - {*streams})]
    for stream in streams:
        if stream.startswith("table ") and (settings := _last_settings(rows, stream)):
            found.append(TableFacts(settings, _must_hit(rows, settings)))
        if len(found) > _MOST_TABLES:
            raise InputError(f"Papers are made of {_MOST_TABLES:,} tables at most.")
    if posted is None:
        meters = {meter for one in found for meter in one.settings.setup.meters.values()}
        posted = {meter: _posted(rows, meter) for meter in meters}
    return Facts(house, tuple(found), posted, _laws(rows))


def _posted(rows: Rows, meter: str) -> Posted:
    """What was set of a meter last, from its own stream."""
    stream, posted = f"meter {meter}", Posted()
    for row in rows.read(stream, rows.span(stream, 0, _END)):
        for event in events_of(row, frozenset({MeterSet})):
            posted = Posted(event.limit, event.bound)
    return posted


def _laws(rows: Rows) -> tuple[LegalLimit, ...]:
    register = Register()
    for row in rows.read(REGISTER, rows.span(REGISTER, 0, _END)):
        for event in events_of(row):
            register = evolve_register(register, event, row.who, row.at, row.version)
    return tuple(register.standing(LegalLimit))


def _last_settings(rows: Rows, stream: str) -> TableSettings | None:
    """The last settings of a table, or None where it is closed."""
    settings = None
    for event in _last_events(rows, stream):
        if isinstance(event, TableSet):
            settings = event.after
        elif isinstance(event, TableClosed):
            settings = None
    return settings


def _last_events(rows: Rows, stream: str) -> Iterator[TableSet | TableClosed]:
    """Since the record that set the table last, as far as it is set or closed."""
    beyond = rows.span(stream, 0, _END).stop
    setup = rows.last_setup(stream, beyond)
    if setup is None:
        return
    # After it was closed a table has no rounds: the record is among the last.
    wanted = [setup, *range(max(setup + 1, beyond - 50), beyond)]
    for row in rows.some(stream, wanted):
        if row.events:
            yield from events_of(row, frozenset({TableSet, TableClosed}))


def _must_hit(rows: Rows, settings: TableSettings) -> MustHit | None:
    link = settings.setup.meters.get(MYSTERY_METER)
    if link is None:
        return None
    for row in rows.read(f"meter {link}", range(1, 2)):
        for event in events_of(row):
            if isinstance(event, MeterOpened):
                return must_hit_of(event.terms)
    return None


# What there is on a floor


class Has(Struct, frozen=True):
    """What there is on the floor: its controls say nothing of what no table has."""

    live: bool
    dealt: bool
    practice: bool
    meters: bool
    must_hit: bool
    approval: bool
    process: bool
    """Papers and slips above an amount (CON-13)."""
    bonuses: bool
    """Bonus pays that wait for a supervisor."""

    @staticmethod
    def of(facts: Facts) -> "Has":
        """As its tables are set."""
        setups = [one.settings.setup for one in facts.tables]
        above = [one for one in setups if one.approval]
        return Has(
            live=any(one.live for one in setups),
            dealt=any(not one.live for one in setups),
            practice=any(one.settings.practice for one in facts.tables),
            meters=any(one.meters for one in setups),
            must_hit=any(one.must_hit for one in facts.tables),
            approval=bool(above),
            process=any(one.approval_process for one in above),
            bonuses=any(one.approval_process and not one.live for one in above),
        )


def sentences(*given: str | Literal[False]) -> Bullets:
    """Those sentences that are so."""
    return Bullets(tuple(one for one in given if one))


def named(tables: list[TableFacts]) -> str:
    """Tables by their ids."""
    return ", ".join(one.id for one in tables)
