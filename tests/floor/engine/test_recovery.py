"""What is read from the log is what stood in memory, whichever record was the last."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.floor.playing import (
    DEALER,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)

from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.floor.engine import batch
from longsuit.floor.engine.follower import Told
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.service.floor import Floor, Visitor

TABLES = config(
    T1={"mode": "dealt", "must_hit": {"seed": 500, "by": "500.60", "rate": "3.00%"}},
    T2={"game": "hcf", "mode": "dealt"},
    L1={"mode": "live"},
    P1={"game": "hcf", "mode": "practice", "robots": 1},
)
GUEST = Visitor("player", "Guest 1", guest=True)


def known(memory: Memory) -> dict[str, Any]:
    """All that a memory knows of the floor; secrets as bytes."""
    secrets = {name: secret.open() for name, secret in memory.secrets.items()}
    return {**memory.tables, **memory.meters, **memory.heads, **secrets}


@contextmanager
def recovered_after_each(floor: Floor) -> Iterator[list[str]]:
    """After each commit its streams are read into another memory; what differs is noted."""
    different: list[str] = []
    engine = floor.engine

    def compare(told: Told) -> None:
        again = Memory()
        refresh(floor.log, engine._safe, again, told, anew=True)
        stood, stands = known(engine.memory), known(again)
        for name in [*again.heads, *again.tables, *again.meters, *again.secrets]:
            if stood.get(name) != stands[name]:
                table = engine.table(name)
                different.append(f"{name} {table.moment if table is not None else ''}")

    stop = engine.listen(compare)
    yield different
    stop()


def test_whatever_comes_last_the_floor_is_recovered_as_it_stood(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each phase of a round, with a jackpot at hand, after a cancelled round: nothing differs.

    First from the records alone, then from snapshots and what follows them.
    """
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 12)
    with running(sqlite_database, TABLES) as floor, recovered_after_each(floor) as different:
        for name in ("T1", "T2"):
            table = DealtTable(floor, name, {1: f"ann {name}", 3: f"bob {name}"}, 100_000_00)
            table.play(1)
            table.wager()
            table.start()
            table.dealer.must(ask.CancelRound(by=DEALER.actor, reason="a card was seen"))
            wait_for(floor, name, wagers_open)
        play_live(floor)
        play_practice(floor)
    assert different == []
    stood = known(floor.engine.memory)
    with running(sqlite_database, config()) as again:
        assert known(again.engine.memory) == stood


def play_live(floor: Floor) -> None:
    live, by = Bot(floor, "L1", DEALER), DEALER.actor
    live.must(touch.TurnLight(by=by, seat=3, on=True))
    live.must(ask.StartRound(by=by))
    live.must(touch.ChooseSeat(by=by, seat=3))
    live.must(touch.ChooseHand(by=by, hand="6-card straight flush"))
    live.must(touch.PendingJackpot(by=by))
    live.must(touch.VoidJackpot(by=by, reason="no straight"))
    live.must(ask.EndRound(by=by))


def play_practice(floor: Floor) -> None:
    """A robot beside the guest, and a round that ends by itself."""
    guest, by = Bot(floor, "P1", GUEST), GUEST.actor
    wait_for(floor, "P1", lambda table: wagers_open(table) and len(table.seated()) == 1)
    buy_in = guest.state.settings.buy_in
    guest.must(ask.SitDown(by=by, seat=1, stack=buy_in))
    guest.must(ask.PlaceWagers(by=by, seat=1, wagers={"ante": 5_00}))
    wait_for(floor, "P1", lambda table: table.round is not None and table.round.turn == 1)
    guest.must(ask.Act(by=by, seat=1, action="fold"))
    wait_for(floor, "P1", lambda table: table.terminal.number == 2)
