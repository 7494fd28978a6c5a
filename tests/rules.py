"""Each rule of the documents with the tests that prove it: ``python -m tests.rules``.

The documents are docs/rules.md and docs/conditions.md. Collects the tests without running them and
reads their ``rule`` marks. Exits 1 when a rule is not proved, or a mark names a rule that does not
exist.
"""

import contextlib
import io
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "rules.md"
CONDITIONS = ROOT / "docs" / "conditions.md"
_ID = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
_WIDTH = 96


class Collector:
    """A pytest plugin that notes, for every test collected, the rules it is marked with."""

    def __init__(self) -> None:
        self.proofs: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            name = item.name.split("[")[0]
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    tests = self.proofs.setdefault(rule, [])
                    if name not in tests:
                        tests.append(name)


def rule_ids(text: str) -> list[str]:
    """The ids of a rules document, in its order."""
    return _ID.findall(text)


def complaints(rules: Sequence[str], proofs: Mapping[str, Sequence[str]]) -> list[str]:
    """A line for each kind of fault, naming every id at fault; empty when all is well."""
    found = []
    if unproved := [rule for rule in rules if not proofs.get(rule)]:
        found.append(f"No test proves: {', '.join(unproved)}.")
    if unknown := sorted(set(proofs) - set(rules)):
        found.append(f"Marked in tests, but in no document of rules: {', '.join(unknown)}.")
    return found


def row(rule: str, tests: Sequence[str]) -> str:
    """A rule, how many tests prove it, and the first of them, on one line."""
    line = f"{rule:<7}{len(tests):>3}  "
    if not tests:
        return line + "NONE"
    for at, test in enumerate(tests):
        name = (", " if at else "") + test.removeprefix("test_")
        rest = len(tests) - at
        more = f" and {rest} more"
        if at and len(line) + len(name) > _WIDTH - (len(more) if rest > 1 else 0):
            return line + more
        line += name
    return line


def collect(root: Path) -> dict[str, list[str]]:
    """The names of the tests that prove each rule, by pytest's own collection."""
    collector = Collector()
    said = io.StringIO()
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(root)]
    path = list(sys.path)
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main([*options, str(root / "tests")], plugins=[collector])
    sys.path[:] = path
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"{said.getvalue()}\nThe tests cannot be collected.")
    return collector.proofs


def main() -> int:
    """Print the rules with their tests; 1 when something is missing."""
    rules = [rule for file in (RULES, CONDITIONS) for rule in rule_ids(file.read_text("utf-8"))]
    proofs = collect(ROOT)
    for rule in rules:
        sys.stdout.write(row(rule, proofs.get(rule, ())) + "\n")
    faults = complaints(rules, proofs)
    for fault in faults:
        sys.stderr.write(fault + "\n")
    if not faults:
        sys.stdout.write(f"All {len(rules)} rules are proved by tests.\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
