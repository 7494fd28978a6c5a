"""Commands over a feed's line: what is done and answered is what HTTP does and answers."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from tests.api.serving import House, heard, heard_until, new_key, open_house, say
from tests.floor.playing import PATIENCE, config, until, with_house
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from longsuit.api import commands
from longsuit.api.routes import feed as feeding
from longsuit.floor.engine.ask import Answer
from longsuit.floor.engine.replies import BUSY, FAILED
from longsuit.floor.service.floor import CommandFailed, Elsewhere, FloorBusy
from longsuit.floor.store import people_rows as store

SIT: Any = {"seat": 1, "stack": 100_000}


def test_a_command_is_done_once_whichever_way_it_comes(fresh: House) -> None:
    guest = fresh.guest()
    before = guest.view("P1")["version"]
    with guest.feed("P1") as feed:
        heard(feed)
        told = say(feed, "SitDown", "one", **SIT)
        done = {"ok": True, "version": before + 1, "again": False}
        assert told == {"key": "one", "status": 200, "answer": done}
        again = {**done, "again": True}
        assert guest.must("P1", "SitDown", "one", **SIT) == again
        assert say(feed, "SitDown", "one", **SIT)["answer"] == again
        guest.must("P1", "SeatRobot", "two", seat=2)
        assert say(feed, "SeatRobot", "two", seat=2)["answer"]["again"] is True
    assert guest.view("P1")["version"] == before + 2


def test_the_line_tells_the_answer_and_the_news(fresh: House) -> None:
    guest = fresh.guest()
    with guest.feed("P1") as feed:
        version = heard(feed)["version"]
        feed.send(json.dumps({"key": "sit", "command": {"type": "SitDown", **SIT}}))
        two = [heard(feed), heard(feed)]
    answer = next(one for one in two if "key" in one)
    news = next(one for one in two if "key" not in one)
    assert answer["answer"]["version"] == news["version"] == version + 1
    assert [event["type"] for event in news["events"]] == ["SeatTaken"]


@pytest.mark.parametrize(
    ("who", "table", "kind", "fields"),
    [
        ("guest", "P1", "SitDown", {"seat": 1, "stack": 1}),
        ("guest", "P1", "SitDown", {"seat": 99, "stack": 100_000}),
        ("guest", "P1", "SitDown", {"seat": 1}),
        ("guest", "P1", "SitDown", {"seat": "1", "stack": 100_000}),
        ("guest", "P1", "SitDown", {"seat": 1, "stack": 100_000, "by": "Eve"}),
        ("guest", "P1", "Fly", {}),
        ("guest", "P1", "SetTable", {}),
        ("guest", "P1", "StartRound", {}),
        ("guest", "D1", "SitDown", SIT),
        ("guest", "P1", "OpenWord", {"seat": 1, "word": "line\nbreak"}),
        ("Pam", "D1", "StartRound", {}),
        ("Dee", "D1", "SeatPlayer", {"seat": 1, "player": "Nobody", "stack": 1000}),
        ("Dee", "D1", "SeatPlayer", {"seat": 1, "player": "Sue", "stack": 1000}),
        ("Abe", "D1", "BeginRound", {}),
    ],
)
def test_refusals_are_those_of_http(
    house: House, who: str, table: str, kind: str, fields: dict[str, Any]
) -> None:
    person = house[who]
    over_http = person.ask(table, kind, **fields)
    with person.feed(table) as feed:
        heard(feed)
        told = say(feed, kind, **fields)
    assert over_http.status_code >= 400
    assert (told["status"], told["answer"]) == (over_http.status_code, over_http.json())


def test_a_key_and_a_moment_have_their_form(house: House) -> None:
    with house.guest().feed("P1") as feed:
        heard(feed)
        for key in ("x" * 81, " a", "caf\xe9"):
            told = say(feed, "SitDown", key, **SIT)
            assert (told["status"], told["answer"]["code"]) == (422, "form")
            assert told["answer"]["reason"].startswith("'key': it has 1 to 80 plain letters")
        feed.send(json.dumps({"key": "", "command": {"type": "SitDown", **SIT}}))
        assert heard_until(feed, lambda message: "key" in message)[-1]["status"] == 422
        told = say(feed, "SitDown", moment="m" * 81, **SIT)
        reason = "'moment': it has 80 characters at most."
        assert (told["status"], told["answer"]["reason"]) == (422, reason)
        told = say(feed, "SitDown", moment="9/idle/wagers/0/0", **SIT)
        assert (told["status"], told["answer"]["code"]) == (412, "moved_on")


def test_what_the_floor_cannot_do_now_is_told_as_over_http(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PATIENCE", 0.05)
    errors: list[Exception | None] = [
        *(FloorBusy(BUSY), CommandFailed(FAILED), Elsewhere("P1"), None, KeyError("the seed")),
    ]
    guest = house.guest()
    with guest.feed("P1") as feed:
        heard(feed)
        for error in errors:
            future: Future[Answer] = Future()
            if error is not None:
                future.set_exception(error)
            monkeypatch.setattr(house.floor, "ask", lambda *_, it=future: it)
            over_http = guest.ask("P1", "SitDown", **SIT)
            told = say(feed, "SitDown", **SIT)
            assert (told["status"], told["answer"]) == (over_http.status_code, over_http.json())
            seconds = int(over_http.headers.get("retry-after", 0))
            assert told.get("retry_after", 0) == seconds, error


def test_the_line_has_the_limits_of_http(tmp_path: Path) -> None:
    tables = with_house(config(P1={"mode": "practice"}), commands_a_minute=3)
    with open_house(str(tmp_path / "floor.db"), tables, people={}) as house:
        guest = house.guest()
        guest.must("P1", "SitDown", **SIT)
        with guest.feed("P1") as feed:
            heard(feed)
            assert [say(feed, "SeatRobot", seat=seat)["status"] for seat in (2, 3)] == [200, 200]
            told = say(feed, "SeatRobot", seat=4)
            assert (told["status"], told["answer"]["code"]) == (429, "too_many")
            assert told["retry_after"] >= 1
            over_http = guest.ask("P1", "SeatRobot", seat=4)
            assert over_http.status_code == 429
    tables = with_house(config(P1={"mode": "practice"}), requests_a_minute=40)
    with open_house(str(tmp_path / "other.db"), tables, people={}) as house:
        guest = house.guest()
        with guest.feed("P1") as feed:
            heard(feed)
            statuses = [say(feed, "StandUp", seat=1)["status"] for _ in range(10)]
    assert statuses[-1] == 429 and 409 in statuses


def test_many_at_once_are_all_answered(fresh: House) -> None:
    """More than are taken at once: the others wait to be read."""
    guest = fresh.guest()
    many = 5 * feeding.MOST_UNDER_WAY
    with guest.feed("P1") as feed:
        heard(feed)
        say(feed, "SitDown", **SIT)
        for number in range(many):
            command = {"type": "SealWord", "seat": 1, "seal": f"{number:064x}"}
            feed.send(json.dumps({"key": f"w{number}", "command": command}))
        answers: dict[str, Any] = {}
        while len(answers) < many:
            told = heard(feed)
            if "key" in told:
                answers[told["key"]] = told["status"]
    assert answers == dict.fromkeys((f"w{number}" for number in range(many)), 200)


def stuck(house: House, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """The floor takes its time over every command from now on; set once one is there."""
    asked = threading.Event()

    def ask(*_: object) -> "Future[Answer]":
        asked.set()
        return Future()

    monkeypatch.setattr(house.floor, "ask", ask)
    return asked


def no_feeds(house: House) -> Callable[[], bool]:
    return lambda: "longsuit_feeds_open 0.0" in house.anyone().get("/metrics").text


def test_who_goes_while_a_command_is_under_way_leaves_nothing(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = stuck(fresh, monkeypatch)
    with fresh.guest().feed("P1") as feed:
        heard(feed)
        feed.send(json.dumps({"key": "k", "command": {"type": "SitDown", **SIT}}))
        assert asked.wait(PATIENCE)
        assert not no_feeds(fresh)()
    until(no_feeds(fresh))


def closed_with(feed: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(1000):
            heard(feed)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.parametrize("way", ["signs out", "is signed out", "elsewhere"])
def test_whoever_is_signed_out_does_nothing_more(
    fresh: House, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(feeding, "CHECK_SECONDS", 0.2)
    monkeypatch.setattr("longsuit.floor.service.sessions.FRESH_SECONDS", 0.1)
    pam = fresh.sign_in("Pam")
    with pam.feed("P1") as feed:
        heard(feed)
        assert say(feed, "SitDown", **SIT)["status"] == 200
        if way == "signs out":
            assert pam.http.delete("/api/sessions/current").status_code == 204
        elif way == "is signed out":
            assert fresh["Ada"].http.post("/api/people/Pam/sign-out").status_code == 200
        else:
            # Another server, or the command line, on the same database.
            assert store.revoke_all(fresh.floor.database, "Pam", fresh.clock()) == 1
            until(lambda: pam.get("/api/me").status_code == 401)
        version = fresh.floor.telling.version("P1")
        key = new_key()
        feed.send(json.dumps({"key": key, "command": {"type": "SeatRobot", "seat": 2}}))
        assert closed_with(feed) == 4401
    assert fresh.floor.telling.version("P1") == version


def test_whoever_plays_over_the_line_stays_signed_in(fresh: House) -> None:
    """A command is use, as over HTTP; watching is not."""
    pam = fresh.sign_in("Pam")
    with pam.feed("P1") as feed:
        heard(feed)
        for number in range(4):
            fresh.clock.now += 3600 * 1_000_000
            assert say(feed, "OpenWord", seat=1, word=str(number))["status"] == 409
    assert pam.get("/api/me").status_code == 200
