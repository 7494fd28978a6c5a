"""Every door of a floor: who may, how often, how large, and what it answers when they may not.

Each is tried by somebody of each role, with the examples of its own description.
``python -m tests.api.doors`` writes docs/doors.md, and a test compares: a new door, or one that
lets others in, is seen there by whoever reviews it.
"""

import inspect
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute, APIWebSocketRoute
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.routing import Mount, WebSocketRoute
from tests.api.serving import House, new_key, open_house
from tests.floor.playing import DealtTable

from longsuit.api import app as api
from longsuit.api import commands, middleware
from longsuit.api.admission import Gate
from longsuit.api.routes.table_commands import COMMANDS_PATH
from longsuit.cli.serve import _LARGEST_FRAME
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.people.identity import Session
from longsuit.floor.service.post import MOST_BYTES as LETTER_BYTES
from longsuit.floor.service.post import PEER_PATH

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "doors.md"
HEAD = """# Doors

Every address of a server, tried by somebody of each role: `python -m tests.api.doors` writes this
page, and a test compares it with what is there. *May*: who is not turned away at the door; at which
tables, and in which moment, the floor decides (`floor/people/permissions.py`). *Others*: what
everybody else is answered, each with a code and a sentence. *Counted by*: limits of `[house]`
(operations.md), first everybody's, then the staff's; too many are answered with 429. *Bytes*: the
largest body or frame; a larger one is answered with 413. `files` are all below an address, and a
`line` is what the pages of pit, school and lab speak with the server by.

| door | may | others | counted by | bytes |
|---|---|---|---|---|
"""
CALLERS = {
    "guest": ("guest",),
    "player": ("Pam",),
    "dealer": ("Dee",),
    "supervisor": ("Sam", "Sue"),
    "auditor": ("Abe",),
    "admin": ("Ada",),
}
"""Where somebody second is asked for, that is one of the two supervisors."""
KNOWN = {
    "table": "D1",
    "meter": "D1/star",
    "stream": "table D1",
    "name": "Pete",
    "number": "1",
    "size": "1",
}
"""What there is to find; the rest is as the description's examples have it."""
_ORDER = ("GET", "POST", "PUT", "PATCH", "DELETE")
_LAST = ("/api/sessions/current", "/api/password")
"""What ends something comes last."""
_NO = (401, 403)
_CALLS = {
    "gate.ask(": "commands",
    "gate.bring_a_guest(": "guests",
    "gate.try_to_sign_in(": "sign_ins",
}


class Entrance(Struct):
    """One way in."""

    door: str
    may: str
    others: str
    counted: str
    size: str

    def __str__(self) -> str:
        return f"| `{self.door}` | {self.may} | {self.others} | {self.counted} | {self.size} |"


def find_doors(house: House) -> list[Entrance]:
    """Those of the API, of other servers, and of the pages with all that is mounted there."""
    described = house.anyone().get(api.OPENAPI).json()
    routes = [one for router in api._ROUTERS for one in router.routes]
    asked = [
        (method, route)
        for route in routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]
    asked.sort(
        key=lambda one: (one[1].path in _LAST, one[1].path == _LAST[1], _ORDER.index(one[0]))
    )
    found = [_tried(house, described, method, route) for method, route in asked]
    found += [_feed(one) for one in routes if isinstance(one, APIWebSocketRoute)]
    found += _others({getattr(one, "path", "") for one in routes})
    return sorted(found, key=lambda one: (one.door.rpartition(" ")[2], one.door))


def _tried(house: House, described: Any, method: str, route: APIRoute) -> Entrance:
    path = re.sub(r":path}", "}", route.path)
    operation = described["paths"].get(path, {}).get(method.lower(), {})
    statuses = {"nobody": _status(house, "", method, path, operation)}
    for role, names in CALLERS.items():
        for name in names:
            statuses[role] = _status(house, name, method, path, operation)
            if statuses[role] not in _NO:
                break
    may = [role for role, status in statuses.items() if status not in _NO]
    others = {str(status): role for role, status in statuses.items() if status in _NO}
    told = "anyone" if "nobody" in may else ", ".join(may) or "whoever knows the secret asked for"
    if path == PEER_PATH:
        told = "a server of the floor, by its key"
    elif path == COMMANDS_PATH:
        told = "signed in; which commands, the permissions say"
    elif path.endswith("/cosignatures"):
        told = "a witness that the configuration names, by its signature"
    size = "" if method == "GET" else f"{_largest(path):,}"
    door = f"{method} {path}"
    calls = [route.endpoint, *(one.call for one in route.dependant.dependencies)]
    if path == COMMANDS_PATH:
        calls.append(commands.take)
    return Entrance(door, told, ", ".join(sorted(others)), _counted(path, *calls), size)


def _largest(path: str) -> int:
    return LETTER_BYTES if path == PEER_PATH else middleware.MOST_BYTES


