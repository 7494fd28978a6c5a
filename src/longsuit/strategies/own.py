"""A player's own strategy as a function of the cards, where it cannot be tabulated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from longsuit.cards import Card
from longsuit.games.game import Game


@dataclass(frozen=True)
class OwnStrategy:
    """Asked hand by hand; the names of actions are those of `Strategy.action`."""

    game: Game
    ask: Callable[[Sequence[Card], Sequence[Card]], str]

    def action(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> str:
        """The action for a hand; after a check it is asked again with more board."""
        return self.ask(hole, board)
