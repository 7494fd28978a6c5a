"""What must hold after every commit, every answer and every message, whatever has gone wrong."""

import re
import sqlite3
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tests.simulation.database import EPOCH

from longsuit.core.progressive.events import AwardLocked, ContributionReturned, TriggerOpened
from longsuit.core.progressive.evolve import evolve_meter, standing
from longsuit.core.progressive.meter import Fed, Meter
from longsuit.core.progressive.must_hit import SECRET_BYTES
from longsuit.floor.engine.memory import fed_by
from longsuit.floor.ledger.accounts import accounts_of, in_front, is_players
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.secrets.shuffle import seal_word
from longsuit.floor.secrets.vault import seed_name
from longsuit.floor.store.names import unpack_key
from longsuit.floor.tables.events import SeedOpened, WordAdded
from longsuit.floor.tables.state import FloorTable, evolve_floor

if TYPE_CHECKING:
    from tests.simulation.database import Transaction
    from tests.simulation.world import World

_NEW_RECORDS = """
    SELECT position, stream, version, at, who, command, schema, program, events, hash
    FROM records_told WHERE position > ? ORDER BY position
"""
_NEW_ENTRIES = "SELECT id, source, target, mites FROM postings_told WHERE id > ? ORDER BY id"
ROUNDING = 1000
"""Microseconds that SQLite's days leave out."""
_HEX = re.compile(r"[0-9a-f]{64}")


class Broken(AssertionError):
    """Something that must hold does not."""


