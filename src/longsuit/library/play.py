"""A round to deal, play and settle from Python.

>>> round = deal("ctf", seed=5)
>>> str(round.hand), round.actions
('Kc 7d Jc', ('check', 'bet_3x'))
>>> done = round.act("check").act("check").act("fold")
>>> done.over, done.net()
(True, -1000)
"""

from collections.abc import Iterable, Mapping
from random import Random, SystemRandom
from typing import Unpack

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.frame import Frame, make_frame
from longsuit.core.cards import Card
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import Settlement
from longsuit.core.games.table import Table, make_table
from longsuit.core.money import Cents
from longsuit.core.refusals import Refused
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import (
    Act,
    Actor,
    Command,
    DealCards,
    PlaceWagers,
    StartRound,
)
from longsuit.core.round.deal import draw_dynamic, shuffled_deck
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.explanations import result_words
from longsuit.core.round.state import Round
from longsuit.core.texts import sentence
from longsuit.library.cards import Cards, CardsLike, cards
from longsuit.library.inputs import (
    GameLike,
    PayTableLike,
    Variant,
    game_of,
    rules_of,
    tables_of,
    wager_of,
)

_SYSTEM = Actor("system")


class Play(Struct, frozen=True):
    """The state of a round. An action returns the next state and leaves this one unchanged."""

    state: Round

    @property
    def over(self) -> bool:
        """Whether every wager is settled."""
        return self.state.settlement is not None

    @property
    def turn(self) -> int:
        """The seat to act, counted from 1; 0 if none."""
        return self.state.turn

    @property
    def hand(self) -> Cards:
        """The cards of the seat to act; of seat 1 if none."""
        return Cards(self.state.seat(self.turn or 1).cards)

    def hand_of(self, seat: int) -> Cards:
        """The cards of a seat."""
        if not 1 <= seat <= len(self.state.seats):
            raise InputError(f"The table has seats 1 to {len(self.state.seats)}, not {seat}.")
        return Cards(self.state.seat(seat).cards)

    @property
    def board(self) -> Cards:
        """The community cards dealt so far."""
        return Cards(self.state.board)

    @property
    def dealer(self) -> Cards:
        """The dealer's cards; empty until the round is settled."""
        return Cards(self.state.dealer if self.over else ())

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions open to the seat to act."""
        return tuple(action.name for action in legal_actions(self.state, self.turn))

    def act(self, action: str, amount: Cents | None = None) -> "Play":
        """The round after the seat to act takes this action."""
        if not self.turn:
            raise InputError("The round is over: nobody has to act.")
        by = Actor("player", str(self.state.seat(self.turn).player))
        return Play(_after(self.state, Act(self.turn, action, amount, by=by)))

    @property
    def settlement(self) -> Settlement:
        """The result of every wager."""
        if self.state.settlement is None:
            raise InputError("The round is not settled yet.")
        return self.state.settlement

    @property
    def table(self) -> Frame:
        """Each wager with its stake, its net result and the reason."""
        found = self.settlement
        return make_frame(
            "The round, in cents",
            "seat wager stake net why",
            [
                (one.seat, one.wager, one.stake, one.net, result_words(one, found.awards))
                for one in found.results
            ],
        )

    def net(self, seat: int = 1) -> Cents:
        """The net result of a seat in cents, without progressive awards."""
        found = self.settlement
        staked = sum(one.stake for one in found.results if one.seat == seat)
        return found.returned_to(seat) - staked

    def __repr__(self) -> str:
        game = self.state.table.definition.name
        if self.over:
            return f"<{game}: settled, the dealer has {self.dealer}>"
        on = f" on {self.board}" if self.board else ""
        return f"<{game}: seat {self.turn} has {self.hand}{on}: {', '.join(self.actions)}>"

    def _repr_html_(self) -> str:
        shown = [self.hand._repr_html_(), self.board._repr_html_() if self.board else ""]
        after = self.table._repr_html_() if self.over else f"<p>{', '.join(self.actions)}</p>"
        return f"{'&nbsp;&nbsp;'.join(filter(None, shown))}{after}"


def deal(
    game: GameLike,
    *,
    seats: int = 1,
    seed: int | None = None,
    deck: CardsLike | None = None,
    ante: Cents = 5_00,
    wagers: Mapping[str, Cents] | None = None,
    stack: Cents = 1_000_000_00,
    paytables: Mapping[str, PayTableLike] | None = None,
    **variant: Unpack[Variant],
) -> Play:
    """Deal a round: wagers are placed and cards dealt, ready for the first decision.

    Every seat places the Ante, the mandatory wagers and `wagers`, in cents. The deck is given by
    `seed` or by `deck` (all 52 cards, in order); otherwise it is random.
    """
    found = game_of(game)
    chosen = tables_of(found, paytables)
    table = make_table(found.id, seats=seats, rules=rules_of(found, variant), paytables=chosen)
    placed = dict.fromkeys(("ante", *found.equal_to_ante), ante)
    placed |= {wager_of(found, name).id: cents for name, cents in (wagers or {}).items()}
    chance = SystemRandom() if seed is None else Random(seed)
    dealt: Iterable[Card] = shuffled_deck(chance) if deck is None else cards(deck)
    seated = {number: (f"seat {number}", stack) for number in range(1, seats + 1)}
    state = evolve(None, open_round(table, seated=seated))
    for number, (player, _) in seated.items():
        state = _after(state, PlaceWagers(number, placed, by=Actor("player", player)))
    drawn = draw_dynamic(_wagered(table, placed), chance)
    state = _after(state, StartRound(drawn, by=_SYSTEM))
    return Play(_after(state, DealCards(tuple(dealt), by=_SYSTEM)))


def _wagered(table: Table, placed: Mapping[str, Cents]) -> Table:
    """The table with the offers that somebody takes: nothing is drawn for the others (PRG-20)."""
    return replace(table, offers=tuple(one for one in table.offers if one.wager in placed))


def _after(state: Round, command: Command) -> Round:
    outcome = decide(state, command)
    if isinstance(outcome, Refused):
        raise InputError(sentence(outcome))
    return evolve_all(state, outcome)
