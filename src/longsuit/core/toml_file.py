"""TOML that a user writes: read once, and refused with the file and line at fault."""

import re
import tomllib
from typing import Any, NoReturn

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_number

_HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=""")


_DEEPEST = 20
"""Parts of a header that are told apart; whatever lies deeper is in no file of ours."""


class Places:
    """Where each key stands, so that a complaint can name its line.

    A path is ``game.dealer.ties``, or ``paytable#2.pays.4-card flush`` in the second of several
    tables. A light scan, not a parser: where it is mistaken, only a line number is.
    """

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines: dict[str, int] = {}
        self.twice = ""
        """A complaint about the first key that stands twice; the parser decides if it is one."""
        self._counts: dict[str, int] = {}
        section = ""
        lines = text.split("\n")
        self.longest = 1 + max(range(len(lines)), key=lambda at: len(lines[at]))
        for number, line in enumerate(lines, start=1):
            if header := _HEADER.fullmatch(line.rstrip("\r")):
                section = self._section(header[2], several=header[1] == "[[")
                self._note(section, number, "section")
            elif key := _KEY.match(line):
                name = key[1].strip("\"'")
                what = "hand" if section.endswith(".pays") else "key"
                self._note(f"{section}.{name}" if section else name, number, what)

    def _section(self, name: str, *, several: bool) -> str:
        """The path of a header, each list of tables in it at its last entry."""
        path = ""
        parts = [part.strip().strip("\"'") for part in name.split(".", _DEEPEST)]
        for depth, part in enumerate(parts, start=1):
            path = f"{path}.{part}" if path else part
            if several and depth == len(parts):
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = f"{path}#{self._counts[path]}"
        return path

    def _note(self, path: str, number: int, what: str) -> None:
        if path in self.lines:
            name = re.sub(r"^.*#\d+\.", "", path).removeprefix("pays.")
            twice = f"{self.file}, line {number}: the {what} '{name}' is here twice."
            self.twice = self.twice or twice
        self.lines.setdefault(path, number)

    def refuse(self, path: str, why: str) -> NoReturn:
        """Complain about a place, or about the nearest one around it that can be named."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        raise InputError(f"{self.file}, line {self.lines.get(path, 1)}: {why}.")


class Nowhere(Places):
    """What is in no file, so that a complaint has no line to name."""

    def refuse(self, path: str, why: str) -> NoReturn:  # noqa: ARG002
        raise InputError(f"{self.file}: {why}.")


def parse_toml(text: str, file: str) -> tuple[dict[str, Any], Places]:
    """A TOML text and the places of its keys; `file` is the name that complaints carry."""
    text = text.removeprefix("\ufeff")
    places = Places(text, file)
    try:
        read = tomllib.loads(text, parse_float=lambda number: read_number(number) or number)
    except tomllib.TOMLDecodeError as error:
        if places.twice:
            raise InputError(places.twice) from None
        found = re.search(r"\(at line (\d+)", str(error))
        where = f"{file}, line {found[1]}" if found else f"{file}, at its end"
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise InputError(f"{where}: this is not TOML: {what[:1].lower()}{what[1:]}.") from None
    except (ValueError, RecursionError):
        # tomllib says neither where nor in plain words.
        raise InputError(f"{file}, line {places.longest}: this is too long or too deep.") from None
    return read, places
