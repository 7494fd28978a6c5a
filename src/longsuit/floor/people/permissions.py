"""Who may do what: one table for every command and for the floor's own deeds.

It says which roles may try. Whether the moment is right, and whose seat it is, the round and the
terminal decide themselves: a player acts only for seats of their own, because a command carries
the name of whoever is signed in.
"""

from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.progressive import commands as meter
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as table
from longsuit.core.round.commands import Command
from longsuit.floor.people.identity import ROLES, Role
from longsuit.floor.slips.register import PrintSlip
from longsuit.floor.tables import commands as floor

Deed = Literal[
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
    "register.read",
    "register.file",
]
"""What the floor does that is no command of a round or a meter."""
DEEDS: tuple[Deed, ...] = get_args(Deed)


class Permission(Struct, frozen=True):
    """Which roles may do it, in their order."""

    roles: tuple[Role, ...]
    guests: Literal["nowhere", "practice", "anywhere"] = "nowhere"
    """Where players without an account may do it as well."""
    elsewhere: Code | None = None
    """Why nobody may do it but at a practice table, where that is so."""


_AT_SEATS = Permission(("player",), "practice")
_ROBOTS = Permission(("player", "dealer", "supervisor"), "practice", Code.ROBOT_PRACTICE)
_RUNNERS = Permission(("dealer", "supervisor"))
_SUPERVISORS = Permission(("supervisor",))
_AUDITORS = Permission(("auditor",))
_ADMINS = Permission(("admin",))
_NOBODY = Permission(())

PERMISSIONS: dict[type[Command] | Deed, Permission] = {
    # Players, for themselves
    table.SitDown: Permission(("player",), "practice", Code.SEATED_BY_DEALER),
    table.StandUp: _AT_SEATS,
    table.PlaceWagers: _AT_SEATS,
    table.TakeBackWagers: _AT_SEATS,
    table.Act: _AT_SEATS,
    floor.SealWord: _AT_SEATS,
    floor.OpenWord: _AT_SEATS,
    floor.AddWord: _AT_SEATS,
    floor.PlanSeat: _AT_SEATS,
    floor.SeatRobot: _ROBOTS,
    floor.UnseatRobot: _ROBOTS,
    # Whoever runs the table
    floor.SeatPlayer: _RUNNERS,
    floor.UnseatPlayer: _RUNNERS,
    floor.BeginRound: _RUNNERS,
    floor.ChangeDuty: _RUNNERS,
    table.StartRound: _RUNNERS,
    table.CancelRound: _RUNNERS,
    table.EndRound: _RUNNERS,
    table.LetTimePass: _RUNNERS,
    meter.TurnLight: _RUNNERS,
    meter.SetLights: _RUNNERS,
    meter.ChooseSeat: _RUNNERS,
    meter.ChooseHand: _RUNNERS,
    meter.PendingJackpot: _RUNNERS,
    meter.PayJackpot: _RUNNERS,
    meter.PayAgreedSum: _RUNNERS,
    meter.Ok: _RUNNERS,
    meter.PayFromTray: _RUNNERS,
    meter.VoidJackpot: _RUNNERS,
    meter.PayEnvy: _RUNNERS,
    meter.ClaimLate: _RUNNERS,
    # Supervisors
    meter.ApproveJackpot: _SUPERVISORS,
    meter.RefuseJackpot: _SUPERVISORS,
    meter.ReferJackpot: _SUPERVISORS,
    meter.ApproveBonus: _SUPERVISORS,
    meter.RefuseBonus: _SUPERVISORS,
    PrintSlip: _SUPERVISORS,
    meter.CorrectMeter: _SUPERVISORS,
    meter.SetMeter: _SUPERVISORS,
    meter.ReduceMeter: _SUPERVISORS,
    meter.RetireMeter: _SUPERVISORS,
    meter.LeaveMeter: _SUPERVISORS,
    floor.SetTable: _SUPERVISORS,
    floor.CloseTable: _SUPERVISORS,
    # The system alone
    floor.CloseWords: _NOBODY,
    table.DealCards: _NOBODY,
    table.GrantMystery: _NOBODY,
    table.PayAward: _NOBODY,
    meter.OpenMeter: _NOBODY,
    meter.JoinMeter: _NOBODY,
    meter.SealTrigger: _NOBODY,
    # Reading
    "view.public": Permission(ROLES, "anywhere"),
    "view.terminal": Permission(("dealer", "supervisor", "auditor")),
    "report.read": Permission(("supervisor", "auditor")),
    "audit.run": _AUDITORS,
    "log.read": _AUDITORS,
    # People and the house
    "person.add": _ADMINS,
    "person.change": _ADMINS,
    "person.read": Permission(("auditor", "admin")),
    "password.change": Permission(ROLES),
    "backup.make": _ADMINS,
    # What is on file
    "register.read": Permission(("supervisor", "auditor", "admin")),
    "register.file": Permission(("supervisor", "admin")),
}


def refusal(
    role: Role, guest: bool, deed: type[Command] | Deed, *, practice: bool
) -> Refused | None:
    """Why somebody may not do it, at a practice table or elsewhere, or None if they may.

    A guest is a player without an account.
    """
    permission = PERMISSIONS[deed]
    if guest and role != "player":
        raise ValueError("a guest is a player")
    name = deed if isinstance(deed, str) else deed.__name__
    if role not in permission.roles:
        return refuse(Code.NOT_ALLOWED, deed=name, roles=permission.roles)
    welcome = ("anywhere", "practice") if practice else ("anywhere",)
    if guest and permission.guests not in welcome:
        return refuse(Code.NEEDS_ACCOUNT, deed=name)
    return refuse(permission.elsewhere) if permission.elsewhere and not practice else None
