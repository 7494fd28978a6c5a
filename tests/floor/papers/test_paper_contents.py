"""Papers of a floor: what each says, from one configuration and from a log known by heart."""

import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import Engine
from tests.floor.playing import config, with_house
from tests.floor.reports.scripted import (
    DAY,
    DEE,
    HOUR,
    SUE,
    T1,
    ZONE,
    Script,
    claim,
    paying,
    play_the_day,
)

from longsuit.analysis.report.content import Bullets, Paper
from longsuit.analysis.report.files import sheet_bytes
from longsuit.analysis.report.html import to_html
from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.progressive.commands import ApproveJackpot, RefuseJackpot, SetMeter, TurnLight
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Actor, StartRound
from longsuit.floor.config.settings import FloorConfig, HouseConfig, TableConfig
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import Facts, configured, recorded
from longsuit.floor.papers.kinds import KINDS, SORTS, Kind, Posted, Wanted, house_of
from longsuit.floor.papers.submission import chi_square, chi_square_bound
from longsuit.floor.register.entries import LegalLimit
from longsuit.floor.register.register import Filed
from longsuit.floor.reports.period import read_period
from longsuit.floor.service.registry import Registry
from longsuit.floor.store.people_rows import add_person, sign_in
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import ChangeDuty, CloseTable

DATE = "2026-05-12"
FLOOR = with_house(
    config(
        C1={
            "mode": "dealt",
            "approval": 1200,
            "links": {"star": "harbour star"},
            "must_hit": {},
            "limits": {"ante": [5, 100, 5]},
            "seats_per_player": 2,
            "spot_factor": 2,
        },
        C2={"mode": "live", "links": {"star": "harbour star"}, "face_up": True},
        H1={
            "game": "hcf",
            "mode": "dealt",
            "bonus_cap": 25000,
            "paytables": {"progressive": "PT-BJS-HCF-SF-E04"},
        },
    ),
    name="Harbour",
    legal_maximum=500_00,
    jurisdiction="Washington, licence 1",
    help_text="Call 555.",
    play_money=False,
)
ENVY = {"paytables": {"progressive": "PT-BJS-HCF-SF-E04"}}
HOUSE = house_of(HouseConfig(zone=ZONE, day_starts=HOUR, name="Scripted"))


def made(kind: Kind, table: str = "", floor: FloorConfig = FLOOR, **posted: Posted) -> Paper:
    facts = configured(floor)
    facts = Facts(facts.house, facts.tables, {"harbour star": posted["star"]} if posted else {})
    return prepare(Wanted(kind, DATE, table), facts)()


def rows(paper: Paper, table: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in paper.table(table).rows]


def said(paper: Paper) -> str:
    """All bullets in one."""
    return "\n".join(
        item for block in paper.blocks() if isinstance(block, Bullets) for item in block.items
    )


@pytest.mark.rule("CON-9")
def test_the_controls_have_every_meter_with_its_terms() -> None:
    paper = made("controls", star=Posted(20_000_00, 50_00))
    meters = {row[0]: row[1:] for row in rows(paper, "meters")}
    assert set(meters) == {
        *("harbour star", "H1/main", "C1/must-hit"),
        *(f"{table}/{name}" for table in ("C1", "C2") for name in ("spade", "heart", "diamond")),
    }
    assert meters["harbour star"] == [
        *("C1, C2", "$5.00", "$10,000.00", "2.00%", "0.00%", "$20,000.00", "$50.00")
    ]
    assert meters["C1/must-hit"][-2:] == ["$1,000.00", "none"]
    awards = {row[0]: row[1:] for row in rows(paper, "awards")}
    assert set(awards) == set(meters) and all("gross receipts" in one[1] for one in awards.values())
    assert awards["harbour star"][0] == "100% for 7-card straight flush."
    assert "a hidden amount up to $1,000.00" in awards["C1/must-hit"][0]
    text = said(paper)
    assert "No wager goes beyond $500.00" in text and "a round's bonus payouts" in text
    assert rows(paper, "approval")[0][1:] == ["$1,200.00", "two people, papers, a numbered slip"]
    assert rows(paper, "approval")[1][1:] == ["none", "the dealer pays alone"]
    for section in ("dealing", "jackpots", "corrections", "access", "records"):
        assert paper.section(section).blocks


