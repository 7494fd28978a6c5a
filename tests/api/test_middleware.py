"""What holds for every request: health, counters, headers, limits, logs without secrets."""

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError
from tests.api.serving import PASSWORD, House
from tests.api.test_feed import sit_and_play
from tests.floor.playing import PATIENCE, until

from longsuit.api import readiness
from longsuit.api.middleware import MOST_BYTES, _direct
from longsuit.api.rate_limits import path_of
from longsuit.api.routes.table_commands import COMMANDS_PATH, send_command
from longsuit.floor.edges import MACHINE
from longsuit.floor.people.identity import HOUR
from longsuit.floor.service.pit import Desk
from longsuit.floor.service.post import MOST_BYTES as LETTER_BYTES
from longsuit.floor.service.post import PEER_PATH
from longsuit.floor.store.database import DatabaseError

SENTENCE = {"code": "failed", "reason": "Something went wrong here; it has been noted."}


def test_health(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", 0.0)
    door = fresh.anyone()
    assert door.get("/health/live").json() == {"live": True}

    def told(path: str = "/health") -> tuple[int, dict[str, Any]]:
        answer = door.get(path)
        return answer.status_code, answer.json()

    fine = {
        **dict.fromkeys(("ready", "database", "writes", "engine", "clock"), True),
        "damaged": [],
    }
    assert told() == told("/health/ready") == (200, fine)

    def broken(_stream: str) -> None:
        raise DatabaseError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(fresh.floor.log, "head", broken)
        assert told() == (503, {**fine, "ready": False, "database": False, "writes": False})
    fresh.floor.engine.stop()
    assert told("/health/ready") == (503, {**fine, "ready": False, "engine": False})
    assert door.get("/health/live").status_code == 200
    closing = fresh["Dee"].ask("D1", "BeginRound")
    assert (closing.status_code, closing.json()["reason"]) == (503, "The floor is closing.")


def test_a_full_disk_is_not_ready(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It still answers what it is asked, and takes no commit."""
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", 0.0)

    def full(_connection: Connection) -> None:
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    door = fresh.anyone()
    event.listen(fresh.floor.database, "commit", full)
    answer = door.get("/health/ready")
    event.remove(fresh.floor.database, "commit", full)
    told = answer.json()
    assert (answer.status_code, told["ready"], told["writes"]) == (503, False, False)
    assert told["database"] and told["engine"] and told["clock"]
    assert door.get("/health/ready").status_code == 200


def test_however_many_ask_the_disk_is_tried_once(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anyone may ask, and each try is a commit."""
    monkeypatch.setattr(readiness, "GOOD_FOR_SECONDS", 3600.0)
    tried: list[int] = []
    monkeypatch.setattr(fresh.floor, "check_writes", tried.append)
    assert {fresh.anyone().get("/health").status_code for _ in range(10)} == {200}
    assert len(tried) == 1


def counters(house: House) -> dict[str, float]:
    answer = house.anyone().get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_counters_count(fresh: House) -> None:
    guest, _ = sit_and_play(fresh)
    guest.must("P1", "SeatRobot", "r", seat=5)
    guest.must("P1", "SeatRobot", "r", seat=5)
    assert guest.ask("P1", "SeatRobot", seat=5).status_code == 409
    assert guest.ask("P1", "StartRound").status_code == 403
    told = counters(fresh)
    for kind, outcome, times in (
        ("SeatRobot", "done", 2),
        ("SeatRobot", "again", 1),
        ("SeatRobot", "refused", 1),
        ("StartRound", "forbidden", 1),
        ("Act", "done", 1),
    ):
        name = f'longsuit_commands_total{{outcome="{outcome}",type="{kind}"}}'
        assert told[name] == times
    assert told['longsuit_command_seconds_count{type="SeatRobot"}'] == 4
    assert told["longsuit_rounds_total"] == 1
    assert told["longsuit_commits_total"] == told["longsuit_commit_commands_count"] > 5
    assert told["longsuit_commit_commands_sum"] >= told["longsuit_commits_total"]
    assert told["longsuit_leases_held"] == 4
    assert told["longsuit_engine_queue"] == 0
    assert told["longsuit_feeds_open"] == 0


def test_a_wrong_clock_is_told_to_everybody(fresh: House) -> None:
    """Nothing is written, and nobody waits for it; as soon as it is right all goes on."""
    fresh.floor.engine.clock.wall = lambda: MACHINE.wall() + 24 * HOUR
    answer = fresh.anyone().get("/health")
    assert (answer.status_code, answer.json()["clock"]) == (503, False)
    assert counters(fresh)["longsuit_clock_out"] == 1
    refused = fresh["Dee"].ask("D1", "UnseatPlayer", seat=1)
    said = "The server's clock is wrong: nothing is written until it is right."
    assert (refused.status_code, refused.json()["reason"]) == (503, said)
    closed = fresh["Ada"].http.patch("/api/people/Pam", json={"active": False})
    assert (closed.status_code, closed.json()["reason"]) == (503, said)
    fresh.floor.engine.clock.wall = MACHINE.wall
    assert counters(fresh)["longsuit_clock_out"] == 0
    sit_and_play(fresh)


def test_a_damaged_table_is_told_and_holds_up_no_other(fresh: House) -> None:
    """It is in no lobby; whoever asks there is told why, and whoever runs the server is told."""
    fresh.floor.engine.memory.set_aside("table D1", "table D1, record 2: it is no text.")
    answer = fresh.anyone().get("/health")
    assert (answer.status_code, answer.json()["damaged"]) == (200, ["table D1"])
    assert counters(fresh)["longsuit_streams_damaged"] == 1
    dee = fresh["Dee"]
    refused = dee.ask("D1", "SeatPlayer", seat=1, player="Pam", stack=1000)
    said = "Table D1 is out of play: the pit desk says why."
    assert (refused.status_code, refused.json()["reason"]) == (409, said)
    assert "D1" not in {one["id"] for one in dee.get("/api/tables").json()["tables"]}
    assert dee.get("/api/tables/D1").status_code == 200
    desk = Desk(fresh.floor)
    assert desk.alarms() == ("Out of play: table D1, record 2: it is no text.",)
    assert [one.id for one in desk.tables() if one.damaged] == ["D1"]
    sit_and_play(fresh)


def test_counters_name_nobody(fresh: House) -> None:
    guest, _ = sit_and_play(fresh)
    fresh["Dee"].must("D1", "SeatPlayer", seat=1, player="Pam", stack=1000)
    page = fresh.anyone().get("/metrics").text
    for name in (guest.name, "Pam", "Dee", "P1", "D1"):
        assert name not in page
    labels = set(re.findall(r"[{,](\w+)=", page))
    assert labels == {"type", "outcome", "le"}


@pytest.mark.parametrize(
    "path", ["/api/me", "/api/tables", "/api/openapi.json", "/health", "/metrics", "/api/nothing"]
)
def test_answers_carry_the_headers_that_browsers_heed(house: House, path: str) -> None:
    headers = house["Pam"].get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_a_body_has_a_limit(house: House) -> None:
    http = house["Pam"].http
    headers = {"idempotency-key": "k", "content-type": "application/json"}
    path = "/api/tables/P1/commands"
    large = b" " * (MOST_BYTES + 1)
    sentence = {"code": "too_large", "reason": f"A body has {MOST_BYTES} bytes at most."}
    answer = http.post(path, content=large, headers=headers)
    assert (answer.status_code, answer.json()) == (413, sentence)
    # What servers pass on to each other may be larger, and is told its own limit.
    letter = http.post(PEER_PATH, content=b" " * (LETTER_BYTES + 1))
    own = {"code": "too_large", "reason": f"A body has {LETTER_BYTES} bytes at most."}
    assert (letter.status_code, letter.json()) == (413, own)

    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 5000

    answer = http.post(path, content=pieces(), headers=headers)
    assert (answer.status_code, answer.json()) == (413, sentence)
    just = b" " * (MOST_BYTES - 2) + b"{}"
    assert http.post(path, content=just, headers=headers).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("PUT", "/api/me", 405),
        ("TRACE", "/api/tables", 405),
        ("POST", "/health", 405),
    ],
)
def test_other_addresses_have_a_sentence(house: House, method: str, path: str, status: int) -> None:
    answer = house["Pam"].http.request(method, path)
    assert answer.status_code == status
    assert list(answer.json()) == ["code", "reason"] and answer.json()["reason"].endswith(".")


