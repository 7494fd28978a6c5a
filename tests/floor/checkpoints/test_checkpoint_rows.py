"""Checkpoints in the database: they follow the log, whoever makes them and in whatever steps."""

import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine, text
from tests.floor.checkpoints.test_merkle import root_of_inclusion, slow_root

from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.note import Checkpoint, read_checkpoint, with_times
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.log.record import Head, Record, make_record
from longsuit.floor.store import checkpoint_rows
from longsuit.floor.store.checkpoint_rows import Checkpoints, Seen, read_order, read_roots
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.tree_rows import DamagedTree

SIGNER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
STREAMS = ("table A", "table B", "meter m", "people", "a kind of stream to come")
SECOND = 1_000_000


def sign(checkpoint: Checkpoint) -> str:
    return SIGNER.sign(checkpoint, 1_763_434_000)


class Writer:
    """Writes records, and knows them."""

    def __init__(self, log: Log, seed: int = 1) -> None:
        self.log, self.chance = log, random.Random(seed)
        self.records: dict[str, list[Record]] = {}

    def write(self, count: int) -> None:
        made = []
        for number in range(count):
            stream = self.chance.choice(STREAMS)
            told = self.records.setdefault(stream, [])
            head = told[-1].head if told else Head()
            record = make_record(stream, head, 5 * SECOND, "system", f"{number}", b"\x90")
            told.append(record)
            made.append(record)
        self.log.write(Commit(made, [], [], {}, []))


def leaves_of(engine: Engine, writer: Writer) -> list[bytes]:
    """The slow twin: the order that the runs say, from the records that were written."""
    with engine.connect() as connection:
        runs = connection.execute(
            text(
                "SELECT n.name, t.first, t.length FROM tree_runs t "
                "JOIN names n ON n.id = t.stream ORDER BY t.start"
            )
        ).all()
    found = []
    for stream, first, length in runs:
        told = writer.records[stream][first - 1 : first - 1 + length]
        assert [one.version for one in told] == list(range(first, first + length))
        found += [merkle.leaf_hash(one.hash) for one in told]
    return found


@pytest.fixture
def writer(engine: Engine) -> Writer:
    return Writer(Log(engine))


def test_checkpoints_follow_the_log(engine: Engine, writer: Writer) -> None:
    kept = Checkpoints(engine)
    name = kept.make_name()
    assert kept.make_name() == name
    assert kept.extend(name, sign, SECOND) is None  # of nothing there is none
    sizes = []
    for step in (3, 1, 300, 80, 0, 270):
        if step:
            writer.write(step)
        assert kept.news() == step
        made = kept.extend(name, sign, SECOND)
        assert (made is None) == (step == 0)
        if made is not None:
            sizes.append(made.size)
    assert sizes == [3, 4, 304, 384, 654]
    leaves = leaves_of(engine, writer)
    assert len(leaves) == len(set(leaves)) == 654
    for size in sizes:
        note = kept.note(size)
        assert note is not None
        told = read_checkpoint(note)
        assert told == Checkpoint(name, size, slow_root(leaves[:size]))
        assert len(note.signers(with_times(SIGNER.keys(name)))) == 2
    roots = [slow_root(leaves[:size]) for size in sizes]
    for first, before in zip(sizes, roots, strict=True):
        for second, after in zip(sizes, roots, strict=True):
            if first <= second:
                proof = kept.consistency(first, second)
                assert merkle.is_consistent(first, second, before, after, proof)
    with engine.connect() as connection:
        assert read_order(connection).size == 654
        assert read_roots(connection, sizes) == dict(zip(sizes, roots, strict=True))


def test_every_record_is_in_it_once_and_can_be_shown(engine: Engine, writer: Writer) -> None:
    kept = Checkpoints(engine)
    name = kept.make_name()
    writer.write(40)
    kept.extend(name, sign, SECOND)
    writer.write(60)
    last = kept.extend(name, sign, SECOND)
    assert last is not None
    places = set()
    for stream, told in writer.records.items():
        for record in told:
            assert kept.size_with([(stream, record.version)]) == last.size
            found = kept.inclusion(stream, record.version, last.size)
            assert found is not None
            leaf = merkle.leaf_hash(record.hash)
            shown = root_of_inclusion(leaf, found.index, found.size, found.proof)
            assert shown == last.root
            places.add(found.index)
        assert kept.size_with([(stream, 1), (stream, len(told) + 1)]) is None
        assert kept.inclusion(stream, len(told) + 1, last.size) is None
    assert places == set(range(last.size))
    assert kept.size_with([("no such stream", 1)]) is None
    assert kept.inclusion("table A", len(writer.records["table A"]), 40) is None


