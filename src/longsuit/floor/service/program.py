"""The program's own files, held against the release's manifest (CON-31).

A manifest is text: a line with the version, then a SHA-256 digest and a name for each file of the
package. `longsuit program --write FILE` makes one. A release has its own beside its modules,
signed as a note if its maker has a key; a house may keep another where nobody who changes the
program can write, and may name the keys that it believes.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import Key, read_note
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.register.events import ProgramStarted
from longsuit.version import __version__

MANIFEST = "manifest.txt"
"""The name of a release's own manifest, in the package."""
_LARGEST = 1_000_000
_MOST_TOLD = 20
_LEFT_OUT = ("__pycache__", MANIFEST)
_HEAD = "Longsuit "


class Manifest(Struct, frozen=True):
    """The files of a program, by name."""

    version: str
    files: Mapping[str, str]

    @property
    def digest(self) -> str:
        """One digest of all of them."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def text(self) -> str:
        """As it is written."""
        lines = [f"{digest}  {name}" for name, digest in sorted(self.files.items())]
        return "\n".join([f"{_HEAD}{self.version}", *lines, ""])

    def changes(self, other: "Manifest") -> tuple[str, ...]:
        """The files that another does not have, has besides, or has otherwise."""
        names = sorted({*self.files, *other.files})
        return tuple(name for name in names if self.files.get(name) != other.files.get(name))


def own_files(folder: Path | None = None) -> Manifest:
    """The files of the program that runs, each read and digested: some tens of milliseconds."""
    house = folder or Path(str(resources.files("longsuit")))
    found = {}
    for path in house.rglob("*"):
        name = path.relative_to(house)
        if path.is_file() and not any(part in _LEFT_OUT for part in name.parts):
            found[name.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return Manifest(__version__, found)


def read_manifest(path: Path, keys: Sequence[Key] = ()) -> Manifest:
    """A manifest in a file, signed by one of the keys if there are any; else one sentence."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        text = content.decode()
    except OSError as error:
        raise InputError(f"The manifest {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no manifest.") from None
    if len(content) > _LARGEST:
        raise InputError(f"{path} is no manifest.")
    if "\n\n" in text:
        note = read_note(content, _LARGEST)
        text, signed = note.text, bool(note.signers(keys))
    else:
        signed = False
    if keys and not signed:
        raise InputError(f"The manifest {path} is signed by none of the keys that count.")
    head, *lines = text.splitlines() or [""]
    pairs = [line.partition("  ") for line in lines]
    if not head.startswith(_HEAD) or not all(name for _, _, name in pairs):
        raise InputError(f"{path} is no manifest.")
    return Manifest(head.removeprefix(_HEAD), {name: digest for digest, _, name in pairs})


def authenticate(house: HouseConfig, folder: Path | None = None) -> ProgramStarted:
    """The program that starts, against the manifest that the house or the release has.

    Where files were changed and the house asks for it, it does not start.
    """
    own = own_files(folder)
    place = folder or Path(str(resources.files("longsuit")))
    path = Path(house.manifest).expanduser() if house.manifest else place / MANIFEST
    keys = [Key.read(text) for text in house.release_keys]
    if not house.manifest and not keys and not path.is_file():
        return ProgramStarted(own.version, own.digest, "none", house.approvals)
    changed = own.changes(read_manifest(path, keys))
    if changed and house.changed_files == "refuse":
        raise InputError(
            f"{len(changed)} files are not those of the manifest {path}, {changed[0]} the first: "
            "the house does not run a changed program."
        )
    release = "changed" if changed else "same"
    told = changed[:_MOST_TOLD]
    return ProgramStarted(own.version, own.digest, release, house.approvals, told)  # type: ignore[arg-type]
