"""What a witness keeps: the keys that it trusts, and the checkpoints that it has seen.

A file of JSON lines that is only added to, so that no crash takes anything that was kept before. A
line that a crash cut short is dropped when the file is opened again: nothing was signed by it yet.
"""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import (
    MOST_NOTE_BYTES,
    Checkpoint,
    Key,
    Note,
    NoteError,
    read_checkpoint,
    read_note,
    with_times,
)

AFTER = "/after-"
"""In the name of a log that was put back from a copy: after so many records.

A mark by chance follows them: another log that was put back from the same copy is not this one."""
MOST_NOTES = 20_000
"""Checkpoints in a file; then every second one of its older half is let go."""
MOST_KEPT_BYTES = 1_900
"""Of one note: as JSON it may have twice as many, and a full file is still read again."""
_MOST_LINE = 2 * MOST_NOTE_BYTES
_MOST_BYTES = MOST_NOTES * 4_000


def restored_name(name: str, size: int) -> str:
    """The name of a log that was put back, from now on."""
    return f"{name}{AFTER}{size}.{secrets.token_hex(4)}"


def restored_to(name: str, origin: str) -> str:
    """To how many records a log was put back, by its name; empty where that says nothing of it."""
    if not name.startswith(f"{origin}{AFTER}"):
        return ""
    return name.removeprefix(f"{origin}{AFTER}").partition("/")[0].partition(".")[0]


class Line(Struct, frozen=True, omit_defaults=True):
    """The first line has keys, and every other a signed checkpoint."""

    keys: tuple[str, ...] = ()
    """Of the floor's log."""
    own: tuple[str, ...] = ()
    """Of the witness."""
    note: str = ""


class Content(Struct):
    """What is in a file."""

    keys: list[Key]
    own: list[Key]
    notes: list[Note]
    whole: int
    """How many of its bytes are whole lines."""


class Witnessed(Struct, frozen=True):
    """A checkpoint that was signed, and by whom."""

    checkpoint: Checkpoint
    note: Note
    signers: tuple[str, ...]
    seconds: int
    """The latest time in any of its signatures; 0 without one."""


_line = msgspec.json.Decoder(Line)


def verify(note: Note, keys: Sequence[Key]) -> Witnessed:
    """A checkpoint, once a key that is known has signed it."""
    checkpoint = read_checkpoint(note)
    signed = note.signers(known_keys(keys, checkpoint))
    if not signed:
        raise NoteError(f"The checkpoint of {checkpoint.size} records has no signature of a key.")
    names = tuple(dict.fromkeys(key.name for key, _ in signed))
    return Witnessed(checkpoint, note, names, max(at or 0 for _, at in signed))


def known_keys(keys: Sequence[Key], checkpoint: Checkpoint) -> list[Key]:
    """Keys in every form in which they may sign a checkpoint."""
    return [*with_times(keys), *with_times(_renamed(keys, checkpoint.origin))]


def _renamed(keys: Sequence[Key], origin: str) -> list[Key]:
    """The same keys for a log that was put back from a copy, and whose name says so."""
    return [
        Key(origin, key.kind, key.public) for key in keys if origin.startswith(f"{key.name}{AFTER}")
    ]


def parse(data: bytes) -> Content:
    """What a file has. One note alone, as a floor gives it out, is such a file too."""
    if len(data) > _MOST_BYTES:
        raise InputError("The file of checkpoints is too large.")
    if not data.startswith(b"{"):
        return Content([], [], [read_note(data)], len(data))
    found = Content([], [], [], 0)
    for raw in data.splitlines(keepends=True):
        if not raw.endswith(b"\n"):
            break
        if len(raw) > _MOST_LINE:
            raise InputError("A line of the file of checkpoints is too long.")
        try:
            line = _line.decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            number = len(found.notes) + 2
            raise InputError(f"Line {number} of the file of checkpoints is damaged.") from None
        found.keys += map(Key.read, line.keys)
        found.own += map(Key.read, line.own)
        if line.note:
            found.notes.append(read_note(line.note.encode()))
        found.whole += len(raw)
    return found


def read_file(path: Path) -> bytes:
    """A file, if it is not too large."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    return data


class WitnessFile:
    """The file of one witness, of one floor."""

    def __init__(self, path: Path, own: Sequence[Key]) -> None:
        self._path, self._own = path, tuple(own)
        self.keys: list[Key] = []
        """Of the floor's log."""
        self._notes: list[str] = []
        self.last: Witnessed | None = None
        if path.exists():
            found = parse(read_file(path))
            if found.whole < path.stat().st_size:
                os.truncate(path, found.whole)
            self.keys = found.keys
            self._notes = [str(note) for note in found.notes]
            if found.notes:
                self.last = verify(found.notes[-1], self.keys)

    @property
    def heard(self) -> int:
        """When the floor last said something good, in seconds: the time of the file itself."""
        return int(self._path.stat().st_mtime)

    @heard.setter
    def heard(self, seconds: int) -> None:
        os.utime(self._path, (seconds, seconds))

    def begin(self, keys: Sequence[Key]) -> None:
        """Trust these keys of a floor, from now on."""
        self.keys = list(keys)
        self._write_all()

    def keep(self, seen: Witnessed) -> None:
        """It is on disk when this returns."""
        if len(self._notes) >= MOST_NOTES:
            half = len(self._notes) // 2
            self._notes = [*self._notes[:half:2], *self._notes[half:]]
            self._write_all()
        self._notes.append(str(seen.note))
        with self._path.open("ab") as file:
            file.write(_encode(Line(note=str(seen.note))))
            file.flush()
            os.fsync(file.fileno())
        self.last = seen

    def keep_evidence(self, *seen: Witnessed) -> None:
        """Checkpoints that the floor has signed and that contradict each other, in a file beside.

        It is of the same form, so an audit reads it.
        """
        keys = Line(keys=tuple(map(str, self.keys)))
        lines = [keys, *(Line(note=str(one.note)) for one in seen)]
        with self._path.with_name(f"{self._path.name}.fork").open("ab") as file:
            file.writelines(map(_encode, lines))
            file.flush()
            os.fsync(file.fileno())

    def _write_all(self) -> None:
        part = self._path.with_name(f"{self._path.name}.part")
        with part.open("wb") as file:
            own = tuple(map(str, self._own))
            file.write(_encode(Line(keys=tuple(map(str, self.keys)), own=own)))
            file.writelines(_encode(Line(note=note)) for note in self._notes)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._path)


def _encode(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"
