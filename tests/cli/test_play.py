"""`longsuit play` as a script meets it through a pipe, and a person at a terminal."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Play

from longsuit.analysis.exact import advise
from longsuit.cli.main import main
from longsuit.core.cards import parse_cards
from longsuit.core.money import show_dollars, show_net
from longsuit.core.round.events import AwardPaid
from longsuit.core.round.evolve import replay
from longsuit.core.round.explanations import result_words
from longsuit.core.round.history_reader import read_histories

PROGRAM = "import sys; from longsuit.cli.main import main; sys.exit(main())"
CHASE = ["10", "5", "5", "c", "c", "1", "", "3", "", "c", "2", "", "c", "c", "f"]
HIGH_CARD = ["10", "5", "5", "1", "1", "", "f", "", "1"]
SCRIPTS = [("ctf", CHASE, 4), ("hcf", HIGH_CARD, 3)]
each_game = pytest.mark.parametrize(("game", "script", "rounds"), SCRIPTS, ids=["ctf", "hcf"])


def blocks(out: str) -> list[str]:
    """The transcript cut at the headings of its rounds, without the welcome."""
    return re.split(r"(?m)^Round \d+, you have .*$", out)[1:]


def rows(block: str) -> dict[str, str]:
    """The settlement of a round by wager: stake, net and reason, joined where they wrap."""
    lines = block.splitlines()
    start = next(at for at, line in enumerate(lines) if re.match(r"Wager +Stake +Net +Why", line))
    why = lines[start].index("Why")
    told: dict[str, str] = {}
    name = ""
    for line in lines[start + 1 :]:
        if line.startswith("You have"):
            break
        if line[:why].strip():
            name, *amounts = re.split(r"  +", line[:why].strip())
            told[name] = " ".join(amounts)
        told[name] = f"{told[name]} {line[why:].strip()}"
    return told


@each_game
def test_a_seed_repeats_a_game(play: Play, game: str, script: list[str], rounds: int) -> None:
    once = play(game, "--seed", "7", "--seats", "3", lines=script)
    again = play(game, "--seed", "7", "--seats", "3", lines=script)
    other = play(game, "--seed", "8", "--seats", "3", lines=script)
    assert once == again
    assert once.out != other.out
    assert (once.code, once.err) == (0, "")
    assert len(blocks(once.out)) == rounds


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_every_wager_is_told_with_its_stake_net_and_reason(
    play: Play, tmp_path: Path, game: str, script: list[str], rounds: int, seed: int
) -> None:
    file = tmp_path / "rounds.txt"
    said = play(game, "--seed", str(seed), "--save", str(file), lines=script)
    kept = read_histories(file.read_text(encoding="utf-8"), file.name)
    assert len(kept) == len(blocks(said.out)) == rounds
    for events, block in zip(kept, blocks(said.out), strict=True):
        final = replay(events)
        assert final.settlement is not None
        table = rows(block)
        due = sum(event.amount for event in events if isinstance(event, AwardPaid))
        together = 0
        for result in final.settlement.results:
            name = final.table.definition.wager(result.wager).name
            net = result.net + (due if result.verdict == "due" else 0)
            assert table[name].startswith(f"{show_dollars(result.stake)} {show_net(net)} ")
            assert result_words(result, final.settlement.awards) in table[name]
            together += net
        assert table["Together"].strip() == show_net(together)
        assert f"You have {show_dollars(final.seat(1).stack)}." in block


def test_the_longest_reason_is_told_whole(play: Play, tmp_path: Path) -> None:
    """A win with three cards has the longest reason of all."""
    file = tmp_path / "rounds.txt"
    for seed in range(200):
        said = play("ctf", "--seed", str(seed), "--ante", "5", "--rounds", "1", lines=["", "3"])
        if "too short" in " ".join(rows(blocks(said.out)[0])["X-tra Bonus"].split()):
            break
    told = rows(blocks(said.out)[0])["X-tra Bonus"]
    assert re.fullmatch(
        r"\$5\.00 \$0\.00 your flush beats the dealer's, but is too short to be paid",
        told,
    ), f"seed {seed}"
    assert not file.exists()


@each_game
@pytest.mark.parametrize("seed", range(5))
def test_no_line_is_wider_than_eighty(
    play: Play,
    eighty_columns: Callable[[str], str],
    game: str,
    script: list[str],
    rounds: int,
    seed: int,
) -> None:
    said = play(game, "--seed", str(seed), "--seats", "6", "--face-up", lines=script)
    shown = eighty_columns(said.out)
    assert len(blocks(shown)) == rounds
    assert max(map(len, shown.splitlines())) <= 80


def test_a_pipe_gets_no_line_that_only_fills_it(play: Play) -> None:
    said = play("ctf", "--seed", "3", lines=[""] * 6)
    assert blocks(said.out)
    assert max(map(len, said.out.splitlines())) < 300


@each_game
def test_input_may_end_at_any_prompt(play: Play, game: str, script: list[str], rounds: int) -> None:
    seen = set()
    for cut in range(len(script) + 1):
        said = play(game, "--seed", "3", "--seats", "2", lines=script[:cut])
        assert (said.code, said.err) == (0, ""), cut
        last = said.out.splitlines()[-1]
        had = re.findall(r"(?m)^You have (\S+)\.(?: Good luck\.)?$", said.out)
        assert last == f"You leave with {had[-1]}.", cut
        over = len(had) - 1
        cancelled = len(blocks(said.out)) > over
        assert ("The round is cancelled and its wagers are returned." in said.out) == cancelled
        seen.add(over)
    assert seen == set(range(rounds + 1))


@each_game
def test_a_player_may_leave_at_any_prompt(
    play: Play, game: str, script: list[str], rounds: int
) -> None:
    for cut in range(len(script)):
        said = play(game, "--seed", "3", lines=[*script[:cut], "q", "never read"])
        assert (said.code, said.err) == (0, ""), cut
        assert said.out.splitlines()[-1].startswith("You leave with $")
        assert "never read" not in said.out


def test_saved_rounds_are_appended_and_read_back(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    first = play("ctf", "--seed", "1", "--seats", "3", "--save", str(file), lines=CHASE)
    second = play("hcf", "--seed", "1", "--save", str(file), "--rounds", "1", lines=HIGH_CARD)
    kept = read_histories(file.read_text(encoding="utf-8"), file.name)
    finals = [replay(events) for events in kept]
    assert [final.number for final in finals] == [1, 2, 3, 4, 1]
    assert [final.table.game for final in finals] == 4 * ["chase-the-flush"] + ["high-card-flush"]
    assert finals[3].seat(1).player == "You"
    for said, final in ((first, finals[3]), (second, finals[4])):
        assert said.out.endswith(f"You leave with {show_dollars(final.seat(1).stack)}.\n")


def test_a_round_cut_short_is_saved_as_cancelled(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    said = play("ctf", "--seed", "1", "--save", str(file), lines=CHASE[:4])
    assert "The round is cancelled" in said.out
    text = file.read_text(encoding="utf-8")
    assert 'cancelled "the player left"' in text
    (past,) = read_histories(text)
    assert replay(past).seat(1).stack == 1000_00


def test_json_is_alone_on_standard_output(play: Play) -> None:
    said = play("ctf", "--seed", "7", "--json", lines=CHASE)
    told = json.loads(said.out)
    plain = play("ctf", "--seed", "7", lines=CHASE)
    assert said.err == plain.out
    assert said.code == 0
    end = re.findall(r"You leave with \$([\d,]+)\.(\d\d)\.", plain.out)[0]
    cents = int(end[0].replace(",", "") + end[1])
    assert told == {
        "game": "chase-the-flush",
        "seed": 7,
        "rounds": 4,
        "start": {"cents": 1000_00},
        "bankroll": {"cents": cents},
        "net": {"cents": cents - 1000_00},
        # Five dollars a round, four rounds: 2% and three times 5%.
        "meters": {
            "star": {"cents": 10_000_40},
            "spade": {"cents": 2_501_00},
            "heart": {"cents": 1_001_00},
            "diamond": {"cents": 501_00},
        },
    }


def test_json_tells_the_seed_that_repeats_the_game(play: Play) -> None:
    said = play("hcf", "--json", lines=HIGH_CARD)
    seed = json.loads(said.out)["seed"]
    again = play("hcf", "--json", "--seed", str(seed), lines=HIGH_CARD)
    assert again == said


# Cards that may be seen


def before_the_reveal(out: str) -> str:
    return out.split("Dealer has ", maxsplit=1)[0].rpartition(
        "Board" if "Board" in out else "Dealer"
    )[0]


@pytest.mark.rule("CTF-22", "TBL-4")
@pytest.mark.parametrize("seed", range(5))
def test_robots_show_their_cards_at_a_face_up_table_only(play: Play, seed: int) -> None:
    options = ("--seed", str(seed), "--seats", "4", "--rounds", "1")
    down = before_the_reveal(play("ctf", *options, lines=CHASE).out)
    up = before_the_reveal(play("ctf", *options, "--face-up", lines=CHASE).out)
    for shown, robots_hidden in ((down, True), (up, False)):
        hands = re.findall(r"(?m)^(Dealer|You|Robot \d)  +(.. .. ..)", shown)
        assert {name for name, _ in hands} == {"Dealer", "You", "Robot 2", "Robot 3", "Robot 4"}
        for name, cards in hands:
            hidden = name == "Dealer" or (name != "You" and robots_hidden)
            assert (cards == "?? ?? ??") == hidden, name


@pytest.mark.rule("HCF-11", "TBL-4")
@pytest.mark.parametrize("seed", range(5))
def test_high_card_flush_hands_stay_down_until_settled(play: Play, seed: int) -> None:
    said = play("hcf", "--seed", str(seed), "--seats", "3", "--rounds", "1", lines=HIGH_CARD)
    first, _, last = said.out.partition("[f] fold")
    down = r"(?m)^{}  +\?\?( \?\?){{6}}"
    for name in ("Dealer", "Robot 2", "Robot 3"):
        assert re.search(down.format(name), first)
    assert not re.search(down.format("You"), first)
    assert not re.search(down.format("Dealer"), last)


def test_seats_are_you_and_robots(play: Play) -> None:
    said = play("hcf", "--seed", "2", "--seats", "6", "--rounds", "1", lines=HIGH_CARD)
    assert set(re.findall(r"(?m)^(Robot \d+): ", said.out)) == {f"Robot {n}" for n in range(2, 7)}
    alone = play("hcf", "--seed", "2", "--rounds", "1", lines=HIGH_CARD)
    assert "Robot" not in alone.out


@pytest.mark.parametrize(
    ("game", "script", "decisions"), [("ctf", CHASE, 3), ("hcf", HIGH_CARD, 1)], ids=["ctf", "hcf"]
)
def test_the_coach_speaks_after_each_decision(
    play: Play, game: str, script: list[str], decisions: int
) -> None:
    options = (game, "--seed", "1", "--rounds", "1")
    said = play(*options, "--coach", lines=script)
    assert said.code == 0
    assert said.out.count("Coach: ") == decisions + 1
    assert "Antes in all" in said.out
    assert said.out == play(*options, "--coach", lines=script).out
    silent = play(*options, lines=script)
    assert "Coach" not in silent.out
    kept = [line for line in said.out.splitlines() if not line.startswith("Coach: ")]
    assert kept == silent.out.splitlines()


def test_the_coach_says_the_exact_values(play: Play) -> None:
    """The hand of this seed, looked at as the player saw it."""
    said = play("hcf", "--seed", "5", "--ante", "10", "--rounds", "1", "--coach", lines=["", "1"])
    (cards,) = re.findall(r"You +((?:\S\S ){7}) *\S+-high \S+ flush\n\[", said.out)
    hand = parse_cards(cards)
    advice = advise("hcf", hand)
    best, chosen = advice.best, next(o for o in advice.options if o.action == "raise_1x")
    assert best.action == "fold"
    cost = f"{float(best.value - chosen.value):.4f}"
    assert f"Coach: fold was better by {cost} Antes" in said.out
    assert f"(fold -1.0000, Raise 1x {float(chosen.value):.4f})." in said.out
    assert f"Coach: your decisions gave up {cost} Antes in all." in said.out


def test_the_coach_does_not_judge_where_the_stack_allowed_one_thing(play: Play) -> None:
    options = ("--ante", "10", "--bankroll", "25", "--rounds", "1", "--seed", "1", "--coach")
    said = play("ctf", *options, lines=["", "c", "c", "f"])
    assert said.out.count("Coach: your stack allowed only a check.") == 2
    assert said.out.count("Coach: your stack allowed only a fold.") == 1
    assert "Coach: your decisions gave up 0.0000 Antes in all." in said.out


# Money and limits


@pytest.mark.parametrize(("game", "least"), [("ctf", "$10.00"), ("hcf", "$5.00")])
def test_a_bankroll_below_the_smallest_wagers_ends_the_game(
    play: Play, game: str, least: str
) -> None:
    said = play(game, "--bankroll", "4.99", lines=["10"])
    assert said.code == 0
    assert f"The smallest wagers come to {least}: the game is over." in said.out
    assert said.out.endswith("You leave with $4.99.\n")


def test_wagers_beyond_the_bankroll_are_asked_again(play: Play) -> None:
    said = play("ctf", "--bankroll", "30", lines=["20", "", "", "10", "", "", "q"])
    assert "The wagers come to $40.00, but the seat has $30.00." in said.out
    assert "Your wagers: Ante $10.00, X-tra Bonus $10.00" in said.out


def test_a_bet_that_cannot_be_paid_is_not_offered(play: Play) -> None:
    said = play("ctf", "--bankroll", "25", lines=["10", "", "", "3", "c", "c", "1", "f"])
    assert "[c] check   [q] leave" in said.out
    assert "[f] fold   [q] leave" in said.out
    assert "Please choose one of: c, q." in said.out
    assert "Please choose one of: f, q." in said.out
    assert "You have $5.00." in said.out
    assert "The smallest wagers come to $10.00: the game is over." in said.out


@pytest.mark.rule("FL-10")
@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("4", "The Ante is $5.00 to $500.00, not $4.00."),
        ("505", "The Ante is $5.00 to $500.00, not $505.00."),
        ("7", "The Ante goes up from $5.00 in steps of $5.00: $7.00 is between two steps."),
        ("0", "The Ante is $5.00 to $500.00, not $0.00."),
        ("-5", "'-5' is not an amount in dollars"),
        ("ten", "'ten' is not an amount in dollars"),
        ("5.005", "'5.005' is not an amount in dollars"),
        ("1e1", "'1e1' is not an amount in dollars"),
        ("٥", "'٥' is not an amount in dollars"),
        ("[/b]", "'[/b]' is not an amount in dollars"),
        ("[red]5", "'[red]5' is not an amount in dollars"),
        (":smile:", "':smile:' is not an amount in dollars"),
        ("9" * 40, "is not an amount in dollars"),
    ],
)
def test_an_amount_that_will_not_do_is_asked_for_again(
    play: Play, answer: str, complaint: str
) -> None:
    said = play("ctf", "--seed", "1", lines=[answer, "10", "", "", "q"])
    assert said.code == 0
    assert said.out.count("Ante in dollars [5.00]:") == 2
    assert f"Ante in dollars [5.00]: {answer}\n" in said.out
    assert complaint in " ".join(said.out.split())
    assert "Your wagers: Ante $10.00" in said.out


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_bytes_that_are_no_text_are_asked_for_again(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "play", "ctf", "--no-coach", "--seed", "1"],
        input=b"\xff\xc3\xa9\nq\n",
        capture_output=True,
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": encoding},
        timeout=300,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.count(b"Ante in dollars") == 2
    assert done.stdout.rstrip().endswith(b"You leave with $1,000.00.")


def test_amounts_people_write_are_read(play: Play) -> None:
    said = play("hcf", "--seed", "1", lines=["$25.00", "2", "$0", "0", "q"])
    assert "Your wagers: Ante $25.00, Flush Bonus $2.00" in said.out


@pytest.mark.parametrize("answer", ["x", "9", "[/b]", "[c]", "bet", "é", "  "])
def test_a_key_that_means_nothing_is_asked_for_again(play: Play, answer: str) -> None:
    said = play("ctf", "--seed", "1", lines=["10", "", "", answer, "c", "q"])
    assert said.code == 0
    assert said.out.count("[c] check   [3] All In 3x $30.00   [q] leave") == 2
    assert f"[q] leave {answer.strip()}\n" in said.out
    assert "Please choose one of: c, 3, q." in said.out
    assert "[2] All In 2x $20.00" in said.out


@pytest.mark.parametrize("answer", ["c", "C", "check", " c "])
def test_words_and_capitals_decide_as_the_key_does(play: Play, answer: str) -> None:
    said = play("ctf", "--seed", "1", lines=["10", "", "", answer, "q"])
    assert "Please choose" not in said.out
    assert "[2] All In 2x $20.00" in said.out


def test_wagers_given_as_options_are_not_asked_for(play: Play) -> None:
    options = ("--ante", "15", "--wager", "same-suit=3", "--wager", "stax=5")
    said = play("ctf", "--seed", "1", *options, "--rounds", "1", lines=["", "c", "c", "1"])
    assert "in dollars" not in said.out
    assert "Ante $15.00, X-tra Bonus $15.00, Same Suit Bonus $3.00" in said.out
    assert len(blocks(said.out)) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--ante", "7"), "$7.00 is between two steps"),
        (("--ante", "5", "--wager", "same-suit=500"), "The Same Suit Bonus is $1.00 to"),
        (("--ante", "5", "--wager", "flush-bonus=5"), "There is no wager 'flush-bonus' here"),
        (("--ante", "500", "--bankroll", "900"), "The wagers come to $1,000.00"),
    ],
)
def test_wagers_outside_the_limits_are_refused(
    options: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "ctf", "--seed", "1", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("answer", ["30", "3!", "cc", "bet", "check it"])
def test_a_line_that_only_starts_like_a_choice_is_asked_again(play: Play, answer: str) -> None:
    said = play("ctf", "--seed", "1", "--ante", "10", "--rounds", "1", lines=["", answer, "q"])
    assert "Please choose one of: c, 3, q." in said.out
    assert "All In $" not in said.out.split("Round 1")[1]


@pytest.mark.parametrize("answer", ["3", "3x", "bet_3x", "BET_3X"])
def test_a_choice_by_its_key_or_its_name(play: Play, answer: str) -> None:
    said = play("ctf", "--seed", "1", "--ante", "10", "--rounds", "1", lines=["", answer])
    assert "All In $30.00" in said.out


def test_wagers_are_changed_between_rounds(play: Play) -> None:
    script = ["10", "", "", "", "1", "w", "20", "", "", "", "1"]
    said = play("hcf", "--seed", "1", "--rounds", "2", lines=script)
    first, second = blocks(said.out)
    assert "Your wagers: Ante $10.00" in first
    assert "Your wagers: Ante $20.00" in second


def test_the_paytable_chosen_is_posted_and_played(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    options = ("--xtra", "B", "--paytable", "same-suit=7=9,6=7,5=5,4=2", "--save", str(file))
    said = play("ctf", "--seed", "1", *options, "--rounds", "1", lines=CHASE)
    posted = " ".join(said.out.split())
    assert "B: 7-card flush 400 to 1; 6-card flush 70 to 1" in posted
    assert "7=9,6=7,5=5,4=2: 7-card flush 9 to 1; 6-card flush 7 to 1" in posted
    assert "paytable xtra: " in file.read_text(encoding="utf-8")
    (events,) = read_histories(file.read_text(encoding="utf-8"))
    offer = replay(events).table.offer("xtra")
    assert offer is not None and offer.paytable is not None
    assert offer.paytable.id == "B"


def test_dynamic_pays_are_told_before_the_deal(play: Play) -> None:
    options = ("--paytable", "progressive=PT-PRG-HCF-D01a", "--rounds", "1", "--seed", "4")
    said = play("hcf", *options, lines=["10", "", "", "1", "1"])
    head = said.out.partition("Dealer")[0]
    assert 1 <= len(re.findall(r"This round \d-card straight flush pays \$", head)) <= 3
    none = play("hcf", *options, lines=["10", "", "", "", "1"])
    assert "This round" not in none.out


@pytest.mark.parametrize("seed", range(6))
def test_a_dynamic_table_beside_the_bonuses_plays_through(play: Play, seed: int) -> None:
    options = ("--paytable", "progressive=PT-PRG-HCF-D01a", "--ante", "10", "--rounds", "10")
    wagers = ("--wager", "straight-flush-bonus=5", "--wager", "progressive=1")
    said = play("hcf", *options, *wagers, "--seed", str(seed), lines=["", "1"] * 10)
    assert said.code == 0, f"seed {seed}"
    assert len(blocks(said.out)) == 10
