"""The audit: everything recomputed from the log alone (TBL-5, PRG-7).

No vault, no snapshot, no memory of a server: the hash of every record, every shuffle from its
opened seed, every decision by the rules, every settlement, meter and ledger entry. The log is cut
into stretches of records that processes check side by side; here their results are joined in commit
order. docs/audit.md says what this proves.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.money import Mites
from longsuit.floor.audit.findings import Fault
from longsuit.floor.audit.merge import Joining
from longsuit.floor.audit.slices import Given, Piece, check_piece
from longsuit.floor.audit.witnessed import NotWitnessed, Proof, compare
from longsuit.floor.checkpoints.note import Key
from longsuit.floor.checkpoints.witness_file import Witnessed
from longsuit.floor.ledger.accounts import CAGE, account, books_of
from longsuit.floor.retention.events import RETENTION
from longsuit.floor.store.audit_rows import (
    Damaged,
    Moment,
    Source,
    first_false_row,
    reporting_damage,
    source_at,
)
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.records import UNREADABLE

STRETCH = 20_000
"""Records that a process checks at a time."""
FIRST_STRETCH = 2_000
"""The first records open the tables; what they say is needed to read on."""

ACCOUNTS = ("house", CAGE, "tray", "player", "meter", "reserve", "pending")
"""The kinds of accounts; those of play money have ``practice`` before them."""

T = TypeVar("T")
Seen = tuple[Sequence[Witnessed], Sequence[Key]]
"""What was witnessed, and the public keys that an auditor believes."""
Progress = Callable[[int, int], None]
"""Told how many records have been checked, of how many."""


class AuditReport(Struct, frozen=True):
    """What an audit has found."""

    streams: int
    records: int
    rounds: int
    open_rounds: int
    """Rounds that are still running: their seeds are not opened yet, which is no fault."""
    shuffles: int
    """Shuffles made again from their opened seeds."""
    settlements: int
    awards: int
    postings: int
    meters: dict[str, Mites]
    """What each meter holds."""
    balances: dict[str, Mites]
    """The ledger, by kinds of accounts; they sum to 0."""
    fingerprint: str
    """Of the last record of every stream."""
    faults: int
    """How many streams have something wrong, as far as was read: it stops at the first."""
    fault: str
    """The first thing that is wrong, in one sentence; empty when nothing is."""
    seconds: float
    shortened: int = 0
    """Records of practice tables whose content was taken out by rule; their hashes hold."""
    unopened: int = 0
    """Words that were sealed and not opened: each was a choice for one who knew the seed."""
    lost: int = 0
    """Rounds cut short before the deal because their seed was lost, as the house says."""
    witnessed: Proof | None = None
    """How far the log is the one that was witnessed, if that was asked for and holds."""

    @property
    def clean(self) -> bool:
        """Whether all that can be checked is as it should be."""
        return not self.faults


def audit(
    log: Log,
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    seen: Seen | None = None,
) -> AuditReport:
    """Recompute everything, up to where the log is now; a server may go on writing to it.

    Where all holds by itself it is held against what was witnessed, if that is given.
    """
    started = time.perf_counter()
    while True:
        found = _look(log, progress, workers or os.cpu_count() or 1, seen)
        if found is not None:
            joining, proof = found
            return replace(_report(joining, time.perf_counter() - started), witnessed=proof)


def _look(
    log: Log, progress: Progress | None, workers: int, seen: Seen | None
) -> tuple[Joining, Proof | None] | None:
    """What is found; None where records were shortened while they were read."""
    joining, source, proof = Joining(), Source(log.engine), None
    try:
        shortened = _shortened(log)
        with source.at_one_moment() as moment:
            _check(source, moment, joining, progress, workers)
            _finish(source, moment, joining)
        if joining.faults:
            # Some records may have been read before they were shortened, and some after it.
            return (joining, None) if _shortened(log) == shortened else None
        if seen is not None:
            proof = compare(source, *seen)
    except NotWitnessed as error:
        joining.faults.append(Fault(-1, "", 0, str(error)))
    except Damaged as error:
        joining.faults.append(Fault(-1, "", 0, f"The database is damaged: {error}."))
    except BrokenProcessPool:
        raise InputError("A process of the audit was ended: try again with fewer.") from None
    return joining, proof


def _shortened(log: Log) -> int:
    with reporting_damage():
        try:
            return log.head(RETENTION).version
        except UNREADABLE:
            raise Damaged("its newest shortening cannot be read") from None


def _finish(source: Source, moment: Moment, joining: Joining) -> None:
    """What can be said only once all has been read; no posting is there without its record."""
    joining.finish(moment.last, moment.people)
    if joining.faults:
        return
    if joining.postings != moment.postings:
        joining.faults.append(_too_many_postings(source, moment, joining.postings))
    elif gap := moment.gap(joining.records, joining.retention.folded):
        joining.faults.append(Fault(moment.last, "", 0, gap))
    elif broken := _broken_seal(source, moment, joining):
        joining.faults.append(broken)
    elif wrong := first_false_row(source, moment):
        joining.faults.append(Fault(moment.last, "", 0, wrong))


def _broken_seal(source: Source, moment: Moment, joining: Joining) -> Fault | None:
    with source.read(moment) as pages:
        return joining.retention.broken_seal(pages)


def _too_many_postings(source: Source, moment: Moment, explained: int) -> Fault:
    with source.read(moment) as pages:
        orphan = pages.orphan(moment.last_posting)
    if orphan is None:
        what = f"The ledger has {moment.postings} entries, and records lead to {explained}."
        return Fault(moment.last, "", 0, what)
    stream, version, line = orphan
    what = f"line {line} of its ledger entries is there, and the record is not."
    return Fault(moment.last, stream, version, what)


def _report(joining: Joining, seconds: float) -> AuditReport:
    first = joining.first_fault
    kinds = dict.fromkeys(ACCOUNTS, 0)
    for practice in (False, True):
        for name, mites in books_of(joining.balances, practice=practice).items():
            kind = account(name.partition(" ")[0], practice=practice)
            kinds[kind] = kinds.get(kind, 0) + mites
    meters = {
        name: meter.value
        for name in sorted(joining.meters)
        if (meter := joining.standing(name)) is not None
    }
    return AuditReport(
        streams=len(joining.heads),
        records=joining.records,
        rounds=joining.rounds,
        open_rounds=joining.open_rounds,
        shuffles=joining.shuffles,
        settlements=joining.settlements,
        unopened=joining.unopened,
        lost=joining.lost,
        awards=sum(replay.awards for replay in joining.meters.values()),
        postings=joining.postings,
        meters=meters,
        balances=kinds,
        fingerprint=joining.fingerprint(),
        faults=len(joining.faults),
        fault=str(first) if first is not None else "",
        seconds=seconds,
        shortened=joining.shortened,
    )


# Stretch by stretch


def _check(
    source: Source, moment: Moment, joining: Joining, progress: Progress | None, workers: int
) -> None:
    total = moment.last - moment.first + 1
    alone = workers == 1 or not source.shared or total <= FIRST_STRETCH + STRETCH
    checkers = _Here(source, moment) if alone else _Processes(source, moment, workers)
    with checkers as ask:
        damage = ask.damage()
        for end in _stretches(source, moment, joining, ask):
            if progress is not None:
                progress(end - moment.first, total)
            fault = joining.first_fault
            if fault is not None and fault.position < end:
                return
        if not joining.faults and (found := damage.result()) is not None:
            joining.faults.append(Fault(-1, "", 0, f"The database is damaged: {found}."))


def _stretches(
    source: Source, moment: Moment, joining: Joining, ask: "_Here | _Processes"
) -> Iterator[int]:
    """Join every stretch, in their order; gives the position after each."""
    waiting: deque[tuple[int, int, Future[Piece]]] = deque()
    at, size, most = moment.first, FIRST_STRETCH, 1
    while True:
        while len(waiting) < most:
            with source.read(moment) as pages:
                first = pages.following(at, moment.last)
            if first is None:
                break
            at = min(first + size, moment.last + 1)
            waiting.append((first, at, ask.piece(first, at, joining.given())))
        if not waiting:
            return
        first, end, promised = waiting.popleft()
        piece = promised.result()
        if not joining.fits(piece):
            # Settings changed in a stretch that was still being checked when this one was begun.
            piece = ask.piece(first, end, joining.given()).result()
        joining.add(piece)
        size, most = STRETCH, ask.ahead
        yield end


class _Here:
    """Checks in this process, one stretch after another."""

    ahead = 1

    def __init__(self, source: Source, moment: Moment) -> None:
        self._source, self._moment = source, moment

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def piece(self, first: int, end: int, given: Given) -> "Future[Piece]":
        return _done(_piece(self._source, self._moment, first, end, given))

    def damage(self) -> "Future[str | None]":
        return _done(_damage(self._source, self._moment))


def _done(result: T) -> "Future[T]":
    future: Future[T] = Future()
    future.set_result(result)
    return future


class _Processes:
    """Checks in several processes, each with its own connection."""

    def __init__(self, source: Source, moment: Moment, workers: int) -> None:
        self.ahead = workers + 2
        self._pool = ProcessPoolExecutor(
            workers,
            mp_context=get_context("spawn"),
            initializer=_open,
            initargs=(source.address, moment),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def piece(self, first: int, end: int, given: Given) -> "Future[Piece]":
        return self._pool.submit(_piece_there, first, end, given)

    def damage(self) -> "Future[str | None]":
        return self._pool.submit(_damage_there)


def _piece(source: Source, moment: Moment, first: int, end: int, given: Given) -> Piece:
    with source.read(moment) as pages:
        return check_piece(pages, first, end, moment.last, given)


def _damage(source: Source, moment: Moment) -> str | None:
    with source.read(moment) as pages:
        return pages.damage()


# In a process of its own

_opened: list[tuple[Source, Moment]] = []


def _open(address: str, moment: Moment) -> None:
    # Whoever interrupts the audit interrupts all its processes; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _opened.append((source_at(address), moment))


def _piece_there(first: int, end: int, given: Given) -> Piece:
    return _piece(*_opened[0], first, end, given)


def _damage_there() -> str | None:
    return _damage(*_opened[0])
