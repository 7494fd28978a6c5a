"""What the page of the library shows is what Python answers."""

import doctest
import re
from pathlib import Path

import pytest
from tests.library import user_script

import longsuit
from longsuit.core.games import catalog

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "library.md").read_text(encoding="utf-8")


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = (DOCS / "games.md").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(re.findall(r"```toml\n(.*?)```", games, re.DOTALL)[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(catalog, "_own", {})
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    example = doctest.DocTestParser().get_doctest(code, {}, "library.md", "docs/library.md", 0)
    assert len(example.examples) > 10
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_a_script_that_type_checkers_read_runs_too() -> None:
    """`make lint` holds it to mypy and Pyright, both strict."""
    lines = user_script.main()
    assert lines[:3] == ["Chase the Flush", "bet_3x", "-1000"]
    assert lines[3].startswith("chase-the-flush, given, 20,000 rounds")


def test_every_function_is_on_the_page() -> None:
    missing = [name for name in longsuit.__all__ if name.islower() and f"`{name}" not in PAGE]
    assert missing == ["__version__"]


def test_what_people_bring_takes_ten_lines_at_most() -> None:
    """A strategy as a function, a paytable as a dictionary, a game as a file."""
    own = PAGE.partition("## Bring your own")[2].partition("\n## ")[0]
    examples = re.findall(r"```python\n(.*?)```", own, re.DOTALL)
    assert [word for word in ("def patient", "{7: 300", "Game.load") if word not in own] == []
    assert len(examples) >= 3
    assert max(len(example.splitlines()) for example in examples) <= 10
