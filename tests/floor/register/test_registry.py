"""A running floor and its register: filed by people, in the log, audited, and asked for."""

import os
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from tests.floor.audit.forged import load, save
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    SUPERVISOR,
    Bot,
    config,
    running,
    wagers_open,
    wait_for,
    with_house,
)
from tests.floor.register.filed import LAYOUT, LIMIT, SHUFFLER, SYSTEM
from tests.floor.service.test_jackpot_process import approve, claim, finish
from tests.floor.told import told as events
from tests.wording import reason_of

from longsuit.core.progressive.commands import PayAgreedSum, TurnLight
from longsuit.core.refusals import Code, Refused
from longsuit.core.round.commands import PlaceWagers, StartRound
from longsuit.core.texts import sentence
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import FloorConfig, TableConfig
from longsuit.floor.papers.facts import recorded
from longsuit.floor.papers.kinds import house_of
from longsuit.floor.register.coverage import Program
from longsuit.floor.register.entries import Approval, Entry
from longsuit.floor.register.events import REGISTER, ProgramStarted
from longsuit.floor.register.register import Filed
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.service.table_cover import coverage, waiting
from longsuit.floor.store.people_rows import add_person, change_person
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import CloseTable, SeatPlayer
from longsuit.floor.tables.links import Wanted
from longsuit.version import __version__

ADA = Visitor("admin", "Ada")
RUNNING = replace(SYSTEM, version=__version__)


def required(**tables: dict[str, Any]) -> FloorConfig:
    return with_house(config(**tables), approvals="required")


def people(floor: Floor) -> None:
    for role, name in (("supervisor", "Sue"), ("admin", "Ada"), ("dealer", "Dee")):
        add_person(floor.database, name, role, "correct horse battery", floor.engine.now())  # type: ignore[arg-type]


def about(floor: Floor, table: str = "T1") -> Approval:
    """A letter about a table, open or not."""
    (cover,) = [one for one in coverage(floor) if one.id == table]
    return Approval(
        "controls", "Commission", "A-1", "2016-06-22", "chase-the-flush", names=cover.parts
    )


def file(floor: Floor, *entries: Entry) -> None:
    for entry in entries:
        found = floor.file(SUPERVISOR, entry, floor.engine.now())
        assert isinstance(found, Filed), sentence(found)


def set_table(floor: Floor, **settings: Any) -> Any:
    wanted = {"id": "T1", "game": "ctf", "mode": "dealt", "approval": 0, **settings}
    new = not floor.has("T1")
    made = TableConfig.model_validate(wanted)
    return floor.set_table(SUPERVISOR, made, os.urandom(4).hex(), new=new).result(PATIENCE)


DEALT = {"mode": "dealt", "approval": 1200, "limits": {"ante": (5, 100, 5)}}


