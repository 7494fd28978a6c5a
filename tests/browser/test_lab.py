"""The lab: every state a link, every figure the library's and to be taken away, on any screen."""

import csv
import json
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched
from tests.browser.test_axe import faults
from tests.own_game import QUICK

from longsuit.analysis.exact.pricing import price
from longsuit.analysis.numbers import percent
from longsuit.lab.benches.wager import TABLES
from longsuit.lab.catalog import BENCHES

NO_SIDE_WAGERS = "flush-bonus=none&straight-flush-bonus=none&progressive=none"
SAME_SUIT = TABLES["same-suit.A"]
FIRST = SAME_SUIT.lines[0]


def edge_of(pays: int) -> str:
    """What the library says of the table with another top pay."""
    lines = (replace(FIRST, pays=FIRST.pays + pays), *SAME_SUIT.lines[1:])
    return percent(price(replace(SAME_SUIT, lines=lines)).house_edge)


def settled(page: Page) -> None:
    expect(page.locator(".lab-body:not(.lab-old)")).to_have_count(1)


def test_a_state_is_a_link(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/lab")
    page.get_by_role("link", name="Paytables").click()
    edge = page.locator(".lab-tile b").first
    expect(edge).to_have_text(edge_of(0))
    field = page.get_by_label(FIRST.hand, exact=True)
    field.fill(str(FIRST.pays + 50))
    expect(edge).to_have_text(edge_of(50))
    _bad_pays(page)
    field.fill(str(FIRST.pays + 50))
    settled(page)
    page.get_by_label("Compare with").select_option("same-suit.A")
    expect(page.get_by_text("Against A")).to_be_visible()
    settled(page)
    # In a browser of somebody else.
    other = watched.open(page.url)
    expect(other.locator(".lab-tile b").first).to_have_text(edge_of(50))
    assert other.locator(".lab-body").inner_text() == page.locator(".lab-body").inner_text()
    page.evaluate("navigator.clipboard.writeText = (text) => { window.taken = text }")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("taken") == page.url
    _exports(page, tmp_path)
    # One step back the table was compared with the other one, two steps back it was as printed.
    page.go_back()
    expect(page.get_by_text("Against B")).to_be_visible()
    expect(edge).to_have_text(edge_of(50))
    page.go_back()
    expect(edge).to_have_text(edge_of(0))
    expect(field).to_have_value(str(FIRST.pays))
    page.go_forward()
    expect(edge).to_have_text(edge_of(50))
    expect(field).to_have_value(str(FIRST.pays + 50))
    # Another table is another form.
    page.get_by_label("Paytable").select_option("stax.STAX-1")
    expect(page.get_by_text("Pays are in dollars for a wager of $5.")).to_be_visible()
    expect(page.get_by_label("Meter star stands at")).to_have_value("10000")
    page.get_by_role("button", name="Reset").click()
    expect(edge).to_have_text(edge_of(0))


def _bad_pays(page: Page) -> None:
    """The field says what is wrong; the last figures stay, seen to be of another table."""
    field = page.get_by_label(FIRST.hand, exact=True)
    for typed, said in (
        ("many", '"many" isn\'t a valid pay. Try 50, 2.5 or 3/2.'),
        ("1e20000000", '"1e20000000" isn\'t a valid pay.'),
        ("", "Enter a value, such as 50, 2.5 or 3/2."),
    ):
        field.fill(typed)
        expect(page.locator(".lab-wrong")).to_contain_text(said)
        expect(page.locator("[aria-invalid=true]")).to_have_count(1)
        expect(field).to_have_value(typed)
        expect(page.locator(".lab-old .lab-tile b").first).to_have_text(edge_of(50))


def _exports(page: Page, folder: Path) -> None:
    """Files hold what the page shows, and the command is the one that gives it."""
    table = page.locator("[data-id=side-by-side]")
    shown = table.locator("tbody tr").first.locator("td").all_inner_texts()
    files = {}
    for kind, place in (
        ("CSV", table.get_by_role("link", name="CSV")),
        ("JSON", table.get_by_role("link", name="JSON")),
        ("SVG", page.get_by_role("link", name="SVG").first),
        ("PNG", page.get_by_role("button", name="PNG").first),
    ):
        with page.expect_download() as started:
            place.click()
        files[kind] = folder / kind
        started.value.save_as(files[kind])
    rows = list(csv.DictReader(files["CSV"].read_text(encoding="utf-8").splitlines()))
    headings = table.locator("th").all_inner_texts()
    assert [rows[0][heading] for heading in headings] == shown
    data = json.loads(files["JSON"].read_text(encoding="utf-8"))
    assert [
        cell if isinstance(cell, str) else cell["text"] for cell in data["rows"][0].values()
    ] == shown
    assert files["SVG"].read_text(encoding="utf-8").startswith("<svg")
    assert files["PNG"].read_bytes().startswith(b"\x89PNG")
    chart = page.locator(".lab-picture").first
    chart.get_by_role("button", name="Copy command").click()
    drawn = page.evaluate("taken")
    said = page.locator(".lab-foot code").inner_text()
    assert drawn == f"{said} --only {chart.get_attribute('data-id')} --svg"
    assert said == f"longsuit lab paytables against=same-suit.A pay1={FIRST.pays + 50}"


def test_what_takes_long_is_cancelled(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/lab/simulation?game=high-card-flush")
    mean = page.locator(".lab-tile b").first
    worked_out = mean.inner_text()
    rounds = page.get_by_label("Rounds", exact=True)
    count = page.get_by_role("button", name="Calculate")
    rounds.fill("12")
    count.click()
    expect(page.locator(".lab-wrong")).to_have_text(
        "Enter a whole number from 1,000 to 50,000,000."
    )
    rounds.fill("50,000,000")
    count.click()
    expect(page.locator(".lab-progress")).to_contain_text("left")
    expect(page.locator(".lab-old .lab-tile b").first).to_have_text(worked_out)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. The figures below are from the last run.")).to_be_visible()
    # Its worker is free again: the next one is counted.
    rounds.fill("20,000")
    count.click()
    settled(page)
    expect(mean).not_to_have_text(worked_out)
    page.goto(f"/lab/par?game=high-card-flush&{NO_SIDE_WAGERS}")
    with page.expect_download() as started:
        page.get_by_role("button", name="PDF").click()
    started.value.save_as(tmp_path / "par.pdf")
    assert (tmp_path / "par.pdf").read_bytes().startswith(b"%PDF-")
    # Workers have done all of it.
    loaded = watched.site.loaded()
    assert not any(name in loaded for name in ("/numpy/", "/llvmlite/", "/matplotlib/"))


def test_a_game_file_is_edited_and_loaded(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/lab/game-file")
    side = page.locator("[data-id=side-wagers] tbody td").nth(2)
    expect(side).to_have_text("6.82353%")
    text, count = page.get_by_label("Game file"), page.get_by_role("button", name="Calculate")
    text.fill(QUICK.replace("= 17", "= 18"))
    count.click()
    expect(side).to_have_text("1.64706%")
    assert watched.open(page.url).get_by_label("Game file").input_value() == text.input_value()
    line = QUICK.split("\n").index("hole = 3") + 1
    text.fill(QUICK.replace("hole = 3", "hole = 9"))
    count.click()
    expect(page.locator(".lab-wrong")).to_contain_text(f"game.toml, line {line}: ")
    text.fill(QUICK.replace('unqualified = "push"', 'unqualified = "win"', 1))
    count.click()
    expect(page.locator("[data-id=changed-decisions] tbody td").nth(1)).to_have_text("fold")
    page.locator("[data-set='cell=T83'] text").click()
    expect(page.get_by_role("heading", name="Hands of the cell T8")).to_be_visible()
    # A longer one comes from a file, and goes in the body of a request.
    long = tmp_path / "long.toml"
    long.write_text(QUICK.replace("= 17", "= 16") + "#" * 5000, encoding="utf-8")
    page.get_by_label("Or load a file:").set_input_files(long)
    count.click()
    expect(side).to_have_text("12.00000%")
    expect(page.get_by_text("This is too long for a link: keep the file.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    with page.expect_download() as started:
        page.locator("[data-id=side-wagers]").get_by_role("link", name="CSV").click()
    started.value.save_as(tmp_path / "side.csv")
    assert "12.00000%" in (tmp_path / "side.csv").read_text(encoding="utf-8")


def test_a_solve_is_cancelled_inside_a_step(watched: Watched) -> None:
    """It hears nothing while its kernels run: its process ends, and the next one counts."""
    page = watched.open("/lab/game-file?start=flush-rush")
    expect(page.locator(".lab-progress")).to_contain_text("solving Flush Rush")
    began = watched.site.workers()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.", exact=True)).to_be_visible()
    for _ in range(600):
        if not began or not began <= watched.site.workers():
            break
        time.sleep(0.1)
    assert not began or not began <= watched.site.workers(), "its process goes on"
    page.goto("/lab/game-file")
    page.get_by_label("Game file").fill(QUICK.replace("= 17", "= 19"))
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("[data-id=side-wagers] tbody td").nth(2)).to_have_text("-3.52941%")


def test_a_hand_is_picked_from_the_deck(watched: Watched) -> None:
    page = watched.open("/lab?game=high-card-flush&hole=AhKhQhJhTh9h8h&board=&seen=")
    expect(page.locator(".lab-tile b").first).to_have_text("Raise 3x")
    page.get_by_role("button", name="ace of hearts").click()
    expect(page.get_by_text("Pick 7 cards for your hand.")).to_be_visible()
    page.get_by_role("button", name="two of clubs").click()
    expect(page.locator(".lab-tile b").last).to_have_text("K-high")
    page.get_by_label("Next card goes to").select_option("dealer")
    page.get_by_role("button", name="ace of hearts").click()
    expect(page.locator(".lab-foot code")).to_contain_text("dealer=Ah")


@pytest.mark.parametrize(("width", "height", "dark"), [(1280, 800, False), (360, 740, True)])
def test_every_bench_opens_on_figures_and_is_whole(
    watched: Watched, width: int, height: int, dark: bool
) -> None:
    page = watched.open("/lab", width=width, height=height, dark=dark)
    for name in (*BENCHES, "certificates"):
        page.goto(f"/lab/{name}")
        if name in BENCHES:
            expect(page.locator(".lab-table").first).to_be_visible()
        # On a phone the benches are a strip, and the one at hand is in sight.
        expect(page.locator(".lab-tabs [aria-current]")).to_be_in_viewport(ratio=0.99)
        # Nothing was counted for it.
        assert page.locator(".lab-progress").count() == 0
        wide = page.evaluate(_CUT)
        assert not wide, (name, wide)
        assert faults(page, _ALIKE) == [], name


def test_a_cell_of_the_strategy_is_touched(watched: Watched) -> None:
    page = watched.open("/lab/strategy?game=high-card-flush")
    page.locator("[data-set='cell=T83'] text").click()
    expect(page.get_by_role("heading", name="Hands of the cell T8")).to_be_visible()
    expect(page.get_by_label("Show the hands of")).to_have_value("T83")
    assert "cell=T83" in page.url


_ALIKE = ("tbody tr:nth-child(n+5)", ".lab-picture svg", "option", ".deck-card:nth-child(n+15)")
"""Many of a kind, of which a few are looked at."""
_CUT = """() => [...document.querySelectorAll('#content *')].filter((one) =>
  one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll')
  && one.checkVisibility()).map((one) => one.outerHTML.slice(0, 120))"""
