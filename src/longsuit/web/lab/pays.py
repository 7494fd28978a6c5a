"""A paytable picked or edited: the exact house edge changes as it is typed."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace
from nicegui import ui

from longsuit.errors import InputError
from longsuit.exact.pricing import price
from longsuit.exact.solve import solve
from longsuit.games.catalog import BY_ID, paytables
from longsuit.paytable import PayLine, PayTable, check_paytable, is_typed_pay
from longsuit.plain_number import read_number, shorten
from longsuit.wagers import find_wager
from longsuit.web.lab.figures import grid, percent, tile
from longsuit.web.lab.work import at_once
from longsuit.web.shell import words


def tables_in_the_box() -> dict[str, PayTable]:
    """Every paytable by a name for a list."""
    return {
        f"{BY_ID[table.game].name} · {find_wager(table.wager).name} · {table.id}": table
        for table in paytables()
    }


def show() -> None:
    """The bench."""
    boxed = tables_in_the_box()
    first = next(iter(boxed))
    words("p", "Pick a table, change a pay, and see what it does.").classes("ls-quiet-text")
    with ui.element("div").classes("lab-row"):
        picked = ui.select(list(boxed), value=first, label="Paytable", with_input=True)
        picked.classes("lab-wide").props("outlined")
        back = words("button", "As it was").props("type=button").classes("ls-button")
    body = ui.element("div").classes("lab-two")

    def lay_out() -> None:
        if picked.value is None:
            return
        body.clear()
        with body:
            Editor(boxed[picked.value])

    picked.on_value_change(lay_out)
    back.on("click", lay_out)
    lay_out()


class Editor:
    """The lines of one table, and its figures."""

    def __init__(self, table: PayTable) -> None:
        self._original = table
        self._lines = {line.hand: line for line in table.lines}
        self._asked = 0
        with ui.element("div").classes("lab-lines"):
            for line in table.lines:
                self._row(line)
        self._figures = ui.element("div").props('aria-live="polite"').classes("lab-figures")
        with self._figures:
            words("p", "Counting …").classes("ls-quiet-text")
        ui.timer(0.01, self._work_out, once=True)

    def _row(self, line: PayLine) -> None:
        if line.meter is not None:
            with ui.element("div").classes("lab-fixed"):
                words("span", line.hand)
                words("b", f"{percent(line.share, 0)} of {line.meter}")
            return
        field = ui.input(line.hand, value=str(line.pays), on_change=self._change(line.hand))
        field.props("outlined dense debounce=150")

    def _change(self, hand: str) -> Callable[..., object]:
        async def changed(event: object) -> None:
            text = str(getattr(event, "value", "")).strip()
            pays = read_number(text)
            if pays is None or not is_typed_pay(pays):
                self._say(f"'{shorten(text)}' is no pay.")
                return
            self._lines[hand] = replace(self._lines[hand], pays=pays)
            await self._work_out()

        return changed

    def _say(self, sentence: str) -> None:
        self._figures.classes(remove="busy")
        self._figures.clear()
        with self._figures:
            words("p", sentence).classes("ls-said")

    async def _work_out(self) -> None:
        self._asked += 1
        asked = self._asked
        table = replace(self._original, id="edited", lines=tuple(self._lines.values()))
        self._figures.classes(add="busy")
        try:
            check_paytable(table, find_wager(table.wager))
            rows, tiles = await at_once(lambda: _figures(table, self._original))
        except InputError as error:
            self._say(str(error))
            return
        if asked != self._asked:
            return
        self._figures.classes(remove="busy")
        self._figures.clear()
        with self._figures:
            with ui.element("div").classes("lab-tiles"):
                for name, value, note in tiles:
                    tile(name, value, note)
            if rows:
                grid(("Hand", "Combinations", "Probability", "Return"), rows, "Lines of the table")


Tile = tuple[str, str, str]
Rows = Sequence[Sequence[str]]


def _figures(table: PayTable, original: PayTable) -> tuple[Rows, list[Tile]]:
    """The figures of a table, beside those of the one it was made from."""
    if table.wager == "xtra":
        now, then = (solve(one.game, xtra=one) for one in (table, original))
        return [], [
            ("House edge of the main game", percent(now.house_edge), _exact(now.house_edge)),
            ("Against the table in the box", _signed(now.house_edge - then.house_edge), ""),
            ("Element of risk", percent(now.element_of_risk), _exact(now.element_of_risk)),
        ]
    now_priced, then_priced = price(table), price(original)
    back = 1 if table.basis == "to 1" else 0
    rows = [
        (
            line.line.hand,
            f"{line.combinations:,}",
            percent(line.probability, 6),
            "meter" if line.line.meter else percent(line.probability * (line.pays + back)),
        )
        for line in now_priced.lines
    ]
    edge = now_priced.house_edge
    return rows, [
        ("House edge", percent(edge), _exact(edge)),
        ("Against the table in the box", _signed(edge - then_priced.house_edge), ""),
        ("Hit frequency", percent(now_priced.hit_frequency), _exact(now_priced.hit_frequency)),
    ]


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + percent(value)
