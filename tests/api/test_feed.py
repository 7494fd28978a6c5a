"""The feed: told in order, resumed at any version, closed to whoever speaks, lags or is out."""

import asyncio
import base64
import json
import os
import random
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocket
from tests.api.serving import House, heard, heard_until, open_house, served
from tests.floor.playing import PATIENCE, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from longsuit.api.app import make_app
from longsuit.api.routes import feed as feeding
from longsuit.floor.people.identity import AWAY
from longsuit.floor.reads import broadcast, subscriptions
from longsuit.floor.reads.broadcast import Broadcast
from longsuit.floor.reads.table_feed import KEPT, Step
from longsuit.floor.secrets.shuffle import Word, seal_word
from longsuit.floor.service.floor import Visitor
from longsuit.floor.store.people_rows import guests_here
from longsuit.floor.tables import decide
from longsuit.floor.tables.commands import SealWord

SEED = 20260131


def sit_and_play(house: House, table: str = "P1") -> tuple[Any, int]:
    """A guest with a robot for company plays a round; returns the guest and the last version."""
    guest = house.guest()
    guest.must(table, "SitDown", seat=1, stack=100_000)
    guest.must(table, "SeatRobot", seat=4)
    word = Word(1, guest.name, "my own ♥")
    guest.must(table, "SealWord", seat=1, seal=seal_word(table, 1, word))
    guest.must(table, "PlaceWagers", seat=1, wagers={"ante": 500, "xtra": 500, "stax": 500})
    until(lambda: guest.view(table)["round"]["phase"] == "no more bets")
    guest.must(table, "OpenWord", seat=1, word=word.word)
    until(lambda: guest.view(table)["round"]["turn"] == 1)
    guest.must(table, "Act", seat=1, action="bet_3x")
    until(lambda: guest.view(table)["round"]["number"] == 2)
    return guest, guest.view(table)["version"]


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Feeds that look after their session, and say that they are there, all the time."""
    monkeypatch.setattr(feeding, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(feeding, "BEAT_SECONDS", 0.1)


def timeless(message: Any) -> Any:
    """A message at whatever time it is sent."""
    return {**message, "view": {**message["view"], "now": 0}} if "view" in message else message


def test_the_first_message_is_the_table_as_it_is(fresh: House) -> None:
    guest = fresh.guest()
    with guest.feed("P1") as feed:
        first = heard(feed)
    assert timeless(first) == {"version": 2, "view": guest.stand("P1")}


def test_every_record_is_told_once_and_in_order(fresh: House) -> None:
    watcher = fresh.guest()
    with watcher.feed("P1") as feed:
        start = heard(feed)["version"]
        _, last = sit_and_play(fresh)
        news = heard_until(feed, lambda message: message["version"] == last)
    records = [message for message in news if "events" in message]
    assert [message["version"] for message in records] == list(range(start + 1, last + 1))
    assert all(message["change"]["version"] == [message["version"]] for message in records)
    kinds = [event["type"] for message in records for event in message["events"]]
    for kind in (
        "SeatTaken",
        "WordSealed",
        "WagersPlaced",
        "DeckSealed",
        "WordAdded",
        "RoundStarted",
    ):
        assert kind in kinds
    assert kinds[-3:] == ["RoundEnded", "SeedOpened", "RoundBegun"]
    # A bystander is dealt nothing.
    assert "HandDealt" not in kinds and "WagersRegistered" not in kinds


def test_a_cut_at_every_version_loses_and_repeats_nothing(fresh: House) -> None:
    guest, last = sit_and_play(fresh)
    with guest.feed("P1", after=0) as feed:
        assert heard(feed)["version"] == 0
        whole = heard_until(feed, lambda message: message["version"] == last)
    assert [message["version"] for message in whole] == list(range(1, last + 1))
    assert all(set(message) == {"version", "events"} for message in whole)
    for cut in range(last + 1):
        with guest.feed("P1", after=cut) as feed:
            first = heard(feed)
            assert first["version"] == cut and first["view"]["version"] == last
            assert [heard(feed) for _ in range(last - cut)] == whole[cut:], cut


def test_a_feed_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    with open_house(database) as house:
        guest, last = sit_and_play(house)
        with guest.feed("P1", after=0) as feed:
            heard(feed)
            whole = heard_until(feed, lambda message: message["version"] == last)
    with open_house(database, people={}) as house:
        same = house.anyone(guest.token, guest.name)
        for cut in range(0, last, 3):
            with same.feed("P1", after=cut) as feed:
                heard(feed)
                assert [heard(feed) for _ in range(last - cut)] == whole[cut:]
        with same.feed("P1", after=last) as feed:
            heard(feed)
            told = same.must("P1", "SeatRobot", seat=5)
            assert heard(feed)["version"] == told["version"] == last + 1


def test_many_viewers_hear_the_same_while_much_happens(fresh: House) -> None:
    """Feeds that open, and open again, in the middle of things."""
    stop = threading.Event()
    faults: list[str] = []

    def watch(number: int) -> None:
        watcher, version = fresh.guest(), None
        chance = random.Random(SEED + number)
        while not stop.is_set():
            with watcher.feed("P1", after=version) as feed:
                version = heard(feed)["version"]
                for _ in range(chance.randrange(1, 8)):
                    try:
                        message = json.loads(feed.recv(timeout=0.2))
                    except TimeoutError:
                        break
                    if "events" not in message:
                        continue
                    if message["version"] != version + 1:
                        faults.append(f"seed {SEED}: {version} then {message['version']}")
                    version = message["version"]

    threads = [threading.Thread(target=watch, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        player = fresh.guest()
        player.must("P1", "SitDown", seat=1, stack=100_000)
        for number in range(45):
            player.must("P1", "SealWord", seat=1, seal=f"{number:064x}")
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not faults


@pytest.mark.parametrize(
    ("after", "status"),
    [("-1", 422), ("x", 422), ("1.5", 422), ("²", 422), ("9" * 30, 422), ("99", 409)],
)
def test_a_feed_goes_on_only_from_a_record(house: House, after: Any, status: int) -> None:
    with pytest.raises(InvalidStatus) as refused, house.guest().feed("H1", after=after):
        pass
    assert refused.value.response.status_code == status
    assert "reason" in json.loads(refused.value.response.body or b"")


def test_a_feed_needs_a_session_and_a_table(house: House) -> None:
    for caller, table, status in (
        (house.anyone(), "P1", 401),
        (house.anyone("x" * 43), "P1", 401),
        (house.guest(), "T9", 404),
    ):
        with pytest.raises(InvalidStatus) as refused, caller.feed(table):
            pass
        assert refused.value.response.status_code == status


def test_a_browser_page_of_another_site_hears_nothing(house: House) -> None:
    token = house.guest().token
    cookie = {"cookie": f"longsuit={token}"}
    anyone = house.anyone()
    with anyone.feed("P1", additional_headers=cookie, origin=house.address) as feed:
        assert "view" in heard(feed)
    with (
        pytest.raises(InvalidStatus) as refused,
        anyone.feed("P1", additional_headers=cookie, origin="https://evil.example"),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_what_is_too_long_ago_is_not_read_again(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of many records is not read from its beginning for one viewer."""
    monkeypatch.setattr(decide, "MOST_CHANGES", KEPT + 5)
    guest = fresh.guest()
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    visitor = Visitor("player", guest.name, guest=True)
    seals = [f"{number:064x}" for number in range(KEPT + 5)]
    asked = [
        fresh.floor.ask(visitor, "P1", SealWord(by=visitor.actor, seat=1, seal=seal), seal)
        for seal in seals
    ]
    assert all(future.result(PATIENCE).ok for future in asked)
    monkeypatch.setattr(subscriptions, "FEW", 10)
    with pytest.raises(InvalidStatus) as refused, guest.feed("P1", after=3):
        pass
    assert refused.value.response.status_code == 410
    version = guest.view("P1")["version"]
    with guest.feed("P1", after=version - KEPT) as feed:
        assert heard(feed)["version"] == version - KEPT
        assert heard(feed)["version"] == version - KEPT + 1


