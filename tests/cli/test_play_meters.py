"""`longsuit play` with its progressive: meters that grow, jackpots paid, kept between games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import Play

from longsuit.core.cards import DECK, parse_cards
from longsuit.core.money import parse_dollars, show_dollars
from longsuit.core.progressive.must_hit import Cycle, Secret, trigger
from longsuit.core.progressive.must_hit import commitment as commit
from longsuit.core.progressive.terms import NO_MUST_HIT
from longsuit.core.round.events import AwardGranted, AwardPaid
from longsuit.core.round.evolve import replay
from longsuit.core.round.history_reader import read_histories
from longsuit.floor.store.file_lock import lock_beside

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
    options = (*STAX, "--must-hit", "house", "--seed", "5", "--save", str(file))
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


LINE = '[{"meter":"x","event":{"type":"Contributed"}}]'
SHORT = '[{"meter":"STAX Progressive Paytable 1, $5.00, star","event":%s}]'
STOLEN = '{"type":"Contributed","table":"t","round":1,"wagers":1,"main":-999999999999,"reserve":0}'


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("nonsense", ", line 3 does not read."),
        (LINE, ", line 3 does not read."),
        (SHORT % STOLEN, " does not add up: look at the meter"),
    ],
)
def test_a_book_that_is_wrong_is_refused(play: Play, tmp_path: Path, bad: str, why: str) -> None:
    file = tmp_path / "kept.txt"
    play(*STAX, "--save", str(file), "--rounds", "1", lines=FOLD)
    book = tmp_path / "kept.txt.meters"
    book.write_text(book.read_text() + bad + "\n")
    said = play(*STAX, "--save", str(file), lines=[])
    assert said.code == 2
    assert said.err.startswith(f"longsuit play: {book}{why}")


def test_a_line_that_was_cut_off_is_dropped(play: Play, tmp_path: Path) -> None:
    """As after a full disk or a power cut in the middle of writing: the round is not there."""
    file = tmp_path / "kept.txt"
    options = (*STAX, "--save", str(file), "--rounds", "1")
    play(*options, lines=FOLD)
    book = tmp_path / "kept.txt.meters"
    whole = book.read_bytes()
    play(*options, lines=FOLD)
    book.write_bytes(book.read_bytes()[:-30])
    assert signs(play(*options, lines=FOLD).out)[0]["star"] == 10_000_40
    # The game after it wrote its own round in the place of what was cut off.
    assert book.read_bytes().startswith(whole)
    assert signs(play(*options, lines=["q"]).out)[0]["star"] == 10_000_80


def test_one_game_at_a_time_is_saved_to_a_file(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    with lock_beside(file, "taken"):
        said = play(*STAX, "--save", str(file), lines=[])
    assert (said.code, said.err) == (2, f"longsuit play: Another game is being saved to {file}.\n")
    assert play(*STAX, "--save", str(file), lines=["q"]).code == 0


def test_another_secret_than_the_sealed_one_is_refused(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    options = (*STAX, "--must-hit", "house", "--save", str(file))
    play(*options, "--rounds", "1", lines=FOLD)
    sealed = tmp_path / "kept.txt.sealed"
    commitment, _ = sealed.read_text().split()
    sealed.write_text(f"{commitment} {'00' * 32}\n")
    said = play(*options, lines=[])
    assert said.code == 2
    assert "is not what was sealed for the meter" in said.err


def test_a_trigger_is_promised_stored_and_opened(play: Play, tmp_path: Path) -> None:
    """Sealed before the first round, and opened for the player to check after the hit."""
    file = tmp_path / "kept.txt"
    options = (*STAX, "--must-hit", "500,500.04,3%", "--save", str(file))
    left = play(*options, lines=["q"])
    (promise,) = re.findall(r"trigger is sealed:\s+([0-9a-f]{64})", left.out)
    assert promise in (tmp_path / "kept.txt.sealed").read_text()
    said = play(*options, "--rounds", "1", "--json", lines=FOLD)
    assert promise in said.err
    told = re.findall(r"The trigger was \$500\.0(\d), its secret\s+([0-9a-f]{64})\.", said.err)
    ((cents, secret),) = told
    cycle = Cycle(next(iter_meters(tmp_path)), 1, 500_00, 500_04)
    opened = Secret(bytes.fromhex(secret))
    assert commit(cycle, opened) == promise
    assert trigger(cycle, opened) == 500_00 + int(cents)
    assert json.loads(said.out)["meters"]["must-hit"]["commitment"] != promise


def iter_meters(folder: Path) -> Iterator[str]:
    """The Must Hit meters of a book."""
    for line in (folder / "kept.txt.meters").read_text().splitlines():
        for told in json.loads(line):
            if told["event"]["type"] == "TriggerSealed":
                yield told["meter"]


def test_secrets_of_games_without_a_seed_come_from_the_system(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def token_bytes(count: int) -> bytes:
        asked.append(count)
        return bytes(range(count))

    monkeypatch.setattr("longsuit.cli.play.secrets.token_bytes", token_bytes)
    options = (*STAX, "--must-hit", "house")
    play(*options, lines=["q"])
    assert asked == [32]
    play(*options, "--seed", "1", lines=["q"])
    assert asked == [32]
    play(*options, "--seed", "1", "--save", str(tmp_path / "kept.txt"), lines=["q"])
    assert asked == [32, 32]


# Hands that win a meter


def stack(monkeypatch: pytest.MonkeyPatch, *cards: str) -> None:
    """These cards first, in the order of dealing; then the rest."""
    first = parse_cards(" ".join(cards))
    deck = (*first, *(card for card in DECK if card not in first))
    monkeypatch.setattr("longsuit.cli.play.session.shuffled_deck", lambda _chance: deck)


@pytest.mark.rule("PRG-3", "PRG-22")
def test_your_hand_wins_a_meter(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six hearts in a row with the board: the spade meter, 2,500 dollars and 25 cents by then."""
    stack(monkeypatch, "Kh Qh Jh", "2c 3d 4s", "Th 9h 8h 2d")
    alone = ("ctf", "--ante", "5", "--wager", "stax=5", "--seed", "1", "--rounds", "2")
    said = play(*alone, lines=["", "3", "", "3"])
    assert re.search(
        r"STAX Progressive +\$5\.00 +\+\$2,495\.00 +6-card straight flush: 100% of spade", said.out
    )
    assert re.search(
        r"STAX Progressive +\$5\.00 +\+\$2,495\.25 +6-card straight flush: 100% of spade", said.out
    )
    assert "JACKPOT: You win $2,500.25 (6-card straight flush, spade)." in said.out
    # After the hit the sign shows the meter where it restarted.
    assert signs(said.out)[-1]["spade"] == 2_500_25


