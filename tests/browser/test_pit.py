"""The pit desk: a supervisor, an auditor and an admin at their work, and a player turned away."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import (
    CONFIG,
    PASSWORD,
    Site,
    Watched,
    add_staff,
    wait_until_settled,
    watching,
)
from tests.browser.test_axe import faults
from tests.browser.test_three_browsers import press

from longsuit.cli.main import main
from longsuit.floor.checkpoints.signer import open_signer

_THREE_ROWS = ".pit-rows tbody tr:nth-child(n + 4) { display: none !important; }"
"""The rows of a table are alike, and axe looks at each of them for long."""


def at_desk(watched: Watched, name: str, tab: str, width: int = 1280, dark: bool = False) -> Page:
    page = watched.open(f"/pit/{tab}", who=name, width=width, dark=dark)
    expect(page.get_by_role("navigation", name="Pit desk")).to_be_visible()
    return page


def test_a_supervisor_opens_changes_and_closes_a_table(watched: Watched) -> None:
    page = at_desk(watched, "Sue", "tables")
    other = at_desk(watched, "Aud", "tables")
    page.get_by_role("button", name="Open a table").click()
    form = page.get_by_role("dialog", name="Open a table")
    form.get_by_label("Id").fill("P1")
    form.get_by_label("Name").fill("By the window")
    form.get_by_label("Game").select_option("High Card Flush")
    form.get_by_label("Progressive: Paytable").select_option("PT-PRG-HCF-MLP-03")
    expect(form.get_by_label("Meter level-2")).to_be_visible()
    form.get_by_label("Seats", exact=True).fill("9")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form.get_by_role("alert")).to_have_text("High Card Flush has from 1 to 6 seats, not 9.")
    form.get_by_label("Seats", exact=True).fill("4")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form).to_be_hidden()
    # The other desk sees it by itself, and has no button for it.
    theirs = other.get_by_role("row", name=re.compile("By the window"))
    expect(theirs).to_contain_text("0 of 4 taken")
    expect(other.get_by_role("button", name="Change: By the window")).to_have_count(0)

    page.get_by_role("button", name="Change: By the window").click()
    form = page.get_by_role("dialog", name="Change By the window")
    expect(form.get_by_label("Progressive: Paytable")).to_have_value("PT-PRG-HCF-MLP-03")
    form.get_by_label("Ante: Least in dollars").fill("25")
    form.get_by_label("Ante: Most in dollars").fill("20")
    form.get_by_role("button", name="Change", exact=True).click()
    expect(form.get_by_role("alert")).to_contain_text("The limits of the Ante make no sense")
    form.get_by_label("Ante: Most in dollars").fill("250")
    form.get_by_role("button", name="Change", exact=True).click()
    expect(form).to_be_hidden()
    assert stake_of(page, "P1") == {"name": "Ante", "least": 2500, "most": 25000}

    page.get_by_role("button", name="Links: By the window").click()
    form = page.get_by_role("dialog", name="Links of By the window")
    form.get_by_label("Meter level-1").fill("window link")
    form.get_by_role("button", name="Change the links").click()
    expect(form).to_be_hidden()
    other.goto("/pit/meters")
    expect(other.get_by_role("row", name=re.compile("window link"))).to_contain_text("P1")

    page.get_by_role("button", name="Close: By the window").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("status").first).to_have_text("By the window is closed.")
    expect(page.get_by_role("button", name="Open again: By the window")).to_be_visible()
    expect(other.get_by_role("row", name=re.compile("window link"))).to_contain_text("None")
    # Opened again as it was, and closed for good.
    page.get_by_role("button", name="Open again: By the window").click()
    page.get_by_role("dialog").get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("button", name="Close: By the window")).to_be_visible()
    assert stake_of(page, "P1") == {"name": "Ante", "least": 2500, "most": 25000}
    page.get_by_role("button", name="Close: By the window").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("button", name="Open again: By the window")).to_be_visible()


def stake_of(page: Page, table: str) -> dict[str, object]:
    lobby = page.request.get("/api/tables").json()["tables"]
    found: dict[str, object] = next(one for one in lobby if one["id"] == table)["stake"]
    return found


def test_a_jackpot_at_a_live_table_is_approved_and_has_its_slip(watched: Watched) -> None:
    desk = at_desk(watched, "Sue", "approvals")
    expect(desk.get_by_text("No jackpot waits for approval.")).to_be_visible()
    terminal = watched.open("/terminal/live", who="Dee", width=1024)
    terminal.get_by_role("button", name=re.compile("^Seat 3")).click()
    press(terminal, "START ROUND")
    terminal.get_by_role("button", name=re.compile("^Seat 3")).click()
    press(terminal, "7-card straight flush")
    press(terminal, "PENDING JACKPOT")
    waiting = desk.get_by_role("row", name=re.compile("On felt"))
    expect(waiting).to_contain_text("Seat 3")
    expect(waiting).to_contain_text("7-card straight flush")
    expect(waiting).to_contain_text("s ago")
    expect(desk.get_by_role("link", name="Approvals")).to_contain_text("1 waiting")
    desk.get_by_role("button", name="Approve: On felt").click()
    for label, said in (
        ("Who won", "Pam Jones"),
        ("Document seen", "passport"),
        ("Surveillance reference", "S-1"),
    ):
        desk.get_by_label(label).fill(said)
    desk.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(desk.get_by_role("status").first).to_contain_text("for seat 3 at On felt is approved")
    expect(desk.get_by_text("No jackpot waits for approval.")).to_be_visible()
    expect(terminal.locator(".jackpots li")).to_contain_text("approved by Sue")
    for key in ("PAY JACKPOT", "PAY THE AGREED SUM", "PAY", "OK", "END ROUND"):
        press(terminal, key)
    expect(terminal.get_by_role("status")).to_contain_text("Touch the seats")
    desk.get_by_role("link", name="Jackpots").click()
    slip = desk.get_by_role("row", name=re.compile("Pam Jones"))
    expect(slip).to_contain_text("paid")
    slip.get_by_role("button", name="Print slip").click()
    with desk.expect_download() as paper:
        desk.get_by_role("dialog").get_by_role("button", name="Print").click()
    assert re.fullmatch(r"jackpot-slip-\d+\.pdf", paper.value.suggested_filename)


def test_a_jackpot_is_refused_with_a_reason(watched: Watched) -> None:
    desk = at_desk(watched, "Sue", "approvals")
    terminal = watched.open("/terminal/live", who="Dee", width=1024)
    terminal.get_by_role("button", name=re.compile("^Seat 2")).click()
    press(terminal, "START ROUND")
    terminal.get_by_role("button", name=re.compile("^Seat 2")).click()
    press(terminal, "7-card straight flush")
    press(terminal, "PENDING JACKPOT")
    press(terminal, "PAY JACKPOT")
    desk.get_by_role("button", name="Refuse: On felt").click()
    form = desk.get_by_role("dialog")
    form.get_by_label("Why").fill("the deck was not sealed")
    form.get_by_role("button", name="Refuse", exact=True).click()
    expect(form).to_be_hidden()
    expect(desk.get_by_role("status").first).to_contain_text("for seat 2 at On felt is refused.")
    waiting = desk.get_by_role("row", name=re.compile("On felt"))
    expect(waiting).to_contain_text("Refused by Sue: the deck was not sealed")
    expect(desk.get_by_role("button", name="Refuse: On felt")).to_have_count(0)
    expect(desk.locator(".pit-count")).to_be_hidden()
    refused = "refused by Sue: the deck was not sealed"
    expect(terminal.locator(".jackpots li")).to_contain_text(refused)
    expect(terminal.get_by_role("status")).to_contain_text("was refused by Sue")
    press(terminal, "VOID")
    terminal.get_by_label("Why").fill("the deck was not sealed")
    terminal.get_by_role("dialog").get_by_role("button", name="VOID").click()
    expect(terminal.get_by_role("dialog")).to_have_count(0)
    press(terminal, "END ROUND")
    # It may have been the wrong hand, or the wrong seat: the others are looked at before the end.
    end = terminal.get_by_role("dialog")
    expect(end).to_contain_text("Seat 2 had the wager and has no jackpot.")
    end.get_by_role("button", name="END ROUND").click()
    expect(terminal.get_by_role("status")).to_contain_text("Touch the seats")
    expect(desk.get_by_text("No jackpot waits for approval.")).to_be_visible()


def test_a_correction_takes_two_people(watched: Watched) -> None:
    page = at_desk(watched, "Sue", "meters")
    page.get_by_role("button", name="Correct: live/heart").click()
    form = page.get_by_role("dialog")
    expect(form).not_to_contain_text("PRG")
    form.get_by_label("Added, in dollars").fill("12.50")
    form.get_by_label("Why").fill("counted twice")
    for second, password, said in (
        ("Sue", PASSWORD, "A second member of the staff has to confirm this."),
        ("Dee", "no such password", "The name and the password do not go together"),
        ("Dee", PASSWORD, ""),
    ):
        form.get_by_label("Second person").fill(second)
        form.get_by_label("Their password").fill(password)
        form.get_by_role("button", name="Correct", exact=True).click()
        if said:
            expect(form.get_by_role("alert")).to_contain_text(said)
    expect(form).to_be_hidden()
    expect(page.get_by_role("status").first).to_have_text("live/heart: done, by Sue and Dee.")
    page.get_by_role("button", name="Statement: live/heart").click()
    page.get_by_role("dialog").get_by_role("button", name="Show").click()
    changes = page.get_by_role("table", name="Changes")
    expect(changes).to_contain_text("$12.50")
    row = changes.get_by_role("row", name=re.compile("counted twice"))
    expect(row).to_contain_text("supervisor Sue")
    expect(row).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))
    expect(page.get_by_text("Not explained by any change: $0.00.")).to_be_visible()


def test_a_meter_goes_down_for_a_reason_that_is_named(watched: Watched) -> None:
    page = at_desk(watched, "Sue", "meters")
    page.get_by_role("button", name="Reduce: live/spade").click()
    form = page.get_by_role("dialog")
    form.get_by_role("combobox").first.select_option("gross-receipts")
    form.get_by_label("Amount in dollars").fill("1")
    form.get_by_label("Why").fill("month's end")
    form.get_by_label("Second person").fill("Dee")
    form.get_by_label("Their password").fill(PASSWORD)
    form.get_by_role("button", name="Reduce", exact=True).click()
    expect(form.get_by_role("alert")).to_contain_text(
        "money leaves the reserve or the overflow only"
    )
    form.get_by_role("combobox").first.select_option("malfunction")
    form.get_by_role("button", name="Reduce", exact=True).click()
    expect(form).to_be_hidden()
    expect(page.get_by_role("status").first).to_have_text("live/spade: done, by Sue and Dee.")


def test_an_admin_adds_a_dealer(watched: Watched) -> None:
    page = at_desk(watched, "Ada", "staff")
    page.get_by_role("button", name="Add somebody").click()
    form = page.get_by_role("dialog", name="Add somebody")
    form.get_by_label("Name").fill("Dan")
    form.get_by_label("Password or PIN").fill("123456")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(form.get_by_role("alert")).to_contain_text("That is easy to guess")
    form.get_by_label("Password or PIN").fill(PASSWORD)
    form.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status").first).to_have_text("Dan is added, as dealer.")
    dan = watched.open("/")
    watched.sign_in(dan, "Dan")
    page.get_by_role("button", name="Close: Dan").click()
    page.get_by_role("button", name="Close the account").click()
    expect(page.get_by_role("button", name="Reopen: Dan")).to_be_visible()
    dan.goto("/terminal/live")
    expect(dan.get_by_role("heading", name="For the staff")).to_be_visible()


def test_an_auditor_audits_and_reads(watched: Watched, tmp_path: Path) -> None:
    page = at_desk(watched, "Aud", "audit")
    page.get_by_role("button", name="Run the audit").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("All of it holds.")).to_be_visible()
    expect(page.get_by_role("table", name="Summary")).to_contain_text("Records, each with its hash")

    page.goto("/pit/log")
    records = page.get_by_role("table", name="Records")
    expect(records).to_contain_text("PersonAdded")
    page.get_by_label("Stream").select_option("table live")
    expect(records).to_contain_text("TableSet")

    page.goto("/pit/reports")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("Log and ledger agree.")).to_be_visible()
    expect(page.get_by_role("table", name="Tables")).to_contain_text("Dealt")
    with page.expect_download() as started:
        page.get_by_role("button", name="JSON").click()
    report = json.loads(Path(started.value.path()).read_bytes())
    assert report["differences"] == []
    with page.expect_download() as started:
        page.get_by_role("button", name="CSV").click()
    packed = zipfile.ZipFile(io.BytesIO(Path(started.value.path()).read_bytes()))
    assert any(name.endswith("-tables.csv") for name in packed.namelist())


def test_the_desk_shows_who_has_witnessed_what(browser: Browser, tmp_path: Path) -> None:
    """How far the log is signed, how far each witness has got, and how old both are."""
    key, name = tmp_path / "away" / "witness.pem", "regulator.example/floor"
    known = [str(one) for one in open_signer([key], make=True).witness_keys(name)]
    site = Site(tmp_path, CONFIG.replace("[house]", f"[house]\nwitnesses = {json.dumps(known)}"))
    site.start()
    add_staff(site)
    try:
        with watching(browser, site) as watched:
            page = at_desk(watched, "Aud", "audit")
            witnesses = page.get_by_role("table", name="Witnesses")
            expect(witnesses).to_contain_text(name)
            expect(witnesses).to_contain_text("none yet")
            last = page.get_by_text(re.compile(r"^Last checkpoint: [\d,]+ records, .+ ago\.$"))
            expect(last).to_be_visible()
            file = str(tmp_path / "away" / "seen.jsonl")
            asked = ["--floor", site.address, "--file", file, "--key", str(key), "--name", name]
            assert main(["witness", *asked, "--once"]) == 0
            page.reload()
            row = witnesses.get_by_role("row").filter(has_text=name)
            expect(row).to_contain_text(re.compile(r"\d+:\d+.*\d+ (seconds|minutes)"))
            expect(row).not_to_contain_text("none yet")
    finally:
        site.kill()


def test_papers_are_made_at_the_desk(watched: Watched) -> None:
    """Who may not see accounts is offered no review of them."""
    page = at_desk(watched, "Sue", "papers", width=390, dark=True)
    papers = page.get_by_role("table", name="Papers")
    expect(papers.get_by_role("row")).to_have_count(8)
    for paper, ending, begins in (("Exceptions", "PDF", b"%PDF"), ("Internal", "HTML", b"<!doct")):
        row = papers.get_by_role("row").filter(has_text=paper)
        row.get_by_role("button", name=ending).click()
        with page.expect_download() as started:
            page.get_by_role("dialog").get_by_role("button", name="Make").click()
        content = Path(started.value.path()).read_bytes()
        assert content[:6].lower().startswith(begins.lower())
        expect(page.get_by_text(f"{started.value.suggested_filename} is among")).to_be_visible()
    page = at_desk(watched, "Ada", "papers")
    expect(page.get_by_role("row").filter(has_text="Access review")).to_be_visible()


def test_the_day_that_was_picked_stays(watched: Watched) -> None:
    page = at_desk(watched, "Aud", "reports")
    day = page.get_by_label("Day, week, month or range")
    day.fill("2026-01-31")
    page.get_by_role("button", name="Show").click()
    said = page.get_by_text("The report of 2026-01-31.")
    expect(said).to_be_visible()
    expect(page.get_by_text("No table was used on that day.")).to_be_visible()
    expect(day).to_have_value("2026-01-31")


def test_others_are_told_that_it_is_for_the_staff(watched: Watched) -> None:
    for name in ("Ann", "Dee"):
        page = watched.open("/pit", who=name)
        expect(page.get_by_role("heading", name="For the staff")).to_be_visible()
        assert page.get_by_role("table").count() == 0
    stranger = watched.open("/pit/staff")
    expect(stranger.get_by_role("heading", name="For the staff")).to_be_visible()


def test_the_desk_goes_when_the_session_does(watched: Watched) -> None:
    page = at_desk(watched, "Sue", "tables")
    expect(page.get_by_role("table", name="Open tables")).to_be_visible()
    page.request.delete("/api/sessions/current")
    expect(page.get_by_role("heading", name="For the staff")).to_be_visible()
    assert page.get_by_role("table").count() == 0


@pytest.mark.parametrize(
    ("width", "dark", "visits"),
    [
        (1280, False, {"Sue": ("tables", "meters", "register"), "Aud": ("audit",)}),
        (360, True, {"Sue": ("approvals", "reports"), "Aud": ("staff", "log")}),
    ],
)
def test_axe_finds_no_fault_at_the_desk(
    watched: Watched, width: int, dark: bool, visits: dict[str, tuple[str, ...]]
) -> None:
    for name, tabs in visits.items():
        page = at_desk(watched, name, tabs[0], width, dark)
        for tab in tabs:
            page.goto(f"/pit/{tab}")
            wait_until_settled(page)
            if tab == "reports":
                page.get_by_role("button", name="Show").click()
                page.get_by_text("Log and ledger agree.").wait_for()
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (tab, wide)
            page.add_style_tag(content=_THREE_ROWS)
            assert faults(page) == [], tab
            if tab == "tables":
                page.get_by_role("button", name="Open a table").click()
                page.get_by_role("dialog").wait_for()
                assert faults(page) == [], "the form"
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.rule("CON-1", "CON-8")
def test_a_supervisor_files_adopts_and_withdraws(watched: Watched) -> None:
    page = at_desk(watched, "Sue", "register")
    entries = page.get_by_role("table", name="Entries")
    tables = page.get_by_role("table", name="Tables for money")
    expect(tables).to_contain_text("Approved internal controls for Chase the Flush")
    page.get_by_role("button", name="Adopt a limit").click()
    form = page.get_by_role("dialog", name="Adopt a limit of the law")
    form.get_by_label("First day").fill("2016-02-30")
    form.get_by_role("button", name="Adopt", exact=True).click()
    expect(form.get_by_role("alert")).to_have_text(
        "'2016-02-30' isn't a date: write it as 2026-01-31."
    )
    form.get_by_label("First day").fill("")
    form.get_by_role("button", name="Adopt", exact=True).click()
    expect(form).to_be_hidden()
    expect(entries).to_contain_text("WAC 230-15-140")
    expect(tables).not_to_contain_text("A limit of the law that holds today")

    page.get_by_role("button", name="File an approval").click()
    form = page.get_by_role("dialog", name="File an approval")
    form.get_by_label("Authority").fill("Commission")
    form.get_by_label("Reference number").fill("16-117")
    form.get_by_label("Date").fill("2016-06-22")
    form.get_by_label("Names the rules and paytables of").select_option(index=1)
    form.get_by_role("button", name="File", exact=True).click()
    expect(form).to_be_hidden()
    expect(entries).to_contain_text("16-117")

    page.get_by_role("button", name="Withdraw: 1").click()
    form = page.get_by_role("dialog", name="Withdraw entry 1?")
    form.get_by_label("Reason").fill("a typing error")
    form.get_by_role("button", name="Withdraw", exact=True).click()
    expect(form).to_be_hidden()
    expect(entries).to_contain_text("Withdrawn by supervisor Sue: a typing error")
    # Who only reads has no button.
    other = at_desk(watched, "Aud", "register")
    expect(other.get_by_role("table", name="Entries")).to_contain_text("a typing error")
    expect(other.get_by_role("button", name="File an approval")).to_have_count(0)