@pytest.mark.rule("CON-9", "CON-3")
def test_the_controls_have_the_rules_of_every_table_and_every_prize() -> None:
    """Tables that differ in a rule have a part each; fixed, envy and raised pays are prizes too."""
    floor = config(
        H1={"game": "hcf", "paytables": {"progressive": "PT-BJS-HCF-SF-E05"}, "bonus_cap": 25000},
        H2={"game": "hcf", "paytables": {"progressive": "PT-PRG-HCF-D01a"}, "face_up": True},
        H3={"game": "hcf", "paytables": {"progressive": "PT-PRG-HCF-D01a"}, "face_up": True},
    )
    paper = made("controls", floor=floor)
    parts = {part.title: part for part in paper.section("dealing").parts}
    assert list(parts) == ["High Card Flush: H1", "High Card Flush: H2, H3"]
    lines = {
        title: [item for block in part.blocks if isinstance(block, Bullets) for item in block.items]
        for title, part in parts.items()
    }
    down, up = lines.values()
    assert "Cards are dealt face down: a player sees their own cards only." in down
    assert "Players may not show their hands to each other, nor discuss them." in down
    assert any("$25,000 at most" in one for one in down)
    assert "Players' cards are dealt face up to everyone; the dealer's stay hidden." in up
    assert not any("face down" in one or "may not show" in one for one in up)
    assert not any("longsuit" in one for one in up), "the floor's papers name no commands"
    tables = {one.title: one for one in paper.tables()}
    envy = [[cell.text for cell in row] for row in tables["Progressive: H1"].rows]
    assert envy[0][1:] == ["the main meter", "$250"] and envy[2][1:] == ["$250", ""]
    dynamic = tables["Progressive: H2, H3"]
    assert dynamic.rows[1][1].text == "$500, or raised"
    assert "6-card straight flush, one of $750, $1,000, $1,500" in dynamic.note
    ids = [one.id for one in paper.tables()]
    assert len(ids) == len(set(ids)), "each is an address of its own on the page"


@pytest.mark.rule("CON-9")
def test_the_controls_say_when_the_seed_is_drawn() -> None:
    """As decisions/0032 has it: wagers are closed first."""
    text = said(made("controls"))
    assert "a seed, which is drawn when wagers are closed" in text
    assert "before wagers open" not in text


@pytest.mark.rule("CON-4")
def test_a_table_with_other_pays_is_not_said_to_be_studied() -> None:
    other = config(C={"paytables": {"xtra": "B"}, "face_up": True})
    assert "it needs a study of its own" in to_html(made("face-up", "C", other))
    assert "plays the rules and pays of the study" in to_html(made("face-up", "C2"))


@pytest.mark.rule("CON-8")
def test_the_controls_have_the_law_that_is_on_file(engine: Engine) -> None:
    """What is set binds the configuration; what is on file and in force is told with it."""
    assert "The house has set no limit of the law." in said(made("controls", floor=config(C1={})))
    now = int(datetime(2026, 5, 1, tzinfo=UTC).timestamp() * 1e6)
    registry = Registry(engine, HouseConfig())
    for amount, since in ((300_00, "2016-06-22"), (400_00, "2026-05-12"), (500_00, "2026-05-13")):
        limit = LegalLimit(amount, since, "WAC 230-15-140")
        assert isinstance(registry.file(None, limit, now), Filed)
    withdrawn = registry.file(None, LegalLimit(100_00, "2026-05-11", "a mistake"), now)
    assert isinstance(withdrawn, Filed)
    registry.withdraw(None, withdrawn.number, "not the law", now)
    with reading(engine) as found:
        text = said(prepare(Wanted("controls", DATE), recorded(found, HOUSE))())
    assert "the limit of the law: $400.00, WAC 230-15-140, from 2026-05-12." in text
    assert "with a larger wager is named at the pit desk" in text
    assert "set no limit" not in text and "$500.00" not in text and "a mistake" not in text


def test_no_page_of_the_controls_is_half_empty() -> None:
    """But the last: a short paper of two tables has no page for a few lines."""
    pages = sheet_bytes(made("controls"), ".pdf")
    reader = PdfReader(BytesIO(pages))
    lengths = [len(page.extract_text().splitlines()) for page in reader.pages]
    assert min(lengths[:-1]) > 25, lengths


