"""A module with one small change, and how it is put in place of the real one. Never on disk."""

import ast
import copy
import gc
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

SOURCE = Path("src/longsuit")

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
    last_line: int
    change: str

    @property
    def module(self) -> str:
        """What it is imported as."""
        return ".".join(self.path.relative_to("src").with_suffix("").parts)


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
                first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
                found.append(Mutant(room, path, place, first, last, said))
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


def _code(mutant: Mutant) -> CodeType:
    """The module as it is."""
    return compile(mutant.path.read_text(encoding="utf-8"), str(mutant.path), "exec")


# In place of the real one


def change_functions(mutant: Mutant) -> bool:
    """Give the functions of this process the changed code; false where the change is in none.

    What was kept of calls before is forgotten.
    """
    new = {
        (one.co_qualname, one.co_firstlineno): one
        for one in _functions(_code(mutant), compiled(mutant))
    }
    if not new:
        return False
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__module__ == mutant.module:
            code = thing.__code__
            thing.__code__ = new.get((code.co_qualname, code.co_firstlineno), code)
        elif isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith(
            ("longsuit.", "tests.")
        ):
            thing.cache_clear()
    return True


def _functions(was: CodeType, now: CodeType) -> Iterator[CodeType]:
    """The code of functions that is another now, each with those inside it."""
    for before, after in zip(_inside(was), _inside(now), strict=True):
        if before != after:
            if after.co_flags & CO_OPTIMIZED:
                yield after
            yield from _functions(before, after)


def _inside(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


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
