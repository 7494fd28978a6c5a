"""What the page of the library shows is what Python answers."""

import doctest
import re
from pathlib import Path

import longsuit

PAGE = (Path(__file__).parents[2] / "docs/library.md").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    example = doctest.DocTestParser().get_doctest(code, {}, "library.md", "docs/library.md", 0)
    assert len(example.examples) > 10
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_every_function_is_on_the_page() -> None:
    missing = [name for name in longsuit.__all__ if name.islower() and f"`{name}" not in PAGE]
    assert missing == ["__version__"]
