"""The games and paytables in the box, and how a user names one of them or brings another.

The only place of the core that reads files: the tables in the package, and a file that the user
names.
"""

import re
from functools import lru_cache
from importlib import resources
from pathlib import Path

from longsuit.core.errors import InputError
from longsuit.core.games import chase_the_flush, high_card_flush
from longsuit.core.games.game import Game
from longsuit.core.paytable import PayTable, by_length
from longsuit.core.paytable_file import parse_paytables
from longsuit.core.wagers import XTRA, Wager

GAMES: tuple[Game, ...] = (chase_the_flush.CHASE_THE_FLUSH, high_card_flush.HIGH_CARD_FLUSH)

BY_ID: dict[str, Game] = {game.id: game for game in GAMES}

_SHORT_FORM = re.compile(r"\s*\d+\s*=.*")
_LARGEST_FILE = 1_000_000


def find_game(text: str) -> Game:
    """The game that a user names, by id, short name or full name."""
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for game in GAMES:
        if wanted in (game.id, game.short):
            return game
    known = ", ".join(f"{game.id} ({game.short})" for game in GAMES)
    raise InputError(f"There is no game '{text}'; the games are {known}.")


@lru_cache
def paytables(game_id: str | None = None) -> tuple[PayTable, ...]:
    """Every paytable in the box, or those of one game."""
    tables: list[PayTable] = []
    for game in GAMES:
        if game_id in (None, game.id):
            file = game.id.replace("-", "_") + ".toml"
            text = resources.files("longsuit.core.games").joinpath(file).read_text(encoding="utf-8")
            tables.extend(parse_paytables(text, file))
    return tuple(tables)


def find_paytable(game: Game, wager: Wager, text: str) -> PayTable:
    """The paytable that a user means: one in the box, a TOML file, or the short form."""
    boxed = [table for table in paytables(game.id) if table.wager == wager.id]
    for table in boxed:
        if _is_called(table, text.strip()):
            return table
    if _SHORT_FORM.fullmatch(text):
        return by_length(text, game.id, wager)
    name, colon, wanted = text.partition(".toml:")
    path = Path(f"{name}.toml" if colon else text)
    if path.suffix == ".toml" or _is_file(path):
        return _from_file(path, game, wager, wanted.strip())
    known = ", ".join(table.id for table in boxed) or "none in the box"
    raise InputError(
        f"There is no paytable '{text[:60]}' for the {wager.name} of {game.name}; "
        f"there are: {known}."
    )


def _is_called(table: PayTable, name: str) -> bool:
    return name.casefold() in (known.casefold() for known in (table.id, *table.also))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        # Too long for a name, or with signs that no name has.
        return False


def _from_file(path: Path, game: Game, wager: Wager, wanted: str) -> PayTable:
    """The table of a file for that wager; `wanted` says which where it has several."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise InputError(f"{path} is too large for a file of paytables.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None
    tables = parse_paytables(text, path.name)
    fitting = [table for table in tables if (table.game, table.wager) == (game.id, wager.id)]
    named = [table for table in fitting if not wanted or _is_called(table, wanted)]
    if len(named) == 1:
        return named[0]
    if fitting:
        known = ", ".join(table.id for table in fitting)
        raise InputError(
            f"{path.name} has no table '{wanted[:60]}' for the {wager.name}; there are: {known}."
            if wanted
            else f"{path.name} has {len(fitting)} tables for the {wager.name}: "
            f"say {path.name}:ID with one of {known}."
        )
    found = tables[0]
    raise InputError(
        f"{path.name} has no table for the {wager.name} of {game.name}: "
        f"its '{found.id}' is for the wager {found.wager} of {found.game}."
    )


def default_paytable(game: Game, wager: Wager) -> PayTable:
    """The first table in the box for that wager."""
    return next(table for table in paytables(game.id) if table.wager == wager.id)


def xtra_table(game: Game, xtra: str | PayTable | None) -> PayTable | None:
    """The X-tra table that a game is played with, where it has one; table A unless said."""
    if XTRA not in game.wagers:
        if xtra is not None:
            raise InputError(f"{game.name} has no X-tra Bonus.")
        return None
    if isinstance(xtra, PayTable):
        if (xtra.game, xtra.wager) != (game.id, XTRA.id):
            raise InputError(f"Paytable {xtra.id} is not for the X-tra Bonus of {game.name}.")
        return xtra
    return find_paytable(game, XTRA, xtra) if xtra else default_paytable(game, XTRA)
