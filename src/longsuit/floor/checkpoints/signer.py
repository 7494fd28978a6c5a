"""Private keys of logs and witnesses: each in a file of its own, away from any database."""

import os
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import SIGNED, TIMED, Checkpoint, Key, signature_line

CHECKPOINT_KEY_VARIABLE = "LONGSUIT_CHECKPOINT_KEY"
"""Names the file of the key, where the command does not."""
_MOST_KEY_BYTES = 4096


class Signer:
    """Signs checkpoints; several keys while one takes the place of another."""

    def __init__(self, keys: Sequence[Ed25519PrivateKey]) -> None:
        self._keys = tuple(keys)

    def __repr__(self) -> str:
        return f"Signer({len(self._keys)} keys)"

    def keys(self, name: str) -> list[Key]:
        """Its public keys, as those of a log of that name."""
        return [Key(name, SIGNED, _public(one)) for one in self._keys]

    def witness_keys(self, name: str) -> list[Key]:
        """Its public keys, as those of a witness of that name."""
        return [Key(name, TIMED, _public(one)) for one in self._keys]

    def sign_text(self, name: str, text: str) -> str:
        """A text of any kind as a note that is signed in that name."""
        pairs = zip(self.keys(name), self._keys, strict=True)
        return f"{text}\n{''.join(signature_line(key, one, text, 0) for key, one in pairs)}"

    def sign(self, checkpoint: Checkpoint, seconds: int) -> str:
        """The checkpoint of a log: signed, and signed with the time."""
        text, name = checkpoint.text, checkpoint.origin
        lines = [
            signature_line(Key(name, kind, _public(one)), one, text, seconds)
            for one in self._keys
            for kind in (SIGNED, TIMED)
        ]
        return f"{text}\n{''.join(lines)}"

    def cosign(self, name: str, text: str, seconds: int) -> str:
        """The lines by which a witness signs a checkpoint that it has seen."""
        pairs = zip(self.witness_keys(name), self._keys, strict=True)
        return "".join(signature_line(key, one, text, seconds) for key, one in pairs)


def _public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def default_key_file(what: str) -> Path:
    """Where a key lies if nobody says: with the settings of the user, and not beside a floor."""
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(settings) / "longsuit" / f"{what}.pem"


def open_signer(files: Sequence[Path], *, make: bool) -> Signer:
    """The keys of these files; the first is made if it is not there and may be made."""
    return Signer([_read_key(one, make=make and one == files[0]) for one in files])


def _read_key(file: Path, *, make: bool) -> Ed25519PrivateKey:
    try:
        if make and not file.exists():
            _make_key(file)
        with file.open("rb") as opened:
            data = opened.read(_MOST_KEY_BYTES)
    except FileNotFoundError:
        raise InputError(f"There is no key in {file}.") from None
    except OSError as error:
        raise InputError(f"The key in {file} cannot be had: {error.strerror}.") from None
    try:
        key = load_pem_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(f"{file} is not an Ed25519 key in PEM form without a password.")
    return key


def _make_key(file: Path) -> None:
    """Nobody else can read it, and whoever comes second finds it whole."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    part = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        os.link(part, file)
    except FileExistsError:
        pass
    finally:
        part.unlink()
