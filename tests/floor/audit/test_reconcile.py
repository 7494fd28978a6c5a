"""A jackpot is told by a table and by its meter: in the same words, and at the same place."""

import pytest

from longsuit.floor.audit.reconcile import Pair

LOCKED = ("locked", 5, 1, 2, "7-card straight flush", "1", 10_000_00, "dealer Dee", "key")


@pytest.mark.parametrize(("there", "wrong"), [(41, False), (40, True), (12, True)])
def test_an_award_comes_before_its_table_tells_of_it(there: int, wrong: bool) -> None:
    """One that was moved to a later place holds what was put in after the hand was shown."""
    pair = Pair("M", "T")
    pair.their_moves.append((LOCKED, 7, there))
    pair.our_moves.append((LOCKED, 3, 40))
    fault = pair.differ(99)
    assert (fault is not None) is wrong
    if fault is not None:
        assert (fault.stream, fault.version) == ("meter M", 3)
