"""Fields of the lab: each says for itself what is wrong with it, and nothing else changes."""

from nicegui import ui

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_whole


class Unread(InputError):
    """A field does not read, and says so where it stands."""


class Count:
    """A field for a whole number within bounds; it keeps what was typed."""

    def __init__(self, name: str, value: int, least: int, most: int) -> None:
        self.least, self.most = least, most
        self._field = ui.input(name, value=f"{value:,}", on_change=self._forgive)
        # The bounds are told, not forced: a number that changed by itself would not be noticed.
        self._field.props("outlined dense inputmode=numeric maxlength=20")

    def read(self) -> int:
        """The number, or `Unread` with the field marked."""
        number = read_whole(str(self._field.value or "").replace(",", "").strip())
        if number is None or not self.least <= number <= self.most:
            raise refuse(self._field, f"Enter a whole number from {self.least:,} to {self.most:,}.")
        return number

    def _forgive(self) -> None:
        self._field.error = None


def refuse(field: ui.input, sentence: str) -> Unread:
    """Mark a field with what is wrong with it; to be raised."""
    field.error = sentence
    return Unread(sentence)
