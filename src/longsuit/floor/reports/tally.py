"""Counting at a table: what was wagered, what came back, who sat down with how much.

Money counts when it moves: wagers and pays when the round is settled, a live table's wagers at END
ROUND, jackpots and envy when they are paid. The ledger's entries have the same times.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from longsuit.core.games.game import MainRules
from longsuit.core.games.settlement import Settled, Settlement
from longsuit.core.games.table import Table
from longsuit.core.money import Cents, Mites
from longsuit.core.paytable import PayTable
from longsuit.core.progressive import events as terminal_events
from longsuit.core.progressive.terms import progressive_offer
from longsuit.core.round import events as round_events
from longsuit.core.round.state import Round
from longsuit.floor.reports.theory import MAIN
from longsuit.floor.tables.events import Mode, TableSettings
from longsuit.floor.tables.state import ROBOT, FloorTable


class Line(Struct):
    """One wager under one paytable, as it adds up."""

    wager: str
    name: str
    paytable: PayTable | None = None
    stake: Cents = 0
    """A progressive's fixed amount."""
    capped: bool = False
    """Whether a cap on bonus payouts may have cut what it paid."""
    rounds: int = 0
    wagers: int = 0
    handle: Cents = 0
    paid: Cents = 0
    """What came back from the tray: pays, stakes that were returned, envy."""
    envy: Cents = 0
    jackpots: Cents = 0
    """Paid out of meters."""
    contributions: Mites = 0
    """What its wagers added to meters; a reserve stays the house's."""
    seeds: Mites = 0
    """What restarted meters that were won whole, less what voided awards gave back."""
    base: Cents = 0
    """The stakes by which theory counts: the wager's own, in the main game the Antes."""
    squares: int = 0
    """The stakes of each round together, squared."""
    pairs: int = 0
    """In how many cases a seat could have been paid envy for another's hand."""
    in_round: Cents = 0

    def add(self, stake: Cents, returned: Cents, base: Cents) -> None:
        """One wager more."""
        self.wagers += bool(stake)
        self.handle += stake
        self.paid += returned
        self.base += base
        self.in_round += base

    def close_round(self) -> None:
        """The round is counted."""
        self.rounds += bool(self.in_round)
        self.squares += self.in_round**2
        self.in_round = 0


class Lines(Struct):
    """The wagers of a table under one set of settings."""

    table: Table
    main: Line
    parts: dict[str, Line]
    """Of the main game, by wager."""
    sides: dict[str, Line]

    @property
    def progressive(self) -> Line | None:
        """The wager that feeds meters."""
        offer = progressive_offer(self.table)
        return self.sides[offer.wager] if offer is not None else None

    @property
    def envious(self) -> Line | None:
        """The wager that is paid for the hands of others."""
        for line in self.sides.values():
            if line.paytable is not None and any(one.envy for one in line.paytable.lines):
                return line
        return None

    @property
    def moved(self) -> bool:
        """Whether any money has moved on them."""
        return any(
            line.handle or line.paid or line.jackpots or line.contributions or line.seeds
            for line in self.each()
        )

    def each(self) -> Iterator[Line]:
        """All of them."""
        yield self.main
        yield from self.parts.values()
        yield from self.sides.values()


