"""The lab: its figures are the library's, and every bench can be read on a small dark screen."""

from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched
from tests.browser.test_axe import faults

from longsuit.analysis.exact.pricing import price
from longsuit.core.games.catalog import paytables
from longsuit.web.lab.figures import percent

BENCHES = (
    "Paytables",
    "Hands",
    "Openings",
    "Progressives",
    "Simulation",
    "Face up",
    "PAR sheets",
    "Certificates",
)


def bench(page: Page, name: str) -> None:
    tab = page.get_by_role("tab", name=name, exact=True)
    if tab.get_attribute("aria-selected") == "true":
        return
    page.evaluate("document.querySelector('.q-tab-panel').dataset.before = 'yes'")
    tab.click()
    # The one before slides away.
    expect(page.locator(".q-tab-panel[data-before]")).to_have_count(0)
    expect(page.locator(".q-tab-panel")).to_have_count(1)


def test_the_lab_counts_what_the_library_does(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/lab")
    _edit_a_pay(page)

    bench(page, "Hands")
    page.get_by_label("High Card Flush").check()
    for rank in ("ace", "king", "queen", "jack", "ten", "nine", "eight"):
        page.get_by_role("button", name=f"{rank} of hearts").click()
    expect(page.locator("tr.best")).to_contain_text("3x")

    bench(page, "Simulation")
    page.get_by_label("Game").click()
    page.get_by_role("option", name="High Card Flush").click()
    _refused(page, "Rounds", ("", "12", "1e20000000"), "Simulate", "1,000 to 50,000,000")
    page.get_by_label("Rounds").fill("20,000")
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_text("−0.02665")).to_be_visible()
    above = page.get_by_role("button", name="Simulate").bounding_box()
    below = page.locator(".lab-tile").first.bounding_box()
    assert above and below and above["y"] < below["y"]

    bench(page, "Face up")
    _refused(page, "Other hands seen", ("9", ""), "Study", "0 to 5")
    page.get_by_label("Other hands seen").fill("5")
    page.get_by_label("Deals").fill("100")
    page.get_by_role("button", name="Study").click()
    expect(page.get_by_text("100 deals")).to_be_visible()

    bench(page, "PAR sheets")
    _take_a_sheet(page, tmp_path / "par.pdf")
    # Workers have done all of it.
    loaded = watched.site.loaded()
    assert not any(name in loaded for name in ("/numpy/", "/llvmlite/", "/matplotlib/"))


def _edit_a_pay(page: Page) -> None:
    """The edge is what the library says of the edited table, and goes back with it."""
    table = next(one for one in paytables() if one.wager == "same-suit")
    first = table.lines[0]
    edited = replace(table, lines=(replace(first, pays=first.pays + 50), *table.lines[1:]))
    page.get_by_label("Paytable").click()
    page.get_by_role("option", name=f"Same Suit Bonus · {table.id}").click()
    field = page.get_by_label(first.hand, exact=True)
    field.fill(str(first.pays + 50))
    tiles = page.locator(".lab-tile b")
    edge = percent(price(edited).house_edge)
    expect(tiles.first).to_have_text(edge)
    for typed, said in (("many", '"many" isn\'t a valid pay'), ("1e20000000", '"1e20000000" isn')):
        field.fill(typed)
        # The field says what is wrong, and the last figures stay, seen to be of another table.
        expect(page.locator(".q-field--error")).to_have_count(1)
        expect(page.locator(".q-field--error").get_by_text(said)).to_be_visible()
        expect(page.locator(".lab-old .lab-tile b").first).to_have_text(edge)
    field.fill("")
    expect(page.get_by_text("Enter a pay, such as 50, 2.5 or 3/2.")).to_be_visible()
    field.fill(str(first.pays + 50))
    expect(page.locator(".lab-old, .q-field--error")).to_have_count(0)
    expect(tiles.first).to_have_text(edge)
    page.get_by_role("button", name="Reset").click()
    expect(tiles.first).to_have_text(percent(price(table).house_edge))


def _refused(page: Page, label: str, typed: tuple[str, ...], name: str, bounds: str) -> None:
    """A number out of bounds is not made another: the field is marked, and nothing is run."""
    for text in typed:
        page.get_by_label(label).fill(text)
        page.get_by_role("button", name=name).click()
        expect(page.get_by_text(f"Enter a whole number from {bounds}.")).to_be_visible()
        expect(page.locator(".q-field--error")).to_have_count(1)
        expect(page.get_by_label(label)).to_have_value(text)
        expect(page.get_by_role("button", name=name)).to_be_enabled()
        page.get_by_label(label).fill("1")
        expect(page.locator(".q-field--error")).to_have_count(0)
    assert page.locator(".lab-tile").count() == 0


def _take_a_sheet(page: Page, path: Path) -> None:
    """The sheet of a variant, as a PDF."""
    page.get_by_label("Game").click()
    page.get_by_role("option", name="High Card Flush").click()
    page.get_by_label("Flush Bonus", exact=True).click()
    page.get_by_role("option", name="not offered").click()
    page.get_by_label("Dealer's qualifier").fill("much")
    page.get_by_text("What strategies and habits cost").click()
    page.get_by_role("button", name="PDF").click()
    expect(page.get_by_text("'much' is not a qualifier")).to_be_visible()
    page.get_by_label("Dealer's qualifier").fill("none")
    with page.expect_download() as started:
        page.get_by_role("button", name="PDF").click()
    started.value.save_as(path)
    assert path.read_bytes().startswith(b"%PDF-")


def test_a_field_has_room_for_its_sign_and_for_what_is_wrong(watched: Watched) -> None:
    page = watched.open("/lab", width=360, height=740, dark=True)
    page.get_by_label("Paytable").click()
    page.get_by_role("option", name="STAX Progressive Paytable 1").first.click()
    expect(page.get_by_text("Pays in dollars for a wager of $5.")).to_be_visible()
    field = page.get_by_label("A-K-Q-J suited", exact=True)
    expect(field).to_have_value("250")
    field.fill("many, and a few more")
    said = page.get_by_text("isn't a valid pay. Try 250 or 12.50.")
    expect(said).to_be_visible()
    page.wait_for_function(_APART)


def test_every_bench_is_whole_on_a_small_dark_screen(watched: Watched) -> None:
    page = watched.open("/lab", width=360, height=740, dark=True)
    for name in BENCHES:
        bench(page, name)
        if name == "Openings":
            page.get_by_role("button", name="A and K, All three of one suit: all bet").click()
        elif name == "Progressives":
            expect(page.locator(".lab-chart svg text").first).to_be_visible()
        expect(page.get_by_text("Counting …")).to_have_count(0)
        wide = page.evaluate(_CUT)
        assert not wide, (name, wide)
        assert faults(page) == [], name


_CUT = """() => [...document.querySelectorAll('.lab-panels *')].filter((one) =>
  one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll')
  && one.checkVisibility()).map((one) => one.outerHTML.slice(0, 120))"""
# What is typed lies in its box, and no field over another.
_APART = """() => [...document.querySelectorAll('.lab-lines .q-field')].every((field) => {
  const typed = field.querySelector('input').getBoundingClientRect();
  const box = field.querySelector('.q-field__control').getBoundingClientRect();
  const below = field.nextElementSibling?.getBoundingClientRect();
  const said = field.querySelector('[role=alert]')?.getBoundingClientRect();
  return typed.bottom <= box.bottom + 1 && (said?.bottom ?? 0) <= (below?.top ?? 1e6);
})"""
