"""Cut lines, reloads and a killed server in the middle of a round: nothing lost, nothing twice."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import Watched


class Cut:
    """While it is there no command comes through: HTTP is cut, and the line of whoever speaks.

    While it is whole nothing is heard of the floor either.
    """

    def __init__(self, page: Page, table: str) -> None:
        self._page, self._there, self.whole = page, False, False
        self._commands = f"**/api/tables/{table}/commands"
        self.said: list[str] = []
        """Commands that went over the feed's line."""
        self._heard = False
        page.route_web_socket(re.compile(f"/api/tables/{table}/feed"), self._line)
        page.reload()
        while not self._heard:
            # Before the floor has spoken, a page sends its commands by HTTP.
            page.wait_for_timeout(20)

    def _line(self, line: WebSocketRoute) -> None:
        if self.whole:
            line.close()
            return
        floor = line.connect_to_server()

        def pass_on(said: str | bytes) -> None:
            if self._there:
                line.close()
                floor.close()
            else:
                self.said.append(str(said))
                floor.send(said)

        def hear(told: str | bytes) -> None:
            self._heard = True
            line.send(told)

        line.on_message(pass_on)
        floor.on_message(hear)

    def begin(self) -> None:
        self._there = True
        self._page.route(self._commands, lambda route: route.abort())

    def end(self) -> None:
        self._there = self.whole = False
        self._page.unroute(self._commands)


def wager(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Ante")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()
    page.locator(".row.big button").first.wait_for()


def stack(page: Page) -> str:
    return page.locator(".seat.mine .seat-plate span").inner_text()


def cards(page: Page) -> list[str]:
    found: list[str] = page.locator(".place-cards svg").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    return found


def test_pressed_while_the_line_is_down(watched: Watched) -> None:
    """It is sent when the line is back, and done once."""
    page = watched.open("/table/own1")
    page.get_by_role("button", name="Sit at seat 4").click()
    wager(page)
    page.context.set_offline(True)
    page.locator(".row.big button").last.click()
    page.wait_for_timeout(800)
    page.context.set_offline(False)
    expect(page.locator(".spot-cell", has_text="All In").locator(".spot-result")).to_have_count(1)
    net = sum(cents_of(text) for text in page.locator(".spot-result").all_inner_texts())
    expect(page.locator(".seat.mine .seat-plate span")).to_have_text(dollars(1_000_00 + net))


def test_wagers_in_a_cut_that_outlasts_the_round(watched: Watched) -> None:
    """The page says so, holds its controls, sends them when it can, and drops what is too late."""
    page = watched.open("/table/own5")
    cut = Cut(page, "own5")
    page.get_by_role("button", name="Sit at seat 2").click()
    page.locator(".seat.mine").wait_for()
    page.get_by_role("button", name=re.compile("^Ante")).click()
    # So far everything went over the feed's own line.
    assert [json.loads(said)["command"]["type"] for said in cut.said] == ["SitDown"]
    cut.begin()
    place = page.get_by_role("button", name=re.compile("^Place"))
    place.click()
    expect(page.locator(".ls-said")).to_contain_text("No answer from the floor yet")
    expect(place).to_be_disabled()
    # What was asked for cannot be unasked here: chips stay as they are.
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("button", name=re.compile("^Ante, \\$"))).to_be_visible()
    # Nor does a reload forget it, or do it twice. That it waits goes before that the line is lost.
    cut.whole = True
    page.reload()
    expect(page.locator(".ls-said")).to_contain_text("No answer from the floor yet")
    expect(page.locator(".cut")).to_be_hidden()
    cut.end()
    expect(page.locator(".row.big button").first).to_be_visible()
    expect(page.locator(".ls-said")).to_be_hidden()
    cut.begin()
    page.locator(".row.big button").first.click()
    expect(page.locator(".ls-said")).to_contain_text("No answer from the floor yet")
    # Meanwhile the table moves on: the decision is taken in another tab of the same person.
    other = page.context.new_page()
    other.goto("/table/own5")
    other.locator(".row.big button").last.click()
    expect(page.locator(".row.big button").first).to_be_hidden()
    cut.end()
    expect(page.locator(".ls-said")).to_have_text(
        "Your decision in round 1 did not reach the floor in time: nothing was done."
    )
    page.reload()
    expect(page.locator(".ls-said")).to_be_hidden()
    # That the floor refused it, the browser notes by itself.
    watched.faults[:] = [fault for fault in watched.faults if "412" not in fault]


def test_nobody_sends_what_another_asked_for(watched: Watched) -> None:
    page = watched.open("/table/own4")
    cut = Cut(page, "own4")
    cut.begin()
    page.get_by_role("button", name="Sit at seat 1").click()
    expect(page.locator(".ls-said")).to_contain_text("No answer from the floor yet")
    watched.sign_in(page, "Ann")
    cut.end()
    page.goto("/table/own4")
    page.get_by_role("button", name="Sit at seat 2").click()
    expect(page.get_by_role("group", name=re.compile("Seat 2, Ann"))).to_be_visible()
    expect(page.get_by_role("group", name="Seat 1, empty")).to_be_visible()
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("group", name="Seat 2, empty")).to_be_visible()


def cents_of(text: str) -> int:
    if text == "push":
        return 0
    sign = -1 if text.startswith("−") else 1
    whole, _, rest = text.lstrip("+−$").replace(",", "").partition(".")
    return sign * (int(whole) * 100 + int(rest or 0))


def dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


def test_a_reload_in_mid_round(watched: Watched) -> None:
    page = watched.open("/table/own2")
    page.get_by_role("button", name="Sit at seat 5").click()
    wager(page)
    before = cards(page), stack(page)
    page.reload()
    page.locator(".row.big button").first.wait_for()
    assert (cards(page), stack(page)) == before


def test_a_killed_server_goes_on_with_the_round(watched_alone: Watched) -> None:
    page, site = watched_alone.open("/table/own3"), watched_alone.site
    page.get_by_role("button", name="Sit at seat 3").click()
    wager(page)
    before = cards(page)
    site.kill()
    expect(page.locator(".cut")).to_be_visible()
    site.start()
    expect(page.locator(".cut")).to_be_hidden()
    expect(page.locator(".place-cards svg")).to_have_count(len(before))
    assert cards(page) == before
    page.locator(".row.big button").first.click()
    expect(page.locator(".spot-result").first).to_be_visible()


def test_two_browsers_see_each_other_at_once(watched: Watched) -> None:
    one, other = watched.open("/table/own4"), watched.open("/table/own4")
    one.get_by_role("button", name="Sit at seat 6").click()
    expect(other.get_by_role("group", name=re.compile("Seat 6, Guest"))).to_be_visible()
    one.get_by_role("button", name="Stand up").click()
    expect(other.get_by_role("group", name="Seat 6, empty")).to_be_visible()
