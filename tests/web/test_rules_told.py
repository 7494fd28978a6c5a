"""The rules that the page of a table shows: those of this very table."""

from longsuit.floor.config.settings import PRACTICE, HouseConfig, TableConfig, table_settings
from longsuit.web.rules import rules_of


def lines(config: TableConfig) -> list[str]:
    settings, must_hit = table_settings(config, HouseConfig())
    found: list[str] = rules_of(settings.setup.table, settings, must_hit)["lines"]
    return found


def test_limits_clock_and_must_hit_are_told() -> None:
    told = lines(PRACTICE.table[0])
    assert told[:4] == [
        "Ante: $5 to $500, in steps of $5.",
        "X-tra Bonus: as much as the Ante.",
        "Same Suit Bonus, if you like: $1 to $100, in steps of $1.",
        "STAX Progressive, if you like: $5.",
    ]
    said = "\n".join(told)
    assert "starts at $500, takes 3% of each progressive wager" in said
    assert "A seat has 60 seconds to act." in said
    assert "sits down with $1,000 of play money" in said


def test_a_table_for_money_says_what_is_its_own() -> None:
    made = {"id": "T1", "game": "hcf", "mode": "dealt", "raise_step": 5, "bonus_cap": 25000}
    made |= {"limits": {"ante": [10, 100, "2.50"]}, "progressive_mandatory": True}
    said = "\n".join(lines(TableConfig.model_validate(made)))
    assert "Ante: $10 to $100, in steps of $2.50." in said
    assert "\nProgressive: $" in said
    assert "in steps of $5." in said
    assert "There is no clock" in said
    assert "play money" not in said and "Must Hit" not in said
