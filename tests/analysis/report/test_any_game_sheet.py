"""PAR sheets of games that have no kernel of their own."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.own_game import NO_DEALER, QUICK, write_game

from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.report.content import ParSheet
from longsuit.analysis.report.html import to_html
from longsuit.analysis.report.pdf import to_pdf
from longsuit.analysis.report.settings import Choice
from longsuit.analysis.report.sheet import par_sheet
from longsuit.analysis.report.wagers import parts_of
from longsuit.analysis.report.xtra import xtra_lines
from longsuit.core.games import catalog
from longsuit.core.games.catalog import add_game, default_paytable, find_game, game_from_file
from longsuit.core.games.game import Game

SMALL_RUSH = (
    NO_DEALER.replace("hole = 4", "hole = 3")
    .replace("own = 2", "own = 1")
    .replace("wins = 4", "wins = 3")
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def added(folder: Path, text: str) -> Game:
    return add_game(game_from_file(write_game(folder, text=text)))


def words_of(sheet: ParSheet) -> str:
    page = to_html(sheet)
    assert to_pdf(sheet).startswith(b"%PDF")
    return page


def test_a_game_with_a_dealer(tmp_path: Path) -> None:
    sheet = par_sheet(added(tmp_path, QUICK).id)
    rows = {row[0].text for row in sheet.table("main-figures").rows}
    assert "Dealer qualifies" in rows
    checked = [row[0].text for row in sheet.table("checks").rows]
    assert "Hands of three cards by shape: counted, and as differences" in checked
    assert "strategy costs" not in words_of(sheet)


def test_a_game_that_pays_by_margin_says_by_how_many_cards(tmp_path: Path) -> None:
    text = QUICK.replace("pays = 1 }", "pays = { margin = [1, 1, 2, 4] } }")
    sheet = par_sheet(added(tmp_path, text).id)
    table = sheet.table("return-table")
    place = [column.heading for column in table.columns].index("Hand")
    assert {row[place].text for row in table.rows} >= {"", "by 1", "by 2"}
    assert "cards longer on" in words_of(sheet)


def test_a_game_without_a_dealer_and_with_two_bets(tmp_path: Path) -> None:
    game = added(tmp_path, SMALL_RUSH)
    sheet = par_sheet(game.id)
    rows = {row[0].text for row in sheet.table("main-figures").rows}
    assert "Dealer qualifies" not in rows
    actions = [row[0].text for row in sheet.table("actions").rows]
    assert actions == ["Play 1x, Play 1x", "fold", "Play 1x, fold"]
    lines = {row[0].text for row in sheet.table("xtra-lines-1").rows}
    assert {"5-card straight flush", "4-card flush", "shorter flush", "fold"} <= lines
    page = words_of(sheet)
    assert (
        "Bonus and progressive" not in page and "dealer" not in page.split("Settlement")[0][-2000:]
    )


def test_cover_all_has_a_row_for_each_number_of_players() -> None:
    sheet = par_sheet("ils", quick=True, seats=3)
    game = find_game("ils")
    table = default_paytable(game, game.wager("cover-all"))
    figures = sheet.table("bonus-1-figures").rows
    edges = [row[1].value for row in figures]
    assert edges == [price(table, seats=n).house_edge for n in range(1, 7)]
    assert edges[0] == Fraction(761960049, 5669763925)
    assert "Cover All Example, 3 players" in {row[0].text for row in sheet.table("glance").rows}
    assert "longsuit analyze ils --wager cover-all --paytable Example --seats 3" in words_of(sheet)


def test_a_wager_by_a_table_is_summed_up_as_its_terms_say(tmp_path: Path) -> None:
    """It comes back with a fold, wins a tie, and a winner that the table leaves out loses it."""
    main = (
        'fold = "push", ahead = "win", tie = "win", behind = "lose", unqualified = "compared", '
        'pays = "table"'
    )
    twin = f'[[game.wager]]\nid = "twin"\nname = "Twin"\nbasis = "to 1"\nmain = {{ {main} }}\n\n'
    pays = '"3-card flush" = 30\n'
    table = '\n[[paytable]]\nid = "T"\ngame = "three-flush"\nwager = "twin"\nbasis = "to 1"\n'
    text = QUICK.replace("[game.bet]", f"{twin}[game.bet]") + f"{table}[paytable.pays]\n{pays}"
    solved = solve(added(tmp_path, text.replace('qualifier = "932"', 'qualifier = "none"')).id)
    assert solved.case.xtra is not None
    shown = xtra_lines(1, Choice(solved.case.xtra, "T"), solved)
    (part,) = (one for one in parts_of(solved, solved.case.xtra) if one.name == "Twin")
    assert shown.total is not None and shown.total[-1].value == part.net
    ends = {(row[0].text, row[3].text) for row in shown.rows}
    assert ends >= {("fold", "push"), ("ahead with less", "loses"), ("dealer wins", "loses")}
    won = sum(row[2].value or 0 for row in shown.rows if "flush" in row[0].text)
    assert solved.xtra_frequency == won
    ties = sum(n for (*_, outcome), n in solved.endings.items() if outcome == "tie")
    assert ties and ("tie", "push") not in ends
