"""A seat at a table: what is said, what stays over a reload, chips that run out, and the clock."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched

_IN_SIGHT = """(found) => {
    const box = found.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}"""

_NOTE = """() => {
    window.noted = new Set();
    const clocks = [".strip .clock.soon b", ".seat.turn .clock"];
    const places = [...clocks, ".status", "[aria-live=assertive]", ".spot-result"];
    const note = () => {
        for (const place of places)
            for (const one of document.querySelectorAll(place))
                noted.add(`${place}: ${one.innerText.trim()}`);
    };
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(note).observe(document.body, all);
}"""
"""What is there for a moment is noted when it comes: a busy machine may look too late."""


def sit(page: Page, seat: int) -> None:
    page.get_by_role("button", name=f"Sit at seat {seat}").click()
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()


def spot(page: Page, name: str) -> str:
    found = page.get_by_role("button", name=re.compile(f"^{name}"))
    return str(found.get_attribute("aria-label"))


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name}")).click()


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.closest('[aria-label]').ariaLabel")
    return found


def play_out(page: Page) -> None:
    """Check, and fold at the end: there is a decision until the round is settled."""
    while not page.locator(".spot-result").count():
        page.wait_for_function(
            "document.querySelector('.row.big button:not([aria-disabled=true]), .spot-result')"
        )
        if page.locator(".row.big button").count():
            page.keyboard.press("c")
            page.keyboard.press("f")


def test_on_a_phone_by_keyboard_and_ear(watched: Watched) -> None:
    page = watched.open("/table/words", width=360, height=740, dark=True)
    watcher = watched.open("/table/words")
    page.get_by_role("button", name="Sit at seat 4").focus()
    page.keyboard.press("Enter")
    # What had the focus is gone: it goes to what is next.
    page.wait_for_function("document.activeElement.ariaLabel === 'Ante, empty'")
    page.keyboard.press("Enter")
    button(page, "Robot at seat 2")
    expect(page.get_by_role("button", name="Send Robot 2 away")).to_be_visible()
    # Only those who sit there send robots away.
    expect(watcher.get_by_role("group", name=re.compile("Seat 2, Robot 2"))).to_be_visible()
    assert watcher.get_by_role("button", name="Send Robot 2 away").count() == 0
    page.get_by_role("button", name=re.compile("^Place")).focus()
    page.keyboard.press("Enter")
    page.locator(".row.big button").first.wait_for()
    assert focused(page) == "Your decision"
    expect(page.locator("[aria-live=assertive]")).to_contain_text("Your turn. Your cards: ")
    for seen in (".row.big button >> nth=-1", ".place-cards", ".board", ".dealer", ".place-sum"):
        assert page.locator(seen).evaluate(_IN_SIGHT), seen
    assert str(page.locator(".place-cards svg").count()) == "3"
    assert page.locator(".seat.mine svg").count() == 0
    play_out(page)
    told = page.get_by_role("log").locator("p", has_text="You ")
    expect(told).to_contain_text("Dealer's hand: ")
    expect(told).to_contain_text("X-tra Bonus lost: folded.")
    # It stays at its spot, in full strength, until a chip of the next round is down.
    expect(page.locator(".felt-head")).to_contain_text("Round 2")
    assert spot(page, "Ante") == "Ante: lost −$5, folded"
    expect(page.locator(".place-net")).to_have_text("Last round−$10")
    opacity = page.locator(".spot").first.evaluate("one => getComputedStyle(one).opacity")
    assert opacity == "1"
    for name in ("Pays", "Coach", "Fairness", "Rounds"):
        page.get_by_role("button", name=name, exact=True).click()
        page.locator(".side").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, name
    expect(page.locator(".rounds li")).to_contain_text("−$10")
    button(page, "Round 1")
    expect(page.locator(".round-told")).to_contain_text("wagers Ante $5, X-tra Bonus $5")
    button(page, "Check the shuffle")
    expect(page.locator(".round-told .deck")).to_be_visible()
    # The page sealed a word with the wagers, noted the commitment, and opened the word.
    checked = page.locator(".round-told [role=status]")
    expect(checked).to_contain_text("It is the commitment that this page noted")
    expect(checked).to_contain_text("Every word is the one that was sealed before")
    expect(checked.locator(".bad")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    button(page, "Close")
    button(page, "Ante")
    expect(page.locator(".spot-result")).to_have_count(0)


def test_a_reload_forgets_nothing(watched: Watched) -> None:
    page = watched.open("/table/kept")
    sit(page, 1)
    button(page, "Ante")
    button(page, "Same Suit")
    page.reload()
    expect(page.get_by_role("button", name="Same Suit Bonus, $5")).to_be_visible()
    button(page, "Place")
    page.locator(".row.big button").first.wait_for()
    other = watched.open("/table/kept")
    other.get_by_role("button", name="Sit at seat 2").click()
    expect(other.locator(".status")).to_have_text("Seat 2 is yours when this round ends.")
    other.reload()
    expect(other.locator(".status")).to_have_text("Seat 2 is yours when this round ends.")
    play_out(page)
    expect(other.get_by_role("group", name="Your wagers")).to_be_visible()
    page.locator(".coach-line").wait_for()
    page.reload()
    expect(page.locator(".coach-line")).to_be_visible()
    assert spot(page, "Ante") == "Ante: lost −$5, folded"
    button(page, "Repeat")
    expect(page.get_by_role("button", name="Same Suit Bonus, $5")).to_be_visible()


def test_chips_that_run_out(watched: Watched) -> None:
    page = watched.open("/table/chips")
    sit(page, 1)
    page.get_by_role("radio", name="$500 chip").click()
    button(page, "Ante")
    expect(page.locator(".status")).to_have_text("You'd have nothing left to bet with.")
    button(page, "Place")
    expect(page.locator(".status")).to_contain_text("too little for the All In bet")
    play_out(page)
    expect(page.locator(".seat.mine .seat-plate span")).to_have_text("$0")
    button(page, "Get \\$1,000")
    expect(page.locator(".seat.mine .seat-plate span")).to_have_text("$1,000")


def test_the_clock_is_seen_and_heard(watched: Watched) -> None:
    page = watched.open("/table/clock")
    sit(page, 1)
    page.evaluate(_NOTE)
    button(page, "Ante")
    button(page, "Place")
    for seen in (
        ".strip .clock.soon b",
        ".seat.turn .clock",
        ".status: Time ran out: you checked. Your turn",
        "[aria-live=assertive]: Time ran out: you checked. Your turn",
        ".status: Time ran out: you folded.",
        ".spot-result",
    ):
        page.wait_for_function("(seen) => [...noted].some((one) => one.startsWith(seen))", arg=seen)
