"""Secrets of the floor: seeds of rounds and of Must Hit cycles, encrypted until they are opened.

The key lies away from the database (`keys`): who reads the database cannot read what is sealed in
it, and who writes to it cannot make a keyed digest.
"""

import hmac
from collections.abc import Callable

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from longsuit.core.errors import InputError
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.edges import MACHINE, Edges

KeyedDigest = Callable[[bytes], str]
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

    def __init__(self, key: bytes, edges: Edges = MACHINE, older: tuple[bytes, ...] = ()) -> None:
        self._edges = edges
        try:
            self._fernet = Fernet(key)
        except ValueError:
            raise InputError("The key of the vault is not a key.") from None
        self._digest_key = digest_key(key)
        self._older = older

    def __repr__(self) -> str:
        return "Safe(closed)"

    def lock(self, secret: Secret) -> bytes:
        """The secret as it may be stored."""
        return self._fernet.encrypt(secret.open())

    def keyed_digest(self, content: bytes) -> str:
        """HMAC-SHA-256 of some content: nobody can make it without the key."""
        return hmac.digest(self._digest_key, content, "sha256").hex()

    def every_digest(self) -> list[KeyedDigest]:
        """The keyed digest, and those of the keys before: what was given away stays good."""
        return [self.keyed_digest, *(_digest_with(one) for one in self._older)]

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


def digest_key(key: bytes) -> bytes:
    """The key of the digests that follows from a vault's key."""
    derived = HKDF(SHA256(), _DIGEST_KEY_BYTES, salt=None, info=_DIGEST_PURPOSE)
    return derived.derive(key)


def _digest_with(key: bytes) -> KeyedDigest:
    return lambda content: hmac.digest(key, content, "sha256").hex()
