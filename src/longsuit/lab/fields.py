"""Fields of a bench. What comes from outside is bounded and checked here, before it is parsed."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_whole, ungroup

_MOST_NAMED = 8
"""Values of a choice that are named where none of them is given."""

Raw = Mapping[str, str]
"""Values by name, as an address or a command gives them."""


class Field(Struct, frozen=True):
    """One input: a choice, a whole number, cards, or a text with a check of its own."""

    name: str
    label: str
    default: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Of a choice: each value, and what it is called."""
    bounds: tuple[int, int] | None = None
    """Of a whole number."""
    check: Callable[[str], object] | None = None
    """Raises what is wrong with a text."""
    longest: int = 40
    hint: str = ""
    unit: str = ""
    restarts: bool = False
    """The fields after it depend on it: another value sets them back."""
    cards: bool = False
    """Picked from a deck."""
    lines: bool = False
    """A text of several lines, typed or read from a file by the browser."""
    view: bool = False
    """It says which part of the figures is shown, and changes none."""

    def read(self, text: str) -> str:
        """The value in its one form, or InputError with a sentence to stand at the field."""
        if len(text) > self.longest:
            raise InputError(f"At most {self.longest:,} characters, please.")
        text = text.strip()
        if self.lines:
            text = text.replace("\r\n", "\n")
        if self.options:
            known = [value for value, _ in self.options]
            if text not in known:
                some = ", ".join(known[:_MOST_NAMED])
                more = ", ..." if len(known) > _MOST_NAMED else ""
                raise InputError(f"Choose one of {some}{more}.")
            return text
        if self.bounds is not None:
            return self._whole(text)
        if not text:
            if self.default and not self.cards:
                such = "" if self.lines else f", such as {self.hint or self.default}"
                raise InputError(f"Enter a value{such}.")
            return ""
        parts = text.replace("\t", " ").split("\n") if self.lines else (text,)
        if not all(map(str.isprintable, parts)):
            raise InputError("Use plain letters, digits and signs.")
        if self.check is not None:
            self.check(text)
        return text

    def _whole(self, text: str) -> str:
        assert self.bounds is not None
        least, most = self.bounds
        number = read_whole(ungroup(text))
        if number is None or not least <= number <= most:
            raise InputError(f"Enter a whole number from {least:,} to {most:,}.")
        return str(number)


def chosen(field: Field, raw: Raw) -> str:
    """The value that other fields depend on; the default where it does not read."""
    try:
        return field.read(raw.get(field.name, field.default))
    except InputError:
        return field.default
