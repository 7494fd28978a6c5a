"""The floor as its doors see it: people ask, are answered, look, and are told."""

from concurrent.futures import Future
from pathlib import Path
from typing import IO

import structlog
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import own_files
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.terms import MustHit, must_hit_of
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM, Command, PlaceWagers, StartRound
from longsuit.core.texts import sentence
from longsuit.floor.checkpoints.note import Key
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import (
    FloorConfig,
    TableConfig,
    check_said,
    check_tables,
    table_settings,
)
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.engine import Engine
from longsuit.floor.engine.follower import Given
from longsuit.floor.engine.replies import ClockOut, CommandFailed, Elsewhere, FloorBusy, FloorDown
from longsuit.floor.people.identity import Micros, is_guest, tidy_name
from longsuit.floor.people.permissions import Deed, refusal
from longsuit.floor.reads.archive import Published
from longsuit.floor.reads.fixed_view import FixedViews
from longsuit.floor.reads.round_receipt import RoundReceipt
from longsuit.floor.reads.subscriptions import Telling, WatchedLog
from longsuit.floor.register.coverage import Gap
from longsuit.floor.register.entries import Entry
from longsuit.floor.register.register import Filed
from longsuit.floor.secrets.keys import KeyPlaces
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service.accounts import Accounts
from longsuit.floor.service.attempts import Attempts
from longsuit.floor.service.checkpointer import Checkpointer, Witnesses
from longsuit.floor.service.machine import Machine
from longsuit.floor.service.peers import Letter, Peers
from longsuit.floor.service.registry import Registry
from longsuit.floor.service.sessions import Sessions
from longsuit.floor.service.views import Views
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.slips.register import PrintSlip
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.database import check_writes
from longsuit.floor.store.game_rows import note_games
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.people_rows import guests_here
from longsuit.floor.store.retention_rows import Taken, shorten
from longsuit.floor.store.sharing import Listening
from longsuit.floor.tables.automation import Pace
from longsuit.floor.tables.commands import SeatPlayer, SeatRobot, SetTable, UnseatRobot
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.links import Wanted, moves_to
from longsuit.floor.tables.outline import Outline
from longsuit.floor.tables.state import FloorTable, config_key

__all__ = ["CommandFailed", "Elsewhere", "Floor", "FloorBusy", "FloorDown", "Visitor"]

logger = structlog.get_logger()

LEASE_SECONDS = 6.0
_HUMAN_PACE = Pace()
_MACHINE = Machine()
_LONGEST_KEY = 80
_DAY: Micros = 24 * 3600 * 1_000_000
_FORGET_BATCHES = 60
"""At a call a minute that is more than a floor writes."""
_SHORTEN_BATCHES = 20
"""At a call a minute some thousand rounds go."""


