"""A house that tests drive, live and dealt tables alike, with its books looked at after each step.

Amounts in mites are written in dollars: ``mites("500.15")``.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import reduce
from typing import Any

import msgspec
from tests.core.round.test_round import deck
from tests.wording import reason_of

from longsuit.core.games.table import make_table
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent, evolve_terminal
from longsuit.core.progressive.house import House
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.progressive.terms import MustHit
from longsuit.core.progressive.view import Button, TerminalView, terminal_view
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as round_asked
from longsuit.core.round.codec import from_text
from longsuit.core.round.commands import SYSTEM, Actor, Command

decode_table_event = msgspec.json.Decoder(TableEvent, dec_hook=from_text).decode


def replay_terminal(history: Iterable[TableEvent]) -> Terminal | None:
    """The terminal that the events led to."""
    return reduce(evolve_terminal, history, None)


DEE = Actor("dealer", "Dee")
SUE, SAM = Actor("supervisor", "Sue"), Actor("supervisor", "Sam")
ANN = Actor("player", "Ann")
PLAYERS = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Di", 5: "Ed", 6: "Flo", 7: "Gus"}

START = round_asked.StartRound(by=DEE)
CANCEL = round_asked.CancelRound(by=DEE, reason="too soon")
END = round_asked.EndRound(by=DEE)
PENDING, PAY, OK = asked.PendingJackpot(by=DEE), asked.PayJackpot(by=DEE), asked.Ok(by=DEE)
VOID = asked.VoidJackpot(by=DEE, reason="misread")

STAR, SPADE, DIAMOND = "7-card straight flush", "6-card straight flush", "5-card straight flush"
HEART = "A-K-Q-J-10 suited"


def mites(dollars: str) -> int:
    """An amount in dollars as mites, of which a dollar has a million."""
    amount = Decimal(dollars) * 1_000_000
    assert amount == int(amount), dollars
    return int(amount)


def names(happened: Iterable[Any]) -> list[str]:
    """What kinds of events they are."""
    return [type(event).__name__ for event in happened]


def light(seat: int, on: bool = True) -> asked.TurnLight:
    return asked.TurnLight(by=DEE, seat=seat, on=on)


def choose(seat: int) -> asked.ChooseSeat:
    return asked.ChooseSeat(by=DEE, seat=seat)


def hand(name: str) -> asked.ChooseHand:
    return asked.ChooseHand(by=DEE, hand=name)


def agree(amount: int) -> asked.PayAgreedSum:
    return asked.PayAgreedSum(by=DEE, amount=amount)


def approve(number: int, by: Actor = SUE) -> asked.ApproveJackpot:
    return asked.ApproveJackpot(by=by, number=number)


def refuse(number: int, reason: str = "no seal on the deck", by: Actor = SUE) -> Command:
    return asked.RefuseJackpot(by=by, number=number, reason=reason)


class Floor:
    """A house; every event that it tells of is kept, with its stream."""

    def __init__(self, entropy: Callable[[int], bytes] | None = None) -> None:
        self.told: list[tuple[str, TableEvent | MeterEvent]] = []
        drawn = entropy or random.Random(7).randbytes
        self.house = House(drawn, lambda stream, event: self.told.append((stream, event)))

    # Tables

    def open(
        self,
        game: str = "ctf",
        table: str = "T1",
        *,
        live: bool = True,
        approval: int = 0,
        approval_process: bool = False,
        must_hit: MustHit | None = None,
        meters: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> "Floor":
        """One more table; `settings` are those of `make_table`."""
        made = make_table(game, **settings)
        self.house.open_table(
            table,
            made,
            meters=meters,
            must_hit=must_hit,
            live=live,
            approval=approval,
            approval_process=approval_process,
        )
        return self

    def terminal(self, table: str = "T1") -> Terminal:
        return self.house.tables[table]

    def meter(self, name: str) -> Meter:
        return self.house.meters[name]

    def value(self, name: str) -> int:
        return self.house.meters[name].value

    def view(self, table: str = "T1", by: Actor = DEE) -> TerminalView:
        return terminal_view(self.terminal(table), self.house.meters_of(table), by)

    def lit(self, table: str = "T1", by: Actor = DEE) -> tuple[Button, ...]:
        return self.view(table, by).lit

    def stream(self, name: str) -> list[Any]:
        """The events of one stream."""
        return [event for stream, event in self.told if stream == name]

    def balance(self, account: str) -> int:
        return self.house.ledger.balance(account)

    # Commands

    def do(self, *commands: Command, table: str = "T1") -> list[Any]:
        """Commands that are allowed, and the events that they lead to."""
        happened: list[Any] = []
        for command in commands:
            outcome = self.house.do(table, command)
            assert not isinstance(outcome, Refused), reason_of(outcome)
            happened.extend(one.event for one in outcome)
            self.check_books()
        return happened

    def refused(self, command: Command, table: str = "T1") -> str:
        """A command that is not allowed: nothing at all has changed, and this is the reason."""
        before = self._everything()
        outcome = self.house.do(table, command)
        assert isinstance(outcome, Refused), outcome
        assert self._everything() == before
        return reason_of(outcome)

    def _everything(self) -> tuple[Any, ...]:
        house = self.house
        sealed = {meter: id(secret) for meter, secret in house.vault.items()}
        books = dict(house.ledger.balances)
        return dict(house.tables), dict(house.meters), books, sealed, len(self.told)

    def check_books(self) -> None:
        """Every entry has two sides, and the books say what the meters say (PRG-7)."""
        assert sum(self.house.ledger.balances.values()) == 0
        for name, meter in self.house.meters.items():
            pending = sum(locked.amount * 10_000 for locked in meter.pending)
            assert self.balance(f"meter {name}") == meter.value >= 0
            assert self.balance(f"reserve {name}") == meter.reserve >= 0
            assert self.balance(f"pending {name}") == pending
            assert meter.off_by == 0

    # A live table

    def start(
        self, *seats: int, table: str = "T1", dynamic: Mapping[str, int] | None = None
    ) -> list[Any]:
        """The lights of these seats, and START ROUND."""
        start = round_asked.StartRound(by=DEE, dynamic=dynamic or {})
        return self.do(*map(light, seats), start, table=table)

    def claim(self, seat: int, name: str, table: str = "T1") -> int:
        """A seat, its hand and PENDING JACKPOT; the amount."""
        self.do(choose(seat), hand(name), PENDING, table=table)
        return self.terminal(table).jackpots[-1].amount

    def pay(self, seat: int, table: str = "T1") -> list[Any]:
        """PAY JACKPOT, PAY THE AGREED SUM and OK for a seat's pending jackpot."""
        self.do(choose(seat), table=table)
        claim = self.terminal(table).claim_of(seat)
        assert claim is not None
        return self.do(PAY, agree(claim.amount), OK, table=table)

    def void(self, seat: int, table: str = "T1") -> list[Any]:
        return self.do(choose(seat), VOID, table=table)

    def round(self, *seats: int, table: str = "T1") -> list[Any]:
        """A whole round of a live table that nobody wins."""
        return [*self.start(*seats, table=table), *self.do(END, table=table)]

    # A dealt table

    def seat(self, wagers: Mapping[int, Mapping[str, int]], table: str = "T1") -> None:
        """Wagers are open, and the players of these seats place theirs; 1,000 dollars each."""
        seated = {seat: (PLAYERS[seat], 1000_00) for seat in wagers}
        self.house.open_round(table, seated)
        for seat, placed in wagers.items():
            by = Actor("player", PLAYERS[seat])
            self.do(round_asked.PlaceWagers(by=by, seat=seat, wagers=placed), table=table)

    def deal(self, *cards: str, action: str, table: str = "T1") -> None:
        """The deck with these cards on top; then whoever has the turn takes the action."""
        self.do(round_asked.DealCards(by=SYSTEM, deck=deck(*cards)), table=table)
        while (state := self.terminal(table).round) and state.phase == "decisions":
            by = Actor("player", PLAYERS[state.turn])
            self.do(round_asked.Act(by=by, seat=state.turn, action=action), table=table)
