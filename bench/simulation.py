"""Rounds a second of each game with best play, beside a bare pass, other tools, and more cores.

A hundred million rounds of each game also have to agree with the exact value.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from bench.bare_pass import rank_deals
from bench.measure import best_of, console, show
from longsuit.analysis.exact import solve
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.simulate import simulate
from longsuit.analysis.simulate.chunk import CHUNK, draw_rows, play_chunk, stream
from longsuit.analysis.simulate.cluster import local_cluster
from longsuit.analysis.simulate.kernels import randomness
from longsuit.analysis.simulate.lookups import ChasePlayer, HighCardPlayer, flush_keys
from longsuit.analysis.simulate.plan import Plan, make_plan
from longsuit.analysis.simulate.play import Threads, Workers
from longsuit.analysis.simulate.setting import make_setting
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game

ROUNDS = 100_000_000
SEED = 2026
FEW_ERRORS = 3.0
BARE_AIM, TIMES_AIM, SCALING_AIM = 2.0, 50.0, 1.8
_CHUNKS = 8
_BATCH = 1 << 14
_LOOPED = 2_000
_PLAIN = 50_000
_SCALED = 600 * CHUNK

Array = NDArray[Any]


def run() -> None:
    strategies = {name: best_strategy(name) for name in ("ctf", "hcf")}
    failed = _agreement(strategies)
    plans = {
        name: make_plan(make_setting(name), strategy, seed=SEED)
        for name, strategy in strategies.items()
    }
    for plan in plans.values():
        play_chunk(plan, 0, 2)
    _beside_others(plans, strategies)
    _scaling(strategies)
    if failed:
        raise SystemExit(f"the simulation of {failed[0]} does not confirm the exact value")


def _agreement(strategies: dict[str, Strategy]) -> list[str]:
    rows, failed = [], []
    for name, strategy in strategies.items():
        game = find_game(name)
        result = simulate(name, rounds=ROUNDS, seed=SEED, strategy=strategy, exact=False)
        exact = float(solve(name).value)
        errors = (result.mean - exact) / result.standard_error
        rate = f"{result.rounds_per_second:,.0f}"
        rows.append((game.name, f"{exact:.6f}", f"{result.mean:.6f}", f"{errors:+.2f}", rate))
        if abs(errors) > FEW_ERRORS:
            failed.append(game.name)
    columns = ("game", "exact", "simulated", "standard errors", "rounds/s")
    show(f"{ROUNDS:,} rounds each (seed {SEED}), all cores", rows, *columns)
    return failed


# Beside others


def _beside_others(plans: dict[str, Plan], strategies: dict[str, Strategy]) -> None:
    """Time for one round, in threads on two cores but for the loops of Python and NumPy."""
    rows = []
    loop = _loop_time()
    for name, plan in plans.items():
        rows += _compared(find_game(name), plan, strategies[name], loop)
    aims = f"aims: {BARE_AIM:.0f} of the bare pass or less, {TIMES_AIM:.0f} times or more"
    show(f"One round ({aims})", rows, "game", "what", "time", "ours")


def _compared(
    game: Game, plan: Plan, strategy: Strategy, loop: float
) -> list[tuple[str, str, str, str]]:
    best = best_of(
        {
            "ours": lambda: _in_threads(lambda number: play_chunk(plan, number, CHUNK)),
            "bare": lambda: _in_threads(lambda number: _bare_chunk(plan, game, number)),
        },
        repeat=15,
    )
    ours, bare = (best[what] / (_CHUNKS * CHUNK) for what in ("ours", "bare"))
    numpy = best_of({"numpy": lambda: plain_simulation(game, plan, strategy, _PLAIN, SEED)})
    plain = numpy["numpy"] / _PLAIN
    counts = plain_simulation(game, plan, strategy, _PLAIN, SEED).reshape(-1, 48).sum(axis=1)
    shares = np.array(list(map(float, solve(game.id).actions.values())))
    assert np.abs(counts / _PLAIN - shares).max() < 0.01, "NumPy plays another game"
    return [
        (game.name, "best play", f"{ours * 1e9:,.0f} ns", ""),
        ("", "bare shuffle and rank", f"{bare * 1e9:,.0f} ns", f"{ours / bare:.2f} of it"),
        ("", "phevaluator, two hands", f"{loop * 1e9:,.0f} ns", f"{loop / ours:,.0f} times"),
        ("", "plain NumPy", f"{plain * 1e9:,.0f} ns", f"{plain / ours:,.0f} times"),
    ]


def _in_threads(work: Callable[[int], object]) -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(_CHUNKS)))


def _bare_chunk(plan: Plan, game: Game, number: int) -> int:
    """The same cards from the same stream, ranked and no more."""
    chance, deck, keys = stream(plan.seed, number), plan.deck.copy(), flush_keys()
    total = 0
    for _ in range(CHUNK // _BATCH):
        cards = draw_rows(chance, plan.deals, _BATCH)
        randomness.shuffle(cards, deck)
        total += rank_deals(cards, game.hole, game.board, keys)
    return total


def _loop_time() -> float:
    """Two hands a round through phevaluator, one after another; dealing is not counted."""
    deals = np.random.default_rng(SEED).permuted(np.tile(np.arange(52), (_LOOPED, 1)), axis=1)
    hands = [hand for row in deals.tolist() for hand in (row[:7], row[7:14])]
    best = best_of({"loop": lambda: [evaluate_cards(*hand) for hand in hands]}, repeat=40)
    return best["loop"] / _LOOPED


def plain_simulation(game: Game, plan: Plan, strategy: Strategy, rounds: int, seed: int) -> Array:
    """The main game as one would write it in NumPy: endings counted, as ours."""
    rng = np.random.default_rng(seed)
    dealt = 2 * game.hole + game.board
    cards = np.argsort(rng.random((rounds, 52)), axis=1)[:, :dealt]
    own, board, dealer = np.split(cards, [game.hole, game.hole + game.board], axis=1)
    keys = flush_keys().astype(np.int64)
    mine, masks = _ranked(np.hstack([own, board]), keys)
    theirs, _ = _ranked(np.hstack([dealer, board]), keys)
    player = plan.player
    if isinstance(player, HighCardPlayer):
        actions = _high_card_actions(player, np.sort(keys[masks], axis=1)[:, ::-1])
    else:
        assert isinstance(player, ChasePlayer)
        actions = _chase_actions(player, strategy, own, board)
    outcome = (theirs >= mine).astype(np.int64) + (theirs > mine)
    ending = actions * 48 + (mine >> 13) * 6 + (theirs >= game.rules.qualifier) * 3 + outcome
    return np.bincount(ending, minlength=192)


def _ranked(hands: Array, keys: Array) -> tuple[Array, Array]:
    masks = np.zeros((len(hands), 4), np.int64)
    for suit in range(4):
        held = np.where(hands // 13 == suit, 1 << hands % 13, 0)
        masks[:, suit] = held.sum(axis=1)
    return keys[masks].max(axis=1), masks


def _high_card_actions(player: HighCardPlayer, keys: Array) -> Array:
    sizes = keys >> 13
    shape = player.shape_of[sizes @ np.array([512, 64, 8, 1])].astype(np.int64)
    number = player.starts[shape].astype(np.int64)
    for suit in range(4):
        number += player.steps[shape, suit, player.places[keys[:, suit] & 8191]]
    actions: Array = player.decisions[number].astype(np.int64)
    return actions


def _chase_actions(player: ChasePlayer, strategy: Strategy, own: Array, board: Array) -> Array:
    """The three decisions, each with the suits renamed as the strategy's rows ask."""
    choose = np.array([[comb(n, k) for n in range(52)] for k in range(1, 5)], np.int64)
    moved = player.moved.reshape(-1, 64)
    flop = player.flop_at[board[:, 0] * 52 + board[:, 1]]
    four = np.sort(board, axis=1)
    whole = player.board_at[sum(choose[k][four[:, k]] for k in range(4))]

    def bit(table: Array, found: Array | None) -> Array:
        hole = own if found is None else moved[(found & 31)[:, None], own].astype(np.int64)
        hole = np.sort(hole, axis=1)
        number = sum(choose[k][hole[:, k]] for k in range(3))
        row = 0 if found is None else (found >> 5).astype(np.int64) * player.bits
        place = row + number
        bits: Array = (table[place >> 3] >> (place & 7) & 1).astype(bool)
        return bits

    opens = bit(strategy.arrays["opening"], None)
    follows, calls = bit(player.flop, flop), bit(player.river, whole)
    return np.where(opens, 0, np.where(follows, 1, np.where(calls, 2, 3)))


# More cores


def _scaling(strategies: dict[str, Strategy]) -> None:
    """One thread, two threads, and a cluster of two processes; the plan's way there is counted."""
    rows = []
    with local_cluster(1) as single, local_cluster(2) as double:
        workers: dict[str, Workers] = {
            "one thread": Threads(1),
            "two threads": Threads(2),
            "cluster of one process": single,
            "cluster of two processes": double,
        }
        for name, strategy in strategies.items():
            taken = dict.fromkeys(workers, float("inf"))
            for _ in range(2):
                for what, who in workers.items():
                    result = simulate(
                        name,
                        rounds=_SCALED,
                        seed=SEED,
                        strategy=strategy,
                        exact=False,
                        workers=who,
                    )
                    taken[what] = min(taken[what], result.seconds)
            alone = taken["one thread"]
            rows += [
                (find_game(name).name, what, f"{time:.2f} s", f"{alone / time:.2f}")
                for what, time in taken.items()
            ]
    title = f"{_SCALED:,} rounds, times faster than one thread (aim: {SCALING_AIM} with two)"
    show(title, rows, "game", "workers", "time", "times")
    console.print("A cluster's time holds the sending of the strategy to its workers.\n")
