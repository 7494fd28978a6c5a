"""A table of a game that is nowhere but in a file of the floor's folder, played in a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Site, Watched, watching
from tests.browser.test_a_seat import play_out, sit
from tests.own_game import NO_DEALER, write_game

from longsuit.core.games import catalog
from longsuit.floor.audit.run import audit
from longsuit.floor.store.database import open_to_read
from longsuit.floor.store.event_log import Log

CONFIG = """
games = ["mine.toml", "rush.toml"]
[house]
legal_maximum = "none"
[[table]]
id = "mine"
game = "my-chase"
name = "Ours"
[[table]]
id = "rush"
game = "myr"
"""


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    write_game(tmp_path)
    write_game(tmp_path, "rush.toml", NO_DEALER)
    site = Site(tmp_path, CONFIG)
    site.start()
    with watching(browser, site) as found:
        yield found
    site.kill()


def test_a_round_of_it(own_site: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    page = own_site.open("/table/mine", width=390, height=844)
    sit(page, 3)
    page.get_by_role("button", name=re.compile("^Ante, empty")).click()
    page.get_by_role("button", name=re.compile("^Suit Bonus, empty")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()
    page.locator(".row.big button").first.wait_for()
    assert page.locator(".place-cards svg").count() == 2
    names = page.locator(".row.big button").all_inner_texts()
    assert names == ["Check", "Chase 2x $10"]
    play_out(page)
    expect(page.locator(".spot-result").first).to_be_visible()
    # The coach's values of this game come from a worker that was told of it.
    expect(page.locator(".coach-line")).to_be_visible()
    for name in ("Pays", "Rules"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".side")).to_contain_text("With three community cards shown")
    monkeypatch.setattr(catalog, "_own", {})
    engine = open_to_read(own_site.site.database)
    found = audit(Log(engine), workers=1)
    engine.dispose()
    assert (found.clean, found.settlements) == (True, 1)


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
