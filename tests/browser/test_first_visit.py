"""A first visit is guided; spots and the rules card say what pays; seats, leaving and keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Site, Watched, watching
from tests.browser.test_a_seat import button, play_out, sit
from tests.browser.test_bets import SEED

CONFIG = """
[[table]]
id = "first"
name = "First"
game = "ctf"
[[table]]
id = "two"
game = "hcf"
seats_per_player = 2
[[table]]
id = "leave"
game = "ctf"
[[table]]
id = "coach"
game = "ctf"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("first"), CONFIG, seed=SEED, words="passed over")
    found.start()
    yield found
    found.end()


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    with watching(browser, site) as found:
        yield found


def test_a_guided_first_round(watched: Watched) -> None:
    page = watched.open("/", newcomer=True)
    page.get_by_role("link", name="Play at First", exact=True).click()
    guide = page.locator(".guide")
    expect(guide).to_contain_text("1/4 Choose a chip below, then tap Ante.")
    expect(page).to_have_url(re.compile("/table/first$"))
    # A warning is more urgent.
    page.get_by_role("radio", name="$500 chip").click()
    button(page, "Ante")
    expect(page.locator(".status")).to_contain_text("You'd have nothing left to bet with.")
    expect(guide).to_have_count(0)
    button(page, "Clear")
    expect(guide).to_contain_text("1/4")
    page.get_by_role("radio", name="$5 chip").click()
    button(page, "Ante")
    expect(guide).to_contain_text("2/4 Press Place.")
    button(page, "Place")
    expect(guide).to_contain_text("3/4 Look at your cards")
    play_out(page)
    expect(guide).to_contain_text("4/4 Each spot says")
    expect(guide.get_by_role("button", name="Got it")).to_be_visible()
    # Whoever plays on needs no more of it.
    button(page, "Ante")
    expect(guide).to_have_count(0)
    page.reload()
    expect(page.get_by_role("group", name="Your wagers")).to_be_visible()
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("complementary", name="Rules")).to_contain_text(
        "Beat the dealer's flush"
    )
    expect(
        page.locator(".example").first.locator(".small-hand > span").first.locator("i")
    ).to_have_count(4)
    button(page, "Show me around")
    expect(guide).to_be_visible()
    button(page, "Skip")
    page.locator(".spot").first.hover()
    expect(page.locator(".spot-tip")).to_contain_text(
        "Pays 1 to 1 if your flush beats the dealer's."
    )
    page.keyboard.press("?")
    expect(page.get_by_role("complementary", name="Settings")).to_contain_text(
        "repeat the last wagers"
    )
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Same Suit Bonus, $5")).to_be_visible()


_LONG_TOUCH_ENDS = """(spot) => {
    spot.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true }));
    spot.click();
}"""


def test_a_long_touch_tells_what_a_spot_pays_and_puts_no_chip_down(watched: Watched) -> None:
    page = watched.open("/table/leave", width=360, height=740)
    sit(page, 6)
    spot = page.locator(".spot").nth(2)
    spot.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(page.locator(".spot-tip")).to_contain_text("5-card flush")
    spot.evaluate(_LONG_TOUCH_ENDS)
    expect(page.locator(".spot-tip")).to_have_count(0)
    expect(spot).to_have_attribute("aria-label", "Same Suit Bonus, empty")
    spot.click()
    expect(spot).to_have_attribute("aria-label", "Same Suit Bonus, $5")
    # What is set stays.
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Sound").check()
    page.get_by_label("Fast").check()
    page.reload()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.get_by_label("Sound")).to_be_checked()
    expect(page.get_by_label("Fast")).to_be_checked()
    page.keyboard.press("Escape")
    button(page, "Stand up")
    expect(page.get_by_role("group", name="Seat 6, empty")).to_be_visible()


def test_by_touch(watched: Watched) -> None:
    """A finger that stays, one that taps, and the sheet from the bottom."""
    page = watched.open("/table/leave", width=390, height=844, touch=True)
    page.get_by_role("button", name="Take a seat").tap()
    spot = page.get_by_role("button", name="Same Suit Bonus, empty")
    box = spot.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(page.locator(".spot-tip")).to_contain_text("7-card flush")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".spot-tip")).to_have_count(0)
    expect(spot).to_be_visible()
    spot.tap()
    expect(page.get_by_role("button", name="Same Suit Bonus, $5")).to_be_visible()
    sheet = page.get_by_role("complementary", name="Pays")
    page.get_by_role("button", name="Pays", exact=True).tap()
    lies = sheet.bounding_box()
    assert lies is not None
    assert (lies["x"], lies["width"]) == (0, 390)
    assert lies["y"] > 844 / 5 and lies["y"] + lies["height"] <= 844
    page.touchscreen.tap(195, lies["y"] / 2)
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Stand up").tap()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()


_LISTEN = """(() => {
    window.waves = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.waves += 1;
        return make.call(this);
    };
})()"""


