"""The table is one screen: nothing to scroll, nothing covered, nothing that jumps over a round.

At full length axe-core is asked in each of its states, in both looks.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site, Watched, wait_until_at_rest, watching
from tests.browser.test_a_seat import button
from tests.browser.test_axe import faults
from tests.extent import extent

from longsuit.core.texts import SHORT_RESULTS

VIEWPORTS = ((360, 740), (390, 844), (1024, 768), (1280, 800), (1440, 900), (1920, 1080))
GAMES = {
    "ctf": "must_hit = {}\nrobots = 6\naction_seconds = 900",
    "hcf": "raise_step = 1\nrobots = 5\naction_seconds = 900",
}
FAMILY = "rush", "ils", "tcc"
"""The other games in the box: without a dealer, of two cards, and one with five on the board."""
PANELS = ("Coach", "Rules", "Pays", "Rounds", "Fairness", "Settings")
SHIFT = 2
"""Pixels that a felt or a spot may move over a round."""
CONFIG = """
[house]
requests_a_minute = 0
pages_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
legal_maximum = "none"
"""
for _game, _more in GAMES.items():
    for _width, _ in VIEWPORTS:
        CONFIG += f'[[table]]\nid = "{_game}{_width}"\ngame = "{_game}"\n{_more}\n'
    CONFIG += f'[[table]]\nid = "{_game}-live"\ngame = "{_game}"\nmode = "live"\napproval = 0\n'

for _game in FAMILY:
    CONFIG += f'[[table]]\nid = "{_game}"\ngame = "{_game}"\nrobots = 5\n'

_LOOK = """() => {
    const root = document.documentElement;
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const all = (where, within = document) => [...within.querySelectorAll(where)];
    // What can be read or pressed, by the part of the table that it belongs to.
    const parts = ".felt-head, .dealer, .board, .strip, .seat, .place-hand, .spot-cell,"
        + ".place-sum, .controls";
    const leaves = "svg.ls-card, button, p, em, b, span, small, dd, dt, i, input";
    const seen = (one) => one.getClientRects().length > 0;
    const drawn = (one) => /^(svg|BUTTON)$/.test(one.tagName) || one.innerText?.trim();
    const within = (part) => all(leaves, part).filter((one) => seen(one) && drawn(one)).map(box);
    // What a seat says and shows lies in it.
    const out = all(".seat").filter((seat) => {
        const [left, top, right, bottom] = box(seat);
        return within(seat).some(([l, t, r, b]) =>
            l < left - 2 || t < top - 2 || r > right + 2 || b > bottom + 2);
    });
    const found = all(parts).map((part) => [part.className, within(part)]);
    const covered = all(".felt button, .tabs button, .felt input").filter((one) => {
        const [left, top, right, bottom] = box(one);
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !hit || !one.contains(hit);
    });
    return {
        scroll: [root.scrollWidth, root.scrollHeight], size: [innerWidth, innerHeight],
        felt: box(document.querySelector(".felt")), spots: all(".spot").map(box),
        out: out.map((one) => one.innerText),
        covered: covered.map((one) => one.outerHTML.slice(0, 120)), parts: found,
    };
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    # Known cards: a jackpot would be celebrated over the felt.
    found = Site(tmp_path_factory.mktemp("screen"), CONFIG, seed="07" * 32, words="passed over")
    found.start()
    yield found
    found.end()


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    with watching(browser, site) as found:
        yield found


def overlap(one: list[float], other: list[float]) -> float:
    """How deep two boxes lie in each other, in pixels."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return min(wide, high)


class Look:
    """The page as it lies there, and as it lay when its round began."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._first: dict[str, Any] = {}

    def at(self, state: str) -> None:
        wait_until_at_rest(self._page)
        seen: dict[str, Any] = self._page.evaluate(_LOOK)
        assert seen["scroll"] == seen["size"], state
        assert seen["covered"] == [], state
        assert seen["out"] == [], state
        self._nothing_overlaps(seen, state)
        if len(seen["spots"]):
            self._first = self._first or seen
            for name in ("felt", "spots"):
                before, now = self._first[name], seen[name]
                flat = zip(_flat(before), _flat(now), strict=True)
                assert max(abs(a - b) for a, b in flat) <= SHIFT, (state, name, before, now)
        if extent(False, True):
            assert faults(self._page) == [], state

    def _nothing_overlaps(self, seen: dict[str, Any], state: str) -> None:
        felt = seen["felt"]
        for name, boxes in seen["parts"]:
            for left, top, right, bottom in boxes:
                inside = felt[0] - 1 <= left and right <= felt[2] + 1
                assert inside and felt[1] <= top and bottom <= felt[3], (state, name, boxes, felt)
        for (one, its), (other, others) in combinations(seen["parts"], 2):
            for a in its:
                for b in others:
                    assert overlap(a, b) <= SHIFT, (state, one, a, other, b)


def _flat(boxes: list[Any]) -> list[float]:
    return boxes if not isinstance(boxes[0], list) else [edge for box in boxes for edge in box]


LONG_LABELS = ("5-card straight flush", *sorted(SHORT_RESULTS.values(), key=len)[-2:])
_RELABEL = """(text) => {
    for (const one of document.querySelectorAll(".spot-why")) one.textContent = text;
}"""
_CUT = """() => [...document.querySelectorAll(".spot-why")]
    .map((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth])
    .filter((over) => Math.max(...over) > 1)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_table_whose_cards_are_on_the_felt_is_one_screen(watched: Watched, game: str) -> None:
    page = watched.open(f"/table/{game}-live")
    for width, height in VIEWPORTS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".live-lights li").last).to_be_visible()
        Look(page).at(f"live at {width}")


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("viewport", extent([VIEWPORTS[0], VIEWPORTS[3]], VIEWPORTS))
def test_the_other_games_are_one_screen(
    watched: Watched, game: str, viewport: tuple[int, int]
) -> None:
    page = watched.open(f"/table/{game}", width=viewport[0], height=viewport[1])
    look = Look(page)
    page.get_by_role("button", name="Take a seat").click()
    look.at("seated")
    button(page, "Ante")
    button(page, "Place")
    page.locator(".row.big button").first.wait_for()
    look.at("decision")
    while not page.locator(".spot-result").count():
        page.wait_for_function(
            "document.querySelector('.row.big button:not([aria-disabled=true]), .spot-result')"
        )
        if page.locator(".row.big button").count():
            page.keyboard.press("c")
            page.keyboard.press("1")
            look.at("later decision")
    look.at("settled")
    button(page, "Stand up")
    expect(page.get_by_role("button", name=re.compile("Sit at seat")).first).to_be_visible()


EVERY = [(game, viewport) for viewport in VIEWPORTS for game in GAMES]
# Each size and each game; at full length each size with each game.
SOME = [EVERY[2 * number + number % 2] for number in range(len(VIEWPORTS))]


@pytest.mark.parametrize(("game", "viewport"), extent(SOME, EVERY))
def test_every_state_is_one_screen(watched: Watched, game: str, viewport: tuple[int, int]) -> None:
    width, height = viewport
    # Some of them as newcomers, whom the page guides.
    first = width in (360, 1280)
    page = watched.open(
        f"/table/{game}{width}", width=width, height=height, dark=not first, newcomer=first
    )
    look = Look(page)
    take = page.get_by_role("button", name="Take a seat")
    expect(take).to_be_visible()
    look.at("watching")
    take.click()
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()
    look.at("seated")
    for spot in page.get_by_role("group", name="Your wagers").get_by_role("button").all()[:-1]:
        if "empty" in (spot.get_attribute("aria-label") or ""):
            spot.click()
    look.at("wagers")
    button(page, "Place")
    look.at("placed")
    page.locator(".row.big button").first.wait_for()
    look.at("decision")
    button(page, "Stand up")
    expect(page.get_by_role("button", name="Stay seated")).to_be_visible()
    look.at("about to leave")
    button(page, "Stay seated")
    expect(page.get_by_role("button", name="Stand up")).to_be_enabled()
    button(page, "Show best play")
    page.locator(".row.big .best").wait_for()
    look.at("best play shown")
    while not page.locator(".spot-result").count():
        page.wait_for_function(
            "document.querySelector('.row.big button:not([aria-disabled=true]), .spot-result')"
        )
        if page.locator(".row.big button").count():
            page.keyboard.press("c" if game == "ctf" else "f")
            page.keyboard.press("1")
            look.at("later decision")
    look.at("settled")
    for label in LONG_LABELS:
        page.evaluate(_RELABEL, label)
        assert page.evaluate(_CUT) == [], label
        look.at(label)
    if first:
        button(page, "Got it")
    page.locator(".coach-line").wait_for()
    look.at("judged")
    for name in PANELS:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("complementary", name=name)).to_be_visible()
        if width >= 1100:
            look.at(name)
        else:
            # The sheet lies over the felt and leaves its tabs free; what it holds scrolls inside.
            assert page.evaluate("document.documentElement.scrollHeight") == height
            page.keyboard.press("Escape")
            expect(page.get_by_role("complementary")).to_have_count(0)
    button(page, "Ante")
    look.at("the next wagers")
    button(page, "Stand up")
    expect(page.get_by_role("button", name=re.compile("Sit at seat"))).to_be_visible()
