"""No branch of the further games in the box is without a golden round, by the rules alone."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.golden_family import SCENARIOS
from tests.golden_rounds import play

from longsuit.core.cards import card_set
from longsuit.core.games.game import compare
from longsuit.core.ranking import flush_key
from longsuit.core.round import events as happened
from longsuit.core.round.evolve import replay

OUTCOMES = ("ahead", "tie", "behind")
RUSH_LINES = tuple(f"{n}-card {hand}" for hand in ("straight flush", "flush") for n in (7, 6, 5, 4))


def required() -> Iterator[tuple[Any, ...]]:
    """Decisions, ends of the main game, lines that pay, and rounds that are cut short."""
    for game in ("rush", "ils", "tcc"):
        yield game, "cancelled"
        yield game, "time", "fold"
    yield from (("rush", "ante", line) for line in RUSH_LINES)
    yield from (("rush", "fold", bets) for bets in (0, 1))
    yield "rush", "ante", "lose"
    for qualifies, outcome in product((True, False), OUTCOMES):
        yield "ils", "main", qualifies, outcome, "play_1x"
        for bet in ("bet_2x", "bet_1x"):
            yield "tcc", "main", qualifies, outcome, bet
    yield from (("ils", "main", True, "ahead", f"play_{n}x") for n in (2, 3))
    yield from (("ils", "cover-all", f"{n}-card flush") for n in (5, 6, 7))
    yield "ils", "cover-all", "lose"
    for folded, verdict in product((True, False), ("win", "lose")):
        yield "tcc", "suit-bonus", verdict, folded
    yield from (("ils", "players", n, "win") for n in (1, 3, 6))


def witnessed(name: str, past: list[Any]) -> Iterator[tuple[Any, ...]]:
    game, final = name.split("-", maxsplit=1)[0], replay(past)
    for event in past:
        if isinstance(event, happened.ActionTaken) and not event.in_time:
            yield game, "time", event.action
    if final.settlement is None:
        yield game, "cancelled"
        return
    board = card_set(final.board)
    for number in final.playing:
        seat = final.seat(number)
        if seat.folded:
            yield game, "fold", len(seat.actions) - 1
        else:
            mine, dealers = (flush_key(card_set(c) | board) for c in (seat.cards, final.dealer))
            outcome = compare(mine, dealers)
            yield game, "main", final.settlement.qualifies, outcome, seat.actions[-1]
    for one in final.settlement.results:
        yield game, one.wager, one.hand or one.verdict
        yield game, one.wager, one.verdict, final.seat(one.seat).folded
        if one.wager == "cover-all":
            yield game, "players", len(final.playing), one.verdict


@cache
def all_witnessed() -> set[tuple[Any, ...]]:
    return {fact for one in SCENARIOS for fact in witnessed(one.name, play(one))}


@pytest.mark.parametrize("branch", [*required()], ids=lambda b: " ".join(map(str, b)))
def test_branch_has_a_golden_round(branch: tuple[Any, ...]) -> None:
    assert branch in all_witnessed()
