"""The other servers of a floor: a command for a table that one of them runs is passed on to it.

What one server tells another is sealed with the floor's own key, so nobody else can ask this way,
and carries its time, so what was overheard cannot be sent again later.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Union

import msgspec
import structlog
from msgspec import Struct

from longsuit.core.progressive.terms import MustHit
from longsuit.core.round.codec import from_text, to_text
from longsuit.core.round.commands import Command
from longsuit.floor.edges import MACHINE, Edges
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.replies import CLOSING, Elsewhere, FloorDown
from longsuit.floor.people.identity import Role
from longsuit.floor.people.permissions import PERMISSIONS
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service.post import AT_ONCE, HttpPost, NotDelivered, Post

logger = structlog.get_logger()

_LETTER_LASTS_SECONDS = 180
"""The clocks of two servers may be two minutes apart, each a minute from the database's."""
_MOST_UNDER_WAY = 500
"""Commands on their way to other servers; more are to be sent again."""
_LATE = "The server that runs the table has not answered: send it again with the same key."

if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = Union[tuple(kind for kind in PERMISSIONS if isinstance(kind, type))]  # noqa: UP007


class Letter(Struct, frozen=True):
    """Somebody's command, as one server passes it on to another."""

    role: Role
    name: str
    guest: bool
    command: AnyCommand
    key: str
    table: str
    must_hit: MustHit | None = None
    moment: str = ""

    @property
    def ask(self) -> Ask:
        """As the engine has it."""
        return Ask(self.command, self.key, self.table, must_hit=self.must_hit, moment=self.moment)


class Reply(Struct, frozen=True):
    """What became of it: an answer, or why there is none now."""

    answer: Answer | None
    down: str = ""


_encoder = msgspec.json.Encoder(enc_hook=to_text)
_letter = msgspec.json.Decoder(Letter, dec_hook=from_text)
_reply = msgspec.json.Decoder(Reply)


class Peers:
    """Passes commands on, and opens what comes from others."""

    def __init__(
        self,
        safe: Safe,
        owner: Callable[[str], str],
        post: Post | None = None,
        edges: Edges = MACHINE,
    ) -> None:
        self._safe, self._owner = safe, owner
        self._post = post or HttpPost()
        self._pool = edges.pool(AT_ONCE, "peers")
        self._room = threading.BoundedSemaphore(_MOST_UNDER_WAY)

    def stop(self) -> None:
        """Pass nothing more on; what is under way is waited for."""
        self._pool.shutdown()
        self._post.close()

    def follow(self, asked: "Future[Answer]", letter: Letter) -> "Future[Answer]":
        """The engine's answer, or where another server runs the table, that one's."""
        found: Future[Answer] = Future()
        found.set_running_or_notify_cancel()

        def done(mine: "Future[Answer]") -> None:
            error = mine.exception()
            if error is None:
                found.set_result(mine.result())
            elif isinstance(error, Elsewhere):
                self._hand_over(letter, found)
            else:
                found.set_exception(error)

        asked.add_done_callback(done)
        return found

    def _hand_over(self, letter: Letter, found: "Future[Answer]") -> None:
        """In the engine's thread, which waits for no network."""
        if not self._room.acquire(blocking=False):
            found.set_exception(FloorDown(_LATE))
            return
        try:
            self._pool.submit(self._carry, letter, found)
        except RuntimeError:
            self._room.release()
            found.set_exception(FloorDown(CLOSING))

    def _carry(self, letter: Letter, found: "Future[Answer]") -> None:
        try:
            found.set_result(self._send(letter))
        except Exception as error:
            found.set_exception(error)
        finally:
            self._room.release()

    def _send(self, letter: Letter) -> Answer:
        address = self._owner(letter.table)
        if not address:
            raise Elsewhere(letter.table)
        try:
            sealed = self._post.send(address, self._safe.seal(_encoder.encode(letter)))
            told = self._safe.open(sealed, _LETTER_LASTS_SECONDS)
            reply = _reply.decode(told) if told is not None else Reply(None)
        except (NotDelivered, msgspec.DecodeError, ValueError) as error:
            logger.warning("another server did not answer", at=address, error=type(error).__name__)
            raise FloorDown(_LATE) from None
        if reply.answer is None:
            raise FloorDown(reply.down or _LATE)
        return reply.answer

    def read(self, sealed: bytes) -> Letter | None:
        """What another server passes on; None for what is of no server of this floor."""
        told = self._safe.open(sealed, _LETTER_LASTS_SECONDS)
        try:
            return _letter.decode(told) if told is not None else None
        except msgspec.DecodeError:
            return None

    def write(self, answer: Answer | None, down: str = "") -> bytes:
        """The reply to it."""
        return self._safe.seal(_encoder.encode(Reply(answer, down)))
