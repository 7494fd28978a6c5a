"""The commands that solve, price and advise: their JSON, their tables, and what they refuse."""

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from longsuit.analysis.exact import advise, solve
from longsuit.cli.main import main
from longsuit.core.cards import card_name, parse_cards
from longsuit.core.games.catalog import paytables

Capsys = pytest.CaptureFixture[str]
HIGH_CARD_EDGE = "1348050875653/50592437455560"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def asked(capsys: Capsys, *args: str) -> Any:
    """The one JSON value that a command prints."""
    assert main([*args, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


def told(capsys: Capsys, *args: str) -> str:
    """What a command prints for people."""
    assert main(list(args)) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def exact(figure: Any) -> Fraction:
    """A figure of the JSON: its fraction, once the decimal agrees with it."""
    assert set(figure) == {"exact", "decimal"}
    assert isinstance(figure["exact"], str)
    assert isinstance(figure["decimal"], float)
    top, bottom = figure["exact"].split("/")
    value = Fraction(int(top), int(bottom))
    assert figure["exact"] == f"{value.numerator}/{value.denominator}"
    assert figure["decimal"] == float(value)
    return value


# analyze


@pytest.mark.parametrize(
    ("short", "game", "tables", "deals", "edge", "actions"),
    [
        (
            *("ctf", "chase-the-flush", {"xtra": "A"}, 398_664_610_344_000),
            *("12033802351/503364407000", ["bet_3x", "bet_2x", "bet_1x", "fold"]),
        ),
        (
            *("hcf", "high-card-flush", {}, 6_071_092_494_667_200),
            *(HIGH_CARD_EDGE, ["raise_1x", "raise_2x", "raise_3x", "fold"]),
        ),
    ],
)
def test_analyze_json(
    capsys: Capsys,
    short: str,
    game: str,
    tables: dict[str, str],
    deals: int,
    edge: str,
    actions: list[str],
) -> None:
    said = asked(capsys, "analyze", short)
    assert (said["game"], said["paytables"], said["deals"]) == (game, tables, deals)
    assert said["house_edge"]["exact"] == edge
    loss = exact(said["house_edge"])
    assert exact(said["element_of_risk"]) == loss / exact(said["average_wager"])
    assert isinstance(said["standard_deviation"], float)
    assert said["standard_deviation"] == pytest.approx(float(solve(game).variance) ** 0.5)
    assert list(said["actions"]) == actions
    assert all(isinstance(share, float) for share in said["actions"].values())
    assert sum(said["actions"].values()) == pytest.approx(1)
    assert isinstance(said["seconds"], float)
    assert said["seconds"] >= 0


def test_analyze_takes_another_table(capsys: Capsys, tmp_path: Path) -> None:
    said = asked(capsys, "analyze", "ctf", "--xtra", "B")
    assert said["paytables"] == {"xtra": "B"}
    assert said["house_edge"]["exact"] == "11508229771/503364407000"
    said = asked(capsys, "analyze", "ctf", "--xtra", "7=250,6=20,5=5,4=1")
    assert said["house_edge"]["exact"] == "12033802351/503364407000"


def test_analyze_takes_variants(capsys: Capsys) -> None:
    usual = exact(asked(capsys, "analyze", "hcf")["house_edge"])
    for args, sign in [
        (["--ties", "lose"], 1),
        (["--unqualified", "push"], 1),
        (["--multiples", "1,1,1,1,1,1"], 1),
        (["--qualifier", "none"], -1),
        (["--multiples", "3,3,3,3,3,3"], -1),
    ]:
        changed = exact(asked(capsys, "analyze", "hcf", *args)["house_edge"])
        assert (changed - usual) * sign > 0, args
    for same in ("932", "9-high-3"):
        again = asked(capsys, "analyze", "hcf", "--qualifier", same)
        assert exact(again["house_edge"]) == usual


def test_a_qualifier_is_told_with_every_rank(capsys: Capsys) -> None:
    for given, named in (("T86", "10-8-6"), ("t32", "10-3-2"), ("10-high-3", "10-3-2")):
        said = asked(capsys, "analyze", "hcf", "--qualifier", given)
        assert said["rules"]["qualifier"] == f"three-card flush {named}"
        shown = " ".join(told(capsys, "analyze", "hcf", "--qualifier", given).split())
        assert f"qualifies with the three-card flush {named} or better" in shown
    assert asked(capsys, "analyze", "hcf", "--qualifier", "none")["rules"]["qualifier"] == "none"


def test_what_an_unqualified_dealer_does_is_told(capsys: Capsys) -> None:
    """`play` compares the Raise as well as the Ante."""
    for given, words in (("play", "every wager compared"), ("push", "the Ante returned")):
        said = " ".join(told(capsys, "analyze", "hcf", "--unqualified", given).split())
        assert f"with {words} when the dealer does not qualify" in said
    assert main(["analyze", "--help"]) == 0
    shown = " ".join(re.sub("[^a-zA-Z ]", " ", capsys.readouterr().out).split())
    assert "every wager is compared" in shown


def test_analyze_for_people(capsys: Capsys) -> None:
    said = told(capsys, "analyze", "hcf")
    for shown in ("2.66453%", HIGH_CARD_EDGE, "6,071,092,494,667,200", "raise_2x", "1.711249"):
        assert shown in said
    said = told(capsys, "analyze", "ctf")
    for shown in ("2.39067%", "12033802351/503364407000", "398,664,610,344,000", "3.564878"):
        assert shown in said


# analyze --wager


def check_head(said: dict[str, Any]) -> None:
    for name in ("game", "wager", "paytable"):
        assert isinstance(said[name], str)
    if said["wager"] == "xtra":
        return
    assert exact(said["house_edge"]) == 1 - exact(said["return"])
    assert 0 < exact(said["hit_frequency"]) < 1


def test_wager_json(capsys: Capsys) -> None:
    said = asked(capsys, "analyze", "ctf", "--wager", "same-suit", "--paytable", "B")
    check_head(said)
    names = said["game"], said["wager"], said["paytable"]
    assert names == ("chase-the-flush", "same-suit", "B")
    assert round(100 * exact(said["house_edge"]), 2) == Fraction("8.46")
    assert len(said["lines"]) == 6
    for line in said["lines"]:
        assert set(line) >= {"hand", "combinations", "probability", "pays"}
        assert isinstance(line["combinations"], int)
        assert line["probability"] == line["combinations"] / 133_784_560
    assert said["lines"][1]["hand"] == "7-card flush"
    assert said["lines"][1]["pays"] == 400
    assert "return_at_meters" not in said


def test_progressive_json(capsys: Capsys) -> None:
    stax = ("analyze", "ctf", "--wager", "stax", "--paytable", "STAX-1")
    said = asked(capsys, *stax)
    check_head(said)
    assert round(100 * exact(said["house_edge"]), 2) == Fraction("21.91")
    assert list(said["break_even"]) == ["star", "spade", "heart", "diamond"]
    assert all(isinstance(dollars, float) for dollars in said["break_even"].values())
    star = said["meters"]["star"]
    assert star["value"]["cents"] == star["seed"]["cents"] == 10_000_00
    assert star["break_even"]["cents"] == 100 * said["break_even"]["star"]
    assert Fraction(star["expected_when_hit"]["exact"]) == star["expected_when_hit"]["cents"]
    seeds = exact(said["return_at_meters"])
    more = asked(capsys, *stax, "--meter", "star=12000", "--meter", "Heart=2500.50")
    gained = 32 * 2_000 + 4_140 * Fraction("1500.50")
    assert exact(more["return_at_meters"]) - seeds == gained / 133_784_560 / 5
    assert more["break_even"]["heart"] < said["break_even"]["heart"]
    doubled = asked(capsys, *stax, "--base", "10")
    assert doubled["house_edge"] == said["house_edge"]
    for meter, dollars in said["break_even"].items():
        assert doubled["break_even"][meter] == pytest.approx(2 * dollars)


def test_break_even_is_break_even(capsys: Capsys) -> None:
    stax = ("analyze", "ctf", "--wager", "stax")
    dollars = asked(capsys, *stax)["break_even"]["diamond"]
    at = asked(capsys, *stax, "--meter", f"diamond={dollars:.2f}")
    assert float(exact(at["return_at_meters"])) == pytest.approx(1, abs=1e-6)


def test_envy_grows_with_seats(capsys: Capsys) -> None:
    envy = ("analyze", "hcf", "--wager", "progressive", "--paytable", "PT-BJS-HCF-SF-E04")
    alone, three, five = (
        exact(asked(capsys, *envy, "--seats", seats)["return"]) for seats in "135"
    )
    assert three > alone
    assert five - alone == 2 * (three - alone)


def test_wager_for_people(capsys: Capsys) -> None:
    said = told(capsys, "analyze", "ctf", "--wager", "stax")
    for shown in ("21.90655%", "A-K-Q-J-10 suited", "4,140", "100% of heart", "$7,765.63"):
        assert shown in said
    said = told(capsys, "analyze", "ctf", "--wager", "stax", "--must-hit", "house")
    words = " ".join(said.split())
    # (100% less 61.09345%) of $5 is $1.9453, and 15 of the 7,159 cents left give 1.9455.
    for shown in (
        "House edge 12.90835%",
        "Return: Must Hit 8.9982%",
        "House edge without it 21.90655%",
        "Average award $750.08",
        "Break-even $928.41",
    ):
        assert shown in words


# advise


def test_advise_json(capsys: Capsys) -> None:
    said = asked(capsys, "advise", "hcf", "10♥ 8h6h Js Ad,Qd Jc")
    assert said["game"] == "high-card-flush"
    assert said["hole"] == ["Th", "8h", "6h", "Js", "Ad", "Qd", "Jc"]
    assert said["board"] == []
    assert [row["action"] for row in said["actions"]] == ["raise_1x", "fold"]
    assert exact(said["actions"][0]["value"]) == Fraction(-36826253, 45379620)
    assert said["actions"][1]["value"] == {"exact": "-1/1", "decimal": -1.0}
    assert said["best"] == "raise_1x"


def test_advise_with_board_and_seen_cards(capsys: Capsys) -> None:
    said = asked(capsys, "advise", "ctf", "2h3c7d", "9hKs4d8c", "--seen", "AhKh", "--xtra", "B")
    assert said["board"] == ["9h", "Ks", "4d", "8c"]
    cards = ([card for card in range(52) if card_name(card) in names] for names in
             (said["hole"], said["board"], ["Ah", "Kh"]))  # fmt: skip
    best = advise("ctf", *cards, xtra="B")
    assert [row["action"] for row in said["actions"]] == [o.action for o in best.options]
    assert [exact(row["value"]) for row in said["actions"]] == [o.value for o in best.options]
    assert {"action": "fold", "value": {"exact": "-2/1", "decimal": -2.0}} in said["actions"]
    assert said["best"] == best.best.action


def test_advise_with_a_card_of_the_dealers(capsys: Capsys) -> None:
    said = asked(capsys, "advise", "ctf", "2h3c7d", "9hKs4d8c", "--dealer", "Ad Qd")
    best = advise("ctf", *map(parse_cards, ("2h3c7d", "9hKs4d8c")), dealer=parse_cards("AdQd"))
    assert said["dealer"] == ["Ad", "Qd"]
    assert said["best"] == best.best.action
    assert "dealer  A♦ Q♦" in told(capsys, "advise", "ctf", "2h3c7d", "9hKs", "--dealer", "AdQd")


def test_advise_for_people(capsys: Capsys) -> None:
    said = told(capsys, "advise", "hcf", "Th8h6h Js Ad Qd Jc")
    for shown in ("10-high three-card flush", "raise_1x", "-0.811515", "-36826253/45379620"):
        assert shown in said
    assert said.index("raise_1x") < said.index("fold")


# paytables, strategy, figures


def test_paytables_json(capsys: Capsys) -> None:
    said = asked(capsys, "paytables")
    assert isinstance(said, list)
    for head in said:
        check_head(head)
    listed = [(head["game"], head["wager"], head["paytable"]) for head in said]
    assert listed == [(table.game, table.wager, table.id) for table in paytables()]
    some = asked(capsys, "paytables", "hcf")
    assert some == [head for head in said if head["game"] == "high-card-flush"]


def test_paytables_for_people(capsys: Capsys) -> None:
    said = told(capsys, "paytables")
    for shown in ("5.67%", "8.46%", "21.91%", "PT-PRG-HCF-D03", "Straight Flush Bonus"):
        assert shown in said


def test_strategy_is_exported_and_shown(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "best.npz"
    said = asked(capsys, "strategy", "export", "hcf", "-o", str(path))
    assert said["game"] == "high-card-flush"
    assert said["bytes"] == path.stat().st_size > 0
    for hole in ("Th8h6h Js Ad Qd Jc", "2c3c4d5d6h7h8s", "2c3c4c5c6cTc8s"):
        shown = asked(capsys, "strategy", "show", str(path), hole)
        assert shown["best"] == asked(capsys, "advise", "hcf", hole)["best"]
        assert told(capsys, "strategy", "show", str(path), hole).strip() == shown["best"]


def test_openings_are_written(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "openings.csv"
    said = asked(capsys, "strategy", "openings", "-o", str(path))
    assert len(said["openings"]) == 1_755
    assert sum(row["deals"] for row in said["openings"]) == 22_100
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["hand"] for row in rows] == [" ".join(row["hand"]) for row in said["openings"]]
    for row, opening in zip(rows, said["openings"], strict=True):
        assert row["bet_exact"] == opening["bet"]["exact"]
        better = exact(opening["bet"]) > exact(opening["check"])
        assert row["best"] == ("bet" if better else "check")


def test_strategy_costs(capsys: Capsys) -> None:
    said = asked(capsys, "strategy", "costs", "hcf")
    assert said["game"] == "high-card-flush"
    assert [row["always"] for row in said["habits"]] == ["fold", "raise_1x", "the largest raise"]
    for row in said["habits"]:
        assert exact(row["value"]) + exact(row["cost"]) == solve("hcf").value
    assert "9.9984%" in told(capsys, "strategy", "costs", "hcf")


def test_figures(capsys: Capsys, tmp_path: Path) -> None:
    said = asked(capsys, "figures")
    assert len(said["figures"]) == 8
    for row in said["figures"]:
        assert row["agrees"] is True
        assert exact(row["ours"]) > 0
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n", "utf-8")
    shown = told(capsys, "figures", "--write", str(page))
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n<!-- figures -->\n| figure")
    assert written.endswith("|\n<!-- end of figures -->\nafter\n")
    assert "old" not in written
    for row in said["figures"]:
        assert row["printed"] in shown
        assert f"| {row['printed']} |" in written


# What is refused: one line on standard error, nothing on standard output, exit code 2.

STAX = "analyze ctf --wager stax"
REFUSED = [
    ("advise ctf 2h2h3h", "The card 2h is named twice"),
    ("advise ctf 2h3h4h 4h5h", "The card 4h is named twice"),
    ("advise ctf 2h3h4x", "'4x' is not a card"),
    ("advise ctf 2h3h", "has 3 cards, not 2"),
    ("advise ctf 2h3h4h 5h", "A board has 0, 2 or 4 cards, not 1"),
    ("advise ctf  2h3h", "has 3 cards, not 0"),
    ("advise hcf 2h3h4h5h6h7h8h 9hTh", "has no board"),
    ("analyze whist", "There is no game 'whist'"),
    (f"{STAX} --paytable A", "There is no paytable 'A' for the STAX Progressive"),
    ("analyze ctf --xtra STAX-1", "There is no paytable 'STAX-1' for the X-tra Bonus"),
    ("analyze hcf --xtra A", "has no wager of the main game"),
    (f"{STAX} --meter moon=5", "no meter 'moon'; its meters are: star"),
    (f"{STAX} --meter star", "'star' is not a meter and its dollars"),
    (f"{STAX} --meter star=much", "'much' is not an amount"),
    ("analyze hcf --qualifier 999", "'999' is not a qualifier"),
    ("analyze hcf --qualifier 5-high-7", "There is no 5-high-7 flush"),
    ("analyze ctf --multiples 3,2", "3 decisions, so 3 multiples"),
    ("analyze ctf --multiples 3,2,x", "not a list of multiples"),
    ("analyze ctf --multiples 3,2,0", "from 1 to 100 Antes"),
    ("analyze hcf --ties maybe", "ties is push, win or lose, not 'maybe'"),
    ("analyze hcf --unqualified no", "unqualified is push, win or play, not 'no'"),
    ("analyze ctf --meter star=5", "go with --wager"),
    ("analyze ctf --wager same-suit --ties win", "belongs to the main game"),
    ("analyze ctf --xtra none.toml", "none.toml cannot be read"),
    ("analyze ctf --wager ante", "has no paytable"),
    (f"{STAX} --seats 8", "has 7 seats"),
    (f"{STAX} --seats 0", "At least one seat"),
    (f"{STAX} --base 7", "whole multiple"),
    (f"{STAX} --must-hit house --meter must-hit=2000", "from $500.00 to below $1,000.00"),
    ("strategy export hcf -o nowhere/x.npz", "There is no folder nowhere"),
    ("strategy export hcf -o x.txt", "ends in .npz"),
    ("strategy openings -o nowhere/x.csv", "There is no folder nowhere"),
    ("strategy show none.npz 2h3h4h", "none.npz cannot be read"),
    ("figures --write none.md", "There is no file none.md"),
    ("figures --write letters.md", "letters.md"),
    ("certificate hcf -o nowhere/x", "There is no folder nowhere"),
    ("analyze ctf --xtra LONG", "There is no paytable"),
    ("strategy openings -o LONG.csv", "a" * 50),
    ("strategy export hcf -o LONG.npz", "a" * 50),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_refused(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    # A file that is no text, and a name that no file can have.
    (tmp_path / "letters.md").write_bytes(b"\xff\xfe")
    command = line.replace("LONG", "a" * 300).split(" ")
    for args in (command, [*command, "--json"]):
        assert main(args) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert said.err.startswith(f"longsuit {command[0]}: ")
        assert sentence in said.err


def test_a_broken_file_is_told_by_name_and_line(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[paytable]]\nid = "x"\ngame = \n', encoding="utf-8")
    assert main(["analyze", "ctf", "--xtra", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "bad.toml, line 3" in said.err


def test_a_table_without_a_source_shows_its_digest_alone(capsys: Capsys) -> None:
    args = ["analyze", "hcf", "--wager", "flush-bonus", "--paytable", "7=300,6=100,5=10,4=1"]
    assert main(args) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("digest ")
