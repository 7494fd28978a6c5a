"""`longsuit play` with its progressive: meters that grow, jackpots paid, kept between games."""

import json
import re
from pathlib import Path

import pytest
from tests.conftest import Play

from longsuit.money import parse_dollars, show_dollars
from longsuit.round.events import AwardGranted, AwardPaid
from longsuit.round.evolve import replay
from longsuit.round.history_reader import read_histories

STAX = ("ctf", "--ante", "5", "--wager", "stax=5", "--seats", "4")
FOLD = ["", "c", "c", "f"]


def meters(line: str) -> dict[str, int]:
    """The amounts on a meter sign, in cents; it wraps, so the text is joined first."""
    return {
        name: parse_dollars(amount)
        for name, amount in re.findall(r"([a-z-]+\d*) (\$[\d,]+\.\d\d)", line)
        if name != "by"
    }


def signs(out: str) -> list[dict[str, int]]:
    told = re.findall(r"(?m)^Meters: ((?:.|\n)*?)(?=\n(?:You have|Board|Dealer|This round))", out)
    return [meters(" ".join(text.split())) for text in told]


@pytest.mark.rule("PRG-2", "PRG-22")
def test_the_meters_grow_by_every_seat_s_wager(play: Play) -> None:
    """Four seats of five dollars: 40 cents to the star and a dollar to each of the others."""
    said = play(*STAX, "--seed", "11", "--rounds", "3", lines=FOLD * 3)
    first = {"star": 10_000_00, "spade": 2_500_00, "heart": 1_000_00, "diamond": 500_00}
    assert signs(said.out) == [
        first,  # the welcome
        first,
        {"star": 10_000_40, "spade": 2_501_00, "heart": 1_001_00, "diamond": 501_00},
        {"star": 10_000_80, "spade": 2_502_00, "heart": 1_002_00, "diamond": 502_00},
    ]


def test_json_tells_where_the_meters_stand(play: Play) -> None:
    said = play(*STAX, "--seed", "11", "--rounds", "2", "--json", lines=FOLD * 2)
    assert json.loads(said.out)["meters"] == {
        "star": {"cents": 10_000_80},
        "spade": {"cents": 2_502_00},
        "heart": {"cents": 1_002_00},
        "diamond": {"cents": 502_00},
    }


def test_a_base_wager_scales_seeds_and_contributions(play: Play) -> None:
    options = ("hcf", "--base", "5", "--paytable", "progressive=PT-BJS-HCF-SF-08a", "--mandatory")
    said = play(*options, "--seed", "3", "--ante", "5", "--wager", "progressive=5", lines=["", "f"])
    assert "Progressive           mandatory, $5.00" in said.out
    assert signs(said.out)[0] == {"main": 25_000_00}
    wrong = play(*options, "--ante", "5", lines=[])
    assert (wrong.code, wrong.err) == (2, "longsuit play: The Progressive is mandatory.\n")


@pytest.mark.rule("PRG-11", "PRG-21")
def test_must_hit_is_awarded_saved_and_read_back(play: Play, tmp_path: Path) -> None:
    """A span of four cents: every round passes it, so each round has a winner."""
    file = tmp_path / "rounds.txt"
    options = (*STAX, "--must-hit", "500,500.04,3%", "--save", str(file))
    said = play(*options, "--seed", "2", "--rounds", "3", lines=FOLD * 3)
    amounts = re.findall(r"JACKPOT: (.+) wins? (\$[\d,.]+) \(the Must Hit award\)\.", said.out)
    assert [amount for _, amount in amounts] == ["$500.60"] * 3
    for events, (who, amount) in zip(
        read_histories(file.read_text(encoding="utf-8")), amounts, strict=True
    ):
        granted = [event.award for event in events if isinstance(event, AwardGranted)]
        paid = [event for event in events if isinstance(event, AwardPaid)]
        assert len(granted) == 1
        assert show_dollars(paid[-1].amount) == amount
        name = "You" if granted[0].seat == 1 else f"Robot {granted[0].seat}"
        assert who == name
        assert paid[-1].seat == granted[0].seat
        assert replay(events).phase == "ended"


