"""The thread that signs checkpoints: while it is played, while it is not, and by two servers."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine
from tests.floor.checkpoints.test_checkpoint_rows import Writer
from tests.floor.playing import DealtTable, config, running

from longsuit.floor.checkpoints.note import Checkpoint, NoteError, read_note, with_times
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.service import checkpointer as signing
from longsuit.floor.service.checkpointer import Checkpointer, Witnesses
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.backup import backup, restore
from longsuit.floor.store.checkpoint_rows import Checkpoints, Seen
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log

SIGNER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
WITNESS = Signer([Ed25519PrivateKey.from_private_bytes(bytes(32))])
NAME = "room.example/w1"
SECOND = 1_000_000
TABLES = config(D1={"mode": "dealt"})


def play(floor: Floor, rounds: int) -> None:
    table = DealtTable(floor, "D1", {1: "Ann", 2: "Bob"}, 1_000_00)
    table.play(rounds)


def test_a_floor_that_closes_has_a_checkpoint_of_all(database: str) -> None:
    with running(database, TABLES, signer=SIGNER) as floor:
        play(floor, 2)
        assert floor.checkpointer is not None
        name = floor.checkpointer.name
    engine = open_database(database)
    kept = Checkpoints(engine)
    last = kept.last()
    log = Log(engine)
    records = sum(log.heads().values())
    assert last is not None and (last.size, last.origin) == (records, name)
    assert kept.news() == 0
    note = read_note(last.note.encode())
    assert len(note.signers(with_times(SIGNER.keys(name)))) == 2
    engine.dispose()


def test_what_is_due_and_when(engine: Engine) -> None:
    """At once after so many records, after a minute of play, after ten minutes of none."""
    writer, kept = Writer(Log(engine)), Checkpoints(engine)
    clock = {"now": 1_800_000_000 * SECOND}
    thread = Checkpointer(kept, SIGNER, lambda: clock["now"], kept.make_name())

    def after(seconds: int) -> tuple[int, int]:
        """What the last checkpoint is after a while: its size, and how old it is."""
        clock["now"] += seconds * SECOND
        thread.make()
        last = kept.last()
        assert last is not None
        return last.size, (clock["now"] - last.at) // SECOND

    writer.write(10)
    assert after(0) == (10, 0)
    writer.write(5)
    assert after(59) == (10, 59)
    assert after(1) == (15, 0)
    assert after(599) == (15, 599)
    assert after(1) == (15, 0)
    writer.write(3)
    thread.tell({"table A": [0] * (signing.RECORDS - 1)})
    assert after(1) == (15, 1)
    thread.tell({"table A": [0]})
    assert after(1) == (18, 0)
    writer.write(1)
    silent = Checkpointer(kept, SIGNER, lambda: None, kept.make_name())
    silent.make(closing=True)
    assert after(0) == (18, 0)  # with a wrong clock nothing is signed
    thread.make(closing=True)
    assert after(0) == (19, 0)
    writer.write(1)
    assert after(-50) == (20, 0)  # the clock that signed the last one has been set back


def test_two_servers_make_one_tree(postgres_database: str) -> None:
    with (
        running(postgres_database, TABLES, signer=SIGNER) as floor,
        running(postgres_database, TABLES, signer=SIGNER) as other,
    ):
        assert floor.checkpointer is not None and other.checkpointer is not None
        assert floor.checkpointer.name == other.checkpointer.name
        play(floor, 2)
        for one in (floor, other, floor, other):
            assert one.checkpointer is not None
            one.checkpointer.make(closing=True)
    engine = open_database(postgres_database)
    kept, log = Checkpoints(engine), Log(engine)
    last = kept.last()
    assert last is not None and last.size == sum(log.heads().values())
    engine.dispose()


def test_the_word_of_a_witness(sqlite_database: str) -> None:
    with running(sqlite_database, TABLES, signer=SIGNER) as floor:
        play(floor, 1)
        assert floor.checkpointer is not None
        floor.checkpointer.make(closing=True)
        kept = floor.checkpoints
        last = kept.last()
        assert last is not None
        text = Checkpoint(last.origin, last.size, last.root).text
        now = 1_800_000_000
        witnesses = Witnesses(kept, WITNESS.witness_keys(NAME))
        assert witnesses.standing().witnesses == (Seen(NAME, 0, 0),)
        line = WITNESS.cosign(NAME, text, now)
        assert not witnesses.take(last.size + 1, line, now * SECOND)
        assert witnesses.take(last.size, line, now * SECOND)
        assert witnesses.standing().witnesses == (Seen(NAME, last.size, now * SECOND),)
        for bad, sentence in (
            (SIGNER.cosign(NAME, text, now), "is no witness of this floor"),
            (WITNESS.cosign("other.example", text, now), "is no witness of this floor"),
            (WITNESS.cosign(NAME, text + "x\n", now), "is not good"),
            (WITNESS.cosign(NAME, text, now + 3600), "clock of room.example/w1 is ahead"),
            ("nonsense", "no signature"),
            (line * 65, "64 signatures at most"),
        ):
            with pytest.raises(NoteError, match=sentence):
                witnesses.take(last.size, bad, now * SECOND)


def test_a_floor_put_back_from_a_copy_says_so(tmp_path: Path) -> None:
    file, copy, again = (tmp_path / name for name in ("floor.db", "copy.db", "again.db"))
    with running(str(file), TABLES, signer=SIGNER) as floor:
        play(floor, 1)
        assert floor.checkpointer is not None
        floor.checkpointer.make(closing=True)
        name = floor.checkpointer.name
        size = floor.witnesses.standing().size
        backup(str(file), copy)
    restore(copy, str(again))
    with running(str(again), TABLES, signer=SIGNER) as floor:
        assert floor.checkpointer is not None
        assert floor.checkpointer.name.startswith(f"{name}/after-{size}.")
    engine = open_database(str(again))
    last = Checkpoints(engine).last()
    assert last is not None and last.origin.startswith(f"{name}/after-{size}.")
    engine.dispose()
