"""The published record is what the command makes of it."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from tests.extent import extent

from longsuit.analysis.record.claims import CLAIMS, entries
from longsuit.analysis.record.entry import Claim, Entry, Found, apart, number
from longsuit.analysis.record.table import row

DOC = (Path(__file__).parents[3] / "docs" / "record.md").read_text(encoding="utf-8")


def test_every_figure_of_the_document_comes_out_again() -> None:
    """Those that take minutes are counted at full length only."""
    for entry in entries(slow=extent(False, True)):
        assert row(entry) in DOC, entry.claim.what


def test_the_document_has_every_claim_and_no_other() -> None:
    table = DOC.split("<!-- record -->")[1].splitlines()
    rows = [line for line in table if line.startswith("| ") and "---" not in line][1:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in rows] == [
        claim.what for claim in CLAIMS
    ]


@pytest.mark.parametrize(
    ("exact", "printed", "ours", "verdict"),
    [
        ("239067/10000000", "2.39%", "2.390670%", "agrees"),
        ("-239067/10000000", "-0.023907", "-0.0239067000", "agrees"),
        ("1/3", "0.34", "0.333333", "rounds differently"),
        ("1/3", "0.35", "0.333333", "wrong"),
        ("3/40", "+7.4%", "+7.50000%", "wrong"),
        ("-2/3", "-0.66", "-0.666667", "rounds differently"),
    ],
)
def test_a_number_is_judged_by_its_last_digit(
    exact: str, printed: str, ours: str, verdict: str
) -> None:
    found = number(lambda: Fraction(exact))(printed)
    assert (found.ours, found.exactly, found.verdict) == (ours, exact, verdict)


def test_a_figure_of_something_else_keeps_its_verdict_and_says_why() -> None:
    judge: Callable[[str], Found] = apart(lambda: Fraction(1, 8), "different rules", "Why.", more=1)
    claim = Claim("What", "12%", "a page", "longsuit games", judge)
    entry = Entry(claim, judge(claim.printed))
    shown = "| What | 12% | a page | 12.5% | 1/8 | **different rules**: Why. | `longsuit games` |"
    assert row(entry) == shown
