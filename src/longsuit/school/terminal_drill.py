"""A scripted round run at a terminal by a dealer in training, and what they did, point by point."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from longsuit.core.money import Cents, show_dollars
from longsuit.core.progressive import events
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.terminal import Papers
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Actor, Command
from longsuit.school.marks import Mark
from longsuit.school.scripted_round import TABLE, Due, Kind, Script, draw_script, open_house, run_up

SUPERVISOR = "Robin"
PASSWORD = "drill"
"""Not a secret: it is told to the trainee."""
TITLES: dict[Kind, str] = {
    "several": "Several winners",
    "envy": "Envy pays",
    "must hit": "Must Hit",
    "void": "A jackpot to void",
    "approval": "A jackpot that needs approval",
}
_BRIEF = "Light the seats with a progressive chip, start the round, and pay what it owes."
_FOULED = "The pit calls: seat {seat} holds a card too many. The hand is fouled: void its jackpot."
_APPROVAL = (
    "Your supervisor is {supervisor}, password \u201c{password}\u201d. The winner is {winner}, "
    "shows a {document} and takes {payment}; surveillance says {surveillance}."
)
_PAID_BY = {"chips": "chips", "hand-pay": "a hand-pay", "cheque": "a cheque"}


class _Claim:
    """A jackpot as it went."""

    def __init__(self, seat: int, hand: str, amount: Cents, *, mystery: bool = False) -> None:
        self.seat, self.hand, self.amount, self.mystery = seat, hand, amount, mystery
        self.done = self.agreed = self.voided = False
        self.papers: Papers | None = None
        self.envies: list[int] = []


class TerminalDrill:
    """One round at a house of its own."""

    def __init__(self, kind: Kind, chance: random.Random, dealer: str = "Trainee") -> None:
        self.dealer = Actor("dealer", dealer)
        self._past: list[TableEvent] = []
        self.house = open_house(kind, chance, self.dealer, self._record)
        self.script: Script = draw_script(kind, self.house.tables[TABLE].setup, chance)
        run_up(self.house, self.script.wagering, self.dealer)
        # Nothing of the rounds before is asked for.
        self.house.tables[TABLE] = replace(self.house.tables[TABLE], last=None)
        self._past.clear()
        self.refused = 0
        """Touches that led to nothing."""

    def _record(self, stream: str, event: object) -> None:
        if stream.startswith("table "):
            self._past.append(event)  # type: ignore[arg-type]

    def do(self, command: Command) -> Refused | None:
        """A touch of the trainee's, or of the supervisor whom they called."""
        if self.over:
            return refuse(Code.NOT_STARTED)
        outcome = self.house.do(TABLE, command)
        if isinstance(outcome, Refused):
            self.refused += 1
            return outcome
        return None

    @property
    def version(self) -> int:
        """Grows with whatever happens."""
        return len(self._past)

    @property
    def started(self) -> bool:
        """Whether the cards are out."""
        return self._registered is not None

    @property
    def over(self) -> bool:
        """Whether the round is done."""
        return any(isinstance(one, events.TerminalCleared) for one in self._past)

    @property
    def _registered(self) -> tuple[int, ...] | None:
        for one in self._past:
            if isinstance(one, events.WagersRegistered):
                return one.seats
        return None

    def says(self) -> tuple[str, ...]:
        """What the trainee is told: at first, and while it goes on."""
        said = [_BRIEF]
        fouled, papers = self.script.fouled, self.script.papers
        if fouled and any(claim.seat == fouled for claim in self._claims()):
            said.append(_FOULED.format(seat=fouled))
        if papers.winner and any(one.amount > self._limit for one in self._claims()):
            told = {"supervisor": SUPERVISOR, "password": PASSWORD, "winner": papers.winner}
            told |= {"document": papers.document, "payment": _PAID_BY[papers.payment]}
            said.append(_APPROVAL.format(**told, surveillance=papers.surveillance))
        return tuple(said)

    @property
    def _limit(self) -> Cents:
        return self.house.tables[TABLE].setup.approval

    def _claims(self) -> list[_Claim]:
        """Every jackpot of the drill; one that was voided is among them."""
        found: list[_Claim] = []
        current: dict[int, _Claim] = {}
        for one in self._past:
            match one:
                case events.WagersRegistered():
                    current = {}
                case events.JackpotClaimed(number=number):
                    current[number] = _Claim(one.seat, one.hand, one.amount)
                    found.append(current[number])
                case events.MysteryDrawn(number=number):
                    current[number] = _Claim(one.seat, "", one.amount, mystery=True)
                    found.append(current[number])
                case events.JackpotApproved():
                    current[one.number].papers = one.papers
                case events.SumAgreed():
                    current[one.number].agreed = True
                case events.JackpotClosed():
                    current[one.number].done = True
                case events.JackpotVoided():
                    current[one.number].voided = True
                case events.EnvyPaid():
                    paid = next(c for c in found if c.seat == one.winner and c.agreed)
                    paid.envies.append(one.seat)
        return found

    # Marks

    def marks(self) -> tuple[Mark, ...]:
        """What was right and what was not, once the round is over."""
        claims = self._claims()
        return (
            self._lights(),
            *(mark for due in self.script.due for mark in self._due(due, claims)),
            *self._mystery(claims),
            *self._order(claims),
            self._others(claims),
            Mark("touches", not self.refused, f"{self.refused} refused"),
        )

    def _lights(self) -> Mark:
        wagering = self.script.wagering
        told = f"seats {', '.join(map(str, wagering))} had the wager"
        return Mark("lights", self._registered == wagering, told)

    def _due(self, due: Due, claims: list[_Claim]) -> Iterator[Mark]:
        mine = [one for one in claims if one.seat == due.seat and not one.mystery]
        if due.seat == self.script.fouled:
            right = any(one.voided for one in mine) and not any(one.agreed for one in mine)
            yield Mark(f"seat {due.seat}", right, "fouled: its jackpot is voided")
            return
        paid = next((one for one in mine if one.hand == due.hand and one.done), None)
        sum_paid = f": {show_dollars(paid.amount)} paid" if paid is not None else " is to be paid"
        yield Mark(f"seat {due.seat}", paid is not None, f"{due.hand}{sum_paid}")
        if due.envy:
            others = [seat for seat in reversed(self.script.wagering) if seat != due.seat]
            told = f"to seats {', '.join(map(str, others))}"
            yield Mark("envy", paid is not None and paid.envies == others, told)
        if due.from_meter and self.script.papers.winner:
            wanted = self.script.papers
            told = f"{wanted.winner}, {wanted.document}, {wanted.surveillance}, {wanted.payment}"
            yield Mark("approval", paid is not None and _same(paid.papers, wanted), told)

    def _mystery(self, claims: list[_Claim]) -> Iterator[Mark]:
        if self.script.kind == "must hit":
            drawn = next((one for one in claims if one.mystery), None)
            told = f"seat {drawn.seat}: {show_dollars(drawn.amount)}" if drawn else "not drawn"
            yield Mark("Must Hit", drawn is not None and drawn.done, told)

    def _order(self, claims: list[_Claim]) -> Iterator[Mark]:
        if len(self.script.due) > 1:
            seats = [one.seat for one in claims if not one.mystery]
            yield Mark("order", seats == sorted(seats, reverse=True), "from right to left")

    def _others(self, claims: list[_Claim]) -> Mark:
        due = {(one.seat, one.hand) for one in self.script.due}
        wrong = [one for one in claims if not one.mystery and (one.seat, one.hand) not in due]
        told = "; ".join(f"seat {one.seat} has no {one.hand}" for one in wrong)
        return Mark("claims", not wrong, told or "every claim had its hand")


def _same(given: Papers | None, wanted: Papers) -> bool:
    if given is None:
        return False
    parts = wanted.__struct_fields__
    return all(getattr(given, p).strip().casefold() == getattr(wanted, p).casefold() for p in parts)
