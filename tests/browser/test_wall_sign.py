"""The sign on the wall, the terminal and the table: jackpots pending, void and paid; a cut."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import PASSWORD, Watched, wait_until_at_rest

from longsuit.core.money import parse_dollars

HAND = "5-card straight flush"


def press(terminal: Page, name: str) -> None:
    terminal.get_by_role("button", name=name, exact=True).click()


def terminal_of(watched: Watched, table: str) -> Page:
    return watched.open(f"/terminal/{table}", who="Dee", width=1024, height=768)


def claim(terminal: Page, seat: int) -> None:
    """A round with two seats, and a jackpot at one of them."""
    for number in (2, 4):
        terminal.get_by_role("button", name=f"Seat {number}, light off").click()
    press(terminal, "START ROUND")
    terminal.get_by_role("button", name=f"Seat {seat}, light on").click()
    press(terminal, HAND)
    press(terminal, "PENDING JACKPOT")
    expect(terminal.locator(".jackpots li")).to_contain_text(HAND)


def end_round(terminal: Page) -> None:
    """A seat has claimed nothing, so the terminal asks."""
    press(terminal, "END ROUND")
    terminal.get_by_role("dialog").get_by_role("button", name="END ROUND").click()


def test_a_jackpot_is_celebrated_when_it_is_paid_and_a_void_brings_none_back(
    watched: Watched,
) -> None:
    terminal = terminal_of(watched, "wall")
    sign, table = watched.open("/sign/wall"), watched.open("/table/wall")
    expect(sign.locator(".sign-foot")).to_contain_text("Play money")
    claim(terminal, 4)
    expect(sign.locator(".pending")).to_have_text(
        f"Jackpot pending: $500.00 · By the wall, seat 4 · {HAND}"
    )
    expect(table.locator(".meter .pending")).to_contain_text("Seat 4, $500.00")
    assert not sign.locator(".sign-hit").count() and not table.locator(".party").count()
    press(terminal, "PAY JACKPOT")
    expect(terminal.locator(".terminal-next")).to_contain_text("needs a supervisor")
    # All that a jackpot needs is there without scrolling.
    for part in (".jackpots li", ".jackpots .ls-button.main", ".keypad", ".terminal-hands"):
        box = terminal.locator(part).bounding_box()
        assert box is not None and box["y"] + box["height"] <= 768
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
    expect(terminal.locator(".terminal-next")).to_contain_text("Verify $500.00")
    press(terminal, "PAY THE AGREED SUM")
    press(terminal, "PAY")
    for page, party in ((sign, ".sign-hit"), (table, ".party")):
        expect(page.locator(party)).to_contain_text("$500.00")
    expect(sign.locator(".sign-hit")).to_contain_text(f"By the wall, seat 4{HAND}")
    press(terminal, "OK")
    end_round(terminal)
    sign.reload()
    table.reload()
    last = sign.locator(".sign-meter p", has_text="Last hit")
    expect(last).to_have_text(f"Last hit $500.00 · By the wall, seat 4 · {HAND}")
    claim(terminal, 2)
    expect(sign.locator(".pending")).to_contain_text("seat 2")
    expect(table.locator(".meter .pending")).to_contain_text("Seat 2")
    press(terminal, "VOID")
    terminal.get_by_label("Why").fill("not the hand")
    terminal.get_by_role("dialog").get_by_role("button", name="VOID").click()
    # What was paid before is on the sign again, and nobody celebrates it.
    expect(last).to_contain_text("seat 4")
    expect(table.locator(".meter .pending")).to_have_count(0)
    assert not sign.locator(".sign-hit").count() and not table.locator(".party").count()
    end_round(terminal)


def test_players_see_the_lights_and_the_raised_pays(watched: Watched) -> None:
    """On the table's page, on its sign; and the sign of the link that the table is on."""
    terminal = terminal_of(watched, "raised")
    for number in (2, 4):
        terminal.get_by_role("button", name=f"Seat {number}, light off").click()
    press(terminal, "START ROUND")
    expect(terminal.locator(".terminal-next")).to_contain_text("Touch each seat that won")
    sign = watched.open("/sign/raised", width=1080, height=1920)
    expect(sign.locator(".sign-lights")).to_have_text("In this round: 24")
    raised = sign.locator(".sign-side .raised")
    assert raised.count() >= 1
    hand, paid = raised.first.locator("th").inner_text(), raised.first.locator("td").inner_text()
    table = watched.open("/table/raised#rules")
    expect(table.locator(".live-lights .lit")).to_have_count(2)
    expect(table.locator(".live-raised li", has_text=hand)).to_contain_text(paid)
    expect(table.get_by_role("complementary", name="Rules")).to_be_visible()
    code = sign.get_by_role("img", name="Rules and pays")
    where = f"Rules and pays: {watched.site.address}/table/raised#rules"
    expect(code).to_have_attribute("aria-label", where)
    press(terminal, "END ROUND")
    terminal.get_by_role("dialog").get_by_role("button", name="END ROUND").click()
    expect(table.locator(".live-lights .lit")).to_have_count(0)
    link = watched.open("/sign/link/harbour main", width=800, height=480)
    expect(link.get_by_role("heading", level=1)).to_have_text("Raised · By the harbour")
    expect(link.get_by_role("heading", level=2)).to_have_text("♛7-card straight flush")


