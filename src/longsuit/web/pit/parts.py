"""What the tabs of the pit desk are made of: tables with things to do in them, and forms."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from longsuit.web.shell import words

Row = dict[str, Any]
"""`id`, `cells` by column; optional: `mark`, `acts`, `doors`."""
Field = dict[str, Any]
Values = Mapping[str, str | bool]
"""What a form was filled in with."""
OnAct = Callable[[str, str], Awaitable[None]]
"""Told the row and what is to be done about it."""
_LONGEST = 400


class Rows(Element, component="../static/staff/pit_rows.js"):
    """A table of text. Whoever has put the focus somewhere in it keeps it there."""

    def __init__(
        self,
        label: str,
        columns: Sequence[tuple[str, str, str]],
        *,
        empty: str = "",
        on_act: OnAct | None = None,
    ) -> None:
        super().__init__()
        self._props["label"] = label
        self._props["columns"] = [
            {"name": name, "label": title, "kind": kind} for name, title, kind in columns
        ]
        self._props["rows"] = []
        self._props["empty"] = empty
        self._on_act = on_act
        self.on("act", self._act)

    def show(self, rows: Sequence[Row]) -> None:
        """Have these rows."""
        if self._props["rows"] != rows:
            self._props["rows"] = list(rows)

    async def _act(self, event: GenericEventArguments) -> None:
        row, act = str(event.args.get("row")), str(event.args.get("act"))
        known = [one for one in self._props["rows"] if one["id"] == row]
        # Only what the row offers: a page may send anything.
        if self._on_act and any(act == one["name"] for one in (known or [{}])[0].get("acts", ())):
            await self._on_act(row, act)


class Form(Element, component="../static/staff/pit_form.js"):
    """A dialog with fields. It stays open until what it asks for is done."""

    def __init__(self) -> None:
        super().__init__()
        self.key = ""
        """Under which its command is sent: made anew each time it opens."""
        self._openings = 0
        self._busy = False
        self._then: Callable[[Values], Awaitable[str]] | None = None
        self._changed: Callable[[Values], Sequence[Field]] | None = None
        self._set(opening=0, title="", fields=[], button="", said="", answered=0)
        self.on("sent", self._sent)
        self.on("changed", self._on_changed)
        self.on("closed", self.close)

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            self._props[name] = value

    def open(
        self,
        title: str,
        fields: Sequence[Field],
        button: str,
        then: Callable[[Values], Awaitable[str]],
        changed: Callable[[Values], Sequence[Field]] | None = None,
    ) -> None:
        """Ask. `then` gives why it was refused, or nothing when it is done."""
        self._openings += 1
        self.key = secrets.token_hex(16)
        self._busy, self._then, self._changed = False, then, changed
        self._set(opening=self._openings, title=title, fields=list(fields), button=button, said="")

    def close(self) -> None:
        """No more questions."""
        self._then = None
        self._set(opening=0, fields=[], said="")

    def _values(self, event: GenericEventArguments) -> Values | None:
        """What was filled in, if it is of the form that is open."""
        given = event.args.get("values")
        if event.args.get("opening") != self._props["opening"] or not isinstance(given, dict):
            return None
        return {
            str(name): value if isinstance(value, bool) else str(value)[:_LONGEST]
            for name, value in given.items()
        }

    async def _sent(self, event: GenericEventArguments) -> None:
        values, then = self._values(event), self._then
        if values is None or then is None or self._busy:
            return
        self._busy = True
        opening = self._openings
        said = await then(values)
        if opening != self._openings or self._then is None:
            return
        self._busy = False
        if said:
            self._set(said=said, answered=self._props["answered"] + 1)
        else:
            self.close()

    def _on_changed(self, event: GenericEventArguments) -> None:
        values = self._values(event)
        if values is not None and self._changed is not None:
            self._set(fields=list(self._changed(values)))


class Said:
    """One line that tells what has happened, also to those who listen."""

    def __init__(self) -> None:
        self._line: TextElement = words("p", "").props('role="status"').classes("pit-said")

    def tell(self, text: str, *, bad: bool = False) -> None:
        """Say it."""
        self._line.text = text
        self._line.classes(add="bad" if bad else "good", remove="good" if bad else "bad")


class Pager:
    """Buttons to leaf through many rows, and where one is."""

    def __init__(self, of: int, show: Callable[[int, int], None], size: int = 100) -> None:
        self._of, self._show, self._size, self._first = of, show, size, 0
        with ui.element("div").classes("pit-pager"):
            self._back = button("Earlier", lambda: self._go(-1))
            self._where = words("span", "").props('role="status"')
            self._on = button("Later", lambda: self._go(1))
        self._go(0)

    def _go(self, pages: int) -> None:
        first = self._first + pages * self._size
        if pages and not 0 <= first < self._of:
            return
        self._first, last = first, min(first + self._size, self._of)
        self._where.text = f"{first + 1:,} to {last:,} of {self._of:,}" if self._of else "None."
        self._back.props["disabled"] = first == 0
        self._on.props["disabled"] = last >= self._of
        self._show(first, last)


def head(title: str, said: str = "") -> Element:
    """A heading, with room for buttons beside it."""
    row = ui.element("div").classes("pit-head")
    with row, ui.element("div"):
        words("h2", title)
        if said:
            words("p", said).classes("ls-quiet-text")
    return row


def button(label: str, then: Callable[[], Any], *, main: bool = False) -> Element:
    """A button."""
    made = words("button", label).props('type="button"')
    return made.classes("ls-button main" if main else "ls-button").on("click", lambda _: then())


def field(name: str, label: str, kind: str = "text", value: str | bool = "", **more: Any) -> Field:
    """A field of a form."""
    return {"name": name, "label": label, "kind": kind, "value": value, **more}


def heading(label: str) -> Field:
    """A heading between fields."""
    return {"kind": "heading", "label": label}


def note(label: str) -> Field:
    """A sentence between fields."""
    return {"kind": "note", "label": label}


def text(values: Values, name: str) -> str:
    """A field as text, without spaces around it."""
    return str(values.get(name, "")).strip()


def given(values: Values) -> dict[str, str | bool]:
    """All fields, texts without spaces around them; a password is as it was typed."""
    typed = [name for name, one in values.items() if isinstance(one, str) and name != "password"]
    return {**values, **{name: text(values, name) for name in typed}}
