"""Tables that change their links: they leave meters and join others, and every cent is there."""

import copy
from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar

import pytest
from bench.audit import Writer
from msgspec.structs import replace
from sqlalchemy import Engine
from tests.floor.audit.forged import Entries, find, load, save
from tests.floor.played import DEE, MUST_HIT, SUE, Bots, settings
from tests.floor.playing import DEALER, SUPERVISOR, Bot, DealtTable, config, running, wait_for
from tests.floor.playing import wagers_open as wagers_are_open
from tests.floor.told import told
from tests.wording import BETWEEN_ROUNDS, reason_of

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.meter import Meter
from longsuit.core.round import commands as round_ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.engine.ask import Answer
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables import commands as floor_ask
from longsuit.floor.tables.commands import CloseTable, UnseatPlayer
from longsuit.floor.tables.events import TableSettings

SEED = 23
T1 = {"id": "T1", "game": "ctf", "mode": "dealt", "approval": 1200}
LINKED = {"star": "link/star", "heart": "link/heart"}


def change(floor: Floor, key: str, *, new: bool = False, **wanted: Any) -> Answer:
    made = TableConfig.model_validate({**T1, **wanted})
    return floor.set_table(SUPERVISOR, made, key, new=new).result(30)


def close(floor: Floor, table: str = "T1") -> None:
    """Everybody is cashed out, and the table closes."""
    wait_for(floor, table, wagers_are_open)
    present = floor.engine.table(table)
    assert present is not None
    for seat in present.seated():
        Bot(floor, table, DEALER).must(UnseatPlayer(by=DEALER.actor, seat=seat))
    Bot(floor, table, SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))


def on_record(floor: Floor, stream: str) -> list[tuple[str, str]]:
    """Who did what to a stream, but for contributions."""
    return [
        (record.who, event["type"])
        for record in floor.log.read(stream)
        for event in told(record)
        if event["type"] != "ContributionsGathered"
    ]


@pytest.mark.rule("PRG-9", "PRG-22")
def test_every_sign_of_a_link_names_the_table_that_was_hit(database: str) -> None:
    live = {"mode": "live", "links": LINKED}
    tables = config(T1=live, T2={**live, "name": "By the door"})
    with running(database, tables) as floor:
        dealer, by = Bot(floor, "T2", DEALER), DEALER.actor
        dealer.must(touch.TurnLight(by=by, seat=3, on=True))
        dealer.must(round_ask.StartRound(by=by))
        dealer.must(touch.ChooseSeat(by=by, seat=3))
        dealer.must(touch.ChooseHand(by=by, hand="7-card straight flush"))
        dealer.must(touch.PendingJackpot(by=by))
        for table in ("T1", "T2"):
            sign = floor.sign(table)
            assert sign is not None and sign.tables == {"T2": "By the door"}
            assert [hit.claim for hit in sign.meters[0].hits] == list(sign.meters[0].pending)


@pytest.mark.rule("PRG-9", "TBL-7")
def test_a_table_is_put_on_another_link_and_back(database: str) -> None:
    tables = config(T1={"mode": "dealt"}, T2={"mode": "dealt", "links": LINKED})
    with running(database, tables) as floor:
        meters: Callable[[], dict[str, Meter]] = floor.meters
        table = DealtTable(floor, "T1", {1: "ann"}, 10_000_00)
        table.play(2)
        wait_for(floor, "T1", wagers_are_open)
        assert change(floor, "one", links=LINKED).ok
        assert meters()["link/star"].tables == {"T1", "T2"}
        assert meters()["T1/star"].tables == frozenset()
        assert meters()["T1/spade"].tables == {"T1"}
        kept = meters()["T1/star"].value
        before = meters()["link/star"].value
        table.play(1)
        wait_for(floor, "T1", wagers_are_open)
        assert meters()["T1/star"].value == kept, "a meter without a table keeps its money"
        assert meters()["link/star"].value > before
        assert change(floor, "two").ok
        assert meters()["T1/star"].tables == {"T1"}
        assert meters()["link/star"].tables == {"T2"}
        table.play(1)
        assert meters()["T1/star"].value > kept
        sue = "supervisor Sue"
        assert on_record(floor, "meter T1/star") == [
            *(("system", "MeterOpened"), ("system", "TableJoined")),
            *((sue, "TableLeft"), (sue, "TableJoined")),
        ]
        sets = [
            event
            for record in floor.log.read("table T1")
            for event in told(record)
            if event["type"] == "TableSet"
        ]
        links = [(one["before"] or one["after"])["setup"]["meters"]["star"] for one in sets]
        assert links == ["T1/star", "T1/star", "link/star"]
        assert audit(floor.log, workers=1).fault == ""
    with running(database, tables) as floor:
        assert floor.meters()["T1/star"].tables == {"T1"}


