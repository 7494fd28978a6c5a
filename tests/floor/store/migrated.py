"""One migration by itself, on a floor that has been through all of them."""

from importlib import resources

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from longsuit.floor import store


def make_again(engine: Engine, table: str, revision: str) -> None:
    """Throw a table away, and have the migration that made it make it from the log once more."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(store) / "migrations"))
    migration = ScriptDirectory.from_config(config).get_revision(revision)
    with engine.begin() as connection:
        connection.execute(text(f"DROP TABLE {table}"))
        with Operations.context(MigrationContext.configure(connection)):
            migration.module.upgrade()
