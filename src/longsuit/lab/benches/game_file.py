"""A game's file to edit: the figures of what it says, and nothing of it kept."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING

from longsuit.analysis.numbers import decimal, percent
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import file_of, game_by_id, game_from_text, games
from longsuit.core.games.game_file import GameFile
from longsuit.lab.bench import Bench, Values
from longsuit.lab.fields import Field, Raw, chosen
from longsuit.lab.figures import Figures, Place, Table, Tell, Tile, make_table

if TYPE_CHECKING:
    from longsuit.analysis.exact.solution import Solution

LONGEST = 30_000
"""Characters of a file, as in a floor's log."""
_FIRST = resources.files("longsuit.lab").joinpath("three_flush.toml")
Row = tuple[str | Place, ...]


def _read(text: str) -> GameFile:
    """What the file says; it is known to nobody else by its names."""
    return game_from_text(text, "game.toml")


def _start() -> Field:
    boxed = tuple((game.id, game.name) for game in games())
    return Field(
        "start", "Start from", options=(("", "Three Flush, a small example"), *boxed), restarts=True
    )


def _fields(raw: Raw) -> tuple[Field, ...]:
    start = _start()
    name = chosen(start, raw)
    text = file_of(game_by_id(name)).text if name else _FIRST.read_text(encoding="utf-8")
    label = "Game file (docs/games.md)"
    return (
        start,
        Field("text", label, text.strip(), check=_read, longest=LONGEST, lines=True),
    )


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.exact.case import case_of
    from longsuit.analysis.exact.solver import solve_case

    file = _read(values["text"])
    doing = f"solving {file.game.name}"
    tell(0, 0, doing)
    sides = tuple(_side_wagers(file))
    try:
        solved = solve_case(case_of(file), lambda done, total: tell(done, total, doing))
    except InputError as error:
        if not sides:
            raise
        return Figures(said=(str(error),), tables=sides)
    return Figures(
        tiles=(
            Tile("House edge, of an Ante", percent(solved.house_edge), str(solved.house_edge)),
            Tile("Element of risk", percent(solved.element_of_risk), str(solved.element_of_risk)),
            Tile("Standard deviation, Antes", f"{solved.standard_deviation:.4f}"),
        ),
        said=(f"{file.game.name} with best play, over all {solved.deals:,} deals.",),
        tables=(_main(solved), _actions(solved), *sides, _results(solved)),
    )


def _exact(shown: str, value: Fraction | float) -> Place:
    return shown, str(value)


def _main(solved: "Solution") -> Table:
    rows: list[Row] = [
        ("House edge, of an Ante", _exact(percent(solved.house_edge, 5), solved.house_edge)),
        ("Element of risk", _exact(percent(solved.element_of_risk, 5), solved.element_of_risk)),
        ("Average wager, Antes", _exact(decimal(solved.average_wager), solved.average_wager)),
        ("Variance", _exact(decimal(solved.variance), solved.variance)),
        (
            "Standard deviation, Antes",
            _exact(f"{solved.standard_deviation:.6f}", solved.standard_deviation),
        ),
    ]
    return make_table("main-game", "Main game", ("Figure", "Value"), rows)


def _actions(solved: "Solution") -> Table:
    from longsuit.analysis.report.wagers import action_label

    rows: list[Row] = [
        (action_label(solved.game, name), _exact(percent(share), share))
        for name, share in solved.last_actions
    ]
    return make_table("actions", "What best play does", ("Last action", "Share of rounds"), rows)


def _results(solved: "Solution") -> Table:
    rows: list[Row] = [
        (_exact(decimal(net, 2), net), _exact(percent(chance, 5), chance))
        for net, chance in solved.distribution.items()
    ]
    return make_table("results", "What a round comes to", ("Net, Antes", "Probability"), rows)


def _side_wagers(file: GameFile) -> Iterator[Table]:
    """One table of them all, where there are any; why not, where one cannot be counted."""
    from longsuit.analysis.exact.pricing import price

    game = file.game
    main = {terms.wager for terms in game.main}
    rows: list[Row] = []
    for table in file.paytables():
        if table.wager in main:
            continue
        name = game.wager(table.wager).name
        try:
            priced = price(table, game=game)
        except InputError as error:
            rows.append((name, table.id, "not counted", str(error)))
            continue
        edge, hits = priced.house_edge, priced.hit_frequency
        rows.append((name, table.id, _exact(percent(edge, 5), edge), _exact(percent(hits), hits)))
    if rows:
        headings = ("Wager", "Paytable", "House edge", "Pays")
        yield make_table("side-wagers", "Side wagers", headings, rows)


GAME_FILE = Bench(
    "game-file",
    "Game file",
    "Edit the file of a game, or load your own, and see its figures.",
    _fields,
    _count,
    live=False,
)
