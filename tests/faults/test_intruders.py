"""Those who try what is not theirs, in the middle of play: refused, and nothing changed."""

import json
import random
import string
import time
from collections import Counter
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.extent import chance, extent
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd, Person, add_people
from tests.faults.processes import ServerProcess, Servers
from tests.faults.tables import DEALT, TABLES, play_through, prepare
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect as connect_and_wait

from longsuit.floor.service.command_json import COMMANDS, example
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import sessions

TRIES = extent(24, 2_000)
MEMBERS = extent(24, 2_000)
SIGNED_OUT = 4401
"""Why a feed is closed whose session has ended."""
AT_A_SEAT = tuple(kind for kind in COMMANDS if "seat" in kind.__struct_fields__)


@pytest.fixture
def server(sqlite_database: str, servers: Servers) -> ServerProcess:
    prepare(sqlite_database)
    add_people(sqlite_database, {"Mal": "player"})
    started = servers.make(sqlite_database, TABLES)
    started.start_and_wait()
    return started


async def try_it(
    crowd: Crowd, headers: dict[str, str], table: str, body: Any, key: str
) -> httpx.Response:
    """A command, once; whatever is said, it is said in a sentence."""
    answer = await crowd.http.post(
        f"{crowd.addresses[0]}/api/tables/{table}/commands",
        json=body,
        headers={**headers, "idempotency-key": key},
    )
    assert set(answer.json()) == {"code", "reason"}, answer.text
    return answer


def check_nothing_came_of_it(database: str, server: ServerProcess, crowd: Crowd) -> None:
    """All that is in the log was asked for by who plays, and the server tells of no mistake."""
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    check_books(database, crowd)


# Without a seat, or without a session


def test_an_intruder_gets_nowhere(
    sqlite_database: str, server: ServerProcess, figures: Figures
) -> None:
    """A player without a seat, forged tokens and nobody try every command in the middle of play."""
    tried: Counter[int] = Counter()
    feeds = 0

    async def intrude(crowd: Crowd) -> None:
        nonlocal feeds
        # Apart from that of the play, which is never quite the same.
        own_chance = chance("forged")
        mal = await crowd.sign_in("player", "Mal")
        token = mal.headers["authorization"].removeprefix("Bearer ")
        # All of them as Mal, then some by anybody.
        tries = [(mal.headers, kind) for kind in own_chance.sample(COMMANDS, len(COMMANDS))]
        tries += [(_forged(own_chance, token), own_chance.choice(COMMANDS)) for _ in range(TRIES)]
        for number, (headers, kind) in enumerate(tries):
            table = own_chance.choice(list(DEALT))
            body = example(kind)
            if "seat" in body:
                body["seat"] = own_chance.randint(1, 4)
            if "player" in body:
                body["player"] = "Mal"
            answer = await try_it(crowd, headers, table, body, f"intruder {number}")
            tried[answer.status_code] += 1
            signed_in = headers == mal.headers
            wanted = (403, 409) if signed_in else (401,)
            assert answer.status_code in wanted, f"{headers and signed_in} {body}: {answer.text}"
            if signed_in:
                _sees_only(await crowd.look(mal, table), 0)
            else:
                await _sees_nothing(crowd, headers, table)
                feeds += 1

    crowd = play_through(intrude, [server.address], chance("intruder"))
    check_nothing_came_of_it(sqlite_database, server, crowd)
    engine = open_database(sqlite_database)
    everyone = {one.who for table in DEALT for one in Log(engine).each(f"table {table}")}
    engine.dispose()
    assert "player Mal" not in everyone
    assert tried[403] and tried[409] and tried[401]
    figures(tried=tried.total(), refused=dict(tried), feeds_refused=feeds)


def _forged(chance_of: random.Random, token: str) -> dict[str, str]:
    """The intruder's own token, one that differs in a letter, one of chance, or none."""
    kind = chance_of.randrange(4)
    if kind == 0:
        at = chance_of.randrange(len(token))
        other = "A" if token[at] != "A" else "B"
        token = token[:at] + other + token[at + 1 :]
    elif kind == 1:
        token = "".join(chance_of.choices(string.ascii_letters + string.digits + "_-", k=43))
    elif kind == 2:
        return {}
    return {"authorization": f"Bearer {token}"}


async def _sees_nothing(crowd: Crowd, headers: dict[str, str], table: str) -> None:
    """Without a session there is neither a table to see nor a feed to follow."""
    at = crowd.addresses[0]
    looked = await crowd.http.get(f"{at}/api/tables/{table}", headers=headers)
    assert looked.status_code == 401 and set(looked.json()) == {"code", "reason"}
    address = f"{at.replace('http', 'ws', 1)}/api/tables/{table}/feed"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=headers, proxy=None, open_timeout=PATIENCE):
            pass
    assert refused.value.response.status_code == 401


