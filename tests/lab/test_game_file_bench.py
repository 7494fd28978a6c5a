"""A game's file in the lab: counted as the library counts it, and known to nobody afterwards."""

from fractions import Fraction
from importlib import resources
from pathlib import Path

import pytest
from tests.own_game import QUICK, write_game

from longsuit.analysis.exact.case import case_of
from longsuit.analysis.exact.general.position import value_any
from longsuit.analysis.exact.hand_classes import class_hands, classes
from longsuit.analysis.exact.solver import solve, solve_case
from longsuit.core.games import catalog
from longsuit.core.games.catalog import file_of, game_from_text, known_game
from longsuit.lab.bench import address, read, read_sound
from longsuit.lab.benches.game_file import GAME_FILE, LONGEST
from longsuit.lab.figures import Figures, Picture, make_table

FAMILY = resources.files("longsuit.core.games").joinpath("family")


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def figures_of(text: str) -> Figures:
    return GAME_FILE.count(read_sound(GAME_FILE, {"text": text}).asked, lambda *_: None)


def cells(figures: Figures, table: str) -> dict[str, tuple[str, ...]]:
    """The exact values of a table, or what is shown, by the first cell of a row."""
    rows = next(one.rows for one in figures.tables if one.id == table)
    return {row[0][0]: tuple(exact or shown for shown, exact in row[1:]) for row in rows}


def test_an_edited_file_has_the_figures_of_the_library(tmp_path: Path) -> None:
    text = QUICK.replace('ties = "push"', 'ties = "lose"').replace('flush" = 17', 'flush" = 20')
    found, before = figures_of(text), figures_of(QUICK)
    assert not catalog.own_files()
    solved = solve(str(write_game(tmp_path, text=text)))
    main, usual = cells(found, "side-by-side"), cells(before, "side-by-side")
    for row, value in {
        "House edge": solved.house_edge,
        "Element of risk": solved.element_of_risk,
        "Variance": solved.variance,
    }.items():
        standard = Fraction(usual[row][1])
        assert main[row] == (str(standard), str(value), str(value - standard))
        assert value != standard
    shares = [Fraction(share) for (share,) in cells(found, "actions").values()]
    assert shares == list(solved.actions.values()) and sum(shares) == 1
    assert sum(Fraction(share) for (share,) in cells(found, "results").values()) == 1
    # 1,144 of 22,100 hands of three cards are of one suit.
    hits = Fraction(1144, 22100)
    assert cells(found, "side-wagers")["Three Suit"] == ("A", str(1 - 21 * hits), str(hits))


def test_a_file_may_have_the_names_of_a_game_in_the_box() -> None:
    """As an edited copy of one has: what is counted is what the text says."""
    taken = QUICK.replace('"three-flush"', '"high-card-flush"').replace('"thf"', '"hcf"')
    assert figures_of(taken).tables == figures_of(QUICK).tables
    assert catalog.known_game("hcf").hole == 7


def test_a_wager_on_every_hand_is_counted_for_one_player() -> None:
    text = FAMILY.joinpath("i_luv_suits.toml").read_text(encoding="utf-8")
    rows = cells(figures_of(text), "side-wagers")
    assert rows["Cover All, one player"] == (
        "Example",
        "761960049/5669763925",
        "272183473/4535811140",
    )


def test_what_cannot_be_counted_is_one_sentence() -> None:
    text = FAMILY.joinpath("i_luv_suits.toml").read_text(encoding="utf-8")
    text = text.replace('"5-card flush"', '"5-card straight flush"')
    text = text.replace('hands = "flush"', 'hands = "any"')
    rows = cells(figures_of(text), "side-wagers")
    assert rows["Cover All, one player"][1] == "not counted"
    assert "priced for lines of flushes alone" in rows["Cover All, one player"][2]


