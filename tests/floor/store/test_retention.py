"""Old rounds of practice tables are shortened: the rest of the log holds, and says so (CON-36)."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.audit import Writer
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine, text
from tests.floor.played import TABLES, Bots, play_floor

from longsuit.core.errors import InputError
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import audit
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import FloorConfig, HouseConfig, check_tables
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load as recover
from longsuit.floor.reads.archive import Published
from longsuit.floor.reads.table_feed import read_steps
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service.floor import Floor
from longsuit.floor.store import retention_rows
from longsuit.floor.store.backup import backup, restore
from longsuit.floor.store.checkpoint_rows import Checkpoints, read_roots
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections.rebuild import compare, rebuild, streams
from longsuit.floor.store.report_rows import reading
from longsuit.floor.store.retention_rows import Taken, shorten

SEED = 5
DAY = 24 * 3600 * 1_000_000
WEEK = 7 * DAY
PRACTICE = ("P1", "P2")
KEY = Fernet.generate_key()
HOUSE = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])

pytestmark = pytest.mark.rule("CON-36")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some rounds of everything, a week ago."""
    file = tmp_path_factory.mktemp("played") / "floor.db"
    play_floor(str(file), rounds=6, seed=SEED, running=True, key=KEY)
    return file


@pytest.fixture(scope="module")
def shortened_once(played: Path) -> Path:
    """The same floor, shortened."""
    file = played.with_name("short.db")
    shutil.copy(played, file)
    engine = open_database(str(file))
    assert shorten_all(engine)
    engine.dispose()
    return file


@pytest.fixture
def shortened(shortened_once: Path, tmp_path: Path) -> Iterator[Engine]:
    """A copy of it."""
    engine = open_database(str(shutil.copy(shortened_once, tmp_path / "floor.db")))
    yield engine
    engine.dispose()


def last_moment(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text('SELECT max("at") FROM records')).scalar_one())


def shorten_all(engine: Engine) -> int:
    """Everything that is a week old, as a server does it a week later; how many records."""
    now = last_moment(engine) + WEEK + 1
    taken, gone = Taken(), 0
    while (done := shorten(engine, taken, now - WEEK, now)) is not None:
        assert done.stream.removeprefix("table ") in PRACTICE
        gone += done.gone
    return gone


def recovered(engine: Engine) -> Memory:
    memory = Memory()
    recover(Log(engine), Safe(KEY), memory)
    return memory


# What holds