@pytest.mark.usefixtures("watchful")
def test_a_silent_feed_says_that_it_is_there(fresh: House) -> None:
    with fresh.guest().feed("H1") as feed:
        version = heard(feed)["version"]
        assert [heard(feed) for _ in range(3)] == [{"version": version}] * 3


@pytest.mark.usefixtures("watchful")
@pytest.mark.parametrize("way", ["signs out", "is signed out", "role", "closed", "time"])
def test_a_session_that_ends_takes_its_feeds_along(fresh: House, way: str) -> None:
    pam, ada = fresh.sign_in("Pam"), fresh["Ada"]
    with pam.feed("P1") as feed, ada.feed("P1") as other:
        heard(feed)
        heard(other)
        if way == "signs out":
            assert pam.http.delete("/api/sessions/current").status_code == 204
        elif way == "is signed out":
            assert ada.http.post("/api/people/Pam/sign-out").json() == {"sessions": 1}
        elif way == "role":
            answer = ada.http.patch("/api/people/Pam", json={"role": "dealer"})
            assert answer.status_code == 200
        elif way == "closed":
            assert ada.http.patch("/api/people/Pam", json={"active": False}).status_code == 200
        else:
            # Watching is not use: the session lies idle for two hours, however long it watches.
            fresh.clock.now += 3 * 3600 * 1_000_000
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(1000):
                heard(feed)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        assert closed.value.rcvd.reason == "The session has ended."
        if way != "time":
            heard(other)


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Feeds that look after themselves far less often than the bell rings."""
    monkeypatch.setattr(feeding, "CHECK_SECONDS", 0.3)
    monkeypatch.setattr(feeding, "BEAT_SECONDS", 0.3)


@contextmanager
def ringing(house: House, table: str) -> Iterator[None]:
    """A bell that does not rest: a floor so busy that there is no quiet moment at a table."""
    stop = threading.Event()

    def ring() -> None:
        while not stop.wait(0.002):
            for listener in list(house.floor.telling._listeners.get(table, ())):
                listener(Step(0, ()))

    ringer = threading.Thread(target=ring)
    ringer.start()
    try:
        yield
    finally:
        stop.set()
        ringer.join()


@pytest.mark.usefixtures("busy")
def test_on_a_busy_floor_whoever_is_signed_out_hears_no_more(fresh: House) -> None:
    pam = fresh.sign_in("Pam")
    with pam.feed("P1") as feed, ringing(fresh, "P1"):
        heard(feed)
        assert pam.http.delete("/api/sessions/current").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(1000):
                heard(feed)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


@pytest.mark.usefixtures("busy")
def test_on_a_busy_floor_a_guest_who_watches_keeps_the_seat(fresh: House) -> None:
    guest = fresh.guest()
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    with guest.feed("P1") as feed, ringing(fresh, "P1"):
        heard(feed)
        fresh.clock.now += AWAY

        def is_seen() -> bool:
            return guests_here(fresh.floor.database, {guest.name}, fresh.clock()) == {guest.name}

        assert not is_seen()
        until(is_seen)


@pytest.mark.usefixtures("busy")
def test_on_a_busy_floor_a_silent_feed_says_that_it_is_there(fresh: House) -> None:
    with fresh.guest().feed("H1") as feed, ringing(fresh, "H1"):
        version = heard(feed)["version"]
        assert [heard(feed) for _ in range(3)] == [{"version": version}] * 3


@pytest.mark.usefixtures("watchful")
def test_a_viewer_who_reads_slowly_is_signed_out_all_the_same(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message is still on its way to them, and the session is looked after meanwhile."""
    pam = fresh.sign_in("Pam")
    under_way = threading.Event()

    async def never(_feed: object, *_: object) -> None:
        under_way.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(feeding.Feed, "_tell_news", never)
    with pam.feed("P1") as feed:
        heard(feed)
        assert under_way.wait(PATIENCE)
        assert pam.http.delete("/api/sessions/current").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            heard(feed)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


