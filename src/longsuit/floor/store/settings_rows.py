"""Settings of a floor as rows: a name and a text."""

from sqlalchemy import Connection, delete, select

from longsuit.floor.store.bulk import put
from longsuit.floor.store.schema import settings


def read_setting(connection: Connection, name: str) -> str:
    """A setting; empty where there is none."""
    found = connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar()
    return found if isinstance(found, str) else ""


def write_setting(connection: Connection, name: str, value: str) -> None:
    """Have a setting, in place of what it was."""
    statement = put(connection.dialect.name, settings, "name")
    connection.execute(statement, {"name": name, "value": value})


def drop_setting(connection: Connection, name: str) -> None:
    """Have no such setting."""
    connection.execute(delete(settings).where(settings.c.name == name))
