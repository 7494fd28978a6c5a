"""The line before the workers: callers take turns."""

from longsuit.workers.line import Line


def drained(line: Line[str]) -> str:
    found = ""
    while (one := line.take()) is not None:
        found += one
    return found


def test_one_caller_is_served_in_order() -> None:
    line: Line[str] = Line()
    for one in "abc":
        line.add("Ann", one)
    assert (len(line), drained(line), len(line)) == (3, "abc", 0)


def test_callers_take_turns_however_much_one_asks() -> None:
    line: Line[str] = Line()
    for one in "abcd":
        line.add("Ann", one)
    line.add("Bob", "x")
    line.add("Cas", "y")
    assert line.take() == "a"
    line.add("Bob", "z")
    assert drained(line) == "xybzcd"


def test_who_leaves_is_not_served() -> None:
    line: Line[str] = Line()
    line.add("Ann", "a")
    line.add("Bob", "x")
    line.add("Bob", "z")
    for who, one in (("Ann", "a"), ("Bob", "x"), ("Bob", "gone"), ("Nobody", "a")):
        line.leave(who, one)
    assert drained(line) == "z"
