"""The audit of a log, by one process and by two, against only reading and hashing the same rows.

Time by the clock is what else the machine does as well; the processor's time is the audit's alone.
"""

import os
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.fernet import Fernet

from bench.measure import seconds, show
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.meter import Meter
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.floor.audit.run import STRETCH, audit
from longsuit.floor.config.settings import HouseConfig, TableConfig, table_settings
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.batch import Work
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load
from longsuit.floor.log.record import GENESIS, record_hash
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.audit_rows import Source
from longsuit.floor.store.database import open_database, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.commands import BeginRound, SeatPlayer, SetTable
from longsuit.floor.tables.decide import LARGEST_BUY_IN
from longsuit.floor.tables.state import FloorTable

SEED = 11
ROUNDS, REPEAT = 10_000, 3
DEALER = Actor("dealer", "Dee")
_FIRST_MOMENT = 1_790_000_000_000_000
_AT_ONCE = 200


class Writer:
    """Writes a log as a floor does, command after command, without its thread and its clock."""

    def __init__(
        self,
        url: str,
        seed: int = SEED,
        key: bytes | None = None,
        keys: str = "key",
        hex_keys: bool = False,
    ) -> None:
        self.database = open_database(url)
        self.log = Log(self.database)
        self.chance = random.Random(seed)
        self._memory = Memory()
        self._safe = Safe(key or Fernet.generate_key())
        if key is not None:
            self.log.keyed_digest = self._safe.keyed_digest
            load(self.log, self._safe, self._memory)
        self._now = max(_FIRST_MOMENT, self._memory.latest())
        self._keys, self._hex_keys = keys, hex_keys
        self._work = self._begin()
        self._asked = 0

    def _begin(self) -> Work:
        self._now += 1_000
        return Work(self._memory, self._safe, self.chance.randbytes, self._now)

    def ask(self, command: Command, table: str = "", **where: Any) -> Answer:
        """Carry out a command; it is written with those around it."""
        self._asked += 1
        drawn = self.chance.randbytes(16).hex() if self._hex_keys else ""
        where.setdefault("key", drawn or f"{self._keys} {self._asked}")
        answer = self._work.ask(Ask(command, table=table, **where))
        if self._asked % _AT_ONCE == 0:
            self.flush()
        return answer

    def must(self, command: Command, table: str = "", **where: Any) -> None:
        """A command that is not refused."""
        answer = self.ask(command, table, **where)
        assert answer.ok, f"{command}: {answer.refused}"

    def lose_seeds(self) -> None:
        """As a server that ends and comes back: what was in its memory alone is gone."""
        self._memory.undealt.clear()

    def flush(self) -> None:
        """Write what has been carried out."""
        if self._work.commit.records:
            self.log.write(self._work.commit)
            self._work.install()
        self._work = self._begin()

    def wait(self, seconds: int) -> int:
        """Write what is there, and let time pass; what time it is then, in seconds."""
        self.flush()
        self._now += seconds * 1_000_000
        self._work = self._begin()
        return self._now // 1_000_000

    def close(self) -> None:
        """Write what is left, and let go of the database."""
        self.flush()
        self.database.dispose()

    def table(self, name: str) -> FloorTable:
        """A table as it stands."""
        found = self._work.table(name)
        assert found is not None
        return found

    def standing(self, meter: str) -> Meter:
        """A meter with all that its tables have put in."""
        found = self._work.standing(meter)
        assert found is not None
        return found

    def open_table(self, **settings: Any) -> None:
        """A table as a configuration has it."""
        made, must_hit = table_settings(
            TableConfig(**{"approval": 0, **settings}), HouseConfig(legal_maximum=0)
        )
        self.must(SetTable(by=SYSTEM, settings=made), made.setup.id, must_hit=must_hit)


