"""The engine: one thread that carries out commands one after another and writes them in batches.

An answer is given once the commit is through. Commands that arrive meanwhile are written together
in the next one, so many tables share the price of a commit. It reads what others write
(`Follower`), holds the tables that it runs (`Tenant`), and decides and writes (`Committer`).
"""

import queue
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress

import structlog

from longsuit.core.refusals import Code, refuse
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.committer import Committer
from longsuit.floor.engine.follower import POLL_SECONDS, Given
from longsuit.floor.engine.recovery import load
from longsuit.floor.engine.replies import (
    BUSY,
    CLOSING,
    MOST_WAITING,
    TRY_AGAIN,
    ClockOut,
    CommandFailed,
    FloorBusy,
    FloorDown,
    Waiting,
    reply,
    reply_down,
)
from longsuit.floor.engine.timers import automatic
from longsuit.floor.log.codec import is_writable
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.transactions import Unavailable
from longsuit.floor.tables.automation import freeing

logger = structlog.get_logger()

MOST_AT_ONCE = 200
"""Commands in one commit."""
RETRY_SECONDS = 10.0
"""Until something that happens by itself, and was refused, is tried again."""


class Engine(Committer):
    """Runs the tables whose leases it holds, on one log."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        edges = self.edges
        self._queue: queue.Queue[Waiting | None] = edges.queue(MOST_WAITING)
        self._stuck: dict[str, int] = {}
        """The record at which something that happens by itself was refused, by table."""
        self._thread = edges.thread(self._run, "engine")

    # From other threads

    def start(self) -> None:
        """Recover from the log, take the tables, and run."""
        load(self.log, self._safe, self.memory)
        self._look_at_the_clock()
        self._renewed = self.edges.monotonic()
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
                reply([late], [FloorDown(CLOSING)])
        while not self._attending.empty():
            name, done = self._attending.get_nowait()
            self._answer_attended({name: [done]}, FloorDown(CLOSING))

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
            answer.set_exception(FloorDown(CLOSING))
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
                streams = [one for one in streams if self._wants(one)]
                if not streams:
                    return
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
        now = self.edges.monotonic()
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