@pytest.mark.rule("CON-1", "CON-9")
def test_papers_are_of_the_tables_that_wait_too(database: str) -> None:
    """Controls are submitted before a game opens: they would be of no table otherwise."""

    def papers_of(floor: Floor) -> list[str]:
        with reading(floor.database) as rows:
            facts = recorded(rows, house_of(floor.config.house), waiting=waiting(floor))
        return [one.id for one in facts.tables]

    with running(database, required(T1=DEALT, P1={"mode": "practice"})) as floor:
        people(floor)
        assert not floor.has("T1") and papers_of(floor) == ["T1", "P1"]
        file(floor, about(floor), RUNNING, LIMIT)
        assert floor.has("T1") and sorted(papers_of(floor)) == ["P1", "T1"]
        Bot(floor, "T1", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert papers_of(floor) == ["P1"], "one that was closed does not wait"


@pytest.mark.rule("CON-1", "CON-5")
def test_a_table_opens_once_it_is_covered_and_changes_only_where_it_is(database: str) -> None:
    with running(database, required(T1=DEALT)) as floor:
        people(floor)
        assert floor.tables() == []
        answer = set_table(floor, **DEALT)
        assert answer.refused is not None and answer.refused.code == Code.NOT_ON_FILE
        assert reason_of(answer).startswith("Not on file for T1: approved internal controls for")
        (cover,) = coverage(floor)
        assert (cover.id, cover.open, len(cover.missing)) == ("T1", False, 3)
        file(floor, about(floor), RUNNING)
        assert floor.tables() == []
        adopted = floor.adopt(SUPERVISOR, "wa-300", "", floor.engine.now())
        assert isinstance(adopted, Filed)
        assert floor.tables() == ["T1"], "what it waited for was the last that was missing"
        assert coverage(floor)[0].missing == ()
        answer = set_table(floor, **DEALT, paytables={"xtra": "B"})
        assert "an approval that names xtra" in reason_of(answer)
        assert set_table(floor, **DEALT, name="Other").ok
        assert audit(floor.log).fault == ""


@pytest.mark.rule("CON-1")
def test_a_round_starts_only_while_the_table_is_covered(database: str) -> None:
    with running(database, required(T1=DEALT)) as floor:
        people(floor)
        file(floor, about(floor), RUNNING, LIMIT)
        dealer, pam = Bot(floor, "T1", DEALER), Bot(floor, "T1", Visitor("player", "Pam"))
        wait_for(floor, "T1", wagers_open)
        dealer.must(SeatPlayer(by=DEALER.actor, seat=1, player="Pam", stack=100_000))
        place = PlaceWagers(by=pam.visitor.actor, seat=1, wagers={"ante": 500, "xtra": 500})
        pam.must(place)
        gone = floor.registry.withdraw(ADA, 1, "the letter was withdrawn", floor.engine.now())
        assert isinstance(gone, Filed) and not gone.stands
        answer = dealer.ask(StartRound(by=DEALER.actor))
        assert answer.refused is not None and answer.refused.code == Code.NOT_ON_FILE
        file(floor, replace(about(floor), reference="A-2"))
        assert dealer.ask(StartRound(by=DEALER.actor)).ok
        assert audit(floor.log).fault == ""


@pytest.mark.rule("CON-1", "CON-13")
def test_a_jackpot_is_paid_though_the_approval_is_gone(database: str) -> None:
    """Nothing new begins; what is owed waits, also for another start, and is paid by two people."""
    live = {"mode": "live", "approval": 300, "limits": {"ante": (5, 100, 5)}}
    floor_of = required(T1=live)
    with running(database, floor_of) as floor:
        people(floor)
        file(floor, about(floor), RUNNING, LIMIT, SHUFFLER, LAYOUT)
        claim(floor, "T1")
        assert isinstance(
            floor.registry.withdraw(SUPERVISOR, 1, "replaced", floor.engine.now()), Filed
        )
    with running(database, floor_of) as floor:
        dee = Bot(floor, "T1", DEALER)
        (owed,) = dee.state.terminal.jackpots
        assert (owed.step, owed.amount) == ("verifying", 10_000_00)
        agreed = PayAgreedSum(by=DEALER.actor, amount=owed.amount)
        assert reason_of(dee.ask(agreed)).endswith("a supervisor has to approve it.")
        Bot(floor, "T1", SUPERVISOR).must(approve())
        finish(dee)
        assert floor.meters()["T1/star"].off_by == 0
        dee.must(TurnLight(by=DEALER.actor, seat=1, on=True))
        assert reason_of(dee.ask(StartRound(by=DEALER.actor))).startswith("Not on file for T1: ")
        assert audit(floor.log).clean


@pytest.mark.rule("CON-3")
def test_nothing_is_dealt_face_up_without_leave(database: str) -> None:
    with running(database, required(T1=DEALT)) as floor:
        people(floor)
        file(floor, about(floor), RUNNING, LIMIT)
        answer = set_table(floor, **DEALT, face_up=True)
        assert "approved controls for Chase the Flush dealt face up" in reason_of(answer)
        assert "a study of the odds" in reason_of(answer)
        study = replace(about(floor), kind="study", reference="S-1", seats=7)
        file(floor, replace(about(floor), reference="F-1", face_up=True), study)
        assert set_table(floor, **DEALT, face_up=True).ok


@pytest.mark.rule("CON-1")
def test_by_default_nothing_is_asked_and_practice_tables_need_nothing(database: str) -> None:
    tables = {"P1": {"mode": "practice"}, "L1": {"mode": "live"}}
    with running(database, config(**tables)) as floor:
        assert floor.tables() == ["L1", "P1"]
        (cover,) = coverage(floor)
        assert (
            cover.id == "L1" and "approved internal controls for Chase the Flush" in cover.missing
        )


@pytest.mark.rule("CON-1")
def test_where_approvals_are_required_practice_tables_open_all_the_same(database: str) -> None:
    with running(database, required(P1={"mode": "practice"}, L1={"mode": "live"})) as floor:
        assert floor.tables() == ["P1"]


@pytest.mark.rule("CON-1")
def test_an_approval_runs_out_at_midnight_by_the_clock_of_the_house(database: str) -> None:
    here = with_house(config(T1=DEALT), zone="America/Los_Angeles")
    with running(database, here) as floor:
        table = floor.engine.table("T1")
        assert table is not None
        registry, wanted = floor.registry, wanted_of(floor)
        registry.program = Program(__version__)
        now = floor.engine.now()
        today = registry.today(now)
        for entry in (replace(about(floor), until=today), RUNNING, LIMIT):
            assert isinstance(floor.file(None, entry, now), Filed)
        hour = 3600 * 1_000_000
        turns = [at for at in range(now, now + 26 * hour, hour // 4) if registry.today(at) != today]
        assert registry.missing(wanted, turns[0] - hour // 4) == ()
        assert [gap.code for gap in registry.missing(wanted, turns[0])] == ["over"]
        # Midnight there is 7 or 8 in the morning, UTC.
        assert turns[0] // hour % 24 in (7, 8)


def wanted_of(floor: Floor) -> Wanted:
    table = floor.engine.table("T1")
    assert table is not None
    return Wanted(table.settings, floor.must_hit(table.settings))


def test_every_entry_is_in_the_log_with_who_and_when(database: str) -> None:
    with running(database, config(T1=DEALT)) as floor:
        people(floor)
        file(floor, LIMIT)
        floor.registry.withdraw(ADA, 1, "a typing error", floor.engine.now())
        assert isinstance(floor.file(None, LIMIT, floor.engine.now()), Filed)
        started = ProgramStarted(__version__, "ab" * 32, "none", "told")
        floor.registry.begin(started)
        floor.registry.note_start(floor.engine.now())
        found = floor.log.read(REGISTER)
        assert [(one.who, one.command) for one in found] == [
            ("supervisor Sue", "file"),
            ("admin Ada", "withdraw"),
            ("operator", "file"),
            ("system", "start"),
        ]
        assert events(found[1])[0]["reason"] == "a typing error"
        assert audit(floor.log).fault == ""
    with running(database, config(T1=DEALT)) as floor:
        register = floor.registry.register
        assert register.started == started and len(register.filed) == 2
        first = register.filed[1]
        assert (first.by, first.withdrawn_by, first.stands) == (
            "supervisor Sue",
            "admin Ada",
            False,
        )


def test_who_may_not_file_changes_nothing(database: str) -> None:
    with running(database, config(T1=DEALT)) as floor:
        people(floor)
        for who in (DEALER, Visitor("auditor", "Abe"), Visitor("player", "Pam")):
            found = floor.file(who, LIMIT, floor.engine.now())
            assert isinstance(found, Refused) and found.code == Code.NOT_ALLOWED
        assert isinstance(floor.adopt(SUPERVISOR, "wa-9", "", floor.engine.now()), Refused)
        proposal = floor.adopt(SUPERVISOR, "wa-500", "", floor.engine.now())
        assert isinstance(proposal, Refused) and proposal.code == Code.ENTRY_NEEDS
        change_person(floor.database, "Sue", floor.engine.now(), active=False)
        with pytest.raises(Exception, match="Your account has just been changed"):
            floor.file(SUPERVISOR, LIMIT, floor.engine.now())
        assert floor.log.read(REGISTER) == []


@pytest.mark.parametrize("who", ["dealer Dee", "supervisor Zoe", "system"])
def test_the_audit_finds_an_entry_by_somebody_who_might_not(database: str, who: str) -> None:
    """The chain of hashes made anew over it, as somebody with the database might."""
    with running(database, config(T1=DEALT)) as floor:
        people(floor)
        file(floor, LIMIT)
        entries = load(floor.database)
        next(one for one in entries if one.stream == REGISTER).who = who
        save(floor.database, entries)
        assert audit(floor.log).fault.startswith("register, record 1: ")


def test_a_damaged_register_stands_as_far_as_it_can_be_read(database: str) -> None:
    with running(database, config(T1=DEALT)) as floor:
        people(floor)
        file(floor, LIMIT, SHUFFLER, LAYOUT)
        with floor.database.begin() as connection:
            hurt = text("UPDATE records SET hash = :none WHERE version = 2 AND stream = :stream")
            row = connection.execute(text("SELECT id FROM names WHERE name = 'register'")).scalar()
            connection.execute(hurt, {"none": bytes(32), "stream": row})
    with running(database, config(T1=DEALT)) as floor:
        assert "record 2" in floor.registry.damage
        assert len(floor.registry.register.filed) == 1
