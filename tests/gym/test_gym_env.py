"""The environments: what Gymnasium asks of them, and rewards that are a table's settlement."""

import sys
from fractions import Fraction
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from longsuit.analysis.exact.case import main_table
from longsuit.analysis.exact.payoffs import OUTCOMES, payoffs
from longsuit.core.cards import card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules, compare
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.ranking import flush_key, key_length
from longsuit.core.round.state import NOBODY
from longsuit.core.round.view import Viewer, view
from longsuit.gym import IDS, FlushEnv

BOX = list(IDS)
GAMES = CHASE, HIGH_CARD = BOX[:2]


def make(game: str, **options: Any) -> FlushEnv:
    env = gymnasium.make(IDS[game], **options).unwrapped
    assert isinstance(env, FlushEnv)
    return env


def held(bits: Any) -> set[int]:
    return set(np.flatnonzero(bits).tolist())


@pytest.mark.parametrize("game", BOX)
@pytest.mark.parametrize("seats_seen", [0, 5])
def test_gymnasium_finds_nothing_to_say(game: str, seats_seen: int) -> None:
    """Warnings are errors here."""
    check_env(make(game, seats_seen=seats_seen))


@pytest.mark.parametrize("game", BOX)
def test_many_at_once(game: str) -> None:
    envs = gymnasium.make_vec(IDS[game], num_envs=3, vectorization_mode="sync")
    observations, info = envs.reset(seed=4)
    alone = [gymnasium.make(IDS[game]).reset(seed=4 + at)[0] for at in range(3)]
    for key in ("own", "action_mask"):
        assert np.array_equal(observations[key], [one[key] for one in alone])
    finished = 0
    for _ in range(12):
        actions = envs.action_space.sample(mask=tuple(info["action_mask"]))
        observations, rewards, over, cut, info = envs.step(actions)
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        finished += int(over.sum())
    assert finished > 3
    envs.close()


def test_made_by_module_name_and_flattened() -> None:
    env = gymnasium.wrappers.FlattenObservation(
        gymnasium.make("longsuit.gym:longsuit/ChaseTheFlush-v0")
    )
    observation, _ = env.reset(seed=1)
    assert observation.shape == (52 * 3 + 4 + 3,)


@pytest.mark.parametrize("game", BOX)
def test_a_seed_repeats_the_rounds(game: str) -> None:
    def rounds(seed: int) -> list[set[int]]:
        env = make(game)
        first = env.reset(seed=seed)[0]
        return [held(first["own"]), *(held(env.reset()[0]["own"]) for _ in range(3))]

    assert rounds(8) == rounds(8) != rounds(9)


VARIANTS: dict[str, list[dict[str, Any]]] = {
    CHASE: [
        {},
        {"xtra": "B"},
        {"xtra": "7=101/3,5=5/2,4=1"},
        {"rules": replace(find_game(CHASE).rules, unqualified="win", ties="lose")},
    ],
    HIGH_CARD: [
        {},
        {"rules": replace(find_game(HIGH_CARD).rules, unqualified="push", qualifier=0)},
    ],
}


@settings(max_examples=80)
@given(
    st.sampled_from(GAMES),
    st.permutations(range(52)),
    st.integers(0, 5),
    st.integers(0, 3),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
)
def test_rewards_are_the_settlement(
    game: str, deck: list[int], seats_seen: int, variant: int, picks: list[int]
) -> None:
    """Random play: the reward is what the table settles and what the solver counts with."""
    options = VARIANTS[game][variant % len(VARIANTS[game])]
    env, definition = make(game), find_game(game)
    observation, info = env.reset(options={"deck": deck, "seats_seen": seats_seen, **options})
    hole, size = definition.hole, definition.hole * (seats_seen + 1)
    dealer, board = deck[size : size + hole], deck[size + hole :][: definition.board]
    taken, over, reward = "", False, 0.0
    for phase, pick in enumerate(picks):
        assert held(observation["own"]) == set(deck[:hole])
        assert held(observation["seen"]) == set(deck[hole:size])
        assert held(observation["board"]) == set(board[: 2 * phase])
        assert observation["phase"] == phase
        assert observation in env.observation_space
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        open_now = np.flatnonzero(info["action_mask"])
        action = open_now[pick % len(open_now)]
        taken = env.action_name(int(action))
        observation, reward, over, cut, info = env.step(action)
        assert not (cut or info["illegal"])
        if over:
            break
        assert (reward, taken) == (0, "check")
    assert over
    assert held(info["dealer"]) == set(dealer)
    assert held(observation["board"]) == set(board)
    assert observation["phase"] == len(definition.rules.decisions)
    assert not observation["action_mask"].any()
    assert env.round is not None
    # As the table settles it.
    seat = env.round.seat(1)
    hand = Hand(1, card_set([*deck[:hole], *board]), seat.wagers, seat.bet, seat.folded)
    settled = settle(env.round.table, [hand], card_set([*dealer, *board]))
    assert info["net_cents"] == settled.returned_to(1) - seat.staked
    assert reward == info["net_cents"] / info["ante_cents"]
    # As the solver counts it.
    rules: MainRules = options.get("rules", definition.rules)
    known = payoffs(definition, rules, main_table(definition, options.get("xtra")))
    own, theirs = (flush_key(card_set([*cards, *board])) for cards in (deck[:hole], dealer))
    net = known.fold
    if taken != "fold":
        side = known.pay[known.names.index(taken)][theirs >= rules.qualifier]
        net = side[OUTCOMES.index(compare(own, theirs))][key_length(own)]
    assert Fraction(info["net_cents"], info["ante_cents"]) == Fraction(net, known.unit)


