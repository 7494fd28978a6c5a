"""Commands that wait for their answer, and the ways in which none comes."""

from collections.abc import Sequence
from concurrent.futures import Future

from longsuit.floor.engine.ask import Answer, Ask

MOST_WAITING = 2000
"""Commands that may wait for the engine: ten commits of the largest kind."""
TRY_AGAIN = "The floor cannot write now: try again with the same key."
BUSY = "The floor is busy: try again with the same key."
CLOSING = "The floor is closing."
FAILED = "Something went wrong in the server, and nothing was done."


class FloorDown(Exception):
    """The floor cannot write now; nothing that was answered is lost."""


class FloorBusy(FloorDown):
    """It can, and there is more to write than it gets done in time."""


class CommandFailed(Exception):
    """A fault of the server's own: this command is not carried out, and all others are."""


class ClockOut(FloorDown):
    """The server's clock is wrong, and nothing is written with a wrong time."""


class Elsewhere(Exception):
    """Another process runs the table; its name says where."""


Waiting = tuple[Ask, "Future[Answer]"]


def reply(batch: Sequence[Waiting], answers: Sequence[Answer | Exception]) -> None:
    """Answer everybody; who does not wait any more takes nothing back and holds up nobody."""
    for (_, future), answer in zip(batch, answers, strict=True):
        if not future.set_running_or_notify_cancel():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def reply_down(batch: Sequence[Waiting]) -> None:
    """Nobody can be answered now."""
    reply(batch, [FloorDown(TRY_AGAIN) for _ in batch])
