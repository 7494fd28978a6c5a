"""Of tables that others run and nobody looks at here a server keeps outlines."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import text
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    Bot,
    DealtTable,
    config,
    running,
    until,
    wagers_open,
    wait_for,
)
from tests.floor.tables.test_contributions import SEED_MITES, WAGER, claim, play
from tests.floor.tables.test_turns import PLAIN

from longsuit.floor.audit.run import audit
from longsuit.floor.engine import follower
from longsuit.floor.reads.table_view import ANYONE
from longsuit.floor.service import floor as service
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.pit import Desk
from longsuit.floor.tables.outline import outline_of

DEALT = {**PLAIN, "mode": "dealt"}


def in_outline(floor: Floor, table: str) -> bool:
    memory = floor.engine.memory
    return table in memory.outlines and table not in memory.tables


def caught_up(floor: Floor, other: Floor, table: str) -> bool:
    stream = f"table {table}"
    return floor.engine.memory.heads.get(stream) == other.engine.memory.heads[stream]


@pytest.fixture
def two(postgres_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Floor, Floor]]:
    """Two servers, of which the second runs no table; nobody is remembered for long."""
    monkeypatch.setattr(follower, "FOLLOWED_SECONDS", 0.0)
    with ExitStack() as stack:
        first = stack.enter_context(running(postgres_database, config(T1=DEALT, T2=PLAIN)))
        second = stack.enter_context(running(postgres_database, config()))
        until(lambda: in_outline(second, "T1") and in_outline(second, "T2"), "outlines")
        yield first, second


def test_an_outline_goes_on_with_its_table(two: tuple[Floor, Floor]) -> None:
    """The lobby, the signs and the meters are those of the server that runs it."""
    first, second = two
    DealtTable(first, "T1", {2: "ann", 5: "bob"}, 1_000_00).play(2)
    play(Bot(first, "T2", DEALER), seats=3)
    wait_for(first, "T1", wagers_open)
    until(lambda: all(caught_up(second, first, name) for name in ("T1", "T2")), "all is read")
    assert in_outline(second, "T1") and in_outline(second, "T2")
    whole = first.engine.table("T1")
    assert whole is not None
    assert second.engine.memory.outlines["T1"] == outline_of(whole)
    assert second.lobby() == first.lobby() and second.lobby()[0].taken == (2, 5)
    assert second.meters() == first.meters()
    assert second.meters()["link/star"].value == SEED_MITES + (2 * 2 + 3) * WAGER
    with second.engine.watch("T2"):
        second.engine.attend("T2").result(PATIENCE)
        assert second.sign("T2") == first.sign("T2")
    assert second.last_round("T1") == 3
    assert not any(name.startswith("seed") for name in second.engine.memory.secrets)


def test_who_looks_sees_the_table_as_it_stands(two: tuple[Floor, Floor]) -> None:
    """Whatever happened before, and then as it happens; it is let go afterwards."""
    first, second = two
    table = DealtTable(first, "T1", {2: "ann"}, 1_000_00)
    table.play(1)
    table.wager()
    table.start()
    with second.engine.watch("T1"):
        second.engine.attend("T1").result(PATIENCE)
        until(lambda: caught_up(second, first, "T1"), "all is read")
        assert second.engine.table("T1") == first.engine.table("T1")
        seen, there = (one.view("T1", ANYONE) for one in (second, first))
        assert seen is not None and there is not None
        assert seen.round == there.round and seen.version == there.version
        heard: list[int] = []
        stop = second.telling.listen("T1", lambda step: heard.append(step.version))
        table.decide()
        table.end()
        wait_for(first, "T1", wagers_open)
        until(lambda: caught_up(second, first, "T1"), "all is read")
        until(lambda: bool(heard) and heard[-1] == second.telling.version("T1"), "all is heard")
        stop()
        assert heard == list(range(heard[0], heard[-1] + 1))
    until(lambda: in_outline(second, "T1"), "nobody looks any more")


@pytest.mark.rule("PRG-2", "PRG-3", "PRG-9")
def test_an_award_takes_in_what_outlines_put_in(
    two: tuple[Floor, Floor], postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the mite, though this server has not looked for a while."""
    first, _ = two
    with running(postgres_database, config(T3=PLAIN)) as third:
        until(lambda: in_outline(third, "T2"), "an outline")
        monkeypatch.setattr(follower, "POLL_SECONDS", 3600.0)
        for seats in (1, 4, 2):
            play(Bot(first, "T2", DEALER), seats)
        here = Bot(third, "T3", DEALER)
        play(here)
        assert claim(here) == 10_000_00 + 8 * 10
        assert in_outline(third, "T2")
        assert audit(third.log, workers=1).fault == ""


def test_a_table_known_in_outline_is_taken_over(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read in full at that moment, with its deck."""
    monkeypatch.setattr(service, "LEASE_SECONDS", 1.0)
    with (
        running(postgres_database, config(T1=DEALT)) as first,
        running(postgres_database, config()) as second,
    ):
        until(lambda: in_outline(second, "T1"), "an outline")
        table = DealtTable(first, "T1", {1: "ann", 6: "bob"}, 5_000_00)
        table.play(1)
        table.wager()
        table.start()
        stood = table.dealer.state
        monkeypatch.setattr(first.engine, "_give_up", lambda: None)
        first.engine.stop()
        until(lambda: "T1" in second.engine.held, "the second holds the lease")
        until(lambda: second.engine.table("T1") == stood, "it has the round, deck and all")
        table.floor = second
        for bot in (table.dealer, *table.bots.values()):
            bot.floor = second
        table.decide()
        table.end()
        wait_for(second, "T1", wagers_open)
        assert audit(second.log, workers=1).fault == ""


@pytest.mark.rule("PRG-19")
def test_a_claim_is_seen_at_every_server(two: tuple[Floor, Floor]) -> None:
    first, second = two
    claim(Bot(first, "T2", DEALER))
    until(lambda: "T2" in second.engine.memory.tables, "the table is known in full")
    until(lambda: caught_up(second, first, "T2"), "all is read")
    assert second.engine.table("T2") == first.engine.table("T2")
    assert len(Desk(second)._present()) == 1


def test_records_of_an_outline_are_checked(two: tuple[Floor, Floor]) -> None:
    first, second = two
    live = Bot(first, "T2", DEALER)
    until(lambda: caught_up(second, first, "T2"), "all is read")
    looked: list[object] = []
    heads = second.log.heads
    before = dict(heads())

    def nothing_new(streams: object = None) -> dict[str, int]:
        looked.append(streams)
        return before

    second.log.heads = nothing_new  # type: ignore[method-assign]
    second.engine.wake()
    until(lambda: bool(looked), "it hears of nothing any more")
    play(live)
    with first.database.begin() as connection:
        last = "(SELECT max(position) FROM records)"
        connection.execute(text(f"UPDATE records SET at = at + 1 WHERE position = {last}"))
    second.log.heads = heads  # type: ignore[method-assign]
    second.engine.wake()
    until(lambda: list(second.damaged()) == ["table T2"], "the damage is found")
    # Nobody knows what it has put in: no jackpot is paid until somebody does.
    assert second.engine.memory.out_of_play("", "link/star") is not None
    second.engine.attend("T2").result(PATIENCE)
    assert [one.damaged for one in Desk(second).tables()] == [False, True]
