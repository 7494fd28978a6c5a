"""Checkpoints as signed notes, in the public forms that other tools read.

The forms are those of c2sp.org: signed-note, tlog-checkpoint and tlog-cosignature. A note is some
text and lines of signatures under it; a checkpoint's text is the name of the log, how many leaves
its tree has, and the root. A signature of the second kind carries the time at which it was made.
"""

import base64
import binascii
import hashlib
import re
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.merkle import HASH_BYTES, MOST_LEAVES

MOST_NOTE_BYTES = 16_384
MOST_SIGNATURES = 64
MOST_NAME = 400
SIGNED, TIMED = 1, 4
"""What is signed: the note alone, or the note and the time."""
_DASH = "— "
_ID_BYTES = 4
_SIZES = {SIGNED: 64, TIMED: 72}
_NO_TEXT = re.compile(r"[\x00-\x09\x0b-\x1f]")


class NoteError(InputError):
    """A note, or a key, that is none, or is not signed by whom it says; in one sentence."""


class Key(Struct, frozen=True):
    """A public key as verifiers are given it: ``name+id+key``."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """By which a signature names it, with its name."""
        return _id_of(self.name, self.kind, self.public)

    def __str__(self) -> str:
        key = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{key}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A key from its text."""
        wrong = NoteError("A public key is a line such as name+1234abcd+AbCd...=.")
        if len(text) > 2 * MOST_NAME:
            raise wrong
        parts = text.strip().split("+", 2)
        data = _bytes_of(parts[2]) if len(parts) == 3 else None
        if data is None or len(data) != 1 + HASH_BYTES or data[0] not in _SIZES:
            raise wrong
        key = cls(parts[0], data[0], data[1:])
        if not is_name(key.name) or parts[1] != key.id.hex():
            raise wrong
        return key

    def timed(self) -> "Key":
        """The same key, for signatures with a time."""
        return Key(self.name, TIMED, self.public)

    def verify(self, text: str, signature: bytes) -> int | None:
        """The time in a signature of this key, or None where its kind has none."""
        at, message = None, text.encode()
        if len(signature) != _SIZES[self.kind]:
            raise NoteError(f"The signature of {self.name} is not good.")
        if self.kind == TIMED:
            (at,) = struct.unpack(">Q", signature[:8])
            message, signature = _timed(text, at), signature[8:]
        if not _is_signed(self.public, signature, message):
            raise NoteError(f"The signature of {self.name} is not good.")
        return at


@lru_cache(maxsize=64)
def _is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the key has signed these bytes. A checkpoint is looked at far oftener than made."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=64)
def _id_of(name: str, kind: int, public: bytes) -> bytes:
    told = name.encode() + b"\n" + bytes([kind]) + public
    return hashlib.sha256(told).digest()[:_ID_BYTES]


def is_name(name: str) -> bool:
    """Whether a key or a log may be called so."""
    return 0 < len(name) <= MOST_NAME and name.isprintable() and not set(name) & set("+ ")


def _timed(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def signature_line(key: Key, private: Ed25519PrivateKey, text: str, at: int) -> str:
    """The line under a note by which a key signs it; the time counts for one of that kind."""
    message, before = text.encode(), b""
    if key.kind == TIMED:
        message, before = _timed(text, at), struct.pack(">Q", at)
    return str(Signature(key.name, key.id, before + private.sign(message)))


class Signature(Struct, frozen=True):
    """A line under a note, not yet believed."""

    name: str
    id: bytes
    data: bytes

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {base64.b64encode(self.id + self.data).decode()}\n"


class Note(Struct, frozen=True):
    """A text and its signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    def signers(self, keys: Iterable[Key]) -> list[tuple[Key, int | None]]:
        """The known keys that signed it, with their times; one bad signature spoils the note."""
        known = {(key.name, key.id): key for key in keys}
        return [
            (key, key.verify(self.text, one.data))
            for one in self.signatures
            if (key := known.get((one.name, one.id))) is not None
        ]

    def adding(self, lines: Iterable[str]) -> "Note":
        """The same note with more signatures."""
        more = tuple(_signature(line.rstrip("\n")) for line in lines)
        return Note(self.text, (*self.signatures, *more)[:MOST_SIGNATURES])


class Checkpoint(Struct, frozen=True):
    """What a log is at some size."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """As it is signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def read_note(data: bytes, most: int = MOST_NOTE_BYTES) -> Note:
    """A signed note of at most so many bytes; nothing of it is believed yet."""
    if len(data) > most:
        raise NoteError(f"A signed note has {most} bytes at most.")
    try:
        told = data.decode()
    except UnicodeDecodeError:
        raise NoteError("A signed note is text.") from None
    if _NO_TEXT.search(told):
        raise NoteError("A signed note is plain text.")
    head, gap, tail = told.rpartition("\n\n")
    lines = tail.split("\n")
    if not gap or lines.pop() != "" or not 0 < len(lines) <= MOST_SIGNATURES:
        raise NoteError("The note is not signed, or is cut.")
    return Note(f"{head}\n", tuple(map(_signature, lines)))


def _signature(line: str) -> Signature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    data = _bytes_of(encoded)
    if not line.startswith(_DASH) or not is_name(name) or data is None or len(data) <= _ID_BYTES:
        raise NoteError("A line under the note is no signature.")
    return Signature(name, data[:_ID_BYTES], data[_ID_BYTES:])


def read_signatures(text: str) -> tuple[Signature, ...]:
    """Lines of signatures alone."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise NoteError(f"There are {MOST_SIGNATURES} signatures at most.")
    return tuple(map(_signature, lines))


def read_checkpoint(note: Note) -> Checkpoint:
    """What a note says of a log. Lines after the third are somebody's own, and are passed over."""
    lines = note.text.split("\n")[:-1]
    wrong = NoteError("The note is no checkpoint.")
    if len(lines) < 3 or not all(lines) or len(lines[1]) > len(str(MOST_LEAVES)):
        raise wrong
    origin, size, encoded = lines[:3]
    tree_root = _bytes_of(encoded)
    if not (size.isascii() and size.isdigit() and str(int(size)) == size):
        raise wrong
    if int(size) > MOST_LEAVES or tree_root is None or len(tree_root) != HASH_BYTES:
        raise wrong
    return Checkpoint(origin, int(size), tree_root)


def read_keys(text: str) -> list[Key]:
    """Public keys, one a line; empty lines and those that begin with # are passed over."""
    lines = [line.strip() for line in text.splitlines()]
    return [Key.read(line) for line in lines if line and not line.startswith("#")]


def with_times(keys: Sequence[Key]) -> list[Key]:
    """Keys of logs also for the signatures with a time that they make."""
    return [*keys, *(key.timed() for key in keys if key.kind == SIGNED)]


def _bytes_of(text: str) -> bytes | None:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    # One text for one value: the unused bits at the end are zero.
    return found if base64.b64encode(found).decode() == text else None
