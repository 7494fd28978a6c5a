"""Tests in another order, to see that none needs another before it: `pytest --order SEED`.

Files are shuffled, and the tests within each file; a file stays together, because its tests share
what is dear to make. The seed is told, so that an order can be had again.
"""

import random
import secrets
from pathlib import Path
from typing import Any

import pytest

_ANY = "any"
_GIVEN = "longsuit_order"
_LARGEST = 1_000_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--order",
        metavar="SEED",
        help=f"run in an order drawn from this seed; '{_ANY}' draws a seed as well",
    )


def draw_seed(config: pytest.Config) -> None:
    """Draw a seed, where that is asked for; processes of pytest-xdist are given theirs."""
    if hasattr(config, "workerinput"):
        config.option.order = config.workerinput[_GIVEN]
    elif config.option.order == _ANY:
        config.option.order = str(secrets.randbelow(_LARGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_GIVEN] = node.config.option.order


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if seed := terminalreporter.config.option.order:
        terminalreporter.write_line(f"The same order again: --order {seed}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.order:
        items[:] = reordered(items, config.option.order)


def reordered(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """The same tests, files and the tests of each in an order that the seed decides."""
    chance = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    parts = list(files.values())
    chance.shuffle(parts)
    for part in parts:
        chance.shuffle(part)
    return [item for part in parts for item in part]
