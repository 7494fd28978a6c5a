"""Real databases, for what was simulated."""

from tests.floor.conftest import database, postgres_database, postgres_server, sqlite_database

__all__ = ["database", "postgres_database", "postgres_server", "sqlite_database"]
