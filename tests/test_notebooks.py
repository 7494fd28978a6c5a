"""The notebooks answer what they say that they answer."""

import time
from pathlib import Path

import pytest
from tests.notebooks import answers, kept, notebooks

MOST_SECONDS = 60


def test_there_are_three() -> None:
    assert len(notebooks()) == 3


@pytest.mark.parametrize("path", notebooks(), ids=[path.stem for path in notebooks()])
def test_a_notebook_runs_and_answers_as_it_says(path: Path) -> None:
    began = time.process_time()
    assert answers(path) == kept(path)
    assert time.process_time() - began < MOST_SECONDS
