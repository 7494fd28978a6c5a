"""Who may do what: every permission both ways, written out by hand."""

import inspect

import pytest
from tests.wording import reason_of

from longsuit.core.progressive import commands as meter
from longsuit.core.round import commands as table
from longsuit.core.round.commands import Command
from longsuit.floor.people.identity import ROLES, Role
from longsuit.floor.people.permissions import DEEDS, PERMISSIONS, Deed, refusal
from longsuit.floor.slips import register as slips
from longsuit.floor.tables import commands as floor

# x everywhere, p at practice tables only, . never
MATRIX = """
                   player  guest  dealer  supervisor  auditor  admin
SitDown              p       p      .         .          .       .
StandUp              x       p      .         .          .       .
PlaceWagers          x       p      .         .          .       .
TakeBackWagers       x       p      .         .          .       .
Act                  x       p      .         .          .       .
SealWord             x       p      .         .          .       .
OpenWord             x       p      .         .          .       .
AddWord              x       p      .         .          .       .
PlanSeat             x       p      .         .          .       .
SeatRobot            p       p      p         p          .       .
UnseatRobot          p       p      p         p          .       .

SeatPlayer           .       .      x         x          .       .
UnseatPlayer         .       .      x         x          .       .
BeginRound           .       .      x         x          .       .
StartRound           .       .      x         x          .       .
CancelRound          .       .      x         x          .       .
EndRound             .       .      x         x          .       .
LetTimePass          .       .      x         x          .       .
TurnLight            .       .      x         x          .       .
SetLights            .       .      x         x          .       .
ChooseSeat           .       .      x         x          .       .
ChooseHand           .       .      x         x          .       .
PendingJackpot       .       .      x         x          .       .
PayFromTray          .       .      x         x          .       .
PayJackpot           .       .      x         x          .       .
PayAgreedSum         .       .      x         x          .       .
Ok                   .       .      x         x          .       .
VoidJackpot          .       .      x         x          .       .
PayEnvy              .       .      x         x          .       .
ClaimLate            .       .      x         x          .       .

ApproveJackpot       .       .      .         x          .       .
RefuseJackpot        .       .      .         x          .       .
ReferJackpot         .       .      .         x          .       .
ApproveBonus         .       .      .         x          .       .
RefuseBonus          .       .      .         x          .       .
ChangeDuty           .       .      x         x          .       .
PrintSlip            .       .      .         x          .       .
CorrectMeter         .       .      .         x          .       .
SetMeter             .       .      .         x          .       .
ReduceMeter          .       .      .         x          .       .
RetireMeter          .       .      .         x          .       .
LeaveMeter           .       .      .         x          .       .
SetTable             .       .      .         x          .       .
CloseTable           .       .      .         x          .       .

CloseWords           .       .      .         .          .       .
DealCards            .       .      .         .          .       .
GrantMystery         .       .      .         .          .       .
PayAward             .       .      .         .          .       .
OpenMeter            .       .      .         .          .       .
JoinMeter            .       .      .         .          .       .
SealTrigger          .       .      .         .          .       .

report.read          .       .      .         x          x       .
audit.run            .       .      .         .          x       .
log.read             .       .      .         .          x       .
register.read        .       .      .         x          x       x
register.file        .       .      .         x          .       x
view.terminal        .       .      x         x          x       .
view.public          x       x      x         x          x       x
person.add           .       .      .         .          .       x
person.change        .       .      .         .          .       x
person.read          .       .      .         .          x       x
password.change      x       .      x         x          x       x
backup.make          .       .      .         .          .       x
"""


def command_types() -> dict[str, type[Command]]:
    """Every command that there is, by name."""
    return {
        name: kind
        for module in (table, meter, floor, slips)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Command) and kind is not Command and not name.startswith("_")
    }


def rows() -> dict[str, dict[str, str]]:
    """The matrix: for each deed, who may do it where."""
    head, *lines = [line.split() for line in MATRIX.strip().splitlines() if line]
    return {name: dict(zip(head, marks, strict=True)) for name, *marks in lines}


def deeds() -> dict[str, type[Command] | Deed]:
    """Every command and every deed, by name."""
    return {**command_types(), **{deed: deed for deed in DEEDS}}


def asked(name: str, who: str, *, practice: bool) -> str:
    role: Role = "player" if who == "guest" else next(r for r in ROLES if r == who)
    return reason_of(refusal(role, who == "guest", deeds()[name], practice=practice))


@pytest.mark.rule("TBL-2")
@pytest.mark.parametrize("practice", [True, False], ids=["practice", "dealt"])
@pytest.mark.parametrize("name", list(rows()))
def test_every_permission_both_ways(name: str, practice: bool) -> None:
    for who, mark in rows()[name].items():
        said = asked(name, who, practice=practice)
        if mark == "x" or (mark == "p" and practice):
            assert not said, (who, said)
        else:
            assert mark in ".p"
            assert said.endswith(".") and said.count(".") == 1, (who, said)


def test_every_command_and_every_deed_has_its_line() -> None:
    assert len(command_types()) >= 26
    assert set(PERMISSIONS) == set(deeds().values())
    assert set(rows()) == set(deeds())
    assert {tuple(marks) for marks in rows().values()} == {
        ("player", "guest", "dealer", "supervisor", "auditor", "admin")
    }


def test_a_new_command_without_a_line_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Command, frozen=True):
        """Not on the list."""

    monkeypatch.setattr(table, "Cheat", Cheat, raising=False)
    assert "Cheat" in command_types()
    assert set(PERMISSIONS) != set(deeds().values())
    with pytest.raises(KeyError):
        refusal("supervisor", False, Cheat, practice=False)


@pytest.mark.parametrize(
    ("name", "who", "sentence"),
    [
        ("SitDown", "player", "The dealer seats you at this table."),
        ("SitDown", "guest", "You need an account to take a seat here."),
        ("SitDown", "dealer", "Only a player may take a seat."),
        ("SeatRobot", "dealer", "Robots sit at practice tables only."),
        ("StartRound", "player", "Only a dealer or a supervisor may start a round."),
        ("ApproveJackpot", "dealer", "Only a supervisor may approve a jackpot."),
        ("ApproveJackpot", "admin", "Only a supervisor may approve a jackpot."),
        ("DealCards", "supervisor", "Only the system may deal the cards."),
        ("log.read", "supervisor", "Only an auditor may read the log."),
        ("person.read", "player", "Only an auditor or an admin may list people."),
        (
            "view.terminal",
            "guest",
            "Only a dealer, a supervisor or an auditor may look at a terminal.",
        ),
        ("password.change", "guest", "You need an account to change your password here."),
    ],
)
def test_refusals_are_plain_sentences(name: str, who: str, sentence: str) -> None:
    assert asked(name, who, practice=False) == sentence


@pytest.mark.parametrize("role", [role for role in ROLES if role != "player"])
def test_a_guest_is_a_player(role: Role) -> None:
    with pytest.raises(ValueError, match="a guest is a player"):
        refusal(role, True, table.StartRound, practice=True)
