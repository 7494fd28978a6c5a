"""A newcomer, from the lobby to finished rounds of each game, by mouse and by keyboard."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate
from tests.browser.conftest import Watched
from tests.extent import extent

ROUNDS = extent(2, 5)
MOMENT = 3000
"""Milliseconds that a decision may take until it is looked for again."""
GAMES = {"chase": "Chase the Flush", "high-card": "High Card Flush"}


def number(page: Page) -> int:
    found = re.search(r"Round (\d+)", page.locator(".felt-head").inner_text())
    assert found is not None
    return int(found[1])


def sit(page: Page, name: str) -> None:
    """The lobby's door takes a seat at once."""
    page.get_by_role("link", name=f"Play at {name}", exact=True).click()
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()


_CAN_GO_ON = """(next) => {
    const head = document.querySelector(".felt-head").innerText;
    if (head.includes("Round " + next)) return "over";
    return document.querySelector(".row.big button:not([aria-disabled=true])") ? "decide" : "";
}"""


def play_out(page: Page, before: int, decide: Callable[[Locator], None]) -> None:
    """Decide until the next round is open; what became of this one can then be read."""
    while page.wait_for_function(_CAN_GO_ON, arg=before + 1).json_value() == "decide":
        # A robot or the clock may be quicker than the finger.
        with suppress(TooLate):
            decide(page.locator(".row.big button").first)
    expect(page.locator(".spot-result").first).to_be_visible()


@pytest.mark.parametrize("table", GAMES)
def test_by_mouse(watched: Watched, table: str) -> None:
    page = watched.open("/")
    sit(page, GAMES[table])
    for _ in range(ROUNDS):
        before = number(page)
        page.get_by_role("button", name=re.compile("^Ante")).click()
        page.get_by_role("button", name=re.compile("^Place")).click()
        play_out(page, before, lambda button: button.click(timeout=MOMENT))
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("button", name="Sit at seat 1")).to_be_visible()
    expect(page.locator(".session")).to_contain_text(f"{ROUNDS} rounds")
    # Nobody is seated again by a reload.
    page.reload()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()


@pytest.mark.parametrize("table", GAMES)
def test_by_keyboard(watched: Watched, table: str) -> None:
    """Tab and keys only: no pointer at all."""
    page = watched.open("/")
    play = page.get_by_role("link", name=f"Play at {GAMES[table]}", exact=True)
    play.wait_for()
    tab_to(page, f"Play at {GAMES[table]}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()
    for played in range(ROUNDS):
        before = number(page)
        # The same again is one key.
        for key in ("2", "a", "p") if not played else ("p",):
            page.keyboard.press(key)
        play_out(page, before, press)


def press(button: Locator) -> None:
    """The key that the first button of a decision names: fold, or check."""
    words = button.inner_text(timeout=MOMENT)
    button.page.keyboard.press("f" if "Fold" in words else "c")


def tab_to(page: Page, label: str) -> None:
    """Tab until something of that name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"
        )
        if here == label:
            return
    raise AssertionError(f"Tab never comes to '{label}'")
