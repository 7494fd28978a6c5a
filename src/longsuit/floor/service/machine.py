"""What a whole server has around it: the machine, its database and the way to other servers."""

from pathlib import Path
from typing import IO

from longsuit.floor.edges import Edges
from longsuit.floor.secrets.keys import KeyPlaces
from longsuit.floor.service.post import HttpPost, Post
from longsuit.floor.store.database import Database, connect, make_ready
from longsuit.floor.store.floor_key import FloorKey, find_key
from longsuit.floor.store.notify import lock_file
from longsuit.floor.store.sharing import Sharing


class Machine(Edges):
    """The real one."""

    sharing: Sharing | None = None
    """How servers share the database; None for what the database itself has."""

    def connect(self, url: str) -> Database:
        """A way to the database, whatever state it is in."""
        return connect(url)

    def claim(self, path: Path) -> IO[bytes]:
        """The right to run the floor in a file, until it is closed."""
        return lock_file(path)

    def make_ready(self, database: Database) -> None:
        """Put the tables of a new floor in place."""
        make_ready(database)

    def key(self, database: Database, places: KeyPlaces) -> FloorKey:
        """The key of the vault."""
        return find_key(database, places)

    def post(self) -> Post:
        """The way to other servers."""
        return HttpPost()
