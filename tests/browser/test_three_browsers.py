"""A dealer and two players in three browsers: a round with a Must Hit jackpot and an approval."""

import re
import time
from contextlib import suppress

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate
from tests.browser.conftest import PASSWORD, PATIENCE, Watched


def press(terminal: Page, name: str) -> None:
    terminal.get_by_role("button", name=name, exact=True).click()


def seat(terminal: Page, player: str, number: int) -> None:
    terminal.get_by_role("button", name=f"Seat a player at {number}").click()
    terminal.get_by_role("textbox", name="Player").fill(player)
    terminal.get_by_label("Buy-in in dollars").fill("500")
    press(terminal, "Seat")
    expect(terminal.locator(".terminal-player", has_text=player)).to_be_visible()


def wager(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Ante")).click()
    page.get_by_role("button", name=re.compile("^STAX")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()


def test_a_round_with_a_must_hit_and_an_approval(watched: Watched) -> None:
    terminal = watched.open("/", width=1024, height=768)
    watched.sign_in(terminal, "Dee")
    players = {name: watched.open("/") for name in ("Ann", "Bob")}
    for name, page in players.items():
        watched.sign_in(page, name)
        page.goto("/table/dealt")
    sign = watched.open("/sign/dealt")
    terminal.goto("/terminal/dealt")
    seat(terminal, "Ann", 2)
    seat(terminal, "Bob", 5)
    for page in players.values():
        wager(page)
    # Each sees the other's chips at once.
    expect(
        players["Ann"].get_by_role("group", name=re.compile("Bob.*\\$15 wagered"))
    ).to_be_visible()
    press(terminal, "START ROUND")
    ended = terminal.get_by_role("button", name="END ROUND", exact=True)
    until = time.monotonic() + PATIENCE / 1000
    while not ended.is_enabled():
        assert time.monotonic() < until
        for page in players.values():
            decision = page.locator(".row.big button:not([aria-disabled=true])").first
            # The buttons go as soon as the decision is taken.
            if decision.is_visible():
                with suppress(TooLate):
                    decision.click(timeout=3000)
    press(terminal, "END ROUND")
    # The meter must hit by $500.30, and two wagers of $5 at 3.00% bring it there.
    jackpot = terminal.locator(".jackpots li")
    expect(jackpot).to_contain_text("$500.30")
    expect(sign.locator(".pending")).to_contain_text("Jackpot pending: $500.30")
    expect(players["Ann"].locator(".meter .pending")).to_contain_text("$500.30")
    press(terminal, "Approve")
    for label, said in (
        ("Who won", "Pam"),
        ("Document seen", "passport"),
        ("Surveillance reference", "S-1"),
    ):
        terminal.get_by_label(label).fill(said)
    terminal.get_by_label("Supervisor").fill("Sue")
    terminal.get_by_label("Password", exact=True).fill(PASSWORD)
    terminal.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(jackpot).to_contain_text("approved by Sue")
    press(terminal, "PAY JACKPOT")
    press(terminal, "PAY THE AGREED SUM")
    press(terminal, "PAY")
    # It is celebrated once it is paid.
    for page, party in ((sign, ".sign-hit"), (players["Ann"], ".party")):
        expect(page.locator(party)).to_contain_text("$500.30")
    press(terminal, "OK")
    expect(terminal.locator(".terminal-next")).to_have_text("Waiting for wagers.")
    expect(players["Ann"].locator(".felt-head")).to_contain_text("Round 2")
    stacks = [page.locator(".seat.mine .seat-plate span").inner_text() for page in players.values()]
    won = [text for text in stacks if int(re.sub(r"\D", "", text.split(".")[0])) > 900]
    assert len(won) == 1, stacks
