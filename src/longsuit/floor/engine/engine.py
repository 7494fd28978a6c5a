"""The engine: one thread that carries out commands one after another and writes them in batches.

An answer is given once the commit is through. Commands that arrive meanwhile are written together
in the next one, so many tables share the price of a commit. What goes wrong in a commit costs
nothing: the work is thrown away, the log is read again, and the commands are decided anew.
"""

import queue
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import structlog

from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import WrongSecret
from longsuit.core.refusals import Code, refuse
from longsuit.floor.engine.batch import Answer, Ask, Work, stored_answer
from longsuit.floor.engine.clock import CLOCK_OUT, Clock
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load, refresh
from longsuit.floor.engine.replies import (
    BUSY,
    FAILED,
    MOST_WAITING,
    TRY_AGAIN,
    ClockOut,
    CommandFailed,
    Elsewhere,
    FloorBusy,
    FloorDown,
    Waiting,
    reply,
    reply_down,
)
from longsuit.floor.engine.timers import Timers, automatic
from longsuit.floor.log.codec import is_of_the_floor, is_writable
from longsuit.floor.log.record import Head
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.event_log import Lease, Log, Turn
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.receipts import Receipt
from longsuit.floor.store.transactions import (
    LeaseLost,
    OutOfTurn,
    Stale,
    Unavailable,
    shared_streams,
)
from longsuit.floor.tables.automation import NOBODY, Pace, freeing, waits, what_next
from longsuit.floor.tables.commands import SetTable
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()

MOST_AT_ONCE = 200
"""Commands in one commit."""
TRIES = 6
MOST_NEWS = 1000
"""Notices of other processes that are kept; beyond them all streams are looked at."""
LONGEST_WAIT_SECONDS = 10.0
"""For the turn to write to meters that other processes write to; then a batch is put off."""
RETRY_SECONDS = 10.0
"""Until something that happens by itself, and was refused, is tried again."""
POLL_SECONDS = 1.0
"""How often to look for what other processes have written, should a wake-up be lost."""

_NOTHING = Head()

Told = dict[str, list[tuple[int, list[Any]]]]
"""Events by stream: the version of the record, and the events in it."""
Listener = Callable[[Told], None]
Receipts = Mapping[tuple[str, str], Receipt]
"""By who asked, and the key."""


