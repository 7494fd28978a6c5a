"""Notebooks of docs/notebooks: each cell is run, and what it answers is what the notebook holds.

``python -m tests.notebooks`` runs them and writes their answers anew.
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def answers(path: Path) -> list[tuple[str, str]]:
    """What each cell of code prints and gives."""
    known: dict[str, Any] = {"__name__": "__main__"}
    return [_run(_source(cell), known, path.name) for cell in _code(_read(path))]


def kept(path: Path) -> list[tuple[str, str]]:
    """What the notebook says that they do."""
    return [
        (
            "".join("".join(one.get("text", [])) for one in cell["outputs"]),
            "".join("".join(one.get("data", {}).get("text/plain", [])) for one in cell["outputs"]),
        )
        for cell in _code(_read(path))
    ]


def write(path: Path) -> None:
    """The answers into the notebook."""
    notebook = _read(path)
    for number, (cell, (said, given)) in enumerate(
        zip(_code(notebook), answers(path), strict=True), start=1
    ):
        cell["execution_count"] = number
        cell["outputs"] = []
        if said:
            lines = said.splitlines(keepends=True)
            cell["outputs"].append({"name": "stdout", "output_type": "stream", "text": lines})
        if given:
            data = {"text/plain": given.splitlines(keepends=True)}
            result = {"output_type": "execute_result", "execution_count": number}
            cell["outputs"].append({**result, "data": data, "metadata": {}})
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _source(cell: Any) -> str:
    return "".join(cell["source"])


def _run(source: str, known: dict[str, Any], name: str) -> tuple[str, str]:
    """One cell; the value of its last line is its answer."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(tree, name, "exec"), known)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), known)
    return said.getvalue(), "" if value is None else repr(value)


def main() -> None:
    for path in notebooks():
        write(path)


if __name__ == "__main__":
    main()