@pytest.mark.rule("CON-10", "CON-11", "CON-12")
def test_the_posted_sheet_is_of_that_very_table() -> None:
    chase, high = made("rack-card", "C1"), made("rack-card", "H1")
    assert ["6-card flush", "20 to 1"] in rows(chase, "pays-xtra")
    assert ["7-card straight flush", "the star meter"] in rows(chase, "pays-stax")
    assert "Ante: $5 to $100, in steps of $5." in said(chase)
    assert "On two spots or more the Ante is at least $10 on each." in said(chase)
    assert "A player may have 2 hands." in said(chase)
    assert "There is no aggregate limit" in said(chase)
    assert "All bonus payouts of a round together come to $25,000 at most" in said(high)
    assert ["7-card straight flush", "the main meter", "$200"] in rows(high, "pays-progressive")
    for paper in (chase, high):
        assert "Wagers between players are not allowed." in said(paper)
        assert "Players may not show their hands to each other, nor discuss them." in said(paper)
    assert "A player wagers on one hand." in said(high)
    assert "Players' hands are dealt face up." in said(made("rack-card", "C2"))


@pytest.mark.rule("CON-10", "HCF-2", "HCF-5")
def test_a_sheet_says_one_thing_of_raises_and_of_a_mandatory_progressive() -> None:
    """Tables that differ in it are not alike in the controls either (CON-5)."""
    floor = config(
        H1={"game": "hcf", "raise_step": 5, "progressive_mandatory": True},
        H2={"game": "hcf"},
    )
    own, usual = made("rack-card", "H1", floor), made("rack-card", "H2", floor)
    assert rows(own, "decisions")[0][2].endswith("for its flush, below it in steps of $5")
    assert rows(usual, "decisions")[0][2].endswith("for its flush, in whole Antes")
    wagers = {row[0]: row[2] for row in rows(own, "wagers")}
    assert wagers["Progressive"] == "mandatory, one fixed amount a seat"
    assert wagers["Flush Bonus"] == "optional"
    assert {row[0]: row[2] for row in rows(usual, "wagers")}["Progressive"].startswith("optional")
    parts = made("controls", floor=floor).section("dealing").parts
    assert [part.title for part in parts] == ["High Card Flush: H1", "High Card Flush: H2"]


@pytest.mark.rule("CON-9", "CON-13", "CON-16")
def test_the_controls_say_nothing_that_is_not_so_on_that_floor() -> None:
    """What no table has is not in its controls: no envy, no mystery, no slip, no late claim."""
    bare = config(H1={"game": "hcf", "mode": "dealt", "without": ["progressive"]})
    text = said(made("controls", floor=bare))
    assert not re.search("Envy|Must Hit|[Ss]lip|meter|keys|START ROUND adds|live", text), text
    assert {one.id for one in made("controls", floor=bare).sections}.isdisjoint({"accumulation"})
    dealt = said(made("controls", floor=config(C1={"mode": "dealt", "approval": 1200})))
    assert "a bonus pay above the amount" in dealt and "was missed" not in dealt
    assert "Must Hit" not in dealt and "Envy" not in dealt
    live = config(H1={"game": "hcf", "mode": "live", "approval": 500} | ENVY)
    text = said(made("controls", floor=live))
    assert "Envy pays are confirmed one by one" in text and "was missed" in text
    assert "a bonus pay above" not in text and "order of the deck" not in text
    two = config(H1={"game": "hcf", "mode": "live", "approval": 500, "approval_process": False})
    text = said(made("controls", floor=two))
    assert "a supervisor who did not claim it" in text and "lip" not in text


@pytest.mark.rule("CON-39")
def test_age_help_line_and_jurisdiction_are_the_houses_own_words() -> None:
    page = to_html(made("rack-card", "C1"))
    assert "Must be 21 or older to gamble. Call 555." in page and "GAMBLER" not in page
    assert "Washington, licence 1" in page and "Play money" not in page
    spoken = HouseConfig(play_money=True, play_money_text="For fun.", age_text="", help_text="")
    assert spoken.line == "For fun."
    with pytest.raises(ValueError, match="up to 200 characters"):
        HouseConfig(help_text="x" * 201)


@pytest.mark.rule("CON-32", "CON-33")
def test_a_submission_has_amounts_chances_returns_and_the_shuffles_certificate() -> None:
    paper = made("submission", "C1")
    amounts = {row[0]: row for row in rows(paper, "amounts")}
    assert amounts["harbour star"][1:6] == ["$5.00", "$10,000.00", "$10,000.00", "2.00%", "0.00%"]
    chances = {(row[0], row[1]): row[3] for row in rows(paper, "chances")}
    assert chances["harbour star", "7-card straight flush"] == "4,180,768"
    figures = {row[0]: row[1] for row in rows(paper, "wager-2-figures")}
    assert figures["Return: contributions"] == "17.00000%"
    [certificate] = rows(paper, "shuffles")
    assert (certificate[0], certificate[1], certificate[-1]) == (DATE, "2,600", "passes")
    assert "is not rarer than 1 in 100,000,000." in paper.table("chances").note


