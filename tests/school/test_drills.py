"""Drills: the questions, what answers cost, what is kept, and the felts that dealers settle."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from tests.extent import extent

from longsuit.analysis.exact.advice import advise
from longsuit.core.cards import card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import games
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import make_table
from longsuit.core.ranking import flush_key
from longsuit.school.felt import deal_felt
from longsuit.school.notebook import read_notebook, write_decision
from longsuit.school.questions import CANDIDATES, Drill, Question, Way, has_drills
from longsuit.school.score import Answered, Score

DRILLED = [game for game in games() if has_drills(game)]
each_game = pytest.mark.parametrize("game", [game.id for game in DRILLED])


def question(cards: str, board: str = "", game: str = "chase-the-flush") -> Question:
    at = {0: "opening", 2: "flop", 4: "river"}[len(parse_cards(board))]
    return Question(game, at, parse_cards(cards), parse_cards(board))


def answered(asked: Question, cost: str) -> Answered:
    return Answered(asked, "fold" if cost != "0" else "bet_1x", "bet_1x", Fraction(cost))


@each_game
@pytest.mark.parametrize("way", ["any", "mistakes"])
def test_a_question_is_a_hand_at_a_decision_of_the_game(game: str, way: Way) -> None:
    definition = next(one for one in DRILLED if one.id == game)
    drill = Drill(game, random.Random(5), decision=definition.rules.decisions[-1].name, way=way)
    for _ in range(10):
        posed = drill.pose()
        asked = posed.question
        assert (len(asked.hole), len(asked.board)) == (definition.hole, definition.board)
        assert len({*asked.hole, *asked.board}) == definition.hole + definition.board
        assert posed.advice == advise(game, asked.hole, asked.board)
        assert posed.gap >= 0


def test_mistakes_are_asked_for_at_the_decision_that_is_drilled() -> None:
    wrong = question("Qh 3h 5c", "7s 9d")
    mistakes = {wrong.kind: Fraction(1, 1000), "river, 2-card flush, king high": Fraction(900)}
    drill = Drill("ctf", random.Random(3), decision="flop", way="mistakes", mistakes=mistakes)
    kinds = [drill.pose().question.kind for _ in range(3)]
    assert kinds == [wrong.kind] * 3
    drill = Drill("ctf", random.Random(3), decision="opening", way="mistakes", mistakes=mistakes)
    assert drill.pose().question.decision == "opening"


def test_a_seed_repeats_a_drill() -> None:
    once, again, other = (
        [Drill("hcf", random.Random(seed)).pose().question for _ in range(3)] for seed in (1, 1, 2)
    )
    assert once == again != other


def test_every_decision_of_a_game_is_asked_for() -> None:
    drill = Drill("hcf", random.Random(1))
    assert {drill.pose().question.decision for _ in range(5)} == {"raise"}
    with pytest.raises(InputError, match="has no decision 'flop'; it has: raise"):
        Drill("hcf", random.Random(1), decision="flop")


def test_close_questions_are_the_closest_of_several() -> None:
    chance = random.Random(7)
    plain = Drill("hcf", random.Random(7))
    asked = Drill("hcf", chance, way="close").pose()
    assert asked.gap == min(plain.pose().gap for _ in range(CANDIDATES))


def test_kinds_that_went_wrong_come_again() -> None:
    wrong = question("Ah Kh 2d", "3h 4s", "chase-the-flush").kind
    assert wrong == "flop, 3-card flush, ace high"
    mistakes = {wrong: Fraction(1)}
    drill = Drill("ctf", random.Random(3), way="mistakes", mistakes=mistakes)
    for _ in range(extent(2, 20)):
        assert drill.pose().question.kind == wrong


def test_a_score_counts_what_was_given_up_and_where() -> None:
    first, second = question("Ah Kh 2d"), question("Th 8h 6h", "2c 3c 4d 5s")
    score = Score(
        [answered(first, "0"), answered(first, "0"), answered(second, "1/4"), answered(first, "0")]
    )
    score.add(answered(second, "1/2"))
    assert (score.right, score.streak, score.longest_streak) == (3, 0, 2)
    assert (score.accuracy, score.cost, score.cost_per_hundred) == (
        Fraction(3, 5),
        Fraction(3, 4),
        Fraction(15),
    )
    (leak,) = score.leaks()
    assert (leak.kind, leak.decisions, leak.wrong) == ("river, 3-card flush, 10 high", 2, 2)
    assert leak.worst.cost == Fraction(1, 2)
    assert score.mistakes() == {leak.kind: Fraction(3, 4)}
    assert Score().cost_per_hundred == Score().accuracy == 0


def test_decisions_are_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "decisions"
    assert read_notebook(path) == []
    taken = [answered(question("Ah Kh 2d", "3h 4s"), "1/7"), answered(question("Ah Kh 2d"), "0")]
    for one in taken:
        write_decision(path, one)
    assert read_notebook(path) == taken


@pytest.mark.parametrize(
    "line",
    [
        b"nothing",
        b"[1]",
        b"\xff",
        b'{"game":"ctf"}',
        b'{"game":"ctf","decision":"flop","hole":"Ah Kh 2d","board":"","action":"check",'
        b'"best":"check","cost":"0"}',
        b'{"game":"ctf","decision":"","hole":"Ah Kh 2d","board":"","action":"check",'
        b'"best":"check","cost":"0"}',
        b'{"game":"ctf","decision":"opening","hole":"Ah Kh 2d","board":"","action":"check",'
        b'"best":"check","cost":"-1"}',
        b'{"game":"ctf","decision":"opening","hole":"Ah Kh 2d","board":"","action":"check",'
        b'"best":"check","cost":"1e999999999"}',
    ],
)
def test_a_line_that_is_no_decision_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "decisions"
    write_decision(path, answered(question("Ah Kh 2d"), "0"))
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(InputError, match="line 2 is no decision"):
        read_notebook(path)


@each_game
@pytest.mark.parametrize("seed", range(extent(5, 100)))
def test_a_felt_is_what_the_rules_settle(game: str, seed: int) -> None:
    """Settled again from the cards and the wagers alone."""
    seats = random.Random(f"{seed} seats").randint(1, 6)
    felt = deal_felt(game, random.Random(seed), seats)
    definition = next(one for one in DRILLED if one.id == game)
    assert [seat.seat for seat in felt.seats] == list(range(seats, 0, -1))
    hands = []
    for seat in felt.seats:
        staked = {spot.wager: spot.result.stake for spot in seat.spots}
        bet = staked.pop(definition.bet.id, 0)
        cards = card_set((*seat.cards, *felt.board))
        assert seat.key == flush_key(cards)
        hands.append(Hand(seat.seat, cards, staked, bet, seat.folded))
    dealer = card_set((*felt.dealer, *felt.board))
    again = settle(make_table(game), hands, dealer)
    assert (again.dealer, again.qualifies) == (felt.dealer_key, felt.qualifies)
    for seat in felt.seats:
        mine = {one.wager: one for one in again.results if one.seat == seat.seat}
        assert mine == {spot.wager: spot.result for spot in seat.spots}
        assert seat.verdicts == "".join(mine[spot.wager].verdict[0] for spot in seat.spots)
        assert set(seat.verdicts) <= set("wpl")
        assert seat.pays == sum(one.net for one in mine.values() if one.net > 0)
