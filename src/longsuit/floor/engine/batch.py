"""Commands carried out in memory, one after another, to be written together.

Nothing here is true until it is written. `Memory` is what the log says; `Work` is what it will say
if the commit goes through, and is thrown away if it does not.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.decide_meter import decide_meter, receive
from longsuit.core.progressive.events import (
    AFTER_ALL,
    FundsLeft,
    MeterEvent,
    TableLeft,
    TriggerOpened,
)
from longsuit.core.progressive.evolve import evolve_meter, standing
from longsuit.core.progressive.ledger import Transfer
from longsuit.core.progressive.meter import Fed, Meter, gather
from longsuit.core.progressive.must_hit import SECRET_BYTES, Cycle, Secret, commitment
from longsuit.core.progressive.outcome import AtMeter
from longsuit.core.progressive.terminal import Setup
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM, CancelRound, Command
from longsuit.core.round.decide import not_allowed
from longsuit.core.round.events import DeckShuffled, RoundStarted
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.damage import touches_meters
from longsuit.floor.engine.memory import Memory, fed_by
from longsuit.floor.ledger.accounts import meter_books, table_books
from longsuit.floor.log.codec import encode_state
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.secrets.vault import Safe, seed_name, trigger_name
from longsuit.floor.slips.register import (
    SLIPS,
    PrintSlip,
    SlipEvent,
    SlipIssued,
    Slips,
    decide_print,
    evolve_slips,
)
from longsuit.floor.store.event_log import Commit
from longsuit.floor.store.ledger_rows import Posting
from longsuit.floor.store.projections.fold import Told
from longsuit.floor.store.receipts import Receipt, short_mark
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.tables import commands as asked
from longsuit.floor.tables.decide import Fresh, can_be_played, decide
from longsuit.floor.tables.events import (
    DeckSealed,
    RoundBegun,
    SeedOpened,
    SlipGiven,
    TableSet,
    TableStreamEvent,
)
from longsuit.floor.tables.links import (
    NO_MOVES,
    Moves,
    Wanted,
    joining,
    leaving,
    moves_to,
    moves_to_close,
    relinked,
)
from longsuit.floor.tables.state import FloorTable, evolve_floor, with_config

_BY_VALUE = frozenset({touch.PendingJackpot, touch.ClaimLate, touch.VoidJackpot, CancelRound})
"""What of a table's commands depends on how much is in a meter."""
_OF_METERS = frozenset((touch.CorrectMeter, touch.SetMeter, touch.ReduceMeter, touch.RetireMeter))
"""What is asked of a meter itself."""
SNAPSHOT_EVERY = 500
"""Records of a stream between two snapshots."""


def _after_all(meter: Meter, events: Sequence[MeterEvent]) -> Collection[str]:
    """The tables whose contributions have to be in a meter before something happens to it.

    Who leaves brings its own; whatever takes something out comes after those of all.
    """
    found = [event for event in events if isinstance(event, AFTER_ALL)]
    left = [event.table for event in found if isinstance(event, TableLeft)]
    return left if len(left) == len(found) else meter.tables


def _is_same(command: Command, table: FloorTable) -> bool:
    """Whether a table is asked to have the settings that it has."""
    return isinstance(command, asked.SetTable) and command.settings == table.settings


_BY_NAME = ("tables", "meters", "slips", "heads", "noted", "secrets")
_IN_ORDER = ("records", "postings", "receipts", "snapshots", "told")


class _SoFar(Struct, frozen=True):
    """How far a work has got, to go back to."""

    by_name: dict[str, dict[str, Any]]
    sealed: dict[str, bytes | None]
    lengths: dict[str, int]
    """Of what is to be written."""
    told: dict[str, int]