@pytest.mark.rule("CON-33")
def test_the_test_of_the_shuffle_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffle that leaves every other deck as it comes from the box does not pass."""
    assert abs(chi_square_bound(100) - 124.342) < 0.01
    monkeypatch.setattr(
        "longsuit.floor.papers.submission.shuffle",
        lambda _table, number, *_: tuple(range(52)) if number % 2 else tuple(range(51, -1, -1)),
    )
    statistic, freedom = chi_square(260)
    assert freedom == 2601 and statistic > chi_square_bound(freedom)


@pytest.mark.rule("CON-4")
def test_the_face_up_study_is_by_seats_with_its_error() -> None:
    paper = made("face-up", "C2")
    assert rows(paper, "face-up")[-1] == ["7", "-2.3907%", "3.315%", "0.018%", "0.924%", "74,384"]
    assert "the standard error is that of the mean" in said(paper)


def test_what_no_paper_can_be_made_of_is_one_sentence() -> None:
    with pytest.raises(InputError, match=r"^There is no study of Flush Rush dealt face up\.$"):
        made("face-up", "C", config(C={"game": "rush"}))
    with pytest.raises(InputError, match=r"^Name a table of the floor: C1, C2, H1\.$"):
        made("rack-card", "C9")
    with pytest.raises(InputError, match="read from a floor's log"):
        made("report")
    with pytest.raises(InputError, match=r"^Table T has no progressive to submit\.$"):
        made("submission", "T", config(T={"without": ["stax"]}))
    assert set(KINDS) == set(SORTS)


# From the log


@pytest.fixture
def played(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Engine:
    script = Script(engine, monkeypatch)
    play_the_day(script)
    script.at = DAY.end + 60_000_000
    script.ask(ChangeDuty(by=DEE, on=True), "T1")
    script.ask(ChangeDuty(by=SUE, on=True), "L1")
    script.ask(ChangeDuty(by=DEE, on=False), "T1")
    limit = SetMeter(by=SUE, limit=25_000_00, bound=0, reason="posted", second="Sam")
    script.ask(limit, meter="T1/star")
    return engine


def of_period(engine: Engine, kind: Kind, period: str, **more: Any) -> Paper:
    with reading(engine) as found:
        facts = recorded(found, HOUSE)
        make = prepare(Wanted(kind, DATE, period=period, theory=False, **more), facts, found)
    return make()


@pytest.mark.rule("CON-37", "CON-38")
def test_a_report_is_of_a_day_or_longer_by_table_wager_and_dealer(played: Engine) -> None:
    day = of_period(played, "report", "2026-05-10")
    # By hand in tests/floor/reports: three rounds at T1, two at L1, one at P1.
    by_table = [(row[0], row[2]) for row in rows(day, "by-table")]
    assert by_table == [("L1", "2"), ("P1", "1"), ("T1", "3")]
    dealers = {(row[0], row[1]): row[2:] for row in rows(day, "by-dealer")}
    assert dealers["T1", "Dee"] == ["3", "$210.00", "-$425.00"]
    assert dealers["L1", "Dee"] == ["2", "$5.00", "-$235.00"]
    assert rows(day, "duty") == []
    week, month = (of_period(played, "report", one) for one in ("2026-W19", "2026-05"))
    assert rows(week, "by-table") == rows(day, "by-table")
    assert [row[2:] for row in rows(month, "duty")] == [
        ["Dee", "came on"],
        ["Sue", "came on"],
        ["Dee", "went off"],
    ]
    shift = of_period(played, "report", "2026-05-11T05:00..2026-05-11T06:00")
    assert [(row[0], row[2]) for row in rows(shift, "by-table")] == [("T1", "1")]
    assert "Log and ledger agree." in to_html(month)


@pytest.mark.rule("CON-34")
def test_exceptions_are_counted_by_person(played: Engine) -> None:
    paper = of_period(played, "exceptions", "2026-05-10")
    assert rows(paper, "persons") == [
        ["dealer Dee", "cancelled round", "1"],
        ["dealer Dee", "voided jackpot", "1"],
        ["supervisor Sue", "corrected meter", "1"],
    ]
    why = {row[2]: row[4] for row in rows(paper, "each")}
    assert why["cancelled round"] == "a card was exposed"
    assert why["corrected meter"] == "$1.00, sign read a dollar low, with Sam"
    assert rows(of_period(played, "exceptions", "2026-05-12"), "persons") == []


@pytest.mark.rule("CON-21")
def test_statements_reconcile_every_meter(played: Engine) -> None:
    paper = of_period(played, "meters", "2026-05-01..2026-05-31")
    names = [section.title for section in paper.sections]
    assert "T1/star" in names and "L1/main" in names
    sums = [one for one in paper.tables() if one.id.startswith("sum")]
    assert sums and all("Unexplained: $0.00" in one.note for one in sums)
    one = of_period(played, "meters", "2026-05", meter="T1/star")
    assert [section.title for section in one.sections] == ["T1/star"]


def test_papers_are_of_the_tables_that_are_open(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(engine, monkeypatch)
    play_the_day(script)
    script.ask(CloseTable(by=SUE), "L1")
    with reading(engine) as found:
        facts = recorded(found, HOUSE)
    assert [one.id for one in facts.tables] == ["P1", "T1"]
    assert facts.table("T1").settings.name == T1.name


@pytest.mark.parametrize(
    "period",
    [
        *("", "2026-13", "2026-02-30", "2026-W54", "2026-05-10..2026-05-09", "today's", "9" * 5000),
        *("0001-01-01..9999-12-31", "2026-05-10T06:00..2026-05-10T06:00", "2026-05-10T06:00..x"),
    ],
)
@pytest.mark.rule("CON-38")
def test_an_impossible_period_is_one_sentence(period: str) -> None:
    with pytest.raises(InputError) as caught:
        read_period(period)
    assert str(caught.value).count(".") <= 5 and len(str(caught.value)) < 250


def test_a_paper_is_the_same_bytes_again_in_both_forms() -> None:
    paper = made("rack-card", "H1")
    for ending in (".pdf", ".html"):
        assert sheet_bytes(paper, ending) == sheet_bytes(paper, ending)
    assert sheet_bytes(paper, ".pdf").startswith(b"%PDF")


@pytest.mark.rule("CON-34")
def test_an_approval_after_a_refusal_is_an_exception(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever overrides a refusal is named; an approval that nobody had refused is none."""
    script = Script(engine, monkeypatch)
    live = TableConfig(id="L2", game="hcf", mode="live", approval=1, approval_process=False)
    script.at = DAY.start
    script.open(live)
    sam = Actor("supervisor", "Sam")
    for seat, refused in ((1, True), (2, False)):
        script.ask(TurnLight(by=DEE, seat=seat, on=True), "L2")
        script.ask(StartRound(by=DEE), "L2")
        script.touch("L2", *claim(seat, "5-card straight flush"))
        if refused:
            script.ask(RefuseJackpot(by=SUE, number=1, reason="not on camera"), "L2")
        script.ask(ApproveJackpot(by=sam, number=1), "L2")
        script.touch("L2", *paying(250_00))
        script.end("L2")
    paper = of_period(engine, "exceptions", "2026-05-10")
    assert rows(paper, "persons") == [
        ["supervisor Sam", "approved after refusal", "1"],
        ["supervisor Sue", "refused jackpot", "1"],
    ]
    # Nobody is a second person to themselves.
    assert [row[4] for row in rows(paper, "each")] == ["not on camera", ""]


