"""What a floor notes of its key: the key's name, and what proofs made with older keys need."""

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import Connection, select

from longsuit.floor.secrets.keys import MOST_KEYS
from longsuit.floor.store.schema import vault
from longsuit.floor.store.settings_rows import drop_setting, read_setting, write_setting

KEY_NAME = "vault key"
"""The setting with the name of the key."""
_OLDER = "older digest keys"
"""The setting with the keys of older digests, sealed with today's key."""


def noted_key(connection: Connection) -> str:
    """The name of the key that the vault is sealed with; empty before it was noted."""
    return read_setting(connection, KEY_NAME)


def note_key(connection: Connection, name: str) -> None:
    """Note that the vault is sealed with that key from now on."""
    write_setting(connection, KEY_NAME, name)


def older_digests(connection: Connection, key: bytes) -> tuple[bytes, ...]:
    """The keys of older digests, newest first; none where somebody has touched the row."""
    sealed = read_setting(connection, _OLDER)
    if not sealed:
        return ()
    try:
        return tuple(msgspec.msgpack.decode(Fernet(key).decrypt(sealed), type=list[bytes]))
    except (InvalidToken, msgspec.DecodeError):
        return ()


def keep_digests(connection: Connection, key: bytes, older: tuple[bytes, ...]) -> None:
    """Keep the keys of older digests, as many as are worth it, sealed with another key."""
    if not older:
        drop_setting(connection, _OLDER)
        return
    content = msgspec.msgpack.encode(list(older[:MOST_KEYS]))
    write_setting(connection, _OLDER, Fernet(key).encrypt(content).decode())


def sealed_secrets(connection: Connection) -> dict[str, bytes]:
    """Every sealed secret, by its name."""
    return {row.name: _as_bytes(row.sealed) for row in connection.execute(select(vault))}


def _as_bytes(sealed: bytes | str) -> bytes:
    """SQLite gives back text where somebody has put text."""
    return sealed.encode() if isinstance(sealed, str) else bytes(sealed)
