"""`make coverage` writes what it measured into docs/quality.md, a line per package."""

import argparse
import json
import subprocess
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/quality.md"
MEASURED = ROOT / "build/coverage.json"
START, END = "<!-- coverage -->\n", "<!-- end of coverage -->"
_COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")
_DEEP = ("core", "analysis", "floor")
"""Packages whose own packages have a line each."""


def package(file: str) -> str:
    """The package that a file counts for: ``floor/log``, ``web``, or ``longsuit`` itself."""
    parts = Path(file).parts
    last = len(parts) - 1 - parts[::-1].index("longsuit")
    inside = parts[last + 1 : -1]
    return "/".join(inside[: 2 if inside[:1] and inside[0] in _DEEP else 1]) or "longsuit"


def table(measured: dict[str, Any]) -> str:
    """Lines and branches by package; a share is of both together, as coverage.py counts it."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * len(_COUNTS))
    for file, found in measured["files"].items():
        for name in (package(file), "**all**"):
            sums[name] = [a + found["summary"][b] for a, b in zip(sums[name], _COUNTS, strict=True)]
    rows = ["| package | lines | branches | covered |", "|---|---|---|---|"]
    for name in sorted(sums, key=lambda name: (name == "**all**", name)):
        lines, run, branches, taken = sums[name]
        share = (run + taken) / (lines + branches) if lines + branches else 1.0
        rows.append(f"| {name} | {lines:,} | {branches:,} | {share:.1%} |")
    return "\n".join(rows) + "\n"


def write(measured: dict[str, Any], commit: str, page: Path) -> str:
    """The page with a new table, its date and its commit; returns what is now between the marks."""
    day = datetime.fromisoformat(measured["meta"]["timestamp"]).date()
    told = f"Measured on {day:%-d %B %Y} at commit {commit}.\n\n{table(measured)}"
    text = page.read_text(encoding="utf-8")
    before, after = text.partition(START)[0], text.partition(END)[2]
    page.write_text(f"{before}{START}{told}{END}{after}", encoding="utf-8")
    return told


def main() -> None:
    """The last whole run, of this commit or of the one that is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--measured", type=Path, default=MEASURED)
    asked.add_argument("--commit", default="")
    options = asked.parse_args()
    head = ["git", "rev-parse", "--short", "HEAD"]
    commit = options.commit or subprocess.check_output(head, cwd=ROOT, text=True).strip()
    print(write(json.loads(options.measured.read_text(encoding="utf-8")), commit, PAGE))


if __name__ == "__main__":
    main()