class Work:
    """A batch of commands, carried out on top of a memory."""

    def __init__(
        self, memory: Memory, safe: Safe, entropy: Callable[[int], bytes], now: int
    ) -> None:
        self._memory = memory
        self._safe = safe
        self._entropy = entropy
        self._now = now
        self.tables: dict[str, FloorTable] = {}
        self.meters: dict[str, Meter] = {}
        self.slips: dict[str, Slips] = {}
        """Those of the floor, once there are new ones."""
        self.heads: dict[str, Head] = {}
        self.noted: dict[str, int] = {}
        self.secrets: dict[str, Secret | None] = {}
        self.commit = Commit([], [], [], {}, [])
        self.told: dict[str, list[Any]] = {}
        """The events of each stream, in order, for whoever listens."""
        self.still: set[str] = set()
        """Tables of which no round may begin before this is written."""

    # What stands, as far as this work has got

    def table(self, name: str) -> FloorTable | None:
        """A table that is known in full: any that this server runs."""
        return self.tables.get(name) or self._memory.tables.get(name)

    def meter(self, name: str) -> Meter | None:
        """A meter."""
        return self.meters.get(name) or self._memory.meters.get(name)

    def _slips(self) -> Slips:
        return self.slips.get(SLIPS) or self._memory.slips

    def _out_of_play(self, meters: Iterable[str]) -> Refused | None:
        found = (self._memory.out_of_play("", meter) for meter in meters)
        return next((no for no in found if no), None)

    def _head(self, stream: str) -> Head:
        return self.heads.get(stream) or self._memory.heads.get(stream) or Head()

    def _secret(self, name: str) -> Secret | None:
        return self.secrets[name] if name in self.secrets else self._memory.secrets.get(name)

    def standing(self, name: str) -> Meter | None:
        """A meter with all that its tables have put in."""
        meter = self.meter(name)
        return standing(meter, fed_by(meter, self._fed)) if meter is not None else None

    def _fed(self, table: str) -> Mapping[str, Fed]:
        known = self.tables.get(table)
        return known.fed if known is not None else self._memory.fed(table)

    def _meters_of(self, table: FloorTable, command: Command) -> dict[str, Meter]:
        """A table's meters; as they stand where a command takes from one, or gives back."""
        find = self.standing if type(command) in _BY_VALUE else self.meter
        links = table.settings.setup.meters
        return {name: meter for name, link in links.items() if (meter := find(link))}

    # Commands

    def ask(self, ask: Ask) -> Answer:
        """Carry out a command, or say why not. One that fails leaves nothing of itself behind."""
        before = self._so_far()
        try:
            return self._ask(ask)
        except BaseException:
            self._go_back(before)
            raise

    def _so_far(self) -> "_SoFar":
        return _SoFar(
            {name: dict(getattr(self, name)) for name in _BY_NAME},
            dict(self.commit.sealed),
            {name: len(getattr(self.commit, name)) for name in _IN_ORDER},
            {stream: len(entries) for stream, entries in self.told.items()},
        )

    def _go_back(self, before: "_SoFar") -> None:
        for name, stood in before.by_name.items():
            setattr(self, name, stood)
        self.commit.sealed = before.sealed
        for name, length in before.lengths.items():
            del getattr(self.commit, name)[length:]
        self.told = {stream: self.told[stream][:length] for stream, length in before.told.items()}

    def _ask(self, ask: Ask) -> Answer:
        if ask.after is not None and ask.after != self._head(f"table {ask.table}").version:
            return Answer(refused=refuse(Code.MOVED_ON))
        if ask.meter:
            return self._ask_meter(ask)
        if isinstance(ask.command, PrintSlip):
            return self._print(ask, ask.command)
        table = self.table(ask.table)
        if table is not None and ask.moment not in ("", table.moment):
            return Answer(refused=refuse(Code.MOVED_ON))
        if table is not None:
            return self._ask_table(ask, table)
        if isinstance(ask.command, asked.SetTable):
            return self._open_table(ask, ask.command)
        return Answer(refused=refuse(Code.NO_TABLE, table=ask.table[:40]))

    def _ask_table(self, ask: Ask, table: FloorTable) -> Answer:
        links = table.settings.setup.meters
        fresh = Fresh(
            Secret(self._entropy(SECRET_BYTES)),
            self._seed(table),
            self._secret(trigger_name(links.get(MYSTERY_METER, ""))),
            self._slips().last + 1,
        )
        if touches_meters(table, ask.command) and (no := self._out_of_play(links.values())):
            return Answer(refused=no)
        moves = self._moves(ask, table)
        if isinstance(moves, Refused) and _is_same(ask.command, table):
            return Answer(refused=moves)
        outcome = decide(table, self._meters_of(table, ask.command), ask.command, fresh)
        if isinstance(outcome, Refused):
            return Answer(refused=outcome)
        if isinstance(moves, Refused):
            return Answer(refused=moves)
        meters: dict[str, list[MeterEvent]] = {}
        events: list[TableStreamEvent] = []
        for one in outcome:
            if isinstance(one, AtMeter):
                meters.setdefault(links[one.meter], []).append(one.event)
            else:
                events.append(one.event)
        if no := self._number_slips(table.id, events, ask):
            return Answer(refused=no)
        for meter, happened in meters.items():
            self._happen_meter(meter, happened, ask)
        self._relink(table.id, moves, ask)
        self._happen_table(table.id, events, ask)
        for event in events:
            self._keep_seed(table, event, fresh)
        return self._done(ask, f"table {table.id}")

    def _number_slips(
        self, table: str, events: Iterable[TableStreamEvent], ask: Ask
    ) -> Refused | None:
        """The numbers that are given go on record for the whole floor, or why they cannot."""
        for event in events:
            if isinstance(event, SlipGiven):
                if SLIPS in self._memory.damaged:
                    return refuse(Code.SLIPS_OUT_OF_PLAY)
                place = (event.round, event.number, event.seat, event.amount)
                self._happen_slips(SlipIssued(event.slip, table, *place), ask)
        return None

    def _seed(self, table: FloorTable) -> Secret | None:
        """Of the round at hand: until its cards are dealt in memory alone, then in the vault."""
        if table.closing:
            return self._memory.undealt.get(table.id)
        return self._secret(seed_name(table.id, table.terminal.number))

    def _keep_seed(self, table: FloorTable, event: object, fresh: Fresh) -> None:
        """Who reads the vault finds no seed while anything can still be chosen."""
        name = seed_name(table.id, table.terminal.number)
        match event:
            case DeckSealed():
                # At once: whether its commit goes through may not be known until it is read again.
                self._memory.undealt[table.id] = fresh.seed
            case RoundStarted() if not table.commitment or table.closing:
                self._lock(name, self._memory.undealt[table.id])
            case SeedOpened():
                self._unlock(name)

    def _ask_meter(self, ask: Ask) -> Answer:
        if type(ask.command) not in _OF_METERS:
            return Answer(refused=refuse(Code.NOT_ASKED_HERE))
        meter = self.standing(ask.meter)
        outcome = self._no_change_now(meter, ask.command) or decide_meter(meter, ask.command)
        if isinstance(outcome, Refused):
            return Answer(refused=outcome)
        assert meter is not None
        came: tuple[str, Sequence[MeterEvent]] | None = None
        left = outcome[0]
        if isinstance(left, FundsLeft) and left.to:
            no = self._out_of_play((left.to,))
            received = no or receive(self.standing(left.to), meter, left)
            if isinstance(received, Refused):
                return Answer(refused=received)
            came = (left.to, received)
        self._happen_meter(ask.meter, outcome, ask)
        if came is not None:
            self._happen_meter(*came, ask)
        return self._done(ask, f"meter {ask.meter}")

    def _no_change_now(self, meter: Meter | None, command: Command) -> Refused | None:
        """A meter goes down for a reason that is named, and what rounds go by stays meanwhile.

        A jackpot is paid from the meter as its round found it: nobody who has seen the hand makes
        it larger or smaller (PRG-2, CON-28). What is out of sight may change at any time.
        """
        if isinstance(command, touch.CorrectMeter) and command.amount < 0:
            return refuse(Code.REDUCTION_CAUSE)
        shown = isinstance(command, touch.SetMeter) or getattr(command, "part", "") == "meter"
        target = self.meter(getattr(command, "to", ""))
        for one in (meter if shown else None, target):
            if one is not None and (no := self._rounds_run(one)):
                return no
        return None

    def _rounds_run(self, meter: Meter) -> Refused | None:
        self.still.update(meter.tables)
        for name in sorted(meter.tables):
            table, outline = self.table(name), self._memory.outlines.get(name)
            runs = outline is not None and outline.running
            if runs if table is None else not table.between_rounds:
                return refuse(Code.METER_RUNS, meter=meter.id, table=name)
        return None

    def _print(self, ask: Ask, command: PrintSlip) -> Answer:
        if SLIPS in self._memory.damaged:
            return Answer(refused=refuse(Code.SLIPS_OUT_OF_PLAY))
        printed = decide_print(self._slips(), command)
        if isinstance(printed, Refused):
            return Answer(refused=printed)
        self._happen_slips(printed, ask)
        return self._done(ask, SLIPS)

    def _open_table(self, ask: Ask, command: asked.SetTable) -> Answer:
        """A table joins the meters that it names; those that do not exist are opened for it."""
        setup = command.settings.setup
        if setup.id != ask.table or not setup.id:
            return Answer(refused=refuse(Code.SETTINGS_ID))
        if command.by.role not in ("supervisor", "system"):
            return Answer(refused=not_allowed(command, "supervisor"))
        if not can_be_played(setup):
            return Answer(refused=refuse(Code.SETTINGS))
        moves = self._moves(ask, None)
        if isinstance(moves, Refused):
            return Answer(refused=moves)
        self._relink(setup.id, moves, ask)
        self._happen_table(setup.id, [TableSet(None, command.settings)], ask)
        return self._done(ask, f"table {setup.id}")

    # Links

    def _moves(self, ask: Ask, table: FloorTable | None) -> Moves | Refused:
        """The meters that the table leaves and joins by a command, or why it may not (PRG-9)."""
        present = table.settings.setup if table is not None and not table.closed else None
        match ask.command:
            case asked.CloseTable():
                if no := self._cannot_relink(present, None):
                    return no
                return moves_to_close(ask.table, present, self.meter)
            case asked.SetTable(settings=settings):
                if no := self._cannot_relink(present, settings.setup):
                    return no
                return moves_to(Wanted(settings, ask.must_hit), present, self.meter)
        return NO_MOVES

    def _cannot_relink(self, before: Setup | None, after: Setup | None) -> Refused | None:
        """Whatever its other tables have put in: who comes or goes takes nothing out of it."""
        links = relinked(before, after)
        found = (self._memory.damaged_meter(one) for one in (*links.left, *links.joined))
        return next((no for no in found if no), None)

    def _relink(self, table: str, moves: Moves, ask: Ask) -> None:
        """Leave and join; a meter that does not exist is opened, and its trigger sealed."""
        for link in moves.links.left:
            self._must_meter(link, leaving(table), ask)
        for link in moves.links.joined:
            terms = moves.terms[link]
            if self.meter(link) is None:
                opening = touch.OpenMeter(
                    by=SYSTEM, meter=link, terms=terms, practice=moves.practice
                )
                self._must_meter(link, opening, ask)
                self._seal(link, ask)
            self._must_meter(link, joining(table, terms), ask)

    def _must_meter(self, meter: str, command: Command, ask: Ask) -> None:
        outcome = decide_meter(self.meter(meter), command)
        assert not isinstance(outcome, Refused), outcome
        self._happen_meter(meter, outcome, ask)

    def _done(self, ask: Ask, stream: str) -> Answer:
        answer = Answer(version=self._head(stream).version)
        if ask.command.by.role != "system":
            # What the system asks for by itself is tied to a version, and needs no key.
            done = (ask.who, ask.key, short_mark(ask.digest()), answer.version, self._now)
            self.commit.receipts.append(Receipt(*done))
        return answer

    def receipt(self, ask: Ask) -> Receipt | None:
        """The receipt of a command that is already among this work."""
        who, key = ask.who, ask.key
        found = (one for one in self.commit.receipts if one.key == key and one.who == who)
        return next(found, None)

    # Events

    def _happen_table(self, name: str, events: Sequence[TableStreamEvent], ask: Ask) -> None:
        stream = f"table {name}"
        table = self.table(name)
        entries: list[Transfer] = []
        for event in events:
            entries.extend(table_books(table, event))
            table = evolve_floor(table, event)
        assert table is not None
        table = self.tables[name] = with_config(table, ask.who, ask.key)
        # The deck is no secret of the log's: it follows from the seed, which is opened later.
        told = [event for event in events if not isinstance(event, DeckShuffled)]
        self._write(stream, told, entries, ask)
        # A quiet moment: wagers have just opened, or a live table's terminal is idle again.
        quiet = any(isinstance(event, RoundBegun) for event in events) or (
            table.settings.setup.live and table.terminal.phase == "idle"
        )
        if quiet and self._wants_snapshot(stream):
            self._snapshot(stream, table)

    def _happen_meter(self, name: str, events: Sequence[MeterEvent], ask: Ask) -> None:
        stream = f"meter {name}"
        meter = self.meter(name)
        if meter is not None and (after := _after_all(meter, events)):
            gathered = gather(meter, fed_by(meter, self._fed, after))
            events = events if gathered is None else (gathered, *events)
        entries: list[Transfer] = []
        for event in events:
            meter = evolve_meter(meter, event)
            entries.extend(meter_books(name, event, practice=meter.practice))
        assert meter is not None
        self.meters[name] = meter
        self._write(stream, events, entries, ask)
        if any(isinstance(event, TriggerOpened) for event in events):
            self._unlock(trigger_name(name))
            self._seal(name, ask)
        if not meter.pending and self._wants_snapshot(stream):
            self._snapshot(stream, self.meters[name])

    def _happen_slips(self, event: SlipEvent, ask: Ask) -> None:
        self.slips[SLIPS] = evolve_slips(self._slips(), event)
        self._write(SLIPS, [event], (), ask)

    def _seal(self, name: str, ask: Ask) -> None:
        """Draw the trigger of a Must Hit meter's new cycle, and publish the commitment."""
        meter = self.meter(name)
        assert meter is not None
        if meter.terms.by and meter.sealed is None:
            secret = Secret(self._entropy(SECRET_BYTES))
            cycle = Cycle(name, meter.cycle, meter.shown, meter.terms.by)
            sealed = touch.SealTrigger(by=SYSTEM, commitment=commitment(cycle, secret))
            self._must_meter(name, sealed, ask)
            self._lock(trigger_name(name), secret)

    def _write(self, stream: str, events: Iterable[Any], entries: Sequence[Any], ask: Ask) -> None:
        told = list(events)
        encoded = encode_events(told)
        record = make_record(stream, self._head(stream), self._now, ask.who, ask.key, encoded)
        self.heads[stream] = record.head
        self.commit.records.append(record)
        self.commit.postings.extend(
            Posting(stream, record.version, line, record.at, entry)
            for line, entry in enumerate(entries, 1)
        )
        self.commit.told.append(Told(stream, record.version, record.at, told))
        self.told.setdefault(stream, []).append((record.version, told))

    def _wants_snapshot(self, stream: str) -> bool:
        noted = self.noted.get(stream) or self._memory.noted.get(stream, 0)
        return self._head(stream).version - noted >= SNAPSHOT_EVERY

    def _snapshot(self, stream: str, state: FloorTable | Meter) -> None:
        head = self._head(stream)
        self.noted[stream] = head.version
        self.commit.snapshots.append(Snapshot(stream, head, encode_state(state)))

    # Secrets

    def _lock(self, name: str, secret: Secret) -> None:
        self.secrets[name] = secret
        self.commit.sealed[name] = self._safe.lock(secret)

    def _unlock(self, name: str) -> None:
        """The secret is opened. One that was never written needs no taking out."""
        self.secrets[name] = None
        self.commit.sealed[name] = None

    def opened(self, name: str) -> bool:
        """Whether it is this work that has opened a table."""
        return any(version == 1 for version, _ in self.told.get(f"table {name}", ()))

    def install(self) -> None:
        """It has been written: the memory is now so."""
        memory = self._memory
        memory.install(self.tables, self.meters, self.heads, self.slips.get(SLIPS))
        memory.noted.update(self.noted)
        for name, secret in self.secrets.items():
            if secret is None:
                memory.secrets.pop(name, None)
            else:
                memory.secrets[name] = secret
