"""The games in the box have no privileges: outside their files the program does not name them.

What still does is listed here with why. The list may only get shorter: who takes a name out of a
file takes the file out of the list, and nothing is added to it.
"""

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "longsuit"
NAMED = re.compile(
    r"chase[ -]the[ -]flush|high[ -]card[ -]flush|chase_the_flush|high_card_flush|\bctf\b|\bhcf\b",
    re.IGNORECASE,
)
OWN = ("core/games/", "analysis/")
"""The games themselves; and the mathematics, whose kernels are made for a shape."""
RULES = re.compile(r"\b(CTF|HCF)-\d+")
"""An id of docs/rules.md is no name of a game."""

EXAMPLES = {
    "__init__.py",
    "library/catalog.py",
    "library/figures.py",
    "library/play.py",
    "api/examples.py",
    "api/routes/advice.py",
    "api/routes/register.py",
    "api/routes/tables.py",
}
"""Examples in help texts, docstrings and the API's description."""
FIGURES = {
    "floor/register/face_up.toml",
    "lab/benches/faceup.py",
    "lab/benches/rules.py",
    "lab/benches/wager.py",
}
"""Kept figures of our own studies, and worked examples of the lab that link to one game."""
KERNELS = {
    "lab/changes.py",
    "web/static/lab/certificate_check.js",
}
"""Made for a shape, as the kernels are: one reads a kernel's result, one checks certificates."""


def test_no_game_is_named_outside_its_file() -> None:
    found = {
        name
        for path in sorted(PACKAGE.rglob("*"))
        if path.suffix in (".py", ".js", ".css", ".html", ".toml")
        and not (name := path.relative_to(PACKAGE).as_posix()).startswith(OWN)
        and "/site/" not in f"/{name}"
        and NAMED.search(RULES.sub("", path.read_text(encoding="utf-8")))
    }
    assert found == EXAMPLES | FIGURES | KERNELS


def test_the_pages_know_no_game() -> None:
    """The checker of certificates, a program of its own, is the one script that knows rules."""
    scripts = (PACKAGE / "web" / "static").rglob("*.js")
    named = [one.name for one in scripts if NAMED.search(one.read_text(encoding="utf-8"))]
    assert named == ["certificate_check.js"]
