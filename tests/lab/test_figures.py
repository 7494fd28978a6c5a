"""What a bench finds, and what is taken away of it."""

import csv
import io
import json
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extent import chance, extent

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.decisions import openings
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.variants import read_rules
from longsuit.lab import examples
from longsuit.lab.bench import read_address, read_sound
from longsuit.lab.benches.wager import TABLES, edited
from longsuit.lab.catalog import BENCHES, find_bench
from longsuit.lab.changes import changes
from longsuit.lab.figures import Figures, Table, as_file, make_table, to_csv, to_data

QUICK: dict[str, list[str]] = {
    "rules": ["game=high-card-flush", "game=high-card-flush&qualifier=none"],
    "hand": [],
    "paytables": [],
    "design": [],
    "game-file": ["", "start=i-luv-suits"],
}
"""Examples that are counted again in every run, all of a bench or some; the others take longer."""


def figures_of(bench: str, query: str = "") -> Figures:
    chosen = find_bench(bench)
    found = read_sound(chosen, read_address(query))
    known = examples.shipped(chosen, found)
    assert known is not None, query
    return chosen.show(known, found.values)


def table_of(figures: Figures, name: str) -> Table:
    return next(table for table in figures.tables if table.id == name)


def exact(table: Table, row: str, heading: str) -> str:
    cells = next(cells for cells in table.rows if cells[0][0] == row)
    return cells[table.headings.index(heading)][1]


# What is shipped


@pytest.mark.parametrize("bench", list(BENCHES))
def test_every_example_is_shipped(bench: str) -> None:
    """So each bench opens on figures, and nothing is counted for it."""
    for query, _ in BENCHES[bench].examples:
        assert figures_of(bench, query).tables


@pytest.mark.parametrize("bench", extent(list(QUICK), list(BENCHES)))
def test_what_is_shipped_is_what_is_counted(bench: str) -> None:
    """`python -m longsuit.lab.examples` writes it anew."""
    every = [query for query, _ in BENCHES[bench].examples]
    some = extent(QUICK.get(bench) or every, every)
    for name, counted in examples.count(find_bench(bench), some).items():
        known = examples.known(bench)[name]
        assert (known.tiles, known.said) == (counted.tiles, counted.said), name
        assert known.tables == counted.tables, name
        assert [one.id for one in known.pictures] == [one.id for one in counted.pictures]


# Figures


def test_a_sheet_without_side_wagers_has_no_paytables() -> None:
    without = "flush-bonus=none&straight-flush-bonus=none&progressive=none"
    for more, shown in (
        (f"&{without}", ["glance", "checks"]),
        ("", ["glance", "paytables", "checks"]),
    ):
        (figures,) = examples.count(find_bench("par"), [f"game=high-card-flush{more}"]).values()
        assert [table.id for table in figures.tables] == shown


def test_a_variant_stands_beside_the_game_as_it_is() -> None:
    hcf = find_game("hcf")
    rules = read_rules(hcf, qualifier="none")
    table = table_of(figures_of("rules", "game=high-card-flush&qualifier=none"), "side-by-side")
    assert exact(table, "House edge", "Standard") == str(solve("hcf").house_edge)
    assert exact(table, "House edge", "Yours") == str(solve("hcf", rules=rules).house_edge)
    assert exact(table, "Element of risk", "Yours") == str(
        solve("hcf", rules=rules).element_of_risk
    )


def test_the_return_table_adds_up() -> None:
    for query in ("", "game=high-card-flush", "ties=win"):
        table = table_of(figures_of("rules", query), "return-table")
        for heading in ("Combinations", "Probability", "Contribution"):
            at = table.headings.index(heading)
            assert sum(Fraction(row[at][1]) for row in table.rows) == Fraction(table.total[at][1])


def test_changed_decisions_of_high_card_flush_are_those_that_a_look_at_hands_finds() -> None:
    """Hands drawn at random: the two strategies differ as often as is counted, and as is said."""
    game, drawn = find_game("hcf"), chance("changed hands")
    rules = read_rules(game, qualifier="none")
    before, now = best_strategy("hcf"), best_strategy("hcf", rules=rules)
    seen: dict[tuple[str, str], int] = {}
    hands = [tuple(sorted(drawn.sample(range(52), 7))) for _ in range(4000)]
    for hand in hands:
        pair = before.action(hand), now.action(hand)
        if pair[0] != pair[1]:
            seen[pair] = seen.get(pair, 0) + 1
    table = table_of(
        figures_of("rules", "game=high-card-flush&qualifier=none"), "changed-decisions"
    )
    assert [row[1][0] for row in table.rows] == ["fold"]
    assert set(seen) == {("fold", "raise_1x")}
    share = float(Fraction(table.rows[0][4][1]))
    assert abs(seen["fold", "raise_1x"] / len(hands) - share) < 4 * (share / len(hands)) ** 0.5


