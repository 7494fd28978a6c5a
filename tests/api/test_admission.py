"""The gate: requests, pages and commands have their limits, and the staff are never kept out."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from tests.api.serving import PASSWORD, TABLES, Caller, House, open_house, stop_time
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN

from longsuit.api import admission
from longsuit.api.admission import Gate
from longsuit.api.declines import Declined
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.people.identity import Session, new_session

NOW = 1_800_000_000_000_000
PLAYER, GUEST = new_session("Pam", "player", NOW), new_session("Guest 1", "player", NOW, guest=True)
STAFF = new_session("Sue", "supervisor", NOW)


def asked(path: str, address: str = "192.0.2.1") -> HTTPConnection:
    return HTTPConnection({"type": "http", "path": path, "client": (address, 1), "headers": []})


class Counted:
    """A gate, and what it turned away."""

    def __init__(self, **limits: int) -> None:
        none = {name: 0 for name in HouseConfig.model_fields if name.endswith("_a_minute")}
        self.away: Counter[str] = Counter()
        house = HouseConfig.model_validate({**none, **limits})
        self.known: dict[str, Session] = {}
        gate = Gate(house, lambda limit: self.away.update([limit]), self.known.get)
        self.gate = stop_time(gate)

    def enters(self, path: str, times: int, address: str = "192.0.2.1", token: str = "") -> int:
        """How many of so many come in."""
        came = 0
        for _ in range(times):
            try:
                self.gate.enter(asked(path, address), token)
                came += 1
            except Declined as no:
                assert no.status_code in (429, 503)
                assert no.headers is not None and int(no.headers["retry-after"]) >= 1
        return came


def test_pages_and_requests_are_counted_by_address() -> None:
    counted = Counted(requests_a_minute=400, pages_a_minute=40)
    assert counted.enters("/lab", 30) == 10, "a fourth of them at once"
    assert counted.enters("/no/such/page", 5) == 0, "what is not there is a page that says so"
    assert counted.enters("/lab", 10, "192.0.2.2") == 10
    assert counted.enters("/static/table/a.css", 100) == 65
    assert counted.enters("/api/tables", 5) == 0
    assert counted.away == {"pages": 25, "requests": 40}


@pytest.mark.parametrize("path", ["/health", "/health/ready", "/metrics"])
def test_those_who_run_the_server_are_not_counted(path: str) -> None:
    counted = Counted(requests_a_minute=4, pages_a_minute=4)
    counted.enters("/lab", 10)
    assert counted.enters(path, 100) == 100


def test_another_server_is_not_counted_once_its_letter_was_opened() -> None:
    counted = Counted(requests_a_minute=40)
    assert counted.enters("/api/peer", 100) == 10, "a stranger"
    counted.gate.recognise_peer(asked("/api/peer"))
    assert counted.enters("/api/peer", 100) == 100
    assert counted.enters("/api/tables", 1) == 0, "what else it asks for is counted"
    assert counted.enters("/api/peer", 100, "192.0.2.9") == 10, "a stranger elsewhere"


def test_so_many_servers_are_remembered() -> None:
    counted = Counted(requests_a_minute=40)
    for number in range(admission.MOST_PEERS + 1):
        counted.gate.recognise_peer(asked("/api/peer", f"198.51.100.{number}"))
    assert counted.enters("/api/peer", 100, "198.51.100.0") == 10
    assert counted.enters("/api/peer", 100, "198.51.100.1") == 100


def test_a_page_that_only_looks_like_health_is_a_page() -> None:
    counted = Counted(pages_a_minute=4)
    assert counted.enters("/healthy", 10) == 1


def test_staff_come_in_whatever_others_do() -> None:
    counted = Counted(requests_a_minute=40, pages_a_minute=4)
    counted.known["sue"] = STAFF
    counted.enters("/lab", 100)
    assert counted.enters("/pit", 50, token="sue") == 50
    # Who is signed out is nobody in particular.
    del counted.known["sue"]
    assert counted.enters("/pit", 50, token="sue") == 0


def test_a_session_has_a_part_of_what_its_address_has() -> None:
    counted = Counted(requests_a_minute=400)
    counted.known["pam"] = PLAYER
    assert counted.enters("/api/me", 60, token="pam") == 20
    assert counted.enters("/api/me", 40) == 40


def test_commands_of_players_and_guests_are_counted() -> None:
    counted = Counted(commands_a_minute=10, guest_commands_a_minute=100)

    def done(token: str, session: Any, address: str, times: int) -> int:
        came = 0
        for _ in range(times):
            try:
                counted.gate.ask(asked("/api/tables/P1/commands", address), token, session)
                came += 1
            except Declined as no:
                assert no.status_code == 429
        return came

    assert done("pam", PLAYER, "192.0.2.1", 20) == 10
    assert done("sue", STAFF, "192.0.2.1", 500) == 500
    assert done("one", GUEST, "192.0.2.1", 3) == 3
    # One address has a fifth of what all guests have, and a fourth of that at once.
    assert done("two", GUEST, "192.0.2.1", 10) == 2
    assert sum(done(f"{n}", GUEST, f"192.0.2.{n}", 5) for n in range(2, 9)) == 20
    assert done("pete", PLAYER, "192.0.2.3", 5) == 5, "a crowd of guests is no player's business"
    assert set(counted.away) == {"commands", "address_commands", "guest_commands"}


PARTS = 35
"""Files that a page is made of, and a few more."""


def test_a_card_room_behind_one_address_meets_no_limit() -> None:
    """Fifty come in at once: the server was started again, and each page loads itself anew."""
    away: Counter[str] = Counter()
    room = Gate(HouseConfig(), lambda limit: away.update([limit]), lambda _token: GUEST)
    for guest in (f"guest {number}" for number in range(50)):
        room.bring_a_guest(asked("/api/guests"))
        for path in ("/table/chase", *["/static/table/a.css"] * PARTS, "/api/tables/chase/feed"):
            room.enter(asked(path), guest)
        # Wagers and three decisions, before anybody has had to wait for another.
        for _ in range(4):
            room.ask(asked("/api/tables/chase/commands"), guest, GUEST)
    assert not away


def test_a_family_behind_one_address_meets_no_limit() -> None:
    """Seven look at the lobby, a table, the rules and the lab, reload, and play on and on."""
    away: Counter[str] = Counter()
    home = Gate(HouseConfig(), lambda limit: away.update([limit]), lambda _token: GUEST)
    for guest in (f"guest {number}" for number in range(7)):
        for path in ("/", "/table/chase", "/table/chase", "/sign/chase", "/lab", "/"):
            for part in (path, *["/static/table/a.css"] * PARTS):
                home.enter(asked(part), guest)
        for _ in range(40):
            home.ask(asked("/api/tables/chase/commands"), guest, GUEST)
    assert not away


def test_pages_that_are_held_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_PAGES", 3)
    monkeypatch.setattr(admission, "PAGES_FOR_STAFF", 2)
    counted = Counted()
    counted.known["sue"] = STAFF
    held = 3
    counted.gate.pages_held = lambda: held
    assert counted.enters("/", 2) == 0
    assert counted.enters("/pit", 2, token="sue") == 2
    held = 5
    assert counted.enters("/pit", 2, token="sue") == 0
    assert counted.enters("/api/me", 2) == 2
    assert counted.away == {"pages_held": 4}


# Over HTTP


@contextmanager
def strict(path: Path, **limits: int) -> Iterator[House]:
    house = TABLES.house.model_copy(update=limits)
    tables = TABLES.model_copy(update={"house": house})
    people: Any = {"Pam": "player", "Sue": "supervisor"}
    with open_house(str(path / "floor.db"), tables, people=people) as opened:
        yield opened


def test_too_many_commands_are_told_to_wait_and_change_nothing(tmp_path: Path) -> None:
    with strict(tmp_path, commands_a_minute=5) as house:
        guest = house.guest()
        guest.must("P1", "SitDown", seat=1, stack=100_000)
        for number in range(4):
            guest.must("P1", "SealWord", seat=1, seal=f"{number:064x}")
        before = guest.stand("P1")
        late = guest.ask("P1", "SealWord", seat=1, seal="ab" * 32)
        assert late.status_code == 429
        seconds = int(late.headers["retry-after"])
        assert late.json()["reason"] == f"You are asking too fast: wait {seconds} seconds."
        assert guest.stand("P1") == before
        other = house.guest()
        other.must("P1", "SitDown", seat=2, stack=100_000)
        told = house.anyone().get("/metrics").text
        assert 'longsuit_turned_away_total{limit="commands"} 1.0' in told


def test_one_address_that_asks_too_much_waits_and_the_staff_do_not(tmp_path: Path) -> None:
    with strict(tmp_path, requests_a_minute=80) as house:
        said = {"name": "Sue", "password": PASSWORD}
        with httpx.Client(base_url=house.address, timeout=PATIENCE, verify=PLAIN) as http:
            token = http.post("/api/sessions", json=said).json()["token"]
        sue = Caller(house.address, token)
        assert sue.get("/api/me").status_code == 200
        anyone = house.anyone()
        found = [anyone.get("/api/sign/P1") for _ in range(40)]
        assert {one.status_code for one in found} == {200, 429}
        seconds = int(found[-1].headers["retry-after"])
        after = f"{seconds} second{'' if seconds == 1 else 's'}"
        reason = f"Too many requests have come from your address: wait {after}."
        assert found[-1].json()["reason"] == reason
        page = anyone.get("/lab")
        assert (page.status_code, page.headers["content-type"]) == (
            429,
            "text/plain; charset=utf-8",
        )
        assert page.headers["refresh"] == page.headers["retry-after"], "it comes by itself"
        assert "refresh" not in found[-1].headers
        assert {sue.get("/api/me").status_code for _ in range(30)} == {200}
        assert {anyone.get("/health").status_code for _ in range(30)} == {200}
        sue.http.close()


def test_a_full_house_is_told(tmp_path: Path) -> None:
    with strict(tmp_path, most_guests=1) as house:
        door = house.anyone().http
        assert door.post("/api/guests").status_code == 201
        full = door.post("/api/guests")
        assert (full.status_code, full.headers["retry-after"]) == (503, "60")
        assert full.json()["reason"].startswith("There is no room for more guests now")
        house.sign_in("Pam")