@pytest.mark.rule("PRG-9", "CON-27")
def test_the_law_of_the_link_holds_for_changes_too(database: str) -> None:
    tables = config(
        T1={"mode": "dealt", "must_hit": {}},
        T2={"mode": "dealt", "links": {"star": "link/star"}, "progressive_base": 10},
        P1={"mode": "practice", "links": {"star": "play/star"}},
    )
    with running(database, tables) as floor:
        wait_for(floor, "T1", wagers_are_open)
        table = floor.engine.table("T1")
        assert table is not None
        before = table.settings, floor.meters()
        refusals: dict[str, dict[str, Any]] = {
            "T1 cannot share the meter link/star: its wager is $10.00, and that of T1 is $5.00.": {
                "must_hit": {},
                "links": {"star": "link/star"},
            },
            "T1 cannot share the meter T1/star: its wager is $5.00, and that of T1 is $10.00.": {
                "must_hit": {},
                "progressive_base": 10,
            },
            "T1 cannot share the meter T1/must-hit: its must-hit-by amount is $1,000.00, "
            "and that of T1 is $2,000.00.": {"must_hit": {"by": 2000}},
            "T1 cannot share the meter T1/heart: it pays 100% for "
            "A-K-Q-J-10 suited, and T1 100% for 7-card straight flush.": {
                "must_hit": {},
                "links": {"star": "T1/heart", "heart": "T1/star"},
            },
            "Practice tables share meters with practice tables only.": {
                "must_hit": {},
                "links": {"star": "play/star"},
            },
        }
        for number, (reason, wanted) in enumerate(refusals.items()):
            answer = change(floor, f"bad {number}", **wanted)
            assert (answer.ok, reason_of(answer)) == (False, reason)
        table = floor.engine.table("T1")
        assert table is not None
        assert (table.settings, floor.meters()) == before
        # With meters of other names the terms may change, and the Must Hit meter with them.
        names = ("star", "spade", "heart", "diamond", "must-hit")
        new = {name: f"T1/{name} 2" for name in names}
        wanted = {"must_hit": {"by": 2000}, "progressive_base": 10, "links": new}
        assert change(floor, "good", **wanted).ok
        assert floor.meters()["T1/must-hit 2"].terms.by == 2000_00
        assert floor.meters()["T1/must-hit 2"].sealed is not None
        played = DealtTable(floor, "T1", {1: "ann"}, 10_000_00)
        played.play(1)
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("PRG-9")
def test_a_closed_table_shares_no_meter_and_an_open_one_all_of_its_own(database: str) -> None:
    tables = config(T1={"mode": "dealt", "must_hit": {}}, T2={"mode": "dealt", "links": LINKED})
    with running(database, tables) as floor:
        DealtTable(floor, "T1", {1: "ann"}, 10_000_00).play(2)
        wait_for(floor, "T1", wagers_are_open)
        before = {name: meter.value for name, meter in floor.meters().items()}
        close(floor)
        assert all("T1" not in meter.tables for meter in floor.meters().values())
        assert {name: meter.value for name, meter in floor.meters().items()} == before
        # While it is closed its meters may change as well: it joins what it names then.
        assert change(floor, "open", must_hit={}, links=LINKED).ok
        named = {name for name, meter in floor.meters().items() if "T1" in meter.tables}
        assert named == {*LINKED.values(), "T1/spade", "T1/diamond", "T1/must-hit"}
        close(floor)
        assert change(floor, "again", must_hit={}).ok
        assert floor.meters()["T1/star"].tables == {"T1"}
        assert floor.meters()["link/star"].tables == {"T2"}
        DealtTable(floor, "T1", {2: "bob"}, 10_000_00).play(1)
        assert audit(floor.log, workers=1).fault == ""


