"""The floor as the pit desk sees it: every table at a glance, what waits, how the meters stand.

No card is in any of it.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from longsuit.core.money import Cents
from longsuit.core.progressive.events import JackpotClaimed, MysteryDrawn
from longsuit.core.progressive.jackpots import needs_approval, to_approve
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Bonus, Jackpot, Terminal, TerminalPhase
from longsuit.core.progressive.terms import MustHit
from longsuit.core.progressive.view import MeterView
from longsuit.core.round.state import Phase
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.config.table_entry import config_of
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Record
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.people.identity import Micros
from longsuit.floor.reads.table_view import lobby_view
from longsuit.floor.register.events import REGISTER
from longsuit.floor.service.floor import Floor
from longsuit.floor.tables.events import Mode
from longsuit.floor.tables.outline import Outline
from longsuit.floor.tables.state import FloorTable

_STRIDE = 40
_MOST_CLAIMS = 1000
"""Times of claims that are kept."""


class SeatedPlayer(Struct, frozen=True):
    """Who sits where, with how much."""

    seat: int
    player: str
    stack: Cents


class DeskTable(Struct, frozen=True):
    """A table at a glance."""

    id: str
    name: str
    game: str
    mode: Mode
    closed: bool
    seats: int
    face_up: bool
    phase: Phase | TerminalPhase
    """Of the round where the system deals, else of the terminal."""
    turn: int
    """The seat that is to act; 0 for none."""
    round: int
    seated: tuple[SeatedPlayer, ...]
    meters: tuple[MeterView, ...]
    between_rounds: bool
    at: Micros
    """When something last happened at it."""
    damaged: bool
    """It is out of play: its records are damaged, and it is shown as far as they hold."""
    uncovered: int = 0
    """How many things are not on file for it."""


class Approval(Struct, frozen=True):
    """A jackpot that waits for a supervisor (PRG-19)."""

    table: str
    name: str
    round: int
    seat: int
    player: str
    hand: str
    amount: Cents
    refused_by: str
    """Who has looked at it and would not approve it."""
    refused_why: str
    since: Micros
    papers: bool
    """Whether who won, and how it is paid, is asked for (CON-13)."""
    number: int = 0
    meter: str = ""
    claimed_by: str = ""
    referred_to: str = ""
    referred_why: str = ""
    wager: str = ""
    """Of a bonus pay, which has no number."""


class Desk:
    """Looks at a floor for those who run it."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._claims: dict[tuple[str, int, int], Micros] = {}

    async def attend(self) -> None:
        """Know every table in full, for some seconds: whoever sees them all follows them all."""
        names = self._floor.engine.memory.names()
        await asyncio.gather(*map(self._floor.attend, names))

    def tables(self) -> tuple[DeskTable, ...]:
        """Every table, the open ones first."""
        memory = self._floor.engine.memory
        present = (memory.outline(name) for name in memory.names())
        found = [self._table(one) for one in present if one is not None]
        return tuple(sorted(found, key=lambda one: (one.closed, one.id)))

    def alarms(self) -> tuple[str, ...]:
        """What somebody has to see to, each in one sentence."""
        damaged = tuple(f"Out of play: {fault}" for fault in self._floor.damaged().values())
        signing = self._floor.checkpointer
        if signing is not None and signing.complaint:
            damaged += (f"No checkpoints are signed: {signing.complaint}",)
        wrong = self._floor.clock_complaint()
        begun = self._floor.registry.begun
        if begun is not None and begun.changed:
            damaged = (*damaged, f"Files that are not the release's: {', '.join(begun.changed)}.")
        if hurt := self._floor.registry.damage:
            damaged = (*damaged, f"The register is out of use: {hurt}")
        return (f"{wrong} Nothing is written until it is right.", *damaged) if wrong else damaged

    def _present(self) -> list[FloorTable]:
        """Those that are known in full; a table with an open jackpot is."""
        return list(self._floor.engine.memory.tables.values())

    def _table(self, known: Outline) -> DeskTable:
        memory = self._floor.engine.memory
        told = lobby_view(known, self._floor.engine.meters_of(known.settings))
        head = memory.heads.get(f"table {known.id}")
        # One that is damaged may not be known in full.
        table = memory.tables.get(known.id)
        state = table.round if table is not None else None
        return DeskTable(
            *(known.id, told.name, told.game, told.mode, known.closed, told.seats),
            face_up=told.face_up,
            phase=table.phase or table.terminal.phase if table else "idle",
            turn=state.turn if state is not None and state.phase == "decisions" else 0,
            round=known.number,
            seated=tuple(
                SeatedPlayer(seat, player, stack)
                for seat, (player, stack) in (table.seated().items() if table else ())
            ),
            meters=told.meters,
            between_rounds=table is not None and table.between_rounds,
            at=head.at if head is not None else 0,
            damaged=f"table {known.id}" in memory.damaged,
            uncovered=len(self._floor.not_on_file(known)),
        )

    def config(self, table: str) -> TableConfig | None:
        """A table as its operator would write it down; None where there is none."""
        present = self._floor.engine.memory.known(table)
        return config_of(present.settings, self.must_hit(table)) if present else None

    def must_hit(self, table: str) -> MustHit | None:
        """What a table's Must Hit meter is like; None where it has none."""
        present = self._floor.engine.memory.known(table)
        return self._floor.must_hit(present.settings) if present is not None else None

    # Jackpots

    def approvals(self) -> tuple[Approval, ...]:
        """Every jackpot that waits for a supervisor, the oldest first. It reads the log."""
        found = [one for table in self._present() for one in self._waiting(table)]
        return tuple(sorted(found, key=lambda one: (one.since, one.table, one.number)))

    def how_many_wait(self) -> int:
        """How many jackpots wait for a supervisor; one that was refused waits for the dealer."""
        terminals = [table.terminal for table in self._present()]
        waiting = [one for terminal in terminals for one in _to_approve(terminal)]
        bonuses = sum(len(list(to_approve(terminal))) for terminal in terminals)
        return sum(not one.refused_by for one in waiting) + bonuses

    def _waiting(self, table: FloorTable) -> Iterator[Approval]:
        terminal = table.terminal
        for one in _to_approve(terminal):
            yield Approval(
                **_place(table, one),
                since=self._claimed_at(table.id, terminal.number, one.number),
                papers=bool(terminal.setup.approval_process),
                number=one.number,
                meter=one.meter,
                claimed_by=one.claimed_by,
                referred_to=one.referred_to,
                referred_why=one.referred_why,
            )
        head = self._floor.engine.memory.heads.get(f"table {table.id}")
        settled = head.at if head is not None else 0
        for bonus in to_approve(terminal):
            yield Approval(**_place(table, bonus), since=settled, papers=True, wager=bonus.wager)

    def _claimed_at(self, table: str, number: int, jackpot: int) -> Micros:
        known = self._claims.get((table, number, jackpot))
        if known is None:
            known = self._find_claim(f"table {table}", jackpot)
            if len(self._claims) >= _MOST_CLAIMS:
                self._claims.clear()
            self._claims[table, number, jackpot] = known
        return known

    def _find_claim(self, stream: str, jackpot: int) -> Micros:
        """When the last jackpot of that number was claimed: it is of the round at hand."""
        log = self._floor.log
        end, size = log.head(stream).version, _STRIDE
        while end > 0:
            start = max(0, end - size)
            for record in reversed(log.read(stream, start, end - start)):
                if _claims(record, jackpot):
                    return record.at
            end, size = start, size * 2
        return 0

    # Meters

    def meters(self) -> tuple[Meter, ...]:
        """Every meter, by id."""
        return tuple(meter for _, meter in sorted(self._floor.meters().items()))

    # The log

    def streams(self) -> tuple[str, ...]:
        """The streams of the log: people, what is on file, then tables, then meters."""
        known = {*self._floor.engine.memory.heads, *self._floor.damaged()}
        return (PEOPLE, REGISTER, *sorted(known, key=lambda one: (one.startswith("meter "), one)))

    def last_version(self, stream: str) -> int:
        """How far a stream has got."""
        return self._floor.log.head(stream).version


def _to_approve(terminal: Terminal) -> list[Jackpot]:
    waiting = [one for one in terminal.jackpots if one.step in ("pending", "verifying")]
    return [one for one in waiting if needs_approval(terminal, one)]


def _claims(record: Record, jackpot: int) -> bool:
    kinds = JackpotClaimed | MysteryDrawn
    told = () if record.is_shortened else events_of(record)
    return any(isinstance(one, kinds) and one.number == jackpot for one in told)


def _place(table: FloorTable, one: Jackpot | Bonus) -> dict[str, Any]:
    """Where something waits, whose it is, and who has looked at it."""
    told = ("seat", "hand", "amount", "refused_by", "refused_why")
    return {
        "table": table.id,
        "name": table.settings.name,
        "round": table.terminal.claimed_round,
        "player": table.terminal.player(one.seat),
        **{name: getattr(one, name) for name in told},
    }
