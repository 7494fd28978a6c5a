"""Who may do what: one table for every command and for the floor's own deeds.

It says which roles may try. Whether the moment is right, and whose seat it is, the round and the
terminal decide themselves: a player acts only for seats of their own, because a command carries
the name of whoever is signed in.
"""

from collections.abc import Iterable
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.progressive import commands as meter
from longsuit.core.round import commands as table
from longsuit.core.round.commands import Command
from longsuit.floor.people.identity import ROLES, Role
from longsuit.floor.tables import commands as floor

Deed = Literal[
    "seat.player",
    "table.open",
    "table.close",
    "table.change",
    "meter.open",
    "meter.link",
    "meter.correct",
    "person.add",
    "person.change",
    "person.read",
    "password.change",
    "report.read",
    "audit.run",
    "log.read",
    "view.terminal",
    "view.public",
    "backup.make",
]
"""What the floor does that is no command of a round or a meter."""
DEEDS: tuple[Deed, ...] = get_args(Deed)


class Permission(Struct, frozen=True):
    """Which roles may do it, and what it is: 'Only a dealer may ...'."""

    roles: frozenset[Role]
    what: str
    guests: Literal["nowhere", "practice", "anywhere"] = "nowhere"
    """Where players without an account may do it as well."""
    elsewhere: str = ""
    """Why nobody may do it but at a practice table, where that is so."""


_RUNS: tuple[Role, ...] = ("dealer", "supervisor")
_NOBODY: tuple[Role, ...] = ()


def _for(roles: Iterable[Role], what: str) -> Permission:
    return Permission(frozenset(roles), what)


def _at_seats(what: str, elsewhere: str = "") -> Permission:
    return Permission(frozenset({"player"}), what, "practice", elsewhere)


def _robots(what: str) -> Permission:
    everyone = frozenset({"player", *_RUNS})
    return Permission(everyone, what, "practice", "Robots sit at practice tables only.")


PERMISSIONS: dict[type[Command] | Deed, Permission] = {
    # Players, for themselves
    table.SitDown: _at_seats("take a seat", "The dealer seats the players at this table."),
    table.StandUp: _at_seats("leave a seat"),
    table.PlaceWagers: _at_seats("place wagers"),
    table.TakeBackWagers: _at_seats("take wagers back"),
    table.Act: _at_seats("decide for a seat"),
    floor.AddWord: _at_seats("add a word to the shuffle"),
    floor.SeatRobot: _robots("ask for a robot"),
    floor.UnseatRobot: _robots("send a robot away"),
    # Whoever runs the table
    "seat.player": _for(_RUNS, "seat a player"),
    floor.SeatPlayer: _for(_RUNS, "seat a player"),
    floor.UnseatPlayer: _for(_RUNS, "free a player's seat"),
    floor.BeginRound: _for(_RUNS, "open the wagers"),
    table.StartRound: _for(_RUNS, "start a round"),
    table.CancelRound: _for(_RUNS, "cancel a round"),
    table.EndRound: _for(_RUNS, "end a round"),
    table.LetTimePass: _for(_RUNS, "call a seat's time"),
    meter.TurnLight: _for(_RUNS, "turn a seat's light"),
    meter.ChooseSeat: _for(_RUNS, "choose a seat at the terminal"),
    meter.ChooseHand: _for(_RUNS, "choose a hand at the terminal"),
    meter.PendingJackpot: _for(_RUNS, "claim a jackpot"),
    meter.PayJackpot: _for(_RUNS, "pay a jackpot"),
    meter.PayAgreedSum: _for(_RUNS, "pay a jackpot"),
    meter.Ok: _for(_RUNS, "close a jackpot"),
    meter.VoidJackpot: _for(_RUNS, "void a jackpot"),
    meter.ClaimLate: _for(_RUNS, "claim a hand of the last round"),
    # Supervisors
    meter.ApproveJackpot: _for(["supervisor"], "approve a jackpot"),
    meter.RefuseJackpot: _for(["supervisor"], "refuse a jackpot"),
    meter.CorrectMeter: _for(["supervisor"], "correct a meter"),
    meter.LeaveMeter: _for(["supervisor"], "take a table off a link"),
    floor.SetTable: _for(["supervisor"], "change a table"),
    floor.CloseTable: _for(["supervisor"], "close a table"),
    "table.open": _for(["supervisor"], "open a table"),
    "table.close": _for(["supervisor"], "close a table"),
    "table.change": _for(["supervisor"], "change a table"),
    "meter.open": _for(["supervisor"], "open a meter"),
    "meter.link": _for(["supervisor"], "link a table to a meter"),
    "meter.correct": _for(["supervisor"], "correct a meter"),
    # The system alone
    table.DealCards: _for(_NOBODY, "deal the cards"),
    table.GrantMystery: _for(_NOBODY, "draw a mystery award"),
    table.PayAward: _for(_NOBODY, "credit an award"),
    meter.OpenMeter: _for(_NOBODY, "seed a meter"),
    meter.JoinMeter: _for(_NOBODY, "join a table to a meter"),
    meter.SealTrigger: _for(_NOBODY, "draw a trigger"),
    # Reading
    "view.public": Permission(frozenset(ROLES), "look at a table", "anywhere"),
    "view.terminal": _for((*_RUNS, "auditor"), "look at a terminal"),
    "report.read": _for(["supervisor", "auditor"], "read reports"),
    "audit.run": _for(["auditor"], "run an audit"),
    "log.read": _for(["auditor"], "read the log"),
    # People and the house
    "person.add": _for(["admin"], "add people"),
    "person.change": _for(["admin"], "change people"),
    "person.read": _for(["auditor", "admin"], "list people"),
    "password.change": _for(ROLES, "change their password"),
    "backup.make": _for(["admin"], "make a backup"),
}


def complaint(role: Role, guest: bool, deed: type[Command] | Deed, *, practice: bool) -> str | None:
    """Why somebody may not do it, at a practice table or elsewhere, or None if they may.

    A guest is a player without an account.
    """
    permission = PERMISSIONS[deed]
    if guest and role != "player":
        raise ValueError("a guest is a player")
    if role not in permission.roles:
        return f"Only {_named(permission.roles)} may {permission.what}."
    if guest and permission.guests == "nowhere":
        return f"A guest may not {permission.what}."
    if guest and permission.guests == "practice" and not practice:
        return f"A guest may {permission.what} at a practice table only."
    return permission.elsewhere or None if not practice else None


def _named(roles: frozenset[Role]) -> str:
    """'a dealer or a supervisor', in the order of the roles."""
    if not roles:
        return "the system"
    named = [f"an {role}" if role[0] == "a" else f"a {role}" for role in ROLES if role in roles]
    *most, last = named
    return f"{', '.join(most)} or {last}" if most else last
