"""Names as numbers: of streams, people, accounts and programs, which rows name again and again.

The numbers are the database's own and mean nothing outside it: hashes and books are of the names.
"""

import uuid
from collections.abc import Iterable

from sqlalchemy import BindParameter, Connection, ScalarSelect, bindparam, select

from longsuit.floor.store.bulk import insert_once
from longsuit.floor.store.schema import names

_MOST_KEPT = 50_000
"""Names whose numbers are kept at hand; guests come under new ones for ever."""
_NUMBERS = select(names.c.name, names.c.id).where(
    names.c.name.in_(bindparam("wanted", expanding=True))
)


class Names:
    """The numbers of names in one database."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def numbers(self, connection: Connection, wanted: Iterable[str]) -> dict[str, int]:
        """The number of each name; those that have none yet get one in this transaction."""
        here = set(wanted)
        missing = sorted(here - self._known.keys())
        if not missing:
            return self._known
        found = _look_up(connection, missing)
        numbers = {name: self._known[name] for name in here - set(missing)} | found
        if new := [name for name in missing if name not in found]:
            # They may still be given up with the transaction, and are kept once looked up again.
            statement = insert_once(connection.dialect.name, names, "name")
            connection.execute(statement, [{"name": name} for name in new])
            numbers |= _look_up(connection, new)
        if len(self._known) + len(found) > _MOST_KEPT:
            self._known.clear()
        self._known.update(found)
        return numbers


def number_of(name: "str | BindParameter[str]") -> ScalarSelect[int]:
    """The number of a name, inside a query."""
    return select(names.c.id).where(names.c.name == name).scalar_subquery()


def _look_up(connection: Connection, wanted: list[str]) -> dict[str, int]:
    return {row[0]: row[1] for row in connection.execute(_NUMBERS, {"wanted": wanted})}


# Keys of commands

_HEX_LETTERS, _UUID_LETTERS = 32, 36
_AS_HEX, _AS_UUID = b"\0", b"\1"
"""Before 16 bytes; no key begins with either."""


def pack_key(key: str) -> bytes:
    """The key of a command: 16 bytes of chance as such, and anything else as its text."""
    if len(key) == _HEX_LETTERS and not key.strip("0123456789abcdef"):
        return _AS_HEX + bytes.fromhex(key)
    if len(key) != _UUID_LETTERS:
        return key.encode()
    try:
        found = uuid.UUID(key)
    except ValueError:
        return key.encode()
    return _AS_UUID + found.bytes if str(found) == key else key.encode()


def unpack_key(packed: bytes) -> str:
    """The key that `pack_key` wrote."""
    if packed[:1] == _AS_HEX:
        return packed[1:].hex()
    if packed[:1] == _AS_UUID:
        return str(uuid.UUID(bytes=packed[1:]))
    return packed.decode()
