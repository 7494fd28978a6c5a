"""Several servers on one PostgreSQL database: shared meters, one runner a table, take-over."""

import threading
from contextlib import ExitStack

import psycopg
import pytest
from sqlalchemy import text
from tests.floor.playing import (
    DEALER,
    Bot,
    DealtTable,
    config,
    running,
    until,
    wagers_open,
    wait_for,
)
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.floor.engine.engine import Engine
from longsuit.floor.service import floor
from longsuit.floor.service.floor import Elsewhere, Floor
from longsuit.floor.store import notify

STAX = ("star", "spade", "heart", "diamond")
LINKS = {name: f"link/{name}" for name in STAX}
ONE = config(T1={"mode": "dealt", "links": LINKS})
TWO = config(T2={"mode": "live", "links": LINKS}, T3={"mode": "dealt", "links": LINKS})


def test_a_floor_that_cannot_start_says_why(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has not come to listen to the others yet, and is stopped all the same."""

    def fail(_: Engine) -> None:
        raise InputError("It cannot start.")

    monkeypatch.setattr(Engine, "start", fail)
    with pytest.raises(InputError, match="It cannot start"), running(postgres_database, ONE):
        pass


def test_servers_share_their_meters_to_the_mite(postgres_database: str) -> None:
    """Both play at once: each contribution is there, and both servers see the same meters."""
    with running(postgres_database, ONE) as a, running(postgres_database, TWO) as b:
        first = DealtTable(a, "T1", {1: "ann", 2: "bob"}, 5_000_00)
        third = DealtTable(b, "T3", {4: "cyd"}, 5_000_00)
        threads = [threading.Thread(target=t.play, args=(12,)) for t in (first, third)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # 2.00% of five dollars for each of 36 wagers: ten cents each. Each server hears of the
        # other's last rounds a moment after they are acknowledged.
        grown = (10_000_00 + 36 * 10) * MITES

        def all_is_seen() -> bool:
            here, there = a.meters(), b.meters()
            return here == there and here["link/star"].value == grown

        until(all_is_seen, "both see every contribution")
        star = a.meters()["link/star"]
        assert all(meter.off_by == 0 for meter in b.meters().values())
        assert set(star.tables) == {"T1", "T2", "T3"}


@pytest.mark.rule("PRG-9")
def test_a_hit_at_one_server_is_seen_at_the_other(postgres_database: str) -> None:
    with running(postgres_database, ONE) as a, running(postgres_database, TWO) as b:
        live = Bot(b, "T2", DEALER)
        by = DEALER.actor
        live.must(touch.TurnLight(by=by, seat=3, on=True))
        live.must(ask.StartRound(by=by))
        live.must(touch.ChooseSeat(by=by, seat=3))
        live.must(touch.ChooseHand(by=by, hand="6-card straight flush"))
        live.must(touch.PendingJackpot(by=by))

        def hit_is_seen() -> bool:
            spade = a.meters()["link/spade"]
            return [hit.amount for hit in spade.hits] == [2_500_00]

        until(hit_is_seen, "the hit at T2 is seen by the server of T1")
        # While it is pending there, the restarted meter grows here.
        DealtTable(a, "T1", {1: "ann"}, 5_000_00).play(1)
        spade = a.meters()["link/spade"]
        assert (spade.value, spade.pending_mites) == (2_500_25 * MITES, 2_500_00 * MITES)


def test_a_transaction_that_stays_open_holds_up_no_news(postgres_database: str) -> None:
    """Whoever has one open, be it in another database of the same PostgreSQL."""
    with running(postgres_database, ONE) as a, running(postgres_database, TWO) as b:
        table = DealtTable(a, "T1", {1: "ann"}, 5_000_00)
        with psycopg.connect(postgres_database) as idle:
            idle.execute("CREATE TABLE somebody_elses (one int)")
            table.play(1)
            grown = a.meters()["link/star"].value
            assert grown > 10_000_00 * MITES
            until(
                lambda: b.meters()["link/star"].value == grown,
                "the other server sees the contribution",
            )
            head = a.engine.memory.heads["table T1"]
            until(
                lambda: b.engine.memory.heads["table T1"].version >= head.version,
                "and the round",
            )
            idle.rollback()


def test_notices_that_are_lost_are_made_up_for(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pooler may swallow them: the servers look by themselves."""
    monkeypatch.setattr(notify, "_NOTIFY", text("SELECT :channel, :notice"))
    with running(postgres_database, ONE) as a, running(postgres_database, TWO) as b:
        DealtTable(a, "T1", {1: "ann"}, 5_000_00).play(1)
        grown = a.meters()["link/star"].value
        assert grown > 10_000_00 * MITES
        until(lambda: b.meters()["link/star"].value == grown, "the other sees it")


def test_a_table_is_run_by_one_server(postgres_database: str) -> None:
    with running(postgres_database, ONE) as a, running(postgres_database, ONE) as b:
        wait_for(a, "T1", wagers_open)
        until(lambda: b.engine.memory.known("T1") is not None, "the other knows the table")
        assert "T1" in a.engine.held
        assert "T1" not in b.engine.held
        with pytest.raises(Elsewhere):
            Bot(b, "T1", DEALER).ask(ask.StartRound(by=DEALER.actor))


def test_another_server_takes_over_and_goes_on_with_the_round(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first stops without a word, as if killed. Its lease runs out, and the second goes on."""
    monkeypatch.setattr(floor, "LEASE_SECONDS", 3600.0)
    with ExitStack() as both:
        a = both.enter_context(running(postgres_database, ONE))
        wait_for(a, "T1", wagers_open)
        # The second looks for leases often; that of the first runs out when it is to.
        monkeypatch.setattr(floor, "LEASE_SECONDS", 1.0)
        b = both.enter_context(running(postgres_database, ONE))
        table = DealtTable(a, "T1", {1: "ann", 6: "bob"}, 5_000_00)
        table.wager()
        table.start()
        cards = table.dealer.state
        monkeypatch.setattr(a.engine, "_give_up", lambda: None)
        a.engine.stop()
        with psycopg.connect(postgres_database, autocommit=True) as line:
            line.execute("UPDATE leases SET expires = 0 WHERE name = 'T1'")
        until(lambda: "T1" in b.engine.held, "the second holds the lease")
        until(lambda: b.engine.table("T1") == cards, "the second has the round, deck and all")
        table.floor = b
        for bot in (table.dealer, *table.bots.values()):
            bot.floor = b
        table.decide(0)
        table.end()
        wait_for(b, "T1", wagers_open)


def test_a_server_that_was_asleep_cannot_write_any_more(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still believes to hold the table: the fence stops it, and it learns the truth."""
    monkeypatch.setattr(floor, "LEASE_SECONDS", 1.0)
    with running(postgres_database, ONE) as a:
        wait_for(a, "T1", wagers_open)
        monkeypatch.setattr(a.engine, "_renew", lambda: None)
        with running(postgres_database, ONE) as b:
            until(lambda: "T1" in b.engine.held, "the lease has run out")
            with pytest.raises(Elsewhere):
                Bot(a, "T1", DEALER).ask(ask.CancelRound(by=DEALER.actor))
            assert "T1" not in a.engine.held
            Bot(b, "T1", DEALER).must(ask.CancelRound(by=DEALER.actor))


def test_a_sqlite_floor_has_one_server(sqlite_database: str) -> None:
    with running(sqlite_database, ONE), pytest.raises(InputError, match="Another server runs"):
        Floor(sqlite_database, ONE)


def test_linked_tables_of_other_terms_are_refused(postgres_database: str) -> None:
    other = config(T9={"mode": "dealt", "links": LINKS, "progressive_base": 10})
    why = "T9 cannot share the meter link/star: its wager is $5.00, and that of T9 is $10.00."
    with running(postgres_database, ONE), running(postgres_database, config()) as b:
        assert reason_of(b.open_table(other.table[0])) == why
        assert b.engine.table("T9") is None
        # A server that is to open it does not start.
        refused = Floor(postgres_database, other)
        with pytest.raises(InputError, match=why.replace("$", "[$]")):
            refused.start()
        refused.stop()
