"""The robot players, and the awards of a practice table."""

import io
import random
import sys
from collections.abc import MutableSequence, Sequence
from typing import Any

import pytest

from longsuit.cli.output import make_console
from longsuit.cli.play.coach import Coach
from longsuit.cli.play.keys import Keys
from longsuit.cli.play.screen import Screen
from longsuit.cli.play.session import YOUR_SEAT, Session
from longsuit.core.cards import DECK, Card, parse_cards
from longsuit.core.games.table import make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import DEALER, SYSTEM, Actor
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.view import Viewer, view


def robot_acts(game: str, hand: str, board: str = "") -> list[str]:
    """What a robot with this hand does at each decision, until it has decided."""
    table = make_table(game, seats=1)
    state = evolve(None, open_round(table, 1, {1: ("Robot", 1000_00)}))
    wagers = {offer.wager: offer.limits.least for offer in table.offers if offer.mandatory}
    given = parse_cards(hand)
    dealt = (*parse_cards(board), *given)
    rest = [card for card in DECK if card not in dealt]
    hole = table.definition.hole
    deck = (*given, *rest[:hole], *parse_cards(board), *rest[hole:])
    robot = Actor("player", "Robot")
    for command in (
        asked.PlaceWagers(by=robot, seat=1, wagers=wagers),
        asked.StartRound(by=DEALER),
        asked.DealCards(by=SYSTEM, deck=deck),
    ):
        outcome = decide(state, command)
        assert not isinstance(outcome, Refused), outcome
        state = evolve_all(state, outcome)
    acts = []
    while state.turn:
        action = robot_choice(view(state, Viewer("Robot")), 1)
        act = asked.Act(by=robot, seat=1, action=action.name, amount=action.most)
        outcome = decide(state, act)
        assert not isinstance(outcome, Refused), outcome
        state = evolve_all(state, outcome)
        acts.append(action.name)
    return acts


@pytest.mark.parametrize(
    ("game", "hand", "board", "acts"),
    [
        ("hcf", "9h 8h 6h Js Ad Qd Jc", "", ["fold"]),
        ("hcf", "Th 8h 6h Js Ad Qd Jc", "", ["raise_1x"]),
        ("hcf", "Th 8h 6h 5h 2h Qd Jc", "", ["raise_2x"]),
        ("hcf", "Th 8h 6h 5h 3h 2h Jc", "", ["raise_3x"]),
        ("ctf", "Ah Kh 2c", "3d 4d 5s 6s", ["bet_3x"]),
        ("ctf", "9h 8c 2d", "Th 4h 5s 6s", ["check", "bet_2x"]),
        ("ctf", "9h 8c 2d", "Th 4s 5h 6s", ["check", "check", "bet_1x"]),
        ("ctf", "9h 8c 2d", "Ts 4s Js 6c", ["check", "check", "fold"]),
    ],
)
def test_a_robot_bets_with_long_suits_and_folds_the_rest(
    game: str, hand: str, board: str, acts: list[str]
) -> None:
    assert robot_acts(game, hand, board) == acts


class Stacked:
    """Chance that always deals the same deck."""

    def __init__(self, first: str) -> None:
        cards = parse_cards(first)
        self.deck: list[Card] = [*cards, *(card for card in DECK if card not in cards)]

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        x[:] = self.deck

    def randint(self, a: int, b: int, /) -> int:
        return a

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        return list(population[:k])

    def choice(self, seq: Sequence[Any], /) -> Any:
        return seq[0]


@pytest.mark.parametrize(
    ("hand", "award"), [("8h 7h 6h 5h 4h 3h Kc", 3_000_00), ("8h 7h 6h 5h 4h 3h 2h", 30_000_00)]
)
def test_a_new_practice_meter_stands_at_its_seed(
    hand: str, award: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six cards take a tenth of the meter, seven the whole; the wager itself stays."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nf\n"))
    table = make_table("hcf")
    console = make_console()
    session = Session(
        table,
        Screen(console, table, YOUR_SEAT),
        Keys(console),
        Stacked(hand),
        bankroll=100_00,
        robots=0,
        wagers={"ante": 5_00, "progressive": 1_00},
        save=None,
        entropy=random.Random(1).randbytes,
    )
    session.play(1)
    assert session.bankroll == 100_00 - 6_00 + award


def hcf_session(deck: str, script: str, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Session:
    """A table whose raises go in steps of five dollars, with the cards and keys given."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    table = make_table("hcf", raise_step=5_00)
    console = make_console()
    screen = Screen(console, table, YOUR_SEAT)
    options: dict[str, Any] = {"bankroll": 100_00, "robots": 0, "wagers": {"ante": 10_00}} | more
    options["watcher"] = Coach(screen, table).watch
    entropy = random.Random(1).randbytes
    return Session(
        table, screen, Keys(console), Stacked(deck), entropy=entropy, save=None, **options
    )


def test_a_robot_raises_the_most_where_raises_have_steps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = "9h 8c 6d Js Ad Qd Jc Th 8h 6h 5h 3h 2h Jd"
    hcf_session(deck, "\nf\n", monkeypatch, robots=1).play(1)
    assert "Robot 2: Raise $15.00" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bankroll", "script", "said"),
    [
        (100_00, "\nr\n15\n", "Coach: Raise $30.00 was better by "),
        (100_00, "\nr\n30\n", "Coach: right (Raise $30.00 "),
        # All that the stack allows is all that counts.
        (25_00, "\nr\n15\n", "Coach: right (Raise $15.00 "),
        (15_00, "\nf\n", "Coach: your stack allowed only a fold."),
    ],
)
def test_the_coach_of_the_terminal_knows_sizes_and_stacks(
    bankroll: int,
    script: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hcf_session("Th 8h 6h 5h 3h 2h Jd", script, monkeypatch, bankroll=bankroll).play(1)
    assert said in capsys.readouterr().out
