"""The engine on both databases: answers, keys, recovery, and what is on disk."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    SUPERVISOR,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)
from tests.floor.told import text_of
from tests.floor.told import told as events_in
from tests.wording import BETWEEN_ROUNDS, reason_of

from longsuit.core.errors import InputError
from longsuit.core.round import commands as ask
from longsuit.floor.config.settings import TableConfig, table_settings
from longsuit.floor.log.record import SCHEMA, Head, fault
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.secrets.keys import KEY_VARIABLE, stored_file, stored_names
from longsuit.floor.secrets.shuffle import check
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.commands import (
    CloseTable,
    SeatPlayer,
    SeatRobot,
    SetTable,
    UnseatPlayer,
)

ANN = Visitor("player", "ann")
DEALT = config(T1={"mode": "dealt", "must_hit": {}}, T2={"game": "hcf", "mode": "dealt"})


def stacks(floor: Floor, table: str) -> dict[int, tuple[str, int]]:
    state = floor.engine.table(table)
    assert state is not None
    return state.seated()


def test_rounds_are_played_and_recovered_to_the_last_answer(database: str) -> None:
    """Stop anywhere, start again: tables, meters and stacks are as the last answer left them."""
    with running(database, DEALT) as floor:
        played = {
            "T1": DealtTable(floor, "T1", {1: "ann", 5: "bob"}, 1_000_00),
            "T2": DealtTable(floor, "T2", {2: "cyd"}, 1_000_00),
        }
        for table in played.values():
            table.play(4)
        played["T1"].wager()
        played["T1"].start()
        # The next round opens by itself: only then does nothing more happen there.
        wait_for(floor, "T2", wagers_open)
        before = dict(floor.engine.memory.tables), dict(floor.engine.memory.meters)
    with running(database, DEALT) as floor:
        assert (floor.engine.memory.tables, floor.engine.memory.meters) == before
        # The same round goes on, with the same cards still to come.
        again = DealtTable.__new__(DealtTable)
        again.floor, again.table = floor, "T1"
        again.dealer = Bot(floor, "T1", DEALER)
        again.bots = {
            s: Bot(floor, "T1", Visitor("player", n)) for s, n in ((1, "ann"), (5, "bob"))
        }
        again.decide(0)
        again.end()
        assert len(again.dealer.state.seated()) == 2


def test_a_key_is_carried_out_once(database: str) -> None:
    """Ten times at once and once more after a restart: one effect, and the same answer."""
    command = SeatPlayer(by=DEALER.actor, seat=3, player="ann", stack=50_00)
    with running(database, DEALT) as floor:
        dealer = Bot(floor, "T1", DEALER)
        wait_for(floor, "T1", wagers_open)
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda _: dealer.ask(command, "one key"), range(10)))
        assert all(answer.ok for answer in answers)
        assert {answer.version for answer in answers} == {answers[0].version}
        assert sum(not answer.again for answer in answers) == 1
        other = SeatPlayer(by=DEALER.actor, seat=4, player="bob", stack=1)
        assert reason_of(dealer.ask(other, "one key")) == "That key belongs to another command."
        records = floor.log.read("table T1")
    with running(database, DEALT) as floor:
        again = Bot(floor, "T1", DEALER).ask(command, "one key")
        assert (again.ok, again.again, again.version) == (True, True, answers[0].version)
        assert floor.log.read("table T1")[: len(records)] == records
        assert stacks(floor, "T1") == {3: ("ann", 50_00)}


def test_a_key_is_needed(sqlite_database: str) -> None:
    with running(sqlite_database, DEALT) as floor:
        for key in (" " * 81, "line\nbreak"):
            answer = Bot(floor, "T1", DEALER).ask(ask.StartRound(by=DEALER.actor), key)
            assert reason_of(answer).startswith(
                "Each command needs a new key of 1 to 80 characters"
            )


def test_the_log_is_a_chain_and_says_who_and_when(database: str) -> None:
    with running(database, DEALT) as floor:
        DealtTable(floor, "T1", {1: "ann"}, 1_000_00).play(2)
        for stream in floor.log.streams():
            head = Head()
            for record in floor.log.each(stream, size=3):
                assert fault(record, head) is None
                head = record.head
                assert record.schema == SCHEMA
                assert record.at > 1_700_000_000_000_000
        who = {record.who for record in floor.log.read("table T1")}
        assert who == {"system", "dealer Dee", "player ann"}


@pytest.mark.rule("TBL-5")
def test_a_shuffle_is_promised_before_words_are_open_and_proved_after(database: str) -> None:
    """The commitment comes when wagers close, and seed and words give every card dealt."""
    with running(database, DEALT) as floor:
        table = DealtTable(floor, "T1", {1: "ann", 2: "bob"}, 1_000_00)
        table.wager()
        early = table.seal(1, "luck")
        opening = table.seal(1, "more luck")
        assert floor.view("T1", Looker()).shuffle.commitment == ""  # type: ignore[union-attr]
        table.start()
        assert (
            reason_of(table.bots[1].ask(early)) == "That is not the word you sealed for this round."
        )
        table.bots[1].must(opening)
        view = floor.view("T1", Looker())
        assert view is not None
        promised = view.shuffle
        assert len(promised.commitment) == 64
        assert [word.word for word in promised.words] == ["more luck"]
        late = table.bots[1].ask(opening)
        assert reason_of(late) == "Not now: the players are deciding."
        table.decide(0)
        table.end()
        told = [events_in(record) for record in floor.log.read("table T1")]
    events = [event for record in told for event in record]
    (opened,) = [event for event in events if event["type"] == "SeedOpened"]
    dealt = [card for event in events if event["type"] == "HandDealt" for card in event["cards"]]
    for kind in ("DealerDealt", "BoardDealt"):
        dealt += [card for event in events if event["type"] == kind for card in event["cards"]]
    assert len(dealt) == 3 * 3 + 4
    found = check("T1", 1, promised.commitment, opened["seed"], promised.words, dealt)
    assert found is None
    dealt[0], dealt[1] = dealt[1], dealt[0]
    assert check("T1", 1, promised.commitment, opened["seed"], promised.words, dealt) is not None


def test_no_secret_is_in_the_log_while_it_is_one(database: str) -> None:
    """Neither the deck nor the seed nor a trigger: only cards that have been dealt."""
    with running(database, DEALT) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        table.wager()
        table.start()
        secrets = {name: one.open() for name, one in floor.engine.memory.secrets.items()}
        assert {"seed T1 1", "trigger T1/must-hit"} <= secrets.keys()
        state = table.dealer.state.round
        assert state is not None
        to_come = state.deck[6:10]
        with floor.database.connect() as connection:
            rows = []
            for name in ("records", "postings", "receipts", "vault", "snapshots", "settings"):
                rows += [
                    repr(tuple(row)) for row in connection.execute(text(f"SELECT * FROM {name}"))
                ]
        everything = "\n".join(rows)
        for secret in secrets.values():
            assert secret.hex() not in everything
            assert repr(secret)[2:-1] not in everything
        assert "DeckShuffled" not in everything
        dealt = [
            event
            for record in floor.log.read("table T1")
            for event in events_in(record)
            if event["type"] in ("HandDealt", "DealerDealt", "BoardDealt")
        ]
        assert not {card for event in dealt for card in event["cards"]} & set(to_come)


@pytest.mark.rule("TBL-7")
def test_settings_change_between_rounds_and_are_recorded(database: str) -> None:
    with running(database, DEALT) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        supervisor = Bot(floor, "T1", SUPERVISOR)
        before = supervisor.state.settings
        changed = TableConfig.model_validate(
            {"id": "T1", "game": "ctf", "mode": "dealt", "must_hit": {}, "face_up": True}
        )
        after, _ = table_settings(changed, floor.config.house)
        change = SetTable(by=SUPERVISOR.actor, settings=after)
        refused = table.dealer.ask(SetTable(by=DEALER.actor, settings=after))
        assert reason_of(refused) == "Only a supervisor may change a table."
        table.wager()
        assert reason_of(supervisor.ask(change)) == BETWEEN_ROUNDS
        table.start()
        table.decide(0)
        table.end()
        wait_for(floor, "T1", wagers_open)
        supervisor.must(change)
        wait_for(floor, "T1", wagers_open)
        assert supervisor.state.settings == after
        (told,) = [
            (record.who, event)
            for record in floor.log.read("table T1")[1:]
            for event in events_in(record)
            if event["type"] == "TableSet"
        ]
        assert told[0] == "supervisor Sue"
        assert told[1]["before"]["setup"]["table"]["face_up"] is before.setup.table.face_up is False
        assert told[1]["after"]["setup"]["table"]["face_up"] is True
        assert stacks(floor, "T1")[1][0] == "ann"


@pytest.mark.rule("TBL-7", "PRG-9")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"progressive_base": 10},
            "T1 cannot share the meter T1/star: its wager is $5.00, and that of T1 is $10.00.",
        ),
        (
            {"mode": "practice"},
            "A table cannot change between practice, dealt and live: close it and open another.",
        ),
        (
            {"mode": "live"},
            "A table cannot change between practice, dealt and live: close it and open another.",
        ),
        (
            {"links": {"star": "T1/heart", "heart": "T1/star"}},
            "T1 cannot share the meter T1/heart: it pays 100% for A-K-Q-J-10 suited, "
            "and T1 100% for 7-card straight flush.",
        ),
        ({"seats": 2}, "Seat 5 is in use: it cannot be removed."),
        ({}, "The table has these settings already."),
    ],
)
def test_what_a_table_keeps(sqlite_database: str, change: dict[str, Any], why: str) -> None:
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        DealtTable(floor, "T1", {5: "ann"}, 1_000_00)
        wanted = {"id": "T1", "game": "ctf", "mode": "dealt", "approval": 0, **change}
        after, _ = table_settings(TableConfig.model_validate(wanted), floor.config.house)
        answer = Bot(floor, "T1", SUPERVISOR).ask(SetTable(by=SUPERVISOR.actor, settings=after))
        assert reason_of(answer) == why


def test_play_money_stays_away_from_real_meters(sqlite_database: str) -> None:
    shared = {"star": "star"}
    tables = config(T1={"mode": "dealt", "links": shared}, P={"links": shared})
    real = tables.model_copy(update={"table": tables.table[:1]})
    with running(sqlite_database, real) as floor:
        answer = floor.open_table(tables.table[1])
        assert reason_of(answer) == "Practice tables share meters with practice tables only."
        assert floor.engine.table("P") is None
        assert floor.engine.memory.meters["star"].tables == {"T1"}


def test_a_lost_key_is_not_replaced(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with running(sqlite_database, DEALT) as floor:
        wait_for(floor, "T1", wagers_open)
    (name,) = stored_names()
    key = stored_file(name)
    content = key.read_bytes()
    assert key.stat().st_mode & 0o077 == 0
    key.unlink()
    with pytest.raises(InputError, match=f"The key {name} of this floor is missing"):
        Floor(sqlite_database, DEALT)
    assert not key.exists()
    key.write_bytes(content)
    with running(sqlite_database, DEALT) as floor:
        assert wagers_open(wait_for(floor, "T1", wagers_open))


def test_a_table_closes_between_rounds(database: str) -> None:
    with running(database, DEALT) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        supervisor = Bot(floor, "T1", SUPERVISOR)
        table.wager()
        refused = supervisor.ask(CloseTable(by=SUPERVISOR.actor))
        assert reason_of(refused) == BETWEEN_ROUNDS
        table.start()
        table.decide(0)
        table.end()
        wait_for(floor, "T1", wagers_open)
        table.dealer.must(UnseatPlayer(by=DEALER.actor, seat=1))
        supervisor.must(CloseTable(by=SUPERVISOR.actor))
        assert "T1" not in floor.tables()
        assert reason_of(table.dealer.ask(ask.StartRound(by=DEALER.actor))).endswith("is closed.")


@pytest.mark.rule("TBL-3")
def test_a_seat_that_takes_too_long_is_given_the_free_action(sqlite_database: str) -> None:
    clock = config(T1={"mode": "dealt", "action_seconds": 1})
    with running(sqlite_database, clock) as floor:
        table = DealtTable(floor, "T1", {1: "ann", 2: "bob"}, 1_000_00)
        table.wager()
        table.start()
        wait_for(floor, "T1", lambda t: t.round is not None and t.round.turn != 1)
        # Others may have taken too long since.
        late = [one for one in floor.log.read("table T1") if '"in_time":false' in text_of(one)]
        assert {record.who for record in late} == {"system"}
        assert '"type":"ActionTaken","seat":1,"action":"check"' in text_of(late[0])


def test_a_practice_table_runs_by_itself(database: str) -> None:
    """A guest and two robots: wagers, and the automatic dealer does the rest."""
    with running(database, config(P={"must_hit": {"seed": 500, "by": "500.40"}})) as floor:
        guest = Visitor("player", "Guest 7", guest=True)
        bot = Bot(floor, "P", guest)
        wait_for(floor, "P", wagers_open)
        bot.must(ask.SitDown(by=guest.actor, seat=2, stack=1_000_00))
        for seat in (1, 3):
            bot.must(SeatRobot(by=guest.actor, seat=seat))
        hits = 0
        for number in range(1, 7):
            wagers = {"ante": 5_00, "xtra": 5_00, "stax": 5_00}
            bot.must(ask.PlaceWagers(by=guest.actor, seat=2, wagers=wagers))
            while True:
                here = wait_for(
                    floor,
                    "P",
                    lambda t, n=number: (  # type: ignore[misc]
                        t.round is not None and (t.round.turn == 2 or t.round.number > n)
                    ),
                )
                assert here.round is not None
                if here.round.number > number:
                    break
                act = "fold" if here.round.decision == 2 else "check"
                bot.must(ask.Act(by=guest.actor, seat=2, action=act))
            wait_for(floor, "P", wagers_open)
        hits = sum("MysteryDrawn" in text_of(record) for record in floor.log.read("table P"))
        # Three wagers of five dollars add 45 cents, more than the whole span: a hit every round.
        assert hits == 6
        assert floor.engine.memory.meters["P/must-hit"].off_by == 0


def test_a_person_is_seated_by_the_dealer_and_robots_stay_away(sqlite_database: str) -> None:
    with running(sqlite_database, DEALT) as floor:
        wait_for(floor, "T1", wagers_open)
        player, dealer = Bot(floor, "T1", ANN), Bot(floor, "T1", DEALER)
        sat = player.ask(ask.SitDown(by=ANN.actor, seat=1, stack=5_00))
        assert reason_of(sat) == "The dealer seats you at this table."
        robot = dealer.ask(SeatRobot(by=DEALER.actor, seat=1))
        assert reason_of(robot) == "Robots sit at practice tables only."
        named = dealer.ask(SeatPlayer(by=DEALER.actor, seat=1, player="Robot 1", stack=5_00))
        assert reason_of(named) == "Names that start with 'Robot' are for robots."
        assert reason_of(Bot(floor, "T9", DEALER).ask(ask.StartRound(by=DEALER.actor))) == (
            "There is no table T9."
        )


def test_commands_that_wait_are_written_together(sqlite_database: str) -> None:
    """While one commit is on its way, the commands of other tables gather for the next."""
    many = config(**{f"T{n}": {"mode": "dealt"} for n in range(8)})
    with running(sqlite_database, many) as floor:
        for n in range(8):
            wait_for(floor, f"T{n}", wagers_open)
        commits = []
        write = floor.log.write
        held = threading.Event()

        def slow(commit: object, *more: object) -> None:
            commits.append(commit)
            if len(commits) == 1:
                held.wait(PATIENCE)
            write(commit, *more)  # type: ignore[arg-type]

        floor.log.write = slow  # type: ignore[method-assign,assignment]
        futures = []
        for n in range(8):
            seat = SeatPlayer(by=DEALER.actor, seat=1, player="ann", stack=1_00)
            futures.append(floor.ask(DEALER, f"T{n}", seat, f"seat {n}"))
        held.set()
        assert all(future.result(PATIENCE).ok for future in futures)
        assert len(commits) < 8
