"""Makes checkpoints of the log, in a thread beside the engine; and takes in who witnessed them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog
from msgspec import Struct

from longsuit.floor.checkpoints.note import (
    Checkpoint,
    Key,
    NoteError,
    read_signatures,
)
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.edges import MACHINE, Edges
from longsuit.floor.people.identity import Micros
from longsuit.floor.store.checkpoint_rows import Checkpoints, Seen
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.transactions import Unavailable
from longsuit.floor.store.tree_rows import DamagedTree

logger = structlog.get_logger()

RECORDS = 2_000
"""New records of this server after which there is a checkpoint at once."""
PLAY_SECONDS = 60
"""How old the last may be while anything is written."""
IDLE_SECONDS = 600
"""How old it may be while nothing is: then the same one is signed again."""
_LOOK_SECONDS = 5.0
_SECOND = 1_000_000
_LATE_SECONDS = 300
"""A witness's clock may be so far ahead of the floor's."""


class Checkpointer:
    """Signs what the log has come to; one server of a floor does it as well as another."""

    def __init__(
        self,
        kept: Checkpoints,
        signer: Signer,
        now: Callable[[], Micros | None],
        name: str,
        edges: Edges = MACHINE,
    ) -> None:
        self._kept, self._signer, self._now, self.name = kept, signer, now, name
        self.complaint = ""
        """Why there are no checkpoints now; empty where there are."""
        self._written = 0
        self._stopping = edges.event()
        self._due = edges.event()
        self._thread = edges.thread(self._run, "checkpointer")

    def start(self) -> None:
        """Look after the log from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Have a last checkpoint of all that was written, and end."""
        self._stopping.set()
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def tell(self, told: Mapping[str, Sequence[Any]]) -> None:
        """Records have been written; in the engine's thread, which does no more than count."""
        self._written += sum(map(len, told.values()))
        if self._written >= RECORDS:
            self._due.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._look()
            self._due.wait(_LOOK_SECONDS)
        self._look(closing=True)

    def _look(self, *, closing: bool = False) -> None:
        try:
            self.make(closing=closing)
            self.complaint = ""
        except DamagedTree as error:
            if not self.complaint:
                logger.error("checkpoints have stopped", fault=str(error))
            self.complaint = str(error)
        except (DatabaseError, Unavailable) as error:
            logger.warning("a checkpoint has to wait", error=type(error).__name__)
        except Exception:
            # Rounds go on without it, and the desk shows how old the last one is.
            logger.exception("a checkpoint failed")

    def make(self, *, closing: bool = False) -> None:
        """Make what checkpoints are due now."""
        at_once = closing or self._due.is_set()
        self._due.clear()
        now = self._now()
        if now is None:
            return
        last = self._kept.last()
        named = last is not None and last.origin == self.name
        age = now - last.at if last is not None and named else IDLE_SECONDS * _SECOND
        # One from a time that is still to come was signed by a clock that has been set since.
        if at_once or not -_LOOK_SECONDS * _SECOND <= age < PLAY_SECONDS * _SECOND:
            self._written = 0
            made = False
            while self._kept.extend(self.name, self._sign, self._now() or now) is not None:
                made = True
            if not made and age >= IDLE_SECONDS * _SECOND:
                self._kept.sign_again(self.name, self._sign, now)

    def _sign(self, checkpoint: Checkpoint) -> str:
        now = self._now()
        return self._signer.sign(checkpoint, (now or 0) // _SECOND)

    @property
    def keys(self) -> list[Key]:
        """The public keys of the log."""
        return self._signer.keys(self.name)


class Standing(Struct, frozen=True):
    """How the log is witnessed now."""

    size: int
    """Records in the last checkpoint; 0 where there is none."""
    at: Micros
    witnesses: tuple[Seen, ...]
    """Each witness that is known, how far it has got, and when; 0 for one that has seen nothing."""


class Witnesses:
    """Those whose word the floor keeps: the configuration names their keys."""

    def __init__(self, kept: Checkpoints, keys: Sequence[Key]) -> None:
        self.kept, self.keys = kept, tuple(keys)

    def take(self, size: int, lines: str, now: Micros) -> bool:
        """Keep the signatures under a checkpoint; False where there is no such checkpoint.

        Whatever else is wrong is told by a `NoteError`.
        """
        note = self.kept.note(size)
        if note is None:
            return False
        known = {(key.name, key.id): key for key in self.keys}
        taken = []
        for one in read_signatures(lines):
            key = known.get((one.name, one.id))
            if key is None:
                raise NoteError(f"{one.name} is no witness of this floor, or has another key.")
            at = key.verify(note.text, one.data) or 0
            if at > now // _SECOND + _LATE_SECONDS:
                raise NoteError(f"The clock of {one.name} is ahead.")
            taken.append((Seen(key.name, size, at * _SECOND), str(one)))
        for seen, line in taken:
            self.kept.witness(seen, line)
        return True

    def standing(self) -> Standing:
        """Who has witnessed what."""
        last = self.kept.last()
        names = list(dict.fromkeys(key.name for key in self.keys))
        found = {one.witness: one for one in self.kept.witnesses(names)}
        seen = tuple(found.get(name, Seen(name, 0, 0)) for name in names)
        return Standing(last.size if last else 0, last.at if last else 0, seen)