def test_changed_decisions_of_chase_the_flush_are_those_that_a_look_at_hands_finds() -> None:
    """The opening hand by hand; flop and river with hands and boards drawn at random."""
    rules = read_rules(find_game("ctf"), ties="win")
    table = table_of(figures_of("rules", "ties=win"), "changed-decisions")
    counted = {row[0][0]: (int(row[3][1]), float(Fraction(row[4][1]))) for row in table.rows}
    bets = [
        {one.cards: one.hands for one in openings("ctf", rules=asked) if one.bet > one.check}
        for asked in (None, rules)
    ]
    changed = sum((bets[0] | bets[1])[cards] for cards in bets[0].keys() ^ bets[1].keys())
    assert changed == counted["opening"][0]
    drawn = chance("changed boards")
    seen = {"flop": 0, "river": 0}
    times = extent(250, 4000)
    for _ in range(times):
        cards = drawn.sample(range(52), 7)
        for street, shown in (("flop", 5), ("river", 7)):
            hand = cards[:3], cards[3:shown]
            before, now = advise("ctf", *hand), advise("ctf", *hand, rules=rules)
            seen[street] += before.best.action != now.best.action
    for street, times_seen in seen.items():
        share = counted[street][1]
        assert abs(times_seen / times - share) < 4 * (share / times) ** 0.5


def test_the_same_game_changes_nothing() -> None:
    case = solve("hcf").case
    (none,) = changes(case, case)
    assert [row[0][0] for row in none.rows] == ["none"]


@pytest.mark.parametrize(
    ("game", "opening"), [("chase-the-flush", 22_100), ("high-card-flush", 133_784_560)]
)
def test_the_strategy_is_of_every_hand(game: str, opening: int) -> None:
    figures = figures_of("strategy", "" if game.startswith("chase") else f"game={game}")
    every = table_of(figures, "every-hand")
    hands = every.headings.index("Hands")
    assert sum(int(row[hands][1]) for row in every.rows) == opening
    total = table_of(figures, "patterns").total
    solved = solve(game)
    bet = "bet_3x" if game.startswith("chase") else "raise_1x"
    named = bet.replace("_", " ").capitalize()
    at = table_of(figures, "patterns").headings.index(named)
    assert Fraction(total[at][1]) == solved.actions[bet]
    # A cell is a part of it, whichever is chosen, and is marked.
    cell = table_of(figures, "cell")
    assert cell.rows == tuple(row for row in every.rows if row[0][0] == cell.rows[0][0][0])
    assert figures.pictures[0].svg.count('class="on"') == 1


def test_a_pay_that_is_changed_is_priced_as_the_library_does() -> None:
    bench = find_bench("paytables")
    found = read_sound(bench, {"table": "same-suit.A", "pay2": "350"})
    table = edited(found.values)
    assert table.lines[1].pays == 350 and table.lines[0] == TABLES["same-suit.A"].lines[0]
    figures = bench.count(found.asked, lambda *_: None)
    assert exact(table_of(figures, "side-by-side"), "House edge", "edited (yours)") == str(
        price(table).house_edge
    )


def test_meters_stand_where_the_fields_say() -> None:
    bench = find_bench("paytables")
    found = read_sound(bench, {"table": "stax.STAX-1", "meter1": "8142962.50"})
    figures = bench.count(found.asked, lambda *_: None)
    assert [tile.text for tile in figures.tiles][-1] == "100.0000%"


# Files


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12)


