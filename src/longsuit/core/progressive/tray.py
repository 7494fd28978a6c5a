"""Fixed pays of a live table: what each hand pays from the chip tray, and how it is paid."""

from longsuit.core.money import Cents, pay
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.evolve import evolve_terminal
from longsuit.core.progressive.jackpots import JACKPOT_RULES, fixed_pay
from longsuit.core.progressive.outcome import AtMeter, Happened, Meters, Outcome
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command


def tray_pays(terminal: Terminal) -> dict[str, Cents]:
    """What each hand that no meter pays gets at this table, with the dynamic pays of its round."""
    lines = terminal.setup.lines
    return {line.hand: fixed_pay(terminal, line) for line in lines if line.meter is None}


def posted_envy(terminal: Terminal) -> dict[str, Cents]:
    """What every other seat with the wager is paid for a hand, where it is anything (PRG-12)."""
    offer = terminal.setup.offer
    least = offer.limits.least if offer is not None else 0
    return {line.hand: pay(least, line.envy) for line in terminal.setup.lines if line.envy}


def pay_from_tray(terminal: Terminal, meters: Meters, command: asked.PayFromTray) -> Outcome:
    """All the steps of a jackpot in one, for a pay that needs nobody else (PRG-6, PRG-16)."""
    by = command.by
    steps: tuple[Command, ...] = (
        asked.ChooseSeat(by=by, seat=command.seat),
        asked.ChooseHand(by=by, hand=command.hand),
        asked.PendingJackpot(by=by),
        asked.PayJackpot(by=by),
        asked.PayAgreedSum(by=by, amount=command.amount),
        asked.Ok(by=by),
    )
    happened: list[Happened] = []
    for step in steps:
        outcome = JACKPOT_RULES[type(step)](terminal, meters, step)
        if isinstance(outcome, Refused):
            return outcome
        for one in outcome:
            if isinstance(one, AtMeter):
                return refuse(Code.HAND_FROM_METER, hand=command.hand)
            terminal = evolve_terminal(terminal, one.event)
        happened.extend(outcome)
    return tuple(happened)
