"""What a player keeps of a round: its records, and the proof that they are in a checkpoint.

Whoever has it can show that the house had promised, dealt and opened what it did, whatever the
house's database says later. It holds nothing that its owner was not told anyhow: without the seed
only the seals of the words and the commitment.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.events import MeterOpened, TriggerOpened, TriggerSealed
from longsuit.core.round.events import BoardDealt, DealerDealt, HandDealt
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import GENESIS, SCHEMA, Record
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.events import (
    DeckSealed,
    SeedOpened,
    TableSettings,
    WordAdded,
    WordSealed,
    WordsMissing,
)

FORM = "longsuit receipt 1"
_FOR_ALL = (WordSealed, DeckSealed, WordAdded, WordsMissing)
"""What everybody is told. Where nobody sealed a word, the deal is in the same record."""
_SHOWN = (*_FOR_ALL, HandDealt, DealerDealt, BoardDealt, SeedOpened)
"""Records with any of these are what the shuffle is checked by."""
_SEARCH = 200
"""Records in which the promise of a Must Hit cycle is looked for: it comes with the last award."""


class NotYet(Exception):
    """The round is in no checkpoint yet."""


class ProvedRecord(Struct, frozen=True):
    """A record as it is written, and where it is in the tree."""

    stream: str
    version: int
    previous: str
    """The hash of the record before it."""
    at: int
    who: str
    command: str
    schema: int
    program: str
    events: str
    """As bytes, in base64."""
    index: int
    proof: tuple[str, ...]


class RoundReceipt(Struct, frozen=True):
    """A round, for whoever wants to hold the house to it."""

    form: str
    table: str
    round: int
    must_hit_by: int
    """In cents, if the round had the Must Hit award; else 0."""
    checkpoint: str
    """A signed note, with the signatures of its witnesses."""
    keys: tuple[str, ...]
    """The public keys that the house says are its own and its witnesses': compare them."""
    records: tuple[ProvedRecord, ...]


class ToldRound(Struct, frozen=True):
    """A round that is over, as it is in the log, and what its owner may have of it."""

    table: str
    number: int
    records: list[Record]
    settings: TableSettings
    whole: bool
    """Whether the seed is theirs as well, which shows every hand."""


def make_receipt(log: Log, kept: Checkpoints, keys: Sequence[str], told: ToldRound) -> RoundReceipt:
    """A round with its proofs, in the newest checkpoint that has all of it."""
    chosen, by = list(_chosen(told.records, whole=told.whole)), 0
    if told.whole and (meter := told.settings.setup.meters.get(MYSTERY_METER)):
        drawn = _must_hit(log, meter, told)
        by = _must_hit_by(log, meter) if drawn else 0
        chosen += drawn
    if any(one.schema != SCHEMA for one in chosen):
        raise InputError("This round was played with an older version, and has no receipt.")
    size = kept.size_with([(one.stream, one.version) for one in chosen])
    note = kept.note(size) if size is not None else None
    if size is None or note is None:
        raise NotYet
    proved = tuple(_proved(log, kept, one, size) for one in chosen)
    return RoundReceipt(FORM, told.table, told.number, by, str(note), tuple(keys), proved)


def _chosen(records: list[Record], *, whole: bool) -> Iterator[Record]:
    yield records[0]
    for one in records[1:]:
        events = events_of(one)
        if all(isinstance(event, _FOR_ALL) for event in events) or (
            whole and any(isinstance(event, _SHOWN) for event in events)
        ):
            yield one


def _must_hit(log: Log, meter: str, told: ToldRound) -> list[Record]:
    """The records of a meter with the promise and the opening of the cycle that a round hit."""
    stream = f"meter {meter}"
    with reading(log.engine) as rows:
        award = rows.award_record(meter, told.table, told.number)
        before = rows.award_before(meter, award) if award is not None else 0
    if award is None:
        return []
    (opening,) = log.read(stream, award - 1, 1)
    opened = [one for one in events_of(opening) if isinstance(one, TriggerOpened)]
    if not opened:
        return []
    for record in log.read(stream, max(before - 1, 0), _SEARCH):
        for event in events_of(record):
            if isinstance(event, TriggerSealed) and event.cycle == opened[0].cycle:
                return [record] if record.version == opening.version else [record, opening]
    return [opening]


def _must_hit_by(log: Log, meter: str) -> int:
    """The amount by which a meter must hit, as it was opened with."""
    told = events_of(log.read(f"meter {meter}", 0, 1)[0])
    return next(one.terms.by for one in told if isinstance(one, MeterOpened))


def _proved(log: Log, kept: Checkpoints, record: Record, size: int) -> ProvedRecord:
    before = log.hash_of(record.stream, record.version - 1) if record.version > 1 else GENESIS
    found = kept.inclusion(record.stream, record.version, size)
    if found is None or before is None:
        raise NotYet
    return ProvedRecord(
        *(record.stream, record.version, before.hex(), record.at, record.who, record.command),
        *(record.schema, record.program, b64encode(record.events).decode(), found.index),
        tuple(b64encode(one).decode() for one in found.proof),
    )
