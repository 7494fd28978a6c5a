"""What the faults share: databases, server processes, the seed, and figures in the summary."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from tests.extent import EXTENT, SEED
from tests.faults.processes import Servers
from tests.floor.conftest import database, postgres_database, postgres_server, sqlite_database

__all__ = ["database", "postgres_database", "postgres_server", "sqlite_database"]

if os.name != "posix":
    collect_ignore_glob = ["test_*.py"]

Figures = Callable[..., None]


def pytest_report_header() -> str:
    return f"faults: {EXTENT} form, LONGSUIT_SEED={SEED}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures that tests have noted."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "figures" and report.when == "call":
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {value}")


@pytest.fixture(autouse=True)
def seed_is_shown() -> None:
    """With what a test says when it fails."""
    print(f"LONGSUIT_TESTS={EXTENT} LONGSUIT_SEED={SEED}")


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """No lines of the log among the dots."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    yield
    structlog.reset_defaults()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    """Server processes for one test. Name it after the database, which it must not outlive."""
    made = Servers(tmp_path)
    yield made
    made.close()


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Note figures for the summary of a run."""

    def note(**values: object) -> None:
        shown = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items())
        print(shown)
        record_property("figures", shown)

    return note
