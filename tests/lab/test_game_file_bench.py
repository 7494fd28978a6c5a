"""A game's file in the lab: counted as the library counts it, and known to nobody afterwards."""

from fractions import Fraction
from importlib import resources
from pathlib import Path

import pytest
from tests.own_game import QUICK, write_game

from longsuit.analysis.exact.solver import solve
from longsuit.core.games import catalog
from longsuit.lab.bench import address, read, read_sound
from longsuit.lab.benches.game_file import GAME_FILE, LONGEST
from longsuit.lab.figures import Figures

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
    main = cells(found, "main-game")
    assert main["House edge, of an Ante"] == (str(solved.house_edge),)
    assert main["Element of risk"] == (str(solved.element_of_risk),)
    assert main["Variance"] == (str(solved.variance),)
    assert main != cells(before, "main-game")
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
    assert cells(figures_of(text), "main-game")["House edge, of an Ante"] == (str(edge),)


def test_a_text_has_a_limit_and_may_be_too_long_for_a_link() -> None:
    long = f"{QUICK}#{'x' * 5000}"
    found = read(GAME_FILE, {"text": long})
    assert not found.wrong and len(address(found)) > 5000
    wrong = read(GAME_FILE, {"text": long + "x" * LONGEST}).wrong
    assert wrong == {"text": "At most 30,000 characters, please."}
