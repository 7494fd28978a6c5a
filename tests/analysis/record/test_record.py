"""The published record is what the command makes of it."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.extent import chance, extent

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.record import suit_counts
from longsuit.analysis.record.claims import CLAIMS, entries
from longsuit.analysis.record.entry import Claim, Entry, Found, apart, number
from longsuit.analysis.record.table import row
from longsuit.core.ranking import make_key, mask_key

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


def test_the_suit_count_study_values_a_deal_as_advice_does() -> None:
    """Six hands seen leave ten cards, and the dealer 120 hands."""
    draw = chance("suit counts")
    keys = np.array([mask_key(mask) for mask in range(1 << 13)])
    dealers = np.array(list(combinations(range(10), 7)))
    for _ in range(8):
        cards = draw.sample(range(52), 52)
        options = advise("hcf", cards[:7], (), cards[7:42]).options
        values = {option.action: float(option.value) for option in options}
        own = suit_counts._keys(np.array([[cards[:7]]]), keys)[:, 0]
        dealt = suit_counts._keys(np.array([cards[42:]])[:, dealers], keys)
        assert suit_counts._best(own, dealt)[0] == pytest.approx(max(values.values()))
        largest = max(action for action in values if action != "fold")
        assert suit_counts._raised(own, dealt)[0] == pytest.approx(values[largest])


@pytest.mark.parametrize(
    ("flush", "left", "raises"),
    [
        ("32", "ccccddhhss", True),  # 9, 11, 11, 11
        ("32", "cccdddhhss", True),  # 10, 10, 11, 11
        ("32", "cccdddhhhs", False),  # 10, 10, 10, 12
        ("J98", "ccccddhhss", True),  # 9, 11, 11, 11
        ("J98", "cccccdddhs", False),
        ("Q32", "ccccdddhhs", True),  # the least is 9
        ("Q32", "cccccddhhs", False),  # 8
        ("K32", "cccccddhhs", True),
        ("K32", "ccccccdhhs", False),  # 7
        ("5432", "cccccccccc", True),
    ],
)
def test_the_published_rule_by_suit_counts(flush: str, left: str, raises: bool) -> None:
    own = np.array([make_key(flush)])
    rest = np.array([[13 * "cdhs".index(suit) for suit in left]])
    assert bool(suit_counts._raises(own, rest)[0]) is raises
