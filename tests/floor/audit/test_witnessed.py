"""Lies that no audit of the log alone can find: each log is valid, and not the one witnessed."""

import json
import shutil
from pathlib import Path

import pytest
from bench.audit import Writer, deal_round
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from sqlalchemy import text
from tests.floor.audit.forged import load, save

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.round.commands import Actor, CancelRound
from longsuit.floor.audit.run import AuditReport, audit
from longsuit.floor.checkpoints.note import Checkpoint, Key, read_note
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.checkpoints.witness_file import WitnessFile, verify
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.store.backup import restore
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.commands import BeginRound, SeatPlayer

HOUSE = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
FORGER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))])
REGULATOR = Signer([Ed25519PrivateKey.from_private_bytes(bytes(32))])
WITNESS = "regulator.example/w"
KEY = Fernet.generate_key()
HOUR = 3600
SEATS = {1: "Ann", 2: "Bob"}


class Night(Struct):
    """A floor that was witnessed every hour, and its copies from before each."""

    folder: Path
    name: str
    notes: list[str]

    def copy(self, hours: int, to: Path) -> str:
        """The floor as it was after so many hours."""
        return str(shutil.copy(self.folder / f"{hours}.db", to / "floor.db"))

    @property
    def keys(self) -> list[Key]:
        return [*HOUSE.keys(self.name), *REGULATOR.witness_keys(WITNESS)]

    def audit(self, url: str, notes: list[str] | None = None) -> AuditReport:
        seen = [verify(read_note(one.encode()), self.keys) for one in notes or self.notes]
        engine = open_database(url)
        try:
            return audit(Log(engine), workers=1, seen=(seen, self.keys))
        finally:
            engine.dispose()


def play_hour(url: str, seed: int, signer: Signer = HOUSE, *, wait: int = HOUR) -> str:
    """Some rounds, and a checkpoint of them that a witness signs."""
    writer = Writer(url, seed, KEY, keys=f"of {seed}")
    if "table T1" not in writer.log.streams():
        for table in ("T1", "T2"):
            writer.open_table(id=table, game="ctf", mode="dealt", must_hit={})
            by = Actor("dealer", "Dee")
            writer.must(BeginRound(by=by), table)
            for seat, player in SEATS.items():
                seating = SeatPlayer(by=by, seat=seat, player=player, stack=5_000_00)
                writer.must(seating, table)
            writer.must(CancelRound(by=by, reason="all are seated"), table)
    now = writer.wait(wait)
    for table in ("T1", "T2", "T1"):
        deal_round(writer, table, SEATS)
    now = writer.wait(60)
    kept = Checkpoints(writer.database)
    name = kept.make_name()
    made = kept.extend(name, lambda told: signer.sign(told, now), now * 1_000_000)
    writer.close()
    assert made is not None
    told = Checkpoint(name, made.size, made.root)
    return made.note + REGULATOR.cosign(WITNESS, told.text, now)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    folder = tmp_path_factory.mktemp("night")
    file = folder / "floor.db"
    notes = []
    for hour in range(1, 5):
        notes.append(play_hour(str(file), hour))
        shutil.copy(file, folder / f"{hour}.db")
    engine = open_database(str(file))
    name = Checkpoints(engine).name()
    engine.dispose()
    return Night(folder, name, notes)


def test_the_log_that_was_witnessed(night: Night, tmp_path: Path) -> None:
    report = night.audit(night.copy(4, tmp_path))
    assert report.clean, report.fault
    proof = report.witnessed
    assert proof is not None
    assert (proof.checkpoints, proof.records) == (4, report.records)
    assert proof.signers == (night.name, WITNESS)
    # Whoever has an older checkpoint only proves less.
    older = night.audit(night.copy(4, tmp_path), night.notes[:2]).witnessed
    assert older is not None and older.records < report.records


def test_a_log_that_has_gone_on_is_the_same_log(night: Night, tmp_path: Path) -> None:
    floor = night.copy(4, tmp_path)
    play_hour(floor, 5)
    assert night.audit(floor).clean


def test_a_log_that_was_written_anew(night: Night, tmp_path: Path) -> None:
    """Every hash, shuffle and balance holds, and other rounds were played."""
    floor = str(tmp_path / "anew.db")
    for hour in range(1, 5):
        play_hour(floor, hour + 100, FORGER)
    name_it(floor, night.name)
    engine = open_database(floor)
    assert audit(Log(engine), workers=1).clean
    engine.dispose()
    assert night.audit(floor).fault == (
        "The log was written anew: it fits none of the 4 checkpoints that were witnessed."
    )
    assert "does not fit the checkpoint that was" in night.audit(floor, night.notes[:1]).fault


