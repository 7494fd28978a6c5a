"""What a tutorial shows is what its reader gets."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("page", ["first-round.md"])
def test_the_examples_of_a_tutorial_run(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    example = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    assert len(example.examples) >= 3
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0