class Lines:
    """The log, line by line."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []

    def __call__(self, _logger: Any, level: str, line: Any) -> Any:
        self.written.append({**line, "level": level})
        raise structlog.DropEvent


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    """All that is logged while the test runs."""
    lines = Lines()
    before = structlog.get_config()["processors"]
    structlog.configure(processors=[structlog.processors.format_exc_info, lines])
    yield lines
    structlog.configure(processors=before)


def test_requests_are_logged_without_secrets(fresh: House, lines: Lines) -> None:
    guest, _ = sit_and_play(fresh)
    door = fresh.anyone().http
    door.post("/api/sessions", json={"name": "Pam", "password": "a wrong password"})
    pam = fresh.sign_in("Pam")
    pam.get("/api/tables/P1?token=leaked-in-a-query")
    pam.http.post("/api/password", json={"old": "my old secret", "new": "my new secret"})
    fresh["Ada"].http.patch("/api/people/Pete", json={"password": "another secret here"})
    claim = {"code": "SECRET-CODE", "name": "Eve", "password": "the secret of Eve"}
    door.post("/api/admin-claim", json=claim)
    told = guest.get("/api/tables/P1/rounds/1").json()
    assert told["seed"]
    until(
        lambda: any(
            line.get("path") == "/api/tables/{table}/rounds/{number}" for line in lines.written
        )
    )
    log = json.dumps(lines.written)
    for secret in (
        *(guest.token, pam.token, PASSWORD, "a wrong password", "my old secret", "my new secret"),
        *("another secret here", "SECRET-CODE", "the secret of Eve", "leaked-in-a-query"),
        *(told["seed"], *(f'"{card}"' for card in told["dealt"] if card)),
    ):
        assert secret not in log, secret
    requests = [line for line in lines.written if line["event"] == "requests"]
    assert {"method", "path", "status", "count", "slowest_milliseconds"} <= set(requests[0])
    assert all(len(json.dumps(line)) < 300 for line in requests)
    assert {"path": "/api/people/{name}", "method": "PATCH", "status": 200}.items() <= next(
        line for line in requests if line["method"] == "PATCH"
    ).items()


def test_an_error_inside_is_told_to_nobody(
    fresh: House, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("the seed is 1234")

    monkeypatch.setattr(fresh.floor, "lobby", broken)
    answer = fresh["Pam"].get("/api/tables")
    assert (answer.status_code, answer.json()) == (500, SENTENCE)
    until(lambda: any(line["event"] == "a request failed" for line in lines.written))
    failed = next(line for line in lines.written if line["event"] == "a request failed")
    assert failed["error"] == "KeyError" and failed["path"] == "/api/tables"
    assert any("broken" in place for place in failed["where"])
    assert "1234" not in json.dumps(lines.written)


@pytest.mark.parametrize("path", ["/api/tables/P1/commands", "/api/peer", "/api/sessions"])
def test_who_hangs_up_in_the_middle_is_no_error_inside(
    fresh: House, lines: Lines, path: str
) -> None:
    guest = fresh.guest()
    host, _, port = fresh.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(
            f"POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {guest.token}\r\n"
            "content-type: application/json\r\nidempotency-key: k\r\n"
            'content-length: 100\r\n\r\n{"type": '.encode()
        )
    until(lambda: any(one.get("path") == path.replace("P1", "{table}") for one in lines.written))
    assert not [one for one in lines.written if one["level"] == "error"]


def test_a_database_that_is_gone_is_not_an_error_inside(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pam = fresh["Pam"]

    def gone(*_args: Any, **_options: Any) -> Any:
        raise DatabaseError("connection to 10.0.0.1 as longsuit:password lost")

    fresh.floor.sessions.forget()
    monkeypatch.setattr("longsuit.floor.store.people_rows.find_session", gone)
    answer = pam.get("/api/me")
    assert answer.status_code == 503 and answer.headers["retry-after"] == "1"
    assert answer.json()["reason"] == "The floor cannot read or write now: try again."


@pytest.mark.parametrize("root", ["", "/house"])
def test_commands_are_known_under_whatever_path_the_house_is_served(root: str) -> None:
    scope = {"method": "POST", "path": f"{root}/api/tables/T1/commands", "root_path": root}
    assert _direct(scope) == (COMMANDS_PATH, send_command)
    assert path_of(scope) == "/api/tables/T1/commands"
    assert _direct({**scope, "path": f"{root}{PEER_PATH}"})[0] == PEER_PATH
    assert _direct({**scope, "path": f"{root}x/api/tables/T1/commands"}) == ("", None)