def deal_round(writer: Writer, name: str, seats: Mapping[int, str]) -> None:
    """A round at a dealt table: every wager, legal decisions by chance, every jackpot paid."""
    writer.must(BeginRound(by=SYSTEM), name)
    offers = writer.table(name).settings.setup.table.offers
    wagers = {offer.wager: offer.limits.least for offer in offers}
    for seat, player in seats.items():
        writer.must(ask.PlaceWagers(by=Actor("player", player), seat=seat, wagers=wagers), name)
    writer.must(ask.StartRound(by=DEALER), name)
    while (state := writer.table(name).round) is not None and state.turn:
        chosen = writer.chance.choice(legal_actions(state, state.turn))
        act = ask.Act(
            by=Actor("player", seats[state.turn]),
            seat=state.turn,
            action=chosen.name,
            amount=chosen.least,
        )
        writer.must(act, name)
    end_round(writer, name)


def end_round(writer: Writer, name: str) -> None:
    """Every jackpot that the cards hold, END ROUND, and the Must Hit award if it is drawn."""
    _pay_jackpots(writer, name)
    writer.must(ask.EndRound(by=DEALER), name)
    _pay_jackpots(writer, name)


def _pay_jackpots(writer: Writer, name: str) -> None:
    while (step := dealer_step(writer.table(name).terminal, DEALER)) is not None:
        writer.must(step, name)


def write_log(url: str, rounds: int, tables: int = 2) -> None:
    """A log of so many rounds of Chase the Flush, two seats a table, with linked meters."""
    writer = Writer(url)
    seats = {2: "Ann", 5: "Bob"}
    names = [f"T{number}" for number in range(1, tables + 1)]
    links = {name: f"link {name}" for name in ("star", "spade", "heart", "diamond", "must-hit")}
    for name in names:
        writer.open_table(id=name, game="ctf", mode="dealt", links=links, must_hit={})
        writer.must(BeginRound(by=SYSTEM), name)
        for seat, player in seats.items():
            sit = SeatPlayer(by=DEALER, seat=seat, player=f"{player} {name}", stack=LARGEST_BUY_IN)
            writer.must(sit, name)
        writer.must(ask.CancelRound(by=DEALER), name)
    for number in range(rounds):
        name = names[number % tables]
        deal_round(writer, name, {seat: f"{player} {name}" for seat, player in seats.items()})
    writer.close()


# The measurement


def run() -> None:
    with TemporaryDirectory() as folder:
        url = str(Path(folder) / "floor.db")
        written = seconds(lambda: write_log(url, ROUNDS))
        engine = open_to_read(url)
        log = Log(engine)
        works: dict[str, Callable[[], object]] = {
            "read and hash every record": lambda: _read_and_hash(Source(engine)),
            "audit, one process": lambda: _must_be_clean(log, 1),
            "audit, two processes": lambda: _must_be_clean(log, 2),
        }
        best = {name: min(_measured(work) for _ in range(REPEAT)) for name, work in works.items()}
        engine.dispose()
    bare = best["read and hash every record"]
    rows = [
        (
            name,
            f"{time:.1f}",
            f"{own:.1f}",
            f"{others:.1f}",
            f"{(own + others) / sum(bare[1:]):.1f}",
            f"{(own + others) / ROUNDS * 1e6 / 60:.1f}",
        )
        for name, (time, own, others) in best.items()
    ]
    show(
        f"The audit of {ROUNDS:,} rounds of Chase the Flush, two seats, five meters (seed {SEED};"
        f" written in {written:.0f} s)",
        rows,
        *("", "seconds", "processor: here", "in processes", "times as much", "minutes a million"),
    )


def _measured(work: Callable[[], object]) -> tuple[float, float, float]:
    """Seconds by the clock, of the processor here, and of the processor in other processes."""
    before = os.times()
    time = seconds(work)
    after = os.times()
    own = after.user + after.system - before.user - before.system
    others = after.children_user + after.children_system
    return time, own, others - before.children_user - before.children_system


def _must_be_clean(log: Log, workers: int) -> None:
    report = audit(log, workers=workers)
    assert report.clean, report.fault


def _read_and_hash(source: Source) -> None:
    """What no audit can do without: every record, and a SHA-256 of it."""
    with source.read() as pages:
        moment, heads = pages.now(), dict[str, bytes]()
        for first in range(1, moment.last + 1, STRETCH):
            for row in pages.stretch(first, first + STRETCH):
                again = record_hash(heads.get(row.stream, GENESIS), *row[1:-2])
                assert again == row.hash
                heads[row.stream] = row.hash
