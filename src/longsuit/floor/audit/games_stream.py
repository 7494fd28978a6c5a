"""A floor's own games, replayed: each is brought once, as its text has it."""

from longsuit.core.games.catalog import game_from_text
from longsuit.floor.audit.chain import read_events, says
from longsuit.floor.audit.findings import Broken
from longsuit.floor.own_games.events import BY_START, GameBrought
from longsuit.floor.store.audit_rows import Row


class GamesReplay:
    """The stream, from the first record on."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def record(self, row: Row) -> None:
        """A game was brought."""
        told = read_events(row)
        if not says(row, told, told) or len(told) != 1:
            raise Broken("it is not written in the floor's own form.")
        if (row.who, row.command) != BY_START:
            raise Broken(f"{row.who} brings a game, and only a server that begins does.")
        event: GameBrought = told[0]
        if event.game in self._known:
            raise Broken(f"the game '{event.game}' is brought twice.")
        game = game_from_text(event.text, event.file).game
        if game.id != event.game:
            raise Broken(f"it brings '{event.game}', and its text is of '{game.id}'.")
        self._known.add(event.game)
