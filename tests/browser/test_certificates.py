"""A house edge is checked in the visitor's own browser, and a changed count is found there."""

import gzip
import json
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched
from tests.browser.test_axe import faults

LAB = Path(__file__).parents[2] / "src" / "longsuit" / "web" / "static" / "lab"
LONG = 300_000.0
"""Milliseconds: the checker counts for seconds, on a busy machine for many of them."""


def check(page: Page) -> None:
    page.get_by_role("button", name="Check it here").click()


def test_certificates_of_the_house_and_of_a_visitor(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/lab/certificates")
    page.get_by_label("How much").select_option(label="Sums")
    check(page)
    edge = "house edge 12033802351/503364407000, 2.3907%"
    expect(page.get_by_text(f"The sums are right: {edge}.")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("row", name="Bets in Antes")).to_contain_text("3, 2, 1")
    assert faults(page) == []

    page.get_by_label("How much").select_option(label="Sums, and every 100th board")
    page.get_by_label("Certificate").select_option(label="A file of your own")
    check(page)
    expect(page.get_by_role("alert").filter(has_text="Choose a file first.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(_changed(tmp_path / "changed"))
    check(page)
    expect(page.get_by_text("Wrong: this file")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Bets and boards differ in sum.")).to_be_visible()

    nothing = tmp_path / "nothing"
    nothing.write_bytes(gzip.compress(b"no certificate"))
    page.locator("input[type=file]").set_input_files(nothing)
    check(page)
    expect(page.get_by_text("This is not a certificate")).to_be_visible(timeout=LONG)


def _changed(path: Path) -> Path:
    """The house's certificate with one opening worth one unit more."""
    packed = (LAB / "chase-the-flush.certificate").read_bytes()
    *lines, last = gzip.decompress(packed).decode().splitlines()
    opening = json.loads(last)
    opening[3] += 1
    path.write_bytes(gzip.compress("\n".join([*lines, json.dumps(opening)]).encode()))
    return path