def _status(house: House, name: str, method: str, path: str, operation: Any) -> int:
    """What somebody is answered."""
    caller = house[name] if name else house.anyone()
    if name and path == _LAST[0]:
        # Only this session is ended, not the one that others are tried with.
        caller = house.guest() if name == "guest" else house.sign_in(name)
    query = {}
    for one in operation.get("parameters", ()):
        example = (one.get("examples") or one["schema"].get("examples") or [None])[0]
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", KNOWN.get(one["name"], str(example)))
        elif one["in"] == "query" and one.get("required"):
            query[one["name"]] = example
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    headers = {"idempotency-key": new_key()}
    body = _example(content)
    if method == "PUT" and isinstance(body, dict):
        body = {**body, "id": KNOWN["table"]}
    return caller.http.request(method, path, params=query, json=body, headers=headers).status_code


def _example(content: Any) -> Any:
    for one in content.get("examples", {}).values():
        return one["value"]
    return content.get("example") or next(iter(content.get("schema", {}).get("examples", ())), None)


def _feed(route: APIWebSocketRoute) -> Entrance:
    counted = _counted(route.path, commands.take)
    told = "guest, player, dealer, supervisor, auditor, admin"
    return Entrance(f"WebSocket {route.path}", told, "401", counted, f"{_LARGEST_FRAME:,}")


_SERVED = """
import json, tempfile
from pathlib import Path
from tests.api.doors import walk
from tests.api.serving import open_house
from longsuit.web.mount import add_pages
apps = []
with tempfile.TemporaryDirectory() as folder:
    database = str(Path(folder) / "floor.db")
    with open_house(database, furnish=lambda app: (add_pages(app), apps.append(app))) as house:
        found = [[*one, house.anyone().get(one[1]).status_code] for one in walk(apps[0].routes)]
print("doors", json.dumps(found))
"""


def walk(routes: Iterable[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every address of an app and of what is mounted in it: how it is asked, and the path."""
    for route in routes:
        path = before + getattr(route, "path", "")
        below = getattr(route, "routes", None)
        if isinstance(route, Mount) and not below:
            yield ("line" if "_ws" in path else "files"), f"{path}/"
        elif below is not None:
            yield from walk(below, path)
        elif isinstance(route, WebSocketRoute | APIWebSocketRoute):
            yield "WebSocket", path
        elif methods := sorted(set(getattr(route, "methods", None) or ()) - {"HEAD"}):
            yield ", ".join(methods), path


def _others(known: set[str]) -> Iterator[Entrance]:
    """All else that a server with its pages answers, in a process of its own.

    Whoever opens a page is shown what the floor tells them.
    """
    done = subprocess.run(
        [sys.executable, "-c", _SERVED], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True
    )
    (told,) = (line for line in done.stdout.splitlines() if line.startswith("doors "))
    found = dict.fromkeys(map(tuple, json.loads(told.removeprefix("doors "))))
    for how, path, status in found:
        if path in known:
            continue
        counted = _counted(path)
        kind = "page" if how == "GET" and "pages" in counted else how
        size = f"{middleware.MOST_BYTES:,}" if "POST" in how else ""
        if kind == "line":
            size = f"{_LARGEST_FRAME:,}"
        door = re.sub(r"/_nicegui/[0-9.]+", "/_nicegui/VERSION", f"{kind} {path}")
        may, no = ("", str(status)) if status in _NO else ("anyone", "")
        yield Entrance(door, may, no, counted, size)


def _counted(path: str, *calls: Any) -> str:
    """The limits that a request is counted by: everybody's, and the staff's."""
    counted: dict[str, list[str]] = {"all": [], "staff": []}
    for role in (None, "player", "dealer"):
        seen = counted["staff" if role == "dealer" else "all"]
        session = Session("x", role, False, 0, 0, 0) if role else None
        gate = _Noting(HouseConfig(), lambda _: None, lambda _token, one=session: one)  # type: ignore[misc]
        gate.seen = seen
        scope = {"type": "http", "path": path, "headers": [], "client": ("192.0.2.1", 1)}
        gate.enter(HTTPConnection(scope), role or "")
    source = "".join(inspect.getsource(call) for call in calls)
    counted["all"] += [name for call, name in _CALLS.items() if call in source]
    told = [", ".join(dict.fromkeys(names)) for names in counted.values()]
    return "; ".join(one for one in told if one) or "nothing"


class _Noting(Gate):
    """Lets everybody in, and notes which limits they were counted by."""

    seen: list[str]

    def _admit(self, limit: str, key: str, sentence: str) -> None:
        self.seen.append(limit)


def written(house: House) -> str:
    """The page."""
    DealtTable(house.floor, "D1", {1: "Pam", 2: "Pete"}, 10_000_00).play(1)
    return HEAD + "".join(f"{one}\n" for one in find_doors(house))


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_house(str(Path(folder) / "floor.db")) as house,
    ):
        FILE.write_text(written(house), encoding="utf-8")


if __name__ == "__main__":
    main()
