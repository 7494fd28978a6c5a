"""The dealer's terminal in a browser: what it says, asks and takes."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PASSWORD, PIN, Watched, wait_until_at_rest

from longsuit.core.errors import InputError
from longsuit.core.money import parse_dollars

_CONTRAST = """(element) => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (one) => {
    const [r, g, b, a = 1] = channels(getComputedStyle(one).backgroundColor);
    return a < 0.5 ? ground(one.parentElement) : [r, g, b];
  };
  const both = [light(channels(getComputedStyle(element).color)), light(ground(element))];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}"""
"""How far an element's letters stand out from what is behind them, as WCAG counts it."""
READABLE = 4.5


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def terminal_of(watched: Watched, table: str, *, dark: bool = False, who: str = "Dee") -> Page:
    page = watched.open(f"/terminal/{table}", who=who, width=1024, height=768, dark=dark)
    expect(page.locator(".terminal-next")).to_be_visible()
    return page


def said(page: Page) -> str:
    return page.locator(".terminal-next").inner_text()


def test_money_is_read_as_the_floor_reads_it(watched: Watched) -> None:
    def cents(text: str) -> int | None:
        try:
            return parse_dollars(text)
        except InputError:
            return None

    page = watched.open("/")
    texts = [
        *("5", "12.50", "12.5", "$1,000", "1,234,567.89", " 7 ", "007", "0"),
        *("12,50", "1,5", "1,2345", "1.234,50", ",500", "5.", ".5", "5.001", "", "-5", "1e3", "$"),
    ]
    read = page.evaluate(
        "async (texts) => texts.map((await import('/static/shared/money.js')).centsOf)", texts
    )
    assert dict(zip(texts, read, strict=True)) == {text: cents(text) for text in texts}


