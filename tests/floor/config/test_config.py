"""A floor as its operator writes it down: what is read, and one sentence for what is wrong."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.floor.playing import config, running

from longsuit.core.errors import InputError
from longsuit.core.games.table import Limits
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.config.settings import (
    PRACTICE,
    HouseConfig,
    TableConfig,
    read_config,
    table_settings,
)

WHOLE = """
[house]
name = "The Long Suit"
play_money = false
legal_maximum = 500

[[table]]
id = "C1"
name = "Chase 1"
game = "chase-the-flush"
mode = "dealt"
seats = 5
face_up = true
paytables = { xtra = "B", same-suit = "B" }
limits = { ante = [10, 100, 5], xtra = [10, 100, 5], same-suit = ["2.50", 50, "2.50"] }
progressive_mandatory = true
links = { star = "house star" }
must_hit = { seed = 250, by = 400, rate = "1.5%" }
approval = 1200
action_seconds = 30

[[table]]
id = "H1"
game = "hcf"
mode = "live"
seats_per_player = 2
paytables = { progressive = "PT-BJS-HCF-SF-E04" }
progressive_base = 5
without = ["flush-bonus"]
raise_step = 5
bonus_cap = 50000
approval = 1200
"""


def read(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "floor.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_whole_floor_is_read(tmp_path: Path) -> None:
    config = read_config(read(tmp_path, WHOLE))
    assert (config.house.name, config.house.legal_maximum) == ("The Long Suit", 500_00)
    chase, high = (table_settings(table, config.house) for table in config.table)
    settings, must_hit = chase
    table = settings.setup.table
    assert (settings.name, settings.practice, settings.action_seconds) == ("Chase 1", False, 30)
    assert (settings.setup.live, settings.setup.approval) == (False, 1200_00)
    assert (table.seats, table.face_up) == (5, True)
    offers = {offer.wager: offer for offer in table.offers}
    assert offers["ante"].limits == Limits(10_00, 100_00, 5_00)
    assert offers["same-suit"].limits == Limits(2_50, 50_00, 2_50)
    assert offers["xtra"].paytable is not None
    assert offers["xtra"].paytable.id == "B"
    assert offers["stax"].mandatory
    assert must_hit == MustHit(250_00, 400_00, Fraction(3, 200))
    assert settings.setup.meters == {
        "star": "house star",
        "spade": "C1/spade",
        "heart": "C1/heart",
        "diamond": "C1/diamond",
        "must-hit": "C1/must-hit",
    }
    live, none = high
    assert none is None
    assert (live.setup.live, live.setup.table.seats_per_player) == (True, 2)
    assert live.setup.table.offer("flush-bonus") is None
    progressive = live.setup.table.offer("progressive")
    assert progressive is not None
    assert progressive.limits.least == 5_00
    assert (live.setup.table.raise_step, live.setup.table.bonus_cap) == (5_00, 50_000_00)


def test_without_a_file_there_is_a_practice_table_of_each_game() -> None:
    assert read_config(None) is PRACTICE
    made = [table_settings(table, PRACTICE.house)[0] for table in PRACTICE.table]
    assert {one.setup.table.game for one in made} == {"chase-the-flush", "high-card-flush"}
    assert all(one.practice and one.setup.meters for one in made)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[table]\n", "is not TOML"),
        ('[[table]]\nid = "A"\n', "table.0.game: Field required"),
        ('[[table]]\nid = "A"\ngame = "poker"\n', "table A: There is no game 'poker'"),
        ('[[table]]\nid = "A b"\ngame = "ctf"\n', "table.0.id: an id has 1 to 40 letters"),
        ('[[table]]\nid = "A"\nname = "a\\u0007b"\ngame = "ctf"\n', "name: a name has 1 to 60"),
        ('[[table]]\nid = "A"\ngame = "ctf"\nlinks = { star = "?" }\n', "star: a meter's id has"),
        ('[house]\nzone = "Europe/Berln"\n', "house.zone: There is no time zone 'Europe/Berln'"),
        ('[[table]]\nid = "A"\ngame = "ctf"\ncolour = 1\n', "colour: Extra inputs"),
        ('[[table]]\nid = "A"\ngame = "ctf"\nlimits = 100\n', "limits: it is written { name = v"),
        *(
            (
                f'[[table]]\nid = "A"\ngame = "ctf"\nlimits = {{ ante = {said} }}\n',
                "limits.ante: limits are the least, the most and the step, such as [5, 100, 5].",
            )
            for said in ("100", "[5, 100]", "[5, 100, 5, 5]")
        ),
        ('[[table]]\nid = "A"\ngame = "ctf"\nmode = "x"\n', "mode: Input should be 'practice'"),
        ('[[table]]\nid = "A"\ngame = "ctf"\napproval = -1\n', "'-1' is not an amount"),
        ('[[table]]\nid = "A"\ngame = "ctf"\napproval = true\n', "an amount in dollars"),
        ('[[table]]\nid = "A"\ngame = "ctf"\nrobots = 7\n', "leave one seat free"),
        (
            '[[table]]\nid = "A"\ngame = "ctf"\nmode = "dealt"\nrobots = 1\n',
            "Robots sit at practice tables only.",
        ),
        ('[[table]]\nid = "A"\ngame = "ctf"\nseats = 9\n', "from 1 to 7 seats, not 9"),
        ('[[table]]\nid = "A"\ngame = "ctf"\nlinks = { moon = "x" }\n', "no meter 'moon' to link"),
        ('[[table]]\nid = "A"\ngame = "hcf"\nmust_hit = {}\n', "such as STAX"),
        (
            '[[table]]\nid = "A"\ngame = "ctf"\nprogressive_base = 0\n',
            "table A: A progressive wager is more than nothing.",
        ),
        (
            '[[table]]\nid = "A"\ngame = "ctf"\nlinks = { star = "L" }\n'
            '[[table]]\nid = "B"\ngame = "ctf"\nlinks = { spade = "L" }\n',
            "table B: B cannot share the meter L: it pays",
        ),
        (
            '[house]\nlegal_maximum = 300\n[[table]]\nid = "A"\ngame = "ctf"\nmode = "dealt"\n'
            'approval = 1200\nlinks = { star = "L" }\n'
            '[[table]]\nid = "B"\ngame = "ctf"\nlinks = { star = "L" }\n',
            "table B: Practice tables",
        ),
        (
            '[[table]]\nid = "A"\ngame = "ctf"\n[[table]]\nid = "A"\ngame = "hcf"\n',
            "two tables 'A'",
        ),
        (
            '[[table]]\nid = "A"\ngame = "ctf"\nmode = "live"\nwithout = ["stax"]\n',
            "live table needs",
        ),
    ],
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    file = read(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_config(file)
    told = str(caught.value)
    assert told.startswith(str(file))
    assert why in told
    assert told.count("\n") == 0
    assert "pattern" not in told and "A-Z" not in told


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml cannot be read: No such file"):
        read_config(tmp_path / "none.toml")


@pytest.mark.rule("TBL-8")
@pytest.mark.parametrize(
    ("maximum", "multiples", "why"),
    [
        (0, True, None),
        (500_00, False, None),
        (499_99, False, "The Ante goes up to $500.00, over the legal $499.99."),
        (1_500_00, True, None),
        (1_499_99, True, "The All In goes up to $1,500.00, 3 Antes, over the legal $1,499.99."),
        (1_499_99, False, None),
    ],
)
def test_the_legal_maximum(maximum: int, multiples: bool, why: str | None) -> None:
    """Limits up to $500 and bets of three Antes, with and without the multiples counted."""
    house = HouseConfig.model_construct(legal_maximum=maximum, count_multiples=multiples)
    table = TableConfig.model_validate({"id": "A", "game": "ctf", "limits": {"ante": [5, 500, 5]}})
    if why is None:
        table_settings(table, house)
    else:
        with pytest.raises(InputError) as caught:
            table_settings(table, house)
        assert str(caught.value) == why


# What is there already


def test_a_new_table_that_does_not_go_with_the_meters_there(database: str) -> None:
    """The floor does not start, and nothing of the configuration is opened."""
    here = config(A={"mode": "dealt", "links": {"star": "L"}})
    wrong = config(
        A={"mode": "dealt", "links": {"star": "L"}},
        B={"mode": "dealt"},
        C={"mode": "dealt", "links": {"spade": "L"}},
    )
    with running(database, here):
        pass
    only_new = wrong.model_copy(update={"table": wrong.table[1:]})
    for refused, why in (
        (wrong, "table C: C cannot share the meter L: it pays"),
        (only_new, "table C: C cannot share the meter L: it pays"),
    ):
        with pytest.raises(InputError, match=why), running(database, refused):
            pass
    with running(database, config()) as floor:
        assert floor.tables() == ["A"]


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    with running(str(path), config(T1={"mode": "dealt"})) as floor:
        assert floor.tables() == ["T1"]
        modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.glob("floor.db*")}
        assert modes["floor.db"] == modes["floor.db-wal"] == 0o600


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("buy_in = 1e400", "'inf' is not an amount in dollars"),
        ("buy_in = " + "9" * 5000, "something in it is too long or too deep."),
        ("buy_in = 0x" + "f" * 5000, "an amount is $1,000,000,000.00 at most"),
        ("seats = " + "9" * 4000, "seats: "),
        ("without = " + "[" * 5000, "something in it is too long or too deep."),
        ('must_hit = { rate = "1e20000000%" }', "is not a rate, such as 2.00%."),
    ],
    ids=["float", "digits", "hexadecimal", "seats", "deep", "rate"],
)
def test_a_number_without_end_is_one_sentence(tmp_path: Path, setting: str, sentence: str) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(f'[[table]]\nid = "C1"\ngame = "ctf"\n{setting}\n')
    with pytest.raises(InputError) as caught:
        read_config(path)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(path))


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text("# " + "x" * 1_000_000)
    with pytest.raises(InputError, match=r"is too large for a floor\.$"):
        read_config(path)


_MONEY = """
[house]
{law}
[[table]]
id = "T1"
game = "ctf"
mode = "{mode}"
{approval}
"""
_LAW, _APPROVAL = "legal_maximum under [house]", "the table's approval"


@pytest.mark.rule("PRG-19", "TBL-8")
@pytest.mark.parametrize("mode", ["live", "dealt", "practice"])
@pytest.mark.parametrize(
    ("law", "approval", "unsaid"),
    [
        ("", "", f"{_LAW} and {_APPROVAL}:"),
        ("legal_maximum = 300", "", f"{_APPROVAL}:"),
        ("", "approval = 1200", f"{_LAW}:"),
        ("legal_maximum = 300", "approval = 1200", ""),
        ('legal_maximum = "none"', 'approval = "none"', ""),
    ],
)
def test_a_table_for_money_opens_once_its_protection_is_said(
    tmp_path: Path, mode: str, law: str, approval: str, unsaid: str
) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(_MONEY.format(law=law, mode=mode, approval=approval), encoding="utf-8")
    if unsaid and mode != "practice":
        with pytest.raises(InputError) as caught:
            read_config(file)
        said = str(caught.value)
        assert said.startswith(f"{file}: table T1: A table for money opens once") and unsaid in said
        return
    made = read_config(file)
    settings, _ = table_settings(made.table[0], made.house)
    assert settings.setup.approval == (1_200_00 if "1200" in approval else 0)
    ante = settings.setup.table.offer("ante")
    assert ante is not None and ante.limits.most == (300_00 if "300" in law else 500_00)


def test_neither_an_amount_nor_none_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(_MONEY.format(law='legal_maximum = "no"', mode="live", approval=""))
    with pytest.raises(InputError, match=r"house\.legal_maximum"):
        read_config(file)


@pytest.mark.rule("TBL-8")
def test_an_ante_without_limits_keeps_to_the_law() -> None:
    said = {"id": "A", "game": "ctf", "mode": "dealt", "approval": 0}
    counted = HouseConfig.model_validate({"legal_maximum": 300, "count_multiples": True})
    bare, _ = table_settings(TableConfig.model_validate(said), counted)
    ante = bare.setup.table.offer("ante")
    assert ante is not None and ante.limits.most == 100_00
    over = TableConfig.model_validate({**said, "limits": {"ante": [5, 400, 5]}})
    with pytest.raises(InputError, match=r"The Ante goes up to \$400\.00, over the legal \$300\."):
        table_settings(over, counted)
