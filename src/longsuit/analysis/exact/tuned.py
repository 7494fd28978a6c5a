"""Which kernel solves a game: one made for its shape, or none but the general one."""

from typing import NamedTuple

from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules


class Shape(NamedTuple):
    """The cards and decisions of a game, whatever its wagers are."""

    hole: int
    board: int
    decisions: tuple[int, ...]
    """Community cards on the table at each."""


CHASE = Shape(3, 4, (0, 2, 4))
"""Three cards and a board of four, a bet at the opening, at the flop and at the river."""
HIGH_CARD = Shape(7, 0, (0,))
"""Seven cards and one decision."""


def tuned_shape(game: Game, rules: MainRules | None = None) -> Shape | None:
    """The shape for which a kernel is made, where the game has it; each bet of CHASE is exact."""
    decisions = (rules or game.rules).decisions
    own = game.own != game.hole or game.dealer != game.hole
    if own or game.several or decisions[-1].free == "check":
        return None
    shape = Shape(game.hole, game.board, tuple(decision.board for decision in decisions))
    if shape == CHASE and any(not d.exact or len(set(d.most)) > 1 for d in decisions):
        return None
    return shape if shape in (CHASE, HIGH_CARD) else None


def has_positions(game: Game) -> bool:
    """Whether one position can be valued by itself.

    There is a dealer with as many cards as the seat, all dealt at first, and one bet a round.
    """
    return game.own == game.hole == game.dealer and not game.several


def check_tuned(game: Game, what: str) -> None:
    """Refuse a game whose shape has no kernel where nothing else will do."""
    if tuned_shape(game) is None:
        raise InputError(
            f"{game.name} can be solved, advised on and simulated; {what} of it are to come."
        )