def test_a_long_log_takes_several(
    engine: Engine, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_rows, "MOST_LEAVES", 30)
    writer.write(100)
    kept = Checkpoints(engine)
    name = kept.make_name()
    sizes = []
    while (made := kept.extend(name, sign, SECOND)) is not None:
        sizes.append(made.size)
    assert sizes == [30, 60, 90, 100]
    assert len(set(leaves_of(engine, writer))) == 100


def test_of_two_servers_at_once_one_is_first(engine: Engine, writer: Writer) -> None:
    """The second has read the same, and more; nothing of it is written."""
    kept, other = Checkpoints(engine), Checkpoints(engine)
    name = kept.make_name()
    writer.write(10)

    def meanwhile(checkpoint: Checkpoint) -> str:
        if checkpoint.size == 10:
            writer.write(5)
            made = other.extend(name, sign, SECOND)
            assert made is not None and made.size == 15
        return sign(checkpoint)

    assert kept.extend(name, meanwhile, SECOND) is None
    last = kept.last()
    assert last is not None and last.size == 15
    writer.write(3)
    again = kept.extend(name, sign, SECOND)
    assert again is not None and again.size == 18
    assert again.root == slow_root(leaves_of(engine, writer))


def test_who_has_witnessed_what(engine: Engine, writer: Writer) -> None:
    kept = Checkpoints(engine)
    name = kept.make_name()
    writer.write(10)
    first = kept.extend(name, sign, SECOND)
    assert first is not None
    cosigner = Signer([Ed25519PrivateKey.from_private_bytes(bytes(32))])
    text_of = Checkpoint(name, first.size, first.root).text
    for at in (7, 9):
        line = cosigner.cosign("w.example", text_of, at)
        kept.witness(Seen("w.example", first.size, at * SECOND), line)
    note = kept.note(first.size)
    assert note is not None
    assert note.signers(cosigner.witness_keys("w.example"))[0][1] == 9
    writer.write(5)
    kept.extend(name, sign, 2 * SECOND)
    assert kept.witnesses(["w.example", "x.example"]) == [Seen("w.example", 10, 9 * SECOND)]
    # What is shown to others is what somebody has witnessed, where that has it already.
    assert kept.size_with([("table A", 1)]) == 10


def test_it_is_signed_again_and_a_log_that_was_put_back_says_so(
    engine: Engine, writer: Writer
) -> None:
    kept = Checkpoints(engine)
    name = kept.make_name()
    assert kept.sign_again(name, sign, SECOND) is None
    assert kept.say_restored() == name
    writer.write(10)
    first = kept.extend(name, sign, SECOND)
    assert first is not None
    kept.witness(Seen("w", 10, 1), "— w AAAAAAAA\n")
    again = kept.sign_again(name, sign, 2 * SECOND)
    assert again is not None and (again.size, again.at) == (10, 2 * SECOND)
    assert kept.witnesses(["w"])
    restored = kept.say_restored()
    assert restored.startswith(f"{name}/after-10.")
    assert kept.make_name() == restored
    said = kept.sign_again(restored, sign, 3 * SECOND)
    assert said is not None and said.origin == restored
    assert kept.witnesses(["w"]) == []


def test_a_record_that_is_gone_is_told(engine: Engine, writer: Writer) -> None:
    kept = Checkpoints(engine)
    name = kept.make_name()
    writer.write(20)
    kept.extend(name, sign, SECOND)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM records WHERE version = 2"))
    with pytest.raises(DamagedTree, match="is not in the log"), engine.connect() as connection:
        read_roots(connection, [20])
    with pytest.raises(DamagedTree, match="is not in the log"):
        kept.consistency(7, 20)