@pytest.mark.parametrize(
    "said",
    [
        *("hello", b"hello", '{"type":"SitDown"}', b"", "x" * 4000, "[" * 4000, "null", "[]"),
        *('{"key": 1, "command": {}}', '{"key": "k"}', '{"key": "k", "command": {}, "by": "Eve"}'),
        b'{"key": "k", "command": {"type": "SitDown", "seat": 1, "stack": 100000}}',
    ],
)
def test_what_is_no_command_ends_a_feed(fresh: House, said: str | bytes) -> None:
    guest = fresh.guest()
    before = guest.stand("P1")
    with guest.feed("P1") as feed:
        heard(feed)
        feed.send(said)
        with pytest.raises(ConnectionClosed) as closed:
            heard(feed)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1003
    assert guest.stand("P1") == before


def test_a_huge_frame_is_not_even_read(fresh: House) -> None:
    guest = fresh.guest()
    with guest.feed("P1") as feed:
        heard(feed)
        with pytest.raises(ConnectionClosed) as closed:
            feed.send("x" * 1_000_000)
            heard(feed)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


@contextmanager
def raw_feed(house: House, token: str, *, buffer: int = 0) -> Iterator[socket.socket]:
    """A feed by hand: the handshake is done, and what follows is the test's."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    with socket.socket() as line:
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(PATIENCE)
        line.connect((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /api/tables/P1/feed HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        yield line


def test_random_bytes_change_nothing(fresh: House) -> None:
    chance = random.Random(SEED)
    guest = fresh.guest()
    before = guest.stand("P1")
    for number in range(40):
        with raw_feed(fresh, guest.token) as line:
            noise = chance.randbytes(chance.choice([1, 2, 7, 125, 126, 4000, 70_000]))
            if chance.random() < 0.5:
                # The first byte of a real frame, so that more of the rest is looked at.
                noise = bytes([chance.choice([0x81, 0x82, 0x88, 0x89, 0x8A, 0x01, 0x00])]) + noise
            try:
                line.sendall(noise)
                line.shutdown(socket.SHUT_WR)
                while line.recv(65536):
                    pass
            except OSError as error:
                assert not isinstance(error, TimeoutError), f"seed {SEED}, number {number}"
    assert guest.stand("P1") == before, f"seed {SEED}"
    assert guest.get("/health").json()["ready"]
    until(lambda: "longsuit_feeds_open 0.0" in guest.get("/metrics").text)


def test_a_viewer_who_does_not_read_is_let_go(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing piles up for them, and nobody else waits."""
    monkeypatch.setattr(feeding, "SLOW_SECONDS", 0.2)
    encode = broadcast.encode
    monkeypatch.setattr(broadcast, "encode", lambda told: encode(told) + " " * 4000)
    app = make_app(fresh.floor, clock=fresh.clock)
    with served(app, send_buffer=4096) as address:
        here = House(fresh.floor, address, fresh.clock)
        guest = here.guest()
        guest.must("P1", "SitDown", seat=1, stack=100_000)
        with raw_feed(here, guest.token, buffer=4096), guest.feed("P1") as feed:
            start = heard(feed)["version"]
            for number in range(45):
                told = guest.must("P1", "SealWord", seat=1, seal=f"{number:064x}")
                # Whoever does read reads each in its time, also on a busy machine.
                assert heard(feed)["version"] == told["version"] == start + number + 1
            until(lambda: "longsuit_feeds_dropped_total 1.0" in guest.get("/metrics").text)
            until(lambda: "longsuit_feeds_open 1.0" in guest.get("/metrics").text)
        here.close()