class Engine:
    """Runs the tables whose leases it holds, on one log."""

    def __init__(
        self,
        log: Log,
        safe: Safe,
        leases: Leases,
        *,
        alone: bool,
        pace: Pace = Pace(),  # noqa: B008 - a frozen value
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        clock_is_right: bool = False,
    ) -> None:
        self.log = log
        self.memory = Memory()
        self.pace = pace
        self.alone = alone
        """No other process can be there, so leases are taken by force: SQLite, its lock ours."""
        self.held: dict[str, Lease] = {}
        self.gone = NOBODY
        """Guests who are seated and not here any more."""
        self._safe = safe
        self._leases = leases
        self._entropy = entropy
        self.clock = Clock()
        self._clock_is_right = clock_is_right
        """Somebody says so, and that it is the last records that are ahead."""
        self._clock_was_out = False
        self._queue: queue.Queue[Waiting | None] = queue.Queue(MOST_WAITING)
        self._timers = Timers()
        self._deadlines: dict[str, tuple[int, int | None]] = {}
        """By table the record after which a clock was set, and when it runs out."""
        self._stuck: dict[str, int] = {}
        """The record at which something that happens by itself was refused, by table."""
        self._listeners: list[Listener] = []
        self._news: queue.Queue[Sequence[str]] = queue.Queue(MOST_NEWS)
        """Streams that other processes have written to, as they say."""
        self._stopping = threading.Event()
        self._dirty = False
        self._reread = False
        """Whether a secret that did not fit has been read again for the batch at hand."""
        self.counts: Counter[str] = Counter()
        """Batches, those that took a turn at meters, those decided again because of others."""
        self._renewed = 0.0
        self._polled = 0.0
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    # From other threads

    def start(self) -> None:
        """Recover from the log, take the tables, and run."""
        load(self.log, self._safe, self.memory)
        self._look_at_the_clock()
        self._renewed = time.monotonic()
        self._take_leases()
        for table in list(self.held):
            self._plan(table)
        self._thread.start()

    def stop(self) -> None:
        """Answer what is waiting, give up the leases, and end."""
        self._stopping.set()
        self._rouse()
        if self._thread.is_alive():
            self._thread.join()
        # Whoever asked just as the thread ended is not left waiting.
        while not self._queue.empty():
            if (late := self._queue.get_nowait()) is not None:
                reply([late], [FloorDown("The floor is closing.")])

    @property
    def is_running(self) -> bool:
        """Whether its thread is alive."""
        return self._thread.is_alive()

    @property
    def waiting(self) -> int:
        """Commands that wait for it."""
        return self._queue.qsize()

    def submit(self, ask: Ask) -> "Future[Answer]":
        """Ask for a command to be carried out; the answer comes once it is written."""
        answer: Future[Answer] = Future()
        names = (ask.who, ask.key, ask.table, ask.meter)
        if self._stopping.is_set():
            answer.set_exception(FloorDown("The floor is closing."))
        elif not is_writable(ask.command, *names):
            answer.set_result(Answer(refused=refuse(Code.NOT_WRITABLE)))
        else:
            try:
                self._queue.put_nowait((ask, answer))
            except queue.Full:
                answer.set_exception(FloorBusy(BUSY))
        return answer

    def _rouse(self) -> None:
        """Have the engine look around; while commands wait for it, it does not sleep."""
        with suppress(queue.Full):
            self._queue.put_nowait(None)

    def wake(self, streams: Sequence[str] | None = None) -> None:
        """Other processes have written something: to these streams, or nobody knows where."""
        try:
            if streams is not None:
                self._news.put_nowait(streams)
        except queue.Full:
            streams = None
        if streams is None:
            self._polled = 0.0
        self._rouse()

    def see_off(self, gone: frozenset[str]) -> None:
        """These guests have gone: their seats at practice tables are freed, as soon as can be."""
        self.gone = gone
        for name, table in list(self.memory.tables.items()):
            step, head = freeing(table, gone), self.memory.heads.get(f"table {name}")
            if step is not None and head is not None and name in self.held:
                self.submit(automatic(step, name, head.version))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told, in the engine's thread, of everything that is written; returns how to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def table(self, name: str) -> FloorTable | None:
        """A table as it stands in the log."""
        return self.memory.tables.get(name)

    def now(self) -> int:
        """The floor's time, in microseconds since 1970."""
        return self.clock.wall()

    def clock_complaint(self) -> str | None:
        """Why nothing is written with the time that the clock shows, or None where it is right."""
        return self.clock.complaint(0 if self._clock_is_right else self.memory.latest())

    def deadline(self, name: str, version: int) -> int | None:
        """When the clock of a table runs out that runs after its last record; None for no clock."""
        table, head = self.table(name), self.memory.heads.get(f"table {name}")
        if table is None or head is None or head.version != version:
            return None
        planned, due = self._deadlines.get(name, (0, None))
        if planned == version:
            return due
        # Another process runs it, or it is about to be planned.
        seconds = waits(table, self.pace)
        return None if seconds is None else head.at + round(seconds * 1_000_000)

    def meters_of(self, table: FloorTable) -> dict[str, Meter]:
        """A table's meters, by their names there."""
        links = table.settings.setup.meters
        return {name: meter for name, link in links.items() if (meter := self.memory.meter(link))}

    # The thread

    def _run(self) -> None:
        while not self._stopping.is_set() or not self._queue.empty():
            try:
                self._turn()
            except (Unavailable, DatabaseError) as error:
                # Its own words may name what was to be written.
                logger.warning("the database cannot be used", error=type(error).__name__)
                self._dirty = True
                self._stopping.wait(0.2)
            except Exception:
                logger.exception("the engine stumbled")
                self._dirty = True
                self._stopping.wait(0.2)
        self._give_up()

    def _turn(self) -> None:
        batch = self._next_batch()
        try:
            if self._dirty:
                self._read_again()
            self._keep_up()
        except Exception:
            reply_down(batch)
            raise
        batch.extend(self._due())
        if batch:
            self._carry_out(batch)

    def _next_batch(self) -> list[Waiting]:
        now = time.monotonic()
        until = min(self._renewed + self._leases.length / 3_000_000, now + POLL_SECONDS)
        until = self._timers.until(until)
        batch: list[Waiting] = []
        try:
            first = self._queue.get(timeout=max(0.0, until - now)) if until > now else None
            if first is not None:
                batch.append(first)
            while len(batch) < MOST_AT_ONCE:
                more = self._queue.get_nowait()
                if more is not None:
                    batch.append(more)
        except queue.Empty:
            pass
        return batch

    def _due(self) -> Iterable[Waiting]:
        for timer in self._timers.due():
            head = self.memory.heads.get(f"table {timer.table}")
            at_hand = head is not None and head.version == timer.version
            if at_hand and timer.table in self.held and not self.memory.out_of_play(timer.table):
                # The batch, or a commit whose end was not seen, may hold what makes it void.
                yield timer.ask, Future()

    def _plan(self, name: str, pause: float = 0.0) -> None:
        """Set the clock for what happens at a table by itself, after a pause at the least."""
        table, head = self.memory.tables.get(name), self.memory.heads.get(f"table {name}")
        if table is None or head is None or name not in self.held:
            return
        if self.memory.out_of_play(name):
            return
        try:
            following = what_next(table, self.pace, self.gone)
            seconds = waits(table, self.pace)
        except Exception:
            # What it has written stands. All others go on without it.
            logger.exception("a table failed", table=name)
            stream = f"table {name}"
            self.memory.set_aside(stream, f"{stream}: what comes next cannot be worked out.")
            return
        if following:
            self._timers.set(name, head.version, following, pause)
        due = None if seconds is None else self.now() + round(seconds * 1_000_000)
        self._deadlines[name] = (head.version, due)

    # Carrying out

    def _carry_out(self, batch: list[Waiting]) -> None:
        answers: list[Answer | Exception]
        try:
            answers = self._decide_and_write([ask for ask, _ in batch])
        except Exception as error:
            logger.warning("a batch failed", error=type(error).__name__)
            self._dirty = True
            answers = [FloorDown(TRY_AGAIN) for _ in batch]
        reply(batch, answers)
        for (asked, _), answer in zip(batch, answers, strict=True):
            if asked.after is None:
                continue
            if isinstance(answer, CommandFailed | ClockOut):
                self._was_refused(asked, str(answer))
            elif isinstance(answer, Answer) and answer.refused is not None:
                self._was_refused(asked, answer.refused.code.value)

    def _was_refused(self, ask: Ask, reason: str) -> None:
        """What was to happen by itself was refused: it is told once, and tried again later."""
        head = self.memory.heads.get(f"table {ask.table}")
        if head is None or head.version != ask.after:
            # Something else has happened since, and what follows it is planned.
            return
        if self._stuck.get(ask.table) != ask.after:
            self._stuck[ask.table] = ask.after
            what = type(ask.command).__name__
            logger.warning("a table waits", table=ask.table, command=what, reason=reason)
        self._plan(ask.table, RETRY_SECONDS)

    def _decide_and_write(self, asks: list[Ask]) -> list[Answer | Exception]:
        until = time.monotonic() + LONGEST_WAIT_SECONDS
        known: Receipts = {}
        self._reread = False
        failed = 0
        while failed < TRIES:
            try:
                if self._dirty:
                    self._read_again()
                if failed:
                    known = self.log.receipts_of([(ask.who, ask.key) for ask in asks])
                work, answers = self._decide_in_turn(asks, known)
            except ClockOut:
                return [ClockOut(CLOCK_OUT) for _ in asks]
            except OutOfTurn:
                if time.monotonic() > until:
                    logger.warning("others keep writing to the same meters", commands=len(asks))
                    # What was to happen by itself is planned anew.
                    self._dirty = True
                    return [FloorBusy(BUSY) for _ in asks]
                self._keep_leases()
            except (Stale, WrongSecret, LeaseLost, Unavailable, DatabaseError) as error:
                self._learn_from(error, failed)
                failed += 1
            else:
                work.install()
                self._after(work)
                return answers
        self._dirty = True
        return [FloorDown(TRY_AGAIN) for _ in asks]

    def _decide_in_turn(
        self, asks: Sequence[Ask], known: Receipts
    ) -> tuple[Work, list[Answer | Exception]]:
        """Decide, and write what comes of it; to meters that others write to, in turn with them.

        Whoever was before may have moved them, and other servers' tables may have put more into
        them: then all is decided again, while nobody moves them.
        """
        self.counts["batches"] += 1
        work, answers = self._decide(asks, known)
        meters = [] if self.alone else shared_streams(work.heads)
        if not meters:
            self._write(work)
            return work, answers
        with self.log.turn(meters) as turn:
            moved = self._behind(turn.heads(meters))
            if moved:
                self._tell(refresh(turn, self._safe, self.memory, moved))
            # Tables take no turns: they and their secrets are read as of one moment of their own.
            fed = (
                self._catch_up(self.log.heads(tables)) if (tables := self._feeding(meters)) else []
            )
            self.counts["turns"] += 1
            if moved or fed:
                self.counts["again"] += 1
                work, answers = self._decide(asks, known)
            self._write(work, turn)
        return work, answers

    def _feeding(self, streams: Iterable[str]) -> list[str]:
        """The tables of other servers that put something into these meters without a turn."""
        found = (self.memory.meters.get(stream.removeprefix("meter ")) for stream in streams)
        tables = {one for meter in found if meter and not meter.terms.by for one in meter.tables}
        return [f"table {one}" for one in sorted(tables - self.held.keys())]

    def _decide(
        self, asks: Sequence[Ask], known: Receipts
    ) -> tuple[Work, list[Answer | Exception]]:
        now = self.now()
        if self._clock_is_out():
            raise ClockOut(CLOCK_OUT)
        work = Work(self.memory, self._safe, self._entropy, now)
        return work, [self._answer(work, ask, known) for ask in asks]

    def _write(self, work: Work, turn: Turn | None = None) -> None:
        if work.commit.records:
            leases = [self.held[name] for name in work.tables if name in self.held]
            self.log.write(work.commit, leases, turn)

    def _learn_from(self, error: Exception, failed: int) -> None:
        """What to do before a batch that was not written is tried again."""
        if isinstance(error, LeaseLost):
            self._lose(str(error))
            return
        self._dirty = True
        if isinstance(error, WrongSecret):
            # Nothing was drawn with it, and nothing of it was opened or thrown away.
            self._reread = True
        elif not isinstance(error, Stale):
            # Whether it was written is not known: the log and the receipts will tell.
            logger.warning("a commit failed", error=type(error).__name__, attempt=failed)
            self._stopping.wait(0.05 * 2**failed)

    def _clock_is_out(self) -> bool:
        wrong = self.clock_complaint()
        if wrong is not None and not self._clock_was_out:
            logger.error("the clock is out: nothing is written", fault=wrong)
        elif wrong is None and self._clock_was_out:
            logger.info("the clock is right again")
        self._clock_was_out = wrong is not None
        return self._clock_was_out

    def _answer(self, work: Work, ask: Ask, known: Receipts) -> Answer | Exception:
        found = known.get((ask.who, ask.key)) or work.receipt(ask)
        if found is not None:
            return stored_answer(found, ask)
        if no := self.memory.out_of_play(ask.table, ask.meter):
            return Answer(refused=no)
        opens = work.table(ask.table) is None
        if ask.table and not opens and ask.table not in self.held:
            return Elsewhere(ask.table)
        opens = opens and isinstance(ask.command, SetTable)
        if opens and not self._take_lease(ask.table):
            return Elsewhere(ask.table)
        answer = self._carried_out(work, ask)
        if opens and not (isinstance(answer, Answer) and answer.ok):
            # Nobody runs a table that there is not.
            self._leases.give_up([self.held.pop(ask.table)])
        if isinstance(answer, Exception):
            return answer
        if not answer.ok and ask.command.by.role != "system":
            # It may be refused only because it has been carried out before.
            stored = self.log.receipt(ask.who, ask.key)
            if stored is not None:
                return stored_answer(stored, ask)
        return answer

    def _carried_out(self, work: Work, ask: Ask) -> Answer | CommandFailed:
        """What comes of a command. A fault in deciding it is this command's, and no other's."""
        try:
            return work.ask(ask)
        except WrongSecret as wrong:
            if not self._reread:
                raise
            logger.error("a secret does not fit its promise", table=ask.table, error=str(wrong))
        except Exception:
            kind = type(ask.command).__name__
            logger.exception("a command failed", command=kind, table=ask.table, meter=ask.meter)
        return CommandFailed(FAILED)

    def _after(self, work: Work) -> None:
        if not work.commit.records:
            return
        # First the clocks: whoever is told of a record is told of its clock as well.
        for name in work.tables:
            if work.opened(name):
                logger.info("runs table", table=name)
            self._plan(name)
        self._tell(work.told)

    def _tell(self, told: Told) -> None:
        for listener in list(self._listeners):
            try:
                listener(told)
            except Exception:
                logger.exception("a listener stumbled")

    # Other processes

    def _keep_up(self) -> None:
        """Renew the leases, take those that are free, and read what others have written."""
        self._keep_leases()
        now = time.monotonic()
        if self.alone:
            return
        hinted: set[str] = set()
        while not self._news.empty():
            hinted.update(self._news.get_nowait())
        if now >= self._polled + POLL_SECONDS:
            self._polled = now
            self._catch_up(self.log.heads())
        elif hinted:
            self._catch_up(self.log.heads(sorted(hinted)))

    def _keep_leases(self) -> None:
        if time.monotonic() >= self._renewed + self._leases.length / 3_000_000:
            self._renew()

    def _catch_up(self, heads: Mapping[str, int]) -> list[str]:
        """Read the streams that have got further; no transaction that is open holds them up."""
        known = self.memory.heads
        for stream, version in heads.items():
            if is_of_the_floor(stream) and version < known.get(stream, _NOTHING).version:
                self.memory.set_aside(stream, f"{stream}: record {version + 1} should be here.")
        if news := self._behind(heads):
            self._tell(refresh(self.log, self._safe, self.memory, news))
        return news

    def _behind(self, heads: Mapping[str, int]) -> list[str]:
        """The streams of which there is more in the log than in memory."""
        known = self.memory.heads
        return [
            stream
            for stream, version in heads.items()
            if is_of_the_floor(stream) and version > known.get(stream, _NOTHING).version
        ]

    def _renew(self) -> None:
        began = time.monotonic()
        if self.held and not self.alone:
            kept = {lease.name for lease in self._leases.renew(list(self.held.values()))}
            for name in set(self.held) - kept:
                self._lose(name)
        # From its beginning, and before the rest, which may take its time: who has slept since
        # looks after its leases before it answers anybody.
        self._renewed = began
        self._look_at_the_clock()
        self._take_leases()

    def _look_at_the_clock(self) -> None:
        """Hold it against the database's; here it is also noticed while nobody asks for anything.

        With SQLite both are the same.
        """
        if not self.alone:
            self.clock.hear_database(self._leases.time)
        self._clock_is_out()

    def _take_leases(self) -> None:
        for name in list(self.memory.tables):
            if name in self.held or self.memory.out_of_play(name) or not self._take_lease(name):
                continue
            stream = f"table {name}"
            # Where nobody else can have written, what was read stands.
            anew = not self.alone
            self._tell(refresh(self.log, self._safe, self.memory, [stream], anew=anew))
            if self.memory.out_of_play(name):
                self._leases.give_up([self.held.pop(name)])
            self._plan(name)

    def _take_lease(self, name: str) -> bool:
        if name not in self.held:
            lease = self._leases.take(name, by_force=self.alone)
            if lease is not None:
                self.held[name] = lease
                if name in self.memory.tables:
                    logger.info("runs table", table=name)
        return name in self.held

    def _lose(self, name: str) -> None:
        if self.held.pop(name, None) is not None:
            logger.warning("another process runs the table", table=name)

    def _give_up(self) -> None:
        try:
            self._leases.give_up(list(self.held.values()))
        except Exception:
            logger.warning("the leases run out by themselves")
        self.held.clear()

    def _read_again(self) -> None:
        """The log is the truth: read what it has and memory has not, and tell of it."""
        self._tell(refresh(self.log, self._safe, self.memory, self.log.streams()))
        self._dirty = False
        planned = {(timer.table, timer.version) for timer in self._timers}
        for name in list(self.held):
            head = self.memory.heads.get(f"table {name}")
            # A clock that runs goes on.
            if head is not None and (name, head.version) not in planned:
                self._plan(name)
