"""Figures of the law in the box, dated and with their citation, for a house to review and adopt."""

from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from longsuit.core.money import Cents, parse_dollars


class Preset(Struct, frozen=True):
    """A limit of the law as a public source had it; adopting it is the house's own decision."""

    id: str
    place: str
    amount: Cents
    citation: str
    since: str
    """Empty where the source does not say from when: whoever adopts it does."""
    status: Literal["in force then", "proposal"]
    source: str
    multiples: bool = False


@cache
def presets() -> tuple[Preset, ...]:
    """All of them, in their order."""
    made = [{**one, "amount": parse_dollars(str(one["amount"]))} for one in _content()["limit"]]
    return msgspec.convert(tuple(made), tuple[Preset, ...])


@cache
def known_sections() -> dict[str, tuple[str, ...]]:
    """By code of law: the sections that documents and conditions name."""
    return {one["code"]: tuple(one["sections"]) for one in _content()["code"]}


def _content() -> dict[str, Any]:
    text = (resources.files(__package__) / "presets.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = msgspec.toml.decode(text)
    return found
