"""Every --json is as its schema in docs/schemas says."""

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator
from tests.extent import extent
from tests.schemas import EXAMPLES, FOLDER, SLOW, WITHOUT, answer, file_of, floor

from longsuit.cli.main import COMMANDS


@pytest.fixture(scope="module")
def at_a_floor() -> Iterator[None]:
    with floor():
        yield


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(file_of(name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.usefixtures("at_a_floor")
def test_a_command_prints_what_its_schema_says(name: str) -> None:
    if name in SLOW and extent(True, False):
        pytest.skip("minutes: make quality runs it")
    found = validator(name)
    for example in EXAMPLES[name]:
        faults = [
            f"{one.json_path}: {one.message[:200]}" for one in found.iter_errors(answer(example))
        ]
        assert faults == [], example


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_schema_is_sound_and_refuses_what_it_does_not_know(name: str) -> None:
    found = validator(name)
    found.check_schema(found.schema)
    assert not found.is_valid("a text")
    assert not found.is_valid({"a key": "that nobody has"})


def test_every_command_has_a_schema_or_says_why_not() -> None:
    described = {name.split()[0] for name in EXAMPLES}
    assert described.isdisjoint(WITHOUT)
    assert described | set(WITHOUT) == set(COMMANDS) - {"mcp"}
    assert {file_of(name) for name in EXAMPLES} == set(FOLDER.glob("*.json"))
