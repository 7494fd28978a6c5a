"""What a page shows is what its viewer may see: checked in the bytes that the browser receives."""

import re

from playwright.sync_api import Page, Response, expect
from tests.browser.conftest import Watched

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


class Bytes:
    """All that a browser is sent, pages and sockets alike."""

    def __init__(self, page: Page) -> None:
        self._frames: list[bytes | str] = []
        self._answers: list[Response] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("response", self._keep)

    def _hear(self, frame: bytes | str) -> None:
        self._frames.append(frame)

    def _keep(self, answer: Response) -> None:
        parts = ("/static/", "/bundle/", "/_nicegui/")
        if answer.ok and not any(part in answer.url for part in parts):
            self._answers.append(answer)

    def cards(self) -> set[str]:
        told = [
            one if isinstance(one, str) else one.decode(errors="replace") for one in self._frames
        ]
        told += [answer.text() for answer in self._answers]
        assert len(told) > 3
        return {card for text in told for card in CARD.findall(text)}


def test_another_players_cards_never_come(watched: Watched) -> None:
    ann, eve = watched.open("/table/own6"), watched.open("about:blank")
    seen = Bytes(eve)
    eve.goto("/table/own6")
    ann.get_by_role("button", name="Sit at seat 7").click()
    ann.get_by_role("button", name=re.compile("^Ante")).click()
    ann.get_by_role("button", name=re.compile("^Place")).click()
    ann.locator(".row.big button").first.wait_for()
    expect(eve.get_by_role("group", name=re.compile("Seat 7.*to act"))).to_be_visible()
    labels = ann.locator(".place-cards svg").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(labels) == 3 and "a card face down" not in labels
    # Wagers and a decision to come: no card lies open, so none may have come.
    assert seen.cards() == set()
    faces = eve.locator(".seat svg").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert set(faces) == {"a card face down"}
