"""Who is signed in, kept at hand: a request does not ask the database who sends it.

What was looked up is believed for two seconds, so whoever is signed out, closed or changed at
another server is cut off by then; at this one, at once.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection

from msgspec.structs import replace

from longsuit.floor.people.identity import Micros, Session
from longsuit.floor.store import people_rows as store
from longsuit.floor.store.database import Database

FRESH_SECONDS = 2.0
"""So long a session is believed to be as it was found."""
MOST_KEPT = 10_000
"""Sessions; those looked up last are kept."""


class Sessions:
    """The sessions of a floor, by their tokens."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._kept: OrderedDict[str, tuple[Session, float, int]] = OrderedDict()
        """With the time until which each is believed, and the ends that it knew of."""
        self._ends = 0
        """How often sessions were ended here: what was read before is not believed after."""
        self._guard = threading.Lock()

    def at_hand(self, token: str, now: Micros) -> Session | None:
        """A session that was looked up just now and has nothing to be noted; else ask `find`."""
        session, until, ends = self._kept.get(token, (None, 0.0, 0))
        if session is None or ends != self._ends or self._clock() >= until:
            return None
        return session if session.is_live(now) and not session.wants_refresh(now) else None

    def known(self, token: str) -> Session | None:
        """The session as it was when it was last looked up, which may be long ago."""
        # One step: another thread may be looking it up again.
        kept = self._kept.get(token)
        return kept[0] if kept is not None else None

    def find(self, token: str, now: Micros, *, note_use: bool = True) -> Session | None:
        """The session of a token, if it is live, from the database."""
        ends, until = self._ends, self._clock() + FRESH_SECONDS
        found = store.find_session(self._database, token, now, note_use=note_use)
        self._keep(ends, until, {token: found})
        return found

    def live(self, tokens: Collection[str], now: Micros) -> dict[str, Session]:
        """Those of many that are live, from the database; nobody stays signed in by it."""
        ends, until = self._ends, self._clock() + FRESH_SECONDS
        found = store.live_sessions(self._database, tokens, now)
        self._keep(ends, until, {token: found.get(token) for token in tokens})
        return found

    def _keep(self, ends: int, until: float, found: dict[str, Session | None]) -> None:
        with self._guard:
            for token, session in found.items():
                if session is None:
                    self._kept.pop(token, None)
                else:
                    self._kept[token] = session, until, ends
                    self._kept.move_to_end(token)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def note_sight(self, token: str, session: Session, now: Micros) -> None:
        """A guest is at a table."""
        store.note_sight(self._database, token, now)
        with self._guard:
            if token in self._kept:
                self._kept[token] = (replace(session, seen=now), *self._kept[token][1:])

    def end(self, token: str, now: Micros = 0) -> bool:
        """Sign out; whether there was a session to end. With the time it is noted."""
        ended = store.revoke(self._database, token, now)
        self.forget()
        return ended

    def forget(self) -> None:
        """Sessions have been ended: all are looked up again."""
        with self._guard:
            self._ends += 1
