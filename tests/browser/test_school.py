"""The school in the browser: decisions, mistakes remembered, and a dealer's drills."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.conftest import Watched
from tests.browser.test_axe import faults
from tests.extent import extent

from longsuit.analysis.exact.advice import advise
from longsuit.core.cards import parse_cards
from longsuit.core.plain_number import read_exact
from longsuit.school.judgement import judge_text
from longsuit.school.score import Score


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).select_option(label=option)


def kept(page: Page) -> list[dict[str, str]]:
    lines: list[str] = page.evaluate("JSON.parse(localStorage['longsuit-decisions'] || '[]')")
    return [json.loads(line) for line in lines]


DECISIONS = extent(12, 50)
NEW_LINE = "\n"


def test_decisions_are_judged_as_the_library_does(watched: Watched) -> None:
    page = watched.open("/train")
    choose(page, "Game", "High Card Flush")
    for number in range(1, DECISIONS + 1):
        page.get_by_role("button", name="Start" if number == 1 else "Next hand").click()
        fold = page.get_by_role("button", name="Fold f")
        expect(fold).to_be_enabled()
        assert page.locator(".drill-verdict").count() == 0
        page.locator("h1").click()
        page.keyboard.press("f")
        expect(page.locator(".lab-tile small").first).to_have_text(re.compile(f"of {number}$"))
        expect(page.locator(".drill-verdict")).to_be_visible()
        # A fold costs what was wagered, exactly.
        expect(page.get_by_role("row", name=re.compile("^Fold"))).to_contain_text(re.compile("-1$"))
    decisions = kept(page)
    costs = [advise("hcf", parse_cards(one["hole"])).cost("fold") for one in decisions]
    assert [read_exact(one["cost"]) for one in decisions] == costs
    right = costs.count(min(costs))
    tiles = page.locator(".lab-tile b")
    expect(tiles.nth(0)).to_have_text(f"{100 * right / DECISIONS:.1f}%")
    expect(tiles.nth(2)).to_have_text(f"{float(100 * sum(costs) / DECISIONS):.2f}")
    assert faults(page) == []
    # Mistakes come again after a reload, from what this browser has kept.
    page.reload()
    choose(page, "Game", "High Card Flush")
    choose(page, "Hands", "Your own mistakes")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Fold f")).to_be_enabled()
    page.get_by_role("button", name="Fold f").click()
    expect(page.locator(".drill-verdict")).to_be_visible()
    assert len(kept(page)) == DECISIONS + 1


READ = {
    "dealer's flush": "K-high four-card flush",
    "dealer qualifies": "yes",
    "player's flush": "K-high three-card flush",
    "higher flush": "the dealer's is higher",
}


def read(about: str, told: str) -> bool:
    return READ[about] == told


def settled(_: str, told: str) -> bool:
    """All spots lost, and nothing paid."""
    return told.endswith("paid, $0.00") or not re.search(": (win|push)|paid, ", told)


def judged(page: Page, is_right: Callable[[str, str], bool]) -> int:
    """The answers that were right; each is called what it is."""
    said = [one.split(": ", 1) for one in page.locator(".drill-answers li").all_inner_texts()]
    for verdict, answer in said:
        assert (verdict == "Right") == is_right(*answer.split(", ", 1)), answer
    return sum(verdict == "Right" for verdict, _ in said)


def test_a_dealer_reads_and_settles(watched: Watched) -> None:
    page = watched.open("/train", width=390, height=844, dark=True)
    page.get_by_role("tab", name="Dealers").click()
    expect(page.get_by_role("combobox", name="Drill")).to_be_visible()
    expect(page.locator(".q-tab-panel")).to_have_count(1)
    page.get_by_role("button", name="Start").click()
    for label, option in (
        ("Dealer's flush, cards", "4"),
        ("Player's flush, cards", "3"),
        ("Dealer qualifies", "yes"),
        ("Higher flush", "dealer"),
    ):
        choose(page, label, option)
    for high in page.get_by_role("combobox", name="High card").all():
        high.select_option(label="K")
    # It runs until the answers are checked, and then stands.
    clock = page.locator(".drill-clock")
    expect(clock).to_have_text(re.compile(r"^([2-9]|\d\d+) s$"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".drill-answers li")).to_have_count(4)
    stands = clock.inner_text()
    right = judged(page, read)
    expect(page.locator(".lab-tile b").first).to_have_text(f"{right} of 4")
    expect(page.get_by_role("combobox", name="Dealer qualifies")).to_have_value("yes")
    page.wait_for_timeout(1200)
    assert clock.inner_text() == stands
    choose(page, "Drill", "Settle the felt")
    choose(page, "Seats", "2")
    page.get_by_role("button", name="Next round").click()
    expect(page.locator(".drill-seat")).to_have_count(2)
    for spot in page.locator(".drill-spots select").all():
        spot.select_option(label="lose")
    for paid in page.get_by_role("textbox", name="You pay, dollars").all():
        paid.fill("0")
    assert faults(page) == []
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".drill-answers li")).to_have_count(4)
    right = judged(page, settled)
    expect(page.locator(".lab-tile b").first).to_have_text(f"{right} of 4")
    expect(page.get_by_role("textbox", name="You pay, dollars").first).to_have_value("0")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_own_rounds_are_judged_as_in_the_drill(watched: Watched, tmp_path: Path) -> None:
    page = watched.open("/train", width=390, height=844)
    files = sorted((Path(__file__).parents[1] / "golden").glob("hcf-q*.txt"))
    text = "\n".join(file.read_text() for file in files)
    (tmp_path / "rounds.txt").write_text(text)
    for field in page.locator(".own-rounds input").all():
        box = field.bounding_box()
        assert box is not None and box["x"] + box["width"] < 390 - 16, box
    page.get_by_label("File").set_input_files(tmp_path / "rounds.txt")
    page.get_by_label("Player").fill("Ann")
    page.get_by_role("button", name="Judge").click()
    score = Score(judge_text(text, "Ann", "rounds.txt"))
    assert score.answers
    report = page.locator(".own-rounds .lab-tile b")
    expect(report.nth(0)).to_have_text(f"{float(100 * score.accuracy):.1f}%")
    expect(report.nth(2)).to_have_text(f"{float(score.cost_per_hundred):.2f}")
    assert len(kept(page)) == len(score.answers) - score.right
    assert faults(page) == []
    # What cannot be is named by its line, wherever the file was divided.
    lines = text.split("\n")
    last = max(at for at, line in enumerate(lines) if line.startswith("seat 1 ends with"))
    lines[last] = "seat 1 ends with 0.01"
    before = f"{text}\n" * (30_000 // len(text) + 1)
    (tmp_path / "wrong.txt").write_text(before + "\n".join(lines))
    page.get_by_label("File").set_input_files(tmp_path / "wrong.txt")
    page.get_by_role("button", name="Judge").click()
    said = page.locator(".own-rounds [role=alert]")
    expect(said).to_contain_text(f"wrong.txt, line {before.count(NEW_LINE) + last + 1}: ")
    page.get_by_label("Player").fill("Nobody")
    page.get_by_label("File").set_input_files(tmp_path / "rounds.txt")
    page.get_by_role("button", name="Judge").click()
    expect(said).to_contain_text("The file has no decisions by Nobody.")
