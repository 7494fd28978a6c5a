"""`make pictures`: the pages for docs/, as people see them. Look at them before you keep them."""

import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from tests.browser.conftest import Site, Watched, add_staff, launch, wait_until_settled
from tests.browser.test_three_browsers import seat, wager

from longsuit.lab.catalog import BENCHES

CONFIG = """
[house]
requests_a_minute = 0
pages_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
name = "The Long Room"
legal_maximum = "none"
[[table]]
id = "chase"
name = "Chase the Flush"
game = "ctf"
must_hit = {}
robots = 2
[[table]]
id = "high-card"
name = "High Card Flush"
game = "hcf"
paytables = { progressive = "PT-PRG-HCF-MLP-03" }
robots = 2
[[table]]
id = "live"
name = "On felt"
game = "hcf"
mode = "live"
approval = 1200
[[table]]
id = "dealt"
name = "Dealt by the house"
game = "ctf"
mode = "dealt"
approval = 400
must_hit = { seed = 500, by = "500.30" }
"""
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK, PHONE, TABLET, WALL = (1280, 800), (360, 740), (1024, 768), (1280, 720)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with _floor() as site, sync_playwright() as playwright:
        browser = launch(playwright)
        rooms = {take.__name__: take for take in (lobby, chase, high_card, staff, lab)}
        for name in sys.argv[1:] or rooms:
            take, watched = rooms[name], Watched(browser, site)
            take(watched)
            watched.close()
            assert not watched.faults, watched.faults
        browser.close()


@contextmanager
def _floor() -> Iterator[Site]:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as keys:
        # Keys that the floors make go with them, never to a home.
        os.environ["XDG_STATE_HOME"] = keys
        site = Site(Path(folder), CONFIG, "people")
        site.start()
        add_staff(site)
        try:
            yield site
        finally:
            site.kill()


def keep(page: Page, name: str) -> None:
    """What is on the screen, with a palette of 256 colours."""
    wait_until_settled(page)
    page.wait_for_timeout(900)  # cards lie still by then
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png", flush=True)


def opened(watched: Watched, path: str, size: tuple[int, int], *, dark: bool = False) -> Page:
    return watched.open(path, width=size[0], height=size[1], dark=dark)


def lobby(watched: Watched) -> None:
    keep(opened(watched, "/", DESK), "lobby")
    keep(opened(watched, "/", PHONE, dark=True), "lobby-phone")


def played(page: Page, name: str) -> None:
    """A round from the wagers to what became of them."""
    page.get_by_role("button", name=re.compile("^Ante")).click()
    for spot in page.get_by_role("group", name="Your wagers").get_by_role("button").all()[1:]:
        if "empty" in (spot.get_attribute("aria-label") or "") and spot.is_enabled():
            spot.click()
    keep(page, f"{name}-wagers")
    page.get_by_role("button", name=re.compile("^Place")).click()
    page.locator(".row.big button").first.wait_for()
    page.get_by_role("button", name="Show best play").click()
    page.locator(".row.big .best").wait_for()
    keep(page, f"{name}-decision")
    while page.locator(".spot-result").count() == 0:
        button = page.locator(".row.big button:not([disabled])").last
        if button.count():
            button.click()
        page.wait_for_timeout(200)
    page.locator(".coach-line").wait_for()
    keep(page, f"{name}-settled")


def sit(page: Page) -> None:
    """Where a newcomer would: in the middle of what is free."""
    seats = page.get_by_role("button", name=re.compile("^Sit at seat"))
    seats.first.wait_for()
    seats.nth(seats.count() // 2).click()
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()


def leave(page: Page, name: str) -> None:
    """When the round is over, whenever it is asked for."""
    page.get_by_role("button", name="Stand up").click()
    page.locator(".session").wait_for()
    keep(page, f"{name}-session")


def chase(watched: Watched) -> None:
    page = opened(watched, "/table/chase", DESK)
    sit(page)
    played(page, "chase")
    page.get_by_role("button", name=re.compile("^Same again")).wait_for()
    for tab, name in (("Rounds", "rounds"), ("Pays", "pays"), ("Rules", "rules")):
        page.get_by_role("button", name=tab, exact=True).click()
        keep(page, f"chase-{name}")
    leave(page, "chase")
    phone = opened(watched, "/table/chase", PHONE, dark=True)
    sit(phone)
    played(phone, "chase-phone")


def high_card(watched: Watched) -> None:
    page = opened(watched, "/table/high-card", DESK, dark=True)
    sit(page)
    played(page, "high-card")
    page.get_by_role("button", name="Stand up").click()
    phone = opened(watched, "/table/high-card", PHONE)
    sit(phone)
    played(phone, "high-card-phone")


def staff(watched: Watched) -> None:
    terminal = opened(watched, "/", TABLET)
    watched.sign_in(terminal, "Dee")
    players = {name: watched.open("/") for name in ("Ann", "Bob")}
    for name, page in players.items():
        watched.sign_in(page, name)
        page.goto("/table/dealt")
    sign = opened(watched, "/sign/dealt", WALL)
    terminal.goto("/terminal/dealt")
    seat(terminal, "Ann", 2)
    seat(terminal, "Bob", 5)
    for page in players.values():
        wager(page)
    keep(terminal, "terminal")
    terminal.get_by_role("button", name="START ROUND", exact=True).click()
    end = terminal.get_by_role("button", name="END ROUND", exact=True)
    while not end.is_enabled():
        for page in players.values():
            button = page.locator(".row.big button:not([disabled])").first
            if button.count():
                button.click()
        terminal.wait_for_timeout(200)
    keep(sign, "sign")
    end.click()
    expect(terminal.get_by_role("button", name="Approve")).to_be_visible()
    keep(terminal, "terminal-jackpot")
    keep(sign, "sign-jackpot")
    desk = opened(watched, "/", DESK)
    watched.sign_in(desk, "Sue")
    for tab in ("tables", "approvals", "meters"):
        desk.goto(f"/pit/{tab}")
        keep(desk, f"pit-{tab}")
    desk.goto("/pit/reports")
    desk.get_by_role("button", name="Show").click()
    desk.get_by_text("Log and ledger agree.").wait_for()
    keep(desk, "pit-reports")


def lab(watched: Watched) -> None:
    page = opened(watched, "/lab", DESK)
    for name in (*BENCHES, "certificates"):
        page.goto(f"/lab/{name}")
        keep(page, f"lab-{name}")
    page.goto("/lab/rules?ties=win")
    keep(page, "lab-variant")
    phone = opened(watched, "/lab/rules?ties=win", PHONE, dark=True)
    keep(phone, "lab-phone-rules")
    phone.goto("/lab/paytables")
    keep(phone, "lab-phone-paytables")


if __name__ == "__main__":
    main()
