"""`longsuit witness` against a floor that runs, over HTTP."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import text
from tests.api.serving import House, open_house
from tests.floor.playing import DealtTable, config, with_house

from longsuit.cli.main import main
from longsuit.cli.serve import find_signer
from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import Checkpoint, read_note
from longsuit.floor.checkpoints.signer import Signer, open_signer
from longsuit.floor.service.floor import Floor

NAME = "regulator.example/w"
SIGNER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The witness's own key."""
    file = tmp_path / "away" / "witness.pem"
    open_signer([file], make=True)
    return file


@pytest.fixture
def house(tmp_path: Path, key: Path) -> Iterator[House]:
    """A floor that signs, and knows the witness."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    known = [str(one) for one in open_signer([key], make=False).witness_keys(NAME)]
    tables = with_house(config(D1={"mode": "dealt"}), witnesses=tuple(known))
    with open_house(str(tmp_path / "floor.db"), tables, people={}, signer=SIGNER) as opened:
        DealtTable(opened.floor, "D1", {1: "Ann"}, 1_000_00).play(1)
        yield opened
    structlog.reset_defaults()


def checkpoint(floor: Floor) -> int:
    """Make one now; how many records it has."""
    assert floor.checkpointer is not None
    floor.checkpointer.make(closing=True)
    return floor.witnesses.standing().size


def test_a_floor_is_witnessed(
    house: House, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = house.floor
    size = checkpoint(floor)
    file, heard = tmp_path / "seen.jsonl", tmp_path / "heard"
    call = [sys.executable, "-c", f"import sys; open({str(heard)!r}, 'a').write(sys.argv[1])"]
    ask = ["witness", "--floor", house.address, "--file", str(file), "--key", str(key), "--once"]
    ask += ["--name", NAME, "--command", shlex.join(call)]
    assert main(ask) == 0
    said = capsys.readouterr().out
    assert "taken on its own word" in said
    assert f"{size:,} records signed\n" in said
    (seen,) = floor.witnesses.standing().witnesses
    assert (seen.witness, seen.size) == (NAME, size)
    anyone = house.anyone()
    shown = anyone.get("/api/checkpoints/last")
    assert shown.headers["content-type"].startswith("text/plain")
    note = read_note(shown.content)
    assert NAME in {one.name for one in note.signatures}
    assert anyone.get(f"/api/checkpoints/{size}").text == shown.text
    assert anyone.get(f"/api/checkpoints/{size + 1}").status_code == 404
    beyond = {"first": size, "second": size + 1}
    assert anyone.get("/api/checkpoints/proof", params=beyond).status_code == 404
    bad = anyone.http.post(f"/api/checkpoints/{size}/cosignatures", json={"lines": "no"})
    assert (bad.status_code, "no signature" in bad.text) == (403, True)
    # The house changes its past: the audit of the log alone may hold, and the witness shouts.
    with floor.database.begin() as connection:
        connection.execute(text("UPDATE records SET hash = zeroblob(32) WHERE position = 2"))
        connection.execute(text("DELETE FROM tree_nodes"))
        connection.execute(text("DELETE FROM checkpoints"))
        connection.execute(text("DELETE FROM tree_runs"))
    checkpoint(floor)
    assert main(ask) == 1
    assert "longsuit witness: The log was changed" in capsys.readouterr().err
    assert heard.read_text() == "fork"


def test_what_is_not_well_asked(
    house: House, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "seen.jsonl")
    ask = ["witness", "--file", file, "--key", str(key), "--once"]
    for more, sentence in (
        (["--floor", "nowhere"], "is a URL"),
        (["--floor", house.address, "--name", "a b"], "has no spaces"),
        (["--floor", house.address, "--floor-key", "x"], "A public key is a line"),
        (["--floor", "http://127.0.0.1:9"], "The floor's key is not known"),
    ):
        assert main([*ask, *more]) == 2, more
        assert sentence in capsys.readouterr().err


def test_the_key_of_a_floor_lies_elsewhere(tmp_path: Path) -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    floor, away = str(tmp_path / "floor.db"), tmp_path / "away"
    with pytest.raises(InputError, match="lies beside the database"):
        find_signer(floor, [tmp_path / "key.pem"], wanted=True)
    made = find_signer(floor, [away / "key.pem"], wanted=True)
    assert made is not None
    # While one key takes the place of another, both sign.
    open_signer([away / "new.pem"], make=True)
    both = find_signer(floor, [away / "key.pem", away / "new.pem"], wanted=True)
    assert both is not None and both.keys("a")[0] == made.keys("a")[0]
    note = read_note(both.sign(Checkpoint("a", 1, bytes(32)), 5).encode())
    assert len(note.signers(both.keys("a"))) == 2
    # Each server of a floor on PostgreSQL has the same key, which none of them makes.
    assert find_signer("postgresql://pit/floor", [], wanted=True) is None
    with pytest.raises(InputError, match="There is no key"):
        find_signer("postgresql://pit/floor", [away / "none.pem"], wanted=True)
    assert find_signer(floor, [], wanted=False) is None
    structlog.reset_defaults()
