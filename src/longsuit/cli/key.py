"""`longsuit key`: the key of a floor's secrets, shown by name, changed, taken along, brought."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from longsuit.cli.key_places import ConfigOption, places_of
from longsuit.cli.operator import DbOption, opened
from longsuit.cli.output import JsonOption, print_json
from longsuit.core.errors import InputError
from longsuit.floor.secrets.keys import drop_key, key_folder, key_name, make_key, write_key
from longsuit.floor.store.database import DEFAULT_DATABASE
from longsuit.floor.store.floor_key import bring_key, look_for_key, missing, read_noted, rotate_key

NewFile = Annotated[Path, typer.Option("--output", "-o", help="The new file for the key.")]


def show(
    db: DbOption = DEFAULT_DATABASE, config: ConfigOption = None, as_json: JsonOption = False
) -> int:
    """Say what the floor's key is called and where it is; exit 1 if it is not here."""
    with opened(db) as database:
        noted = read_noted(database)
        found = look_for_key(noted, places_of(config))
    name = found.name if found is not None else noted.name
    where = found.where if found is not None else ""
    if as_json:
        print_json({"key": name, "where": where, "sealed": len(noted.sealed)})
    elif found is not None:
        print(f"{name}, in {where}. It seals {len(noted.sealed)} secrets now.")
    elif name or noted.sealed:
        print(missing(name))
    else:
        print("The floor has no key yet: its first start makes or takes one.")
    return 0 if found is not None else 1


def make(output: NewFile, as_json: JsonOption = False) -> int:
    """Make a key for a floor that is given one, such as on PostgreSQL."""
    key = make_key()
    _write(key, output)
    _say(f"{output} has the new key {key_name(key)}.", {"key": key_name(key)}, as_json=as_json)
    return 0


def rotate(
    db: DbOption = DEFAULT_DATABASE,
    seen: Annotated[
        bool, typer.Option("--seen", help="Others may have seen it: trust nothing made with it.")
    ] = False,
    drop_old: Annotated[
        bool, typer.Option("--drop-old", help="Remove the old key from the folder at once.")
    ] = False,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """Seal everything with a new key, all of it or nothing, while no server runs.

    Backups from before need the old key: make one afterwards. Where the key is given, put the new
    one beside the old, a line each, and take the old one away afterwards.
    """
    with opened(db) as database:
        done = rotate_key(database, places_of(config), seen=seen, drop_old=drop_old)
    if as_json:
        print_json(to_builtins(done))
        return 0
    print(f"{done.secrets} secrets are sealed with the key {done.new} now, in {done.where}.")
    print(f"Backups from before need the old key, {done.old}: make a new backup.")
    if done.kept:
        print(f"Once none of them is needed: longsuit key drop {done.old}")
    return 0


def export(
    output: NewFile,
    db: DbOption = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """Write the floor's key to a file, to be kept where neither database nor backups are."""
    with opened(db) as database:
        noted = read_noted(database)
        found = look_for_key(noted, places_of(config))
    if found is None:
        raise InputError(missing(noted.name))
    if noted.file is not None and output.resolve().parent == noted.file.resolve().parent:
        raise InputError(f"{output} would lie beside the database: write it elsewhere.")
    _write(found.key, output)
    told = f"{output} has the key {found.name}: keep it where no backup is."
    _say(told, {"key": found.name, "file": str(output)}, as_json=as_json)
    return 0


def bring(
    file: Annotated[Path, typer.Argument(help="What longsuit key export wrote.")],
    db: DbOption = DEFAULT_DATABASE,
    as_json: JsonOption = False,
) -> int:
    """Put a floor's key where servers of this user find it, if it is that floor's."""
    with opened(db) as database:
        found = bring_key(database, file)
    told = {"key": found.name, "where": found.where}
    _say(f"The key {found.name} is in {found.where} now.", told, as_json=as_json)
    return 0


def drop(
    name: Annotated[str, typer.Argument(help="The name of an old key.")],
    db: DbOption = DEFAULT_DATABASE,
    as_json: JsonOption = False,
) -> int:
    """Remove an old key from the folder; backups that were made with it cannot be run then."""
    with opened(db) as database:
        noted = read_noted(database)
    if name == noted.name:
        raise InputError(f"{name} is the key that this floor has now.")
    if not name.isalnum() or not drop_key(name):
        raise InputError(f"There is no key {name} in {key_folder()}.")
    _say(f"The key {name} is gone.", {"key": name}, as_json=as_json)
    return 0


commands = {
    "show": show,
    "make": make,
    "rotate": rotate,
    "export": export,
    "import": bring,
    "drop": drop,
}


def _write(key: bytes, file: Path) -> None:
    try:
        write_key(key, file)
    except FileExistsError:
        raise InputError(f"{file} is there already: a key goes to a new file.") from None
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}.") from None


def _say(sentence: str, told: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        print_json(told)
    else:
        print(sentence)
