"""Houses for the tests of the API: one for a whole file, or one for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from tests.api.serving import House, open_house
from tests.floor.conftest import postgres_database, postgres_server

__all__ = ["postgres_database", "postgres_server"]


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """No lines of the log among the dots."""
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
