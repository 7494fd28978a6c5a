"""An automatic dealer at the terminal of a dealt table: claims what the cards hold and pays it."""

from longsuit.core.errors import InputError
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.house import House
from longsuit.core.progressive.jackpots import envies_due, unclaimed
from longsuit.core.progressive.terminal import Jackpot, Terminal
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Actor, Command, EndRound
from longsuit.core.texts import sentence


def pay_jackpots(house: House, table: str, dealer: Actor) -> list[Jackpot]:
    """Claim and pay every jackpot that is left, from right to left; all of the round's so far."""
    paid: tuple[Jackpot, ...] = ()
    while (step := dealer_step(house.tables[table], dealer)) is not None:
        ask(house, table, step)
        paid = house.tables[table].jackpots or paid
    return [one for one in paid if one.step != "void"]


def end_round(house: House, table: str, dealer: Actor) -> Jackpot | None:
    """END ROUND; a Must Hit award that it draws is paid, and returned."""
    ask(house, table, EndRound(by=dealer))
    drawn = next((one for one in house.tables[table].jackpots if one.mystery), None)
    if drawn is not None:
        pay_jackpots(house, table, dealer)
    return drawn


def dealer_step(terminal: Terminal, dealer: Actor) -> Command | None:
    """The next touch of an automatic dealer at the terminal; None when no jackpot is left."""
    claim = next((one for one in terminal.jackpots if one.is_open), None)
    if claim is not None:
        if terminal.seat != claim.seat:
            return asked.ChooseSeat(by=dealer, seat=claim.seat)
        if claim.step == "pending":
            return asked.PayJackpot(by=dealer)
        if claim.step == "verifying":
            return asked.PayAgreedSum(by=dealer, amount=claim.amount)
        if terminal.setup.approval_process:
            for envy in envies_due(terminal, claim):
                return asked.PayEnvy(by=dealer, seat=envy.seat)
        return asked.Ok(by=dealer)
    award = next(unclaimed(terminal), None)
    if award is None:
        return None
    if terminal.seat != award.seat:
        return asked.ChooseSeat(by=dealer, seat=award.seat)
    if terminal.hand != award.hand:
        return asked.ChooseHand(by=dealer, hand=award.hand)
    return asked.PendingJackpot(by=dealer)


def ask(house: House, table: str, command: Command) -> None:
    """Carry out a command that cannot be refused here; if it is, say why."""
    outcome = house.do(table, command)
    if isinstance(outcome, Refused):
        raise InputError(sentence(outcome))
