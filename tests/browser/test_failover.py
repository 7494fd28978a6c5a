"""Two servers of one floor, a browser at each: one table, and no browser meets a second address."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site, Watched, watching
from tests.floor.conftest import postgres_database, postgres_server

from longsuit.floor.secrets.keys import KEY_VARIABLE

__all__ = ["postgres_database", "postgres_server"]

CONFIG = """
[house]
requests_a_minute = 0
pages_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
[[table]]
id = "both"
name = "Both"
game = "ctf"
"""


@pytest.fixture
def two(
    browser: Browser,
    tmp_path: Path,
    postgres_database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Watched, Watched]]:
    """The first server runs the table."""
    monkeypatch.setenv(KEY_VARIABLE, Fernet.generate_key().decode())
    with ExitStack() as stack:
        found = []
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            site = Site(tmp_path / name, CONFIG, database=postgres_database)
            stack.callback(site.kill)
            site.start()
            found.append(stack.enter_context(watching(browser, site)))
        yield found[0], found[1]


def sit(page: Page, seat: int) -> None:
    page.get_by_role("button", name=f"Sit at seat {seat}").click()
    expect(page.locator(".seat.mine")).to_be_visible()


def wager(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Ante")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()


def own_cards(page: Page) -> list[str]:
    found: list[str] = page.locator(".place-cards svg").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    return found


def test_one_table_two_servers_and_one_of_them_dies(two: tuple[Watched, Watched]) -> None:
    first, second = two
    one, other = first.open("/table/both"), second.open("/table/both")
    sit(one, 1)
    expect(other.get_by_role("group", name=re.compile("Seat 1, Guest"))).to_be_visible()
    sit(other, 2)
    expect(one.get_by_role("group", name=re.compile("Seat 2, Guest"))).to_be_visible()
    wager(one)
    wager(other)
    # Seat 1 is to act, at the server that runs the table; then seat 2, at the other.
    one.locator(".row.big button").last.click()
    other.locator(".row.big button").first.wait_for()
    cards = own_cards(other)
    first.site.kill()
    expect(one.locator(".cut")).to_be_visible()
    # The other goes on with the round, as soon as the table is its own.
    expect(other.locator(".cut")).to_be_hidden()
    other.locator(".row.big button").last.click()
    expect(other.locator(".spot-result").first).to_be_visible()
    assert [card for card in cards if card not in own_cards(other)] == []
    first.site.start()
    expect(one.locator(".cut")).to_be_hidden()
    # Now the second runs the table, and what is asked at the first is passed on to it.
    one.get_by_role("button", name="Stand up").click()
    expect(other.get_by_role("group", name="Seat 1, empty")).to_be_visible()
    sit(one, 3)
    expect(other.get_by_role("group", name=re.compile("Seat 3, Guest"))).to_be_visible()
