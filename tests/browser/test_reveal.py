"""A settled round is revealed one thing after the other, and nothing is told before its moment."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site, Watched, watching
from tests.browser.test_a_seat import button, sit

CONFIG = "".join(
    f'[[table]]\nid = "{name}"\ngame = "{game}"\nrobots = 1\n{more}\n'
    for name, game, more in (
        ("chase", "ctf", "must_hit = {}"),
        ("high", "hcf", ""),
        ("skip", "ctf", ""),
        ("still", "ctf", ""),
    )
)

# What can be seen and heard of a round, each time that any of it changes.
_WATCH = """() => {
    window.seen = [];
    const count = (where) => document.querySelectorAll(where).length;
    const look = () => {
        const now = {
            board: count(".board .ls-card"), dealer: count(".dealer .ls-card:not(.back)"),
            theirs: count(".ls-card.theirs"), hands: count(".seat .small-hand"),
            paid: count(".spot-result"), nets: count(".seat-told em.won, .seat-told em.lost"),
            told: [...document.querySelectorAll("[role=log] p")]
                .filter((one) => /You (won|lost|came)/.test(one.innerText)).length,
            qualifies: /qualif/.test(document.querySelector(".strip").innerText),
            label: document.querySelector(".dealer").ariaLabel,
        };
        if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
    };
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document.body, options);
    look();
}"""

# As soon as the dealer's first card is turned, quicker than any finger.
_SKIP = """(how) => {
    const key = new KeyboardEvent("keydown", { key: " ", bubbles: true });
    const tap = new PointerEvent("pointerdown", { bubbles: true });
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".dealer .ls-card:not(.back)")) return;
        observer.disconnect();
        document.querySelector(".board").dispatchEvent(how === "key" ? key : tap);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("reveal"), CONFIG, words="passed over")
    found.start()
    yield found
    found.end()


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    with watching(browser, site) as found:
        yield found


def bet(page: Page, seat: int, skip: str = "") -> None:
    """Wagers and the largest bet: the rest of the round comes by itself."""
    sit(page, seat)
    button(page, "Ante")
    button(page, "Place")
    page.locator(".row.big button").last.wait_for()
    page.evaluate(_WATCH)
    if skip:
        page.evaluate(_SKIP, skip)
    page.locator(".row.big button").last.click()


def seen(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.seen")
    return found


@pytest.mark.parametrize(("table", "cards"), [("chase", 3), ("high", 7)])
def test_one_thing_after_the_other(watched: Watched, table: str, cards: int) -> None:
    page = watched.open(f"/table/{table}", moving=True)
    bet(page, 1)
    expect(page.get_by_role("log").locator("p", has_text="You ")).to_be_attached()
    steps = seen(page)
    for name in ("board", "dealer", "paid"):
        amounts = [one[name] for one in steps]
        each = sorted(set(amounts))
        assert amounts == sorted(amounts), (name, amounts)
        assert each == list(range(each[0], each[-1] + 1)), f"{name} come one at a time: {amounts}"
    board = steps[-1]["board"]
    for one in steps:
        whole = one["dealer"] == cards
        # The dealer's cards after the board, both flushes after the dealer's cards, then the spots.
        assert not one["dealer"] or one["board"] == board, one
        assert whole or not (one["theirs"] or one["hands"] or one["paid"]), one
        assert whole or one["label"] == "Dealer", "nor is it told to those who listen"
        assert not one["qualifies"] or one["theirs"], one
        assert not one["told"] or one["paid"] == steps[-1]["paid"], one
    at = [
        next(n for n, one in enumerate(steps) if one[name]) for name in ("theirs", "paid", "told")
    ]
    assert at == sorted(at) and len(set(at)) == 3, steps
    assert steps[-1]["paid"] >= 2
    # Both flushes are marked, each in its own way, and the next wagers can be placed at once.
    expect(page.locator(".ls-card.marked").first).to_be_visible()
    button(page, "Ante")
    expect(page.locator(".spot-result")).to_have_count(0)


@pytest.mark.parametrize("how", ["key", "tap"])
def test_it_can_be_skipped(watched: Watched, how: str) -> None:
    page = watched.open("/table/skip", moving=True)
    page.evaluate("localStorage.setItem('longsuit-pace', 'calm')")
    page.reload()
    bet(page, 2 if how == "key" else 4, skip=how)
    expect(page.get_by_role("log").locator("p", has_text="You ")).to_be_attached()
    assert [one["dealer"] for one in seen(page)][-2:] == [1, 3]
    assert {one["dealer"] for one in seen(page)} == {0, 1, 3}
    button(page, "Stand up")


def test_all_at_once_without_motion(watched: Watched) -> None:
    page = watched.open("/table/still")
    bet(page, 1)
    expect(page.locator(".spot-result").first).to_be_visible()
    assert {one["dealer"] for one in seen(page)} == {0, 3}
    assert len({one["paid"] for one in seen(page)}) == 2
