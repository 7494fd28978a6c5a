"""A server that carries out commands: it decides them in memory and writes what comes of them.

What goes wrong in a commit costs nothing: the work is thrown away, the log is read again, and the
commands are decided anew.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import structlog

from longsuit.core.progressive.must_hit import WrongSecret
from longsuit.floor.engine.ask import Answer, Ask, stored_answer
from longsuit.floor.engine.batch import Work
from longsuit.floor.engine.clock import CLOCK_OUT
from longsuit.floor.engine.follower import Given
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.engine.replies import (
    BUSY,
    FAILED,
    TRY_AGAIN,
    ClockOut,
    CommandFailed,
    Elsewhere,
    FloorBusy,
    FloorDown,
)
from longsuit.floor.engine.tenant import Tenant
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.event_log import Turn
from longsuit.floor.store.receipts import Receipt
from longsuit.floor.store.transactions import (
    LeaseLost,
    OutOfTurn,
    Stale,
    Unavailable,
    shared_streams,
)
from longsuit.floor.tables.commands import SetTable

logger = structlog.get_logger()

TRIES = 6
LONGEST_WAIT_SECONDS = 10.0
"""For the turn to write to meters that other processes write to; then a batch is put off."""

Receipts = Mapping[tuple[str, str], Receipt]
"""By who asked, and the key."""


class Committer(Tenant):
    """Decides commands together, and writes them in one transaction."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self._entropy: Callable[[int], bytes] = given.edges.entropy
        self._dirty = False
        """Whether memory may have missed something that is in the log."""
        self._reread = False
        """Whether a secret that did not fit has been read again for the batch at hand."""
        self.counts: Counter[str] = Counter()
        """Batches, those that took a turn at meters, those decided again because of others."""

    def _decide_and_write(self, asks: list[Ask]) -> list[Answer | Exception]:
        try:
            return self._try(asks)
        finally:
            # Nobody runs a table that there is not, however opening it has failed.
            self._give_back({ask.table for ask in asks if isinstance(ask.command, SetTable)})

    def _give_back(self, names: Iterable[str]) -> None:
        for name in names:
            if self.memory.known(name) is None and (lease := self.held.pop(name, None)):
                try:
                    self._leases.give_up([lease])
                except DatabaseError:
                    logger.warning("a lease runs out by itself", table=name)

    def _try(self, asks: list[Ask]) -> list[Answer | Exception]:
        until = self.edges.monotonic() + LONGEST_WAIT_SECONDS
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
                if self.edges.monotonic() > until:
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
        while True:
            with self.log.turn(meters) as turn:
                still = sorted(work.still)
                if still:
                    turn.hold_still(still)
                if self._hear_of(turn, meters, still):
                    self.counts["again"] += 1
                    work, answers = self._decide(asks, known)
                wanted = {*meters, *shared_streams(work.heads)}
                if len(wanted) == len(meters) and work.still.issubset(still):
                    self._write(work, turn)
                    return work, answers
            # What others have done leads to more meters: the next turn is at all of them.
            meters = sorted(wanted)

    def _hear_of(self, turn: Turn, meters: Sequence[str], still: Sequence[str]) -> bool:
        """Whether others have moved these meters, put more into them or played; it is known now."""
        moved = self._behind(turn.heads(meters))
        if moved:
            self._tell(refresh(turn, self._safe, self.memory, moved))
        # Tables take no turns: they and their secrets are read as of one moment of their own.
        tables = self._feeding(meters, still)
        fed = self._catch_up(self.log.heads(tables)) if tables else []
        self.counts["turns"] += 1
        return bool(moved or fed)

    def _feeding(self, streams: Iterable[str], still: Iterable[str]) -> list[str]:
        """The other servers' tables that put something into these meters, or that keep still."""
        found = (self.memory.meters.get(stream.removeprefix("meter ")) for stream in streams)
        tables = {one for meter in found if meter and not meter.terms.by for one in meter.tables}
        tables.update(still)
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

    # One command

    def _answer(self, work: Work, ask: Ask, known: Receipts) -> Answer | Exception:
        found = known.get((ask.who, ask.key)) or work.receipt(ask)
        if found is not None:
            return stored_answer(found, ask)
        if no := self.memory.out_of_play(ask.table, ask.meter):
            return Answer(refused=no)
        opens = work.table(ask.table) is None and self.memory.known(ask.table) is None
        if ask.table and not opens and ask.table not in self.held:
            return Elsewhere(ask.table)
        opens = opens and isinstance(ask.command, SetTable)
        if opens and not self._take_lease(ask.table):
            return Elsewhere(ask.table)
        answer = self._carried_out(work, ask)
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

    # Afterwards

    def _after(self, work: Work) -> None:
        if not work.commit.records:
            return
        # First the clocks: whoever is told of a record is told of its clock as well.
        for name in work.tables:
            if work.opened(name):
                logger.info("runs table", table=name)
            self._plan(name)
        self._tell(work.told)
