"""What somebody gives, as what the solver takes: games by name, rules by keyword, own tables."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

from longsuit.analysis.exact.case import no_table, table_wager
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_game, find_paytable
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.variants import change_rules
from longsuit.core.paytable import PayTable, by_length
from longsuit.core.paytable_file import make_paytable
from longsuit.core.progressive.terms import MustHit
from longsuit.core.wagers import Wager, find_wager
from longsuit.library.must_hit import read_must_hit

GameLike: TypeAlias = str | Game
PayTableLike: TypeAlias = str | PayTable | Mapping[str, int] | Mapping[int, int]
"""An id, a file, ``7=250,6=20``; a table; or pays as ``{"7-card flush": 250}`` or ``{7: 250}``."""


class Variant(TypedDict, total=False):
    """How a game differs from the usual one; each as on the command line."""

    rules: MainRules
    """Rules to start from; the game's own unless given."""
    qualifier: str
    """``T86``, ``9-high-3`` or ``none``."""
    multiples: str | Sequence[int]
    """``(3, 2, 1)``: the bets, in Antes."""
    unqualified: Literal["push", "win", "play"]
    ties: Literal["push", "win", "lose"]


def game_of(given: GameLike) -> Game:
    """The game that is meant."""
    return given if isinstance(given, Game) else find_game(given)


def rules_of(game: Game, variant: Variant) -> MainRules:
    """The rules of a variant."""
    if unknown := set(variant) - set(Variant.__annotations__):
        known = ", ".join(Variant.__annotations__)
        raise InputError(f"There is no rule '{min(unknown)}'; a variant has {known}.")
    return change_rules(
        game,
        variant.get("rules", game.rules),
        variant.get("qualifier", ""),
        variant.get("multiples", ""),
        variant.get("unqualified", ""),
        variant.get("ties", ""),
    )


def table_of(game: Game, wager: Wager, given: PayTableLike | None) -> PayTable:
    """The paytable that is meant; the first in the box if none is."""
    if wager.basis is None:
        raise InputError(f"The {wager.name} has no paytable: it is part of the main game.")
    if given is None:
        return default_paytable(game, wager)
    if isinstance(given, PayTable):
        if (given.game, given.wager) != (game.id, wager.id):
            raise InputError(f"Paytable {given.id} is not for the {wager.name} of {game.name}.")
        return given
    if isinstance(given, str):
        return find_paytable(game, wager, given)
    pays = {str(hand): pay for hand, pay in given.items()}
    if pays and all(hand.isdecimal() for hand in pays):
        listed = ",".join(f"{length}={pay}" for length, pay in pays.items())
        return by_length(listed, game.id, wager)
    return make_paytable(game.id, wager, pays)


def tables_of(game: Game, given: Mapping[str, PayTableLike] | None) -> dict[str, PayTable]:
    """The tables that are meant, by the id of their wager."""
    tables = ((wager_of(game, name), table) for name, table in (given or {}).items())
    return {wager.id: table_of(game, wager, table) for wager, table in tables}


def xtra_of(game: Game, given: PayTableLike | None) -> PayTable | None:
    """The table of the main game that is meant, where the game has one: the X-tra Bonus's."""
    wager = table_wager(game)
    if wager is None:
        if given is not None:
            raise InputError(no_table(game))
        return None
    return table_of(game, wager, given)


def wager_of(game: Game, given: str) -> Wager:
    """The wager that is meant."""
    return find_wager(given, (*game.wagers, game.bet))


def must_hit_of(given: str | MustHit | None) -> MustHit | None:
    """A Must Hit meter as ``house`` or ``500,1000,3%``, or its terms."""
    return read_must_hit(given) if isinstance(given, str) else given
