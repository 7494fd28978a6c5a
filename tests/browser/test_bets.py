"""Bets whose size is the player's, and a coach that knows the stack: on cards that are known."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import Site, Watched
from tests.browser.test_a_seat import button, sit

SEED = "00" * 30 + "0189"
"""Deals five cards of a suit to the first seat of both tables, in their first rounds."""
CONFIG = """
[[table]]
id = "steps"
game = "hcf"
raise_step = 3
limits = { ante = [10, 100, 5] }
[[table]]
id = "short"
game = "hcf"
buy_in = 25
limits = { ante = [10, 100, 5] }
[[table]]
id = "busy"
game = "hcf"
buy_in = 25
limits = { ante = [10, 100, 5] }
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("bets"), CONFIG, seed=SEED, words="passed over")
    found.start()
    yield found
    found.end()


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    found = Watched(browser, site)
    yield found
    found.close()
    assert not found.faults, found.faults


def deal(page: Page) -> None:
    """The first seat, an Ante of ten dollars, and the cards."""
    sit(page, 1)
    page.get_by_role("button", name=re.compile("^Ante")).click()
    button(page, "Place")
    expect(page.locator(".place-flush")).to_contain_text("5-card flush")
    expect(page.get_by_role("group", name="Your decision")).to_be_visible()


def test_the_button_names_the_raise_that_it_sends(watched: Watched) -> None:
    page = watched.open("/table/steps", width=360, height=740)
    deal(page)
    raising = page.get_by_role("button", name=re.compile(r"^Raise \$"))
    size = page.get_by_role("slider", name="Raise")
    expect(raising).to_have_text(re.compile(r"^Raise \$10\b"))
    # Once the cards lie, nothing is beyond the edge.
    page.wait_for_function("document.documentElement.scrollWidth === 360")
    for pressed, amount in ((1, 13), (2, 19), (1, 20)):
        for _ in range(pressed):
            page.get_by_role("button", name="More").click()
        # The largest raise is open even where the steps pass it by.
        expect(raising).to_have_text(re.compile(rf"^Raise \${amount}\b"))
        expect(size).to_have_attribute("aria-valuetext", f"${amount}")
    expect(page.get_by_role("button", name="More")).to_be_disabled()
    size.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(raising).to_have_text(re.compile(r"^Raise \$16\b"))
    page.keyboard.press("-")
    page.keyboard.press("+")
    expect(raising).to_have_text(re.compile(r"^Raise \$16\b"))
    page.keyboard.press("r")
    expect(page.get_by_role("button", name=re.compile(r"^Raise: .*\$16,"))).to_be_visible()


def test_the_coach_charges_nothing_that_the_stack_did_not_allow(watched: Watched) -> None:
    page = watched.open("/table/short")
    deal(page)
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_label("Show the value of each choice").check()
    bets = page.get_by_role("group", name="Your decision").get_by_role("button")
    # Fold, and the one raise that fifteen dollars pay for.
    expect(bets).to_have_count(2)
    expect(bets.nth(1)).to_contain_text(re.compile(r"^Raise 1x \$10.*Antes"))
    expect(bets.nth(1)).to_have_class(re.compile("best"))
    button(page, "Raise 1x")
    expect(page.locator(".coach-line")).to_have_text("Coach: best play all the way.")
    note = page.locator(".notes li")
    expect(note).to_contain_text("Round 1, raise")
    expect(note).to_contain_text("Raise 1x was best.")
    expect(note).to_contain_text(re.compile(r"Raise 1x \+[\d.]+ · Fold −1\.0000"))
    expect(page.get_by_text("Mistakes of this session")).to_have_count(0)


def test_a_coach_who_is_busy_is_asked_again(watched: Watched) -> None:
    """Whoever plays in three tabs meets its limit: no decision goes unjudged for that."""
    page = watched.open("/table/busy")
    answers: list[int] = []
    busy = [429, 503]

    def answer(route: Route) -> None:
        status = busy.pop(0) if busy else 200
        answers.append(status)
        if status == 200:
            route.continue_()
        else:
            route.fulfill(status=status, json={"reason": "Later."}, headers={"retry-after": "1"})

    page.route("**/advice?*", answer)
    sit(page, 1)
    page.get_by_role("button", name=re.compile("^Ante")).click()
    button(page, "Place")
    button(page, "Raise 1x")
    expect(page.locator(".coach-line")).to_contain_text("Coach:")
    assert answers == [429, 503, 200]
    # Of an answer that is no success the browser tells by itself.
    watched.faults[:] = [one for one in watched.faults if "Failed to load resource" not in one]
