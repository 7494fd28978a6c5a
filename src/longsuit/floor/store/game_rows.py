"""A floor's own games in its log: read before anything else is, written when a server begins."""

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import own_files
from longsuit.floor.log.record import DamagedStream, Head
from longsuit.floor.own_games.events import BY_START, GAMES, GameBrought, brought, know
from longsuit.floor.people.identity import Micros
from longsuit.floor.store.records import append, follow
from longsuit.floor.store.redaction import reading, writing

logger = structlog.get_logger()


def learn_games(engine: Engine) -> int:
    """Know the games of a log in this process; how many records tell of them.

    Where a record is damaged, the games before it are known, and the audit says what is wrong.
    """
    try:
        with reading(engine) as connection:
            head, games, wrong = _read(connection)
    except (DBAPIError, UnicodeDecodeError) as error:
        head, games, wrong = Head(), [], f"they cannot be read ({type(error).__name__})."
    if wrong:
        logger.error("the games of the log are damaged", error=wrong)
    for game in games:
        try:
            know(game)
        except InputError as error:
            # Its tables cannot be read then; all the others can, and the audit says what it is.
            logger.error("a game of the log is not known", game=game.game, error=str(error))
    return head.version


def note_games(engine: Engine, now: Micros) -> None:
    """Have in the log every game of a file that this process knows."""
    with writing(engine, alone=True) as connection:
        head, games, wrong = _read(connection)
        for game in games:
            # Another server may have brought it since this one read the log.
            know(game)
        there = {game.game for game in games}
        new = [brought(file) for file in own_files() if file.game.id not in there]
        if new and wrong:
            raise InputError(f"No game can be added to this floor: {wrong}")
        for game in new:
            head = append(connection, GAMES, head, now, BY_START, game).head


def _read(connection: Connection) -> tuple[Head, list[GameBrought], str]:
    """The end of the stream, the games in it, and what is wrong with the record after them."""
    head = Head()
    games: list[GameBrought] = []
    try:
        for record, told in follow(connection, GAMES, head):
            games.extend(told)
            head = record.head
    except DamagedStream as error:
        return head, games, str(error)
    return head, games, ""
