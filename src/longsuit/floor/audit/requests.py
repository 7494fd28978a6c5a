"""The command that a record of a table stands for: who asked, and what came of it, tell it all."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict

from longsuit.core.progressive import commands as terminal_asked
from longsuit.core.progressive import events as terminal
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round import events as table_round
from longsuit.core.round.commands import Actor, Command
from longsuit.floor.people.permissions import refusal
from longsuit.floor.tables import commands as floor_asked
from longsuit.floor.tables import events as floor
from longsuit.floor.tables.state import ROBOT, FloorTable


@lru_cache(maxsize=4096)
def actor_of(who: str) -> Actor:
    """Who asked, from the name in the log."""
    role, _, name = who.partition(" ")
    return Actor(role, name)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def forbidden(role: Any, command: type[Command], practice: bool) -> Refused | None:
    """Why nobody of that role may ask for it, or None; the system asks for what it likes."""
    return None if role == "system" else refusal(role, False, command, practice=practice)


def command_of(table: FloorTable, by: Actor, told: Sequence[Any]) -> Command | None:
    """The command that led to these events, or None when none can have."""
    if not told:
        return None
    last = told[-1]
    # Settings that change and tables that close may end a round on the way.
    if isinstance(last, floor.TableSet):
        return floor_asked.SetTable(by=by, settings=last.after)
    if isinstance(last, floor.TableClosed):
        return floor_asked.CloseTable(by=by)
    if isinstance(last, floor.SeatPlanned):
        return floor_asked.PlanSeat(by=by, seat=last.seat, plan=last.plan)
    first = told[0]
    if isinstance(first, table_round.WagersTakenBack):
        if len(told) > 1:
            return _stand_up(table, by, first.seat)
        return asked.TakeBackWagers(by=by, seat=first.seat)
    if len(told) > 1 and type(first) in _IN_ONE:
        return _IN_ONE[type(first)](table, by, told)
    make = _COMMANDS.get(type(first))
    return None if make is None else make(table, by, first)


def _sit_down(_table: FloorTable, by: Actor, event: table_round.SeatTaken) -> Command:
    if event.player.startswith(ROBOT):
        return floor_asked.SeatRobot(by=by, seat=event.seat)
    if by.role == "player":
        return asked.SitDown(by=by, seat=event.seat, stack=event.stack)
    return floor_asked.SeatPlayer(by=by, seat=event.seat, player=event.player, stack=event.stack)


def _stand_up(table: FloorTable, by: Actor, seat: int) -> Command:
    player = table.seated().get(seat, ("", 0))[0]
    if player.startswith(ROBOT):
        return floor_asked.UnseatRobot(by=by, seat=seat)
    if by.role == "player":
        return asked.StandUp(by=by, seat=seat)
    return floor_asked.UnseatPlayer(by=by, seat=seat)


def _act(_table: FloorTable, by: Actor, event: table_round.ActionTaken) -> Command:
    if not event.in_time:
        return asked.LetTimePass(by=by, seat=event.seat)
    return asked.Act(by=by, seat=event.seat, action=event.action, amount=event.amount)


def _end(_table: FloorTable, by: Actor, _event: Any) -> Command:
    return asked.EndRound(by=by)


def _cancel(_table: FloorTable, by: Actor, event: Any) -> Command:
    if getattr(event, "cause", "") == "seed":
        return floor_asked.CloseWords(by=by)
    return asked.CancelRound(by=by, reason=event.reason)


def _start(table: FloorTable, by: Actor, event: Any) -> Command:
    if table.closing:
        # All words were open already: the last one came to a server that did not have the seed.
        return floor_asked.CloseWords(by=by)
    return asked.StartRound(by=by, dynamic=event.dynamic)


def _say_word(table: FloorTable, by: Actor, event: floor.WordAdded) -> Command:
    kind = floor_asked.OpenWord if table.closing else floor_asked.AddWord
    return kind(by=by, seat=event.word.seat, word=event.word.word)


def _set_lights(table: FloorTable, by: Actor, told: Sequence[Any]) -> Command:
    lights = set(table.terminal.lights).symmetric_difference(event.seat for event in told)
    return terminal_asked.SetLights(by=by, seats=tuple(sorted(lights)))


def _pay_from_tray(_table: FloorTable, by: Actor, told: Sequence[Any]) -> Command | None:
    claims = [event for event in told if isinstance(event, terminal.JackpotClaimed)]
    if not claims:
        return None
    seat, hand, amount = claims[0].seat, claims[0].hand, claims[0].amount
    return terminal_asked.PayFromTray(by=by, seat=seat, hand=hand, amount=amount)


_IN_ONE: dict[type, Callable[[FloorTable, Actor, Sequence[Any]], Command | None]] = {
    terminal.LightTurned: _set_lights,
    terminal.SeatChosen: _pay_from_tray,
}
"""By the first event: commands that do at once what others do one after another."""

_COMMANDS: dict[type, Callable[[FloorTable, Actor, Any], Command]] = {
    floor.RoundBegun: lambda _, by, __: floor_asked.BeginRound(by=by),
    floor.DutyChanged: lambda _, by, e: floor_asked.ChangeDuty(by=by, on=e.on),
    floor.WordSealed: lambda _, by, e: floor_asked.SealWord(by=by, seat=e.seat, seal=e.seal),
    floor.DeckSealed: lambda _, by, __: asked.StartRound(by=by),
    floor.WordAdded: _say_word,
    floor.WordsMissing: lambda _, by, __: floor_asked.CloseWords(by=by),
    # Seats and wagers
    table_round.SeatTaken: _sit_down,
    table_round.SeatLeft: lambda table, by, e: _stand_up(table, by, e.seat),
    table_round.WagersPlaced: lambda _, by, e: asked.PlaceWagers(
        by=by, seat=e.seat, wagers=e.wagers
    ),
    # Start, decisions, end
    table_round.RoundStarted: _start,
    terminal.WagersRegistered: _start,
    table_round.ActionTaken: _act,
    terminal.TerminalCleared: _end,
    table_round.RoundEnded: _end,
    terminal.WagersCollected: _end,
    terminal.MysteryDrawn: _end,
    floor.MetersFed: _end,
    table_round.RoundCancelled: _cancel,
    terminal.RegistrationCancelled: _cancel,
    # The terminal
    terminal.LightTurned: lambda _, by, e: terminal_asked.TurnLight(by=by, seat=e.seat, on=e.on),
    terminal.SeatChosen: lambda _, by, e: terminal_asked.ChooseSeat(by=by, seat=e.seat),
    terminal.HandChosen: lambda _, by, e: terminal_asked.ChooseHand(by=by, hand=e.hand),
    terminal.JackpotClaimed: lambda _, by, __: terminal_asked.PendingJackpot(by=by),
    terminal.LateClaimed: lambda _, by, e: terminal_asked.ClaimLate(
        by=by,
        seat=e.seat,
        hand=e.hand,
        reason=e.reason,
        supervisor=e.supervisor,
        **asdict(e.papers),
    ),
    terminal.AmountShown: lambda _, by, __: terminal_asked.PayJackpot(by=by),
    terminal.JackpotApproved: lambda _, by, e: terminal_asked.ApproveJackpot(
        by=by, number=e.number, **asdict(e.papers)
    ),
    terminal.JackpotReferred: lambda _, by, e: terminal_asked.ReferJackpot(
        by=by, number=e.number, to=e.to, reason=e.reason
    ),
    terminal.BonusApproved: lambda _, by, e: terminal_asked.ApproveBonus(
        by=by, seat=e.seat, wager=e.wager, **asdict(e.papers)
    ),
    terminal.BonusRefused: lambda _, by, e: terminal_asked.RefuseBonus(
        by=by, seat=e.seat, wager=e.wager, reason=e.reason
    ),
    terminal.EnvyPaid: lambda _, by, e: terminal_asked.PayEnvy(by=by, seat=e.seat),
    terminal.JackpotRefused: lambda _, by, e: terminal_asked.RefuseJackpot(
        by=by, number=e.number, reason=e.reason
    ),
    terminal.SumAgreed: lambda _, by, e: terminal_asked.PayAgreedSum(by=by, amount=e.amount),
    terminal.JackpotClosed: lambda _, by, __: terminal_asked.Ok(by=by),
    terminal.JackpotVoided: lambda _, by, e: terminal_asked.VoidJackpot(by=by, reason=e.reason),
}
