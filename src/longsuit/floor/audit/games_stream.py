"""A floor's own games, replayed: each is brought once, as its text has it."""

from longsuit.core.games.catalog import game_from_text, games
from longsuit.floor.audit.chain import read_exact
from longsuit.floor.audit.findings import Broken
from longsuit.floor.own_games.events import BY_START, GameBrought
from longsuit.floor.store.audit_rows import Row


class GamesReplay:
    """The stream, from the first record on."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        """Ids and short names."""

    def record(self, row: Row) -> None:
        """A game was brought."""
        told = read_exact(row)
        if len(told) != 1:
            raise Broken("its events are of no command.")
        if (row.who, row.command) != BY_START:
            raise Broken(f"{row.who} brings a game, and only a server that begins does.")
        event: GameBrought = told[0]
        game = game_from_text(event.text, event.file).game
        if game.id != event.game:
            raise Broken(f"it brings '{event.game}', and its text is of '{game.id}'.")
        names = {game.id, game.short}
        if names & self._known:
            raise Broken(f"the game '{event.game}' is brought twice.")
        if taken := names & {name for boxed in games() for name in (boxed.id, boxed.short)}:
            raise Broken(f"it takes the name '{min(taken)}' of a game in the box.")
        self._known |= names
