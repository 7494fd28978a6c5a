"""Who listens is told every record once and in order, whatever the engine forgot to tell."""

import random
from pathlib import Path
from typing import Any

import pytest
from tests.floor.playing import DEALER, Bot, config, running, wagers_open, wait_for

from longsuit.floor.reads.table_feed import Step
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.service.floor import Floor
from longsuit.floor.tables.commands import SeatPlayer, UnseatPlayer

SEED = 20260131
TABLES = config(T1={"mode": "dealt"})


def some_records(floor: Floor, number: int) -> None:
    dealer = Bot(floor, "T1", DEALER)
    for _ in range(number):
        seated = dealer.state.seated()
        if 1 in seated:
            dealer.must(UnseatPlayer(by=DEALER.actor, seat=1))
        else:
            dealer.must(SeatPlayer(by=DEALER.actor, seat=1, player="Pam", stack=100))


def plain(steps: list[Step]) -> list[tuple[int, list[Any]]]:
    return [(step.version, step.for_looker(Looker("dealer", "Dee"))) for step in steps]


def test_what_was_not_told_repeated_or_out_of_order_is_set_right(tmp_path: Path) -> None:
    """The engine's news are dropped, doubled and delayed at random; listeners see none of it."""
    chance = random.Random(SEED)
    with running(str(tmp_path / "floor.db"), TABLES) as floor:
        wait_for(floor, "T1", wagers_open)
        heard: list[Step] = []
        start = floor.telling.version("T1")
        floor.telling.listen("T1", heard.append)
        told: list[Any] = []
        listeners = floor.engine._listeners
        listeners[:] = [told.append]
        some_records(floor, 40)
        tell = floor.telling.tell
        for news in told:
            for _ in range(chance.choice([0, 1, 1, 2])):
                tell(news)
        tell(told[3])
        tell({"table T1": []})
        if floor.telling.is_behind("T1"):
            floor.telling.keep_up("T1")
        listeners[:] = [tell]
        some_records(floor, 3)
        assert [step.version for step in heard] == list(range(start + 1, start + 44)), SEED
        assert plain(heard) == plain(floor.telling.since("T1", start))
        assert not floor.telling.is_behind("T1")


def test_after_a_start_the_first_record_is_told_too(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    with running(database, TABLES) as floor:
        wait_for(floor, "T1", wagers_open)
        some_records(floor, 2)
        last = floor.telling.version("T1")
    with running(database, TABLES) as floor:
        heard: list[Step] = []
        floor.telling.listen("T1", heard.append)
        assert floor.telling.version("T1") == last
        some_records(floor, 1)
        assert [step.version for step in heard] == [last + 1]
        assert plain(floor.telling.since("T1", last)) == plain(heard)
        assert len(floor.telling.since("T1", 0)) == last + 1


def test_one_listener_that_stumbles_harms_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(str(tmp_path / "floor.db"), TABLES) as floor:
        wait_for(floor, "T1", wagers_open)
        heard: list[Step] = []

        def stumbles(_step: Step) -> None:
            raise KeyError("not this")

        stop = floor.telling.listen("T1", stumbles)
        floor.telling.listen("T1", heard.append)
        some_records(floor, 2)
        stop()
        some_records(floor, 1)
        assert len(heard) == 3


def test_a_view_never_says_that_it_is_newer_than_it_is(tmp_path: Path) -> None:
    """Between a commit and the news of it a view may show more than its version says."""
    with running(str(tmp_path / "floor.db"), TABLES) as floor:
        wait_for(floor, "T1", wagers_open)
        before = floor.view("T1", Looker())
        listeners = floor.engine._listeners
        kept = list(listeners)
        listeners.clear()
        some_records(floor, 1)
        after = floor.view("T1", Looker())
        assert before is not None and after is not None
        assert after.version == before.version and after.round != before.round
        listeners.extend(kept)
        some_records(floor, 1)
        assert [step.version for step in floor.telling.since("T1", after.version)] == [
            after.version + 1,
            after.version + 2,
        ]
