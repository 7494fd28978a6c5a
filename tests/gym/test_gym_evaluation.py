"""Exact values beside the environments, and what playing by them earns."""

import doctest
from math import sqrt
from pathlib import Path

import gymnasium
import pytest

from longsuit.analysis.exact import advise, solve
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.core.cards import card_set, cards_of, parse_cards
from longsuit.core.errors import InputError
from longsuit.gym import IDS, best_value, exact_values, strategy_action
from longsuit.gym.evaluation import Environment

GAMES = CHASE, HIGH_CARD = list(IDS)[:2]
ROUNDS = 1200
SEED = 27


@pytest.fixture(scope="module")
def strategies() -> dict[str, Strategy]:
    return {game: best_strategy(game) for game in GAMES}


def stacked(text: str) -> list[int]:
    """A deck that begins with these cards."""
    first = list(parse_cards(text))
    return [*first, *cards_of((1 << 52) - 1 ^ card_set(first))]


@pytest.mark.parametrize("game", GAMES)
def test_best_play_earns_the_exact_value(strategies: dict[str, Strategy], game: str) -> None:
    env: Environment = gymnasium.make(IDS[game])
    total = 0.0
    env.reset(seed=SEED)
    for _ in range(ROUNDS):
        over = False
        while not over:
            _, reward, over, _, info = env.step(strategy_action(env, strategies[game]))
            assert not info["illegal"]
        total += float(reward)
        env.reset()
    exact = solve(game)
    assert best_value(env) == exact.value
    error = exact.standard_deviation / sqrt(ROUNDS)
    assert abs(total / ROUNDS - float(exact.value)) < 3 * error, f"seed {SEED}: {total / ROUNDS}"


def test_values_are_those_of_advise(strategies: dict[str, Strategy]) -> None:
    env = gymnasium.make(IDS[CHASE])
    env.reset(options={"deck": stacked("Th 8h 6h  2c 3c 4c  2s 9h Ks Kd")})
    hole = parse_cards("Th8h6h")
    for board in ("", "2s9h", "2s9hKsKd"):
        names = {
            option.action: option.value
            for option in advise("ctf", hole, parse_cards(board)).options
        }
        values = exact_values(env)
        flush = env.unwrapped
        assert {flush.action_name(n): value for n, value in values.items()} == names  # type: ignore[attr-defined]
        best = strategy_action(env, strategies[CHASE])
        assert values[best] == max(values.values())
        env.step(1)
    with pytest.raises(InputError, match="round is over"):
        exact_values(env)


def test_hands_in_sight_count() -> None:
    env = gymnasium.make(IDS[HIGH_CARD], seats_seen=2)
    others = "2c 3c 4c 5c 6c 7c 8c  2d 3d 4d 5d 6d 7d 8d"
    env.reset(options={"deck": stacked(f"Th 8h 6h Js Ad Qd Jc  {others}")})
    seen = advise("hcf", parse_cards("Th8h6hJsAdQdJc"), (), parse_cards(others))
    assert exact_values(env) == {
        {"fold": 0, "raise_1x": 1}[option.action]: option.value for option in seen.options
    }
    with pytest.raises(InputError, match="longsuit faceup"):
        best_value(env)
    with pytest.raises(InputError, match="not one of"):
        exact_values(gymnasium.make("CartPole-v1"))


def test_the_example_of_the_documentation_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "gym.md").read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text, {}, "gym.md", "docs/gym.md", 0)
    assert len(example.examples) > 6
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0
