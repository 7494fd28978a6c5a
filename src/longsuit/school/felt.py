"""What a dealer in training is shown: hands to read, and a whole felt of seats to settle.

Every round is dealt, played and settled by the real engine; the questions are about its result.
"""

import random
from collections.abc import Mapping, Sequence

from msgspec import Struct

from longsuit.core.cards import Card, card_set
from longsuit.core.games.game import Outcome, compare
from longsuit.core.games.settlement import Settled, Settlement
from longsuit.core.games.table import Offer, Table, make_table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import FlushKey, flush_key
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.deal import shuffled_deck
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.state import Round
from longsuit.core.round.view import Viewer, view

_STACK: Cents = 10_000_00
_STEPS = 5
"""Antes of one to so many of the least."""


class Spot(Struct, frozen=True):
    """A wager that lies on the felt."""

    wager: str
    name: str
    result: Settled


class SeatToSettle(Struct, frozen=True):
    """One seat at the end of a round."""

    seat: int
    cards: tuple[Card, ...]
    key: FlushKey
    folded: bool
    outcome: Outcome
    spots: tuple[Spot, ...]

    @property
    def verdicts(self) -> str:
        """A letter for each spot: w, p or l."""
        return "".join(spot.result.verdict[0] for spot in self.spots)

    @property
    def pays(self) -> Cents:
        """What the dealer pays beside the wagers that stay: the sum of the winning spots."""
        return sum(max(0, spot.result.net) for spot in self.spots)


class Felt(Struct, frozen=True):
    """A round whose cards are all turned up."""

    game: str
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_key: FlushKey
    qualifies: bool
    seats: tuple[SeatToSettle, ...]
    """From right to left, as they are settled."""


def deal_felt(game: str, chance: random.Random, seats: int = 3) -> Felt:
    """A round played to its end: every seat with the Ante, and with other wagers by chance.

    A table has not more seats than its game.
    """
    table = _without_meters(make_table(game))
    players = {number: (f"Seat {number}", _STACK) for number in range(1, seats + 1)}
    state = evolve(None, open_round(table, 1, players))
    for number, (name, _) in players.items():
        wagers = _wagers(table, chance)
        state = _do(state, asked.PlaceWagers(by=Actor("player", name), seat=number, wagers=wagers))
    state = _do(state, asked.StartRound(by=DEALER))
    state = _do(state, asked.DealCards(by=SYSTEM, deck=shuffled_deck(chance)))
    while state.turn:
        name = str(state.seat(state.turn).player)
        choice = robot_choice(view(state, Viewer(name)), state.turn)
        state = _do(
            state,
            asked.Act(
                by=Actor("player", name), seat=state.turn, action=choice.name, amount=choice.most
            ),
        )
    assert state.settlement is not None
    return _felt(state, state.settlement)


def _without_meters(table: Table) -> Table:
    """Awards from meters are paid at the terminal, not from the tray."""
    optional = [offer.wager for offer in table.offers if _has_meters(offer)]
    return make_table(table.game, without=tuple(optional))


def _has_meters(offer: Offer) -> bool:
    paytable: PayTable | None = offer.paytable
    return paytable is not None and bool(paytable.meters)


def _wagers(table: Table, chance: random.Random) -> Mapping[str, Cents]:
    steps = chance.randint(1, _STEPS)
    wagers: dict[str, Cents] = {}
    for offer in table.offers:
        if offer.mandatory:
            wagers[offer.wager] = steps * offer.limits.least
        elif chance.random() < 0.5:
            wagers[offer.wager] = chance.randint(1, _STEPS) * offer.limits.least
    return wagers


def _do(state: Round, command: Command) -> Round:
    events = decide(state, command)
    assert not isinstance(events, Refused), events
    return evolve_all(state, events)


def _felt(state: Round, settlement: Settlement) -> Felt:
    playing = [number for number, seat in enumerate(state.seats, 1) if seat.plays]
    return Felt(
        state.table.game,
        state.board,
        state.dealer,
        settlement.dealer,
        settlement.qualifies,
        tuple(_seat(state, settlement.results, number) for number in reversed(playing)),
    )


def _seat(state: Round, results: Sequence[Settled], number: int) -> SeatToSettle:
    seat, game = state.seat(number), state.table.definition
    key = flush_key(card_set((*seat.cards, *state.board)))
    dealer = flush_key(card_set((*state.dealer, *state.board)))
    order = [wager.id for wager in (*game.wagers, game.bet)]
    mine = sorted((r for r in results if r.seat == number), key=lambda r: order.index(r.wager))
    spots = tuple(Spot(one.wager, game.wager(one.wager).name, one) for one in mine)
    return SeatToSettle(number, seat.cards, key, seat.folded, compare(key, dealer), spots)