@given(st.lists(st.tuples(CELLS, st.fractions()), max_size=6))
def test_a_table_reads_back_from_its_files(rows: list[tuple[str, Fraction]]) -> None:
    shown = [(name, (f"{float(value):.3f}", str(value))) for name, value in rows]
    table = make_table("t", "A table", ("Name", "Value"), shown)
    read = list(csv.reader(io.StringIO(to_csv(table))))
    assert [(row[0], Fraction(row[-1])) for row in read[1:]] == rows
    data = json.loads(json.dumps(to_data(table)))
    assert [(row["Name"], Fraction(row["Value"]["exact"])) for row in data["rows"]] == rows
    assert all(
        row["Value"]["decimal"] == float(Fraction(row["Value"]["exact"])) for row in data["rows"]
    )


@pytest.mark.parametrize("bench", list(BENCHES))
def test_every_table_and_chart_is_a_file(bench: str) -> None:
    figures = figures_of(bench, BENCHES[bench].examples[0][0])
    ids = [one.id for one in figures.tables] + [one.id for one in figures.pictures]
    assert len(set(ids)) == len(ids)
    for table in figures.tables:
        rows = list(csv.reader(io.StringIO(as_file(figures, table.id, "csv"))))
        assert len(rows) == 1 + len(table.rows) + bool(table.total)
        assert json.loads(as_file(figures, table.id, "json"))["id"] == table.id
    for picture in figures.pictures:
        drawn = as_file(figures, picture.id, "svg")
        assert ET.fromstring(drawn).tag.endswith("svg") and "var(" not in drawn
    assert len(json.loads(as_file(figures, "all", "json"))["tables"]) == len(figures.tables)
    with pytest.raises(InputError, match=r"There is no none\.csv here"):
        as_file(figures, "none", "csv")


# The command


@pytest.mark.parametrize(
    ("bench", "values"),
    [
        ("hand", ["hole=AsKsQs", "board=2c7d"]),
        ("paytables", []),
        ("design", []),
        ("rules", ["game=high-card-flush"]),
    ],
)
def test_the_command_gives_the_figures_of_the_page(
    bench: str, values: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = find_bench(bench)
    found = read_sound(chosen, dict(value.split("=", 1) for value in values))
    figures = chosen.show(chosen.count(found.asked, lambda *_: None), found.values)
    assert main(["lab", bench, *values, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"] == [to_data(table) for table in figures.tables]
    assert main(["lab", bench, *values, "--only", figures.tables[0].id, "--csv"]) == 0
    assert capsys.readouterr().out == to_csv(figures.tables[0])
    assert main(["lab", bench, *values]) == 0
    assert figures.tables[0].title in capsys.readouterr().out


def test_a_sheet_of_the_main_game_alone_has_no_paytables() -> None:
    alone = dict.fromkeys(("flush-bonus", "straight-flush-bonus", "progressive"), "none")
    sheet = find_bench("par")
    asked = read_sound(sheet, {"game": "high-card-flush", **alone}).asked
    counted = sheet.count(asked, lambda *_: None)
    assert [table.id for table in counted.tables] == ["glance", "checks"]


def test_the_command_agrees_with_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    """`longsuit analyze` and `longsuit advise` were there before, and count by themselves."""
    assert main(["analyze", "hcf", "--qualifier", "none", "--json"]) == 0
    edge = json.loads(capsys.readouterr().out)["house_edge"]["exact"]
    table = table_of(figures_of("rules", "game=high-card-flush&qualifier=none"), "side-by-side")
    assert exact(table, "House edge", "Yours") == edge
    assert main(["advise", "ctf", "Kh9h4c", "Qh7d", "--json"]) == 0
    values = {one["value"]["exact"] for one in json.loads(capsys.readouterr().out)["actions"]}
    assert {row[1][1] for row in table_of(figures_of("hand"), "choices").rows} == values


@pytest.mark.parametrize(
    ("given_values", "said"),
    [
        (["nothing"], "There is no bench 'nothing'"),
        (["rules", "ties"], "'ties' is not a field and its value"),
        (["rules", "tie=win"], "There is no field 'tie' here; there are: game, "),
        (["hand", "hole=Kh9h4c", "ante=5"], "There is no field 'ante' here; there are: game, "),
        (["rules", "ties=maybe"], "A tie: Choose one of push, win, lose."),
        (["hand", "--csv"], "Say which one with --only."),
        (["hand", "--only", "no", "--csv"], "There is no no.csv here; there are: choices."),
        (["hand", "-o", "/nowhere/at/all"], "There is no folder /nowhere/at/all."),
    ],
)
def test_bad_commands_are_one_sentence(
    given_values: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", *given_values]) == 2
    assert said in capsys.readouterr().err
