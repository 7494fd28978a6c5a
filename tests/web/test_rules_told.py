"""The rules that the page of a table shows: those of this very table."""

import pytest

from longsuit.analysis.report.content import Bullets, Table
from longsuit.analysis.report.reproduction import commands
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.analysis.report.settings import choose
from longsuit.core.cards import card_set, parse_cards
from longsuit.core.games import catalog
from longsuit.core.games.catalog import games
from longsuit.core.games.game import Game
from longsuit.core.games.table import make_table
from longsuit.core.ranking import flush_key
from longsuit.floor.config.settings import PRACTICE, HouseConfig, TableConfig, table_settings
from longsuit.web.rules import rules_of
from longsuit.web.rules_card import rules_card, spot_words


def lines(config: TableConfig) -> list[str]:
    settings, must_hit = table_settings(config, HouseConfig())
    found: list[str] = rules_of(settings.setup.table, settings, must_hit)["lines"]
    return found


@pytest.mark.parametrize("game", games(), ids=lambda game: game.short)
def test_every_game_in_the_box_has_its_rules(game: Game) -> None:
    table = make_table(game.id)
    told = rules_of(table)
    assert told["card"]["name"] == game.name
    assert set(told["spots"]) == {*(offer.wager for offer in table.offers), game.bet.id}
    keys = [flush_key(card_set(parse_cards(hand["cards"]))) for hand in told["card"]["hands"]]
    assert len(keys) > 1
    assert game.dealer or min(keys) >= table.rules.qualifier
    assert [grid["title"] for grid in told["grids"]][:2] == ["Wagers", "Decisions"]


def test_limits_clock_and_must_hit_are_told() -> None:
    told = lines(PRACTICE.table[0])
    assert told[:5] == [
        "Seats: 7.",
        "Ante: $5 to $500, in steps of $5.",
        "X-tra Bonus: as much as the Ante.",
        "Same Suit Bonus (optional): $1 to $100, in steps of $1.",
        "STAX Progressive (optional): $5.",
    ]
    said = "\n".join(told)
    assert "starts at $500, takes 3% of each progressive wager" in said
    assert "A seat has 60 seconds to act." in said
    assert "sits down with $1,000 of play money" in said


ODD = """
[game]
id = "odd-rules"
short = "odd"
name = "Odd Rules"
seats = 4
hole = 1
wins = 4
[[game.street]]
name = "start"
free = "check"
bet = 1
[[game.street]]
name = "all"
own = 5
face_up = true
board = 1
free = "fold"
bet = [1, 1, 1, 2, 3, 3]
[[game.wager]]
id = "ante"
name = "Ante"
main = { fold = "lose", ahead = "win", behind = "lose", pays = { length = [0, 0, 0, 1, 2, 2, 50] } }
[[game.wager]]
id = "safe"
name = "Safe"
main = { fold = "push", ahead = "win", behind = "lose", pays = 1 }
[[game.wager]]
id = "two"
name = "Two"
basis = "to 1"
first = 2
[game.bet]
id = "play"
name = "Play"
verb = "play"
main = { ahead = "win", behind = "lose", pays = { length = [3] } }
[[paytable]]
id = "T"
game = "odd-rules"
wager = "two"
basis = "to 1"
[paytable.pays]
"2-card flush" = 2
"""


def test_rules_of_a_game_of_ones_own_are_told_as_its_file_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One card and not one cards, no dealer where there is none, and what each length pays."""
    monkeypatch.setattr(catalog, "_own", {})
    game = catalog.add_game(catalog.game_from_text(ODD, "odd.toml"))
    steps = "\n".join(rules_card(make_table(game.id))["steps"])
    assert "You get one card, and five more later; one community card is shared." in steps
    assert (
        "fold, or bet 1 Ante on Play (2 with 5 cards of a suit, 3 with 6 cards of a suit)." in steps
    )
    assert "A fold loses the Ante and takes back the Safe; your bonus" in steps
    pays = "1 to 1, 2 from five cards on, 50 from seven"
    assert spot_words(make_table(game.id))["ante"].startswith(f"Pays {pays}, if your flush")
    section = rules_section(choose(game.id))
    said = "\n".join(
        item for block in section.blocks if isinstance(block, Bullets) for item in block.items
    )
    assert "Each seat receives one card and five more later; there is no dealer" in said
    assert "one community card is shared by all" in said
    assert "A fold loses the Ante and takes back the Safe at once" in said
    assert "A seat's own cards of the street all are dealt face up" in said
    assert "the dealer holds" not in said and "seat's own seven cards" not in said
    tables = [block for block in section.blocks if isinstance(block, Table)]
    cells = [[cell.text for cell in row] for table in tables for row in table.rows]
    assert ["none", "flush that wins", f"wins {pays}", "wins 1 to 1", "wins 3 to 1"] in cells
    assert ["none", "player folds", "loses", "is returned", "not placed"] in cells
    assert next(commands(choose(game.id), "2026-01-01", quick=True)).startswith(
        "longsuit report odd.toml "
    )
    assert next(commands(choose("rush"), "2026-01-01", quick=True)).startswith(
        "longsuit report rush "
    )


def test_a_table_for_money_says_what_is_its_own() -> None:
    made = {"id": "T1", "game": "hcf", "mode": "dealt", "raise_step": 5, "bonus_cap": 25000}
    made |= {"limits": {"ante": [10, 100, "2.50"]}, "progressive_mandatory": True}
    config = TableConfig.model_validate(made)
    said = "\n".join(lines(config))
    assert "Ante: $10 to $100, in steps of $2.50." in said
    assert "\nProgressive: $" in said
    grids = rules_of(table_settings(config, HouseConfig())[0].setup.table)["grids"]
    told = [cell for grid in grids for row in grid["rows"] for cell in row]
    assert any(cell.endswith("below it in steps of $5") for cell in told)
    assert "mandatory, one fixed amount a seat" in told
    assert "There is no clock" in said
    assert "play money" not in said and "Must Hit" not in said


def test_a_card_of_the_rules_has_hands_in_order_and_words_for_each_spot() -> None:
    for config in PRACTICE.table:
        table = table_settings(config, HouseConfig())[0].setup.table
        card = rules_of(table)["card"]
        keys = [flush_key(card_set(parse_cards(hand["cards"]))) for hand in card["hands"]]
        assert keys == sorted(keys, reverse=True)
        assert keys[-1] == table.rules.qualifier
        wagers = {offer.wager for offer in table.offers} | {table.definition.bet.id}
        assert set(rules_of(table)["spots"]) == wagers
    chase, high = (table_settings(one, HouseConfig())[0].setup.table for one in PRACTICE.table)
    assert "bet 3 Antes on All In" in rules_of(chase)["card"]["steps"][2]
    assert "2 with 5 cards of a suit" in rules_of(high)["card"]["steps"][2]
    assert "You get it back" in rules_of(chase)["spots"]["ante"]
    assert "also paid" in rules_of(high)["spots"]["ante"]
