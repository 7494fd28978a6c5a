"""Reading the log into memory: at the start, and when another process has written.

A stream is read from its last snapshot on, if that carries the house's keyed digest; otherwise from
its first record. Each record that is read has to follow the one before it, hash by hash: a stream
where one does not is set aside as far as it holds. The deck of a round at hand is not in the log:
it follows from the seed in the vault. Of a table that is known in outline its records are checked
in the same way, and only the few events that its outline follows from are read.
"""

from collections.abc import Collection, Iterable
from functools import reduce
from itertools import takewhile
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import Meter
from longsuit.floor.engine.damage import secret_complaint
from longsuit.floor.engine.memory import Memory
from longsuit.floor.log.codec import decode_state, events_left, is_of_the_floor
from longsuit.floor.log.record import DamagedStream, Head, Record, fault
from longsuit.floor.secrets.shuffle import shuffle
from longsuit.floor.secrets.vault import Safe, seed_name, stream_of
from longsuit.floor.slips.register import SLIPS, Slips, evolve_slips
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.tables.outline import Outline, evolve_outline, outlined
from longsuit.floor.tables.state import (
    FloorTable,
    config_in,
    evolve_floor,
    with_config,
    with_deck,
    without_round,
)

logger = structlog.get_logger()

_NOTHING = Head()
_NONSENSE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(TypeError, ValueError, msgspec.MsgspecError),
)
"""What a record that nobody can have written may lead to."""

Entries = list[tuple[int, list[Any]]]
"""The version of a record, and the events in it."""


def load(log: Log, safe: Safe, memory: Memory) -> None:
    """Everything, from the log."""
    apart = Memory()
    with log.at_one_moment() as then:
        streams = dict.fromkeys(filter(is_of_the_floor, then.streams()))
        _open_vault(then, safe, apart, streams, starts=True)
        for stream in streams:
            _load_stream(then, apart, stream, _NOTHING)
    memory.take_over(apart, streams)


def refresh(
    log: Log, safe: Safe, memory: Memory, streams: Iterable[str], *, anew: bool = False
) -> dict[str, Entries]:
    """What has been written to these streams since; returns those events by stream.

    Streams and their secrets are read as they stood at one moment, and are known together or not at
    all: a secret that was opened by what is read after it would be taken for that of the next draw.
    Who looks meanwhile sees each stream as it was. A damaged one is read no more, and a table
    that is known in outline stays so, unless it is read anew.
    """
    there = [one for one in streams if is_of_the_floor(one) and one not in memory.damaged]
    wanted = dict.fromkeys(there)
    told: dict[str, Entries] = {}
    if not wanted:
        return told
    apart = Memory()
    in_full = [one for one in wanted if anew or not isinstance(memory.state(one), Outline)]
    with log.at_one_moment() as then:
        _open_vault(then, safe, apart, in_full)
        heads = {stream: memory.heads.get(stream, _NOTHING) for stream in wanted}
        going_on = (
            {} if anew else {one: head.version for one, head in heads.items() if head.version}
        )
        for stream, news in then.news(going_on).items():
            apart.copy(memory, stream)
            told[stream] = _apply(apart, stream, heads[stream], news)
        for stream in (one for one in wanted if one not in going_on):
            found = _load_stream(then, apart, stream, heads[stream])
            passed = _passed_over(then, memory, stream, apart.noted.get(stream, 0))
            told[stream] = passed + [one for one in found if one[0] > heads[stream].version]
    for stream in apart.damaged:
        if apart.heads.get(stream, _NOTHING).version < memory.heads.get(stream, _NOTHING).version:
            # What is known was written, and is shown; what is left of the stream is less.
            apart.copy(memory, stream)
            told[stream] = []
    memory.take_over(apart, wanted)
    return told


def _open_vault(
    log: Log, safe: Safe, memory: Memory, streams: Collection[str], *, starts: bool = False
) -> None:
    """What is sealed for these streams. One secret that does not open holds up its own stream.

    Where at a start none opens, it is the key that is wrong.
    """
    closed: dict[str, InputError] = {}
    for name, sealed in log.vault(streams).items():
        if stream_of(name) in streams:
            try:
                memory.secrets[name] = safe.unlock(sealed)
            except InputError as error:
                closed[stream_of(name)] = error
    if starts and closed and not memory.secrets:
        raise closed.popitem()[1]
    for stream in closed:
        _note(memory, stream, f"{stream}: a secret of it in the vault cannot be opened.")


def _note(memory: Memory, stream: str, fault: str) -> None:
    """The first thing that is wrong with a stream; it is set aside with what else was read."""
    memory.damaged.setdefault(stream, fault)


def _note_gap(memory: Memory, stream: str, fault: str) -> None:
    """The same, where there is more in the log than can be known."""
    memory.known_in_part.add(stream)
    _note(memory, stream, fault)


