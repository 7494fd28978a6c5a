"""A dealer's drill at the terminal in the browser, and the certificate that the pit opens."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched
from tests.browser.test_axe import faults
from tests.browser.test_terminal import press, touch_seat

from longsuit.core.cards import RANKS, card_set, parse_cards
from longsuit.core.ranking import shape

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = (*_WORDS, "jack", "queen", "king", "ace")


def open_round(page: Page, title: str) -> None:
    page.get_by_role("button", name=title, exact=True).click()
    expect(page.locator(".terminal-where")).to_contain_text(title)


def start_round(page: Page) -> None:
    for name in page.locator(".drill-felt-seat:has(.on) b").all_inner_texts():
        seat = name.removeprefix("Seat ")
        page.get_by_role("button", name=f"Seat {seat}, light off").click()
        page.get_by_role("button", name=f"Seat {seat}, light on").wait_for()
    press(page, "START ROUND")
    page.locator(".drill-felt .hand svg").first.wait_for()


def winners(page: Page) -> list[tuple[int, int]]:
    """The seats with the wager that hold a straight flush, from right to left, with its length."""
    found = []
    for seat in page.locator(".drill-felt-seat:has(.on)").all():
        words = [one.get_attribute("aria-label") or "" for one in seat.locator("svg").all()]
        parts = [re.fullmatch(r"(\w+) of (\w)\w+", word) for word in words]
        cards = "".join(RANKS[_RANKS.index(one[1])] + one[2] for one in parts if one)
        if length := shape(card_set(parse_cards(cards))).straight:
            found.append((int(seat.locator("b").inner_text().removeprefix("Seat ")), length))
    return sorted(found, reverse=True)


def choose(page: Page, seat: int, length: int) -> None:
    touch_seat(page, seat)
    page.get_by_role("button", name=f"Seat {seat}, light on, chosen").wait_for()
    press(page, f"{length}-card straight flush")


def pay_by_key(page: Page, seat: int, length: int) -> None:
    choose(page, seat, length)
    tray = page.get_by_role("button", name=re.compile("^PAY FROM TRAY"))
    expect(tray).to_contain_text(f"to seat {seat}")
    tray.click()
    expect(page.locator(".terminal-done", has_text=f"Seat {seat},")).to_contain_text("done")


def approve(page: Page, seat: int, length: int) -> None:
    choose(page, seat, length)
    press(page, "PENDING JACKPOT")
    told = page.locator(".drill-felt p").last
    expect(told).to_contain_text("Your supervisor is Robin")
    facts = re.search(
        r"winner is (.+), shows a (.+) and takes (?:a )?(.+); surveillance says (.+)\.",
        told.inner_text(),
    )
    assert facts is not None
    page.locator(".jackpots").get_by_role("button", name="Approve").click()
    fields = ("Who won (name or seat)", "Document seen", "Surveillance reference")
    for label, value in zip(fields, (facts[1], facts[2], facts[4]), strict=True):
        page.get_by_label(label).fill(value)
    page.get_by_label("Paid by").select_option(label=facts[3])
    page.get_by_label("Supervisor").fill("Robin")
    dialog = page.get_by_role("dialog")
    for password in ("wrong", "drill"):
        page.get_by_label("Password").fill(password)
        dialog.get_by_role("button", name="Approve").click()
        if password == "wrong":
            expect(dialog.get_by_role("alert")).to_contain_text("wrong")
    dialog.wait_for(state="detached")
    for key in ("PAY JACKPOT", "PAY THE AGREED SUM", "PAY", "OK"):
        press(page, key)
    expect(page.locator(".terminal-done", has_text=f"Seat {seat},")).to_contain_text("done")


def finish(page: Page) -> None:
    press(page, "END ROUND")
    dialog = page.get_by_role("dialog")
    if page.locator(".drill-felt-seat:has(.on)").count() > page.locator(".terminal-done").count():
        dialog.get_by_role("button", name="END ROUND").click()


@pytest.mark.parametrize("who", ["", "Dee"], ids=["guest", "dealer"])
def test_a_round_is_run_at_the_real_terminal_and_certified(watched: Watched, who: str) -> None:
    page = watched.open("/train", who=who)
    page.get_by_role("tab", name="Terminal").click()
    open_round(page, "A jackpot that needs approval" if who else "A jackpot to void")
    start_round(page)
    for seat, length in winners(page):
        if length < 6:
            pay_by_key(page, seat, length)
        elif who:
            approve(page, seat, length)
        else:
            choose(page, seat, length)
            press(page, "PENDING JACKPOT")
            expect(page.locator(".drill-felt p").last).to_contain_text("void its jackpot")
            press(page, "VOID")
            press(page, "Not the hand")
            page.get_by_role("dialog").get_by_role("button", name="VOID").click()
            expect(page.locator(".terminal-done.void")).to_be_visible()
    if not who:
        assert faults(page) == []
    finish(page)
    marks = page.locator(".drill-answers li")
    expect(marks.first).to_be_visible()
    assert [one for one in marks.all_inner_texts() if not one.startswith("Right")] == []
    if not who:
        page.get_by_label("Name").fill("Ann Lee")
    press(page, "Make certificate")
    link = page.get_by_role("link", name="Open certificate")
    expect(link).to_be_visible()
    # The pit opens it in a browser of its own; with a letter changed it is nobody's.
    address = link.get_attribute("href") or ""
    pit = watched.open(address, dark=bool(who))
    expect(pit.locator(".certificate-name")).to_have_text(who or "Ann Lee")
    count = marks.count()
    expect(pit.locator(".certificate td").nth(1)).to_have_text(f"{count} of {count}")
    expect(pit.locator(".certificate")).to_contain_text("not passed yet")
    assert faults(pit) == []
    pit.emulate_media(media="print")
    expect(pit.locator(".ls-bar")).to_be_hidden()
    pit.goto(f"{address[:-1]}{'0' if address[-1] != '0' else '1'}")
    expect(pit.get_by_role("alert")).to_have_text("This house has not made this certificate.")
