"""A game's file to edit: the figures of what it says, and nothing of it kept."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING

from msgspec.structs import replace

from longsuit.analysis.numbers import decimal, percent
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, file_of, game_by_id, game_from_text
from longsuit.core.games.game_file import GameFile
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import ANY_GAME, COUNTED, view_fields
from longsuit.lab.benches.rules import side_by_side, tiles_of_two
from longsuit.lab.decisions import (
    change_tables,
    changed_hands,
    is_comparable,
    maps,
    show_decision,
    survey_case,
)
from longsuit.lab.fields import Field, Raw, chosen
from longsuit.lab.figures import Figures, Place, Table, Tell, make_table
from longsuit.lab.hands_map import show_cell

if TYPE_CHECKING:
    from longsuit.analysis.exact.case import Case
    from longsuit.analysis.exact.solution import Solution

LONGEST = 30_000
"""Characters of a file, as in a floor's log."""
Row = tuple[str | Place, ...]


def _read(text: str) -> GameFile:
    """What the file says; it is known to nobody else by its names."""
    return game_from_text(text, "game.toml")


_EXAMPLE = resources.files("longsuit.lab").joinpath("three_flush.toml").read_text(encoding="utf-8")
_FIRST = _read(_EXAMPLE)
START = Field(
    "start",
    "Standard game, to start from",
    options=(("", f"{_FIRST.game.name}, a small example"), *ANY_GAME.options),
    restarts=True,
)


def _standard(start: str) -> GameFile:
    return file_of(game_by_id(start)) if start else _FIRST


def _fields(raw: Raw) -> tuple[Field, ...]:
    standard = _standard(chosen(START, raw))
    text = Field(
        "text",
        "Game file (docs/games.md)",
        standard.text.strip(),
        check=_read,
        longest=LONGEST,
        lines=True,
    )
    try:
        game = _read(chosen(text, raw)).game
    except InputError:
        game = standard.game
    return START, text, *view_fields(game)


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.exact.case import case_of
    from longsuit.analysis.exact.general import form_of

    file, standard = _read(values["text"]), _standard(values["start"])
    sides = tuple(_side_wagers(file))
    try:
        case = case_of(file)
        usual = _solved(case_of(standard), tell)
        yours = _solved(case, tell)
    except InputError as error:
        if not sides:
            raise
        return Figures(said=(str(error),), tables=sides)
    same = form_of(usual.case) == form_of(case)
    figures = Figures(
        tiles=tiles_of_two(usual, yours, same=same),
        said=(f"{file.game.name} with best play, over all {yours.deals:,} deals.",),
        tables=(side_by_side(usual, yours), _actions(yours), *sides, _results(yours)),
    )
    return _with_decisions(figures, case, usual.case, tell, same=same)


def _solved(case: "Case", tell: Tell) -> "Solution":
    from longsuit.analysis.exact.solver import solve_case

    doing = f"solving {case.game.name}"
    tell(0, 0, doing)
    return solve_case(case, lambda done, total: tell(done, total, doing))


def _with_decisions(
    figures: Figures, case: "Case", usual: "Case", tell: Tell, *, same: bool
) -> Figures:
    """The map of each decision, and what is decided otherwise than in the standard game."""
    said, before = figures.said, None if same else usual
    if before is not None and not is_comparable(case, before):
        before = None
        said = (*said, f"{usual.game.name} has other cards or decisions: they are not compared.")
    try:
        found = survey_case(case, before, tell, "deciding every hand")
    except InputError as error:
        return replace(figures, said=(*said, str(error)))
    drawn = maps(case, found)
    changes = () if before is None else change_tables(case.game, *changed_hands(case, found))
    first, *rest = figures.tables
    return replace(
        figures,
        said=said,
        tables=(first, *changes, *drawn.tables, *rest),
        pictures=drawn.pictures,
    )


def _show(figures: Figures, values: Values) -> Figures:
    """The chosen decision, and the hands of one cell of it."""
    if "decision" in values:
        game = _read(values["text"]).game
        figures = show_decision(figures, game, values["decision"])
    return show_cell(figures, values["cell"])


def _exact(shown: str, value: Fraction | float) -> Place:
    return shown, str(value)


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
        wager = game.wager(table.wager)
        name = wager.name + ", one player" * (wager.looks_at == "table")
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
    "Edit a game's file, or load your own: figures and decisions beside a standard game's.",
    _fields,
    _count,
    _show,
    live=False,
    examples=(
        ("", ""),
        *((f"start={game.id}", game.name) for game in COUNTED if game not in GAMES),
    ),
)
