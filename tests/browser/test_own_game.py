"""A table of a game that is nowhere but in a file of the floor's folder, played in a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Site, Watched, watching
from tests.browser.test_a_seat import play_out, sit
from tests.own_game import write_game

from longsuit.core.games import catalog
from longsuit.floor.audit.run import audit
from longsuit.floor.store.database import open_to_read
from longsuit.floor.store.event_log import Log

CONFIG = """
games = ["mine.toml"]
[house]
legal_maximum = "none"
[[table]]
id = "mine"
game = "my-chase"
name = "Ours"
"""


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    write_game(tmp_path)
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