def test_a_chain_that_was_made_to_fit_again(night: Night, tmp_path: Path) -> None:
    """The forger's own machinery: what a program wrote is another version's, hashes and all."""
    floor = night.copy(4, tmp_path)
    engine = open_database(floor)
    save(engine, load(engine))
    assert audit(Log(engine), workers=1).clean
    engine.dispose()
    assert "The log was written anew" in night.audit(floor).fault


def test_a_log_cut_at_its_end(night: Night, tmp_path: Path) -> None:
    floor = night.copy(3, tmp_path)
    report = night.audit(floor)
    sizes = [note.split("\n")[1] for note in night.notes]
    assert report.fault.startswith(f"The log is cut at its end: {sizes[3]} records were witnessed")
    assert report.fault.endswith(f"and it has {sizes[2]}.")


def test_a_round_swapped_for_another(night: Night, tmp_path: Path) -> None:
    """From the third hour on other rounds were played, at the same times."""
    floor = night.copy(2, tmp_path)
    play_hour(floor, 103, FORGER)
    play_hour(floor, 104, FORGER)
    report = night.audit(floor)
    assert report.fault.startswith("Something was put in place of what was witnessed: the log is")
    assert "between them: " in report.fault
    assert "table T1, records " in report.fault and "table T2, records " in report.fault


def test_a_floor_put_back_without_saying_so(night: Night, tmp_path: Path) -> None:
    floor = night.copy(2, tmp_path)
    play_hour(floor, 203, wait=72 * HOUR)
    report = night.audit(floor)
    assert report.fault.startswith("The floor was put back as it was on 2026-09-2")
    assert "has gone on from there without saying so" in report.fault
    for hour in (204, 205, 206):
        play_hour(floor, hour)
    assert "without saying so" in night.audit(floor).fault


def test_a_floor_put_back_that_says_so(night: Night, tmp_path: Path) -> None:
    floor = night.copy(2, tmp_path)
    engine = open_database(floor)
    said = Checkpoints(engine).say_restored()
    engine.dispose()
    assert "no key signed that" in night.audit(floor).fault
    play_hour(floor, 203, wait=72 * HOUR)
    report = night.audit(floor)
    assert report.clean, report.fault
    assert report.witnessed is not None
    assert report.witnessed.restored.startswith("The floor was put back to ")
    assert "records that were witnessed by" in report.witnessed.restored
    # And back again, to before it said so.
    note = play_hour(floor, 204)
    assert note.startswith(f"{said}\n")
    assert "without saying so" in night.audit(night.copy(2, tmp_path), [note]).fault


def test_two_floors_put_back_from_one_copy_are_two_logs(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = set()
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())
    for number in (1, 2):
        back = tmp_path / f"{number}.db"
        restore(night.folder / "2.db", str(back))
        engine = open_database(str(back))
        names.add(Checkpoints(engine).name())
        assert Checkpoints(engine).say_restored() in names, "it is said once"
        engine.dispose()
    assert len(names) == 2


def test_what_a_floor_put_back_has_signed_is_held_against_its_records(
    night: Night, tmp_path: Path
) -> None:
    """Hours that nobody had witnessed yet were written anew before it was put back."""
    floor = night.copy(1, tmp_path)
    forged = play_hour(floor, 999)
    size = int(forged.split("\n")[1])
    engine = open_database(floor)
    kept = Checkpoints(engine)
    kept.say_restored()
    with engine.begin() as connection:
        first = bytes(32)
        note = HOUSE.sign(Checkpoint(night.name, size, first), 1)
        changed = text("UPDATE checkpoints SET root = :root, note = :note WHERE size = :size")
        connection.execute(changed, {"root": first, "note": note, "size": size})
    engine.dispose()
    play_hour(floor, 1000, wait=72 * HOUR)
    assert (
        f"its first {size:,} are not those it signed" in night.audit(floor, night.notes[:1]).fault
    )


def test_two_logs_signed_as_one(night: Night, tmp_path: Path) -> None:
    told = read_note(night.notes[3].encode()).text.split("\n")
    forked = HOUSE.sign(Checkpoint(night.name, int(told[1]), bytes(32)), 1)
    report = night.audit(night.copy(4, tmp_path), [*night.notes, forked])
    assert "Two different logs of" in report.fault


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE tree_runs SET first = first + 1 WHERE start = 0", "is not in the log"),
        ("UPDATE tree_runs SET stream = stream + 100 WHERE start = 0", "is not in the log"),
        ("DELETE FROM tree_runs WHERE start > 0", "The log is cut at its end"),
        ("UPDATE settings SET value = 'other' WHERE name = 'log name'", "this one is other"),
        ("DELETE FROM settings WHERE name = 'log name'", "this one is not named"),
    ],
)
def test_an_order_of_the_leaves_that_was_changed(
    night: Night, tmp_path: Path, change: str, sentence: str
) -> None:
    floor = night.copy(4, tmp_path)
    engine = open_database(floor)
    with engine.begin() as connection:
        connection.execute(text(change))
    engine.dispose()
    assert sentence in night.audit(floor).fault