def _load_stream(log: Log, memory: Memory, stream: str, known: Head) -> Entries:
    posted = log.last_posted(stream)
    head = _NOTHING
    snapshot = log.snapshot(stream)
    state = _noted(snapshot) if snapshot is not None else None
    if snapshot is not None and state is not None:
        head = snapshot.head
        memory.learn(stream, head, state)
        memory.noted[stream] = head.version
        if log.hash_of(stream, head.version) != head.hash:
            # The house's own note is true, so the record is not.
            what = "it is not the record that was noted, or it is gone."
            _note_gap(memory, stream, f"{stream}, record {head.version}: {what}")
            return []
    found = _apply(memory, stream, head, log.each(stream, after=head.version), known)
    reached = memory.heads.get(stream, _NOTHING).version
    if stream not in memory.damaged and max(posted, known.version) > reached:
        _note_gap(memory, stream, f"{stream}: record {reached + 1} should be here.")
    return found


def _passed_over(log: Log, memory: Memory, stream: str, noted: int) -> Entries:
    """What lies between the record that is known and a later snapshot: followers hear of it too."""
    known = memory.heads.get(stream, _NOTHING)
    if not known.version or noted <= known.version:
        return []
    apart = Memory()
    apart.copy(memory, stream)
    between = takewhile(lambda one: one.version <= noted, log.each(stream, after=known.version))
    return _apply(apart, stream, known, between)


def _noted(snapshot: Snapshot) -> FloorTable | Meter | None:
    """The state of a snapshot; None where it is no state that can be."""
    try:
        state = decode_state(snapshot.stream, snapshot.state)
    except (msgspec.MsgspecError, ArithmeticError):
        state = None
    if state is None or (isinstance(state, Meter) and state.off_by):
        logger.warning("a snapshot is of no use: the stream is read", stream=snapshot.stream)
        return None
    return state


def _apply(
    memory: Memory, stream: str, head: Head, records: Iterable[Record], known: Head = _NOTHING
) -> Entries:
    """Go on with a stream from where it stands, for as long as its records hold."""
    state = memory.state(stream)
    only = outlined(state.settings) if isinstance(state, Outline) else None
    told: Entries = []
    gap = False
    try:
        for record in records:
            _check(record, head, known)
            found, gap = events_left(record, gap, only)
            events = list(found)
            state = _gone(state, record) if record.is_shortened else _after(state, record, events)
            head = record.head
            told.append((record.version, events))
        if gap:
            raise DamagedStream(f"{stream}, record {head.version}: a round should begin after it.")
    except DamagedStream as damage:
        _note_gap(memory, stream, str(damage))
    except _NONSENSE as error:
        where = f"{stream}, record {head.version + 1}"
        _note_gap(memory, stream, f"{where}: it cannot be replayed ({type(error).__name__}).")
    if isinstance(state, FloorTable | Meter):
        wrong = secret_complaint(state, memory.secrets.get)
        if wrong is not None:
            _note(memory, stream, wrong)
        elif isinstance(state, FloorTable):
            state = _with_deck(memory, state)
    if state is not None:
        memory.learn(stream, head, state)
    return told


def _check(record: Record, head: Head, known: Head) -> None:
    """A record follows the one before it, and is the one that it was when it was read before."""
    if wrong := fault(record, head):
        raise DamagedStream(wrong)
    if record.version == known.version and record.hash != known.hash:
        what = "it is another than it was before."
        raise DamagedStream(f"{record.stream}, record {record.version}: {what}")


def _gone(
    state: FloorTable | Outline | Meter | Slips | None, record: Record
) -> FloorTable | Outline:
    """After a record without content: only rounds of practice tables are ever shortened."""
    if isinstance(state, FloorTable | Outline) and state.settings.practice:
        return without_round(state) if isinstance(state, FloorTable) else state
    raise DamagedStream(f"{record.stream}, record {record.version}: its content is gone.")


def _after(
    state: FloorTable | Outline | Meter | Slips | None, record: Record, events: Iterable[Any]
) -> FloorTable | Outline | Meter | Slips | None:
    if isinstance(state, Outline):
        config = config_in(record.who, record.command)
        return replace(
            reduce(evolve_outline, events, state),
            config=state.config if config is None else config,
        )
    evolve: Any = evolve_meter if record.stream.startswith("meter ") else evolve_floor
    evolve = evolve_slips if record.stream == SLIPS else evolve
    for event in events:
        state = evolve(state, event)
    if isinstance(state, FloorTable):
        return with_config(state, record.who, record.command)
    return state


def _with_deck(memory: Memory, table: FloorTable) -> FloorTable:
    """The deck of the round at hand, from its seed: from the deal until the seed is opened."""
    state = table.round
    if state is None or not state.dealer or not table.commitment or state.deck:
        return table
    seed = memory.secrets[seed_name(table.id, state.number)]
    return with_deck(table, shuffle(table.id, state.number, seed, table.words))
