"""At the door: so many in a minute from one address, and the rest is told to wait."""

from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from tests.api.serving import PASSWORD, TABLES, open_house
from tests.floor.playing import with_house

from longsuit.api import rate_limits
from longsuit.api.rate_limits import Limiter, address_of

FEW = with_house(TABLES, guests_a_minute=3, sign_ins_a_minute=2)


class Watch:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_one_by_one() -> None:
    watch = Watch()
    limiter = Limiter(30, watch)
    assert [limiter.wait("a") for _ in range(30)] == [0] * 30
    assert limiter.wait("a") == 2
    assert limiter.wait("b") == 0, "another address is another"
    watch.now += 1.0
    assert limiter.wait("a") == 1
    watch.now += 1.0
    assert limiter.wait("a") == 0
    assert limiter.wait("a") == 2
    watch.now += 3600
    assert [limiter.wait("a") for _ in range(31)] == [0] * 30 + [2]


def test_whoever_waits_too_little_is_not_kept_out_longer() -> None:
    watch = Watch()
    limiter = Limiter(1, watch)
    assert limiter.wait("a") == 0
    for passed in range(59):
        assert limiter.wait("a") == 60 - passed
        watch.now += 1
    watch.now += 1
    assert limiter.wait("a") == 0


def test_at_once_may_be_less_than_in_a_minute() -> None:
    watch = Watch()
    limiter = Limiter(60, watch, at_once=5)
    assert [limiter.wait("a") for _ in range(6)] == [0] * 5 + [1]
    watch.now += 3600
    assert [limiter.wait("a") for _ in range(6)] == [0] * 5 + [1]


def test_none_is_any_number() -> None:
    limiter = Limiter(0, Watch())
    assert {limiter.wait("a") for _ in range(1000)} == {0}


def test_a_crowd_of_addresses_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KEYS", 100)
    limiter = Limiter(1, Watch())
    for number in range(1000):
        assert limiter.wait(f"10.0.{number // 256}.{number % 256}") == 0
    assert len(limiter._left) == 100
    assert limiter.wait("10.0.3.231") == 60, "who came last is remembered"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("a socket", "a socket"),
        ("x" * 1000, "x" * 100),
        (None, ""),
    ],
)
def test_where_somebody_calls_from(host: str | None, counted: str) -> None:
    client = (host, 4711) if host is not None else None
    scope: dict[str, Any] = {"type": "http", "client": client, "headers": []}
    assert address_of(Request(scope)) == counted


def test_guests_and_tries_are_counted_at_the_door(tmp_path: Path) -> None:
    people: Any = {"Pam": "player"}
    with open_house(str(tmp_path / "floor.db"), FEW, people=people) as house:
        door = house.anyone().http
        assert [door.post("/api/guests").status_code for _ in range(4)] == [201] * 3 + [429]
        late = door.post("/api/guests")
        assert late.headers["retry-after"] == "20"
        reason = late.json()["reason"]
        assert reason.startswith("Too many have come from your address: wait ")
        # Tries to sign in are counted apart from guests, good or bad.
        good, bad = ({"name": "Pam", "password": said} for said in (PASSWORD, "wrong"))
        assert door.post("/api/sessions", json=bad).status_code == 401
        token = door.post("/api/sessions", json=good).json()["token"]
        for body in (good, bad, {}):
            assert door.post("/api/sessions", json=body).status_code == 429
        claim = {"code": "x", "name": "Eve", "password": PASSWORD}
        assert door.post("/api/admin-claim", json=claim).status_code == 429
        # Whoever is inside is not concerned.
        pam = house.anyone(token)
        assert [pam.get("/api/me").status_code for _ in range(10)] == [200] * 10
