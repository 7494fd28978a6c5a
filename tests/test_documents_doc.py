"""docs/documents.md has every sentence of the five documents, with a rule and a test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import rules

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (\d+)\.(\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
OUTSIDE = "outside software"

SENTENCES: dict[str, tuple[int, ...]] = {
    "The letter of June 2020 (D000)": (
        1,
        1,
        3,
        2,
        5,
        3,
        1,
        5,
        1,
        1,
        1,
        3,
        18,
        5,
        6,
        3,
        3,
        3,
        4,
        3,
        1,
        1,
        3,
    ),
    "The Must Hit procedures (D001)": (5, 2, 7, 20, 16, 17, 8, 13),
    "The letter of June 2016 (D002)": (2, 3, 5, 1, 4, 1, 4, 3, 18, 5, 7, 3, 3, 4, 1, 1, 1, 1, 1),
    "Version 7 (D003)": (3, 4, 2, 3, 7, 2, 5, 1, 6, 2, 2, 5, 1, 6, 1, 9, 1),
    "The posted rules (D004)": (3, 2, 1, 1, 1, 4, 1, 2, 3, 4, 3, 4, 1, 6, 4),
}
"""By document: the sentences of each paragraph, lines of lists and tables included."""


def rows(document: str) -> list[tuple[int, int, str, str, str, str]]:
    part = TEXT.partition(f"## {document}\n")[2].partition("\n## ")[0]
    return [(int(p), int(s), *rest) for p, s, *rest in _ROW.findall(part)]


def proofs() -> dict[str, set[str]]:
    """By test: the rules of its marks, read without importing anything."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = set(_marks(getattr(_pytestmark(tree), "value", None)))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = {one for mark in node.decorator_list for one in _marks(mark)}
                found.setdefault(node.name, set()).update(marks | module)
    return found


def _pytestmark(tree: ast.Module) -> ast.Assign | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            return node
    return None


def _marks(node: ast.expr | None) -> Iterator[str]:
    for call in ast.walk(node) if node is not None else ():
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
            yield from (one.value for one in call.args if isinstance(one, ast.Constant))  # type: ignore[misc]


@pytest.mark.rule("CON-40")
def test_every_sentence_is_there_once_and_in_sequence() -> None:
    assert re.findall(r"^## (.*\(D00\d\))$", TEXT, re.MULTILINE) == list(SENTENCES)
    for document, paragraphs in SENTENCES.items():
        wanted = [
            (paragraph, sentence)
            for paragraph, count in enumerate(paragraphs, 1)
            for sentence in range(1, count + 1)
        ]
        assert [row[:2] for row in rows(document)] == wanted, document


@pytest.mark.rule("CON-40")
def test_every_sentence_leads_to_a_rule_with_a_place_and_a_test_or_is_outside() -> None:
    texts = [one.read_text(encoding="utf-8") for one in (rules.RULES, rules.CONDITIONS)]
    known = {rule for text in texts for rule in rules.rule_ids(text)}
    proved = proofs()
    for document in SENTENCES:
        for paragraph, sentence, _, named, where, test in rows(document):
            at = f"{document} {paragraph}.{sentence}"
            if named == OUTSIDE:
                assert (where, test) == ("-", "-"), at
                continue
            ids = named.split(", ")
            assert set(ids) <= known, at
            assert proved.get(test, set()) & set(ids), f"{at}: {test} does not prove {named}"
            assert (ROOT / "src/longsuit" / where).is_file(), at


def test_no_sentence_is_copied_at_length() -> None:
    for document in SENTENCES:
        assert all(len(row[2].split()) <= 22 for row in rows(document)), document
