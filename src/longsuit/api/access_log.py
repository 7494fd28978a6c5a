"""What was asked for, once a second: a line of the log for each kind of request and its status."""

import asyncio

import structlog

logger = structlog.get_logger()

EVERY_SECONDS = 1.0


class AccessLog:
    """Counts requests until they are written; for the event loop's thread."""

    def __init__(self) -> None:
        self._counted: dict[tuple[str, str, int], tuple[int, float]] = {}
        """By method, kind of address and status: how many, and the slowest in seconds."""

    def note(self, method: str, path: str, status: int, seconds: float) -> None:
        """A request has been answered."""
        if not self._counted:
            asyncio.get_running_loop().call_later(EVERY_SECONDS, self.write)
        kind = method, path, status
        count, slowest = self._counted.get(kind, (0, 0.0))
        self._counted[kind] = count + 1, max(slowest, seconds)

    def write(self) -> None:
        """Write what has been counted."""
        counted, self._counted = self._counted, {}
        for (method, path, status), (count, slowest) in counted.items():
            logger.info(
                "requests",
                method=method,
                path=path,
                status=status,
                count=count,
                slowest_milliseconds=round(slowest * 1000, 1),
            )