def test_nothing_is_heard_until_sound_is_switched_on(watched: Watched) -> None:
    page = watched.open("/table/leave")
    page.evaluate(_LISTEN)
    sit(page, 4)
    button(page, "Ante")
    expect(page.get_by_role("button", name="Ante, $5")).to_be_visible()
    assert page.evaluate("waves") == 0
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Sound").check()
    assert page.evaluate("waves") > 0
    before = page.evaluate("waves")
    button(page, "Ante")
    expect(page.get_by_role("button", name="Ante, $10")).to_be_visible()
    assert page.evaluate("waves") > before
    page.get_by_label("Sound").uncheck()
    before = page.evaluate("waves")
    button(page, "Ante")
    expect(page.get_by_role("button", name="Ante, $15")).to_be_visible()
    assert page.evaluate("waves") == before
    button(page, "Stand up")
    expect(page.get_by_role("group", name="Seat 4, empty")).to_be_visible()


def test_sitting_out_in_mid_round_begins_when_it_ends(watched: Watched) -> None:
    page = watched.open("/table/leave")
    sit(page, 3)
    button(page, "Ante")
    button(page, "Place")
    page.locator(".row.big button").first.wait_for()
    button(page, "Sit out")
    status = page.locator(".status")
    expect(status).to_have_text("You're sitting out. Place wagers to join the next round.")
    play_out(page)
    expect(page.get_by_role("button", name="Play on")).to_have_attribute("aria-pressed", "true")
    expect(status).to_have_text("You're sitting out. Place wagers to join the next round.")
    # Whoever places wagers is in again.
    button(page, "Same again")
    page.locator(".row.big button").first.wait_for()
    expect(status).to_have_text("Your turn")
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()
    button(page, "Stand up")
    play_out(page)
    expect(page.locator(".session")).to_contain_text("2 rounds")
    expect(page.get_by_role("group", name="Seat 3, empty")).to_be_visible()


def test_two_seats_of_one_player(watched: Watched) -> None:
    page = watched.open("/table/two")
    sit(page, 2)
    page.get_by_role("button", name="Sit at seat 5").click()
    expect(page.get_by_role("button", name=re.compile("^Sit at"))).to_have_count(0)
    for number in (2, 5):
        expect(page.get_by_role("group", name=re.compile(f"^Seat {number}, Guest"))).to_have_class(
            re.compile("mine")
        )
        button(page, "Ante")
        button(page, "Place")
    for number in (2, 5):
        expect(page.locator(".seat.turn.mine")).to_have_attribute(
            "aria-label", re.compile(f"^Seat {number},")
        )
        expect(page.locator(".place-cards svg")).to_have_count(7)
        button(page, "Fold")
    told = page.get_by_role("log").locator("p", has_text="You lost $5.")
    expect(told).to_have_count(2)
    expect(page.locator(".place-session dd")).to_have_text("−$10")
    button(page, "Stand up")
    expect(page.locator(".session")).to_contain_text("−$10")
    expect(page.get_by_role("group", name=re.compile("empty$"))).to_have_count(6)


def test_standing_up_in_mid_round_waits_for_its_end(watched: Watched) -> None:
    page = watched.open("/table/leave")
    sit(page, 3)
    button(page, "Ante")
    button(page, "Place")
    page.locator(".row.big button").first.wait_for()
    button(page, "Stand up")
    expect(page.locator(".status")).to_have_text("You stand up when this round ends.")
    button(page, "Stay seated")
    expect(page.locator(".status")).to_have_text("Your turn")
    button(page, "Stand up")
    play_out(page)
    expect(page.locator(".session")).to_contain_text("1 round")
    expect(page.get_by_role("group", name="Seat 3, empty")).to_be_visible()


def test_a_mistake_is_named_and_opens_in_the_lab(watched: Watched) -> None:
    page = watched.open("/table/coach")
    sit(page, 1)
    mistakes = page.get_by_role("heading", name="Mistakes of this session")
    for _ in range(8):
        if mistakes.count():
            break
        button(page, "Ante")
        button(page, "Place")
        page.locator(".row.big button").first.wait_for()
        # Folding at the end what could be bet, or betting at once what should wait, is wrong often.
        page.locator(".row.big button").last.click()
        page.locator(".coach-line").wait_for()
    expect(mistakes).to_be_visible()
    note = page.locator(".notes li").first
    expect(note).to_contain_text(re.compile(r"Round \d+, opening\s*Cost 0\.\d{4} Antes"))
    expect(note).to_contain_text("You chose All In 3x. Best was Check.")
    expect(note.locator(".small-hand i")).to_have_count(3)
    worth = _worth(note.inner_text(), 4)
    with page.context.expect_page() as opened:
        note.get_by_role("link", name="Look at it in the lab").click()
    choices = opened.value.get_by_role("region", name="Choices with")
    expect(choices).to_contain_text("All In 3x")
    assert round(_worth(choices.inner_text(), 6), 4) == worth


def _worth(text: str, places: int) -> float:
    """What All In 3x is worth, as a page has it; the coach signs a gain, a table does not."""
    found = re.search(rf"All In 3x\s+([-−+]?)([\d.]{{{places + 2}}})", text)
    assert found is not None, text
    return float(found[2]) * (-1 if found[1] in ("-", "−") else 1)
