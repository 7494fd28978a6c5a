"""Sessions finished in the order of the rounds, once the awards are known."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.simulate.chunk import Walks
from longsuit.analysis.simulate.kernels.sessions import walk
from longsuit.analysis.simulate.plan import Session
from longsuit.analysis.simulate.result import SessionFigures
from longsuit.core.money import Cents

NO_LIMIT = -(2**62)
"""What a player without a bankroll needs: never is there less."""

Array = NDArray[Any]
Awards = Mapping[tuple[int, int], Cents]
"""By round, counted from the chunk's first, and seat."""


class SessionRun:
    """All sessions of all seats."""

    def __init__(self, session: Session, seats: int) -> None:
        self._session = session
        self._balances = [session.bankroll] * seats
        """Of the sessions that are under way."""
        self._played = 0
        """Rounds of theirs."""
        self._ends: Counter[Cents] = Counter()

    def add(self, walks: Walks, awards: Awards) -> None:
        """The next chunk's sessions, with the awards of its rounds."""
        session, length = self._session, self._session.length
        head = len(walks.head)
        self._go_on(walks.head, awards, 0)
        self._played += head
        if head and self._played == length:
            self._end(self._balances)
            self._start()
        won: defaultdict[tuple[int, int], list[tuple[int, Cents]]] = defaultdict(list)
        for (at, seat), amount in awards.items():
            won[(at - head) // length, seat].append(((at - head) % length, amount))
        for place, (number, seat) in enumerate(np.argwhere(walks.passed).tolist()):
            nets = walks.nets[place].copy()
            for at, amount in won[number, seat]:
                nets[at] += amount
            self._end([walk(nets, session.bankroll, session.needed)])
        balances, counts = np.unique(walks.balances[walks.passed == 0], return_counts=True)
        for balance, count in zip(balances.tolist(), counts.tolist(), strict=True):
            self._ends[balance - session.bankroll] += count
        self._go_on(walks.tail, awards, head + len(walks.balances) * length)
        self._played += len(walks.tail)

    def _start(self) -> None:
        self._balances = [self._session.bankroll] * len(self._balances)
        self._played = 0

    def _go_on(self, nets: Array, awards: Awards, start: int) -> None:
        if not len(nets):
            return
        whole = nets.copy()
        for (at, seat), amount in awards.items():
            if start <= at < start + len(nets):
                whole[at - start, seat] += amount
        for seat, balance in enumerate(self._balances):
            column = np.ascontiguousarray(whole[:, seat])
            self._balances[seat] = walk(column, balance, self._session.needed)

    def _end(self, balances: Iterable[Cents]) -> None:
        for balance in balances:
            self._ends[balance - self._session.bankroll] += 1

    def figures(self, needed: Cents) -> SessionFigures | None:
        """What they came to, the one under way left out; None when none was finished."""
        if not self._ends:
            return None
        session = self._session
        limited = session.needed != NO_LIMIT
        ruined = sum(
            count
            for result, count in self._ends.items()
            if limited and session.bankroll + result < session.needed
        )
        return SessionFigures(
            session.length,
            session.bankroll if limited else None,
            needed,
            sum(self._ends.values()),
            tuple(sorted(self._ends.items())),
            ruined,
        )
