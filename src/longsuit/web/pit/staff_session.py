"""Somebody at the pit desk. Who they are is looked at anew before everything that they do."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from datetime import datetime

from pydantic import ValidationError

from longsuit.api.commands import answer_to
from longsuit.api.declines import ANSWERED, NOT_SIGNED_IN, declined_by, sentence_of
from longsuit.core.errors import InputError
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Command
from longsuit.core.texts import sentence
from longsuit.floor.config.time_zones import find_zone, local_time, micros_of
from longsuit.floor.engine.ask import Answer
from longsuit.floor.people.identity import Micros
from longsuit.floor.people.permissions import Deed
from longsuit.floor.service.floor import FloorDown, Visitor
from longsuit.floor.service.pit import Desk
from longsuit.web.visitor import Guest

Work = Callable[[Visitor], Awaitable[str | Refused]]
"""Does something for a visitor; gives why not, or nothing when it is done."""


class Sitting:
    """A visitor at the desk, and the floor before them."""

    def __init__(self, guest: Guest, visitor: Visitor, desk: Desk) -> None:
        self.guest, self.visitor, self.desk = guest, visitor, desk
        self.context = guest.context
        self.floor = guest.context.floor

    def may(self, deed: Deed | type[Command]) -> bool:
        """Whether a button for it should be there; it is asked again when it is pressed."""
        return self.floor.refusal(self.visitor, deed) is None

    async def is_over(self) -> bool:
        """Whether they are no longer who they were when the page was made."""
        return await self.guest.visitor(note_use=False) != self.visitor

    async def act(self, work: Work, deed: Deed | None = None) -> str:
        """Do something: nothing when it is done, else why it is not.

        The floor asks for leave itself where it changes anything; for reading the deed is named.
        """
        try:
            visitor = await self.guest.visitor()
            if visitor is None:
                return NOT_SIGNED_IN
            no = self.floor.refusal(visitor, deed) if deed is not None else None
            said = no or await work(visitor)
            return sentence(said) if isinstance(said, Refused) else said
        except ValidationError as error:
            faults = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
            return sentence_of(faults)
        except FloorDown as error:
            return str(error)
        except ANSWERED as error:
            return str(declined_by(error).detail)

    # Times, as the house has them

    def local(self, at: Micros) -> datetime:
        """A moment by the clock of the house."""
        return local_time(at, self.floor.config.house.zone)

    def shown(self, at: Micros) -> str:
        """A moment in words."""
        return f"{self.local(at):%Y-%m-%d %H:%M:%S}"

    def micros(self, said: str) -> Micros:
        """A moment that somebody picked, by the clock of the house."""
        try:
            picked = datetime.fromisoformat(said)
        except ValueError:
            raise InputError("A time is a date and an hour.") from None
        return micros_of(picked.replace(tzinfo=find_zone(self.floor.config.house.zone)))


async def answered(future: "Future[Answer]") -> str | Refused:
    """Wait for the floor: nothing when it has done it."""
    return (await answer_to(future)).refused or ""
