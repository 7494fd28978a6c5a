"""Rounds per second through `decide` and `evolve`, against PokerKit playing a hand."""

import random

from pokerkit import Automation, FixedLimitTexasHoldem

from bench.measure import best_of, show
from longsuit.core.games.table import Table, make_table
from longsuit.core.refusals import Refused
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import (
    DEALER,
    SYSTEM,
    Act,
    Actor,
    Command,
    DealCards,
    EndRound,
    PlaceWagers,
    StartRound,
)
from longsuit.core.round.deal import shuffled_deck
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.state import Round

ROUNDS = 300
SEED = 7


def run() -> None:
    tables = {game: make_table(game) for game in ("ctf", "hcf")}
    best = best_of(
        {
            "PokerKit, fixed-limit hold'em, two players": _repeat_pokerkit,
            "Chase the Flush, two seats": lambda: _repeat(tables["ctf"], 2),
            "High Card Flush, two seats": lambda: _repeat(tables["hcf"], 2),
            "Chase the Flush, seven seats": lambda: _repeat(tables["ctf"], 7),
        },
        repeat=3,
    )
    slowest = best["PokerKit, fixed-limit hold'em, two players"]
    rows = [(name, f"{ROUNDS / t:,.0f}", f"{slowest / t:.1f}") for name, t in best.items()]
    show(f"Rounds per second (seed {SEED})", rows, "round", "rounds/s", "times PokerKit")


def _repeat(table: Table, seats: int) -> None:
    chance = random.Random(SEED)
    for _ in range(ROUNDS):
        play_round(table, seats, chance)


def play_round(table: Table, seats: int, chance: random.Random) -> Round:
    """A round with every wager placed and random legal decisions, from open to END ROUND."""
    players = {number: Actor("player", f"player {number}") for number in range(1, seats + 1)}
    opened = open_round(table, 1, {n: (actor.name, 1_000_000) for n, actor in players.items()})
    state = evolve(None, opened)

    def ask(command: Command) -> None:
        nonlocal state
        outcome = decide(state, command)
        assert not isinstance(outcome, Refused), outcome
        state = evolve_all(state, outcome)

    wagers = {offer.wager: offer.limits.least for offer in table.offers}
    for number, actor in players.items():
        ask(PlaceWagers(by=actor, seat=number, wagers=wagers))
    ask(StartRound(by=DEALER))
    ask(DealCards(by=SYSTEM, deck=shuffled_deck(chance)))
    while state.turn:
        action = chance.choice(legal_actions(state, state.turn))
        ask(Act(by=players[state.turn], seat=state.turn, action=action.name))
    if not state.due:
        ask(EndRound(by=DEALER))
    return state


def _repeat_pokerkit() -> None:
    for _ in range(ROUNDS):
        _pokerkit_hand()


def _pokerkit_hand() -> None:
    """A hand that everyone checks or calls to the showdown: PokerKit's shortest whole hand."""
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 4, (200, 200), 2
    )
    while state.status:
        state.check_or_call()
