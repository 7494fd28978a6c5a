"""`longsuit people`: who has an account, a new one, and changes, from where the database is.

Whoever has the database may do it: the log says `operator`.
"""

import getpass
import sys
from typing import Annotated

import msgspec
import typer

from longsuit.cli.operator import DbOption, opened, time_to_write
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.core.errors import InputError
from longsuit.floor.people.identity import ROLES, Person
from longsuit.floor.store.database import DEFAULT_DATABASE
from longsuit.floor.store.people_rows import add_person, change_person, find_person, list_people


def add(
    name: Annotated[str, typer.Argument(help="The name, as it is typed to sign in.")],
    role: Annotated[str, typer.Option(help=f"One of {', '.join(ROLES)}.")],
    db: DbOption = DEFAULT_DATABASE,
    as_json: JsonOption = False,
) -> int:
    """Add a person. The password is asked for, or read from standard input."""
    if role not in ROLES:
        raise InputError(f"A role is one of {', '.join(ROLES)}.")
    password = _ask_password()
    with opened(db) as database:
        person = add_person(database, name, role, password, time_to_write(database))
    if as_json:
        print_json(_plain(person))
    else:
        print(f"{person.name} may sign in as {person.role}.")
    return 0


def change(
    name: Annotated[str, typer.Argument(help="The name, as it is typed to sign in.")],
    role: Annotated[str | None, typer.Option(help=f"One of {', '.join(ROLES)}.")] = None,
    close: Annotated[
        bool | None, typer.Option("--close/--reopen", help="Close the account, or open it again.")
    ] = None,
    password: Annotated[bool, typer.Option("--password", help="Ask for a new password.")] = False,
    unlock: Annotated[bool, typer.Option("--unlock", help="Forgive bad tries.")] = False,
    db: DbOption = DEFAULT_DATABASE,
    as_json: JsonOption = False,
) -> int:
    """Change a person. A new password is asked for, or read from standard input."""
    if role is not None and role not in ROLES:
        raise InputError(f"A role is one of {', '.join(ROLES)}.")
    if role is None and close is None and not password and not unlock:
        raise InputError("Say what is to change: --role, --close, --reopen, --password, --unlock.")
    with opened(db) as database:
        if find_person(database, name) is None:
            raise InputError("No one has that name.")
        person = change_person(
            database,
            name,
            time_to_write(database),
            role=role,
            active=None if close is None else not close,
            password=_ask_password() if password else None,
            unlock=unlock,
        )
    if as_json:
        print_json(_plain(person))
    else:
        may = f"may sign in as {person.role}" if person.active else "may not sign in"
        print(f"{person.name} {may}.")
    return 0


def show(db: DbOption = DEFAULT_DATABASE, as_json: JsonOption = False) -> int:
    """List everyone with an account."""
    with opened(db) as database:
        people = list_people(database)
    if as_json:
        print_json([_plain(person) for person in people])
        return 0
    grid = make_grid("name", "<role", "<account")
    for person in people:
        grid.add_row(person.name, person.role, "open" if person.active else "closed")
    make_console().print(grid)
    return 0


commands = {"add": add, "change": change, "list": show}


def _plain(person: Person) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(person)
    return {field: told[field] for field in ("name", "role", "active")}


def _ask_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != password:
        raise InputError("The two passwords are not the same.")
    return password
