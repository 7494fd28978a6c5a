"""The games and paytables in the box, and how a user names one of them or brings another.

The only place of the core that reads files: the games in the package, each a file with its
paytables, and a file that the user names.
"""

import re
from functools import lru_cache
from importlib import resources
from pathlib import Path

from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.games.game_file import GameFile, read_game
from longsuit.core.paytable import PayTable, by_length
from longsuit.core.paytable_file import parse_paytables
from longsuit.core.toml_file import parse_toml
from longsuit.core.wagers import Wager, find_wager


def _boxed() -> tuple[GameFile, ...]:
    """Every game of the package, its paytables not read yet."""
    files = sorted(resources.files("longsuit.core.games").iterdir(), key=lambda file: file.name)
    return tuple(
        read_game(*parse_toml(file.read_text(encoding="utf-8"), file.name))
        for file in files
        if file.name.endswith(".toml")
    )


_BOXED = _boxed()
GAMES: tuple[Game, ...] = tuple(file.game for file in _BOXED)
BY_ID: dict[str, Game] = {game.id: game for game in GAMES}
WAGERS: tuple[Wager, ...] = tuple(
    dict.fromkeys(wager for game in GAMES for wager in (*game.wagers, game.bet))
)
"""Every wager of every game."""
XTRA = find_wager("xtra", WAGERS)
STAX = find_wager("stax", WAGERS)

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


def any_wager(text: str) -> Wager:
    """The wager that a user means, of whichever game."""
    return find_wager(text, WAGERS)


def parse_boxed(text: str, file: str) -> tuple[PayTable, ...]:
    """The paytables of a text, for wagers of the games in the box."""
    return parse_paytables(text, file, WAGERS)


@lru_cache
def paytables(game_id: str | None = None) -> tuple[PayTable, ...]:
    """Every paytable in the box, or those of one game."""
    asked = (file for file in _BOXED if game_id in (None, file.game.id))
    return tuple(table for file in asked for table in file.paytables())


def game_from_file(path: Path) -> GameFile:
    """A game that a user has written, with its paytables, all of it checked."""
    file = read_game(*parse_toml(_read_text(path, "a game"), path.name))
    file.paytables()
    return file


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
    tables = parse_boxed(_read_text(path, "paytables"), path.name)
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


def _read_text(path: Path, what: str) -> str:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise InputError(f"{path} is too large for a file of {what}.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None


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
