"""The jackpot approval process: papers, two people, slips, the register, tax forms."""

import csv
from datetime import date
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from tests.floor.played import PAPERS
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, Bot, DealtTable, config, running
from tests.wording import reason_of

from longsuit.analysis.report.fonts import SANS
from longsuit.core.money import show_dollars
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive import jackpots as core_jackpots
from longsuit.core.progressive.terminal import Bonus
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.service.jackpots import Register
from longsuit.floor.service.pit import Desk
from longsuit.floor.slips.drawing import CHECK_LIST, slip_pdf
from longsuit.floor.slips.register import SLIPS
from longsuit.floor.slips.sheet import Sheet
from longsuit.floor.slips.tax import tax_forms, tax_note
from longsuit.floor.store.projections.awards import Search

STAR = "7-card straight flush"
SAM = Visitor("supervisor", "Sam")
TABLES = config(
    one={"mode": "live", "approval": 1200},
    two={"mode": "live", "approval": 1200, "links": {"star": "one/star"}},
)
ENVY = config(
    one={
        "mode": "live",
        "game": "hcf",
        "approval": 1200,
        "paytables": {"progressive": "PT-BJS-HCF-SF-E04"},
    }
)


def claim(floor: Floor, table: str, seat: int = 3, hand: str = STAR, *others: int) -> Bot:
    """A jackpot whose amount stands on the terminal."""
    dee, by = Bot(floor, table, DEALER), DEALER.actor
    for light in (seat, *others):
        dee.must(touch.TurnLight(by=by, seat=light, on=True))
    dee.must(ask.StartRound(by=by))
    dee.must(touch.ChooseSeat(by=by, seat=seat))
    dee.must(touch.ChooseHand(by=by, hand=hand))
    dee.must(touch.PendingJackpot(by=by))
    dee.must(touch.PayJackpot(by=by))
    return dee


def approve(winner: str = "Pam Jones", number: int = 1) -> touch.ApproveJackpot:
    return touch.ApproveJackpot(by=SUPERVISOR.actor, number=number, winner=winner, **PAPERS)


def finish(dee: Bot) -> None:
    by = DEALER.actor
    amount = dee.state.terminal.jackpots[-1].amount
    dee.must(touch.PayAgreedSum(by=by, amount=amount))
    dee.must(touch.Ok(by=by))
    dee.must(ask.EndRound(by=by))


def printed(register: Register, slip: int, visitor: Visitor = SUPERVISOR, key: str = "") -> str:
    """The words of a slip that is printed."""
    asked = register.print(visitor, slip, key or f"print {slip} {visitor.name} {id(object())}")
    answer = asked.result(PATIENCE)
    assert answer.ok, reason_of(answer)
    sheet = register.sheet(answer.version)
    assert sheet is not None
    content = slip_pdf(sheet)
    assert slip_pdf(sheet) == content, "a print is always the same"
    return "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


