"""Attempts over a limit: refused like anything else, and noted for the exception report (CON-34).

They are in the people's stream, by who made them; a table's own stream holds what happened at it.
"""

from collections import OrderedDict
from concurrent.futures import Future

import structlog

from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused
from longsuit.floor.edges import Edges, Micros
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.people.changes import LimitPassed
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.store.database import Database
from longsuit.floor.store.people_rows import note_attempt

MOST_AN_HOUR = 20
"""Of one person; what comes after is refused as ever, and not noted."""
_MOST_PEOPLE = 10_000
_HOUR: Micros = 3600 * 1_000_000
_LIMITS = {
    Code.WAGER_RANGE: "most",
    Code.WAGER_EXACT: "least",
    Code.BUY_IN_LIMIT: "limit",
}
"""Refusals for an amount, and which of their facts is the most that is taken."""

logger = structlog.get_logger()


def attempt(visitor: Visitor, table: str, no: Refused) -> LimitPassed | None:
    """What somebody tried that is over a limit; None where the refusal is of another kind."""
    if no.code not in _LIMITS or visitor.guest:
        return None
    most, amount = no.facts[_LIMITS[no.code]], no.facts["amount"]
    assert isinstance(most, int) and isinstance(amount, int)
    what = str(no.facts.get("wager", "buy-in"))
    return LimitPassed(visitor.name, table, what, amount, most) if amount > most else None


class Attempts:
    """Notes them on a thread of its own, so that nobody waits for it."""

    def __init__(self, database: Database, edges: Edges) -> None:
        self._database, self._edges = database, edges
        self._pool = edges.pool(1, "attempts")
        self._noted: OrderedDict[str, list[Micros]] = OrderedDict()
        """When, of each person, within the last hour; on that thread alone."""

    def watch(self, visitor: Visitor, ask: Ask, answer: "Future[Answer]") -> None:
        """Look at an answer once it is there."""
        answer.add_done_callback(lambda done: self._look(visitor, ask, done))

    def stop(self) -> None:
        """Note what is waiting."""
        self._pool.shutdown()

    def _look(self, visitor: Visitor, ask: Ask, answer: "Future[Answer]") -> None:
        if answer.cancelled() or answer.exception() is not None:
            return
        no = answer.result().refused
        found = attempt(visitor, ask.table, no) if no is not None else None
        if found is not None:
            self._pool.submit(self._note, visitor, found, self._edges.wall())

    def _note(self, visitor: Visitor, found: LimitPassed, now: Micros) -> None:
        before = self._noted.pop(found.name, [])
        lately = [at for at in before if at > now - _HOUR]
        if len(lately) < MOST_AN_HOUR:
            lately.append(now)
            try:
                note_attempt(self._database, f"{visitor.role} {visitor.name}", found, now)
            except InputError:
                # Their account was changed meanwhile.
                pass
            except Exception as error:
                logger.warning("an attempt over a limit was not noted", error=type(error).__name__)
        self._noted[found.name] = lately
        if len(self._noted) > _MOST_PEOPLE:
            self._noted.popitem(last=False)
