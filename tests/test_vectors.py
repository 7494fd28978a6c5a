"""The test vectors in docs/vectors are what the program gives, and cover what they should."""

import json
from collections import Counter
from typing import Any

import pytest
from tests.vectors import FOLDER, MAKERS, written


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["cases"]
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_the_vectors_come_out_again(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == written(name)


def test_there_is_no_file_that_is_not_made() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(MAKERS)


def test_rounds_end_in_every_way() -> None:
    rounds = cases("settlement")
    ends = Counter(
        (result["wager"], result["verdict"]) for one in rounds for result in one["results"]
    )
    for wager in ("ante", "xtra", "all-in", "raise"):
        assert all(ends[wager, verdict] for verdict in ("win", "push", "lose")), wager
    assert ends["stax", "due"]
    assert ends["progressive", "due"]
    assert any(one["envies"] for one in rounds)
    assert any(one["cut"] for one in rounds)
    assert {one["qualifies"] for one in rounds} == {False, True}
    assert any(hand["folded"] for one in rounds for hand in one["hands"])


def test_hands_of_every_length_and_outcome_are_ranked() -> None:
    hands = cases("ranking")
    assert {one["length"] for one in hands} >= {1, 2, 3, 4, 5, 6}
    assert {one["straight_flush"] for one in hands} >= {0, 3, 4}
    assert {one["against_other"] for one in hands} >= {"ahead", "behind"}


def test_meters_are_won_whole_and_in_part() -> None:
    shares = {
        step["award"]["share"]
        for one in cases("meters")
        for step in one["steps"]
        if "award" in step
    }
    assert shares == {"1", "1/10"}
