"""Two servers of one floor: whichever is asked, the one that runs the table does it.

A page may speak to its own server only (its content security policy says so), so nobody is sent
to another address.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, cast

import httpx
import pytest
from cryptography.fernet import Fernet
from tests.api.serving import House, heard, heard_until, new_key, open_house, say
from tests.floor.playing import PATIENCE, config, until
from tests.plain_http import PLAIN
from websockets.exceptions import ConnectionClosed

from longsuit.api.admission import Gate
from longsuit.api.rate_limits import address_of
from longsuit.api.routes import feed as feeding
from longsuit.api.turnstile import Turnstile
from longsuit.cli.serve import open_listener
from longsuit.core.round.commands import SYSTEM, Actor, SitDown
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service import peers, sessions
from longsuit.floor.service.peers import Letter
from longsuit.floor.service.post import HttpPost

FIRST = config(P1={"mode": "practice"})
SECOND = config(L1={"mode": "live"})
PEOPLE: Any = {"Sue": "supervisor", "Dee": "dealer"}


@contextmanager
def server(
    database: str, tables: FloorConfig, people: Any = None, *, known: bool = True
) -> Iterator[House]:
    """A server that tells the others its address, if they are to know it."""
    listener = open_listener("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}" if known else ""
    with open_house(database, tables, people=people or {}, address=address, at=listener) as house:
        yield house


@contextmanager
def two(database: str, *, known: bool = True) -> Iterator[tuple[House, House]]:
    """The first runs P1, the second L1, and each knows of both."""
    with (
        server(database, FIRST, PEOPLE, known=known) as a,
        server(database, SECOND, known=known) as b,
    ):
        until(lambda: a.floor.tables() == ["L1", "P1"], "the first knows both")
        until(lambda: b.floor.tables() == ["L1", "P1"], "and the second")
        assert (set(a.floor.engine.held), set(b.floor.engine.held)) == ({"P1"}, {"L1"})
        yield a, b


def test_a_command_is_done_wherever_it_is_sent(postgres_database: str) -> None:
    with two(postgres_database) as (a, b):
        guest = b.guest()
        sit: Any = {"seat": 1, "stack": 100_000}
        first = guest.ask("P1", "SitDown", "sit", **sit)
        assert (first.status_code, first.json()["again"]) == (200, False), first.text
        # The same at either server, once: also where the answer was lost on the way.
        assert guest.ask("P1", "SitDown", "sit", **sit).json()["again"] is True
        here = a.anyone(guest.token)
        assert here.ask("P1", "SitDown", "sit", **sit).json()["again"] is True
        assert here.view("P1")["round"]["seats"][0]["player"] == guest.name
        # What happens at one server is heard at the other.
        with guest.feed("P1") as feed:
            heard(feed)
            here.must("P1", "SealWord", seat=1, seal="ab" * 32)
            told = heard_until(feed, lambda message: message.get("events"))
            assert told[-1]["events"][0]["type"] == "WordSealed"
        # A feed's line takes commands for a table that another server runs.
        with guest.feed("P1") as feed:
            heard(feed)
            assert say(feed, "SitDown", "sit", **sit)["answer"]["again"] is True
            told = say(feed, "SeatRobot", "robot", seat=2)
            assert (told["status"], told["answer"]["again"]) == (200, False)
            assert here.ask("P1", "SeatRobot", "robot", seat=2).json()["again"] is True
            no = say(feed, "SitDown", **sit)
            assert (no["status"], no["answer"]) == (409, here.ask("P1", "SitDown", **sit).json())
        # What the rules refuse is refused in the same words, and what is too late as well.
        late = guest.ask("P1", "SitDown", **sit)
        assert (late.status_code, late.json()) == (409, here.ask("P1", "SitDown", **sit).json())
        headers = {"idempotency-key": new_key(), "if-moment": "9/idle/wagers/0/0"}
        body = {"type": "StandUp", "seat": 1}
        gone = guest.http.post("/api/tables/P1/commands", json=body, headers=headers)
        assert gone.status_code == 412


def test_a_table_is_set_and_closed_from_the_other_server(postgres_database: str) -> None:
    with two(postgres_database) as (a, _b):
        sue = a["Sue"]
        body = {"id": "L1", "name": "By the sea", "game": "ctf", "mode": "live", "approval": 0}
        body |= {"must_hit": {}}
        put = sue.http.put("/api/tables/L1", json=body, headers={"idempotency-key": new_key()})
        assert put.status_code == 200, put.text
        until(lambda: sue.fixed("L1")["name"] == "By the sea", "the change is seen here")
        end = sue.http.delete("/api/tables/L1", headers={"idempotency-key": new_key()})
        assert end.status_code == 200, end.text


def test_what_is_passed_on_does_not_wait_in_a_crowd(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two(postgres_database) as (_a, b):
        guest = b.guest()

        async def crowded(_turnstile: Turnstile) -> None:
            raise AssertionError("a command waits among others")

        monkeypatch.setattr(Turnstile, "enter", crowded)
        assert guest.ask("P1", "SitDown", seat=1, stack=100_000).status_code == 200


def test_who_is_signed_out_at_one_server_is_out_at_the_other(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In seconds; here in tenths of them."""
    monkeypatch.setattr(sessions, "FRESH_SECONDS", 0.1)
    monkeypatch.setattr(feeding, "CHECK_SECONDS", 0.1)
    with two(postgres_database) as (a, b):
        guest = b.guest()
        sit: Any = {"seat": 1, "stack": 100_000}
        with guest.feed("P1") as feed:
            heard(feed)
            assert say(feed, "SitDown", **sit)["status"] == 200
            assert a.anyone(guest.token).http.delete("/api/sessions/current").status_code == 204
            until(lambda: guest.get("/api/me").status_code == 401, "HTTP is cut off")
            with pytest.raises(ConnectionClosed) as closed:
                heard_until(feed, lambda _message: False)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_a_server_that_told_no_address_is_not_reached(postgres_database: str) -> None:
    with two(postgres_database, known=False) as (_a, b):
        answer = b.guest().ask("P1", "SitDown", seat=1, stack=100_000)
        assert answer.status_code == 421
        sentence = "Another server runs this table, and it cannot be reached from here."
        assert answer.json()["reason"] == sentence