@pytest.mark.rule("CON-34")
def test_a_failed_sign_in_is_counted_by_the_name_that_was_tried(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    Script(engine, monkeypatch)
    add_person(engine, "Ann", "player", "correct horse battery", DAY.start)
    wrong = sign_in(engine, "Ann", "wrong horse battery", DAY.start + 1, "10.0.0.1")
    assert isinstance(wrong, Refused)
    paper = of_period(engine, "exceptions", "2026-05-10")
    assert rows(paper, "persons") == [["Ann", "failed sign-in", "1"]]
    assert rows(paper, "each")[0][4] == "10.0.0.1"


def test_the_command_takes_the_house_from_its_configuration_and_tables_from_the_log(
    played: Engine, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log does not know what the house is: nothing is printed of a house that is made up."""
    played.dispose()
    assert main(["paper", "report", "--db", database, "--period", "2026-05-10", "--json"]) == 2
    assert "--config" in capsys.readouterr().err
    assert main(["paper", "controls", "--db", database, "--json"]) == 2
    assert "name the floor's configuration, --config." in capsys.readouterr().err
    file = tmp_path / "floor.toml"
    file.write_text('[house]\nname = "Harbour"\nlegal_maximum = "none"\n', encoding="utf-8")
    assert main(["paper", "controls", "--config", str(file), "--db", database, "--json"]) == 0
    told = capsys.readouterr().out
    assert '"none"' in told and "$25,000.00" in told, "a meter's posted limit is in the log"
    assert "Harbour" in told and '"T1"' in told and '"L1"' in told
