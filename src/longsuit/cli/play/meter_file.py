"""Meters kept between games: beside the saved rounds lies a file of what happened to the meters.

``FILE.meters`` has one line for each round, whole or not there at all: a line that was cut off is
dropped. ``FILE.sealed`` has the secrets of Must Hit triggers, readable by their owner alone and
told to nobody before they are opened. ``FILE.lock`` keeps a second game out.
"""

import os
from pathlib import Path

import msgspec

from longsuit.core.errors import InputError
from longsuit.core.progressive.codec import decode_meter_event, encode
from longsuit.core.progressive.events import MeterEvent, TableJoined
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.house import House
from longsuit.core.progressive.must_hit import Secret, commitment
from longsuit.floor.store.file_lock import lock_beside


class _Told(msgspec.Struct):
    meter: str
    event: msgspec.Raw


_lines = msgspec.json.Decoder(list[_Told])


class MeterBook:
    """What has happened to the meters, in memory until a round is over and then on disk."""

    def __init__(self, save: Path | None) -> None:
        self._save = save
        self._waiting: list[_Told] = []
        self._keeping = False
        self._known: dict[str, str] = {}
        """The secrets on disk, by their commitments."""
        self._lock = None
        if save is not None:
            self._lock = lock_beside(save, f"Another game is being saved to {save}.")

    @property
    def _meters(self) -> Path:
        assert self._save is not None
        return self._save.with_name(f"{self._save.name}.meters")

    @property
    def _sealed(self) -> Path:
        assert self._save is not None
        return self._save.with_name(f"{self._save.name}.sealed")

    def note(self, stream: str, event: TableEvent | MeterEvent) -> None:
        """Told of everything that happens; keeps what happens to meters."""
        kind, _, meter = stream.partition(" ")
        if self._keeping and kind == "meter" and not isinstance(event, TableJoined):
            self._waiting.append(_Told(meter, msgspec.Raw(encode(event))))

    def close(self) -> None:
        """Let another game have the file."""
        if self._lock is not None:
            self._lock.close()

    # Reading

    def load(self, house: House) -> None:
        """Put the meters of earlier games, with their secrets, into the house."""
        if self._save is None:
            return
        for number, line in enumerate(_whole_lines(self._meters), 1):
            try:
                for told in _lines.decode(line):
                    house.record_meter(told.meter, decode_meter_event(told.event))
            except (msgspec.DecodeError, ValueError, KeyError, ArithmeticError):
                raise InputError(f"{self._meters}, line {number} does not read.") from None
        for name, meter in house.meters.items():
            if meter.off_by or meter.value < 0 or meter.reserve < 0:
                raise InputError(f"{self._meters} does not add up: look at the meter {name}.")
        self._open_vault(house)
        self._keeping = True

    def _open_vault(self, house: House) -> None:
        for line in _whole_lines(self._sealed):
            sealed, _, content = line.decode("ascii", "replace").partition(" ")
            self._known[sealed] = content
        for name, meter in house.meters.items():
            if meter.sealed is None:
                continue
            try:
                secret = Secret(bytes.fromhex(self._known[meter.sealed.commitment]))
            except (KeyError, ValueError):
                raise InputError(
                    f"The sealed trigger of the meter {name} is not in {self._sealed}; "
                    "start with another file."
                ) from None
            if commitment(meter.must_hit_cycle(), secret) != meter.sealed.commitment:
                raise InputError(f"{self._sealed} is not what was sealed for the meter {name}.")
            house.vault[name] = secret

    # Writing

    def write(self, house: House) -> None:
        """What has happened goes to disk, the secrets first."""
        if self._save is None or not self._waiting:
            return
        for name, meter in house.meters.items():
            sealed = meter.sealed
            if sealed is not None and sealed.commitment not in self._known:
                secret = house.vault[name].open().hex()
                _append(self._sealed, f"{sealed.commitment} {secret}\n".encode())
                self._known[sealed.commitment] = secret
        _append(self._meters, msgspec.json.encode(self._waiting) + b"\n")
        self._waiting = []


def _append(path: Path, content: bytes) -> None:
    """Add to a file that only its owner reads, in one go; what was cut off before goes first."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "r+b") as file:
            path.chmod(0o600)
            file.truncate(len(_whole(file.read())))
            file.seek(0, os.SEEK_END)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None


def _whole(content: bytes) -> bytes:
    """Up to the last line that has its end."""
    return content[: content.rfind(b"\n") + 1]


def _whole_lines(path: Path) -> list[bytes]:
    try:
        return [line for line in _whole(path.read_bytes()).split(b"\n") if line.strip()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
