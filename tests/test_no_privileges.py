"""The games in the box have no privileges: outside their files the program does not name them.

What is read here is what runs: texts and names in code, and files of data; docstrings and comments,
which give examples, are documentation. What still names a game is listed with why, and the list
may only get shorter.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "longsuit"
NAMED = re.compile(
    r"chase[ -]the[ -]flush|high[ -]card[ -]flush|chase_the_flush|high_card_flush|\bctf\b|\bhcf\b",
    re.IGNORECASE,
)
IDS = re.compile(r"\b(CTF|HCF)-\d+|\bPT-[A-Z]+-HCF-\w+|\b(chase_the|high_card)_flush\.Solution\b")
"""Ids of docs/rules.md and of published paytables, and what a kernel gives, are no names."""
KERNELS = ("chase_the_flush", "high_card_flush")
"""Modules of compiled code made for a shape, which may be imported from `kernels` alone."""

PUBLISHED = {
    "analysis/exact/figures.py",
    "analysis/record/claims.py",
    "analysis/record/hands.py",
}
"""What documents and others have printed, each figure about a game that it names."""
OF_GAMES = {
    *(
        f"analysis/strategies/box/ctf_{name}.toml"
        for name in ("basic", "counting", "outs", "short")
    ),
    *(f"analysis/strategies/box/hcf_{name}.toml" for name in ("basic", "short")),
    "analysis/strategies/by_shape.json",
    "analysis/strategies/seats.toml",
    "floor/register/face_up.toml",
}
"""Data of one game each: rule lists that are published, and kept figures of our studies."""
CHECKER = {"analysis/certificate/certificate.py", "web/static/lab/certificate_check.js"}
"""Certificates and their checker, a program of its own that knows the rules of two games."""


def texts_of(source: str) -> Iterator[str]:
    """Every text in code that is no docstring."""
    tree = ast.parse(source)
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def names_of(source: str) -> Iterator[str]:
    """What is imported under a kernel's name from anywhere but a room of kernels, or defined."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and "kernels" not in (node.module or "").split("."):
            yield from (alias.name for alias in node.names if alias.name in KERNELS)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and NAMED.search(node.name):
            yield node.name


def names_a_game(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return bool(NAMED.search(IDS.sub("", text)))
    return any(NAMED.search(IDS.sub("", one)) for one in (*texts_of(text), *names_of(text)))


def test_no_game_is_named_outside_its_file() -> None:
    found = {
        name
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in (".py", ".js", ".css", ".html", ".toml", ".json")
        and not (name := path.relative_to(PACKAGE).as_posix()).startswith("core/games/")
        and "/site/" not in f"/{name}"
        and names_a_game(path)
    }
    assert found == PUBLISHED | OF_GAMES | CHECKER


def test_a_name_in_code_is_found() -> None:
    """So the test above can fail: a text, a function, an import from elsewhere."""
    assert any(NAMED.search(one) for one in texts_of('game = "High Card Flush"'))
    assert not any(NAMED.search(one) for one in texts_of('"""High Card Flush."""\nx = 1'))
    assert list(names_of("def chase_the_flush(): ...")) == ["chase_the_flush"]
    assert list(names_of("from longsuit.core import high_card_flush")) == ["high_card_flush"]
    assert not list(names_of("from longsuit.analysis.exact.kernels import high_card_flush"))


def test_the_pages_know_no_game() -> None:
    """The checker of certificates, a program of its own, is the one script that knows rules."""
    scripts = (PACKAGE / "web" / "static").rglob("*.js")
    named = [one.name for one in scripts if NAMED.search(one.read_text(encoding="utf-8"))]
    assert named == ["certificate_check.js"]
