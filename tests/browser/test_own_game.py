"""A table of a game without a dealer, which is nowhere but in a file, played in a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Site, Watched, watching
from tests.browser.test_a_seat import sit
from tests.own_game import NO_DEALER, write_game

CONFIG = """
games = ["rush.toml"]
[house]
legal_maximum = "none"
[[table]]
id = "rush"
game = "myr"
"""


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    write_game(tmp_path, "rush.toml", NO_DEALER)
    site = Site(tmp_path, CONFIG)
    site.start()
    try:
        with watching(browser, site) as found:
            yield found
    finally:
        site.end()


def test_a_round_without_a_dealer(own_site: Watched) -> None:
    page = own_site.open("/table/rush", width=390, height=844)
    sit(page, 3)
    page.get_by_role("button", name=re.compile("^Ante, empty")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()
    for cards in (4, 6):
        expect(page.locator(".place-cards svg")).to_have_count(cards)
        page.locator(".row.big button").filter(has_text="Play 1x $5").click()
    expect(page.locator(".spot-result").first).to_be_visible()
    expect(page.locator(".place-cards svg")).to_have_count(7)
    expect(page.locator(".status")).not_to_contain_text("Dealer")
    assert page.locator(".dealer").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".side")).to_contain_text("there is no dealer")
    expect(page.locator(".side")).to_contain_text("With six cards: fold, or bet 1 Ante on Play.")
