"""What lives in the browser: its plain functions by Node, where that is there, and its form."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "longsuit" / "web" / "static"
SCRIPTS = Path(__file__).parent / "scripts"
WIDTH = 120


def test_the_plain_functions_pass_their_own_tests() -> None:
    """`tests/web/scripts`, by Node's own test runner."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not here")
    files = sorted(map(str, SCRIPTS.glob("*.test.js")))
    assert files
    run = [node, "--test", "--test-reporter=tap", *files]
    done = subprocess.run(run, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout


def test_no_line_is_longer_than_the_formatter_makes_them() -> None:
    """It leaves templates as they are."""
    for path in sorted(STATIC.rglob("*.js")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [at for at, line in enumerate(lines, 1) if len(line) > WIDTH], path.name


def test_what_is_imported_is_there_and_what_is_exported_is_imported() -> None:
    """By another module, or by a test of it."""
    texts = {path: path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}
    tests = {path: path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js")}
    imported = {name for path, text in {**texts, **tests}.items() for name in _imports(path, text)}
    exports = re.compile(r"^export (?:async )?(?:const|function\*?|class) (\w+)", re.MULTILINE)
    exported = {(path, name) for path, text in texts.items() for name in exports.findall(text)}
    assert imported - exported == exported - imported == set()


def _imports(path: Path, text: str) -> Iterator[tuple[Path, str]]:
    for names, where in re.findall(r'import (\{[^}]*\}|\* as \w+) from "([^"]+)"', text):
        if where.startswith("node:"):
            continue
        base = STATIC if where.startswith("/static/") else path.parent
        found = (base / where.removeprefix("/static/")).resolve()
        inside = names.strip("{}\n ").split(",")
        whole = names.startswith("*")
        used = re.findall(rf"\b{names.split()[-1]}\.(\w+)", text) if whole else inside
        yield from ((found, name.strip()) for name in used if name.strip() not in ("", "js"))