def test_your_own_must_hit_award_counts_in_the_round(play: Play) -> None:
    alone = ("ctf", "--ante", "5", "--wager", "stax=5", "--must-hit", "500,500.04,3%")
    said = play(*alone, "--seed", "2", "--rounds", "1", lines=FOLD)
    won = r"Must Hit +\+\$500\.15 +the meter has reached its trigger"
    assert re.search(won, said.out)
    assert "JACKPOT: You win $500.15 (the Must Hit award)." in said.out
    assert "You leave with $1,485.15." in said.out


@pytest.mark.rule("PRG-1")
def test_meters_are_kept_between_games(play: Play, tmp_path: Path) -> None:
    """A dollar at 2.00%, 5.00% ... in odd sums: nothing is lost when the game is left."""
    file = tmp_path / "kept.txt"
    options = (*STAX, "--save", str(file))
    one = play(*options, "--seed", "1", "--rounds", "2", lines=FOLD * 2)
    two = play(*options, "--seed", "2", "--rounds", "1", lines=FOLD)
    assert signs(one.out)[0]["star"] == 10_000_00
    assert signs(two.out)[0] == {
        "star": 10_000_80,
        "spade": 2_502_00,
        "heart": 1_002_00,
        "diamond": 502_00,
    }
    other = play("hcf", "--save", str(file), "--ante", "5", "--seed", "1", lines=["q"])
    assert signs(other.out) == [{"main": 30_000_00}]


def test_a_round_cut_short_adds_nothing(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    options = (*STAX, "--save", str(file), "--seed", "4")
    play(*options, lines=["", "c"])
    assert signs(play(*options, lines=["q"]).out)[0]["star"] == 10_000_00


def test_a_sealed_trigger_is_kept_and_shown_to_nobody(
    play: Play,
    tmp_path: Path,
) -> None:
    file = tmp_path / "kept.txt"
    options = (*STAX, "--must-hit", "house", "--save", str(file))
    said = play(*options, "--rounds", "2", lines=FOLD * 2)
    sealed = tmp_path / "kept.txt.sealed"
    (line,) = sealed.read_text(encoding="ascii").splitlines()
    commitment, secret = line.split()
    assert sealed.stat().st_mode & 0o077 == 0
    told = said.out + said.err + file.read_text() + (tmp_path / "kept.txt.meters").read_text()
    assert commitment in told
    assert secret not in told
    again = play(*options, "--rounds", "1", lines=FOLD)
    assert signs(again.out)[0]["must-hit"] == 501_20
    sealed.unlink()
    lost = play(*options, lines=FOLD)
    assert lost.code == 2
    assert lost.err.startswith(
        "longsuit play: The sealed trigger of the meter STAX Progressive Paytable 1"
    )


def test_a_book_that_does_not_read_is_named_with_its_line(
    play: Play,
    tmp_path: Path,
) -> None:
    file = tmp_path / "kept.txt"
    play(*STAX, "--save", str(file), "--rounds", "1", lines=FOLD)
    book = tmp_path / "kept.txt.meters"
    for bad in ("nonsense", '{"meter": "x", "event": {"type": "Contributed"}}'):
        lines = book.read_text().splitlines()
        book.write_text("\n".join([*lines[:2], bad]))
        said = play(*STAX, "--save", str(file), lines=[])
        assert (said.code, said.err) == (2, f"longsuit play: {book}, line 3 does not read.\n")


def test_must_hit_goes_with_stax_alone(play: Play) -> None:
    said = play("hcf", "--must-hit", "house", lines=[])
    assert said.code == 2
    assert said.err == "longsuit play: A Must Hit meter goes with the STAX Progressive only.\n"
