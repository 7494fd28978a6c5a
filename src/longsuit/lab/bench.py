"""A bench: its fields, what it counts, and the address and command that stand for its input."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Tell

LONGEST_ADDRESS = 4000
_MOST_FIELDS = 60

Values = Mapping[str, str]
"""A value for every field, each in its one form."""


class Bench(Struct, frozen=True):
    """One bench. Everything that is shown of it, or asked of it, comes from here."""

    id: str
    name: str
    about: str
    fields: Callable[[Raw], tuple[Field, ...]]
    """Later ones may depend on the values of earlier ones."""
    count: Callable[[Values, Tell], Figures]
    """In a worker: it may load compiled code."""
    show: Callable[[Figures, Values], Figures] = lambda figures, _: figures
    """What is seen of it, by the fields that are a view."""
    check: Callable[[Values], None] | None = None
    """What no field can tell by itself: raises `Wrong`."""
    quick: Callable[[Values], bool] = lambda _: False
    """Whether it takes less than a second."""
    live: bool = True
    """It counts as soon as a field changes; else it has a button."""
    files: tuple[str, ...] = ()
    """Kinds of file that it makes, as values of the field ``file``."""
    examples: tuple[tuple[str, str], ...] = (("", ""),)
    """Addresses whose figures are shipped, there at once; those with a name are links."""


class Wrong(InputError):
    """A field goes wrong together with others."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class Input(Struct, frozen=True):
    """What was asked of a bench."""

    fields: tuple[Field, ...]
    values: dict[str, str]
    """In their one form; as they came where they do not read."""
    wrong: dict[str, str]
    """A sentence for each field that does not read."""

    @property
    def asked(self) -> dict[str, str]:
        """What the figures depend on."""
        return {one.name: self.values[one.name] for one in self.fields if not one.view}


def read_address(query: str) -> dict[str, str]:
    """The values of an address; of two with one name the first."""
    if len(query) > LONGEST_ADDRESS:
        raise InputError("This link is too long.")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise InputError("This link has too many parts.") from None
    return dict(reversed(pairs))


def read(bench: Bench, raw: Raw) -> Input:
    """Every field read; names that the bench does not have are passed over."""
    fields = bench.fields(raw)
    values: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for field in fields:
        given = raw.get(field.name, field.default)
        try:
            values[field.name] = field.read(given)
        except InputError as error:
            values[field.name] = given[: field.longest]
            wrong[field.name] = str(error)
    if not wrong and bench.check is not None:
        try:
            bench.check(values)
        except Wrong as error:
            wrong[error.field] = str(error)
    return Input(fields, values, wrong)


def read_sound(bench: Bench, raw: Raw) -> Input:
    """The same, but that the first thing wrong is raised."""
    found = read(bench, raw)
    for name, sentence in found.wrong.items():
        label = next(field.label for field in found.fields if field.name == name)
        raise InputError(f"{label}: {sentence}")
    return found


def address(found: Input) -> str:
    """The query that gives these values again; defaults are left out."""
    return urlencode(_given(found))


def command(bench: Bench, found: Input) -> str:
    """The command that gives the same figures."""
    given = (f"{name}={value}" for name, value in _given(found))
    return shlex.join(["longsuit", "lab", bench.id, *given])


def _given(found: Input) -> list[tuple[str, str]]:
    return [
        (field.name, found.values[field.name])
        for field in found.fields
        if found.values[field.name] != field.default
    ]


def _kind(field: Field) -> str:
    if field.cards:
        return "cards"
    if field.lines:
        return "lines"
    return "whole" if field.bounds else "text"


def form(found: Input) -> list[dict[str, Any]]:
    """The fields as a page draws them."""
    return [
        {
            "name": field.name,
            "label": field.label,
            "value": found.values[field.name],
            "default": field.default,
            "options": field.options,
            "kind": _kind(field),
            "longest": field.longest,
            "hint": field.hint,
            "unit": field.unit,
            "restarts": field.restarts,
            "view": field.view,
            "wrong": found.wrong.get(field.name, ""),
        }
        for field in found.fields
    ]
