"""A main game as it is to be worked out: which rules, which X-tra table, and what each end pays."""

from msgspec import Struct

from longsuit.analysis.exact.payoffs import Payoffs, payoffs
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import (
    XTRA,
    default_paytable,
    find_game,
    find_paytable,
    xtra_table,
)
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.game_file import GameFile
from longsuit.core.games.table import check_rules
from longsuit.core.paytable import PayTable
from longsuit.core.wagers import Wager

_SEVERAL_TABLES = "{} pays several main wagers by a table; one can be solved."


class Case(Struct, frozen=True):
    """A game, its rules and its table, checked together by `make_case`."""

    game: Game
    rules: MainRules
    xtra: PayTable | None
    payoffs: Payoffs

    @property
    def paytables(self) -> dict[str, str]:
        """The table of each wager that has one, by id."""
        return {} if self.xtra is None else {self.xtra.wager: self.xtra.id}

    def without_xtra(self) -> "Case":
        """The same game where the X-tra Bonus pays nothing."""
        return Case(self.game, self.rules, None, payoffs(self.game, self.rules))


def make_case(
    game: str, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Case:
    """The case that a user names; refuses rules that cannot be played, and tables not there.

    `xtra` is the X-tra table of Chase the Flush: an id, a file, the short form or a table; table
    A unless said. `rules` are the game's own unless given.
    """
    definition = find_game(game)
    chosen = rules or definition.rules
    check_rules(definition, chosen)
    table = main_table(definition, xtra)
    return Case(definition, chosen, table, payoffs(definition, chosen, table))


def case_of(file: GameFile) -> Case:
    """The case of a game that no catalog knows, at its own rules and by the first of its tables."""
    game = file.game
    wager = table_wager(game)
    table = next((one for one in file.paytables() if wager and one.wager == wager.id), None)
    check_rules(game, game.rules)
    return Case(game, game.rules, table, payoffs(game, game.rules, table))


def table_wager(game: Game) -> Wager | None:
    """The wager of the main game that is paid by a table, where one is: such as the X-tra Bonus."""
    wagers = [terms.wager for terms in game.main if terms.pays is None]
    if len(wagers) > 1:
        raise InputError(_SEVERAL_TABLES.format(game.name))
    return game.wager(wagers[0]) if wagers else None


def main_table(game: Game, given: str | PayTable | None = None) -> PayTable | None:
    """The table by which a wager of the main game is paid, where one is: the X-tra Bonus's."""
    wager = table_wager(game)
    if wager is None or wager == XTRA:
        return xtra_table(game, given)
    if isinstance(given, PayTable):
        if (given.game, given.wager) != (game.id, wager.id):
            raise InputError(f"Paytable {given.id} is not for the {wager.name} of {game.name}.")
        return given
    return find_paytable(game, wager, given) if given else default_paytable(game, wager)
