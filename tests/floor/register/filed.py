"""A house with all on file that a table for money needs, and tables to hold it against."""

from typing import Any

from msgspec.structs import replace

from longsuit.core.refusals import Refused
from longsuit.floor.config.settings import HouseConfig, MustHitConfig, TableConfig, table_settings
from longsuit.floor.register.coverage import Asked, Operation, Program, parts_of
from longsuit.floor.register.entries import Approval, Entry, Equipment, LegalLimit
from longsuit.floor.register.register import Register, evolve_register, file_entry
from longsuit.floor.tables.links import Wanted

TODAY = "2026-11-18"
PROGRAM = Program("1.2.0", "ab" * 32)


def wanted(**settings: Any) -> Wanted:
    """A table as it is asked for."""
    given = {"id": "T1", "game": "ctf", "mode": "live", "must_hit": MustHitConfig()}
    config = TableConfig.model_validate({**given, **settings})
    return Wanted(*table_settings(config, HouseConfig(legal_maximum=0)))


def asked(operation: Operation = "commercial", day: str = TODAY, **settings: Any) -> Asked:
    table = wanted(**{"limits": {"ante": (5, 100, 5)}, **settings})
    return Asked(table.settings.setup, table.must_hit, day, operation, PROGRAM)


def letter(about: Asked, kind: Any = "controls", **changes: Any) -> Approval:
    """An approval of just that table's rules and paytables."""
    names = parts_of(about.setup, about.must_hit)
    made = Approval(kind, "Commission", f"A-{kind}", "2016-06-22", about.table.game, names=names)
    return replace(made, **changes)


SHUFFLER = Equipment("shuffler", "Shuffle Co", "S-1", "0001", "L-77", "M-12")
LAYOUT = Equipment("layout", "Felt Co", "Felt", licence="L-78")
SYSTEM = Equipment("program", "Longsuit", "Longsuit", version="1.0.1")
LIMIT = LegalLimit(300_00, "2016-06-22", "WAC 230-15-140")
EQUIPMENT: tuple[Entry, ...] = (SHUFFLER, LAYOUT, SYSTEM, LIMIT)


def register(*entries: Entry, day: str = TODAY) -> Register:
    """All of these on file."""
    made = Register()
    for at, entry in enumerate(entries, 1):
        event = file_entry(made, entry, day)
        assert not isinstance(event, Refused), event
        made = evolve_register(made, event, "supervisor Sue", at, at)
    return made