def _sees_only(view: Any, own: int) -> int:
    """No card of another seat or the dealer's before its time; how many were hidden."""
    state = view["round"]
    if state is None or state["phase"] != "decisions":
        return 0
    others = [seat for seat in state["seats"] if seat["seat"] != own]
    shown = [card for seat in others for card in seat["cards"]] + state["dealer"]
    assert set(shown) <= {None}, f"{view['id']} shows {shown} to seat {own}"
    assert not any(seat["actions"] for seat in others)
    return len(shown)


# With a seat of their own


def test_players_have_their_own_seats_and_cards_only(
    sqlite_database: str, server: ServerProcess, figures: Figures
) -> None:
    """Each who sits at a table speaks for every other seat there, looks, and listens."""
    tried: Counter[int] = Counter()
    hidden = 0

    async def pry(crowd: Crowd) -> None:
        nonlocal hidden
        own_chance = chance("prying")
        seated = [
            (table, seat, await crowd.sign_in("player", name))
            for table, names in DEALT.items()
            for seat, name in enumerate(names, start=2)
        ]
        for number in range(MEMBERS):
            table, own, player = own_chance.choice(seated)
            body = example(own_chance.choice(AT_A_SEAT))
            body["seat"] = own_chance.choice([seat for seat in range(1, 7) if seat != own])
            answer = await try_it(crowd, player.headers, table, body, f"pry {number}")
            assert answer.status_code in (403, 409), f"{player.name} {body}: {answer.text}"
            tried[answer.status_code] += 1
            hidden += _sees_only(await crowd.look(player, table), own)
            hidden += await _hears_only(crowd, player, table, own)

    crowd = play_through(pry, [server.address], chance("members"))
    check_nothing_came_of_it(sqlite_database, server, crowd)
    assert tried[403] and tried[409] and hidden
    figures(tried=tried.total(), refused=dict(tried), cards_not_shown=hidden)


async def _hears_only(crowd: Crowd, player: Person, table: str, own: int) -> int:
    """What the feed begins with."""
    address = f"{crowd.addresses[0].replace('http', 'ws', 1)}/api/tables/{table}/feed"
    async with connect(
        address, additional_headers=player.headers, proxy=None, open_timeout=PATIENCE
    ) as feed:
        return _sees_only(json.loads(await feed.recv())["view"], own)


# With a session that has ended


@pytest.mark.parametrize("ended", ["expired", "idle", "signed out"])
def test_a_session_that_has_ended_is_refused(
    sqlite_database: str, server: ServerProcess, ended: str
) -> None:
    """Whatever is asked with it; and a feed that was open is closed."""
    said = {"name": "Dee T1", "password": "correct horse battery"}
    with httpx.Client(
        base_url=server.address, trust_env=False, timeout=PATIENCE, verify=PLAIN
    ) as http:
        token = http.post("/api/sessions", json=said).json()["token"]
        http.cookies.clear()
        headers = {"authorization": f"Bearer {token}"}
        feed_at = f"ws://127.0.0.1:{server.port}/api/tables/T1/feed"
        with connect_and_wait(feed_at, additional_headers=headers, proxy=None) as feed:
            feed.recv(timeout=PATIENCE)
            assert http.get("/api/tables/T1", headers=headers).status_code == 200
            if ended == "signed out":
                http.delete("/api/sessions/current", headers=headers)
            else:
                _end_sessions(sqlite_database, ended)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    feed.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == SIGNED_OUT
        body = {"type": "SeatPlayer", "seat": 1, "player": "Zoe", "stack": 5_00}
        answers = [
            http.get("/api/tables/T1", headers=headers),
            http.get("/api/me", headers=headers),
            http.post(
                "/api/tables/T1/commands",
                json=body,
                headers={**headers, "idempotency-key": "too late"},
            ),
        ]
    assert [one.status_code for one in answers] == [401] * 3
    with pytest.raises(InvalidStatus):
        connect_and_wait(feed_at, additional_headers=headers, proxy=None)
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    engine = open_database(sqlite_database)
    keys = {one.command for one in Log(engine).each("table T1")}
    engine.dispose()
    assert "too late" not in keys


def _end_sessions(database: str, how: str) -> None:
    """As after their time, or after a day in which nobody did anything."""
    day = 86_400_000_000
    now = time.time_ns() // 1000
    values = {"expires": now - 1} if how == "expired" else {"used": now - day}
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(sa.update(sessions).values(values))
    engine.dispose()
