"""A section of a game file, read key by key."""

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any, NoReturn

from longsuit.core.errors import InputError
from longsuit.core.games.game import read_qualifier
from longsuit.core.paytable import is_typed_pay
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.ranking import FlushKey
from longsuit.core.toml_file import Places

LONGEST_TEXT = 200
_LONGEST_ID = 40
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Section:
    """A section of the file, with its place; whatever is wrong in it is refused with its line."""

    def __init__(self, entry: object, place: str, places: Places, known: Collection[str]) -> None:
        self.place, self.places = place, places
        if not isinstance(entry, dict):
            self.refuse("", f"'{place.rpartition('.')[2]}' is a section of its own: [{place}]")
        self.entry: dict[str, Any] = entry
        for key in entry:
            if key not in known:
                self.refuse(key, f"'{key}' is not known here; expected: {', '.join(sorted(known))}")

    def refuse(self, key: str, why: str) -> NoReturn:
        self.places.refuse(f"{self.place}.{key}" if key else self.place, why)

    def needed(self, key: str) -> Any:
        if key not in self.entry:
            what = self.place.rpartition(".")[2].partition("#")[0]
            self.refuse("", f"the {what} has no {key}")
        return self.entry[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self.entry:
            return default
        value = self.needed(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, f"the {key} is text in quotes")
        if not value.isprintable() or len(value) > LONGEST_TEXT:
            self.refuse(key, f"the {key} is one line of up to {LONGEST_TEXT} plain signs")
        return value

    def id(self, key: str = "id") -> str:
        value = self.text(key)
        if not _ID.fullmatch(value) or len(value) > _LONGEST_ID:
            why = f"the {key} is small letters, digits and single hyphens, not '{shorten(value)}'"
            self.refuse(key, why)
        return value

    def flush(self, key: str) -> FlushKey:
        """The lowest flush that will do, such as 932 or 9-high-3."""
        written = self.text(key)
        try:
            return read_qualifier(written)
        except InputError as error:
            self.refuse(key, str(error).rstrip("."))

    def odds(self, key: str, value: object) -> Fraction:
        """What a win pays, to 1; nothing too."""
        odds = read_number(value)
        if odds is None or not is_typed_pay(odds):
            why = f"odds are 0, a number above it or a fraction in quotes, not {shorten(value)}"
            self.refuse(key, why)
        return odds

    def one_of(self, key: str, known: tuple[str, ...], default: str | None = None) -> Any:
        value = self.needed(key) if default is None else self.entry.get(key, default)
        if value not in known:
            self.refuse(key, f"{key} is one of {', '.join(known)}, not {shorten(value)}")
        return value

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.needed(key) if default is None else self.entry.get(key, default)
        if type(value) is not int or not least <= value <= most:
            why = f"{key} is a whole number from {least} to {most}, not {shorten(value)}"
            self.refuse(key, why)
        return value

    def flag(self, key: str) -> bool:
        value = self.entry.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, f"{key} is true or false, not {shorten(value)}")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.refuse(key, "other names are a list of texts in quotes")
        return tuple(value)
