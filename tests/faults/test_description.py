"""Whatever fits the description of the API, or does not, is never answered with 500.

tests/api/test_openapi.py tries every operation a little in every run; here it goes on for longer.
"""

from collections.abc import Iterator

import pytest
from tests.api import test_openapi as described
from tests.extent import SEED, extent

EXAMPLES = extent(20, 500)
OPERATIONS = extent(["POST /api/tables/{table}/commands"], described.OPERATIONS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[described.Described]:
    opened = described.Described(tmp_path_factory.mktemp("described"))
    yield opened
    opened.floor.stop()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_500(
    house: described.Described, operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(described, "EXAMPLES_EACH", EXAMPLES)
    monkeypatch.setattr(described, "SEED", SEED)
    described.test_whatever_is_sent_is_answered_as_described(house, operation)
