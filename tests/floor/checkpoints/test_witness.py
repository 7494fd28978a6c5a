"""A witness: it signs what extends what it has seen; a fork, a cut and silence are told."""

import base64
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.floor.checkpoints.test_merkle import Stored

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints import merkle, witness_file
from longsuit.floor.checkpoints.merkle import leaf_hash
from longsuit.floor.checkpoints.note import Checkpoint, read_note
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.checkpoints.witness import Alarm, HttpDoor, Missing, Unreachable, Witness
from longsuit.floor.checkpoints.witness_file import WitnessFile, parse, verify

ORIGIN = "longsuit.floor/abc"
NAME = "regulator.example/w"
HOUSE = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
OTHER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))])
OWN = Signer([Ed25519PrivateKey.from_private_bytes(bytes(32))])


class House:
    """A floor's door, and whatever the house does behind it."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.signed = self.now
        self.origin, self.signer = ORIGIN, HOUSE
        self.down = False
        self.posted: list[tuple[str, str]] = []
        self.write(7)

    def write(self, count: int, salt: str = "") -> None:
        leaves = getattr(self, "leaves", [])
        self.rewrite([*leaves, *(leaf_hash(f"{salt}{n}".encode()) for n in range(count))])

    def rewrite(self, leaves: list[bytes]) -> None:
        self.leaves, self.tree = leaves, Stored()
        self.tree.grow(leaves)
        self.signed = self.now

    @property
    def size(self) -> int:
        return len(self.leaves)

    def get(self, path: str) -> bytes:
        if self.down:
            raise Unreachable("the floor cannot be reached")
        if path == "/api/checkpoints/last":
            if not self.size:
                raise Missing
            root = merkle.root(self.tree.read, self.size)
            return self.signer.sign(Checkpoint(self.origin, self.size, root), self.signed).encode()
        first, second = (int(part.partition("=")[2]) for part in path.split("?")[1].split("&"))
        proof = merkle.consistency_proof(self.tree.read, first, second)
        return json.dumps({"proof": [base64.b64encode(one).decode() for one in proof]}).encode()

    def post(self, path: str, body: bytes) -> str:
        self.posted.append((path, json.loads(body)["lines"]))
        return ""


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "seen.jsonl"
    WitnessFile(path, OWN.witness_keys(NAME)).begin(HOUSE.keys(ORIGIN))
    return path


def witness_of(house: House, file: Path) -> Witness:
    kept = WitnessFile(file, OWN.witness_keys(NAME))
    return Witness(house, kept, OWN, NAME, now=lambda: house.now, silence=900)


def test_what_grows_is_signed_and_kept_first(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    for count in (0, 3, 300, 1):
        house.write(count)
        assert witness.look() == f"{house.size:,} records signed"
        house.now += 60
    path, line = house.posted[-1]
    assert path == f"/api/checkpoints/{house.size}/cosignatures"
    content = parse(file.read_bytes())
    assert [note.text.split("\n")[1] for note in content.notes] == ["7", "10", "310", "311"]
    assert content.own == OWN.witness_keys(NAME)
    assert line in str(content.notes[-1])
    seen = verify(content.notes[-1], [*content.keys, *content.own])
    assert seen.signers == (ORIGIN, NAME)
    # It goes on from its file, as if it had never ended.
    house.write(5)
    assert witness_of(house, file).look() == f"{house.size} records signed"


def test_the_same_again_is_signed_again_and_not_kept_twice(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    witness.look()
    house.now = house.signed = house.now + 600
    witness.look()
    assert len(house.posted) == 2
    assert len(parse(file.read_bytes()).notes) == 1


@pytest.mark.parametrize("count", [0, 1, 5, 300])
def test_a_fork_is_told_and_the_proof_of_it_kept(house: House, file: Path, count: int) -> None:
    witness_of(house, file).look()
    house.rewrite([*house.leaves[:3], leaf_hash(b"swapped"), *house.leaves[4:]])
    house.write(count)
    for _ in range(2):
        with pytest.raises(Alarm, match="does not begin with the one of 7") as told:
            witness_of(house, file).look()
        assert told.value.kind == "fork" and told.value.final
    assert len(house.posted) == 1
    assert len(parse(file.read_bytes()).notes) == 1
    evidence = parse(Path(f"{file}.fork").read_bytes())
    assert len({note.text for note in evidence.notes}) == 2
    for note in evidence.notes:
        verify(note, HOUSE.keys(ORIGIN))


def test_a_cut_is_told(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    witness.look()
    house.rewrite(house.leaves[:6])
    with pytest.raises(Alarm, match="it has 6 records; we have signed 7 records") as told:
        witness.look()
    assert told.value.kind == "cut"
    house.rewrite([])
    with pytest.raises(Alarm, match="has no checkpoint any more") as told:
        witness.look()
    assert told.value.kind == "cut"


def test_another_log_and_another_key_are_told(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    witness.look()
    house.signer = OTHER
    with pytest.raises(Alarm, match="A checkpoint that is not the floor's") as told:
        witness.look()
    assert told.value.kind == "forged"
    house.signer, house.origin = HOUSE, f"{ORIGIN}/after-7"
    with pytest.raises(Alarm, match="put back from a copy") as told:
        witness.look()
    assert told.value.kind == "other log"
    assert len(house.posted) == 1


def test_silence_is_told_and_waited_out(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    witness.look()
    house.down = True
    house.now += 900
    assert witness.look() == "the floor cannot be reached"
    house.now += 1
    with pytest.raises(Alarm, match="For 901 seconds the floor cannot be reached") as told:
        witness.look()
    assert told.value.kind == "silence" and not told.value.final
    house.down = False
    with pytest.raises(Alarm, match="has signed nothing for 901 seconds"):
        witness.look()
    house.write(1)
    assert witness.look() == "8 records signed"
    house.signed += 3600
    with pytest.raises(Alarm, match="clock"):
        witness.look()


def test_a_floor_that_is_new_has_no_checkpoint_yet(house: House, file: Path) -> None:
    house.rewrite([])
    assert witness_of(house, file).look() == "the floor has no checkpoint yet"


def test_a_line_that_a_crash_cut_short_is_dropped(house: House, file: Path) -> None:
    witness_of(house, file).look()
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"note":"longsuit.fl')
    house.write(2)
    assert witness_of(house, file).look() == "9 records signed"
    assert file.read_bytes().startswith(whole + b'{"note":')
    assert len(parse(file.read_bytes()).notes) == 2


def test_a_file_that_is_full_lets_every_second_old_one_go(
    house: House, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_file, "MOST_NOTES", 8)
    witness = witness_of(house, file)
    for _ in range(9):
        witness.look()
        house.write(1)
    sizes = [int(note.text.split("\n")[1]) for note in parse(file.read_bytes()).notes]
    assert sizes == [7, 9, 11, 12, 13, 14, 15]
    assert witness_of(house, file).look() == "16 records signed"


def test_what_a_house_sends_is_bounded_and_judged(house: House, file: Path) -> None:
    witness = witness_of(house, file)
    witness.look()
    get = house.get
    for answer in (b"x" * 60_000, b"", b"\xff\n\n", b"a\n1\n\n"):
        house.get = lambda _path, answer=answer: answer  # type: ignore[method-assign,misc]
        assert "no checkpoint" in witness.look()
    house.write(9)
    for answer in (b"{}", b"[", json.dumps({"proof": ["AAAA"] * 10_000}).encode()):

        def wrong(path: str, answer: bytes = answer) -> bytes:
            return get(path) if path.endswith("last") else answer

        house.get = wrong  # type: ignore[method-assign]
        with pytest.raises(Alarm, match="does not begin with"):
            witness.look()


def test_an_address_that_is_none() -> None:
    for address in ("floor.example", "ftp://floor", "http://"):
        with pytest.raises(InputError, match="is a URL"):
            HttpDoor(address)
    with pytest.raises(Unreachable):
        HttpDoor("http://127.0.0.1:9").get("/")


def test_a_note_signed_by_a_witness_alone_counts_for_who_believes_it() -> None:
    checkpoint = Checkpoint(ORIGIN, 3, bytes(32))
    note = read_note(f"{checkpoint.text}\n{OWN.cosign(NAME, checkpoint.text, 5)}".encode())
    assert verify(note, OWN.witness_keys(NAME)).seconds == 5


def test_a_proof_that_cannot_be_fetched_accuses_nobody(house: House, file: Path) -> None:
    """Nothing is signed without it; only silence is told, once it has lasted."""
    witness = witness_of(house, file)
    witness.look()
    house.write(9)
    get = house.get

    def busy(path: str) -> bytes:
        if "/proof?" in path:
            raise Unreachable("the floor answers with 503")
        return get(path)

    house.get = busy  # type: ignore[method-assign]
    said = "no proof that the log only grew: the floor answers with 503"
    assert witness.look() == said
    assert len(house.posted) == 1 and not Path(f"{file}.fork").exists()
    house.now += 901
    with pytest.raises(Alarm, match=said) as told:
        witness.look()
    assert told.value.kind == "silence"
    house.get = get  # type: ignore[method-assign]
    house.signed = house.now
    assert witness.look() == "16 records signed"