SIZES = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
SCREENS = ((1920, 1080), (1080, 1920), (3840, 2160), (800, 480), (390, 844))
_FILLED = """() => {
    const wheels = document.querySelector(".sign-meter .wheels");
    const { clientWidth, clientHeight } = wheels.parentElement;
    const filled = Math.max(wheels.offsetWidth / clientWidth, wheels.offsetHeight / clientHeight);
    return filled > 0.85 && filled <= 1;
}"""


def test_no_meter_is_written_larger_than_one_that_holds_more(watched: Watched) -> None:
    """At every size, and also where the screen is turned or filled while the sign is on it."""
    sign = watched.open("/sign/chase")
    expect(sign.locator(".sign-meter")).to_have_count(5)
    for width, height in SCREENS:
        sign.set_viewport_size({"width": width, "height": height})
        sign.wait_for_function(_FILLED)
        texts = sign.locator(".sign-meter .ls-hidden").all_inner_texts()
        values = list(map(parse_dollars, texts))
        sizes = sign.locator(".sign-meter .wheels").evaluate_all(SIZES)
        assert values == sorted(values, reverse=True) and sizes == sorted(sizes, reverse=True)
        for one in sign.locator(".sign-meter, .sign-side, .sign-foot").all():
            box = one.bounding_box()
            assert box is not None and box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height


def test_the_server_dies_and_comes_back(watched_alone: Watched) -> None:
    """Each page says so in its own line, and no box lies over it."""
    site, terminal = watched_alone.site, terminal_of(watched_alone, "door")
    sign = watched_alone.open("/sign/chase")
    meters = sign.locator(".sign-meter").count()
    assert meters > 1
    expect(sign.locator(".wheels").last).to_have_attribute("style", re.compile("font-size"))
    wait_until_at_rest(sign)
    sizes = sign.locator(".wheels").evaluate_all(SIZES)
    assert sizes[0] > 1.3 * max(sizes[1:])
    expect(terminal.locator(".terminal-next")).to_contain_text("Touch the seats")
    site.kill()
    expect(sign.get_by_role("status")).to_have_text("Connecting …")
    expect(terminal.locator(".terminal-next")).to_contain_text("Connection lost")
    site.start()
    expect(sign.get_by_role("status")).to_have_count(0)
    expect(sign.locator(".sign-meter")).to_have_count(meters)
    expect(terminal.locator(".terminal-next")).to_contain_text("Touch the seats")
    terminal.get_by_role("button", name="Seat 1, light off").click()
    terminal.get_by_role("button", name="Seat 1, light on").click()
    expect(terminal.get_by_role("button", name="Seat 1, light off")).to_be_enabled()
