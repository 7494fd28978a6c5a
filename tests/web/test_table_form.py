"""The form of a table at the pit desk: what it shows is what it sends."""

from typing import Any

import pytest

from longsuit.floor.config.settings import HouseConfig, TableConfig, table_settings
from longsuit.floor.config.table_entry import config_of
from longsuit.web.pit.parts import Field, Values
from longsuit.web.pit.table_form import again, filled, meter_names, new_table, table_fields

HOUSE = HouseConfig()
TABLES: list[dict[str, Any]] = [
    {"game": "ctf", "mode": "dealt", "must_hit": {"seed": 250, "by": 400, "rate": "1.5%"}},
    {"game": "ctf", "without": ["stax"], "limits": {"ante": [10, 100, 5]}, "approval": "99.50"},
    {
        "game": "hcf",
        "mode": "live",
        "paytables": {"progressive": "PT-PRG-HCF-MLP-03"},
        "progressive_base": 5,
        "progressive_mandatory": True,
        "links": {"level-1": "house level"},
        "seats": 4,
        "face_up": True,
        "raise_step": 5,
    },
]


def untouched(fields: list[Field]) -> Values:
    """What the form sends when nobody has changed anything."""
    return {one["name"]: one["value"] for one in fields if "name" in one}


@pytest.mark.parametrize("table", TABLES)
def test_a_form_that_is_only_sent_changes_nothing(table: dict[str, Any]) -> None:
    made = table_settings(TableConfig.model_validate({"id": "T1", **table}), HOUSE)
    fields = table_fields(config_of(*made), [], new=False)
    sent = TableConfig.model_validate(filled(untouched(fields), "T1"))
    assert table_settings(sent, HOUSE) == made


def test_a_new_table_is_playable_as_it_stands() -> None:
    values = {**untouched(table_fields(new_table(), [], new=True)), "id": "T9"}
    settings, must_hit = table_settings(TableConfig.model_validate(filled(values, "")), HOUSE)
    assert (settings.setup.id, settings.practice, must_hit) == ("T9", False, None)


def test_another_game_has_other_fields() -> None:
    start = new_table()
    values = {**untouched(table_fields(start, [], new=True)), "game": "high-card-flush"}
    names = {
        one["name"] for one in table_fields(again(start, values), [], new=True) if "name" in one
    }
    assert {"paytable progressive", "raise_step", "link main"} <= names
    assert not names & {"paytable stax", "must_hit", "link star"}


def test_links_are_asked_for_the_meters_that_the_table_would_have() -> None:
    start = new_table()
    values = {**untouched(table_fields(start, [], new=True)), "must_hit": True}
    assert meter_names(again(start, values)) == ["star", "spade", "heart", "diamond", "must-hit"]
    assert meter_names(again(start, {**values, "offer stax": False})) == ["must-hit"]
