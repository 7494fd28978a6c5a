"""Numbers from outside: refused by their form before anything is worked out."""

import ast
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import longsuit
from longsuit.core.paytable import PayTable
from longsuit.core.plain_number import EXACT_DIGITS, read_exact, read_number, read_whole, shorten
from longsuit.core.round.codec import from_text

HOUSE = Path(longsuit.__file__).parent
ENDLESS = ("1e20000000", "1e9000000", "-1e20000000", "1E+20000000", "1e-20000000", "9" * 100_000)
"""Python takes from seconds to minutes over each, or fails in the middle."""
ODD = (
    *("", " ", "5.", ".5", "1/0", "1/", "/2", "--1", "1_000", "1,000", "0x10", "inf", "nan"),
    *("٣", "²", "½", "1\n", "1 2", "five", "1e3", "True"),
)
READERS: tuple[Callable[[str], Fraction | int | None], ...] = (read_number, read_whole, read_exact)


@pytest.mark.parametrize("read", READERS)
def test_what_is_no_plain_number_is_none(read: Callable[[str], Fraction | int | None]) -> None:
    assert [text[:20] for text in (*ENDLESS, *ODD) if read(text) is not None] == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("50", 50), ("2.5", Fraction(5, 2)), ("3/2", Fraction(3, 2)), ("007", 7), ("+1", 1)),
        *(("-0.25", Fraction(-1, 4)), ("999999999999.999999999", Fraction(10**21 - 1, 10**9))),
    ],
)
def test_plain_numbers_are_exact(text: str, number: Fraction | int) -> None:
    assert read_number(text) == number


@given(st.fractions())
def test_a_fraction_reads_back_as_it_was_written(value: Fraction) -> None:
    assert read_exact(str(value)) == value


def test_the_longest_fraction_of_a_record_and_one_digit_more() -> None:
    assert read_exact("9" * EXACT_DIGITS + "/" + "7" * EXACT_DIGITS) is not None
    assert read_exact("9" * (EXACT_DIGITS + 1)) is None
    assert read_exact("1/" + "7" * (EXACT_DIGITS + 1)) is None


@pytest.mark.parametrize("text", [*ENDLESS[:4], "1.5", "1/0"])
def test_a_record_with_another_kind_of_number_does_not_read(text: str) -> None:
    content = msgspec.json.encode({"value": text})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(content, type=dict[str, Fraction], dec_hook=from_text)


@pytest.mark.parametrize("pays", ['"1e20000000"', "1.5", "1e300", "null", "[1]", "true"])
def test_a_paytable_within_a_record_is_no_way_around(pays: str) -> None:
    head = '"id":"x","game":"chase-the-flush","wager":"xtra","basis":"to 1"'
    content = f'{{{head},"lines":[{{"hand":"7-card flush","pays":{pays}}}]}}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(content, type=PayTable, dec_hook=from_text)


def test_a_file_may_have_whole_numbers_of_a_sensible_size() -> None:
    others = (1.5, float("inf"), True, None, [1], 10**15, -(10**15), 1 << 90_000)
    assert [read_number(value) for value in others] == [None] * len(others)
    assert read_number(10**15 - 1) == 10**15 - 1


def test_a_complaint_does_not_repeat_a_novel() -> None:
    assert shorten("many") == "many"
    assert shorten("9" * 5000) == "9" * 39 + "…"
    assert shorten(1 << 90_000) == "0x1" + "0" * 36 + "…"


ONLY_COUNTED = ("analysis/exact/", "analysis/report/", "analysis/simulate/", "analysis/faceup/")
"""Rooms that are given no text."""
COUNTED_HERE = {
    *("cli/day.py", "analysis/design/ladder.py", "floor/reports/theory.py"),
    *("analysis/strategies/seats.py", "analysis/record/entry.py"),
}
"""Where `Fraction(x)` is of a number that the code itself has."""


def test_text_becomes_a_fraction_in_one_place_only() -> None:
    """A fraction of one thing that is not a literal may be of text: that is for `plain_number`."""
    found = set()
    for path in HOUSE.rglob("*.py"):
        name = path.relative_to(HOUSE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Fraction", "Decimal")
                and len(node.args) == 1
                and not isinstance(node.args[0], ast.Constant)
            ):
                found.add(name)
    outside = {name for name in found if not name.startswith(ONLY_COUNTED)}
    assert outside - COUNTED_HERE == {"core/plain_number.py"}