def test_one_without_a_dealer_is_counted() -> None:
    """Two cards of a suit win, and the seat knows its hand: it bets those and folds the rest."""
    text = QUICK.replace("hole = 3", "hole = 3\nwins = 2")
    for part in (
        '[game.dealer]\nqualifier = "932"\nunqualified = "push"\nties = "push"\n',
        'tie = "as ruled"\n',
        'unqualified = "as ruled"\n',
        ' tie = "as ruled",',
        ' unqualified = "compared",',
    ):
        assert text.count(part) == 1
        text = text.replace(part, "")
    apart = Fraction(4 * 13**3, 22100)
    edge = apart - 2 * (1 - apart)
    found = figures_of(text)
    assert cells(found, "side-by-side")["House edge"][1] == str(edge)
    # Of 22,100 hands those with two of a suit bet; each of them is in the map.
    shares = cells(found, "patterns")
    assert shares["Flush of 1"] == (str(4 * 13**3), "0", "1")
    assert shares["Flush of 2"][1:] == shares["Flush of 3"][1:] == ("1", "0")


def test_other_cards_are_not_compared() -> None:
    found = figures_of(QUICK.replace("hole = 3", "hole = 4"))
    assert "Three Flush has other cards or decisions: they are not compared." in found.said
    assert {"side-by-side", "patterns"} <= {one.id for one in found.tables}
    assert "changed-decisions" not in {one.id for one in found.tables}


def test_a_text_has_a_limit_and_may_be_too_long_for_a_link() -> None:
    long = f"{QUICK}#{'x' * 5000}"
    found = read(GAME_FILE, {"text": long})
    assert not found.wrong and len(address(found)) > 5000
    wrong = read(GAME_FILE, {"text": long + "x" * LONGEST}).wrong
    assert wrong == {"text": "At most 30,000 characters, please."}


def test_decisions_stand_beside_those_of_the_standard_game() -> None:
    """Hand by hand, as the coach of either file would decide."""
    text = QUICK.replace('unqualified = "push"', 'unqualified = "win"', 1)
    found = figures_of(text)
    (row,) = next(one.rows for one in found.tables if one.id == "changed-decisions")
    decision, old, new, hands, _ = (exact or shown for shown, exact in row)
    assert (decision, old, new) == ("raise", "fold", "Raise 1x")
    cases = [case_of(game_from_text(one, "x.toml")) for one in (QUICK, text)]
    changed = 0
    for masks in classes(size=3):
        bets = []
        for case in cases:
            values = value_any(case, masks)
            bets.append(values["raise_1x"] > values["fold"])
        changed += class_hands(masks) * (bets[0] != bets[1])
    assert changed == int(hands) > 0
    assert len(next(one.rows for one in found.tables if one.id == "changed-hands")) > 5


def test_a_game_is_started_from_and_is_the_standard() -> None:
    start = "i-luv-suits"
    text = file_of(known_game(start)).text.replace('ties = "push"', 'ties = "win"')
    found = read_sound(GAME_FILE, {"start": start, "text": text, "cell": "QT3"})
    figures = GAME_FILE.show(GAME_FILE.count(found.asked, lambda *_: None), found.values)
    standard, yours, _ = cells(figures, "side-by-side")["House edge"]
    case = case_of(game_from_text(text, "x.toml"))
    assert (standard, yours) == (str(solve(start).house_edge), str(solve_case(case).house_edge))
    names = [table.id for table in figures.tables]
    assert names[:5] == ["side-by-side", "changed-decisions", "changed-hands", "cell", "patterns"]
    assert figures.pictures[0].svg.count('class="on"') == 1


def test_each_decision_has_a_map_and_one_is_shown() -> None:
    """Of a game with three decisions, on figures made by hand: the solver takes longer."""
    game = known_game("two-card-chase")
    names = [one.name for one in game.rules.decisions]
    every = [f"{part}-{name}" for name in names for part in ("patterns", "every-hand")]
    tables = tuple(make_table(one, one, ("Cell",), [("QT3",)]) for one in ("actions", *every))
    pictures = tuple(Picture(f"strategy-{name}", name, "", "<svg/>") for name in names)
    fields = {one.name: one for one in read(GAME_FILE, {"start": game.id}).fields}
    assert [value for value, _ in fields["decision"].options] == names
    for name in names:
        asked = read_sound(GAME_FILE, {"start": game.id, "decision": name}).values
        shown = GAME_FILE.show(Figures(tables=tables, pictures=pictures), asked)
        assert [one.title for one in shown.pictures] == [name]
        wanted = ["actions", *(f"{part}-{name}" for part in ("cell", "patterns", "every-hand"))]
        assert [one.id for one in shown.tables] == wanted