def test_a_comma_in_a_buy_in_is_refused(watched: Watched) -> None:
    page = terminal_of(watched, "dealt")
    page.get_by_role("button", name="Seat a player at 6").click()
    page.get_by_role("textbox", name="Player").fill("Ann")
    page.get_by_label("Buy-in in dollars").fill("12,50")
    press(page, "Seat")
    refusal = "'12,50' is not an amount in dollars, such as 5 or 12.50."
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(refusal)
    press(page, "Back")
    expect(page.get_by_role("button", name="Seat a player at 6")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("code", [4401, 1006])
def test_warnings_can_be_read_in_either_look(watched: Watched, dark: bool, code: int) -> None:
    page = watched.open("/", who="Dee", width=1024, height=768, dark=dark)
    page.add_init_script(
        "{ const Real = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Real { constructor(...at) { super(...at);"
        " if (String(at[0]).includes('/feed')) window.lines.push(this); } }; }"
    )
    page.goto("/terminal/wall")
    page.wait_for_function("window.lines.length && window.lines[0].readyState === 1")
    words = {4401: "Your session has ended: reload the page.", 1006: "Connection lost."}[code]
    page.evaluate("() => { window.WebSocket = class { close() {} }; }")
    page.evaluate("(code) => window.lines.at(-1).onclose({ code })", code)
    line = page.locator(".terminal-next [role=status]")
    expect(line).to_contain_text(words)
    assert line.evaluate(_CONTRAST) > READABLE


def touch_seat(page: Page, number: int) -> None:
    page.get_by_role("button", name=re.compile(f"^Seat {number}, light")).click()


def test_two_winners_of_one_meter_and_the_envy_they_are_due(watched: Watched) -> None:
    page = terminal_of(watched, "envy")
    line = page.locator(".terminal-next [role=status]")
    hand = "7-card straight flush"
    for number in (1, 3, 6):
        touch_seat(page, number)
        seat = page.get_by_role("button", name=f"Seat {number}, light on")
        expect(seat).to_be_visible()
    press(page, "START ROUND")
    # Seat 1 is claimed out of turn: the hand of seat 3 is dark, and says why.
    for number in (1, 3):
        touch_seat(page, number)
        expect(line).to_contain_text(f"hand of seat {number}")
        if number == 1:
            press(page, hand)
            press(page, "PENDING JACKPOT")
            expect(line).to_contain_text("touch PAY JACKPOT")
    expect(page.get_by_role("button", name=hand)).to_be_disabled()
    # Touched all the same, it says why, as the list beside it does.
    expect(page.get_by_role("button", name="3-card straight flush")).to_be_enabled()
    page.get_by_role("button", name=hand).dispatch_event("click")
    told = "Jackpots of one meter are claimed from right to left: seat 3 comes"
    expect(page.locator(".terminal-said")).to_contain_text(told)
    dark = f"straight flush: {told}"
    expect(page.locator(".terminal-dark")).to_contain_text(dark)
    touch_seat(page, 1)
    press(page, "VOID")
    page.get_by_label("Why").fill("seat 3 first")
    page.get_by_role("dialog").get_by_role("button", name="VOID").click()
    for number in (3, 1):
        touch_seat(page, number)
        expect(line).to_contain_text(f"hand of seat {number}")
        press(page, hand)
        press(page, "PENDING JACKPOT")
        expect(page.locator(".jackpots li", has_text=f"Seat {number}")).to_be_visible()
    order = "Two winners of one meter are paid from right to left"
    expect(line).to_have_text(f"Pay or void the jackpot of seat 3 first. {order}.")
    expect(page.get_by_role("button", name="PAY JACKPOT")).to_be_disabled()
    touch_seat(page, 3)
    press(page, "PAY JACKPOT")
    owed = page.locator(".jackpots li.chosen .envy")
    expect(owed).to_have_text("$200.00 envy to each of seats 6, 1, from the tray")
    press(page, "PAY THE AGREED SUM")
    press(page, "PAY")
    paid = "Hand $5,000.00 to seat 3, and $200.00 envy to each of seats 6, 1; then touch OK."
    expect(line).to_have_text(paid)
    # Each envy pay is confirmed by itself, and OK waits for all of them.
    expect(page.get_by_role("button", name="OK", exact=True)).to_be_disabled()
    for number in (6, 1):
        page.get_by_role("button", name=f"Seat {number} envy $200.00 paid").click()
    press(page, "OK")
    done = page.locator(".terminal-done.done")
    expect(done).to_contain_text("Seat 3, 7-card straight flush: $5,000.00, done; $200.00 envy")


def test_a_missed_hand_is_asked_for_and_claimed_late(watched: Watched) -> None:
    page = terminal_of(watched, "late")
    touch_seat(page, 4)
    press(page, "START ROUND")
    press(page, "END ROUND")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Seat 4 had the wager and has no jackpot.")
    dialog.get_by_role("button", name="END ROUND").click()
    press(page, "Late claim for the last round")
    seat, hand, _paid_by = dialog.locator("select").all()
    seat.select_option("4")
    hand.select_option("5-card straight flush")
    page.get_by_label("Why it was not claimed in time").fill("seen on camera")
    page.get_by_label("Supervisor").fill("Sue")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Claim")
    line = page.locator(".terminal-next [role=status]")
    expect(line).to_have_text("5-card straight flush at seat 4: touch PAY JACKPOT to see the sum.")
    press(page, "PAY JACKPOT")
    press(page, "PAY THE AGREED SUM")
    press(page, "PAY")
    expect(line).to_have_text("Hand $500.00 to seat 4; then touch OK.")
    press(page, "OK")
    expect(page.locator(".terminal-next")).to_contain_text("Touch the seats that have")


def test_a_seat_is_freed_only_when_that_is_meant(watched: Watched) -> None:
    page = terminal_of(watched, "free")
    page.get_by_role("button", name="Seat a player at 6").click()
    page.get_by_role("textbox", name="Player").fill("Bob")
    page.get_by_label("Buy-in in dollars").fill("500")
    press(page, "Seat")
    bob = watched.open("/table/free", who="Bob")
    wagers = {"type": "PlaceWagers", "seat": 6, "wagers": {"ante": 500, "xtra": 500}}
    bob.request.post(
        "/api/tables/free/commands", data=wagers, headers={"idempotency-key": "bob's wagers"}
    )
    expect(page.locator(".terminal-seat", has_text="Bob")).to_contain_text("$490")
    free = page.get_by_role("button", name="Free seat 6", exact=True)
    free.click()
    press(page, "Free the seat")
    told = "Bob has $10.00 down: have it taken back, or cancel the round."
    expect(page.get_by_role("dialog")).to_contain_text(told)
    press(page, "Back")
    bob.request.post(
        "/api/tables/free/commands",
        data={"type": "TakeBackWagers", "seat": 6},
        headers={"idempotency-key": "bob's wagers taken back"},
    )
    expect(page.locator(".terminal-seat", has_text="Bob")).to_contain_text("$500")
    free.click()
    expect(page.get_by_role("dialog")).to_contain_text("Bob leaves with $500.00.")
    press(page, "Free the seat")
    expect(page.get_by_role("button", name="Seat a player at 6")).to_be_visible()
    # That the floor refused it once, the browser notes by itself.
    watched.faults[:] = [fault for fault in watched.faults if "409" not in fault]


MOVELESS = (".light", ".terminal-hands button", ".keypad button", ".terminal-back button")
"""What a finger may be on its way to."""


def boxes(page: Page) -> dict[str, tuple[float, float, float, float]]:
    """Left, top, right and bottom of each."""
    found: dict[str, tuple[float, float, float, float]] = {}
    for part in MOVELESS:
        for at, one in enumerate(page.locator(part).all()):
            box = one.bounding_box()
            assert box is not None
            left, top = box["x"], box["y"]
            found[f"{part} {at}"] = (left, top, left + box["width"], top + box["height"])
    return found


@pytest.mark.parametrize(("width", "height"), [(800, 480), (1280, 800), (390, 844)])
def test_nothing_moves_under_the_finger_over_a_round(
    watched: Watched, width: int, height: int
) -> None:
    page = terminal_of(watched, "round")
    page.set_viewport_size({"width": width, "height": height})
    wait_until_at_rest(page)
    line = page.locator(".terminal-next [role=status]")
    first = boxes(page)
    for left, top, right, bottom in first.values():
        assert 0 <= left < right <= width and 0 <= top < bottom <= height

    def still() -> None:
        for part, box in boxes(page).items():
            assert all(abs(a - b) <= 2 for a, b in zip(box, first[part], strict=True)), part

    for number in (2, 4):
        page.get_by_role("button", name=f"Seat {number}, light off").click()
        page.get_by_role("button", name=f"Seat {number}, light on").wait_for()
    still()
    press(page, "START ROUND")
    expect(page.get_by_role("button", name="END ROUND")).to_be_enabled()
    page.get_by_role("button", name="PAY JACKPOT").dispatch_event("click")
    expect(page.locator(".terminal-said")).to_have_text("Choose the seat first.")
    still()
    for number in (4, 2):
        touch_seat(page, number)
        expect(line).to_contain_text(f"hand of seat {number}")
        press(page, "5-card straight flush")
        press(page, "PENDING JACKPOT")
        expect(page.locator(".jackpots li", has_text=f"Seat {number}")).to_be_visible()
        still()
    for number in (4, 2):
        touch_seat(page, number)
        for key in ("PAY JACKPOT", "PAY THE AGREED SUM", "PAY"):
            press(page, key)
        expect(line).to_contain_text("then touch OK")
        still()
        press(page, "OK")
    press(page, "END ROUND")
    expect(line).to_contain_text("Touch the seats that have")
    still()
    press(page, "SAME SEATS")
    page.get_by_role("button", name="Seat 2, light on").wait_for()
    press(page, "LIGHTS OFF")
    page.get_by_role("button", name="Seat 2, light off").wait_for()
    still()


def test_a_fixed_pay_takes_three_touches_and_void_is_no_pay(watched: Watched) -> None:
    page = terminal_of(watched, "tray")
    page.set_viewport_size({"width": 800, "height": 480})
    touch_seat(page, 5)
    press(page, "START ROUND")
    line = page.locator(".terminal-next [role=status]")
    expect(line).to_contain_text("Touch each seat that won")
    touch_seat(page, 5)
    hand = page.get_by_role("button", name="4-card straight flush")
    expect(hand).to_contain_text("$150")
    hand.click()
    tray = page.get_by_role("button", name=re.compile("^PAY FROM TRAY"))
    expect(tray).to_contain_text("$150 to seat 5")
    tray.click()
    done = "Seat 5, 4-card straight flush: $150.00, done"
    expect(page.locator(".terminal-done.done")).to_contain_text(done)
    # What takes back stands apart from what pays, and looks otherwise.
    back = page.get_by_role("button", name="VOID", exact=True).bounding_box()
    assert back is not None
    for key in ("PAY JACKPOT", "PAY THE AGREED SUM", "PAY FROM TRAY"):
        pays = page.get_by_role("button", name=key).bounding_box()
        assert pays is not None and pays["x"] > back["x"] + back["width"] + 100
    # CANCEL ROUND takes a reason by touch; the lights stay as they were before START ROUND.
    press(page, "END ROUND")
    touch_seat(page, 3)
    press(page, "START ROUND")
    press(page, "CANCEL ROUND")
    press(page, "Started too soon")
    page.get_by_role("dialog").get_by_role("button", name="CANCEL ROUND").click()
    expect(line).to_contain_text("touch START ROUND")
    expect(page.get_by_role("button", name="Seat 3, light on")).to_be_enabled()


def test_a_supervisor_refuses_at_the_terminal(watched: Watched) -> None:
    page = terminal_of(watched, "refusals", who="Sue")
    touch_seat(page, 2)
    page.get_by_role("button", name="Seat 2, light on").wait_for()
    press(page, "START ROUND")
    line = page.locator(".terminal-next [role=status]")
    expect(line).to_contain_text("Touch each seat that won")
    touch_seat(page, 2)
    press(page, "5-card straight flush")
    press(page, "PENDING JACKPOT")
    jackpot = page.locator(".jackpots li")
    press(page, "Refuse")
    press(page, "Cards not sealed")
    page.get_by_role("dialog").get_by_role("button", name="Refuse").click()
    expect(jackpot).to_contain_text("refused by Sue: Cards not sealed")
    # Another supervisor may still approve it; nobody refuses it twice.
    expect(jackpot.get_by_role("button", name="Approve")).to_be_visible()
    expect(jackpot.get_by_role("button", name="Refuse")).to_have_count(0)
    press(page, "VOID")
    press(page, "Not the hand")
    page.get_by_role("dialog").get_by_role("button", name="VOID").click()
    press(page, "END ROUND")
    page.get_by_role("dialog").get_by_role("button", name="END ROUND").click()
    expect(line).to_contain_text("Touch the seats that have")


def test_a_dealer_takes_over_by_a_pin(watched: Watched) -> None:
    page = terminal_of(watched, "tray", who="Sue")
    page.get_by_role("button", name="Sue change").click()
    pad = page.get_by_role("dialog", name="Change dealer")
    pad.get_by_label("Name").fill("Pia")
    for pin, answer in (("111111", "wrong"), (PIN, "")):
        for digit in pin:
            pad.get_by_role("button", name=digit, exact=True).click()
        pad.get_by_role("button", name="Sign in").click()
        if answer:
            expect(pad.get_by_role("alert")).to_contain_text(re.compile("wrong|not"))
    pia = page.get_by_role("button", name="Pia change")
    expect(pia).to_be_enabled()
    pia.click()
    # Who was here before is a name to touch.
    expect(pad.get_by_role("button", name="Sue", exact=True)).to_be_visible()
    watched.faults[:] = [fault for fault in watched.faults if "401" not in fault]