class Tally(Struct):
    """A table in one mode over a day."""

    settings: TableSettings
    mode: Mode
    rounds: int = 0
    cancelled: int = 0
    seats: int = 0
    drop: Cents = 0
    taken: Cents = 0
    cut: Cents = 0
    robot_handle: Cents = 0
    robot_paid: Cents = 0
    lines: list[Lines] = field(default_factory=list)

    def lines_of(self, table: Table) -> Lines:
        """The lines for a table's settings; a changed paytable gets lines of its own."""
        if self.lines and self.lines[-1].table is table:
            return self.lines[-1]
        for known in self.lines:
            if _same_wagers(known.table, table):
                known.table = table
                self.lines.remove(known)
                self.lines.append(known)
                return known
        self.lines.append(_new_lines(table))
        return self.lines[-1]

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened in this mode."""
        moved = any(lines.moved for lines in self.lines)
        return not (moved or self.cancelled or self.drop or self.taken)

    # What happens at a table

    def note(self, before: FloorTable, event: Any) -> None:
        """An event of the table's stream; `before` is the table as it stood before it."""
        state = before.round
        match event:
            case round_events.SeatTaken(player=player, stack=stack):
                if not player.startswith(ROBOT):
                    self.drop += stack
            case round_events.SeatLeft(seat=seat) if state is not None:
                left = state.seat(seat)
                if not str(left.player).startswith(ROBOT):
                    self.taken += left.stack
            case round_events.RoundCancelled() if state is not None:
                self.cancelled += bool(state.playing)
            case round_events.RoundSettled(settlement=settlement) if state is not None:
                self._settled(state, settlement)
            case terminal_events.SumAgreed() | terminal_events.EnvyPaid():
                self._paid_at_terminal(before, event)
            case terminal_events.RegistrationCancelled() if state is None:
                self.cancelled += 1
            case terminal_events.WagersCollected(players=players, wager=wager):
                self._collected(before, len(players), wager)

    def _settled(self, state: Round, settlement: Settlement) -> None:
        lines = self.lines_of(state.table)
        self.rounds += 1
        self.seats += len(state.playing)
        self.cut += settlement.cut
        for result in settlement.results:
            ante = state.seat(result.seat).wagers["ante"]
            _count(lines, result, ante)
            if _is_robot(state, result.seat):
                self.robot_handle += result.stake
                self.robot_paid += result.returned
        for seat in state.playing:
            # Folded or not, the seat has played for a bet of its Ante.
            lines.main.in_round += state.seat(seat).wagers["ante"]
        bet = lines.parts[state.table.definition.bet.id]
        bet.in_round = lines.main.in_round
        bet.base += bet.in_round
        lines.main.base += bet.in_round
        envious = lines.envious
        if envious is not None:
            players = [str(seat.player) for seat in state.seats if envious.wager in seat.wagers]
            envious.pairs += _pairs(players)
            for envy in settlement.envies:
                envious.paid += envy.amount
                envious.envy += envy.amount
                if _is_robot(state, envy.seat):
                    self.robot_paid += envy.amount
        for line in lines.each():
            line.close_round()

    def _paid_at_terminal(
        self, before: FloorTable, event: terminal_events.SumAgreed | terminal_events.EnvyPaid
    ) -> None:
        """At a dealt table envy and fixed pays are settled with the round, not here."""
        line = self.lines_of(_table(before)).progressive
        assert line is not None
        if isinstance(event, terminal_events.EnvyPaid):
            line.envy += event.amount
            line.paid += event.amount
        elif event.meter:
            line.jackpots += event.amount
        else:
            line.paid += event.amount

    def _collected(self, before: FloorTable, seats: int, wager: Cents) -> None:
        line = self.lines_of(_table(before)).progressive
        assert line is not None
        self.rounds += 1
        self.seats += seats
        for _ in range(seats):
            line.add(wager, 0, wager)
        line.pairs += seats * (seats - 1)
        line.close_round()


def _table(table: FloorTable) -> Table:
    """The settings of the round at hand, which are the table's own between rounds."""
    return table.round.table if table.round is not None else table.settings.setup.table


def _is_robot(state: Round, seat: int) -> bool:
    return str(state.seat(seat).player).startswith(ROBOT)


def _pairs(players: Iterable[str]) -> int:
    """Nobody is paid envy for a hand of their own (PRG-12)."""
    names = list(players)
    return sum(one != other for one in names for other in names)


def _count(lines: Lines, result: Settled, ante: Cents) -> None:
    bet = lines.table.definition.bet.id
    part = lines.parts.get(result.wager)
    if part is None:
        lines.sides[result.wager].add(result.stake, result.returned, result.stake)
        return
    part.add(result.stake, result.returned, 0 if result.wager == bet else ante)
    lines.main.handle += result.stake
    lines.main.paid += result.returned
    lines.main.wagers += result.wager == "ante"


def _new_lines(table: Table) -> Lines:
    game = table.definition
    main = Line(MAIN, "Main game", table.main_paytable)
    parts: dict[str, Line] = {}
    sides: dict[str, Line] = {}
    for offer in table.offers:
        wager = game.wager(offer.wager)
        line = Line(wager.id, wager.name, offer.paytable)
        if wager.id in game.mandatory:
            parts[wager.id] = line
            continue
        sides[wager.id] = line
        line.capped = bool(table.bonus_cap and wager.bonus)
        if offer.limits.least == offer.limits.most:
            line.stake = offer.limits.least
    parts[game.bet.id] = Line(game.bet.id, game.bet.name)
    return Lines(table, main, parts, sides)


def _same_wagers(one: Table, other: Table) -> bool:
    """Whether theory is the same for two settings, so that what they wager adds up."""
    return _terms(one) == _terms(other)


def _terms(table: Table) -> tuple[str, MainRules, bool, Mapping[str, tuple[object, ...]]]:
    wagers = {
        offer.wager: (
            offer.paytable,
            offer.limits.least if offer.paytable is not None and offer.paytable.base else 0,
        )
        for offer in table.offers
    }
    return table.game, table.rules, bool(table.bonus_cap), wagers
