"""Settings turned back into a configuration make the same settings again."""

from typing import Any

import pytest
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.floor.config.settings import PRACTICE, HouseConfig, TableConfig, table_settings
from longsuit.floor.config.table_entry import config_of

HOUSE = HouseConfig()
TABLES: dict[str, dict[str, Any]] = {
    "plain": {"game": "ctf"},
    "everything": {
        "game": "ctf",
        "name": "Chase 1",
        "mode": "dealt",
        "seats": 5,
        "face_up": True,
        "seats_per_player": 2,
        "spot_factor": 3,
        "paytables": {"xtra": "B", "same-suit": "B", "stax": "STAX-1"},
        "limits": {"ante": [10, 100, 5], "same-suit": ["2.50", 50, "2.50"]},
        "progressive_base": 10,
        "progressive_mandatory": True,
        "links": {"star": "house star"},
        "must_hit": {"seed": 250, "by": "400.50", "rate": "1.5%"},
        "approval": "1200.50",
        "action_seconds": 30,
        "bonus_cap": 50000,
        "buy_in": 250,
    },
    "company": {"game": "ctf", "robots": 3},
    "without": {"game": "ctf", "without": ["same-suit", "stax"]},
    "live": {
        "game": "hcf",
        "mode": "live",
        "paytables": {"progressive": "PT-BJS-HCF-SF-E04"},
        "progressive_base": 5,
        "without": ["flush-bonus"],
        "raise_step": 5,
    },
    "odd progressive": {"game": "hcf", "limits": {"progressive": [5, 5, 5]}},
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_a_roundtrip_changes_nothing(table: dict[str, Any]) -> None:
    made = table_settings(TableConfig.model_validate({"id": "T1", **table}), HOUSE)
    again = config_of(*made)
    assert table_settings(again, HOUSE, files=False) == made
    assert config_of(*table_settings(again, HOUSE)) == again


@pytest.mark.parametrize("table", PRACTICE.table, ids=lambda table: table.id)
def test_the_practice_floor_makes_the_roundtrip(table: TableConfig) -> None:
    made = table_settings(table, HOUSE)
    assert table_settings(config_of(*made), HOUSE) == made


def test_what_follows_by_itself_is_not_written_down() -> None:
    settings, _ = table_settings(TableConfig.model_validate({"id": "T1", "game": "ctf"}), HOUSE)
    config = config_of(settings)
    assert (config.progressive_base, config.links, config.must_hit) == (None, {}, None)
    assert set(config.limits) == {"ante", "same-suit"}


def test_a_paytable_of_the_operators_own_is_not_changed_unawares() -> None:
    settings, _ = table_settings(TableConfig.model_validate({"id": "T1", "game": "ctf"}), HOUSE)
    table = settings.setup.table
    offers = list(table.offers)
    at = [offer.wager for offer in offers].index("same-suit")
    paytable = offers[at].paytable
    assert paytable is not None
    offers[at] = replace(offers[at], paytable=replace(paytable, lines=paytable.lines[:-1]))
    setup = replace(settings.setup, table=replace(table, offers=tuple(offers)))
    config = config_of(replace(settings, setup=setup))
    assert config.paytables["same-suit"] == "A (not in the box)"
    with pytest.raises(InputError, match="no paytable 'A \\(not in the box\\)' in the box"):
        table_settings(config, HOUSE, files=False)
