"""Which kernel solves a game: one made for its shape, or none but the general one."""

from typing import NamedTuple

from longsuit.analysis.exact.case import Case
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES
from longsuit.core.games.game import Game, MainRules, Scale


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
    pays = (terms.pays for terms in game.main)
    margins = any(isinstance(one, Scale) and one.by == "margin" for one in pays)
    if own or margins or game.several or decisions[-1].free == "check":
        return None
    shape = Shape(game.hole, game.board, tuple(decision.board for decision in decisions))
    if shape == CHASE and any(not d.exact or len(set(d.most)) > 1 for d in decisions):
        return None
    return shape if shape in (CHASE, HIGH_CARD) else None


def boxed_game(shape: Shape) -> Game:
    """The game in the box that has the shape."""
    return next(game for game in GAMES if tuned_shape(game) == shape)


def tuned_case(case: Case) -> Shape | None:
    """The same for a case: kernels know the lengths of flushes, and no other hands of a table."""
    return None if case.payoffs.hands else tuned_shape(case.game, case.rules)


def check_tuned(case: Case, what: str) -> Shape:
    """The shape of a case; refuses one without a kernel where nothing else will do."""
    shape = tuned_case(case)
    if shape is None:
        games = "games of three cards with a board of four, or of seven cards and one decision"
        if tuned_shape(case.game, case.rules) is not None:
            games = "main games that pay by the length of a flush alone"
        raise InputError(
            f"{case.game.name} can be solved, advised on, simulated and reported; {what} are for "
            f"{games}."
        )
    return shape
