"""An automatic dealer at the terminal of a dealt table: claims what the cards hold and pays it."""

from longsuit.errors import InputError
from longsuit.progressive import commands as asked
from longsuit.progressive.house import House
from longsuit.progressive.jackpots import unclaimed
from longsuit.progressive.terminal import Jackpot
from longsuit.round.commands import Actor, Command, EndRound
from longsuit.round.decide import Refused


def pay_jackpots(house: House, table: str, dealer: Actor) -> list[Jackpot]:
    """Claim and pay every jackpot that the cards hold, from right to left."""
    paid = []
    while (award := next(unclaimed(house.tables[table]), None)) is not None:
        ask(house, table, asked.ChooseSeat(by=dealer, seat=award.seat))
        ask(house, table, asked.ChooseHand(by=dealer, hand=award.hand))
        ask(house, table, asked.PendingJackpot(by=dealer))
        paid.append(_pay(house, table, dealer))
    return paid


def end_round(house: House, table: str, dealer: Actor) -> Jackpot | None:
    """END ROUND; a Must Hit award that it draws is paid, and returned."""
    ask(house, table, EndRound(by=dealer))
    return _pay(house, table, dealer) if house.tables[table].phase == "mystery" else None


def _pay(house: House, table: str, dealer: Actor) -> Jackpot:
    """Pay the chosen seat's jackpot."""
    terminal = house.tables[table]
    jackpot = terminal.claim_of(terminal.seat)
    assert jackpot is not None
    ask(house, table, asked.PayJackpot(by=dealer))
    ask(house, table, asked.PayAgreedSum(by=dealer, amount=jackpot.amount))
    ask(house, table, asked.Ok(by=dealer))
    return jackpot


def ask(house: House, table: str, command: Command) -> None:
    """Carry out a command that cannot be refused here; if it is, say why."""
    outcome = house.do(table, command)
    if isinstance(outcome, Refused):
        raise InputError(outcome.reason)
