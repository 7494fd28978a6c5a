"""Meters kept between games: beside the saved rounds lies a file of what happened to the meters.

``FILE.meters`` has one line for each event of a meter, ``FILE.sealed`` the secrets of Must Hit
triggers, readable by their owner alone and told to nobody.
"""

import os
from pathlib import Path

import msgspec

from longsuit.errors import InputError
from longsuit.progressive.codec import decode_meter_event, encode
from longsuit.progressive.events import MeterEvent, TableJoined
from longsuit.progressive.evolve import TableEvent
from longsuit.progressive.house import House
from longsuit.progressive.sealed import Secret


class _Line(msgspec.Struct):
    meter: str
    event: msgspec.Raw


_lines = msgspec.json.Decoder(_Line)


class MeterBook:
    """What has happened to the meters, in memory until a round is over and then on disk."""

    def __init__(self, save: Path | None) -> None:
        self._meters = save.with_name(f"{save.name}.meters") if save is not None else None
        self._sealed = save.with_name(f"{save.name}.sealed") if save is not None else None
        self._waiting: list[bytes] = []
        self._keeping = False
        self._known: dict[str, str] = {}
        """The secrets on disk, by their commitments."""

    def note(self, stream: str, event: TableEvent | MeterEvent) -> None:
        """Told of everything that happens; keeps what happens to meters."""
        kind, _, meter = stream.partition(" ")
        if self._keeping and kind == "meter" and not isinstance(event, TableJoined):
            line = _Line(meter, msgspec.Raw(encode(event)))
            self._waiting.append(msgspec.json.encode(line) + b"\n")

    def load(self, house: House) -> None:
        """Put the meters of earlier games, with their secrets, into the house."""
        if self._meters is not None and self._meters.exists():
            for number, line in enumerate(_read(self._meters).splitlines(), 1):
                try:
                    told = _lines.decode(line)
                    house.record_meter(told.meter, decode_meter_event(told.event))
                except (msgspec.DecodeError, ValueError, KeyError):
                    raise InputError(f"{self._meters}, line {number} does not read.") from None
            self._open_vault(house)
        self._keeping = self._meters is not None

    def _open_vault(self, house: House) -> None:
        assert self._sealed is not None
        if self._sealed.exists():
            for line in _read(self._sealed).splitlines():
                commitment, _, content = line.decode("ascii", "replace").partition(" ")
                self._known[commitment] = content
        for name, meter in house.meters.items():
            if meter.sealed is not None:
                try:
                    house.vault[name] = Secret(bytes.fromhex(self._known[meter.sealed.commitment]))
                except (KeyError, ValueError):
                    raise InputError(
                        f"The sealed trigger of the meter {name} is not in {self._sealed}; "
                        "start with another file."
                    ) from None

    def write(self, house: House) -> None:
        """A round is over: what happened goes to disk, the secrets first."""
        if self._meters is None or self._sealed is None or not self._waiting:
            return
        try:
            self._write_secrets(self._sealed, house)
            with self._meters.open("ab") as book:
                book.writelines(self._waiting)
        except OSError as error:
            raise InputError(f"{self._meters} cannot be written: {error.strerror}.") from None
        self._waiting = []

    def _write_secrets(self, path: Path, house: House) -> None:
        for name, meter in house.meters.items():
            sealed = meter.sealed
            if sealed is not None and sealed.commitment not in self._known:
                secret = house.vault[name].open().hex()
                with os.fdopen(os.open(path, _NEW_OR_MORE, 0o600), "w") as file:
                    file.write(f"{sealed.commitment} {secret}\n")
                self._known[sealed.commitment] = secret


_NEW_OR_MORE = os.O_WRONLY | os.O_CREAT | os.O_APPEND


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
