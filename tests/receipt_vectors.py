"""Receipts for rounds, as a floor gives them, and such that are false: for the vectors."""

import base64
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.floor.checkpoints.test_merkle import Stored

from longsuit.core.progressive.events import TriggerOpened, TriggerSealed
from longsuit.core.progressive.must_hit import Cycle, Secret, commitment, trigger, winner
from longsuit.core.round.events import BoardDealt, DealerDealt, HandDealt, SeatTaken
from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.note import Checkpoint
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import GENESIS, SCHEMA, Record, record_hash
from longsuit.floor.reads.round_receipt import FORM, ProvedRecord, RoundReceipt
from longsuit.floor.secrets.shuffle import Word, commit, seal_word, shuffle
from longsuit.floor.tables.events import (
    DeckSealed,
    RoundBegun,
    SeedOpened,
    WordAdded,
    WordSealed,
    WordsMissing,
)

ORIGIN, WITNESS = "longsuit.floor/0123456789abcdef", "regulator.example/w"
HOUSE = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
REGULATOR = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))])
AT = 1_763_434_000
BY = 1_000_00

Case = dict[str, Any]
Told = list[tuple[str, tuple[Any, ...]]]
"""Streams and the events of a record of each."""


class Round:
    """A round of the old order with everything in it, as its events have it."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.table, self.number = chance.choice(("T1", "chase", "main")), number
        seed, secret = Secret(chance.randbytes(32)), Secret(chance.randbytes(32))
        said = [Word(2, "Ann", "biscuit ♥"), Word(5, 'Gus "G"', "main"), Word(2, "Ann", "again")]
        self.words = said[: chance.randrange(4)]
        # A seat's last word counts, where it was said last.
        last = {word.seat: word for word in self.words}
        order = sorted(last.values(), key=self.words.index)
        self.deck = shuffle(self.table, number, seed, order)
        self.commitment, self.seed = commit(self.table, number, seed), seed.open().hex()
        self.cycle = Cycle(f"{self.table}/must-hit", 3, 512_34, BY)
        self.promise, self.secret = commitment(self.cycle, secret), secret.open().hex()
        self.trigger = trigger(self.cycle, secret)
        self.winner = winner(self.cycle, secret, self.table, number, (2, 5))

    def told(self, *, award: bool = False, seed: bool = True) -> Told:
        """Its records; without its seed only the first."""
        deck, stream = self.deck, f"table {self.table}"
        seated = (SeatTaken(2, "Ann", 1_000_00), SeatTaken(5, 'Gus "G"', 40_00))
        events: list[tuple[Any, ...]] = [(RoundBegun(self.number, seated, self.commitment),)]
        if seed:
            events += [(WordAdded(word),) for word in self.words]
            hands = (HandDealt(2, deck[:3]), HandDealt(5, deck[3:6]), DealerDealt(deck[6:9]))
            events += [hands, (BoardDealt(deck[9:11]),), (BoardDealt(deck[11:13]),)]
            events += [(SeedOpened(self.number, self.seed),)]
        found = [(stream, one) for one in events]
        if award:
            meter, cycle = f"meter {self.cycle.meter}", self.cycle
            place = (self.table, self.number, (2, 5), self.winner)
            opened = TriggerOpened(3, cycle.above, self.secret, self.trigger, *place)
            found.append((meter, (TriggerSealed(3, cycle.above, self.promise),)))
            found.append((meter, (opened,)))
        return found


class SealedRound(Round):
    """The same in the order of today: words are sealed, then the deck, then they are opened."""

    def __init__(self, chance: random.Random, number: int) -> None:
        super().__init__(chance, number)
        self.words = [Word(5, 'Gus "G"', "main"), Word(2, "Ann", "biscuit ♥")]
        self.sealed = [(one.seat, seal_word(self.table, number, one)) for one in self.words]
        self.missing: tuple[int, ...] = ()
        self.early = False
        self.again = 1
        order = sorted(self.words, key=lambda one: one.seat)
        self.deck = shuffle(self.table, number, Secret(bytes.fromhex(self.seed)), order)

    def told(self, *, award: bool = False, seed: bool = True) -> Told:
        """Its records; without its seed those that tell no hand."""
        begun, *rest = super().told(award=award, seed=seed)
        stream = begun[0]
        rest = [one for one in rest if not isinstance(one[1][0], WordAdded)]
        seals = [(stream, (WordSealed(*one),)) for one in self.sealed]
        deck = [(stream, (DeckSealed(self.number, self.commitment),))] * self.again
        opened = [(stream, (WordAdded(one),)) for one in self.words]
        missing = [(stream, (WordsMissing(self.missing),))] if self.missing else []
        fixed = [*deck, *seals] if self.early else [*seals, *deck]
        first = (stream, (RoundBegun(self.number, begun[1][0].seated),))
        return [first, *fixed, *opened, *missing, *rest]


def receipt(chance: random.Random, made: Round, told: Told, by: int = 0) -> Case:
    """The receipt of these records, in a tree with others around them."""
    records = []
    for version, (stream, events) in enumerate(told, chance.randrange(1, 70_000)):
        previous = chance.randbytes(32) if version > 1 else GENESIS
        who = chance.choice(("system", "dealer Dee", "player Ann"))
        content = (version, AT * 1_000_000 - 7, who, chance.randbytes(8).hex(), SCHEMA, "0.1")
        packed = encode_events(events)
        digest = record_hash(previous, stream, *content, packed)
        records.append((previous, Record(stream, *content, packed, digest)))
    size = chance.randrange(len(records), 700)
    places = sorted(chance.sample(range(size), len(records)))
    leaves = [merkle.leaf_hash(chance.randbytes(32)) for _ in range(size)]
    for place, (_, record) in zip(places, records, strict=True):
        leaves[place] = merkle.leaf_hash(record.hash)
    tree = Stored()
    tree.grow(leaves)
    checkpoint = Checkpoint(ORIGIN, size, merkle.root(tree.read, size))
    note = HOUSE.sign(checkpoint, AT) + REGULATOR.cosign(WITNESS, checkpoint.text, AT + 9)
    keys = (str(HOUSE.keys(ORIGIN)[0]), str(REGULATOR.witness_keys(WITNESS)[0]))
    proved = tuple(
        ProvedRecord(
            *(record.stream, record.version, previous.hex(), record.at, record.who),
            *(record.command, record.schema, record.program, _text(record.events), place),
            tuple(map(_text, merkle.inclusion_proof(tree.read, place, size))),
        )
        for place, (previous, record) in zip(places, records, strict=True)
    )
    whole = RoundReceipt(FORM, made.table, made.number, by, note, keys, proved)
    found: Case = msgspec.json.decode(msgspec.json.encode(whole))
    return found


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def receipts(chance: random.Random) -> Iterator[Case]:
    """Good ones, and for each kind of lie one that has it."""
    for number in range(1, 7):
        made, award = Round(chance, number), number % 2 == 0
        told = made.told(award=award, seed=number != 5)
        yield _case(receipt(chance, made, told, BY if award else 0), "")
    for name, lie in LIES.items():
        made = Round(chance, 41)
        lie_in_log = isinstance(lie, str)
        if lie_in_log:
            setattr(made, *_CHANGES[lie](made))
        found = receipt(chance, made, made.told(award=True), BY)
        if not lie_in_log:
            lie(found)
        yield _case(found, name)


def sealed_receipts(chance: random.Random) -> Iterator[Case]:
    """Those of rounds whose words were sealed before the deck was."""
    for number in range(1, 4):
        made = SealedRound(chance, number)
        if number == 2:
            made.missing = (6,)
        yield _case(receipt(chance, made, made.told(seed=number != 3)), "")
    for name, change in SEALED_LIES.items():
        made = SealedRound(chance, 41)
        setattr(made, *change(made))
        yield _case(receipt(chance, made, made.told()), name)


def _case(found: Case, lie: str) -> Case:
    return {"receipt": found, "holds": not lie, "lie": lie}


def _other_note(found: Case, **changes: Any) -> None:
    origin, size, root = found["checkpoint"].split("\n")[:3]
    told = {"origin": origin, "size": int(size), "root": base64.b64decode(root)} | changes
    checkpoint = Checkpoint(**told)
    found["checkpoint"] = HOUSE.sign(checkpoint, AT)


_CHANGES: dict[str, Callable[[Round], tuple[str, Any]]] = {
    "card": lambda made: ("deck", (*made.deck[1:], made.deck[0])),
    "seed": lambda made: ("seed", "00" * 32),
    "commitment": lambda made: ("commitment", "ab" * 32),
    "word": lambda made: ("words", [Word(7, "Zed", "late")]),
    "promise": lambda made: ("promise", "cd" * 32),
    "trigger": lambda made: ("trigger", made.trigger - 1),
    "winner": lambda made: ("winner", 7 - made.winner),
}
SEALED_LIES: dict[str, Callable[[SealedRound], tuple[str, Any]]] = {
    "a word that is not the one sealed": lambda made: (
        "words",
        [Word(5, 'Gus "G"', "other"), made.words[1]],
    ),
    "a word that was never sealed": lambda made: ("sealed", made.sealed[:1]),
    "words sealed after the deck": lambda made: ("early", True),
    "a deck that was sealed twice": lambda made: ("again", 2),
    "another commitment to the sealed deck": lambda made: ("commitment", "ab" * 32),
}
LIES: dict[str, Any] = {
    "a card that is not the next of the shuffle": "card",
    "another seed": "seed",
    "another commitment": "commitment",
    "a word that nobody said": "word",
    "another promise of the Must Hit secret": "promise",
    "another trigger": "trigger",
    "another winner": "winner",
    "a record that was changed": lambda one: one["records"][0].update(who="player Zed"),
    "another time": lambda one: one["records"][1].update(at=1),
    "another place": lambda one: one["records"][1].update(index=0),
    "a proof cut short": lambda one: one["records"][2].update(proof=one["records"][2]["proof"][1:]),
    "another round": lambda one: one.update(round=42),
    "another table": lambda one: one.update(table="T9"),
    "another Must Hit amount": lambda one: one.update(must_hit_by=BY + 1),
    "another tree": lambda one: _other_note(one, root=bytes(32)),
    "another size": lambda one: _other_note(one, size=2**40),
    "a log of another name": lambda one: _other_note(one, origin="other.example"),
    "a text that was not signed": lambda one: one.update(
        checkpoint=one["checkpoint"].replace(ORIGIN, f"{ORIGIN}0", 1)
    ),
    "without the deal": lambda one: one["records"].pop(0),
}
