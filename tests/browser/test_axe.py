"""axe-core finds no fault of any severity on any page, at either width and look."""

import re
from pathlib import Path
from typing import Any, Literal

import axe_core_python
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Watched, wait_until_at_rest, wait_until_settled
from tests.extent import extent

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("/", "/sign-in", "/table/chase", "/table/high-card", "/sign/chase", "/train", "/lab")
STAFF_PAGES = ("/terminal/live", "/terminal/dealt")


LOOKS: tuple[Literal["dark"], Literal["light"]] = "dark", "light"

_ALL_FOLDED = """(four) => {
    document.querySelector(".felt-page").classList.toggle("four-colours", four);
    for (const seat of document.querySelectorAll(".seat")) seat.classList.add("folded");
}"""


def faults(page: Page, without: tuple[str, ...] = ()) -> list[str]:
    """Of any severity; at full length in the other look too, which the page takes on as it is."""
    found = _faults(page, without)
    if extent(False, True):
        was, other = LOOKS if _look(page) == LOOKS[0] else LOOKS[::-1]
        _turn(page, other)
        assert _look(page) == other
        found += [f"{other}: {one}" for one in _faults(page, without)]
        _turn(page, was)
    return found


def _look(page: Page) -> str:
    return str(page.evaluate("document.documentElement.dataset.look"))


def _turn(page: Page, look: Literal["dark", "light"]) -> None:
    """The system has another look; a page hears of it with its next picture."""
    page.emulate_media(color_scheme=look)
    wait_until_at_rest(page)


def _faults(page: Page, without: tuple[str, ...]) -> list[str]:
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
    page = watched.open("/", who="Dee", width=1024)
    for path in STAFF_PAGES:
        page.goto(path)
        page.get_by_role("button", name="START ROUND").wait_for()
        assert faults(page) == [], path


@pytest.mark.parametrize("path", ["/", "/train"])
def test_a_page_follows_the_system_until_somebody_chooses(watched: Watched, path: str) -> None:
    page = watched.open(path)
    wait_until_settled(page)
    for look in (*LOOKS, LOOKS[0]):
        _turn(page, look)
        assert _look(page) == look
    page.get_by_role("button", name="Light or dark").click()
    assert _look(page) == "light"
    for look in LOOKS[::-1]:
        _turn(page, look)
        assert _look(page) == "light"
    page.reload()
    assert _look(page) == "light"


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