def test_nothing_changes_while_a_round_is_played(sqlite_database: str) -> None:
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 10_000_00)
        table.wager()
        assert reason_of(change(floor, "one", links=LINKED)) == BETWEEN_ROUNDS
        table.start()
        assert not change(floor, "two", links=LINKED).ok
        assert "link/star" not in floor.meters()
        assert Bot(floor, "T1", DEALER).ask(CloseTable(by=DEALER.actor)).ok is False


def test_money_that_was_real_stays_so(sqlite_database: str) -> None:
    """A meter that no table shares any more is still the real tables', and never play money's."""
    tables = config(T1={"mode": "dealt", "links": {"star": "link/star"}})
    with running(sqlite_database, tables) as floor:
        wait_for(floor, "T1", wagers_are_open)
        close(floor)
        assert change(floor, "own").ok
        practice = {"id": "P1", "mode": "practice", "links": {"star": "link/star"}}
        answer = change(floor, "practice", new=True, **practice)
        assert reason_of(answer) == "Practice tables share meters with practice tables only."


# By chance


class Movers(Bots):
    """They open, change, close and reopen tables, and play a little in between."""

    KINDS: ClassVar = {"C1": "dealt", "C2": "dealt", "C3": "live", "P1": "practice"}

    def made(self, name: str) -> tuple[TableSettings, bool]:
        """Settings on a link by chance: its terms go with its name, as a rule."""
        group, base = self.chance.choice((("a", 5_00), ("b", 5_00), ("c", 10_00)))
        if self._now_and_then(8):
            base = 10_00
        mode = self.KINDS[name]
        found = settings(name, "ctf", mode=mode, progressive_base=base)
        must_hit = self.chance.random() < 0.5
        kind = "play " if mode == "practice" else ""
        meters = {
            one: f"{kind}{group} {one}"
            for one in ("star", "heart", "must-hit")
            if must_hit or one != "must-hit"
        }
        if self._now_and_then(4):
            meters["heart"] = f"{kind}{group} {name} heart"
        return _with_meters(found, meters), must_hit

    def move(self, name: str) -> bool:
        made, must_hit = self.made(name)
        setting = floor_ask.SetTable(by=SUE, settings=made)
        done = self.writer.ask(setting, name, must_hit=MUST_HIT if must_hit else None).ok
        self.done += done
        return done

    def close(self, name: str) -> bool:
        """Everybody is cashed out while wagers are open, and the table closes."""
        self.ask(name, floor_ask.BeginRound(by=SYSTEM))
        for seat in self.writer.table(name).seated():
            self.ask(name, floor_ask.UnseatPlayer(by=DEE, seat=seat))
        return self.ask(name, floor_ask.CloseTable(by=SUE))

    def check(self) -> None:
        """Each meter is shared by the open tables that name it, and holds what it should."""
        meters = {**self.writer._memory.meters, **self.writer._work.meters}
        for link, meter in meters.items():
            tables = (self.writer._work.table(name) for name in self.KINDS)
            named = {
                one.id
                for one in tables
                if one is not None and not one.closed and link in one.settings.setup.meters.values()
            }
            assert meter.tables == named, link
            assert meter.off_by == 0


