"""A line of those who wait: callers take turns, however much one of them asks for."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Line(Generic[T]):
    """First come, first served for each caller; between callers, one after the other."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        """By caller; the first is next."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, who: str, one: T) -> None:
        """At the end of the caller's own."""
        self._waiting.setdefault(who, deque()).append(one)

    def take(self) -> T | None:
        """The next, or None where nobody waits; its caller is the last from now on."""
        if not self._waiting:
            return None
        who = next(iter(self._waiting))
        own = self._waiting.pop(who)
        one = own.popleft()
        if own:
            self._waiting[who] = own
        return one

    def leave(self, who: str, one: T) -> None:
        """One goes, if it still waits."""
        own = self._waiting.get(who, deque())
        if one in own:
            own.remove(one)
            if not own:
                del self._waiting[who]