@pytest.mark.rule("PRG-12")
def test_envy_is_paid_for_a_robot_s_hand(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """The robot has seven spades in a row; at five dollars the envy pay of 200 is 1,000."""
    stack(monkeypatch, "2c 4d 6h 8c Td Qh 3s", "Ks Qs Js Ts 9s 8s 7s", "2d 4h 6c 8d Th Qc 5d")
    table = ("hcf", "--paytable", "progressive=PT-BJS-HCF-SF-E04", "--base", "5", "--seats", "2")
    options = ("--ante", "5", "--wager", "progressive=5", "--seed", "1", "--rounds", "1")
    said = play(*table, *options, lines=["", "f"])
    assert "7-card straight flush 100% of main, envy $1,000" in " ".join(said.out.split())
    assert "5-card straight flush $1,250" in " ".join(said.out.split())
    assert re.search(r"Envy +\+\$1,000\.00 +seat 2 has 7-card straight flush", said.out)
    assert "JACKPOT: Robot 2 wins $25,000.00 (7-card straight flush, main)." in said.out
    assert "You leave with $1,990.00." in said.out


def test_must_hit_goes_with_stax_alone(play: Play) -> None:
    said = play("hcf", "--must-hit", "house", lines=[])
    assert said.code == 2
    assert said.err == f"longsuit play: {NO_MUST_HIT}\n"


def test_ctrl_c_after_the_hands_are_shown_keeps_the_round(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The coach is still thinking when the player leaves: a result is not undone."""

    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("longsuit.cli.play.coach.Coach.watch", interrupted)
    file = tmp_path / "kept.txt"
    said = play(*STAX[:5], "--coach", "--seed", "1", "--save", str(file), lines=["", "3"])
    assert "The round is cancelled" not in said.out
    (events,) = read_histories(file.read_text(encoding="utf-8"))
    final = replay(events)
    assert final.phase == "ended"
    assert f"You leave with {show_dollars(final.seat(1).stack)}." in said.out
    assert signs(play(*STAX, "--save", str(file), lines=["q"]).out)[0]["star"] == 10_000_10