class Checks:
    """An auditor beside the floor: it sees what is written, answered and sent, and nothing else."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._line = sqlite3.connect(world.store.path, isolation_level=None)
        self._position = self._entry = 0
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, FloorTable] = {}
        self.meters: dict[str, Meter] = {}
        self.balances: defaultdict[str, int] = defaultdict(int)
        self.done: dict[tuple[str, str, str], int] = {}
        """By stream, who asked and the key: the version of the record."""
        self.answered: dict[str, int] = {}
        """By stream: the last version that anybody was told of."""
        self.when: dict[tuple[str, int], int] = {}
        """By stream and version: the moment of the commit."""
        self.seen: Counter[str] = Counter()
        """What has happened, by the names of commands and events."""
        self.commits = 0
        self._secrets: set[str] = set()
        self._opened: set[str] = set()
        self._leases: dict[str, tuple[str, int]] = {}

    def close(self) -> None:
        self._line.close()

    # What is written

    def committed(self, tx: "Transaction") -> None:
        """A transaction is through."""
        self.commits += 1
        if "leases" in tx.writes_to:
            self._check_leases()
        rows = self._new(_NEW_RECORDS, self._position) if "records" in tx.writes_to else []
        touched = set()
        if "postings" in tx.writes_to:
            for number, source, target, mites in self._new(_NEW_ENTRIES, self._entry):
                self._entry = number
                self.balances[source] -= mites
                self.balances[target] += mites
                touched |= {source, target}
        if rows:
            self._position = rows[-1][0]
        records = [_record(row) for row in rows]
        for record in records:
            self._take(tx, record)
        for name in sorted({one.stream[6:] for one in records if one.stream.startswith("table ")}):
            self._check_seed(self.tables[name])
        if records:
            self._check_money(touched)

    def turn_taken(self, tx: "Transaction") -> None:
        """What tables have put into their meters by now."""
        tx.fed = {name: table.fed for name, table in self.tables.items()}

    def _new(self, query: str, after: int) -> list[Any]:
        return self._line.execute(query, (after,)).fetchall()

    def _take(self, tx: "Transaction", record: Record) -> None:
        stream, life = record.stream, tx.server
        kind, _, name = stream.partition(" ")
        self._world.note(life.name, "wrote", stream, record.version, record.hash.hex()[:16])
        head = self.heads.get(stream, Head())
        if wrong := fault(record, head):
            raise Broken(wrong)
        self.heads[stream] = record.head
        self.when[stream, record.version] = self._world.kernel.now
        if kind == "table":
            self._check_asked(record)
            self._check_writer(life, name)
        done = (stream, record.who, record.command)
        if kind == "table" and done in self.done:
            raise Broken(f"{done} was done in record {self.done[done]}, and again.")
        self.done[done] = record.version
        for event in events_of(record):
            self.seen[type(event).__name__] += 1
            if kind == "table":
                self._check_word(self.tables.get(name), event)
                self.tables[name] = evolve_floor(self.tables.get(name), event)
                if isinstance(event, SeedOpened):
                    self._open(event.seed)
            elif kind == "meter":
                self.meters[name] = evolve_meter(self.meters.get(name), event)
                if isinstance(event, TriggerOpened):
                    self._open(event.secret)
                if isinstance(event, AwardLocked | ContributionReturned) and tx.turns:
                    self._check_gathered(tx, self.meters[name])

    def _check_word(self, table: FloorTable | None, event: Any) -> None:
        """A word is opened by its seal, once wagers are closed."""
        if table is None or not isinstance(event, WordAdded):
            return
        if not table.closing:
            raise Broken(f"{table.id}: a word was opened while wagers were open.")
        seal = seal_word(table.id, table.terminal.number, event.word)
        if table.seals.get(event.word.seat) != seal:
            raise Broken(f"{table.id}: {event.word} was not sealed.")

    def _check_seed(self, table: FloorTable) -> None:
        """While words are opened nobody can read the seed."""
        query = "SELECT 1 FROM vault WHERE name = ?"
        name = seed_name(table.id, table.terminal.number)
        if table.closing and self._line.execute(query, (name,)).fetchone():
            raise Broken(f"{table.id}: the seed is in the vault while words are opened.")

    def _check_gathered(self, tx: "Transaction", meter: Meter) -> None:
        """Nothing leaves it before all is in that tables had put in when the turn to it came."""
        for table in () if meter.terms.by else sorted(meter.tables):
            there = tx.fed.get(table, {}).get(meter.id)
            if there is not None and there.round > meter.gathered.get(table, Fed()).round:
                raise Broken(f"What left {meter.id} leaves out round {there.round} of {table}.")

    def _check_asked(self, record: Record) -> None:
        """What happens by itself follows the record that it was set for, and no other."""
        by_itself = record.command.startswith("auto ")
        if by_itself and int(record.command.split()[1]) != record.version - 1:
            raise Broken(f"{record.stream}, record {record.version} was set for another moment.")

    def _check_writer(self, life: Any, table: str) -> None:
        """Whoever writes to a table holds its lease in the moment of the commit."""
        query = "SELECT owner FROM leases WHERE name = ?"
        found = self._line.execute(query, (table,)).fetchone()
        if found is None or not found[0].startswith(f"{life.server.address}#"):
            raise Broken(f"{life.name} writes to {table}, which {found and found[0]} runs.")

    def _check_leases(self) -> None:
        """Nobody is robbed of a lease that has not run out; a server alone knows who is dead."""
        now = EPOCH + self._world.kernel.now
        query = "SELECT name, owner, expires FROM leases"
        rows = {name: (owner, expires) for name, owner, expires in self._line.execute(query)}
        for name, (owner, _) in rows.items():
            before, until = self._leases.get(name, (owner, 0))
            if owner != before and until > now + ROUNDING and not self._world.alone:
                raise Broken(f"{owner} has taken {name}, which {before} holds.")
        self._leases = rows

    def _open(self, secret: str) -> None:
        """A secret is told; another takes its place."""
        if secret in self._opened:
            raise Broken(f"The secret {secret} was known before.")
        self._opened.add(secret)
        self._secrets.discard(secret)

    # Money

    def _check_money(self, touched: set[str]) -> None:
        front: defaultdict[str, int] = defaultdict(int)
        for table in self.tables.values():
            for name, mites in in_front(table).items():
                front[name] += mites
        live = [name for name, one in self.tables.items() if one.settings.setup.live]
        for name in sorted(touched):
            if is_players(name, live) and self.balances[name] != front[name]:
                there = f"{self.balances[name]}, and in front of them are {front[name]}"
                raise Broken(f"The account {name} has {there}.")
        for meter in self.meters.values():
            self._check_meter(meter)

    def _check_meter(self, meter: Meter) -> None:
        if meter.off_by:
            raise Broken(f"The meter {meter.id} is off by {meter.off_by}.")
        now = standing(meter, fed_by(meter, self._fed))
        holds = (now.value, now.reserve, now.pending_mites, now.overflow)
        booked = tuple(self.balances[name] for name in accounts_of(meter))
        if holds != booked:
            raise Broken(f"The meter {meter.id} holds {holds}, and its accounts {booked}.")

    def _fed(self, table: str) -> Any:
        return self.tables[table].fed if table in self.tables else {}

    # What is answered and sent

    def asked(self, stream: str, who: str, key: str) -> int:
        """Somebody begins to ask; returns what everybody may know of the stream by now."""
        if (stream, who, key) in self.done:
            raise Broken(f"{who} has not asked {key} yet, and it is in {stream}.")
        return self.answered.get(stream, 0)

    def acknowledged(self, stream: str, who: str, key: str, version: int, after: int = 0) -> None:
        """Somebody was told that their command is in that record, which nobody knew before it.

        With `asked` this is linearizability: each command takes effect once, at its record, which
        was written after it was asked for and before it was answered. So whatever was answered
        before another was asked for comes before it in the stream.
        """
        if version <= after:
            raise Broken(f"{key} is {stream} {version}, and {after} was told before it was asked.")
        found = self.done.get((stream, who, key))
        if found != version:
            raise Broken(f"{who} was told that {key} is {stream} {version}; it is {found}.")
        self.answered[stream] = max(version, self.answered.get(stream, 0))

    def drawn(self, secret: bytes) -> None:
        """A server has drawn something that nobody may know yet."""
        if len(secret) == SECRET_BYTES:
            self._secrets.add(secret.hex())

    def sent(self, message: str) -> None:
        """Something leaves a server."""
        if not self._secrets.isdisjoint(_HEX.findall(message)):
            raise Broken(f"A secret is in a message: {message[:200]}")


def _record(row: Any) -> Record:
    _, stream, version, at, who, command, schema, program, events, digest = row
    key = unpack_key(command)
    return Record(stream, version, at, who, key, schema, program, events, digest)
