"""Reading the log into memory: at the start, and when another process has written.

A stream is read from its last snapshot on, if that is what it was when it was taken; otherwise from
its first record. The deck of a round at hand is not in the log: it follows from the seed in the
vault.
"""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import structlog

from longsuit.floor.chain import Head, Record
from longsuit.floor.codec import decode_events, decode_state, is_of_the_floor
from longsuit.floor.fairness import commit, shuffle
from longsuit.floor.safe import Safe, seed_name, stream_of
from longsuit.floor.state import FloorTable, evolve_floor, with_config, with_deck
from longsuit.floor.store.log import Log, Snapshot
from longsuit.floor.work import Memory
from longsuit.progressive.evolve import evolve_meter
from longsuit.progressive.meter import Meter
from longsuit.progressive.sealed import Secret

logger = structlog.get_logger()


def load(log: Log, safe: Safe, memory: Memory) -> None:
    """Everything, from the log."""
    with log.at_one_moment() as then:
        streams = dict.fromkeys(filter(is_of_the_floor, then.streams()))
        memory.secrets = _secrets(then, safe, streams)
        for stream in streams:
            _load_stream(then, memory, stream)


def refresh(
    log: Log, safe: Safe, memory: Memory, streams: Iterable[str], *, anew: bool = False
) -> dict[str, list[tuple[int, list[Any]]]]:
    """What has been written to these streams since; returns those events by stream.

    Streams and their secrets are read as they stood at one moment, and are known together or not at
    all: a secret that was opened by what is read after it would be taken for that of the next draw.
    Who looks meanwhile sees each stream as it was.
    """
    wanted = dict.fromkeys(filter(is_of_the_floor, streams))
    told: dict[str, list[tuple[int, list[Any]]]] = {}
    if not wanted:
        return told
    apart = Memory()
    with log.at_one_moment() as then:
        apart.secrets = _secrets(then, safe, wanted)
        for stream in wanted:
            head = memory.heads.get(stream, Head())
            if anew or not head.version:
                found = _load_stream(then, apart, stream)
                told[stream] = [entry for entry in found if entry[0] > head.version]
            else:
                apart.copy(memory, stream)
                told[stream] = _apply(apart, stream, head, then.read(stream, head.version))
    memory.take_over(apart, wanted)
    return told


def _secrets(log: Log, safe: Safe, streams: Collection[str]) -> dict[str, Secret]:
    """What is sealed for these streams."""
    return {
        name: safe.unlock(sealed)
        for name, sealed in log.vault().items()
        if stream_of(name) in streams
    }


def _load_stream(log: Log, memory: Memory, stream: str) -> list[tuple[int, list[Any]]]:
    head = Head()
    snapshot = log.snapshot(stream)
    state = _noted(snapshot) if snapshot is not None else None
    if snapshot is not None and state is not None:
        head = snapshot.head
        memory.learn(stream, head, state)
        memory.noted[stream] = head.version
    return _apply(memory, stream, head, log.each(stream, after=head.version))


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
    memory: Memory, stream: str, head: Head, records: Iterable[Record]
) -> list[tuple[int, list[Any]]]:
    kind, _, name = stream.partition(" ")
    evolve: Any = evolve_meter if kind == "meter" else evolve_floor
    state: FloorTable | Meter | None
    state = memory.meters.get(name) if kind == "meter" else memory.tables.get(name)
    told: list[tuple[int, list[Any]]] = []
    for record in records:
        events = list(decode_events(stream, record.events))
        for event in events:
            state = evolve(state, event)
        if isinstance(state, FloorTable):
            state = with_config(state, record.who, record.command)
        head = record.head
        told.append((record.version, events))
    if isinstance(state, FloorTable):
        state = _with_deck(memory, state)
    if state is not None:
        memory.learn(stream, head, state)
    return told


def _with_deck(memory: Memory, table: FloorTable) -> FloorTable:
    """The deck of the round at hand, from its seed: from the deal until the seed is opened."""
    state = table.round
    if state is None or not state.dealer or not table.commitment or state.deck:
        return table
    seed = memory.secrets.get(seed_name(table.id, state.number))
    if seed is None or commit(table.id, state.number, seed) != table.commitment:
        # Nothing is dealt without it: `decide` sees to that.
        logger.error("a round has lost its seed", table=table.id, round=state.number)
        return table
    return with_deck(table, shuffle(table.id, state.number, seed, table.words))
