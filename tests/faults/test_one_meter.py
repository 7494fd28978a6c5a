"""Two servers whose tables all feed one Must Hit meter, which hits every few rounds."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from tests.extent import chance, extent
from tests.faults.conftest import Figures
from tests.floor.playing import DEALER, Bot, config, running

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.must_hit import commitment
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import Command
from longsuit.floor.audit.run import audit
from longsuit.floor.secrets.vault import trigger_name
from longsuit.floor.service import machine
from longsuit.floor.service.floor import Floor, FloorDown
from longsuit.floor.tables.automation import AT_ONCE

ROUNDS = extent(6, 400)
"""At each table."""
METER = "link/must-hit"
TABLE: dict[str, Any] = {
    "mode": "live",
    "links": {"must-hit": METER},
    "must_hit": {"seed": 500, "by": 501, "rate": "3.00%"},
}
TABLES = ({"A1": TABLE, "A2": TABLE, "A3": TABLE}, {"B1": TABLE, "B2": TABLE, "B3": TABLE})
BY = DEALER.actor


@contextmanager
def two_servers(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Floor]]:
    """Two servers on one database; on SQLite without the lock that lets in only one."""
    monkeypatch.setattr(machine, "lock_file", lambda _path: None)
    with ExitStack() as running_ones:
        floors = []
        for tables in TABLES:
            floor = Floor(database, config(**tables), pace=AT_ONCE)
            floor.engine.alone = False
            floor.start()
            running_ones.callback(floor.stop)
            floors.append(floor)
        yield floors


class LiveTable:
    """A dealer at a live table, who sends each command until it is answered."""

    def __init__(self, floor: Floor, table: str) -> None:
        self.bot = Bot(floor, table, DEALER)
        self.chance = chance(f"one meter {table}")
        self.put_off = 0
        self.hits = 0
        self.failed: BaseException | None = None

    def play(self) -> None:
        try:
            for _ in range(ROUNDS):
                self._round()
        except BaseException as error:
            self.failed = error

    def _round(self) -> None:
        for seat in self.chance.sample(range(1, 7), self.chance.randint(1, 3)):
            self._must(touch.TurnLight(by=BY, seat=seat, on=True))
        self._must(ask.StartRound(by=BY))
        self._must(ask.EndRound(by=BY))
        self.hits += self.bot.state.terminal.phase == "mystery"
        while (step := dealer_step(self.bot.state.terminal, BY)) is not None:
            self._must(step)

    def _must(self, command: Command) -> None:
        self.bot.sent += 1
        while True:
            try:
                self.bot.must(command, f"{self.bot.table} {self.bot.sent}")
            except FloorDown:
                self.put_off += 1
            else:
                return


@pytest.mark.rule("PRG-9", "PRG-11")
def test_a_shared_must_hit_meter_is_drawn_by_its_own_secret(
    database: str, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    """Whoever hits, and whenever the other server hears of it: each cycle is drawn as promised."""
    with two_servers(database, monkeypatch) as floors:
        played = [
            LiveTable(floor, name)
            for floor, tables in zip(floors, TABLES, strict=True)
            for name in tables
        ]
        threads = [threading.Thread(target=table.play) for table in played]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [table.failed for table in played if table.failed] == []
        assert sum(table.put_off for table in played) == 0, "a meter was waited for in vain"
    with running(database, config()) as floor:
        meter, secret = (
            floor.engine.memory.meters[METER],
            floor.engine.memory.secrets[trigger_name(METER)],
        )
        assert meter.sealed is not None
        assert commitment(meter.must_hit_cycle(), secret) == meter.sealed.commitment
        hits = sum(table.hits for table in played)
        assert meter.cycle == hits + 1 > 1
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
    figures(rounds=ROUNDS * len(played), hits=hits)
