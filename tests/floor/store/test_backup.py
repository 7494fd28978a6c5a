"""Copies of a floor that runs, and floors put back from them."""

import base64
import json
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from tests.floor.playing import PATIENCE, until
from tests.wording import reason_of

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.money import MITES
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.core.round import commands as asked
from longsuit.floor.config.settings import PRACTICE
from longsuit.floor.log.record import Head, fault
from longsuit.floor.reads.table_view import TableView
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at, gaming_day
from longsuit.floor.secrets.keys import (
    KEY_VARIABLE,
    key_beside,
    key_folder,
    stored_file,
    stored_names,
)
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.backup import Damaged, backup, restore
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.people_rows import admit_guest
from longsuit.floor.store.report_rows import open_rows
from longsuit.floor.tables.automation import AT_ONCE

SUE = Visitor("supervisor", "Sue")
GUEST = Visitor("player", "Guest 1", guest=True)
METER = "chase/star"
LATE = "SELECT value FROM settings WHERE name = 'late'"


@pytest.fixture(autouse=True)
def no_key_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def only_key() -> Path:
    """The file of the one key that there is."""
    (name,) = stored_names()
    return stored_file(name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


@pytest.fixture
def floor(file: Path) -> Iterator[Floor]:
    running = Floor(str(file), PRACTICE, pace=AT_ONCE)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def closed(file: Path) -> Path:
    """A floor at which somebody has played a little, and that does not run."""
    running = Floor(str(file), PRACTICE, pace=AT_ONCE)
    running.start()
    correct(running, 5)
    running.stop()
    return file


def correct(floor: Floor, times: int, name: str = "a") -> None:
    for number in range(times):
        command = CorrectMeter(
            by=SUE.actor, part="meter", amount=MITES, reason=f"{name} {number}", second="Sam"
        )
        assert floor.ask_meter(SUE, METER, command, f"{name} {number}").result(PATIENCE).ok


def heads(file: Path) -> dict[str, Head]:
    """Every record of every stream looked at, as an audit would; returns where each ends."""
    engine = open_database(str(file))
    try:
        log, found = Log(engine), {}
        for stream in log.streams():
            head = Head()
            for record in log.each(stream):
                assert fault(record, head) is None
                head = record.head
            found[stream] = head
        return found
    finally:
        engine.dispose()


def hashes(file: Path) -> set[tuple[str, int, str]]:
    with closing(sqlite3.connect(file)) as connection:
        return set(connection.execute("SELECT stream, version, hash FROM records_told"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# Backup


def test_copies_of_a_floor_that_is_being_written_to(
    floor: Floor, file: Path, tmp_path: Path
) -> None:
    stop = threading.Event()
    written: list[int] = []

    def keep_writing() -> None:
        while not stop.is_set():
            correct(floor, 1, f"turn {len(written)}")
            written.append(1)

    writer = threading.Thread(target=keep_writing)
    writer.start()
    copies = []
    try:
        for number in range(6):
            before = len(written)
            until(lambda before=before: len(written) > before)  # type: ignore[misc]
            copies.append(tmp_path / f"copy {number}.db")
            made = backup(str(file), copies[-1])
            assert made.records == len(hashes(copies[-1]))
    finally:
        stop.set()
        writer.join()
    floor.stop()
    everything = hashes(file)
    sizes = []
    for copy in copies:
        ends = heads(copy)
        # The copy is the floor as it was at some moment: nothing in it is missing or different.
        assert hashes(copy) <= everything
        assert len(hashes(copy)) == sum(head.version for head in ends.values())
        sizes.append(len(hashes(copy)))
        with open_rows(str(copy)) as rows:
            today = day_report(rows, day_at(time.time_ns() // 1000), theory=False)
            assert today.differences == ()
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)


def test_a_copy_is_private_and_has_no_key(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    made = backup(str(closed), copy)
    key = only_key()
    assert (made.file, made.key, made.key_at) == (str(copy), key.stem, str(key))
    assert made.bytes == copy.stat().st_size
    assert made.streams == len(heads(closed))
    assert (mode(copy), mode(key), mode(key_folder())) == (0o600, 0o600, 0o700)
    assert hashes(copy) == hashes(closed)
    # One file, and nothing half done beside it.
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    assert not key_beside(closed).exists()


def test_no_file_of_a_floor_or_of_its_backups_holds_the_key(closed: Path, tmp_path: Path) -> None:
    """As it is, and as the bytes that it stands for."""
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(str(closed), folder / "copy.db")
    restore(folder / "copy.db", str(folder / "again.db"))
    restore(folder / "copy.db", str(folder / "again.db"), replace=True)
    key = only_key().read_bytes().strip()
    looked = [one for one in (*folder.rglob("*"), *tmp_path.glob("floor*")) if one.is_file()]
    assert len(looked) >= 4
    for one in looked:
        content = one.read_bytes()
        assert key not in content and base64.urlsafe_b64decode(key) not in content, one


def test_a_copy_of_an_older_version_has_its_key_beside_it(closed: Path, tmp_path: Path) -> None:
    """Whatever is beside the copy, nothing is put beside the floor."""
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    backup(str(closed), copy)
    key = only_key()
    content = key.read_bytes()
    key.rename(key_beside(copy))
    with closing(sqlite3.connect(copy)) as file, file:
        file.execute("DELETE FROM settings WHERE name = 'vault key'")
    made = restore(copy, str(new))
    assert (made.key, made.key_at) == (key.stem, str(key))
    assert key.read_bytes() == content
    assert not key_beside(new).exists() and key_beside(copy).exists()
    key_beside(copy).write_bytes(Fernet.generate_key())
    with pytest.raises(InputError, match="another floor's"):
        restore(copy, str(tmp_path / "third.db"))


def test_a_key_from_the_environment_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, Fernet.generate_key().decode())
    file, copy = tmp_path / "floor.db", tmp_path / "copy.db"
    running = Floor(str(file), PRACTICE, pace=AT_ONCE)
    running.start()
    running.stop()
    assert backup(str(file), copy).key_at == KEY_VARIABLE
    assert stored_names() == [] and not list(tmp_path.glob("*.key"))
    again = restore(copy, str(tmp_path / "again.db"))
    assert again.key_at == KEY_VARIABLE
    monkeypatch.setenv(KEY_VARIABLE, Fernet.generate_key().decode())
    with pytest.raises(InputError, match="another floor's"):
        restore(copy, str(tmp_path / "third.db"))
    assert not (tmp_path / "third.db").exists()


def test_a_copy_goes_to_a_new_file_only(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for there in (copy, copy.with_name("copy.db.part")):
        there.write_text("mine")
        with pytest.raises(InputError, match=r"is there already|is in the way"):
            backup(str(closed), copy)
        assert there.read_text() == "mine"
        there.unlink()
    copy.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(InputError, match="is there already"):
        backup(str(closed), copy)
    with pytest.raises(InputError, match="There is no folder"):
        backup(str(closed), tmp_path / "no" / "copy.db")
    with pytest.raises(InputError, match="is there already"):
        backup(str(closed), closed)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://floor@localhost/floor", "is backed up with pg_dump"),
        ("sqlite://", "kept in memory"),
        ("sqlite:///:memory:", "kept in memory"),
        ("mysql://floor", "in SQLite or PostgreSQL, not mysql"),
        ("nowhere.db", "There is no floor in nowhere.db."),
        (".", "There is no floor in ."),
    ],
)
def test_what_cannot_be_copied(url: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        backup(url, tmp_path / "copy.db")
    assert why in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_floor(tmp_path: Path) -> None:
    notes, other = tmp_path / "notes.txt", tmp_path / "other.db"
    notes.write_text("These are notes, and there are enough of them to fill a page.\n" * 40)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    for file, why in ((notes, "file is not a database"), (other, "but not a floor's")):
        with pytest.raises(InputError) as refused:
            backup(str(file), tmp_path / "copy.db")
        assert why in str(refused.value)
        with pytest.raises(InputError) as refused:
            restore(file, str(tmp_path / "new.db"))
        assert why in str(refused.value)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"notes.txt", "other.db", "new.db.lock"}


def spoil(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement).rowcount == 1


_SPOILT = [
    (
        "UPDATE records SET who = stream WHERE stream = "
        "(SELECT id FROM names WHERE name = 'meter chase/star')"
        ""
        " AND version = (SELECT max(version) FROM records_told WHERE stream = 'meter chase/star')",
        "its content is not what its hash says",
    ),
    (
        "DELETE FROM records WHERE version = 2 AND stream = "
        "(SELECT id FROM names WHERE name = 'meter chase/star')",
        "records are missing before record",
    ),
]


@pytest.mark.parametrize(("statement", "why"), _SPOILT)
def test_a_floor_whose_chain_is_broken(
    closed: Path, tmp_path: Path, statement: str, why: str
) -> None:
    sound = tmp_path / "sound.db"
    backup(str(closed), sound)
    spoil(closed, statement)
    with pytest.raises(Damaged, match=why):
        backup(str(closed), tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
    spoil(sound, statement)
    before = closed.read_bytes()
    with pytest.raises(Damaged, match=why):
        restore(sound, str(closed), replace=True)
    assert closed.read_bytes() == before
    assert not list(tmp_path.glob("*.replaced-*"))


def test_a_file_with_a_bad_page(closed: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(closed)) as connection:
        # The pages of an index: their entries no longer agree with the table.
        root = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'postings_by_time'"
        ).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(closed.read_bytes())
    at = root * size - 40
    content[at : at + 30] = bytes(30)
    closed.write_bytes(content)
    with pytest.raises((Damaged, InputError)):
        backup(str(closed), tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_key_that_is_another_floors(closed: Path, tmp_path: Path) -> None:
    key = only_key()
    key.write_bytes(Fernet.generate_key())
    with pytest.raises(InputError, match="holds another key than its name says"):
        backup(str(closed), tmp_path / "copy.db")
    key.write_bytes(b"nonsense")
    with pytest.raises(InputError, match="is not a key"):
        backup(str(closed), tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
    # Who makes copies need not have the key.
    key.unlink()
    made = backup(str(closed), tmp_path / "copy.db")
    assert (made.key, made.key_at) == (key.stem, "")


# Restore


def test_a_floor_put_back_goes_on_with_the_same_round(
    floor: Floor, file: Path, tmp_path: Path
) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere.db"

    def looking(at: Floor) -> TableView:
        view = at.view("chase", GUEST.looker)
        assert view is not None
        return view

    def phase(at: Floor) -> str:
        state = looking(at).round
        return state.phase if state is not None else ""

    def ask(at: Floor, command: asked.Command, key: str) -> None:
        answer = at.ask(GUEST, "chase", command, key).result(PATIENCE)
        assert answer.ok, reason_of(answer)

    until(lambda: phase(floor) == "wagers")
    ask(floor, asked.SitDown(by=GUEST.actor, seat=1, stack=1000_00), "sit")
    wagers = {"ante": 5_00, "xtra": 5_00, "stax": 5_00}
    ask(floor, asked.PlaceWagers(by=GUEST.actor, seat=1, wagers=wagers), "place")
    until(lambda: phase(floor) == "decisions")
    shown = looking(floor)
    backup(str(file), copy)
    restore(copy, str(elsewhere))
    ends = []
    for at in (floor, Floor(str(elsewhere), PRACTICE, pace=AT_ONCE)):
        if at is not floor:
            at.start()
            assert looking(at).round == shown.round
            assert looking(at).shuffle == shown.shuffle
        ask(at, asked.Act(by=GUEST.actor, seat=1, action="bet_3x"), "act")
        until(lambda at=at: any(_settled(at)))  # type: ignore[misc]
        ends.append(_settled(at)[0])
        at.stop()
    # The cards still to come were in the vault: both floors end the round alike.
    assert ends[0] == ends[1]
    assert heads(elsewhere)["table chase"].version >= heads(copy)["table chase"].version


def _settled(floor: Floor) -> list[object]:
    return [
        event
        for step in floor.telling.since("chase", 0)
        for _, event in step.events
        if type(event).__name__ == "RoundSettled"
    ]


def test_no_floor_is_put_back_under_a_server(floor: Floor, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(str(file), copy)
    with pytest.raises(InputError, match="Another server runs the floor"):
        restore(copy, str(file), replace=True)
    correct(floor, 1)
    assert not list(tmp_path.glob("*.replaced-*"))


def test_what_is_there_is_kept_aside(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(str(closed), copy)
    engine = open_database(str(closed))
    running = Floor(str(closed), PRACTICE, pace=AT_ONCE)
    running.start()
    correct(running, 3, "later")
    running.stop()
    engine.dispose()
    later = hashes(closed)
    taken = copy.read_bytes()
    with pytest.raises(InputError, match="is there already: --replace puts it aside"):
        restore(copy, str(closed))
    assert hashes(closed) == later
    for number in (1, 2):
        made = restore(copy, str(closed), replace=True)
        assert made.replaced == f"{closed}.replaced-{number}"
        assert hashes(closed) == hashes(copy)
        assert mode(closed) == 0o600 and not key_beside(closed).exists()
    first = tmp_path / "floor.db.replaced-1"
    assert hashes(first / "floor.db") == later > hashes(copy)
    assert mode(first) == 0o700
    assert copy.read_bytes() == taken


def test_a_crashed_floor_is_kept_whole(closed: Path, tmp_path: Path) -> None:
    """What a server that was killed had written lies beside the file, and goes with it."""
    copy, crashed = tmp_path / "copy.db", tmp_path / "crashed.db"
    backup(str(closed), copy)
    with closing(sqlite3.connect(closed, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO settings VALUES ('late', 'news')")
        for name in ("", "-wal"):
            shutil.copy(f"{closed}{name}", f"{crashed}{name}")
    assert Path(f"{crashed}-wal").stat().st_size > 0
    made = restore(copy, str(crashed), replace=True)
    assert not Path(f"{crashed}-wal").exists()
    with closing(sqlite3.connect(Path(made.replaced) / "crashed.db")) as connection:
        assert connection.execute(LATE).fetchall() == [("news",)]
    with closing(sqlite3.connect(crashed)) as connection:
        assert connection.execute(LATE).fetchall() == []


def test_a_damaged_floor_makes_room(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(str(closed), copy)
    closed.write_bytes(b"nothing of it is left " * 500)
    made = restore(copy, str(closed), replace=True)
    assert hashes(closed) == hashes(copy)
    assert (Path(made.replaced) / "floor.db").read_bytes().startswith(b"nothing of it is left")


def test_a_floor_without_its_key(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another machine it is read and audited without; to run it, the key is brought."""
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    backup(str(closed), copy)
    name = only_key().stem
    folder = tmp_path / "safe"
    folder.mkdir()
    kept = folder / "kept.key"
    assert main(["key", "export", "--db", str(closed), "-o", str(kept)]) == 0
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another machine"))
    made = restore(copy, str(new))
    assert (made.key, made.key_at) == (name, "")
    assert main(["audit", "--db", str(new)]) == 0
    with closing(sqlite3.connect(new)) as file, file:
        file.execute("INSERT INTO vault VALUES ('seed chase 9', ?)", (sealed_by(kept),))
    with pytest.raises(InputError, match=f"The key {name} of this floor is missing"):
        Floor(str(new), PRACTICE)
    other = folder / "other.key"
    assert main(["key", "make", "-o", str(other)]) == 0
    assert main(["key", "import", str(other), "--db", str(new)]) == 2
    assert main(["key", "import", str(kept), "--db", str(new)]) == 0
    running = Floor(str(new), PRACTICE, pace=AT_ONCE)
    running.start()
    running.stop()
    with pytest.raises(InputError, match="is there already"):
        key_beside(tmp_path / "fourth.db").write_bytes(b"x")
        restore(copy, str(tmp_path / "fourth.db"))


def sealed_by(key: Path) -> bytes:
    return Fernet(key.read_bytes().strip()).encrypt(bytes(32))


def test_everybody_signs_in_again(closed: Path, tmp_path: Path) -> None:
    """A session that has been ended since the copy was made is not good once more."""
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    engine = open_database(str(closed))
    admit_guest(engine, 1)
    engine.dispose()
    backup(str(closed), copy)
    restore(copy, str(new))
    counts = []
    for file in (copy, new):
        with closing(sqlite3.connect(file)) as connection:
            counts.append(connection.execute("SELECT count(*) FROM sessions").fetchone()[0])
    assert counts == [1, 0]


def test_a_copy_is_not_put_back_over_itself(closed: Path) -> None:
    with pytest.raises(InputError, match="that floor itself"):
        restore(closed, str(closed), replace=True)
    assert heads(closed)


# The commands


def test_the_commands(closed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    assert main(["backup", "--db", str(closed), "-o", str(copy)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"{copy}: " in said.out and "checked." in said.out
    assert main(["restore", str(copy), "--db", str(new), "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert (told["file"], told["replaced"]) == (str(new), "")
    assert told["records"] == len(hashes(new))
    assert only_key().read_text().strip() not in said.out + said.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["backup", "--db", "nowhere.db", "-o", "copy.db"], "There is no floor in nowhere.db."),
        (["backup", "--db", "nowhere.db"], "longsuit backup: "),
        (["backup", "--db", "postgresql://x/y", "-o", "copy.db"], "pg_dump"),
        (["restore", "nowhere.db", "--db", "floor.db"], "There is no copy in nowhere.db."),
        (["restore"], "longsuit restore: "),
        (["restore", "a", "--db", "postgresql://x/y"], "pg_dump"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    words: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert why in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_failed_check_is_exit_1(
    closed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    spoil(closed, _SPOILT[0][0])
    words = {
        "backup": ["backup", "--db", str(closed), "-o", str(tmp_path / "copy.db")],
        "restore": ["restore", str(closed), "--db", str(tmp_path / "new.db")],
    }
    assert main(words[command]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"longsuit {command}: meter chase/star, record")


def test_a_report_of_a_copy(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(str(closed), copy)
    with open_rows(str(copy)) as rows:
        assert day_report(rows, gaming_day(date(2020, 1, 1)), theory=False).meters == ()
