"""A command on its way to the engine, and what is answered."""

import hashlib

import msgspec
from msgspec import Struct

from longsuit.core.progressive.terms import MustHit
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Actor, Command
from longsuit.floor.log.codec import encode
from longsuit.floor.store.receipts import Receipt, short_mark


class Ask(Struct, frozen=True):
    """A command on its way, with where it goes and the key under which it is done only once."""

    command: Command
    key: str
    table: str = ""
    meter: str = ""
    must_hit: MustHit | None = None
    """For a table that is opened with a Must Hit meter of its own."""
    after: int | None = None
    """For what happens by itself: the record of the table that it follows, and no other."""
    moment: str = ""
    """The table's moment that it is meant for; without one it is for any."""

    @property
    def who(self) -> str:
        """Who asks, as the log has it."""
        return who(self.command.by)

    def digest(self) -> str:
        """What is asked, so that a key cannot stand for two things."""
        place = f"{self.table}\n{self.meter}\n".encode()
        more = msgspec.json.encode(self.must_hit, enc_hook=str) if self.must_hit else b""
        return hashlib.sha256(place + encode(self.command) + more).hexdigest()


class Answer(Struct, frozen=True):
    """What became of a command."""

    version: int = 0
    """The record of the table, or of the meter, that it led to."""
    again: bool = False
    """It had been carried out before; this is what was answered then."""
    refused: Refused | None = None
    """Why it was not carried out."""

    @property
    def ok(self) -> bool:
        """Whether it was carried out."""
        return self.refused is None


def who(actor: Actor) -> str:
    """An actor as the log has it: ``dealer Dee``."""
    return f"{actor.role} {actor.name}" if actor.name else actor.role


def stored_answer(receipt: Receipt, ask: Ask) -> Answer:
    """What a command was answered; another command under the same key is refused."""
    if receipt.digest != short_mark(ask.digest()):
        return Answer(refused=refuse(Code.KEY_TAKEN))
    return Answer(version=receipt.version, again=True)
