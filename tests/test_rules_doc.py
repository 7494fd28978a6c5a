"""The checker of rules and tests, and the document that it reads."""

import re
from itertools import groupby
from pathlib import Path

import pytest
from tests import rules

TEXT = rules.RULES.read_text(encoding="utf-8")


def test_every_part_has_its_rules_once_and_in_sequence() -> None:
    ids = rules.rule_ids(TEXT)
    parts = {part: list(found) for part, found in groupby(ids, key=lambda i: i.split("-")[0])}
    assert {part: len(found) for part, found in parts.items()} == {
        "FL": 11,
        "CTF": 22,
        "HCF": 11,
        "TBL": 9,
        "PRG": 22,
    }
    for part, found in parts.items():
        assert found == [f"{part}-{number}" for number in range(1, len(found) + 1)]


def test_the_conditions_have_their_ids_once_and_in_sequence() -> None:
    ids = rules.rule_ids(rules.CONDITIONS.read_text(encoding="utf-8"))
    assert ids == [f"CON-{number}" for number in range(1, 41)]


def test_no_rule_waits_for_its_code() -> None:
    entries = re.split(r"^(?=\*\*[A-Z]+-\d+\*\*)", TEXT, flags=re.MULTILINE)[1:]
    later = re.compile(r"(not|partly) in\s+the\s+code", re.IGNORECASE)
    waits = [entry[2:].split("*")[0] for entry in entries if later.search(entry)]
    assert waits == []


def test_a_rule_in_the_running_text_is_not_a_second_rule() -> None:
    text = "**FL-1** One deck.\n\nAs **FL-1** says, and **FL-2**.\n**FL-2** Longest suit."
    assert rules.rule_ids(text) == ["FL-1", "FL-2"]


def test_a_rule_without_a_test_is_named() -> None:
    ids = ["FL-1", "CTF-2", "HCF-3", "TBL-4", "TBL-6", "PRG-22"]
    found = rules.complaints(ids, {"CTF-2": ["test_a"]})
    assert found == ["No test proves: FL-1, HCF-3, TBL-4, TBL-6, PRG-22."]


def test_a_mark_that_names_no_rule_is_named() -> None:
    found = rules.complaints(["FL-1"], {"FL-1": ["test_a"], "FL-99": ["test_b"]})
    assert found == ["Marked in tests, but in no document of rules: FL-99."]


def test_both_faults_are_told() -> None:
    found = rules.complaints(["FL-1"], {"XYZ-1": ["test_b"]})
    assert [line.split(":")[0] for line in found] == [
        "No test proves",
        "Marked in tests, but in no document of rules",
    ]


def test_a_row_is_short_enough_to_read() -> None:
    many = [f"test_something_that_takes_some_words_{n}" for n in range(40)]
    assert len(rules.row("CTF-12", many)) <= 100
    assert rules.row("CTF-12", many).endswith(" more")
    assert rules.row("FL-1", ["test_one", "test_two"]) == "FL-1     2  one, two"
    assert rules.row("FL-1", []).endswith("NONE")
    assert rules.row("PRG-1", []).endswith("NONE")


def test_marks_are_read_without_running_the_tests(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(*ids): the rules\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_marked_for_the_checker.py").write_text(
        """
import pytest

@pytest.mark.rule("FL-1", "FL-2")
@pytest.mark.parametrize("n", [1, 2])
def test_two_rules(n):
    raise AssertionError("collecting does not run it")

@pytest.mark.rule("FL-2")
def test_one_rule():
    pass

def test_no_rule():
    pass
"""
    )
    assert rules.collect(tmp_path) == {
        "FL-1": ["test_two_rules"],
        "FL-2": ["test_two_rules", "test_one_rule"],
    }


def test_tests_that_cannot_be_collected_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_broken_for_the_checker.py").write_text("import no_such_module\n")
    with pytest.raises(SystemExit, match="cannot be collected"):
        rules.collect(tmp_path)
