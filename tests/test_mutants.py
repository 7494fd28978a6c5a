"""`make mutants` changes one thing at a time, where something is decided, and never on disk."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tools import mutations
from tools.mutants import ROOMS

ROOT = Path(__file__).parent.parent


def changed(source: str) -> list[str]:
    """The source after each of its changes."""
    found = []
    for place in range(len(list(mutations.nodes(ast.parse(source))))):
        tree = ast.parse(source)
        node = list(mutations.nodes(tree))[place]
        if mutations.change(node) is not None:
            found.append(ast.unparse(tree))
    return found


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a < b", ["a <= b"]),
        ("a is None and b", ["a is None or b", "a is not None and b"]),
        ("a += 1", ["a -= 1", "a += 2"]),
        ("found = True", ["found = False"]),
        ("def f(a: X | None = None) -> list[1]: return a", []),
        ("class A(Struct, frozen=True): pass", []),
        ("Thing = A | B", []),
        ("'text'", []),
    ],
)
def test_each_change_is_one_thing(source: str, wanted: list[str]) -> None:
    assert changed(source) == wanted


@pytest.mark.parametrize("room", ROOMS)
def test_every_mutant_is_another_module(room: str) -> None:
    every = mutations.mutants(room)
    assert len({(one.path, one.place) for one in every}) == len(every) > 10
    for one in every[:: len(every) // 8]:
        source = one.path.read_text(encoding="utf-8")
        kept = ast.dump(ast.parse(source))
        assert mutations.compiled(one) != compile(source, str(one.path), "exec")
        assert ast.dump(ast.parse(one.path.read_text(encoding="utf-8"))) == kept
        assert 0 < one.line <= len(source.splitlines())


def test_a_mutant_is_loaded_in_place_of_its_module() -> None:
    program = """
import sys
from tools import mutations
from tools.mutants import ROOMS
one = next(m for m in mutations.mutants("core/games") if m.path.name == "game.py")
sys.meta_path.insert(0, mutations.Changed(one))
import longsuit.core.games.game as changed, longsuit.core.games.table as other
assert changed.__spec__.loader.get_code("") == mutations.compiled(one)
assert other.__spec__.loader.get_code(other.__name__).co_filename.endswith("table.py")
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=120)
