"""A main game as it is to be worked out: which rules, which table, and what each end pays."""

from msgspec import Struct

from longsuit.analysis.exact.payoffs import Payoffs, payoffs
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_game, find_paytable
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.game_file import GameFile
from longsuit.core.games.table import check_rules
from longsuit.core.paytable import PayTable
from longsuit.core.wagers import Wager

_SEVERAL_TABLES = (
    "{} pays several main wagers by a table, and a game with one can be solved: simulate it with "
    "--strategy robot."
)


class Case(Struct, frozen=True):
    """A game, its rules and its table, checked together by `make_case`."""

    game: Game
    rules: MainRules
    xtra: PayTable | None
    """The table of the wager that `table_wager` gives."""
    payoffs: Payoffs

    @property
    def paytables(self) -> dict[str, str]:
        """The table of each wager that has one, by id."""
        return {} if self.xtra is None else {self.xtra.wager: self.xtra.id}

    def without_xtra(self) -> "Case":
        """The same game where the wager that is paid by a table pays nothing."""
        return Case(self.game, self.rules, None, payoffs(self.game, self.rules))


def make_case(
    game: str, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Case:
    """The case that a user names; refuses rules that cannot be played, and tables not there.

    `xtra` is the table of the main game: an id, a file, the short form or a table; the first of
    the game's file unless said. `rules` are the game's own unless given.
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


def no_table(game: Game) -> str:
    """That a table of the main game is asked for where there is none."""
    return f"{game.name} has no wager of the main game that is paid by a table."


def table_wager(game: Game) -> Wager | None:
    """The wager of the main game that is paid by a table, where one is: such as the X-tra Bonus."""
    if len(game.by_table) > 1:
        raise InputError(_SEVERAL_TABLES.format(game.name))
    return next(iter(game.by_table), None)


def main_table(game: Game, given: str | PayTable | None = None) -> PayTable | None:
    """The table by which a wager of the main game is paid, where one is: the X-tra Bonus's."""
    wager = table_wager(game)
    if wager is None:
        if given is not None:
            raise InputError(no_table(game))
        return None
    if isinstance(given, PayTable):
        if (given.game, given.wager) != (game.id, wager.id):
            raise InputError(f"Paytable {given.id} is not for the {wager.name} of {game.name}.")
        return given
    return find_paytable(game, wager, given) if given else default_paytable(game, wager)
