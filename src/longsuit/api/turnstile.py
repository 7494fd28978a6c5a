"""A turnstile: of a crowd that comes at once only a few are looked after before others have a turn.

The event loop runs all that is ready before it looks for what has come. A thousand requests at once
would hold up a command for as long as they all take; so they pass here, and commands do not.
"""

import asyncio
from collections import deque

AT_ONCE = 2
"""Requests that are begun before the event loop looks for what else has come."""


class Turnstile:
    """Lets requests in by their order; there are no more of them than connections."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait for a turn."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._let_in, loop)
        await turn

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(AT_ONCE, len(self._waiting))):
            turn = self._waiting.popleft()
            # Whoever was first may have gone meanwhile.
            if not turn.done():
                turn.set_result(None)
        if self._waiting:
            loop.call_soon(self._let_in, loop)
