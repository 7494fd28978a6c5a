"""People's accounts as the doors use them: added, changed, signed out, asked to confirm, seated."""

from typing import Any

import structlog
from msgspec.structs import replace

from longsuit.core.plain_number import shorten
from longsuit.core.progressive.commands import ClaimLate
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.people.identity import Micros, Person, Role, is_guest
from longsuit.floor.people.permissions import Deed, refusal
from longsuit.floor.service.sessions import Sessions
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.store import people_rows as store
from longsuit.floor.store.database import Database
from longsuit.floor.tables.commands import SeatPlayer

logger = structlog.get_logger()


class Accounts:
    """The accounts of a floor."""

    def __init__(self, database: Database, sessions: Sessions, house: HouseConfig) -> None:
        self._database, self._sessions, self._house = database, sessions, house

    def add(
        self, visitor: Visitor, name: str, role: Role, password: str, now: Micros
    ) -> Person | Refused:
        """An account, active at once."""
        if no := _refusal(visitor, "person.add"):
            return no
        person = store.add_person(self._database, name, role, password, now, by=visitor.who)
        logger.info("a person was added", person=person.name, role=person.role, by=visitor.name)
        return person

    def change(self, visitor: Visitor, name: str, now: Micros, **changes: Any) -> Person | Refused:
        """A new role or password, a closed account, or one that is unlocked: what is named."""
        if no := _refusal(visitor, "person.change"):
            return no
        if store.find_person(self._database, name) is None:
            return refuse(Code.NO_PERSON)
        person = store.change_person(self._database, name, now, by=visitor.who, **changes)
        self._sessions.forget()
        changed = sorted(name for name, value in changes.items() if value not in (None, False))
        logger.info("a person was changed", person=person.name, changed=changed, by=visitor.name)
        return person

    def sign_out(self, visitor: Visitor, name: str, now: Micros) -> int | Refused:
        """All their sessions end; how many there were."""
        if no := _refusal(visitor, "person.change"):
            return no
        if store.find_person(self._database, name) is None:
            return refuse(Code.NO_PERSON)
        ended = store.revoke_all(self._database, name, now, by=visitor.who)
        self._sessions.forget()
        return ended

    def change_password(
        self, visitor: Visitor, old: str, new: str, now: Micros, place: str = ""
    ) -> Person | Refused:
        """Their own password, by whoever knows the old one; it ends all their sessions."""
        if no := _refusal(visitor, "password.change"):
            return no
        changed = store.change_password(self._database, visitor.name, old, new, now, place)
        self._sessions.forget()
        return changed

    def confirmed(
        self, visitor: Visitor, command: Command, password: str, now: Micros, place: str = ""
    ) -> Command | Refused:
        """A command that takes two people, once the other one has given a password.

        A correction takes another of the staff (PRG-8), a late claim a supervisor (PRG-18). The
        command is given their name as their account has it.
        """
        late = isinstance(command, ClaimLate)
        field = "supervisor" if late else "second"
        if no := _refusal(visitor, type(command)):
            return no
        other = store.confirm(self._database, getattr(command, field), password, now, place)
        if isinstance(other, Refused):
            return other
        if other.name == visitor.name or other.role == "player":
            return refuse(Code.SECOND_SUPERVISOR if late else Code.SECOND_PERSON)
        if late and other.role != "supervisor":
            return refuse(Code.SECOND_SUPERVISOR)
        return replace(command, **{field: other.name})

    def refuse_seating(self, visitor: Visitor, command: SeatPlayer) -> Refused | None:
        """Why that player cannot be seated, or None.

        Whoever is seated has an account as a player, under exactly that name: the ledger and the
        reported drop know people by it. A house may allow others too, but none of its staff.
        """
        person = store.find_alike(self._database, command.player)
        no: Refused | None = None
        if person is None or not person.active:
            # A guest's name is a visitor's, who would see the hand.
            if not self._house.anonymous_seats or is_guest(command.player):
                no = refuse(Code.NO_ACCOUNT, name=shorten(command.player))
        elif person.role == "player" and person.name != command.player:
            no = refuse(Code.NO_ACCOUNT, name=shorten(command.player))
        elif person.role != "player":
            no = refuse(Code.PLAYERS_ONLY, name=person.name, role=person.role)
        limit = self._house.buy_in_limit
        if no is None and visitor.role != "supervisor" and command.stack > limit:
            no = refuse(Code.BUY_IN_LIMIT, limit=limit, amount=command.stack)
        return no


def _refusal(visitor: Visitor, deed: type[Command] | Deed) -> Refused | None:
    return refusal(visitor.role, visitor.guest, deed, practice=False)