def test_the_audit_says_what_was_shortened_and_proves_the_rest(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_floor(database, rounds=6, seed=SEED, running=True, key=KEY)
    engine = open_database(database)
    before = audit(Log(engine), workers=1)
    assert before.fault == ""
    monkeypatch.setattr(retention_rows, "MOST", 40)
    gone = shorten_all(engine)
    after = audit(Log(engine), workers=1)
    assert after.fault == ""
    assert after.shortened == gone > 50
    assert before.rounds > after.rounds > 0
    assert before.postings > after.postings > 0
    for name in ("awards", "meters", "balances", "open_rounds"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.records - before.records == after.streams - before.streams + len(
        Log(engine).read("retention")[1:]
    )
    monkeypatch.setattr(auditing, "FIRST_STRETCH", 3)
    monkeypatch.setattr(auditing, "STRETCH", 17)
    cut = audit(Log(engine), workers=1)
    assert (cut.fault, cut.rounds, cut.fingerprint) == ("", after.rounds, after.fingerprint)
    engine.dispose()


def test_a_server_recovers_what_stood(tmp_path: Path) -> None:
    """Also a table that is looked at from its first record on; and play goes on."""
    url = str(tmp_path / "floor.db")
    writer = Writer(url, SEED, KEY)
    bots = Bots(writer)
    for name in PRACTICE:
        bots.open(TABLES[name]())
        bots.play(name, 5)
    writer.close()
    engine = open_database(url)
    stood = recovered(engine)
    assert shorten_all(engine)
    found = recovered(engine)
    assert not found.damaged
    assert (found.tables, found.meters, found.heads) == (stood.tables, stood.meters, stood.heads)
    steps = list(read_steps(Log(engine), "P1", 0))
    assert steps[-1].events[-1][0] == stood.tables["P1"]
    engine.dispose()
    writer = Writer(url, SEED + 1, KEY, keys="again")
    writer.wait(WEEK // 1_000_000)
    bots = Bots(writer)
    for name in PRACTICE:
        bots.play(name, 3)
    writer.close()
    engine = open_database(url)
    assert shorten_all(engine), "the rounds since"
    assert audit(Log(engine), workers=1).fault == ""
    engine.dispose()


def test_projections_follow_from_what_is_left(shortened: Engine) -> None:
    with shortened.begin() as connection:
        wrong = [compare(connection, stream) for stream in streams(connection)]
        assert wrong == [None] * len(wrong)
        count = text("SELECT count(*) FROM rounds")
        rounds = connection.execute(count).scalar_one()
        assert rebuild(connection)["rounds"] == rounds


def test_checkpoints_and_proofs_are_as_they_were(played: Path, tmp_path: Path) -> None:
    engine = open_database(str(shutil.copy(played, tmp_path / "floor.db")))
    kept = Checkpoints(engine)
    name = kept.make_name()
    signed = kept.extend(name, lambda told: HOUSE.sign(told, 1), 1)
    assert signed is not None
    proof = kept.inclusion("table P1", 5, signed.size)
    assert shorten_all(engine)
    with engine.connect() as connection:
        assert read_roots(connection, [signed.size]) == {signed.size: signed.root}
    assert kept.inclusion("table P1", 5, signed.size) == proof
    engine.dispose()


def test_a_copy_is_put_back(shortened: Engine, tmp_path: Path) -> None:
    copy, back = tmp_path / "copy.db", tmp_path / "back.db"
    url = str(shortened.url.database)
    with shortened.begin() as connection:
        connection.execute(text("DELETE FROM vault"))
    backup(url, copy)
    restore(copy, str(back))
    engine = open_database(str(back))
    assert audit(Log(engine), workers=1).fault == ""
    engine.dispose()


def test_doors_show_what_is_left(shortened: Engine) -> None:
    published = Published(Log(shortened))
    listed = [one.number for one in published.rounds("P2", 10**9)]
    gone = [number for number in range(1, max(listed)) if published.round("P2", number) is None]
    assert gone
    assert not {*gone} & {*listed}
    records = published.records("table P2", 0)
    assert any(one.written == "" and one.events == () and one.hash for one in records)
    with reading(shortened) as rows:
        report = day_report(rows, day_at(last_moment(shortened) - WEEK), theory=False)
    assert report.shortened == PRACTICE
    assert {one.table for one in report.tables} == {*TABLES, "S1"} - {*PRACTICE}
    assert report.differences == ()


# What is found

_RECORD = "WHERE stream = (SELECT id FROM names WHERE name = 'table {}') AND version = {}"
LIES: dict[str, tuple[Callable[[int, int], list[str]], str]] = {
    "a table for money": (
        lambda _gone, _kept: [f"UPDATE records SET events = x'' {_RECORD.format('C1', 7)}"],
        "none for play money",
    ),
    "another round": (
        lambda _gone, kept: [f"UPDATE records SET events = x'' {_RECORD.format('P2', kept)}"],
        "content is gone",
    ),
    "the hash of one": (
        lambda gone, _kept: [
            f"UPDATE records SET hash = randomblob(32) {_RECORD.format('P2', gone)}"
        ],
        "",
    ),
    "who asked for one": (
        lambda gone, _kept: [f"UPDATE records SET who = stream {_RECORD.format('P2', gone)}"],
        "not what was sealed",
    ),
    "the record of it": (
        lambda _gone, _kept: [
            "DELETE FROM records WHERE stream = (SELECT id FROM names WHERE name = 'retention')"
        ],
        "",
    ),
    "money of it": (
        lambda _gone, _kept: [
            "UPDATE postings SET mites = mites + 1 WHERE id IN (SELECT min(p.id) FROM postings p "
            "JOIN records r ON r.stream = p.stream AND r.version = p.version WHERE r.events = x'')"
        ],
        "",
    ),
    "a line of rounds": (
        lambda gone, _kept: [
            "INSERT INTO rounds (stream, number, first, began) "
            f"SELECT id, 1, {gone}, 1 FROM names WHERE name = 'table P2'"
        ],
        "in the list of rounds",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_it_is_found(shortened: Engine, lie: str) -> None:
    records = Log(shortened).read("table P2")
    (gone, *_) = (one.version for one in records if one.is_shortened)
    kept = records[-1].version
    statements, words = LIES[lie]
    with shortened.begin() as connection:
        for one in statements(gone, kept):
            assert connection.execute(text(one)).rowcount
    report = audit(Log(shortened), workers=1)
    assert not report.clean
    assert words in report.fault


def test_a_server_sets_a_table_for_money_aside_that_was_emptied(shortened: Engine) -> None:
    with shortened.begin() as connection:
        connection.execute(text("DELETE FROM vault"))
        connection.execute(text(f"UPDATE records SET events = x'' {_RECORD.format('C1', 7)}"))
    assert recovered(shortened).damaged["table C1"] == "table C1, record 7: its content is gone."


# The rule


def test_it_is_a_setting_with_a_floor() -> None:
    check_tables(FloorConfig(house=HouseConfig(practice_days=30)))
    check_tables(FloorConfig(house=HouseConfig(practice_days=7, least_days=7)))
    with pytest.raises(InputError, match="practice_days: at least 90"):
        check_tables(FloorConfig(house=HouseConfig(practice_days=89, least_days=90)))
    with pytest.raises(ValueError, match="least_days"):
        HouseConfig(least_days=6)


@pytest.mark.parametrize("days", [0, 30])
def test_a_server_shortens_by_its_own_rule(
    played: Path, tmp_path: Path, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())
    url = str(shutil.copy(played, tmp_path / "floor.db"))
    house = HouseConfig(practice_days=days)
    floor = Floor(url, FloorConfig(house=house), clock_is_right=True)
    moment = last_moment(floor.database)
    floor.shorten(moment + 29 * DAY)
    assert floor.log.head("retention").version == 0, "nothing is old enough"
    floor.shorten(moment + 31 * DAY)
    assert bool(floor.log.head("retention").version) == bool(days)
    floor.stop()