class Floor(Views):
    """A running floor on one database."""

    def __init__(
        self,
        url: str,
        config: FloorConfig,
        *,
        pace: Pace = _HUMAN_PACE,
        address: str = "",
        clock_is_right: bool = False,
        signer: Signer | None = None,
        restored: bool = False,
        machine: Machine = _MACHINE,
    ) -> None:
        self.config = config
        self.machine = machine
        self.url = url
        """Where the database is, for processes that read it; it may hold a password."""
        self.database = machine.connect(url)
        self.log = WatchedLog(self.database, machine.sharing)
        alone = self.log.sharing is None
        self.sessions = Sessions(self.database, machine.monotonic)
        self.accounts = Accounts(self.database, self.sessions, config.house)
        self.registry = Registry(self.database, config.house)
        self.published = Published(self.log)
        self.fixed = FixedViews()
        self.checkpoints = Checkpoints(self.database, machine.entropy)
        self.witnesses = Witnesses(
            self.checkpoints, [Key.read(one) for one in config.house.witnesses]
        )
        self._open_since: Micros = 0
        self._taken = Taken()
        self._lock: IO[bytes] | None = None
        path = Path(str(self.database.url.database)) if alone else None
        if path is not None:
            # Before anything is changed in a file that another server may run.
            self._lock = machine.claim(path)
        try:
            machine.make_ready(self.database)
            house = config.house
            found = machine.key(self.database, KeyPlaces(house.key_file, house.key_command))
            safe = Safe(found.key, machine, found.older)
            self.log.key_name = found.name
            self.log.keyed_digest = self.keyed_digest = safe.keyed_digest
            self.every_digest = safe.every_digest()
        except BaseException:
            self._let_go()
            raise
        self._address = address
        host, _, process = machine.process().rpartition("#")
        owner = f"{address or host}#{process}-{machine.entropy(4).hex()}"
        leases = Leases(self.database, owner, LEASE_SECONDS)
        self.leases = leases
        self.engine = Engine(
            Given(self.log, safe, leases, alone, pace, clock_is_right, edges=machine)
        )
        self.telling = Telling(self.log, self.engine.memory, machine)
        self._wakener: Listening | None = None
        self.peers: Peers | None = None
        if self.log.sharing is not None:
            wake, own = self.engine.wake, self.log.origin
            self._wakener = self.log.sharing.listen(self.database, wake, own)
            self.peers = Peers(safe, self.owner, machine.post(), machine)
        self._attempts = Attempts(self.database, machine)
        self.checkpointer = self._checkpointer(signer, restored=restored) if signer else None

    # Opening and closing

    def start(self) -> None:
        """Recover, open the tables of the configuration, and run."""
        self.engine.listen(self.telling.tell)
        if self.checkpointer is not None:
            self.engine.listen(self.checkpointer.tell)
        self.engine.start()
        if self.checkpointer is not None:
            self.checkpointer.start()
        if self._wakener is not None:
            self._wakener.start()
        if self.peers is not None and not self._address:
            logger.warning("other servers cannot reach this one", todo="start it with --address")
        self.registry.refresh()
        if own_files():
            note_games(self.database, self.engine.now())
        self._check_new_tables()
        for table in self.config.table:
            self.open_table(table)

    def _check_new_tables(self) -> None:
        """Refuse a configuration whose new tables do not go with the meters that are there."""
        check_tables(self.config)
        for table in self.config.table:
            if self.has(table.id):
                continue
            wanted = Wanted(*table_settings(table, self.config.house))
            links = wanted.settings.setup.meters.values()
            if any(self.engine.memory.out_of_play("", meter=link) for link in links):
                # It is refused when it is to be opened, and the others go on.
                continue
            moves = moves_to(wanted, None, self.engine.memory.meters.get)
            if isinstance(moves, Refused):
                raise InputError(f"The configuration: table {table.id}: {sentence(moves)}")

    def stop(self) -> None:
        """Answer what is waiting and let go of everything."""
        if self._wakener is not None:
            self._wakener.stop()
        self.engine.stop()
        if self.checkpointer is not None:
            self.checkpointer.stop()
        if self.peers is not None:
            self.peers.stop()
        self._attempts.stop()
        self._let_go()

    def _checkpointer(self, signer: Signer, *, restored: bool) -> Checkpointer:
        kept = self.checkpoints
        name = kept.make_name()
        if restored:
            name = kept.say_restored()
        return Checkpointer(kept, signer, self._signing_time, name, self.machine)

    def _signing_time(self) -> Micros | None:
        """None while the clock is wrong: nothing is signed with it."""
        return None if self.engine.clock_complaint() else self.engine.now()

    def _let_go(self) -> None:
        self.database.dispose()
        if self._lock is not None:
            self._lock.close()

    def open_table(self, config: TableConfig) -> Answer:
        """Open a table of the configuration, or change it if its configuration has changed.

        The record of it carries a digest of the configuration: while that stays the same, what
        people have set since stands, also that the table is closed.
        """
        settings, must_hit = table_settings(config, self.config.house)
        ask = Ask(SetTable(by=SYSTEM, settings=settings), "", config.id, must_hit=must_hit)
        ask = replace(ask, key=config_key(ask.digest()))
        present = self.engine.memory.known(config.id)
        if present is not None and config_key(present.config) == ask.key:
            return Answer()
        try:
            no = self.registry.refuse(Wanted(settings, must_hit), self.engine.now())
            answer = Answer(refused=no) if no else self.machine.result(self.engine.submit(ask))
        except Elsewhere:
            # Another process runs it, with the settings that it was given.
            return Answer()
        except ClockOut:
            answer = Answer(refused=refuse(Code.CLOCK_OUT))
        if answer.refused is not None:
            todo = "set the clock right, change it between rounds, or link other meters to it"
            if answer.refused.code == Code.NOT_ON_FILE:
                todo = "file it at the pit desk: the table opens then"
            reason = sentence(answer.refused)
            logger.warning("a table keeps its settings", table=config.id, reason=reason, todo=todo)
        return answer

    def file(self, visitor: Visitor | None, entry: Entry, now: Micros) -> Filed | Refused:
        """Put something on file; tables of the configuration that waited for it open."""
        return self._open_covered(self.registry.file(visitor, entry, now))

    def adopt(
        self, visitor: Visitor | None, preset: str, since: str, now: Micros
    ) -> Filed | Refused:
        """File a limit of the law from the box."""
        return self._open_covered(self.registry.adopt(visitor, preset, since, now))

    def _open_covered(self, filed: Filed | Refused) -> Filed | Refused:
        if isinstance(filed, Filed) and self.config.house.approvals == "required":
            for table in self.config.table:
                self.open_table(table)
        return filed

    # Asking

    def refusal(
        self, visitor: Visitor, deed: type[Command] | Deed, table: str = ""
    ) -> Refused | None:
        """Why somebody may not do it, at that table or at none, or None if they may."""
        present = self.engine.memory.known(table) if table else None
        practice = present is not None and present.settings.practice
        return refusal(visitor.role, visitor.guest, deed, practice=practice)

    def sits(self, visitor: Visitor, table: str) -> bool:
        """Whether somebody has a seat at a table."""
        present = self.engine.memory.outline(table)
        players = present.players.values() if present is not None else ()
        return visitor.role == "player" and visitor.name in players

    def ask(
        self, visitor: Visitor, table: str, command: Command, key: str, moment: str = ""
    ) -> "Future[Answer]":
        """A person's command at a table. The answer comes once it is on disk.

        One that is meant for a moment of the table is refused in any other. For a buy-in the
        accounts are looked at: a door does that in a thread.
        """
        if isinstance(command, SeatPlayer):
            # As accounts have names, whatever the keyboard: capitals and all.
            command = replace(command, player=tidy_name(command.player))
        return self._submit(visitor, Ask(command, key, table, moment=moment))

    def _submit(self, visitor: Visitor, ask: Ask) -> "Future[Answer]":
        """Ask the engine, or the server that runs the table."""
        no = self._refusal(visitor, ask)
        answer = self._answer(visitor, ask) if no is None else _refused(no)
        if isinstance(ask.command, PlaceWagers | SeatPlayer) and self._is_for_money(ask.table):
            self._attempts.watch(visitor, ask, answer)
        return answer

    def _is_for_money(self, table: str) -> bool:
        present = self.engine.memory.known(table)
        return present is not None and not present.settings.practice

    def _answer(self, visitor: Visitor, ask: Ask) -> "Future[Answer]":
        answer = self.engine.submit(ask)
        if self.peers is None or not ask.table:
            return answer
        who = (visitor.role, visitor.name, visitor.guest)
        letter = Letter(*who, ask.command, ask.key, ask.table, ask.must_hit, ask.moment)
        return self.peers.follow(answer, letter)

    def take_in(self, letter: Letter) -> "Future[Answer]":
        """A command that another server passes on; it is not passed on once more."""
        visitor = Visitor(letter.role, letter.name, letter.guest)
        no = self._refusal(visitor, letter.ask)
        if letter.command.by != visitor.actor:
            no = refuse(Code.WRONG_SENDER)
        return _refused(no) if no else self.engine.submit(letter.ask)

    def _refusal(self, visitor: Visitor, ask: Ask) -> Refused | None:
        """Why nobody even needs to decide about it, or None."""
        if no := _bad_key(ask.key):
            return no
        if ask.table and not self.has(ask.table) and not isinstance(ask.command, SetTable):
            return refuse(Code.NO_TABLE, table=ask.table[:40])
        if ask.meter and not self.has_stream(f"meter {ask.meter}"):
            return refuse(Code.NO_METER)
        if no := self.refusal(visitor, type(ask.command), ask.table):
            return no
        if isinstance(ask.command, SeatPlayer):
            no = self.accounts.refuse_seating(visitor, ask.command)
            return None if no is None or self.was_done(visitor, ask.key) else no
        if isinstance(ask.command, SetTable | StartRound):
            return self._refuse_uncovered(visitor, ask)
        return self._refuse_robots(visitor, ask.table, ask.command)

    def _refuse_uncovered(self, visitor: Visitor, ask: Ask) -> Refused | None:
        """A house that asks for approvals neither sets nor plays a table without them (CON-1).

        A round that runs is played to its end, and what it owes is paid.
        """
        if isinstance(ask.command, SetTable):
            must_hit = ask.must_hit or self.must_hit(ask.command.settings)
            no = self.registry.refuse(Wanted(ask.command.settings, must_hit), self.engine.now())
            return None if no is None or self.was_done(visitor, ask.key) else no
        present = self.engine.memory.known(ask.table)
        if present is None or present.settings.practice:
            return None
        wanted = Wanted(present.settings, self.must_hit(present.settings))
        return self.registry.refuse(wanted, self.engine.now())

    def not_on_file(self, table: FloorTable | Outline) -> tuple[Gap, ...]:
        """What is not on file for a table that is open."""
        wanted = Wanted(table.settings, self.must_hit(table.settings))
        return () if table.closed else self.registry.missing(wanted, self.engine.now())

    def must_hit(self, settings: TableSettings) -> MustHit | None:
        """What a table's Must Hit meter is like; None where it has none."""
        meter = self.engine.memory.meters.get(settings.setup.meters.get(MYSTERY_METER, ""))
        return must_hit_of(meter.terms) if meter is not None and meter.terms.by else None

    def _refuse_robots(self, visitor: Visitor, table: str, command: Command) -> Refused | None:
        """Whoever only watches a table does not change its company.

        Another server knows best who sits at its tables.
        """
        if not isinstance(command, SeatRobot | UnseatRobot) or visitor.role != "player":
            return None
        if table not in self.engine.held or self.sits(visitor, table):
            return None
        return refuse(Code.ROBOT_COMPANY)

    def ask_meter(
        self, visitor: Visitor, meter: str, command: Command, key: str
    ) -> "Future[Answer]":
        """A person's command to a meter."""
        return self._submit(visitor, Ask(command, key, meter=meter))

    def print_slip(self, visitor: Visitor, command: PrintSlip, key: str) -> "Future[Answer]":
        """A person prints a jackpot's slip."""
        return self._submit(visitor, Ask(command, key))

    def set_table(
        self, visitor: Visitor, config: TableConfig, key: str, *, new: bool
    ) -> "Future[Answer]":
        """A person opens a table, or changes it between rounds. No file is read for it."""
        if no := _bad_key(key) or self.refusal(visitor, SetTable):
            return _refused(no)
        if new and config.id in self.tables() and not self.was_done(visitor, key):
            return _refused(refuse(Code.TABLE_EXISTS, table=config.id))
        if not new and not self.has(config.id):
            return _refused(refuse(Code.NO_TABLE, table=config.id))
        check_said(config, self.config.house)
        settings, must_hit = table_settings(config, self.config.house, files=False)
        command = SetTable(by=visitor.actor, settings=settings)
        return self._submit(visitor, Ask(command, key, config.id, must_hit=must_hit))

    def was_done(self, visitor: Visitor, key: str) -> bool:
        """Whether a command of theirs has been carried out under that key."""
        return self.log.receipt(visitor.who, key) is not None

    def forget_receipts(self, now: Micros) -> None:
        """Receipts that have been kept long enough are thrown away: a bounded number a call."""
        before = now - self.config.house.receipt_days * _DAY
        for _ in range(_FORGET_BATCHES):
            if not self.log.forget_receipts(before):
                return

    def shorten(self, now: Micros) -> None:
        """Rounds of practice tables that were kept long enough go: a bounded number a call."""
        if not (days := self.config.house.practice_days):
            return
        for _ in range(_SHORTEN_BATCHES):
            if shorten(self.database, self._taken, now - days * _DAY, now) is None:
                return

    def free_seats(self, now: Micros) -> None:
        """Guests who have gone leave the practice tables that run here, between rounds.

        After a restart everyone has as long to come back as they had to go.
        """
        self._open_since = self._open_since or now
        tables = [self.engine.table(name) for name in tuple(self.engine.held)]
        seats = [one.seated().values() for one in tables if one and one.settings.practice]
        seated = {player for taken in seats for player, _ in taken if is_guest(player)}
        here = guests_here(self.database, seated, now, self._open_since)
        self.engine.see_off(frozenset(seated - here))

    def owner(self, table: str) -> str:
        """The address of the process that runs a table; empty where it gave none."""
        holder, _ = self.leases.holders().get(table, ("", True))
        address = holder.rpartition("#")[0]
        return address if address.startswith(("http://", "https://")) else ""

    # Checkpoints

    def public_keys(self) -> list[Key]:
        """Of the log, and of the witnesses that the configuration names."""
        own = self.checkpointer.keys if self.checkpointer is not None else []
        return [*own, *self.witnesses.keys]

    def receipt(self, table: str, number: int, visitor: Visitor) -> RoundReceipt | None:
        """What somebody may keep of a round that is over; None if there is none."""
        keys = [str(key) for key in self.public_keys()]
        return self.published.receipt(table, number, visitor.looker, self.checkpoints, keys)

    # How it is

    @property
    def is_running(self) -> bool:
        """Whether the engine's thread is alive."""
        return self.engine.is_running

    @property
    def waiting(self) -> int:
        """Commands that wait for the engine."""
        return self.engine.waiting

    def damaged(self) -> dict[str, str]:
        """The streams that are set aside, and what is wrong with each."""
        return dict(self.engine.memory.damaged)

    def clock_complaint(self) -> str | None:
        """What is wrong with the server's clock: nothing is written then. None if it is right."""
        return self.engine.clock_complaint()

    def check_database(self) -> None:
        """Ask the database something; it raises what it raises."""
        self.log.head("")

    def check_writes(self, now: Micros) -> None:
        """Have the database write something, which it cannot on a full disk; it raises as well."""
        check_writes(self.database, now)


def _refused(no: Refused) -> "Future[Answer]":
    refused: Future[Answer] = Future()
    refused.set_result(Answer(refused=no))
    return refused


def _bad_key(key: str) -> Refused | None:
    fits = 1 <= len(key) <= _LONGEST_KEY and key.isprintable()
    return None if fits else refuse(Code.KEY_FORM, most=_LONGEST_KEY)