def test_a_session_has_so_many_feeds(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeding, "MOST_FEEDS", 2)
    guest = fresh.guest()
    with guest.feed("P1") as one, guest.feed("D1") as two:
        heard(one)
        heard(two)
        with pytest.raises(InvalidStatus) as refused, guest.feed("H1"):
            pass
        assert refused.value.response.status_code == 429
        with fresh.guest().feed("H1") as other:
            heard(other)
    until(lambda: "longsuit_feeds_open 0.0" in guest.get("/metrics").text)
    with guest.feed("H1") as feed:
        heard(feed)


def test_a_meter_that_moves_is_told_without_a_record(fresh: House) -> None:
    watcher, sue = fresh.guest(), fresh["Sue"]
    with watcher.feed("D1") as feed:
        first = heard(feed)
        answer = sue.http.post(
            "/api/meters/D1/star/corrections",
            json={
                "part": "meter",
                "amount": 1_000_000,
                "reason": "a test",
                "second": "Sam",
                "password": "correct horse battery",
            },
            headers={"idempotency-key": "c"},
        )
        assert answer.status_code == 200
        message = heard(feed)
    assert set(message) == {"version", "change"} and message["version"] == first["version"]
    (star,) = (at for at, one in enumerate(first["view"]["meters"]) if one["name"] == "star")
    value = first["view"]["meters"][star]["value"] + 100
    assert message["change"]["meters"] == {str(star): {"value": [value]}}