@pytest.mark.rule("CON-13", "CON-20")
def test_above_the_amount_a_jackpot_has_papers_two_people_and_a_slip(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        register, desk = Register(floor), Desk(floor)
        dee = claim(floor, "one")
        (waiting,) = desk.approvals()
        assert waiting.papers and desk.how_many_wait() == 1
        sue = Bot(floor, "one", SUPERVISOR)
        for part, words in (
            ("winner", "say who won: a name, or the seat"),
            ("document", "say which document was seen"),
            ("surveillance", "say surveillance's reference"),
            ("payment", "say how it is paid: chips, hand-pay or cheque"),
        ):
            answer = sue.ask(replace(approve(), **{part: ""}))
            assert words in reason_of(answer)
        assert register.find(Search()) == ()
        assert dee.state.terminal.jackpots[0].step == "verifying", "it stays pending"
        sue.must(approve())
        (slip,) = register.find(Search())
        assert (slip.slip, slip.table, slip.round, slip.seat, slip.hand) == (1, "one", 1, 3, STAR)
        assert (slip.amount, slip.winner, slip.payment) == (10_000_00, "Pam Jones", "hand-pay")
        assert (slip.claimed_by, slip.supervisor, slip.state) == ("Dee", "Sue", "pending")
        finish(dee)
        (slip,) = register.find(Search(state="paid"))
        assert slip.closed is not None and slip.closed >= slip.at
        meter = floor.meters()["one/star"]
        assert meter.off_by == 0
        first, second = printed(register, 1, key="a"), printed(register, 1, SAM)
        assert "ORIGINAL" in first and "COPY" not in first
        assert "COPY" in second and "ORIGINAL" not in second
        assert printed(register, 1, key="a") == first, "the same print asked for again"
        said = ("Pam Jones", "$10,000.00", "passport", "S-1", STAR, "hand-pay", *CHECK_LIST[:3])
        assert [words for words in said if words not in first] == []
        report = audit(floor.log)
        assert report.clean, report.fault


@pytest.mark.rule("CON-13")
def test_slips_of_all_tables_are_numbered_without_a_gap_and_found_again(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    with running(database, TABLES) as floor:
        for number, table in enumerate(("one", "two", "one"), 1):
            dee = claim(floor, table)
            Bot(floor, table, SUPERVISOR).must(approve(f"Winner {number}"))
            if number == 2:
                void = touch.VoidJackpot(by=DEALER.actor, reason="misread")
                dee.must(void)
                dee.must(ask.EndRound(by=DEALER.actor))
            else:
                finish(dee)
    with running(database, TABLES) as floor:
        register = Register(floor)
        assert floor.engine.memory.slips.last == 3, "after a start the numbers go on"
        assert [one.slip for one in register.find(Search())] == [3, 2, 1]
        assert [one.slip for one in register.find(Search(words="WINNER 2"))] == [2]
        assert [one.slip for one in register.find(Search(words="two round"))] == [2]
        assert [one.slip for one in register.find(Search(state="voided"))] == [2]
        assert [one.slip for one in register.find(Search(before=3))] == [2, 1]
        assert register.find(Search(words="%")) == (), "a sign of the database's own is a sign"
        at = register.find(Search(words="winner 2"))[0].at
        assert [one.slip for one in register.find(Search(start=at + 1))] == [3]
        rows = list(csv.DictReader(StringIO(register.export(Search()).decode())))
        assert [row["slip"] for row in rows] == ["3", "2", "1"]
        assert (rows[2]["amount"], rows[2]["tax_form"]) == ("10000.00", "W-2G")
        assert "VOID" in printed(register, 2)
        unknown = register.print(SUPERVISOR, 4, "four").result(PATIENCE)
        assert reason_of(unknown) == "There is no slip 4."
        dealer = register.print(DEALER, 1, "dealer").result(PATIENCE)
        assert reason_of(dealer) == "Only a supervisor may print a jackpot slip."
        assert register.one(9) is None
        report = audit(floor.log)
        assert report.clean, report.fault
        assert floor.log.head(SLIPS).version == 4


@pytest.mark.rule("CON-13")
@pytest.mark.parametrize("letter", ["W", "Wide words "])
def test_a_slip_has_all_that_was_put_down_and_nothing_over_anything(letter: str) -> None:
    """As long as a command takes it: two hundred letters each of winner, document, reference."""
    line, name = (letter * 200)[:200].strip(), (letter * 60)[:60].strip()
    lines = (
        *(("Given", "2026-11-19 21:00:00"), ("Table", f"{name[:40]}, round 12345, seat 7")),
        *(("Hand as keyed", STAR), ("Hand as dealt", "As Ks Qs Js Ts 9s 8s")),
        *(("Wager", "STAX Progressive, $5.00"), ("Paid from", f"meter {line[:80]}")),
        *(("Amount", "$1,234,567.89"), ("Winner", line), ("Document seen", line)),
        *(("Way of payment", "cheque"), ("Surveillance", line)),
        *(("Claimed by", name), ("Approved by", name), ("Late claim", "Claimed late.")),
        ("Tax form", "W-2G; withhold $296,294.29 (published thresholds)"),
    )
    printed_by = f"2026-11-19 21:00:00 by {name[:40]}"
    content = slip_pdf(Sheet(name, 1234, "COPY, record 12345", printed_by, lines, "2026-11-26"))
    page = PdfReader(BytesIO(content)).pages[0]
    drawn: list[tuple[float, float, str]] = []

    def note(text: str, _cm: Any, matrix: list[float], _font: Any, size: float) -> None:
        if text.strip() and size < 20:
            drawn.append((matrix[4], matrix[5], text.strip("\n")))

    page.extract_text(visitor_text=note)
    said = "".join(text for *_, text in drawn).replace(" ", "")
    for words in (*(said_ for _, said_ in lines), printed_by, name, *CHECK_LIST[:3]):
        assert words.replace(" ", "") in said, words
    wide = float(page.mediabox.width)
    assert all(x + stringWidth(text, SANS, 8.5) < wide - 10 for x, _, text in drawn)
    rows = sorted({y for _, y, _ in drawn})
    assert rows[0] > 20 and min(b - a for a, b in pairwise(rows)) > 8.5, "no row over another"
    places = [next(y for _, y, text in drawn if words in text) for words in ("To see", "Dealer")]
    assert places[0] < min(y for _, y, text in drawn if text == "Tax form")
    assert places[1] < places[0] - 4 * 8.5


@pytest.mark.rule("CON-13")
def test_a_formula_in_a_name_is_text_in_the_export(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        claim(floor, "one")
        Bot(floor, "one", SUPERVISOR).must(approve("=1+1"))
        (row,) = csv.DictReader(StringIO(Register(floor).export(Search()).decode()))
        assert row["winner"] == "'=1+1"


@pytest.mark.rule("CON-13")
def test_a_jackpot_is_referred_and_still_waits(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        claim(floor, "one")
        sue = Bot(floor, "one", SUPERVISOR)
        refer = touch.ReferJackpot(by=SUPERVISOR.actor, number=1, to="Tom", reason="over my limit")
        assert reason_of(sue.ask(replace(refer, reason=" "))) == "Give a reason."
        assert reason_of(sue.ask(replace(refer, to="sue"))) == "Say who is to decide instead."
        sue.must(refer)
        (one,) = Desk(floor).approvals()
        assert (one.referred_to, one.referred_why) == ("Tom", "over my limit")
        sam = Bot(floor, "one", SAM)
        sam.must(replace(approve(), by=SAM.actor))
        assert Desk(floor).approvals() == ()


@pytest.mark.rule("CON-18")
def test_a_late_claim_above_the_amount_has_a_slip_too(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        dee, by = Bot(floor, "one", DEALER), DEALER.actor
        dee.must(touch.TurnLight(by=by, seat=3, on=True))
        dee.must(ask.StartRound(by=by))
        dee.must(ask.EndRound(by=by))
        late = touch.ClaimLate(by=by, seat=3, hand=STAR, reason="seen on camera", supervisor="Sue")
        assert "say who won" in reason_of(dee.ask(late))
        dee.must(replace(late, winner="Pam", **PAPERS))
        (slip,) = Register(floor).find(Search())
        assert (slip.late, slip.amount, slip.round) == (True, 10_000_00, 1)
        assert slip.supervisor == "Sue", "without what its own round has added"
        small = replace(late, hand="A-K-Q suited")
        dee.must(touch.PayJackpot(by=by))
        dee.must(touch.VoidJackpot(by=by, reason="another seat"))
        dee.must(small)
        assert len(Register(floor).find(Search())) == 1, "below the amount none is made"
        report = audit(floor.log)
        assert report.clean, report.fault


@pytest.mark.rule("CON-16")
def test_each_envy_pay_is_confirmed_by_itself(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), ENVY) as floor:
        dee = claim(floor, "one", 4, "6-card straight flush", 1, 6)
        by = DEALER.actor
        Bot(floor, "one", SUPERVISOR).must(approve())
        dee.must(touch.PayAgreedSum(by=by, amount=5_000_00))
        said = "Pay the envy pay of seat 6, $200.00, and confirm it first."
        assert reason_of(dee.ask(touch.Ok(by=by))) == said
        dee.must(touch.PayEnvy(by=by, seat=1))
        assert reason_of(dee.ask(touch.PayEnvy(by=by, seat=1))) == "No envy pay is due to seat 1."
        assert reason_of(dee.ask(touch.PayEnvy(by=by, seat=4))) == "No envy pay is due to seat 4."
        view = floor.view("one", Looker("dealer", "Dee"))
        assert view is not None and view.terminal is not None
        (jackpot,) = view.terminal.jackpots
        assert [(one.seat, one.paid) for one in jackpot.envies] == [(6, False), (1, True)]
        dee.must(touch.PayEnvy(by=by, seat=6))
        dee.must(touch.Ok(by=by))
        dee.must(ask.EndRound(by=by))
        report = audit(floor.log)
        assert report.clean, report.fault


@pytest.mark.rule("CON-13")
def test_a_bonus_pay_above_the_amount_waits_for_a_supervisor(tmp_path: Path) -> None:
    """The approval amount is one cent, so that every bonus that wins is above it."""
    tables = config(t={"mode": "dealt", "approval": "0.01", "without": ["stax"]})
    with running(str(tmp_path / "x.db"), tables) as floor:
        table = DealtTable(floor, "t", {1: "Ann", 2: "Bob", 3: "Cy"}, 10_000_00)
        sue, by = Bot(floor, "t", SUPERVISOR), SUPERVISOR.actor
        won: list[Bonus] = []
        for _ in range(40):
            table.wager()
            table.start()
            table.decide()
            found = list(core_jackpots.to_approve(table.dealer.state.terminal))
            for number, one in enumerate(found):
                said = reason_of(table.dealer.ask(ask.EndRound(by=DEALER.actor)))
                assert "a supervisor has to approve it." in said
                asks = touch.ApproveBonus(by=by, seat=one.seat, wager=one.wager)
                assert Desk(floor).how_many_wait() == len(found) - number
                assert "say who won" in reason_of(sue.ask(asks))
                sue.must(replace(asks, winner="Pam", **PAPERS))
            table.end()
            won += found
            if len(won) > 2:
                break
        assert len(won) > 2
        slips = Register(floor).find(Search())
        assert [(one.seat, one.wager, one.amount) for one in reversed(slips)] == [
            (one.seat, one.wager, one.amount) for one in won
        ]
        assert all(one.state == "paid" and len(one.cards.split()) == 7 for one in slips)
        report = audit(floor.log)
        assert report.clean, report.fault


@pytest.mark.rule("CON-19")
def test_tax_forms_follow_a_dated_table() -> None:
    old, new = date(2025, 12, 31), date(2026, 1, 1)
    assert tax_note("us", 599_99, 1_00, old) is None
    assert tax_note("us", 600_00, 5_00, old) is None, "below 300 times the wager"
    note = tax_note("us", 600_00, 2_00, old)
    assert note is not None and (note.form, note.withheld) == ("W-2G", 0)
    assert tax_note("us", 1_999_99, 1_00, new) is None
    large = tax_note("us", 10_000_00, 5_00, new)
    assert large is not None and large.withheld == 2_398_80
    assert large.status == "draft" and "2026" in large.citation
    edge = tax_note("us", 5_005_00, 5_00, new)
    assert edge is not None and edge.withheld == 0, "not more than 5,000 over the wager"
    assert tax_note("none", 10**9, 1, new) is None
    assert tax_note("us", 10**9, 1, date(2001, 1, 1)) is None, "no entry is that old"
    assert all(one.citation and one.status for one in tax_forms())


@pytest.mark.rule("CON-19")
def test_a_bonus_pay_is_taxed_whole_because_it_is_without_its_wager() -> None:
    note = tax_note("us", 5_010_00, 15_00, date(2026, 2, 1), net=True)
    assert note is not None and note.withheld == 1_202_40


def _refuse_bonus(floor: Floor, table: DealtTable, bonus: Bonus) -> None:
    """A supervisor refuses it with a reason; it waits on, with its amount."""
    sue, by = Bot(floor, "t", SUPERVISOR), SUPERVISOR.actor
    no = touch.RefuseBonus(by=by, seat=bonus.seat, wager=bonus.wager, reason="no seal on the deck")
    assert reason_of(sue.ask(replace(no, reason=" "))) == "Give a reason."
    assert reason_of(sue.ask(replace(no, wager="ante"))).startswith("That jackpot is not waiting")
    sue.must(no)
    said = f"{show_dollars(bonus.amount)} of seat {bonus.seat} was refused by Sue (no seal"
    assert reason_of(sue.ask(no)).startswith(said)
    assert reason_of(table.dealer.ask(ask.EndRound(by=DEALER.actor))).startswith(said)
    waits = [
        (one.seat, one.wager, one.amount, one.refused_why)
        for one in Desk(floor).approvals()
        if one.refused_by == "Sue"
    ]
    assert (bonus.seat, bonus.wager, bonus.amount, "no seal on the deck") in waits


@pytest.mark.rule("CON-13")
def test_who_approves_a_bonus_pay_does_not_end_its_round(tmp_path: Path) -> None:
    """The approval amount is one cent, so that every bonus that wins is above it."""
    tables = config(t={"mode": "dealt", "approval": "0.01", "without": ["stax"]})
    with running(str(tmp_path / "x.db"), tables) as floor:
        table = DealtTable(floor, "t", {1: "Ann", 2: "Bob", 3: "Cy"}, 10_000_00)
        sue, by = Bot(floor, "t", SUPERVISOR), SUPERVISOR.actor
        found: list[Bonus] = []
        for _ in range(40):
            table.wager()
            sue.must(ask.StartRound(by=by))
            table.decide()
            found = list(core_jackpots.to_approve(table.dealer.state.terminal))
            if found:
                break
            table.end()
        assert found, "in forty rounds of three seats a bonus wins"
        for one in found:
            where: dict[str, Any] = {"seat": one.seat, "wager": one.wager}
            _refuse_bonus(floor, table, one)
            sue.must(touch.ApproveBonus(by=by, **where, winner="Pam", **PAPERS))
        said = "You approved a bonus pay of this round: another person has to end it."
        assert reason_of(sue.ask(ask.EndRound(by=by))) == said
        table.end()
        assert audit(floor.log, workers=1).fault == ""