def test_a_server_that_has_gone_is_asked_for_again(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease has not run out yet: the client is told to send the same again."""
    with two(postgres_database) as (_a, b):
        nobody = "http://127.0.0.1:9"
        assert b.floor.peers is not None
        monkeypatch.setattr(b.floor.peers, "_owner", lambda _table: nobody)
        answer = b.guest().ask("P1", "SitDown", seat=1, stack=100_000)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert "send it again with the same key" in answer.json()["reason"]


def test_only_servers_of_the_floor_pass_things_on(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[str] = []
    monkeypatch.setattr(Gate, "recognise_peer", lambda _gate, one: known.append(address_of(one)))
    letter = Letter("player", "Pam", False, SitDown(by=SYSTEM, seat=1, stack=1), "k", "P1")
    told = peers._encoder.encode(letter)
    with (
        server(postgres_database, FIRST) as house,
        httpx.Client(base_url=house.address, timeout=PATIENCE, verify=PLAIN) as http,
    ):
        assert house.floor.peers is not None
        own = house.floor.peers._safe
        late = own._fernet.encrypt_at_time(told, 1_700_000_000)
        bad = [b"", told, Safe(Fernet.generate_key()).seal(told), late, own.seal(b"{}")]
        for body in bad:
            answer = http.post("/api/peer", content=body)
            assert (answer.status_code, "reason" in answer.json()) == (403, True)
            assert not known
        # Nor does a server speak for somebody other than who asked it.
        other = Letter(
            "player", "Pam", False, SitDown(by=Actor("player", "Eve"), seat=1, stack=1), "k", "P1"
        )
        for one in (letter, other):
            sealed = http.post("/api/peer", content=own.seal(peers._encoder.encode(one)))
            reply = peers._reply.decode(own.open(sealed.content, 60) or b"")
            assert reply.answer is not None and not reply.answer.ok
        assert known == ["127.0.0.1"] * 2


def test_a_floor_in_a_file_has_no_such_door(fresh: House) -> None:
    assert fresh.anyone().http.post("/api/peer", content=b"x").status_code == 403


def test_commands_are_passed_on_over_one_line(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept, and opened anew where the other side has closed it."""
    opened: list[object] = []
    connect = HTTPConnection.connect

    def noted(line: HTTPConnection) -> None:
        if threading.current_thread().name.startswith("peers"):
            opened.append(line)
        connect(line)

    monkeypatch.setattr(HTTPConnection, "connect", noted)
    with two(postgres_database) as (_, b):
        guest = b.guest()
        guest.must("P1", "SitDown", seat=1, stack=100_000)
        for seal in ("11" * 32, "22" * 32):
            guest.must("P1", "SealWord", seat=1, seal=seal)
        assert len(opened) == 1
        peering = b.floor.peers
        assert peering is not None
        ((_, line),) = cast("HttpPost", peering._post)._lines
        line.sock.shutdown(socket.SHUT_RDWR)
        guest.must("P1", "SealWord", seat=1, seal="33" * 32)
        assert len(opened) == 2
