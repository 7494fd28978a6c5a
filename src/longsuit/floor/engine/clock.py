"""The floor's clock: the machine's own, held against clocks that nobody sets.

Records carry its time for good, and time in a stream never goes back: an hour with the clock a year
ahead would leave a year of records with that time. So nothing is written while the clock is out:

- it has jumped, by a clock that only counts on, also while the machine sleeps;
- it is apart from the database's, where that is another machine's (PostgreSQL);
- it is behind what is written already.

Small steps, as NTP makes them, are followed. As soon as the clock is right again all goes on.
"""

from collections.abc import Callable

from longsuit.core.refusals import Code, refuse
from longsuit.core.texts import sentence
from longsuit.floor.edges import MACHINE
from longsuit.floor.people.identity import HOUR, MINUTE, Micros

MOST_OUT: Micros = MINUTE
"""How far the clock may be out, one way or the other."""
FOLLOW_EVERY: Micros = HOUR
"""Steps below that add up to no more than that in this time: then the clock is taken anew."""

CLOCK_OUT = sentence(refuse(Code.CLOCK_OUT))


class Clock:
    """What time it is, and whether that may be written down."""

    def __init__(
        self,
        wall: Callable[[], Micros] = MACHINE.wall,
        steady: Callable[[], Micros] = MACHINE.steady,
        whose: str = "The server's",
    ) -> None:
        self.wall, self._steady, self._whose = wall, steady, whose
        self._began: tuple[Micros, Micros] | None = None
        """What both clocks showed when the first one was last right."""
        self._database: Micros | None = None
        """How far the database's clock is ahead of the one that counts on."""

    def hear_database(self, ask: Callable[[], Micros]) -> None:
        """What time it is at the database; the time to ask is halved."""
        before = self._steady()
        told = ask()
        self._database = told - (before + self._steady()) // 2

    def complaint(self, latest: Micros = 0) -> str | None:
        """Why its time may not be written now, where records go up to `latest`; None if it may."""
        wall, steady = self.wall(), self._steady()
        right = wall if self._database is None else self._database + steady
        apart = wall - right
        if abs(apart) > MOST_OUT:
            way = "ahead of" if apart > 0 else "behind"
            return f"{self._whose} clock is {_span(apart)} {way} the database's."
        if self._began is None:
            self._began = wall, steady
        jump = (wall - self._began[0]) - (steady - self._began[1])
        if abs(jump) > MOST_OUT:
            way = "ahead" if jump > 0 else "back"
            return f"{self._whose} clock has jumped {_span(jump)} {way}."
        if steady - self._began[1] >= FOLLOW_EVERY:
            self._began = wall, steady
        # Another server may be as far from the database's on its other side, and no more than that.
        if latest - right > MOST_OUT:
            return f"{self._whose} clock is {_span(latest - right)} behind the last record."
        return None


_UNITS = ((24 * HOUR, "day"), (HOUR, "hour"), (MINUTE, "minute"))


def _span(micros: Micros) -> str:
    """A length of time above `MOST_OUT`, in its largest unit."""
    unit, name = next(one for one in _UNITS if abs(micros) >= one[0])
    count = round(abs(micros) / unit)
    return f"{count:,} {name}{'' if count == 1 else 's'}"
