"""Receipts for rounds of a floor with everything in it: each is proved, and none tells too much."""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine, text
from tests.floor.checkpoints.test_merkle import root_of_inclusion
from tests.floor.played import play_floor

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.note import Checkpoint, read_checkpoint, read_note
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.log.packed import KINDS, WORDS, decode_events
from longsuit.floor.log.record import record_hash
from longsuit.floor.reads.archive import Published
from longsuit.floor.reads.round_receipt import NotYet, RoundReceipt
from longsuit.floor.reads.table_view import ANYONE, Looker
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log

SIGNER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
AUDITOR = Looker("auditor", "Abe")
STATIC = Path(__file__).parents[3] / "src" / "longsuit" / "web" / "static"
SEED = 7


class Kept:
    """A floor with checkpoints of all its records."""

    def __init__(self, engine: Engine) -> None:
        self.checkpoints, self.published = Checkpoints(engine), Published(Log(engine))
        name = self.checkpoints.make_name()
        self.keys = [str(key) for key in SIGNER.keys(name)]
        self.engine = engine

    def sign(self) -> None:
        name = self.checkpoints.make_name()

        def sign(checkpoint: Checkpoint) -> str:
            return SIGNER.sign(checkpoint, 1_800_000_000)

        self.checkpoints.extend(name, sign, 1)

    def receipt(self, table: str, number: int, looker: Looker = AUDITOR) -> RoundReceipt | None:
        return self.published.receipt(table, number, looker, self.checkpoints, self.keys)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = str(tmp_path_factory.mktemp("played") / "floor.db")
    play_floor(made, rounds=20, seed=SEED, tables=("C1", "C2", "H1"))
    return made


@pytest.fixture
def kept(url: str, tmp_path: Path) -> Iterator[Kept]:
    engine = open_database(str(shutil.copy(url, tmp_path / "floor.db")))
    yield Kept(engine)
    engine.dispose()


def is_proved(receipt: RoundReceipt) -> bool:
    """The slow way: every hash by itself."""
    told = read_checkpoint(read_note(receipt.checkpoint.encode()))
    for one in receipt.records:
        content = (one.stream, one.version, one.at, one.who, one.command, one.schema, one.program)
        events = base64.b64decode(one.events)
        leaf = merkle.leaf_hash(record_hash(bytes.fromhex(one.previous), *content, events))
        proof = [base64.b64decode(each) for each in one.proof]
        if root_of_inclusion(leaf, one.index, told.size, proof) != told.root:
            return False
    return True


def kinds(receipt: RoundReceipt) -> set[str]:
    told = [decode_events(base64.b64decode(one.events)) for one in receipt.records]
    return {type(event).__name__ for events in told for event in events}


def all_of(kept: Kept) -> list[RoundReceipt]:
    found = [kept.receipt(table, number) for table in ("C1", "C2", "H1") for number in range(1, 21)]
    return [one for one in found if one is not None]


def test_every_round_has_a_receipt_that_is_proved(kept: Kept, tmp_path: Path) -> None:
    kept.sign()
    receipts = all_of(kept)
    assert len(receipts) > 50
    assert all(map(is_proved, receipts))
    assert any("TriggerOpened" in kinds(one) and one.must_hit_by for one in receipts)
    assert all("RoundBegun" in kinds(one) for one in receipts)
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")
    file, script = tmp_path / "receipts.json", tmp_path / "check.mjs"
    told = [json.loads(msgspec.json.encode(one)) for one in receipts]
    hits = [one for one in told if one["must_hit_by"]]
    worded = [raw for raw, one in zip(told, receipts, strict=True) if "WordAdded" in kinds(one)]
    file.write_text(json.dumps([*hits[:2], *worded[:3]]), encoding="utf-8")
    script.write_text(_SCRIPT.replace("STATIC", STATIC.as_uri()), encoding="utf-8")
    asked = [node, str(script), str(file)]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=60, check=True)
    lines = json.loads(done.stdout)
    assert len(lines) == 5 and all(one["bad"] == [] for one in lines), lines
    assert any("Must Hit secret opens" in said for said in lines[0]["good"])
    said = [good for one in lines for good in one["good"]]
    assert any("cards dealt are the first of the shuffle" in one for one in said)
    assert "Every word was sealed before the deck was, and opened after it." in said


_SCRIPT = """
import { readFileSync } from "node:fs";
import { checkReceipt } from "STATIC/receipt/receipt_check.js";
const told = JSON.parse(readFileSync(process.argv[2], "utf8"));
const said = told.map((one) => checkReceipt(one, one.keys));
const texts = (lines, good) => lines.filter((one) => one.good === good).map((one) => one.text);
const both = said.map((one) => ({ good: texts(one, true), bad: texts(one, false) }));
console.log(JSON.stringify(both));
"""


def test_a_round_that_is_in_no_checkpoint_yet(kept: Kept) -> None:
    with pytest.raises(NotYet):
        kept.receipt("C1", 1)
    kept.sign()
    assert kept.receipt("C1", 1) is not None
    assert kept.receipt("C1", 999) is None


def test_who_was_not_told_the_seed_gets_the_promise_alone(kept: Kept) -> None:
    """The records of the deal show every hand, also one that was never turned up."""
    kept.sign()
    hidden = []
    for table in ("C1", "H1"):
        for number in range(1, 21):
            shown, whole = (kept.receipt(table, number, one) for one in (ANYONE, AUDITOR))
            round_told = kept.published.round(table, number, ANYONE)
            if shown is None or whole is None or round_told is None:
                continue
            if round_told.seed:
                assert shown == whole
            else:
                hidden.append(shown)
    assert hidden
    for one in hidden:
        assert kinds(one) <= {"RoundBegun", "WordSealed", "DeckSealed", "WordAdded", "WordsMissing"}
        assert one.must_hit_by == 0 and is_proved(one)


def test_a_record_that_was_changed_since_is_not_proved(kept: Kept) -> None:
    kept.sign()
    with kept.engine.begin() as connection:
        connection.execute(text("UPDATE records SET at = at + 1 WHERE version = 2"))
    assert not all(map(is_proved, all_of(kept)))


def test_rounds_of_an_older_form_have_none(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.sign()
    monkeypatch.setattr("longsuit.floor.reads.round_receipt.SCHEMA", 3)
    with pytest.raises(InputError, match="older version"):
        kept.receipt("C1", 1)


def test_the_page_knows_the_words_and_kinds_of_the_log() -> None:
    source = (STATIC / "receipt" / "events.js").read_text(encoding="utf-8")
    words = re.search(r"WORDS = (\[.*?\]);", source, re.DOTALL)
    assert words is not None
    assert tuple(json.loads(re.sub(r",\s*\]", "]", words[1]))) == WORDS
    readers = re.findall(r"^  (\d+): .*?kind: \"(\w+)\"", source, re.MULTILINE | re.DOTALL)
    assert len(readers) == 11
    for number, kind in readers:
        assert KINDS[int(number)].__name__ == kind