def test_a_meter_that_moves_rings_only_the_tables_that_have_it(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    advance = Broadcast.advance

    def noted(channel: Broadcast) -> None:
        looked.append(channel._table)
        advance(channel)

    monkeypatch.setattr(Broadcast, "advance", noted)
    with fresh.guest().feed("D1") as concerned, fresh.guest().feed("H1") as other:
        heard(concerned)
        heard(other)
        until(lambda: {"D1", "H1"} <= set(looked))
        looked.clear()
        correction = {"part": "meter", "amount": 1_000_000, "reason": "a test"}
        second = {"second": "Sam", "password": "correct horse battery"}
        answer = fresh["Sue"].http.post(
            "/api/meters/D1/star/corrections",
            json={**correction, **second},
            headers={"idempotency-key": "c"},
        )
        assert answer.status_code == 200
        assert "meters" in heard(concerned)["change"]
    assert set(looked) == {"D1"}


@pytest.mark.usefixtures("watchful")
def test_a_record_that_nobody_was_told_of_is_found_in_the_log(fresh: House) -> None:
    """After a commit whose end the engine did not see, it reads the log and tells nobody."""
    watcher, dee = fresh.guest(), fresh["Dee"]
    with watcher.feed("D1") as feed:
        start = heard(feed)["version"]
        listeners = fresh.floor.engine._listeners
        kept = list(listeners)
        listeners.clear()
        dee.must("D1", "SeatPlayer", seat=1, player="Pam", stack=10_000)
        listeners.extend(kept)
        first = heard_until(feed, lambda message: "events" in message)[-1]
        dee.must("D1", "SeatPlayer", seat=2, player="Pete", stack=10_000)
        second = heard_until(feed, lambda message: "events" in message)[-1]
    assert [first["version"], second["version"]] == [start + 1, start + 2]
    assert first["events"] == [{"type": "SeatTaken", "seat": 1, "player": "Pam", "stack": 10_000}]


def test_a_stop_of_the_server_closes_the_feeds(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "floor.db")) as house:
        opened = ExitStack()
        feed = opened.enter_context(house.guest().feed("P1"))
        heard(feed)
    with opened, pytest.raises(ConnectionClosed) as closed:
        heard(feed)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_feeds_that_come_at_once_are_counted(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is being accepted has its place already."""
    monkeypatch.setattr(feeding, "MOST_FEEDS", 1)
    accept = WebSocket.accept
    came, go = threading.Event(), threading.Event()

    async def held_up(socket: WebSocket) -> None:
        """The first waits before it is accepted; a second, were there one, would not."""
        first = not came.is_set()
        came.set()
        while first and not go.is_set():
            await asyncio.sleep(0.01)
        await accept(socket)

    monkeypatch.setattr(WebSocket, "accept", held_up)
    guest = fresh.guest()

    def come(table: str) -> int:
        try:
            with guest.feed(table) as feed:
                heard(feed)
        except InvalidStatus as refused:
            return refused.response.status_code
        return 200

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(come, "P1")
        try:
            assert came.wait(PATIENCE)
            assert come("D1") == 429
        finally:
            go.set()
        assert first.result() == 200
