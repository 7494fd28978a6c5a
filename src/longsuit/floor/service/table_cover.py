"""Every table for money with what is on file for it, and what is not."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from longsuit.core.texts import GAPS
from longsuit.floor.config.settings import table_settings
from longsuit.floor.register.coverage import parts_of
from longsuit.floor.register.entries import Part
from longsuit.floor.tables.links import Wanted

if TYPE_CHECKING:
    from longsuit.floor.service.floor import Floor


class TableCover(Struct, frozen=True):
    """A table and the register."""

    id: str
    name: str
    open: bool
    """Whether it runs; one of the configuration that the register does not cover may not."""
    parts: tuple[Part, ...]
    """Its rules and paytables, as an approval names them."""
    missing: tuple[str, ...]
    """What is not on file, in words."""


def coverage(floor: "Floor") -> tuple[TableCover, ...]:
    """All tables for money that are open or in the configuration, by id."""
    now = floor.engine.now()
    found = []
    for wanted, is_open in _wanted(floor):
        settings = wanted.settings
        if settings.practice:
            continue
        gaps = floor.registry.missing(wanted, now)
        told = tuple(GAPS[gap.code].format(what=gap.what) for gap in gaps)
        parts = parts_of(settings.setup, wanted.must_hit)
        found.append(TableCover(settings.setup.id, settings.name, is_open, parts, told))
    return tuple(sorted(found, key=lambda one: one.id))


def _wanted(floor: "Floor") -> Iterator[tuple[Wanted, bool]]:
    memory = floor.engine.memory
    names = memory.names()
    for name in names:
        table = memory.known(name)
        if table is not None and not table.closed:
            yield Wanted(table.settings, floor.must_hit(table.settings)), True
    for wanted in waiting(floor):
        yield wanted, False


def waiting(floor: "Floor") -> tuple[Wanted, ...]:
    """The tables of the configuration that have never been open: they may wait for an entry."""
    names, house = floor.engine.memory.names(), floor.config.house
    return tuple(
        Wanted(*table_settings(config, house))
        for config in floor.config.table
        if config.id not in names
    )
