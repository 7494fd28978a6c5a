"""Best play as a map: grids of the two highest ranks, and each hand of a cell."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.numbers import decimal, percent
from longsuit.core.cards import RANKS
from longsuit.core.games.game import Game
from longsuit.lab.figures import Figures, Picture, Place, Table, make_table
from longsuit.lab.grid_picture import GridCell, grid_picture

EVERY, PATTERNS = "every-hand", "patterns"


class Hands(Struct, frozen=True):
    """Hands that are one row: an opening hand, or all hands with one flush."""

    pattern: str
    first: int
    second: int
    name: str
    actions: dict[str, int]
    """How many hands take each action; what costs nothing is ``check`` or ``fold``."""
    values: tuple[Fraction, ...] = ()

    @property
    def cell(self) -> str:
        """The cell that they are in: ``AKs``."""
        return f"{RANKS[self.first]}{RANKS[self.second]}{self.pattern}"

    @property
    def hands(self) -> int:
        """All of them."""
        return sum(self.actions.values())


def draw_map(
    game: Game,
    rows: Sequence[Hands],
    patterns: Mapping[str, str],
    title: str,
    summary: str,
    suffix: str = "",
) -> tuple[Picture, tuple[Table, Table]]:
    """The picture of a decision, how its hands are shared out, and every row."""
    names = {action for row in rows for action in row.actions}
    free = next(name for name in _FREE if name in names)
    actions = sorted(names, key=lambda name: (name in _FREE, name))
    cells: defaultdict[str, list[Hands]] = defaultdict(list)
    for row in rows:
        cells[row.cell].append(row)
    grids = {
        name: {
            (some[0].first, some[0].second): _grid_cell(cell, name, some, game.bet_verb)
            for cell, some in cells.items()
            if some[0].pattern == letter
        }
        for letter, name in patterns.items()
    }
    picture = grid_picture(
        f"strategy{suffix}", title, f"{summary} {_legend(game.bet_verb, free)}", grids
    )
    labels = tuple(action.replace("_", " ").capitalize() for action in actions)
    valued = (f"{game.bet_verb.capitalize()}, Antes", "Check, Antes") if rows[0].values else ()
    return picture, (
        make_table(
            f"{PATTERNS}{suffix}",
            "All hands",
            ("Hands with", "Hands", *labels),
            [
                _total([row for row in rows if row.pattern == letter], actions, name)
                for letter, name in patterns.items()
            ],
            _total(rows, actions),
        ),
        make_table(
            f"{EVERY}{suffix}",
            "Every hand",
            ("Cell", "Hand", "Hands", *labels, *valued),
            [_shown(row, actions) for row in rows],
        ),
    )


_FREE = ("check", "fold")


def show_cell(figures: Figures, cell: str) -> Figures:
    """The hands of one cell before the tables that they are from, and the cell marked."""
    tables: list[Table] = []
    shown = [table for table in figures.tables if table.id.startswith(EVERY)]
    for table in figures.tables:
        if table.id.startswith(PATTERNS):
            every = shown.pop(0)
            rows = tuple(row for row in every.rows if row[0][0] == cell)
            name = every.id.replace(EVERY, "cell")
            tables.append(replace(every, id=name, title=f"Hands of the cell {cell}", rows=rows))
        tables.append(table)
    mark = f'data-set="cell={cell}"'
    pictures = tuple(
        replace(one, svg=one.svg.replace(mark, f'{mark} class="on"')) for one in figures.pictures
    )
    return replace(figures, tables=tuple(tables), pictures=pictures)


def _legend(verb: str, free: str) -> str:
    """What the marks of a map mean."""
    return (
        f"{verb[0].upper()}: every hand {verb}s. {free[0].upper()}: every hand {free}s. "
        f"A number: the % of these hands that {verb}."
    )


def _grid_cell(cell: str, pattern: str, some: Sequence[Hands], verb: str) -> GridCell:
    every = sum(row.hands for row in some)
    name = next((one for row in some for one in row.actions if one in _FREE), "check")
    free = sum(row.actions.get(name, 0) for row in some)
    share = min(99, max(1, round(100 * (every - free) / every)))
    mark, kind, does = (
        (name[0].upper(), name, f"all {name}")
        if free == every
        else (verb[0].upper(), "bet", f"all {verb}")
        if not free
        else (str(share), "mixed", f"{share}% of hands {verb}")
    )
    return GridCell(mark, kind, f"{cell[0]} and {cell[1]}, {pattern.lower()}: {does}", cell)


def _shown(row: Hands, actions: Sequence[str]) -> list[str | Place]:
    values = [(decimal(value), str(value)) for value in row.values]
    return [row.cell, row.name, *_counts(row.hands, row.actions, actions), *values]


def _counts(every: int, by: dict[str, int], actions: Sequence[str]) -> list[Place]:
    counted = [(f"{every:,}", str(every))]
    for action in actions:
        share = Fraction(by.get(action, 0), every or 1)
        counted.append((percent(share, 2), str(share)))
    return counted


def _total(rows: Iterable[Hands], actions: Sequence[str], name: str = "All") -> list[str | Place]:
    by: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        for action, count in row.actions.items():
            by[action] += count
    return [name, *_counts(sum(by.values()), by, actions)]
