"""Random rounds of the further games in the box, played by the package and by `naive_family`."""

import random
from collections import Counter

import pytest
from tests.core.games import naive_family
from tests.core.games.naive import NaiveCard, best_flush
from tests.core.round.walks import random_deck
from tests.extent import extent

from longsuit.core.cards import card_name
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.games.table import make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM, Actor
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve_all, replay
from longsuit.core.round.state import Round

ROUNDS = extent(250, 5_000)


def of_two_cards() -> tuple[tuple[int, int, int], dict[int, int]]:
    """The multiples and the bonus of Two-card Chase, which its design settles."""
    first, second, third = (one.most[0] for one in find_game("tcc").rules.decisions)
    (bonus,) = paytables("two-card-chase")
    return (first, second, third), {int(line.hand[0]): int(line.pays) for line in bonus.lines}


NAIVE = {
    "rush": naive_family.rush,
    "ils": naive_family.luv,
    "tcc": naive_family.two_card_chase(*of_two_cards()),
}


def pair(card: int) -> NaiveCard:
    name = card_name(card)
    return "23456789TJQKA".index(name[0]) + 2, name[1]


class Played:
    """A round led through every command; what its seats chose is kept."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        table = make_table(game)
        seats = sorted(self.rng.sample(range(1, table.seats + 1), self.rng.randint(1, table.seats)))
        self.state: Round = replay([open_round(table, 1, {n: (f"P{n}", 9_999_00) for n in seats})])
        self.wagers = {n: self._wagers() for n in seats}
        self.deck = random_deck(self.rng)
        self.chosen: dict[tuple[int, int], int] = {}

    def _wagers(self) -> dict[str, int]:
        offers = [o for o in self.state.table.offers if o.mandatory or self.rng.random() < 0.6]
        return {o.wager: o.limits.least + self.rng.randint(0, 3) * o.limits.step for o in offers}

    def do(self, command: commands.Command) -> None:
        events = decide(self.state, command)
        assert not isinstance(events, Refused), f"{events}\n{command}"
        self.state = evolve_all(self.state, events)

    def play(self) -> None:
        for number, wagers in self.wagers.items():
            by = Actor("player", f"P{number}")
            self.do(commands.PlaceWagers(by=by, seat=number, wagers=wagers))
        self.do(commands.StartRound(by=DEALER))
        self.do(commands.DealCards(by=SYSTEM, deck=self.deck))
        while self.state.phase == "decisions":
            number, at = self.state.turn, self.state.decision
            free, *bets = legal_actions(self.state, number)
            action = self.rng.choice(bets) if self.rng.random() < 0.7 else free
            self.chosen[number, at] = action.least // self.wagers[number]["ante"]
            by = Actor("player", f"P{number}")
            self.do(commands.Act(by=by, seat=number, action=action.name))


@pytest.mark.parametrize("game", NAIVE)
def test_rounds_come_out_as_by_the_rules_alone(game: str) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(ROUNDS):
        played = Played(game, seed)
        played.play()
        deck = [pair(card) for card in played.deck]
        told = NAIVE[game](deck, played.wagers, played.chosen)
        settlement = played.state.settlement
        assert settlement is not None
        back = {(one.seat, one.wager): one.returned for one in settlement.results}
        assert back == told.back, f"{game} seed {seed}: {back} {told.back}"
        for number, wagers in played.wagers.items():
            seat = played.state.seat(number)
            assert (seat.bet, seat.folded) == (told.bets[number], number in told.folded)
            held = {pair(card) for card in (*seat.cards, *played.state.board)}
            assert held == set(told.cards[number]), f"{game} seed {seed}"
            staked = sum(wagers.values()) + seat.bet
            returned = sum(cents for (one, _), cents in told.back.items() if one == number)
            assert seat.stack == 9_999_00 - staked + returned
            seen[f"{len(best_flush(told.cards[number]))} cards", seat.folded] += 1
    assert {key for key, folded in seen if not folded} >= {f"{n} cards" for n in range(3, 8)}
