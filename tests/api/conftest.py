"""Houses for the tests of the API: one for a whole file, or one for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from argon2 import PasswordHasher
from tests.api.serving import House, open_house
from tests.floor.conftest import postgres_database, postgres_server

from longsuit.floor.people.identity import PASSWORDS

__all__ = ["postgres_database", "postgres_server"]


@pytest.fixture(scope="module", autouse=True)
def quick_and_quiet() -> Iterator[None]:
    """argon2 with the least work it can do, and no lines of the log among the dots."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PASSWORDS, "hasher", quick)
        structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
        yield
        structlog.reset_defaults()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests of a file."""
    with open_house(str(tmp_path_factory.mktemp("floor") / "floor.db")) as opened:
        yield opened


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[House]:
    """A house for one test."""
    with open_house(str(tmp_path / "floor.db")) as opened:
        yield opened
