"""A paytable picked or edited: the exact house edge changes as it is typed."""

from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace
from nicegui import ui

from longsuit.analysis.exact.pricing import Price, price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import BY_ID, paytables
from longsuit.core.money import plain_dollars, show_dollars
from longsuit.core.paytable import PayLine, PayTable, check_paytable, dead_lines, is_typed_pay
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.wagers import find_wager
from longsuit.web.lab.figures import grid, percent, tile
from longsuit.web.lab.run_panel import Latest, Overtaken, dim
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import SolveGame

Tile = tuple[str, str, str]
Rows = Sequence[Sequence[str]]


def tables_in_the_box() -> dict[str, PayTable]:
    """Every paytable by a name for a list."""
    return {
        f"{BY_ID[table.game].name} · {find_wager(table.wager).name} · {table.id}": table
        for table in paytables()
    }


def show(guest: Guest) -> None:
    """The bench."""
    boxed = tables_in_the_box()
    first = next(iter(boxed))
    words("p", "Pick a table, change a pay, and see what it does.").classes("ls-quiet-text")
    with ui.element("div").classes("lab-row"):
        picked = ui.select(list(boxed), value=first, label="Paytable", with_input=True)
        picked.classes("lab-wide").props("outlined")
        back = words("button", "Reset").props("type=button").classes("ls-button")
    body = ui.element("div").classes("lab-two")

    def lay_out() -> None:
        if picked.value is None:
            return
        body.clear()
        with body:
            Editor(guest, boxed[picked.value])

    picked.on_value_change(lay_out)
    back.on("click", lay_out)
    lay_out()


class Editor:
    """The lines of one table, in the units in which it is posted, and its figures."""

    def __init__(self, guest: Guest, table: PayTable) -> None:
        self._original = table
        self._latest = Latest(guest)
        self._lines = {line.hand: line for line in table.lines}
        self._fields: dict[str, ui.input] = {}
        self._wrong: set[str] = set()
        """The hands whose fields do not read."""
        with ui.element("div").classes("lab-lines"):
            words("p", units(table)).classes("ls-quiet-text")
            for line in table.lines:
                self._row(line)
        with ui.element("div").classes("lab-figures"):
            self._said = words("p", "").classes("ls-said").props("role=alert")
            self._figures = ui.element("div").props('aria-live="polite"').classes("lab-body")
        with self._figures:
            words("p", "Counting …").classes("ls-quiet-text")
        ui.timer(0.01, self._work_out, once=True)

    def _row(self, line: PayLine) -> None:
        if line.meter is not None:
            with ui.element("div").classes("lab-fixed"):
                words("span", line.hand)
                words("b", self._original.show_pay(line))
            return
        shown = show_units(self._original, line)
        field = ui.input(line.hand, value=shown, on_change=self._change(line.hand))
        field.props("outlined dense debounce=150 maxlength=24")
        field.props("prefix=$" if self._original.base else 'suffix="to 1"')
        self._fields[line.hand] = field

    def _change(self, hand: str) -> Callable[..., Awaitable[None]]:
        async def changed(event: object) -> None:
            text = str(getattr(event, "value", None) or "").strip()
            try:
                pays = read_units(self._original, text)
            except InputError as error:
                # What stands there, or is being counted, is of another table: it is dimmed, and
                # not thrown away.
                self._mark(hand, str(error))
                dim(self._figures, on=True)
                return
            self._mark(hand, None)
            self._lines[hand] = replace(self._lines[hand], pays=pays)
            if not self._wrong:
                await self._work_out()

        return changed

    def _mark(self, hand: str, complaint: str | None) -> None:
        self._fields[hand].error = complaint
        (self._wrong.discard if complaint is None else self._wrong.add)(hand)

    async def _work_out(self) -> None:
        table = replace(self._original, id="edited", lines=tuple(self._lines.values()))
        dim(self._figures, on=True)
        self._said.set_text("")
        try:
            rows, tiles = await self._count(table)
        except Overtaken:
            return
        except InputError as error:
            self._said.set_text(str(error))
            return
        dim(self._figures, on=bool(self._wrong))
        self._figures.clear()
        with self._figures:
            with ui.element("div").classes("lab-tiles"):
                for name, value, note in tiles:
                    tile(name, value, note)
            if rows:
                grid(("Hand", "Combinations", "Probability", "Return"), rows, "Lines of the table")

    async def _count(self, table: PayTable) -> tuple[Rows, list[Tile]]:
        """The figures of a table, beside those of the one it was made from."""
        wager = find_wager(table.wager)
        if dead := dead_lines(table, wager):
            raise InputError(f"The line '{dead[0].hand}' would never pay: other lines pay more.")
        check_paytable(table, wager)
        if table.wager != "xtra":
            # Within a millisecond each.
            return _figures(price(table), price(self._original))
        now = await self._latest.work_out(SolveGame(table))
        then = await self._latest.work_out(SolveGame(self._original))
        return [], [
            ("House edge of the main game", percent(now.house_edge), _exact(now.house_edge)),
            ("Against the standard paytable", _signed(now.house_edge - then.house_edge), ""),
            ("Element of risk", percent(now.element_of_risk), _exact(now.element_of_risk)),
        ]


def units(table: PayTable) -> str:
    """What the pays of a table are, as it is posted."""
    if not table.base:
        return "Pays to 1."
    return f"Pays in dollars for a wager of {show_dollars(table.base).removesuffix('.00')}."


def show_units(table: PayTable, line: PayLine) -> str:
    """A pay in the table's own units, without their sign: ``250`` where it is $250."""
    cents = line.pays * table.base
    if table.base and cents.denominator == 1:
        return plain_dollars(cents.numerator).removesuffix(".00")
    return str(line.pays * _dollars(table))


def read_units(table: PayTable, text: str) -> Fraction:
    """What a pay in the table's own units is for one unit of the wager."""
    typed = read_number(text.removeprefix("$").replace(",", "") if table.base else text)
    if typed is None or not is_typed_pay(typed):
        example = "250 or 12.50" if table.base else "50, 2.5 or 3/2"
        if not text:
            raise InputError(f"Enter a pay, such as {example}.")
        raise InputError(f'"{shorten(text)}" isn\'t a valid pay. Try {example}.')
    return typed / _dollars(table)


def _dollars(table: PayTable) -> Fraction:
    """The wager that the pays are for, in dollars; those to 1 are for a wager of 1."""
    return Fraction(table.base, 100) if table.base else Fraction(1)


def _figures(now: Price, then: Price) -> tuple[Rows, list[Tile]]:
    back = 1 if now.paytable.basis == "to 1" else 0
    rows = [
        (
            line.line.hand,
            f"{line.combinations:,}",
            percent(line.probability, 6),
            "meter" if line.line.meter else percent(line.probability * (line.pays + back)),
        )
        for line in now.lines
    ]
    edge = now.house_edge
    return rows, [
        ("House edge", percent(edge), _exact(edge)),
        ("Against the standard paytable", _signed(edge - then.house_edge), ""),
        ("Hit frequency", percent(now.hit_frequency), _exact(now.hit_frequency)),
    ]


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + percent(value)
