"""The tables of the documented day, and its morning: what is on file, or they do not open."""

import pytest
from msgspec.structs import replace
from tests.floor.documented import SUE, Day
from tests.floor.playing import config, with_house
from tests.floor.register.filed import LAYOUT, SHUFFLER, SYSTEM

from longsuit.core.errors import InputError
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.register.entries import Approval
from longsuit.floor.service.table_cover import coverage
from longsuit.floor.tables.commands import CloseTable
from longsuit.version import __version__

HOUSE = with_house(
    config(),
    name="Harbour",
    approvals="required",
    legal_maximum=300_00,
    jurisdiction="Washington, licence 1",
    age_text="Must be 21 or older to gamble.",
    help_text="Bet with your head, not over it. Gambling problem? Call 1-800-GAMBLER.",
    play_money=False,
)
LINKS = {name: f"harbour {name}" for name in ("star", "spade", "heart", "diamond")}


def table(name: str, game: str, mode: str, **more: object) -> TableConfig:
    given = {"id": name, "game": game, "mode": mode, "approval": 1200, "links": {}, **more}
    return TableConfig.model_validate(given)


CHASE = table(
    *("C1", "ctf", "dealt"),
    links=LINKS,
    limits={"ante": [5, 100, 5], "same-suit": [1, 25, 1]},
)
FELT = table(
    *("L1", "ctf", "live"),
    links=LINKS,
    limits={"ante": [5, 100, 5]},
    must_hit={"seed": 500, "by": "500.30", "rate": "3.00%"},
)
HIGH = table(*("H1", "hcf", "dealt"), limits={"ante": [5, 100, 5]}, bonus_cap=50_000)
RAISED = table("H2", "hcf", "live", paytables={"progressive": "PT-PRG-HCF-D03"})
LEVELS = table(
    *("H3", "hcf", "live"), paytables={"progressive": "PT-PRG-HCF-MLP-01"}, progressive_base=5
)
ENVY = table("H4", "hcf", "live", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
TABLES = (CHASE, FELT, HIGH, RAISED, LEVELS, ENVY)
FLOOR = HOUSE.model_copy(update={"table": TABLES})
STAR, ROYAL = "7-card straight flush", "A-K-Q-J-10 suited"


def letter(day: Day, *names: str, **more: object) -> Approval:
    """What the commission approves: the rules and paytables of these tables."""
    covers = [one for one in coverage(day.floor) if one.id in names]
    parts = tuple(dict.fromkeys(part for one in covers for part in one.parts))
    game = {"C": "chase-the-flush", "L": "chase-the-flush", "H": "high-card-flush"}[names[0][0]]
    about = {"reference": "16-117", "date": "2016-06-22", "names": parts, **more}
    return Approval("controls", "Gambling Commission", game=game, **about)  # type: ignore[arg-type]


def file(day: Day, *entries: object) -> None:
    for entry in entries:
        filed = day.floor.file(SUE, entry, day.floor.engine.now())  # type: ignore[arg-type]
        assert not hasattr(filed, "code"), filed


def nothing_opens_without_its_papers(day: Day) -> None:
    floor = day.floor
    assert floor.tables() == []
    no = day.sets(FELT)
    for missing in ("approved internal controls", "a limit of the law", "an approved shuffler"):
        assert missing in no, no
    assert "a layout from a licensed maker" in no and "the progressive system" in no
    adopted = floor.adopt(SUE, "wa-300", "", floor.engine.now())
    assert not hasattr(adopted, "code")
    above = table("C9", "ctf", "dealt", limits={"ante": [5, 500, 5]})
    with pytest.raises(InputError, match=r"The Ante goes up to \$500.00, over the legal \$300.00"):
        day.sets(above)
    day.enacts("D000 7.1, D002 15.1", "CON-8 TBL-8")
    felts = [replace(LAYOUT, table=one.id) for one in TABLES if one.mode == "live"]
    assert day.floor.file(SUE, replace(SHUFFLER, licence=""), floor.engine.now()) is not None
    file(day, SHUFFLER, *felts, replace(SYSTEM, version=__version__))
    day.enacts("D000 8.1 8.5 9.1, D002 2.3 3.5", "CON-6 CON-7")
    assert floor.tables() == []
    file(day, letter(day, "C1", "L1"))
    assert floor.tables() == ["C1", "L1"], "they waited for the last that was missing"
    file(day, letter(day, "H1", "H2", "H3", "H4", reference="23-001", date="2023-05-01"))
    assert floor.tables() == sorted(one.id for one in TABLES)
    day.enacts("D002 1.2 2.2", "CON-1")
    no = day.sets(CHASE, paytables={"xtra": "B"})
    assert "an approval that names xtra B" in no, no
    day.enacts("D000 2.1, D002 2.1 3.1 5.1", "CON-5")
    with_stax = table("C9", "ctf", "dealt", without=["same-suit", "stax"])
    assert day.sets(with_stax) == "", "its rules are those that the letter names"
    day.does(SUE, "C9", CloseTable(by=SUE.actor))
    day.enacts("D003 6.1", "FL-10 TBL-9")
