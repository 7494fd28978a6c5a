"""The games and paytables in the box, and how a user names one of them or brings another.

The only place of the core that reads files: the games in the package, each a file with its
paytables, and a file that the user names.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.games.game_file import GameFile, read_game
from longsuit.core.paytable import PayTable, by_length
from longsuit.core.paytable_file import parse_paytables
from longsuit.core.plain_number import shorten
from longsuit.core.toml_file import parse_toml
from longsuit.core.wagers import Wager, find_wager

_LARGEST_FILE = 1_000_000
_MOST_OWN = 200
"""So many games of users' files are known in one process, and no more."""
_SHORT_FORM = re.compile(r"\s*\d+\s*=.*")


def _boxed(*folder: str) -> tuple[GameFile, ...]:
    """Every game of a folder of the package, its paytables not read yet."""
    place = resources.files("longsuit.core.games").joinpath(*folder)
    files = sorted(place.iterdir(), key=lambda file: file.name)
    return tuple(
        _read(file.read_text(encoding="utf-8"), file.name)
        for file in files
        if file.name.endswith(".toml")
    )


def _read(text: str, name: str) -> GameFile:
    return replace(read_game(*parse_toml(text, name)), text=text)


_MAIN = _boxed()
GAMES: tuple[Game, ...] = tuple(file.game for file in _MAIN)
"""The documented games, in the box from the first log on."""
_own: dict[str, GameFile] = {}
"""Games of users' files, by id: known from when the file is first named."""


def games() -> tuple[Game, ...]:
    """Every game in the box, the documented ones first."""
    return tuple(_boxed_by_id().values())


@cache
def _shelf() -> tuple[GameFile, ...]:
    return _boxed("family")


def _files() -> Iterator[GameFile]:
    """All that is known. No file takes a name of the box; a floor's log may have had it before."""
    yield from tuple(_own.values())
    yield from _MAIN
    yield from _shelf()


@cache
def _boxed_by_id() -> dict[str, Game]:
    return {file.game.id: file.game for file in (*_MAIN, *_shelf())}


def _by_id(game_id: str) -> Game | None:
    own = _own.get(game_id)
    return own.game if own is not None else _boxed_by_id().get(game_id)


def game_by_id(game_id: str) -> Game:
    """The known game of that id."""
    game = _by_id(game_id)
    if game is None:
        raise InputError(f"There is no game '{shorten(game_id)}'.")
    return game


def is_game(game_id: str) -> bool:
    """Whether a known game has that id."""
    return _by_id(game_id) is not None


def known_game(text: str) -> Game:
    """The known game that a user names, by id, short name or full name; no file is read.

    For doors to the network: somebody far away names games, not files of this machine.
    """
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for file in _files():
        if wanted in (file.game.id, file.game.short):
            return file.game
    known = ", ".join(f"{file.game.id} ({file.game.short})" for file in _files())
    raise InputError(f"There is no game '{shorten(text)}'; the games are {known}.")


def find_game(text: str) -> Game:
    """The game that a user names, or that the .toml file holds whose path is given.

    Such a game is known from then on by its names, in this process.
    """
    path = Path(text)
    return add_game(game_from_file(path)) if path.suffix == ".toml" else known_game(text)


def add_game(file: GameFile, *, of_log: bool = False) -> Game:
    """Know the game from now on; refused where another one has its id or short name.

    A floor's log may have known it before the box had a game of that name, and goes on with its
    own; but the documented games have been in the box from the first log on.
    Threads may bring games at once: `setdefault` is one step, so the first of a name has it.
    """
    others = (*_own.values(), *(_MAIN if of_log else (*_MAIN, *_shelf())))
    if (known := _same_or_refused(file, others)) is not None:
        return known
    if len(_own) >= _MOST_OWN or len(file.text) + sum(map(_size, _own.values())) > _LARGEST_FILE:
        raise InputError(f"{len(_own)} games from files are known already, and no more fit.")
    kept = _own.setdefault(file.game.id, file)
    try:
        return _same_or_refused(file, tuple(_own.values())) or file.game
    except InputError:
        # Another thread was first with its short name, or with both.
        if kept is file:
            del _own[file.game.id]
        raise


def _size(file: GameFile) -> int:
    return len(file.text)


def _same_or_refused(file: GameFile, others: Iterable[GameFile]) -> Game | None:
    """The game if it is known, or None where its names are free."""
    names = (file.game.id, file.game.short)
    for other in others:
        if (other.game, other.paytables()) == (file.game, file.paytables()):
            return other.game
        if taken := [name for name in names if name in (other.game.id, other.game.short)]:
            raise InputError(
                f"{file.places.file}: the name '{taken[0]}' is taken by another game, "
                f"{other.game.name}; give this one a name of its own."
            )
    return None


def file_of(game: Game) -> GameFile:
    """The file of a known game."""
    return next(file for file in _files() if file.game.id == game.id)


def command_name(game: Game) -> str:
    """What a command of its own calls the game: its short name, or the file that a user wrote."""
    file = _own.get(game.id)
    return game.short if file is None or file.game != game else file.places.file


def own_files() -> tuple[GameFile, ...]:
    """The games of users' files that are known, in the order in which they came."""
    return tuple(_own.values())


def known_games() -> tuple[Game, ...]:
    """Those in the box, and then those of users' files."""
    return (*games(), *(file.game for file in own_files()))


def known_wagers() -> tuple[Wager, ...]:
    """Every wager of every known game, those in the box first."""
    files = (*_MAIN, *_shelf(), *_own.values())
    return tuple(dict.fromkeys(w for file in files for w in file.game.all_wagers))


def wager_name(wager_id: str) -> str:
    """What a wager is called, as far as its id alone tells."""
    return next((wager.name for wager in known_wagers() if wager.id == wager_id), wager_id)


def any_wager(text: str) -> Wager:
    """The wager that a user means, of whichever game."""
    return find_wager(text, known_wagers())


def wager_of(table: PayTable) -> Wager:
    """The wager that a paytable is for."""
    return game_by_id(table.game).wager(table.wager)


def parse_boxed(text: str, file: str) -> tuple[PayTable, ...]:
    """The paytables of a text, for wagers of the known games."""
    return parse_paytables(text, file, known_wagers())


def paytables(game_id: str | None = None) -> tuple[PayTable, ...]:
    """Every paytable of the documented games, or those of one known game."""
    if game_id is None:
        return tuple(table for file in _MAIN for table in file.paytables())
    return next((file.paytables() for file in _files() if file.game.id == game_id), ())


def game_from_file(path: Path) -> GameFile:
    """A game that a user has written, with its paytables, all of it checked."""
    return game_from_text(_read_text(path, "a game"), path.name)


def game_from_text(text: str, name: str) -> GameFile:
    """The same where the text is at hand; faults are told with the name of its file."""
    file = _read(text, name)
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
