"""A server that runs tables: the leases that it holds, its clock, and what is due by itself."""

import structlog

from longsuit.floor.engine.clock import Clock
from longsuit.floor.engine.follower import Follower, Given
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.engine.timers import Timers
from longsuit.floor.store.event_log import Lease
from longsuit.floor.tables.automation import NOBODY, waits, what_next

logger = structlog.get_logger()


class Tenant(Follower):
    """Holds the leases of tables, and keeps them for as long as it renews them in time."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self.pace = given.pace
        self.held: dict[str, Lease] = {}
        self.gone = NOBODY
        """Guests who are seated and not here any more."""
        self.clock = Clock(self.edges.wall, self.edges.steady)
        self._clock_is_right = given.clock_is_right
        self._clock_was_out = False
        self._leases = given.leases
        self._renewed = 0.0
        self._timers = Timers(self.edges.monotonic)
        self._deadlines: dict[str, tuple[int, int | None]] = {}
        """By table the record after which a clock was set, and when it runs out."""

    # For other threads

    def now(self) -> int:
        """The floor's time, in microseconds since 1970."""
        return self.clock.wall()

    def clock_complaint(self) -> str | None:
        """Why nothing is written with the time that the clock shows, or None where it is right."""
        wrong = self.clock.complaint(0 if self._clock_is_right else self.memory.highest)
        if wrong is None or self._clock_is_right:
            return wrong
        # Only now it matters which streams go on.
        return self.clock.complaint(self.memory.latest())

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

    # Clocks

    def _clock_is_out(self) -> bool:
        wrong = self.clock_complaint()
        if wrong is not None and not self._clock_was_out:
            logger.error("the clock is out: nothing is written", fault=wrong)
        elif wrong is None and self._clock_was_out:
            logger.info("the clock is right again")
        self._clock_was_out = wrong is not None
        return self._clock_was_out

    def _look_at_the_clock(self) -> None:
        """Hold it against the database's; here it is also noticed while nobody asks for anything.

        With SQLite both are the same.
        """
        if not self.alone:
            self.clock.hear_database(self._leases.time)
        self._clock_is_out()

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

    # Leases

    def _keep_up(self) -> None:
        """Renew the leases, take those that are free, and read what others have written."""
        self._keep_leases()
        self._hear()

    def _keep_leases(self) -> None:
        if self.edges.monotonic() >= self._renewed + self._leases.length / 3_000_000:
            self._renew()

    def _renew(self) -> None:
        began = self.edges.monotonic()
        if self.held and not self.alone:
            kept = {lease.name for lease in self._leases.renew(list(self.held.values()))}
            for name in [one for one in self.held if one not in kept]:
                self._lose(name)
        # From its beginning, and before the rest, which may take its time: who has slept since
        # looks after its leases before it answers anybody.
        self._renewed = began
        self._look_at_the_clock()
        self._take_leases()

    def _runs(self, name: str) -> bool:
        return name in self.held

    def _take_leases(self) -> None:
        taken = set() if self.alone else self._leases.taken()
        for name in self.memory.names():
            if name in self.held or name in taken or self.memory.out_of_play(name):
                continue
            if not self._take_lease(name):
                continue
            stream = f"table {name}"
            # Where nobody else can have written, what was read stands.
            anew = not self.alone
            try:
                self._tell(refresh(self.log, self._safe, self.memory, [stream], anew=anew))
            except BaseException:
                # Nothing is played at a table that may be known in outline alone.
                del self.held[name]
                raise
            if self.memory.out_of_play(name):
                self._leases.give_up([self.held.pop(name)])
            self._plan(name)

    def _take_lease(self, name: str) -> bool:
        if name not in self.held:
            lease = self._leases.take(name, by_force=self.alone)
            if lease is not None:
                self.held[name] = lease
                if self.memory.state(f"table {name}") is not None:
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
