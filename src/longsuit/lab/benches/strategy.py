"""Best play at a glance: what the hands of each two highest ranks do, and each hand of a cell."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.numbers import decimal, percent
from longsuit.core.cards import RANK_COUNT, RANKS, card_name
from longsuit.core.games.catalog import game_by_id
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import EACH_GAME, game_of, rule_fields, rules_of
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Place, Tell, make_table
from longsuit.lab.grid_picture import GridCell, grid_picture

_SUITS = {
    "s": "All three of one suit",
    "h": "The two highest suited",
    "l": "Another two suited",
    "o": "No two suited",
}
EVERY = "every-hand"
_LENGTHS = {str(length): f"Flush of {length}" for length in range(2, 8)}


class Hands(Struct, frozen=True):
    """Hands that are one row: an opening hand, or all hands with one flush."""

    pattern: str
    first: int
    second: int
    name: str
    actions: dict[str, int]
    """How many hands take each action."""
    values: tuple[Fraction, ...] = ()

    @property
    def cell(self) -> str:
        """The cell that they are in: ``AKs``."""
        return f"{RANKS[self.first]}{RANKS[self.second]}{self.pattern}"

    @property
    def hands(self) -> int:
        """All of them."""
        return sum(self.actions.values())


def _fields(raw: Raw) -> tuple[Field, ...]:
    patterns = _SUITS if game_of(raw).board else _LENGTHS
    cells = [
        (f"{high}{low}{letter}", f"{high} and {low}: {name.lower()}")
        for letter, name in patterns.items()
        for high in reversed(RANKS)
        for low in reversed(RANKS)
        if _possible(letter, RANKS.index(high), RANKS.index(low))
    ]
    first = "KQo" if game_of(raw).board else "QT3"
    return (
        *rule_fields(raw),
        Field("cell", "Show the hands of", first, options=tuple(cells), view=True),
    )


def _possible(pattern: str, high: int, low: int) -> bool:
    if pattern in _LENGTHS:
        return high > low >= int(pattern) - 2
    if pattern in "sh":
        return high > low and (pattern == "h" or low >= 1)
    return high >= low and (low >= 1 or pattern == "o" or high > low)


def _count(values: Values, tell: Tell) -> Figures:
    game = game_by_id(values["game"])
    tell(0, 0, "solving the game")
    rows = list(_openings(values) if game.board else _flushes(values))
    patterns = _SUITS if game.board else _LENGTHS
    actions = list(dict.fromkeys(action for row in rows for action in row.actions))
    cells: defaultdict[str, list[Hands]] = defaultdict(list)
    for row in rows:
        cells[row.cell].append(row)
    grids = {
        name: {
            (some[0].first, some[0].second): _grid_cell(cell, name, some)
            for cell, some in cells.items()
            if some[0].pattern == letter
        }
        for letter, name in patterns.items()
    }
    what = "opening hands" if game.board else "hands"
    picture = grid_picture(
        "strategy",
        f"Best play of the {what}",
        "Rows are the highest card, columns the second; of the flush, where it is by flush. "
        "A letter is what every hand of the cell does; a number is how many of 100 bet.",
        grids,
    )
    headings = _headings(actions, valued=bool(rows[0].values))
    return Figures(
        map=True,
        said=(_legend(game.board > 0),),
        pictures=(picture,),
        tables=(
            make_table(
                "patterns",
                "All hands",
                ("Hands with", *headings[2 : len(actions) + 3]),
                [
                    _total([row for row in rows if row.pattern == letter], actions, name)
                    for letter, name in patterns.items()
                ],
                _total(rows, actions),
            ),
            make_table(
                EVERY,
                "Every hand",
                headings,
                [_shown(row, actions) for row in rows],
            ),
        ),
    )


def _show(figures: Figures, values: Values) -> Figures:
    """The hands of one cell, and the cell marked."""
    cell = values["cell"]
    every = next(table for table in figures.tables if table.id == EVERY)
    rows = tuple(row for row in every.rows if row[0][0] == cell)
    table = replace(every, id="cell", title=f"Hands of the cell {cell}", rows=rows)
    mark = f'data-set="cell={cell}"'
    pictures = tuple(
        replace(one, svg=one.svg.replace(mark, f'{mark} class="on"')) for one in figures.pictures
    )
    return replace(figures, tables=(table, *figures.tables), pictures=pictures)


def _legend(chase: bool) -> str:
    if chase:
        return "B: every hand bets. C: every hand checks. A number: so many of 100 bet."
    return "R: every hand raises. F: every hand folds. A number: so many of 100 raise."


def _grid_cell(cell: str, pattern: str, some: Sequence[Hands]) -> GridCell:
    every = sum(row.hands for row in some)
    free = sum(row.actions.get("check", 0) + row.actions.get("fold", 0) for row in some)
    letters = ("C", "check") if any("check" in row.actions for row in some) else ("F", "fold")
    bet = "R" if any(a.startswith("raise") for row in some for a in row.actions) else "B"
    share = min(99, max(1, round(100 * (every - free) / every)))
    mark, kind, does = (
        (letters[0], letters[1], f"all {letters[1]}")
        if free == every
        else (bet, "bet", "all bet")
        if not free
        else (str(share), "mixed", f"{share} of 100 bet")
    )
    return GridCell(mark, kind, f"{cell[0]} and {cell[1]}, {pattern.lower()}: {does}", cell)


def _headings(actions: Iterable[str], *, valued: bool) -> tuple[str, ...]:
    named = tuple(action.replace("_", " ").capitalize() for action in actions)
    return ("Cell", "Hand", "Hands", *named, *(("Bet, Antes", "Check, Antes") if valued else ()))


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


def _openings(values: Values) -> Iterable[Hands]:
    """Every opening hand of three cards, up to suits."""
    from longsuit.analysis.exact.decisions import openings

    rules = rules_of(values)
    bet = game_by_id(values["game"]).action_name(rules.decisions[0].most[0])
    for one in openings(values["xtra"], rules):
        cards = sorted(one.cards, key=lambda card: -(card % RANK_COUNT))
        suits = [card // RANK_COUNT for card in cards]
        first, second = (card % RANK_COUNT for card in cards[:2])
        bets = one.bet > one.check
        yield Hands(
            _pattern(suits),
            first,
            second,
            " ".join(map(card_name, cards)),
            {bet: one.hands * bets, "check": one.hands * (not bets)},
            (one.bet, one.check),
        )


def _pattern(suits: list[int]) -> str:
    if len(set(suits)) == 1:
        return "s"
    if suits[0] == suits[1]:
        return "h"
    return "l" if len(set(suits)) == 2 else "o"


def _flushes(values: Values) -> Iterable[Hands]:
    """All hands of seven cards, by their flush: which raise is best depends on little else."""
    import numpy as np

    from longsuit.analysis.exact.strategy import best_strategy
    from longsuit.analysis.faceup.exposure import class_rows

    best = best_strategy(values["game"], rules=rules_of(values))
    names: list[str] = best.about["actions"]
    lengths = np.array([mask.bit_count() for mask in range(1 << RANK_COUNT)])
    counts = np.zeros((8 << RANK_COUNT, len(names)), np.int64)
    start = 0
    for own, alike in class_rows(0, 1):
        keys = (lengths[own] << RANK_COUNT | own).max(axis=1)
        taken = best.arrays["hands"][start : start + len(own)]
        np.add.at(counts, (keys, taken), alike)
        start += len(own)
    for key in np.flatnonzero(counts.any(axis=1)).tolist()[::-1]:
        ranks = [rank for rank in reversed(range(RANK_COUNT)) if key >> rank & 1]
        row: list[Any] = counts[key].tolist()
        yield Hands(
            str(len(ranks)),
            ranks[0],
            ranks[1],
            "-".join(RANKS[rank] for rank in ranks),
            dict(zip(names, row, strict=True)),
        )


STRATEGY = Bench(
    "strategy",
    "Strategy",
    "What best play does with every opening hand, or with every flush of seven cards.",
    _fields,
    _count,
    _show,
    examples=EACH_GAME,
)
