"""The lobby: a door for each thing that one may do at a table, and the way back to one's seat."""

import re

from playwright.sync_api import expect
from tests.browser.conftest import Watched


def test_doors_are_what_they_say(watched: Watched) -> None:
    page = watched.open("/")
    practice = page.get_by_role("article", name="High Card Flush", exact=True)
    live = page.get_by_role("article", name="On felt")
    for door in (
        "Play at High Card Flush",
        "Watch High Card Flush",
        "Jackpot display of High Card Flush",
    ):
        expect(practice.get_by_role("link", name=door)).to_be_visible()
    expect(live.get_by_text("7 seats on the felt")).to_be_visible()
    expect(live.get_by_text(re.compile("free$"))).to_have_count(0)

    def send(kind: str, **fields: object) -> None:
        answer = page.request.post(
            "/api/tables/high-card/commands",
            data={"type": kind, "seat": 6, **fields},
            headers={"idempotency-key": f"lobby {kind}"},
        )
        assert answer.ok, answer.text()

    send("SitDown", stack=100_000)
    back = practice.get_by_role("link", name="Back to your seat at High Card Flush")
    expect(back).to_be_visible()
    expect(practice.get_by_role("link", name="Watch High Card Flush")).to_have_count(0)
    back.click()
    expect(page).to_have_url(re.compile("/table/high-card$"))
    send("StandUp")


def test_an_address_that_is_none(watched: Watched) -> None:
    page = watched.open("/sign/nowhere")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    answer = page.request.get("/nowhere")
    assert (answer.status, "Page not found" in answer.text()) == (404, True)
