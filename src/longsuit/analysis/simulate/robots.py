"""Rounds of any game, dealt card by card and played by the thresholds of its file.

This is what is left where no exact figure can be counted: a seat bets as a robot does, not as best
play would, and every round is settled as at a table.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from msgspec import Struct

from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.result import Result
from longsuit.analysis.simulate.result import Figure
from longsuit.core.cards import DECK_SIZE, Card, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import Table, make_table
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import flush_key, key_length

MOST_ROUNDS = 10**8
_ANTE = 100_00
_TOLD_AFTER = 1_000


class RobotRun(Result, Struct, frozen=True):
    """The main game played out; amounts are in Antes."""

    game: str
    name: str
    rounds: int
    seed: int
    net: Figure
    wagered: float
    folded: float
    """The share of rounds."""
    nets: dict[Fraction, int]
    """How many rounds had each result."""

    @property
    def headline(self) -> str:
        """What the house wins from such play, with its error."""
        return (
            f"{self.name}, {self.rounds:,} rounds, seed {self.seed}, played by the thresholds of "
            f"its file: the house wins {-self.net.mean:.5%} ± {self.net.standard_error:.5%} of "
            "the Ante"
        )

    @property
    def table(self) -> Frame:
        """What was wagered, and how often the hand was folded."""
        rows = [("Antes wagered a round", self.wagered), ("share folded", self.folded)]
        return make_frame("Played by the thresholds", "figure simulated", rows)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "game": self.game,
            "strategy": "robot",
            "rounds": self.rounds,
            "seed": self.seed,
            "net": self.net.mean,
            "standard_error": self.net.standard_error,
            "standard_deviation": self.net.standard_deviation,
            "average_wager": self.wagered,
            "folded": self.folded,
        }


def simulate_robot(
    game: Game,
    rules: MainRules,
    paytable: PayTable | None = None,
    *,
    rounds: int,
    seed: int = 1,
    told: Callable[[int, int], None] | None = None,
) -> RobotRun:
    """The main game at one seat; `paytable` is of a main wager, where it is not the usual one."""
    if not 2 <= rounds <= MOST_ROUNDS:
        raise InputError(f"The rounds are from 2 to {MOST_ROUNDS:,}, not {rounds:,}.")
    if not 0 <= seed < 2**63:
        raise InputError("A seed is a whole number from 0 on, below 2 to the power of 63.")
    tables = {} if paytable is None else {paytable.wager: paytable}
    table = make_table(game.id, rules=rules, paytables=tables)
    chance, deck = Random(seed), range(DECK_SIZE)
    cards = game.own + game.board + game.dealer
    nets = Counter[int]()
    wagered = folds = 0
    for done in range(1, rounds + 1):
        hand, dealer = play_round(table, chance.sample(deck, cards))
        settled = settle(table, [hand], card_set(dealer))
        staked = hand.bet + sum(hand.wagers.values())
        nets[settled.returned_to(1) - staked] += 1
        wagered += staked
        folds += hand.folded
        if told is not None and done % _TOLD_AFTER == 0:
            told(done, rounds)
    total = sum(net * count for net, count in nets.items())
    squares = sum(net * net * count for net, count in nets.items())
    # Whole cents up to here, so that nothing is lost in the difference of two large sums.
    deviation = sqrt((rounds * squares - total * total) / (rounds * (rounds - 1))) / _ANTE
    figure = Figure(total / rounds / _ANTE, deviation / sqrt(rounds), deviation)
    share = wagered / rounds / _ANTE
    results = {Fraction(net, _ANTE): count for net, count in sorted(nets.items())}
    return RobotRun(game.id, game.name, rounds, seed, figure, share, folds / rounds, results)


def play_round(table: Table, cards: list[Card]) -> tuple[Hand, list[Card]]:
    """A seat's hand at the end of its decisions, and the dealer's with the board."""
    game, left = table.definition, iter(cards)
    own, theirs = ([next(left) for _ in range(size)] for size in (game.hole, game.dealer))
    board: list[Card] = []
    decisions = iter(table.rules.decisions)
    bet, folded = 0, False
    for street in game.streets:
        own += [next(left) for _ in range(street.own)]
        board += [next(left) for _ in range(street.board)]
        if not street.decides:
            continue
        decision = next(decisions)
        if folded or (bet and not game.several):
            continue
        key = flush_key(card_set((*own, *board)))
        if key >= max(street.robot, flush_key(card_set(board)) + 1):
            bet += decision.most[key_length(key)]
        else:
            folded = decision.free == "fold"
    wagers = dict.fromkeys(game.mandatory, _ANTE)
    hand = Hand(1, card_set((*own, *board)), wagers, bet * _ANTE, folded, own=tuple(own))
    return hand, [*theirs, *board]