def test_an_observation_holds_no_more_than_the_seat_may_see() -> None:
    for game in GAMES:
        for seats_seen in (0, 3):
            env = make(game, seats_seen=seats_seen)
            observation, info = env.reset(seed=2)
            assert env.round is not None
            assert env.view == view(env.round, Viewer("agent"))
            assert set(info) == {"action_mask", "illegal"}
            bits = sum(observation[key].sum() for key in ("own", "board", "seen"))
            assert bits == find_game(game).hole * (1 + seats_seen)


def test_an_action_that_is_not_open_is_the_free_one() -> None:
    env = make(CHASE)
    env.reset(seed=3)
    _, reward, over, _, info = env.step(0)  # A fold at the opening: played as a check.
    assert (reward, over, info["illegal"]) == (0, False, True)
    env.step(1)
    *_, info = env.step(1)  # A check at the river: played as a fold.
    assert info["illegal"]
    assert info["net_cents"] == -2 * info["ante_cents"]
    high = make(HIGH_CARD)
    high.reset(options={"deck": range(51, -1, -1)})  # Seven spades: every raise is open.
    assert high.action_mask.tolist() == [1, 1, 1, 1]
    spread = [0, 13, 26, 39, 1, 14, 27]
    high.reset(options={"deck": [*spread, *sorted(set(range(52)) - set(spread))]})
    assert high.action_mask.tolist() == [1, 1, 0, 0]
    _, reward, over, _, info = high.step(3)
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_what_is_no_action_and_what_is_too_late() -> None:
    env = make(HIGH_CARD)
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        _ = env.view
    env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        _ = env.net_cents
    with pytest.raises(InvalidAction):
        env.step(4)
    env.step(0)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_options_hold_for_one_round() -> None:
    env = make(CHASE, xtra="B")
    deck = list(range(52))
    env.reset(seed=1, options={"xtra": "A", "seats_seen": 2, "deck": deck})
    assert (env.setting.xtra, env.setting.seats_seen) == (main_table(find_game(CHASE), "A"), 2)
    after = held(env.reset()[0]["own"])
    assert env.setting == env.usual
    plain = make(CHASE)
    plain.reset(seed=1)
    assert held(plain.reset()[0]["own"]) == after


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"deck": [1, 2, 3]},
        {"deck": [0] * 52},
        {"seats_seen": 7},
        {"seats_seen": -1},
        {"xtra": "Z"},
    ],
)
def test_options_that_are_refused(options: dict[str, Any]) -> None:
    env = make(CHASE)
    env.reset(seed=1)
    before, setting = env.round, env.setting
    with pytest.raises(InputError):
        env.reset(options=options)
    assert (env.round, env.setting) == (before, setting)


def test_settings_that_are_refused() -> None:
    with pytest.raises(InputError, match="render mode"):
        FlushEnv(render_mode="human")
    with pytest.raises(InputError, match="no game"):
        FlushEnv("bridge")
    with pytest.raises(InputError, match="no wager of the main game that is paid"):
        FlushEnv("hcf", xtra="A")
    rules = find_game("hcf").rules
    large = replace(rules, decisions=(replace(rules.decisions[0], most=(5,) * 8),))
    with pytest.raises(InputError, match="larger raises"):
        make(HIGH_CARD).reset(options={"rules": large})
    assert make(HIGH_CARD, rules=large).action_space == gymnasium.spaces.Discrete(6)
    smaller = replace(rules, decisions=(replace(rules.decisions[0], most=(1,) * 8),))
    env = make(HIGH_CARD)
    env.reset(seed=1, options={"rules": smaller, "deck": range(51, -1, -1)})
    assert env.action_mask.tolist() == [1, 1, 0, 0]


def test_the_table_as_text() -> None:
    env = make(CHASE, render_mode="ansi", seats_seen=1)
    assert env.render() == ""
    env.reset(options={"deck": range(51, -1, -1)})
    assert str(env.render()).splitlines() == [
        "Chase the Flush, opening",
        "Board   -- -- -- --",
        "Dealer  ?? ?? ??",
        "You     A♠ K♠ Q♠   A-high three-card flush",
        "Seat 2  J♠ T♠ 9♠   J-high three-card flush",
        "You may check or bet_3x.",
    ]
    env.step(1)
    env.step(2)
    shown = str(env.render()).splitlines()
    assert shown[0] == "Chase the Flush, over"
    assert shown[1:4] == [
        "Board   5♠ 4♠ 3♠ 2♠",
        "Dealer  8♠ 7♠ 6♠   8-high seven-card flush",
        "You     A♠ K♠ Q♠   A-high seven-card flush",
    ]
    assert shown[-1] == "You check, bet_2x: +$253.00."
    assert env.round is not None
    assert env.round.turn == NOBODY
    assert make(HIGH_CARD).render() is None


def test_without_gymnasium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("longsuit.gym")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'longsuit\[gym\]' brings it"):
        import_module("longsuit.gym")