def test_stored_hashes_and_kept_notes_are_not_believed(night: Night, tmp_path: Path) -> None:
    floor = night.copy(4, tmp_path)
    engine = open_database(floor)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM tree_nodes"))
        connection.execute(text("DELETE FROM checkpoints"))
    engine.dispose()
    assert night.audit(floor).clean


def test_on_either_database(database: str) -> None:
    note = play_hour(database, 1)
    engine = open_database(database)
    name = Checkpoints(engine).name()
    engine.dispose()
    night = Night(Path(), name, [note])
    assert night.audit(database).clean
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE tree_runs SET first = 2 WHERE start = 0"))
    engine.dispose()
    assert not night.audit(database).clean


def name_it(url: str, name: str) -> None:
    engine = open_database(url)
    with engine.begin() as connection:
        told = {"name": name}
        connection.execute(text("UPDATE settings SET value = :name WHERE name = 'log name'"), told)
    engine.dispose()


# The command


def test_the_command(night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = night.copy(4, tmp_path)
    file, keys = tmp_path / "seen.jsonl", tmp_path / "keys"
    kept = WitnessFile(file, REGULATOR.witness_keys(WITNESS))
    kept.begin(HOUSE.keys(night.name))
    for note in night.notes:
        kept.keep(verify(read_note(note.encode()), kept.keys))
    ask = ["audit", "--db", floor, "--workers", "1", "--checkpoints", str(file)]
    assert main(ask) == 0
    said = capsys.readouterr().out
    assert f"signed by {night.name} and {WITNESS} on 2026-09-2" in said
    keys.write_text(f"# the regulator's own\n{REGULATOR.witness_keys(WITNESS)[0]}\n")
    assert main([*ask, "--keys", str(keys), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["witnessed"]["signers"] == [WITNESS]
    cut = str(shutil.copy(night.folder / "3.db", tmp_path / "cut.db"))
    assert main(["audit", "--db", cut, "--workers", "1", "--checkpoints", str(file)]) == 1
    assert "longsuit audit: The log is cut at its end" in capsys.readouterr().err
    (tmp_path / "one.txt").write_text(night.notes[3])
    one = ["audit", "--db", floor, "--workers", "1", "--checkpoints", str(tmp_path / "one.txt")]
    assert main([*one, "--keys", str(keys)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: data.replace(b"\\n\\n", b"\\n", 1), "is not signed, or is cut"),
        (lambda data: data[:60] + b"\n" + data[60:], "of the file of checkpoints is damaged"),
        (lambda data: b"{" + b"x" * 90_000 + b"\n", "is too long"),
        (lambda data: b'{"keys":[]}\n', "There is no checkpoint"),
        (lambda data: b"", "is not signed, or is cut"),
    ],
)
def test_a_damaged_file(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object, sentence: str
) -> None:
    file, keys = tmp_path / "seen.jsonl", tmp_path / "keys"
    keys.write_text(f"{HOUSE.keys(night.name)[0]}\n")
    data = b"".join(json.dumps({"note": one}).encode() + b"\n" for one in night.notes)
    file.write_bytes(spoil(data))  # type: ignore[operator]
    ask = ["audit", "--db", night.copy(4, tmp_path), "--checkpoints", str(file)]
    assert main([*ask, "--keys", str(keys)]) == 2
    assert sentence in capsys.readouterr().err


def test_wrong_keys(night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, keys = tmp_path / "seen.txt", tmp_path / "keys"
    file.write_text(night.notes[0])
    ask = ["audit", "--db", night.copy(4, tmp_path), "--checkpoints", str(file)]
    assert main(ask) == 2
    assert "Name the public keys" in capsys.readouterr().err
    keys.write_text(f"{FORGER.keys(night.name)[0]}\n")
    assert main([*ask, "--keys", str(keys)]) == 2
    assert "has no signature of a key" in capsys.readouterr().err
    keys.write_text("nonsense\n")
    assert main([*ask, "--keys", str(keys)]) == 2
    assert main(["audit", "--db", night.copy(4, tmp_path), "--keys", str(keys)]) == 2
    capsys.readouterr()
    with pytest.raises(InputError, match="is not good"):
        spoiled = night.notes[0].replace(night.notes[0].split("\n")[2], "A" * 43 + "=", 1)
        verify(read_note(spoiled.encode()), night.keys)
