"""`longsuit register`: what is on file, filed and withdrawn, from where the database is.

Whoever has the database may do it: the log says `operator`. A server that runs reads on by itself.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from longsuit.cli.operator import DbOption, opened, time_to_write
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.money import parse_dollars, show_dollars
from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.config.settings import read_config, table_settings
from longsuit.floor.people.identity import Micros
from longsuit.floor.register.coverage import parts_of
from longsuit.floor.register.entries import (
    APPROVAL_KINDS,
    EQUIPMENT_KINDS,
    Approval,
    Equipment,
    LegalLimit,
    read_parts,
)
from longsuit.floor.register.lines import as_csv, lines
from longsuit.floor.register.presets import presets as in_the_box
from longsuit.floor.register.register import Filed
from longsuit.floor.service.registry import Registry
from longsuit.floor.store.database import DEFAULT_DATABASE

ConfigOption = Annotated[
    Path | None, typer.Option(help="The floor's TOML file, for its time zone and its tables.")
]


def show(
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    csv: Annotated[bool, typer.Option("--csv", help="CSV on standard output.")] = False,
    as_json: JsonOption = False,
) -> int:
    """List every entry, withdrawn ones too."""
    with opened(db) as database:
        registry = Registry(database, read_config(config).house)
        found = lines(registry.refresh(), registry.today(time.time_ns() // 1000))
    if csv:
        sys.stdout.write(as_csv(found))
        return 0
    if as_json:
        print_json(msgspec.to_builtins(found))
        return 0
    grid = make_grid(
        "number", "<kind", "<from", "<reference", "<date", "<until", "<holds", "<covers"
    )
    for one in found:
        holds = "yes" if one.holds else "withdrawn" if one.withdrawn_by else "no"
        row = (str(one.number), one.kind, one.issuer, one.reference, one.date, one.until)
        grid.add_row(*row, holds, one.covers)
    make_console().print(grid)
    return 0


def parts(
    config: Annotated[Path, typer.Option(help="The floor's TOML file.")],
    as_json: JsonOption = False,
) -> int:
    """Print the rules and paytables of each table for money, as an approval names them."""
    floor = read_config(config)
    told: dict[str, list[str]] = {}
    for table in floor.table:
        settings, must_hit = table_settings(table, floor.house)
        if not settings.practice:
            told[table.id] = [str(part) for part in parts_of(settings.setup, must_hit)]
    if as_json:
        print_json(told)
        return 0
    for name, named in told.items():
        print(f"{name}: {', '.join(named)}")
    return 0


def approval(
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(APPROVAL_KINDS)}.")],
    authority: Annotated[str, typer.Option(help="Who gave it.")],
    reference: Annotated[str, typer.Option(help="Its number.")],
    date: Annotated[str, typer.Option(help="Its date, 2026-01-31.")],
    game: Annotated[str, typer.Option(help="The game.")],
    names: Annotated[str, typer.Option(help="Rules and paytables, as `parts` prints them.")] = "",
    until: Annotated[str, typer.Option(help="The last day on which it holds.")] = "",
    version: Annotated[str, typer.Option(help="What it calls the rules.")] = "",
    face_up: Annotated[bool, typer.Option("--face-up", help="It allows face-up dealing.")] = False,
    seats: Annotated[int, typer.Option(help="A study's: up to how many seats.")] = 0,
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """File an approval or a study."""
    if kind not in APPROVAL_KINDS:
        raise InputError(f"A kind of approval is one of {', '.join(APPROVAL_KINDS)}.")
    entry = Approval(
        *(kind, authority, reference, date, find_game(game).id, until, version),
        *(read_parts(names), face_up, seats),
    )
    with _writing(db, config) as (registry, now):
        return _told(registry.file(None, entry, now), as_json)


def equipment(
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(EQUIPMENT_KINDS)}.")],
    maker: Annotated[str, typer.Option(help="Who made it.")],
    model: Annotated[str, typer.Option(help="The model.")],
    serial: Annotated[str, typer.Option(help="The serial number.")] = "",
    licence: Annotated[str, typer.Option(help="The maker's licence.")] = "",
    approved_as: Annotated[str, typer.Option(help="The reference of the model's approval.")] = "",
    version: Annotated[str, typer.Option(help="A program's: this version, or a higher one.")] = "",
    digest: Annotated[str, typer.Option(help="A program's: the digest of its files.")] = "",
    table: Annotated[str, typer.Option(help="The table that it is for.")] = "",
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """File a shuffler, a shoe, a layout, a terminal, a sign or the program."""
    if kind not in EQUIPMENT_KINDS:
        raise InputError(f"A kind of equipment is one of {', '.join(EQUIPMENT_KINDS)}.")
    entry = Equipment(*(kind, maker, model, serial, licence, approved_as, version, digest, table))
    with _writing(db, config) as (registry, now):
        return _told(registry.file(None, entry, now), as_json)


def limit(
    amount: Annotated[str, typer.Option(help="Dollars.")],
    since: Annotated[str, typer.Option(help="The first day on which it holds.")],
    citation: Annotated[str, typer.Option(help="Where it stands, such as WAC 230-15-140.")],
    multiples: Annotated[
        bool, typer.Option("--multiples", help="A bet of several Antes counts as one wager.")
    ] = False,
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """File a limit of the law."""
    entry = LegalLimit(parse_dollars(amount), since, citation, multiples)
    with _writing(db, config) as (registry, now):
        return _told(registry.file(None, entry, now), as_json)


def presets(as_json: JsonOption = False) -> int:
    """List the limits in the box. They are no legal advice."""
    if as_json:
        print_json(msgspec.to_builtins(in_the_box()))
        return 0
    grid = make_grid("id", "amount", "<citation", "<since", "<status", "<source")
    for one in in_the_box():
        amount = show_dollars(one.amount)
        grid.add_row(one.id, amount, one.citation, one.since or "say", one.status, one.source)
    make_console().print(grid)
    return 0


def adopt(
    preset: Annotated[str, typer.Argument(help="The id that `presets` lists.")],
    since: Annotated[str, typer.Option(help="The first day on which it holds.")] = "",
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """File a limit in the box, once the house has reviewed it."""
    with _writing(db, config) as (registry, now):
        return _told(registry.adopt(None, preset, since, now), as_json)


def withdraw(
    number: Annotated[int, typer.Argument(help="The entry's number.")],
    reason: Annotated[str, typer.Option(help="Why it counts no more.")],
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """Withdraw an entry; it stays to be read."""
    with _writing(db, config) as (registry, now):
        return _told(registry.withdraw(None, number, reason, now), as_json)


commands = {
    "list": show,
    "parts": parts,
    "approval": approval,
    "equipment": equipment,
    "limit": limit,
    "presets": presets,
    "adopt": adopt,
    "withdraw": withdraw,
}


def _told(found: Filed | Refused, as_json: bool) -> int:
    if isinstance(found, Refused):
        raise InputError(sentence(found))
    if as_json:
        print_json({"number": found.number, "stands": found.stands})
        return 0
    done = "on file" if found.stands else "withdrawn"
    print(f"Entry {found.number} is {done}.")
    return 0


@contextmanager
def _writing(db: str, config: Path | None) -> Iterator[tuple[Registry, Micros]]:
    """What is on file, and the time at which something is written there."""
    house = read_config(config).house
    with opened(db) as database:
        yield Registry(database, house), time_to_write(database)
