"""The page that checks receipts works from a file, without any server."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.test_axe import faults
from tests.vectors import FOLDER

from longsuit.web.receipt import make_page


def test_a_receipt_is_checked_from_a_file(browser: Browser, tmp_path: Path) -> None:
    file, receipt = tmp_path / "receipt.html", tmp_path / "receipt.json"
    file.write_text(make_page(), encoding="utf-8")
    cases = json.loads((FOLDER / "receipts.json").read_text("utf-8"))["cases"]
    good = next(one["receipt"] for one in cases if one["holds"] and one["receipt"]["must_hit_by"])
    bad = next(one["receipt"] for one in cases if one["lie"] == "another winner")
    context = browser.new_context(offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    receipt.write_text(json.dumps(good), encoding="utf-8")
    page.get_by_label("A receipt from a file").set_input_files(receipt)
    check = page.get_by_role("button", name="Check")
    check.click()
    expect(page.get_by_role("status")).to_have_text("All of it holds.")
    expect(page.get_by_text("Signed by regulator.example/w on")).to_be_visible()
    expect(page.get_by_text("The Must Hit secret opens its commitment.")).to_be_visible()
    assert faults(page) == []
    page.get_by_label("or pasted here").fill(json.dumps(bad))
    page.get_by_label("Public keys that you trust").fill("\n".join(bad["keys"]))
    check.click()
    expect(page.get_by_role("status")).to_have_text("Something does not hold.")
    expect(page.get_by_text("The trigger or the seat is not the one")).to_be_visible()
    page.get_by_label("or pasted here").fill("nonsense")
    check.click()
    expect(page.get_by_text("That is not a receipt")).to_be_visible()
    assert wrong == []
    context.close()