def _with_meters(made: TableSettings, meters: dict[str, str]) -> TableSettings:
    return replace(made, setup=replace(made.setup, meters=meters))


def wander(url: str, seed: int, steps: int) -> int:
    """Tables that move about by chance; returns how often they did."""
    writer = Writer(url, seed)
    bots = Movers(writer)
    moved = 0
    for _ in range(steps):
        name = bots.chance.choice(tuple(bots.KINDS))
        table = writer._work.table(name)
        if table is None or table.closed or bots._now_and_then(3):
            moved += bots.move(name)
        elif bots._now_and_then(4):
            moved += bots.close(name)
        else:
            bots.play(name, 1)
        bots.check()
    writer.close()
    return moved


@pytest.mark.rule("PRG-7", "PRG-9")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tables_that_move_about_by_chance_audit_clean(
    database: str, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    assert wander(database, seed, 90) > 15
    engine = open_database(database)
    log = Log(engine)
    whole = audit(log, workers=1)
    assert whole.fault == ""
    assert whole.open_rounds == 0
    assert len(whole.meters) > 6
    for first, size in ((1, 7), (40, 60)):
        monkeypatch.setattr(auditing, "FIRST_STRETCH", first)
        monkeypatch.setattr(auditing, "STRETCH", size)
        again = audit(log, workers=1)
        assert (again.fault, again.fingerprint) == ("", whole.fingerprint)
    with reading(engine) as rows:
        day = day_report(rows, gaming_day(date(2026, 9, 21)), theory=False)
    assert day.differences == ()
    engine.dispose()


# Lies


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    url = str(tmp_path_factory.mktemp("moved") / "floor.db")
    wander(url, SEED, 120)
    engine = open_database(url)
    entries = load(engine)
    engine.dispose()
    return entries


def _never_left(entries: Entries) -> str:
    """The last that leaves stays in the meter's story."""
    _, entry, _ = find(entries, "TableLeft", last=True)
    entries.remove(entry)
    return "and the meter "


def _stays_joined(entries: Entries) -> str:
    """The table says that it closed; its meter knows nothing of that."""
    _, _, event = find(entries, "TableLeft", last=True)
    event["table"] = "Z9"
    return "is not linked to Z9."


def _leaves_for_another(entries: Entries) -> str:
    _, entry, _ = find(entries, "TableLeft")
    entry.command = "another key"
    return ", by another command."


def _moved_later(entries: Entries) -> str:
    """A contribution that the meter has only after the table came back."""
    for left, entry in enumerate(entries):
        event = entry.event("TableLeft")
        if event is None:
            continue
        stream, table = entry.stream, event["table"]
        fed = [
            place
            for place, one in enumerate(entries[:left])
            if one.stream == stream
            and len(one.events) == 1
            and (found := one.event("Contributed")) is not None
            and found["table"] == table
        ]
        back = [
            place
            for place, one in enumerate(entries[left:], left)
            if one.stream == stream
            and (found := one.event("TableJoined")) is not None
            and found["table"] == table
        ]
        if fed and back and entries[fed[-1] + 1 : left]:
            shifted = entries.pop(fed[-1])
            entries.insert(back[0], shifted)
            for one in (shifted, *entries[back[0] :]):
                one.at = max(one.at, entries[back[0] - 1].at)
                for line in one.postings:
                    line["at"] = one.at
            return " it tells that the table leaves, and "
    raise AssertionError("no table came back to a meter that it had fed")


@pytest.mark.parametrize("lie", [_never_left, _stays_joined, _leaves_for_another, _moved_later])
def test_a_lie_about_links_is_found(
    engine: Engine, moved: Entries, lie: Callable[[Entries], str]
) -> None:
    entries = copy.deepcopy(moved)
    sentence = lie(entries)
    save(engine, entries)
    assert sentence in audit(Log(engine), workers=1).fault
