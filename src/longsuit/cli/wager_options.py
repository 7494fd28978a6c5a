"""Wagers and their paytables as options give them: ``same-suit=5``, ``xtra=B``."""

from collections.abc import Iterable, Iterator, Mapping

from longsuit.analysis.exact.case import main_table, no_table, table_wager
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.money import Cents, parse_dollars
from longsuit.core.paytable import PayTable
from longsuit.core.plain_number import shorten
from longsuit.core.wagers import Wager, find_wager


def read_wagers(game: Game, given: Iterable[str]) -> dict[str, Cents | None]:
    """What is placed on each wager; None for the usual amount, where only its name is given."""
    placed: dict[str, Cents | None] = {}
    for wager, amount in _pairs(game, given, "amount"):
        if wager.id in placed:
            raise InputError(f"The {wager.name} is placed twice.")
        placed[wager.id] = parse_dollars(amount) if amount else None
    return placed


def read_tables(game: Game, given: Iterable[str], xtra: str = "") -> dict[str, str]:
    """The table chosen for each wager; that of the main game has an option of its own as well."""
    chosen = {}
    if xtra:
        wager = table_wager(game)
        if wager is None:
            raise InputError(no_table(game))
        chosen[wager.id] = xtra
    for wager, table in _pairs(game, given, "paytable"):
        if not table:
            raise InputError(f"'{wager.id}' alone is not a wager and its paytable, joined by =.")
        if wager.id in chosen:
            raise InputError(f"The {wager.name} is given two paytables.")
        chosen[wager.id] = table
    return chosen


def read_main_table(game: Game, chosen: Mapping[str, str]) -> PayTable | None:
    """The table chosen for a wager of the main game; with two of them each choice is refused."""
    given = [wager for wager in game.by_table if wager.id in chosen]
    return main_table(game, chosen[given[0].id]) if given else None


def _pairs(game: Game, given: Iterable[str], what: str) -> Iterator[tuple[Wager, str]]:
    for text in given:
        name, equals, value = text.partition("=")
        if not name.strip() or (equals and not value.strip()):
            raise InputError(f"'{shorten(text)}' is not a wager and its {what}, joined by =.")
        yield find_wager(name, game.wagers), value
