"""axe-core finds no fault of any severity on any page, at either width and look."""

import re
from pathlib import Path
from typing import Any

import axe_core_python
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Watched, wait_until_at_rest, wait_until_settled

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("/", "/sign-in", "/table/chase", "/table/high-card", "/sign/chase", "/train", "/lab")
STAFF_PAGES = ("/terminal/live", "/terminal/dealt")


_ALL_FOLDED = """(four) => {
    document.querySelector(".felt-page").classList.toggle("four-colours", four);
    for (const seat of document.querySelectorAll(".seat")) seat.classList.add("folded");
}"""


def faults(page: Page, without: tuple[str, ...] = ()) -> list[str]:
    """Of any severity."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate(
        "(without) => axe.run({exclude: without}, {resultTypes: ['violations']})",
        [[selector] for selector in without],
    )
    return [
        f"{one['id']}: {one['help']}: {[_said_of(node) for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


def _said_of(node: dict[str, Any]) -> str:
    """Which element, and what is wrong with it: for a contrast, both colours."""
    return f"{node['html'][:160]} {node['failureSummary'][:300]}"


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_pages_for_everyone(watched: Watched, width: int, dark: bool) -> None:
    for path in PAGES:
        page = watched.open(path, width=width, dark=dark)
        wait_until_settled(page)
        assert faults(page) == [], path


def test_pages_for_the_staff(watched: Watched) -> None:
    page = watched.open("/", width=1024)
    watched.sign_in(page, "Dee")
    for path in STAFF_PAGES:
        page.goto(path)
        page.get_by_role("button", name="START ROUND").wait_for()
        assert faults(page) == [], path


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_a_seat_at_a_table(watched: Watched, width: int, dark: bool) -> None:
    """At its wagers, at a decision, settled, and with each panel open: no fault at all."""
    page = watched.open("/table/seated", width=width, dark=dark)
    page.get_by_role("button", name="Sit at seat 4").click()
    page.get_by_role("button", name=re.compile("^Ante")).click()
    page.get_by_role("button", name="Robot at seat 2").or_(
        page.get_by_role("button", name="Send Robot 2 away")
    ).wait_for()
    assert faults(page) == [], "wagers"
    page.get_by_role("button", name=re.compile("^Place")).click()
    page.locator(".row.big button").first.wait_for()
    wait_until_at_rest(page)
    assert faults(page) == [], "decision"
    page.locator(".row.big button").last.click()
    page.locator(".spot-result").first.wait_for()
    wait_until_at_rest(page)
    assert faults(page) == [], "settled"
    for four in (False, True):
        page.evaluate(_ALL_FOLDED, four)
        assert faults(page) == [], "folded"
    for name in ("Rules", "Pays", "Rounds", "Coach", "Fairness", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("complementary", name=name).wait_for()
        assert faults(page) == [], name
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Sit at seat 4").wait_for()
