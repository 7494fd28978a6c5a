"""Do the tests of a room notice when its code is wrong? `make mutants` changes it and looks.

A mutant is a module with one small change: another comparison, sign, number, truth. It is never
written to disk: a process forked for it loads the changed module in place of the real one, and
runs the fast tests of that room until one fails. One that fails none survives, and is shown.

    python -m tools.mutants [--each N] [--seed N] [--jobs N] [ROOM ...]

N mutants of each room are drawn with the seed; 0 takes all. A mutant that takes more processor
time than allowed counts as noticed: the tests would never end.
"""

import argparse
import ast
import copy
import os
import random
import resource
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

SOURCE = Path("src/longsuit")
ROOMS = {
    "core/games": ("tests/core/games", "tests/core/round/test_golden.py"),
    "core/progressive": ("tests/core/progressive",),
    "core/round": ("tests/core/round",),
    "floor/ledger": ("tests/floor/ledger",),
}
"""With the tests that run against their mutants."""
TOO_SLOW = ("long_run", "ten_million", "postgres")
"""Tests left out here: what they would notice counts as not noticed."""
SECONDS = 120
"""Of processor time for one mutant; the tests of a room take a fraction of it."""
BYTES = 8 * 2**30

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add, ast.Pow: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitAnd: ast.BitXor, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """A module, and the place of the one change in it."""

    room: str
    path: Path
    place: int
    line: int
    change: str

    @property
    def module(self) -> str:
        """What it is imported as."""
        return ".".join(self.path.relative_to("src").with_suffix("").parts)


# Changes


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """What decides: no annotations, no form of a class, and no `A | B` of types."""
    yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if name == "keywords" and isinstance(tree, ast.ClassDef):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_type(child):
                yield from nodes(child)


def _is_type(node: ast.AST) -> bool:
    """`Name = A | B`: a type of its own."""
    value = getattr(node, "value", None)
    return (
        isinstance(node, ast.Assign)
        and isinstance(value, ast.BinOp | ast.Subscript)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id[0].isupper()
        and not node.targets[0].id.isupper()
    )


def change(node: Any) -> str | None:
    """Change this node, and say how; nothing for one that is left alone."""
    match node:
        case ast.Compare(ops=[op, *_]):
            node.ops[0] = _COMPARED[type(op)]()
            return f"{type(op).__name__} to {type(node.ops[0]).__name__}"
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _COMPUTED:
            node.op = _COMPUTED[type(op)]()
            return f"{type(op).__name__} to {type(node.op).__name__}"
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"{type(op).__name__} to {type(node.op).__name__}"
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"{value} to {node.value}"
        case ast.Constant(value=int(value)):
            node.value = value + 1
            return f"{value} to {node.value}"
    return None


def mutants(room: str) -> list[Mutant]:
    """Every mutant of a room, in the order of its lines."""
    found = []
    for path in sorted((SOURCE / room).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for place, node in enumerate(nodes(tree)):
            said = change(_with_own_lists(node))
            if said is not None:
                found.append(Mutant(room, path, place, getattr(node, "lineno", 0), said))
    return found


def _with_own_lists(node: ast.AST) -> ast.AST:
    """A copy whose lists may be changed without the tree's."""
    own = copy.copy(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(own, name, list(value))
    return own


def compiled(mutant: Mutant) -> CodeType:
    """The module with its change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for place, node in enumerate(nodes(tree)):
        if place == mutant.place:
            assert change(node) == mutant.change
            break
    return compile(tree, str(mutant.path), "exec")


# Runs


class Changed(PathFinder):
    """Finds one module changed, and leaves all others to whoever comes next."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(  # type: ignore[override]
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks."""
        if name != self._mutant.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None and isinstance(spec.loader, SourceFileLoader)
        code = compiled(self._mutant)
        spec.loader.get_code = lambda _: code  # type: ignore[method-assign,assignment]
        return spec


def start(room: str, mutant: Mutant | None) -> int:
    """A process of its own that runs the room's tests; without a mutant, on the code as it is."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        # Nothing that a mutant has counted may be kept for anybody.
        os.environ["LONGSUIT_CACHE"] = "off"
        if mutant is not None:
            sys.meta_path.insert(0, Changed(mutant))
        import pytest  # noqa: PLC0415

        chosen = " and ".join(f"not {name}" for name in TOO_SLOW)
        plugins = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "schemathesis")]
        code = int(pytest.main(["-x", "-q", "-k", chosen, *plugins, *ROOMS[room]]))
    finally:
        os._exit(code)


def survivors(drawn: Sequence[Mutant], jobs: int) -> list[Mutant]:
    """Those that no test has noticed."""
    waiting, running, alive = list(reversed(drawn)), dict[int, Mutant](), []
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[start(mutant.room, mutant)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        noticed = status != 0
        print("." if noticed else "S", end="", flush=True)
        if not noticed:
            alive.append(mutant)
    print()
    return sorted(alive)


def show(mutant: Mutant) -> str:
    """Where it is, and what was changed."""
    line = mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return f"  {mutant.path}:{mutant.line}  {mutant.change}  {line}"


def main() -> int:
    """The mutants of each room that lived, and the share that did not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--each", type=int, default=100, help="how many of each room; 0 for all")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    unknown = set(asked.rooms) - set(ROOMS)
    if unknown:
        parser.error(f"there are {', '.join(ROOMS)}, and no {', '.join(sorted(unknown))}")
    for room in asked.rooms or ROOMS:
        every = mutants(room)
        count = min(asked.each or len(every), len(every))
        drawn = random.Random(f"{asked.seed} {room}").sample(every, count)
        print(f"{room}: {count} of {len(every)} mutants, seed {asked.seed}", flush=True)
        if os.waitpid(start(room, None), 0)[1]:
            print("  its tests fail without any change.")
            return 1
        alive = survivors(drawn, asked.jobs)
        print(f"  {count - len(alive)} of {count} noticed ({1 - len(alive) / count:.1%})")
        for mutant in alive:
            print(show(mutant))
    return 0


if __name__ == "__main__":
    sys.exit(main())
