"""Secrets of the floor: seeds of rounds and of Must Hit cycles, encrypted until they are opened.

The key lies in a file beside the database or in the environment, never in the database: who reads
the database cannot read what is sealed in it, and who writes to it cannot make a keyed digest.
"""

import hmac
import os
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from longsuit.core.errors import InputError
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.edges import MACHINE, Edges

KEY_VARIABLE = "LONGSUIT_KEY"
_DIGEST_KEY_BYTES = 32
_DIGEST_PURPOSE = b"longsuit keyed digests"
"""The key of the digests is not the vault's own, though it follows from that."""


def seed_name(table: str, number: int) -> str:
    """What the seed of a round is called in the vault."""
    return f"seed {table} {number}"


def trigger_name(meter: str) -> str:
    """What the secret of a Must Hit meter's cycle is called in the vault."""
    return f"trigger {meter}"


def stream_of(name: str) -> str:
    """The stream that a secret belongs to: with it it is sealed, and with it it is opened."""
    kind, _, place = name.partition(" ")
    return f"meter {place}" if kind == "trigger" else f"table {place.rpartition(' ')[0]}"


def start_of(stream: str) -> str:
    """How the names of a stream's secrets start."""
    kind, _, place = stream.partition(" ")
    return trigger_name(place) if kind == "meter" else seed_name(place, 0)[:-1]


class Safe:
    """Encrypts secrets for the vault, and back."""

    def __init__(self, key: bytes, edges: Edges = MACHINE) -> None:
        self._edges = edges
        try:
            self._fernet = Fernet(key)
        except ValueError:
            raise InputError("The key of the vault is not a key.") from None
        derived = HKDF(SHA256(), _DIGEST_KEY_BYTES, salt=None, info=_DIGEST_PURPOSE)
        self._digest_key = derived.derive(key)

    def __repr__(self) -> str:
        return "Safe(closed)"

    def lock(self, secret: Secret) -> bytes:
        """The secret as it may be stored."""
        return self._fernet.encrypt(secret.open())

    def keyed_digest(self, content: bytes) -> str:
        """HMAC-SHA-256 of some content: nobody can make it without the key."""
        return hmac.digest(self._digest_key, content, "sha256").hex()

    def unlock(self, sealed: bytes) -> Secret:
        """The secret that `lock` stored."""
        try:
            return Secret(self._fernet.decrypt(sealed))
        except InvalidToken:
            raise InputError("The key does not open the vault: it is another floor's.") from None

    def seal(self, told: bytes) -> bytes:
        """What one server of the floor tells another, with the time at which it does."""
        return self._fernet.encrypt_at_time(told, self._seconds())

    def open(self, sealed: bytes, seconds: int) -> bytes | None:
        """What another server told within so many seconds, by either clock; None for all else."""
        try:
            told = self._fernet.decrypt(sealed)
            at = self._fernet.extract_timestamp(sealed)
        except InvalidToken:
            return None
        return told if abs(self._seconds() - at) <= seconds else None

    def _seconds(self) -> int:
        return self._edges.wall() // 1_000_000


def find_key(beside: Path | None, *, in_use: bool = False) -> bytes:
    """The key from the environment, or from the file beside the database, made on first use.

    A vault that holds something already has its key: another would only hide that it is lost.
    """
    if given := os.environ.get(KEY_VARIABLE):
        return given.encode()
    if beside is None:
        raise InputError(f"With PostgreSQL the key of the vault comes in {KEY_VARIABLE}.")
    path = beside.with_name(f"{beside.name}.key")
    if in_use and not path.exists():
        raise InputError(f"The key of the vault, {path}, is missing: put it back.")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes().strip()
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
    key = Fernet.generate_key()
    with os.fdopen(descriptor, "wb") as file:
        file.write(key + b"\n")
    return key
