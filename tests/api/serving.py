"""A floor behind a real server on the loopback, and people who call it."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any

import httpx
import uvicorn
from tests.floor.playing import PATIENCE, config, known_chance, lay_tables, with_house
from tests.plain_http import PLAIN
from websockets.sync.client import ClientConnection, connect

from longsuit.api.admission import Gate
from longsuit.api.app import make_app
from longsuit.cli.serve import open_listener
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.people.identity import Role
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.people_rows import add_person
from longsuit.floor.tables.automation import AT_ONCE, Pace
from longsuit.workers.pool import Pool

PASSWORD = "correct horse battery"
TABLES = with_house(
    config(
        P1={"mode": "practice", "must_hit": {}},
        D1={"mode": "dealt", "must_hit": {}},
        H1={"game": "hcf", "mode": "dealt"},
        L1={"mode": "live"},
    ),
    anonymous_seats=False,
)
STAFF: dict[str, Role] = {
    "Pam": "player",
    "Pete": "player",
    "Dee": "dealer",
    "Sue": "supervisor",
    "Sam": "supervisor",
    "Abe": "auditor",
    "Ada": "admin",
}
_keys = count(1)


class Clock:
    """Microseconds that tests may turn forward."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000_000

    def __call__(self) -> int:
        return self.now


class Caller:
    """Somebody with a client of their own."""

    def __init__(self, address: str, token: str = "", name: str = "") -> None:
        self.address, self.token, self.name = address, token, name
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=address, headers=headers, timeout=PATIENCE, verify=PLAIN)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(path, **options)

    def view(self, table: str) -> Any:
        answer = self.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def fixed(self, table: str) -> Any:
        """What is fixed for the table, by the digest that its view names."""
        answer = self.get(f"/api/fixed/{self.view(table)['fixed']}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def stand(self, table: str) -> Any:
        """The table as they see it, at whatever time."""
        return {**self.view(table), "now": 0}

    def ask(self, table: str, kind: str, key: str = "", **fields: Any) -> httpx.Response:
        return self.http.post(
            f"/api/tables/{table}/commands",
            json={"type": kind, **fields},
            headers={"idempotency-key": key or new_key()},
        )

    def must(self, table: str, kind: str, key: str = "", **fields: Any) -> Any:
        answer = self.ask(table, kind, key, **fields)
        assert answer.status_code == 200, f"{kind}: {answer.text}"
        return answer.json()

    def feed(
        self, table: str, after: Any = None, **options: Any
    ) -> AbstractContextManager[ClientConnection]:
        query = "" if after is None else f"?after={after}"
        address = self.address.replace("http", "ws", 1)
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        opened: AbstractContextManager[ClientConnection] = connect(
            f"{address}/api/tables/{table}/feed{query}",
            additional_headers=options.pop("additional_headers", headers),
            proxy=None,
            open_timeout=PATIENCE,
            # Whoever has not read all that was sent is not answered: nobody waits for that.
            close_timeout=1,
            **options,
        )
        return opened


def say(feed: ClientConnection, kind: str, key: str = "", moment: str = "", **fields: Any) -> Any:
    """A command over a feed's line, and its answer; what else is told meanwhile is passed over."""
    key = key or new_key()
    said = {"key": key, "command": {"type": kind, **fields}, "moment": moment}
    feed.send(json.dumps(said))
    return heard_until(feed, lambda message: message.get("key") == key)[-1]


def new_key() -> str:
    return f"key {next(_keys)}"


def heard(feed: ClientConnection) -> Any:
    """The next message."""
    return json.loads(feed.recv(timeout=PATIENCE))


def heard_until(feed: ClientConnection, holds: Callable[[Any], bool]) -> list[Any]:
    """Messages up to the first of which something holds."""
    messages: list[Any] = []
    while not messages or not holds(messages[-1]):
        messages.append(heard(feed))
    return messages


class House:
    """A floor, its server and its people."""

    def __init__(self, floor: Floor, address: str, clock: Clock) -> None:
        self.floor, self.address, self.clock = floor, address, clock
        self.people: dict[str, Caller] = {}
        self.callers: list[Caller] = []
        self.workers = Pool()

    def anyone(self, token: str = "", name: str = "") -> Caller:
        caller = Caller(self.address, token, name)
        self.callers.append(caller)
        return caller

    def sign_in(self, name: str) -> Caller:
        said = {"name": name, "password": PASSWORD}
        with httpx.Client(base_url=self.address, timeout=PATIENCE, verify=PLAIN) as http:
            answer = http.post("/api/sessions", json=said)
        assert answer.status_code == 201, answer.text
        return self.anyone(answer.json()["token"], name)

    def guest(self) -> Caller:
        with httpx.Client(base_url=self.address, timeout=PATIENCE, verify=PLAIN) as http:
            told = http.post("/api/guests").json()
        return self.anyone(told["token"], told["name"])

    def __getitem__(self, name: str) -> Caller:
        """Somebody of the staff, signed in once."""
        if name not in self.people:
            self.people[name] = self.guest() if name == "guest" else self.sign_in(name)
        return self.people[name]

    def close(self) -> None:
        for caller in self.callers:
            caller.http.close()


@contextmanager
def served(
    app: Any, *, at: socket.socket | None = None, send_buffer: int = 0, **options: Any
) -> Iterator[str]:
    """The address of a server that runs the app in a thread."""
    listener = at or open_listener("127.0.0.1", 0)
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    usual = {"log_config": None, "access_log": False, "proxy_headers": False, "ws_max_size": 4096}
    server = uvicorn.Server(uvicorn.Config(app, lifespan="on", **{**usual, **options}))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()


def stop_time(gate: Gate) -> Gate:
    """What is asked for too often stays so: on a busy machine more might come in meanwhile."""
    for limit in gate._limits.values():
        limit._clock = lambda: 0.0
    return gate


@contextmanager
def open_house(
    database: str,
    tables: FloorConfig = TABLES,
    *,
    pace: Pace = AT_ONCE,
    clock: Clock | None = None,
    people: dict[str, Role] = STAFF,
    address: str = "",
    signer: Signer | None = None,
    at: socket.socket | None = None,
    behind_proxy: bool = False,
    http: Any = "auto",
    ready: Callable[[Floor], None] = lambda _floor: None,
    furnish: Callable[[Any], None] = lambda _app: None,
    **options: Any,
) -> Iterator[House]:
    """A house with its floor running and its door open.

    Before that, `ready` may change the floor, and `furnish` the app.
    """
    ticking = clock or Clock()
    floor = Floor(lay_tables(database), tables, pace=pace, address=address, signer=signer)
    known_chance(floor)
    try:
        ready(floor)
        floor.start()
        for name, role in people.items():
            add_person(floor.database, name, role, PASSWORD, ticking())
        app = make_app(floor, clock=ticking, **options)
        stop_time(app.state.context.gate)
        furnish(app)
        with served(app, at=at, proxy_headers=behind_proxy, http=http) as here:
            house = House(floor, here, ticking)
            house.workers = app.state.context.workers
            try:
                yield house
            finally:
                house.close()
    finally:
        floor.stop()
