"""Signing in: sessions given, forged, expired, revoked, and the cookie that browsers hold."""

import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.api.serving import PASSWORD, Caller, Clock, House, open_house, served
from tests.floor.playing import PATIENCE, until, wait_for
from tests.plain_http import PLAIN

from longsuit.api import app
from longsuit.api.app import make_app
from longsuit.api.routes import feed
from longsuit.core.refusals import Code, refuse
from longsuit.core.texts import sentence
from longsuit.floor.people.identity import AWAY, HOUR, MINUTE, SIGHT
from longsuit.floor.store.first_admin import first_admin_code
from longsuit.floor.store.people_rows import find_session

NOT_SIGNED_IN = {
    "code": "not_signed_in",
    "reason": "Sign in first: the session is missing, or it has ended.",
}
SIGN_IN_REFUSED = {"code": "sign_in", "reason": sentence(refuse(Code.SIGN_IN))}
SIGNED_IN_ONLY = [
    ("GET", "/api/me"),
    ("DELETE", "/api/sessions/current"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/P1"),
    ("GET", "/api/tables/P1/rounds"),
    ("GET", "/api/tables/P1/rounds/1"),
    ("GET", "/api/tables/P1/advice?hole=ThJh2c"),
    ("GET", "/api/advice?game=ctf&hole=ThJh2c"),
    ("GET", "/api/meters"),
    ("GET", "/api/meters/P1/star/statement"),
    ("GET", "/api/meters/P1/star/jackpots"),
    ("GET", "/api/ledger"),
    ("GET", "/api/people"),
    ("POST", "/api/people/Pam/sign-out"),
    ("GET", "/api/log/table P1"),
    ("GET", "/api/reports/2026-01-31"),
    ("DELETE", "/api/tables/P1"),
]


def test_name_and_password_give_a_session(house: House) -> None:
    caller = house.sign_in("Pam")
    assert caller.get("/api/me").json() == {
        "name": "Pam",
        "role": "player",
        "guest": False,
        "until": "2027-01-16T08:00:00.000000Z",
    }


def test_a_guest_needs_no_account(house: House) -> None:
    told = house.guest().get("/api/me").json()
    assert told["guest"] and told["role"] == "player" and told["name"].startswith("Guest ")


@pytest.mark.parametrize(
    ("name", "password"),
    [("Pam", "wrong horse battery"), ("Nobody", PASSWORD), ("Pam", ""), ("\x00", "\x00")],
)
def test_whatever_is_wrong_has_one_answer(house: House, name: str, password: str) -> None:
    answer = house.anyone().http.post("/api/sessions", json={"name": name, "password": password})
    if name == "\x00":
        assert answer.status_code == 422
        return
    assert answer.status_code == 401
    assert answer.json() == SIGN_IN_REFUSED
    assert "set-cookie" not in answer.headers


def test_too_many_bad_tries_lock_the_account(fresh: House) -> None:
    door = fresh.anyone().http
    for _ in range(5):
        said = {"name": "Pete", "password": "wrong horse battery"}
        assert door.post("/api/sessions", json=said).status_code == 401
    good = {"name": "Pete", "password": PASSWORD}
    assert door.post("/api/sessions", json=good).status_code == 401
    fresh.clock.now += 2 * MINUTE
    assert door.post("/api/sessions", json=good).status_code == 201


@pytest.mark.parametrize(("method", "path"), SIGNED_IN_ONLY)
def test_without_a_session_nothing_is_told(house: House, method: str, path: str) -> None:
    headers = {"idempotency-key": "k"}
    answer = house.anyone().http.request(method, path, headers=headers)
    assert answer.status_code == 401
    assert answer.json() == NOT_SIGNED_IN
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "token",
    ["x", "x" * 43, "x" * 4000, secrets.token_urlsafe(32), "../../etc/passwd", "' OR 1=1 --"],
    ids=["short", "shaped", "long", "random", "path", "sql"],
)
def test_a_forged_token_is_none(house: House, token: str) -> None:
    for headers in (
        {"authorization": f"Bearer {token}"},
        {"authorization": f"Basic {token}"},
        {"cookie": f"longsuit={token}"},
    ):
        answer = house.anyone().get("/api/me", headers=headers)
        assert answer.status_code == 401, headers


def test_a_token_changed_in_one_letter_is_none(house: House) -> None:
    token = house.sign_in("Pam").token
    for place in (0, 20, 42):
        other = "A" if token[place] != "A" else "B"
        forged = token[:place] + other + token[place + 1 :]
        assert house.anyone(forged).get("/api/me").status_code == 401


def test_what_is_stored_is_no_token(house: House) -> None:
    """Whoever reads the database cannot come in with what is there."""
    house.sign_in("Pam")
    with house.floor.database.connect() as connection:
        stored = connection.exec_driver_sql("SELECT token FROM sessions").scalars().all()
    assert stored
    for digest in stored:
        assert house.anyone(str(digest)).get("/api/me").status_code == 401


def test_signing_out_ends_the_session(house: House) -> None:
    caller = house.sign_in("Pam")
    other = house.sign_in("Pam")
    answer = caller.http.delete("/api/sessions/current")
    assert answer.status_code == 204 and not answer.content
    assert caller.get("/api/me").status_code == 401
    assert other.get("/api/me").status_code == 200


@pytest.mark.parametrize(("name", "idle", "most"), [("Pam", 2, 24), ("Dee", 0.5, 10)])
def test_sessions_end_unused_and_in_the_end(
    tmp_path: Path, name: str, idle: float, most: int
) -> None:
    clock = Clock()
    with open_house(str(tmp_path / "floor.db"), clock=clock) as house:
        caller = house.sign_in(name)
        clock.now += int(idle * HOUR) - 1
        assert caller.get("/api/me").status_code == 200
        clock.now += int(idle * HOUR) + MINUTE
        assert caller.get("/api/me").status_code == 401
        caller = house.sign_in(name)
        began = clock.now
        while clock.now < began + most * HOUR:
            assert caller.get("/api/me").status_code == 200
            clock.now += int(idle * HOUR * 0.9)
        assert caller.get("/api/me").status_code == 401


def test_cookie_is_for_this_site_and_no_script(house: House) -> None:
    door = house.anyone().http
    answer = door.post("/api/sessions", json={"name": "Pam", "password": PASSWORD})
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/", "max-age=86400"} == parts
    # The client keeps the cookie, as a browser would.
    assert door.get("/api/me").json()["name"] == "Pam"
    assert door.delete("/api/sessions/current").status_code == 204
    assert "longsuit" not in door.cookies
    assert door.get("/api/me").status_code == 401


def test_cookie_is_secure_where_the_page_is(house: House) -> None:
    app = make_app(house.floor, clock=house.clock)
    with (
        served(app, proxy_headers=True) as address,
        httpx.Client(
            base_url=address, headers={"x-forwarded-proto": "https"}, timeout=PATIENCE, verify=PLAIN
        ) as http,
    ):
        answer = http.post("/api/guests")
    assert "secure" in {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    plain = house.anyone().http.post("/api/guests", headers={"x-forwarded-proto": "https"})
    assert "secure" not in plain.headers["set-cookie"].lower()


def test_a_page_of_another_site_changes_nothing(house: House) -> None:
    """A browser may send the cookie along for a stranger's page, and says whose page it is."""
    token = house.guest().token
    cookie = {"cookie": f"longsuit={token}", "idempotency-key": "a"}
    door = house.anyone().http
    command = {"type": "SitDown", "seat": 7, "stack": 100_000}
    for origin in ("https://evil.example", "null"):
        answer = door.post(
            "/api/tables/P1/commands", json=command, headers={**cookie, "origin": origin}
        )
        assert answer.status_code == 403, origin
        assert answer.json()["reason"] == "That page is not of this floor."
    own = {**cookie, "origin": house.address}
    assert door.post("/api/tables/P1/commands", json=command, headers=own).status_code == 200
    # What a script sends with its own token, no browser added.
    bearer = {
        "authorization": f"Bearer {token}",
        "idempotency-key": "b",
        "origin": "https://evil.example",
    }
    sent = door.post("/api/tables/P1/commands", json=command, headers=bearer)
    assert sent.status_code == 409


def test_a_form_of_another_site_is_no_json(house: House) -> None:
    said = '{"name": "Pam", "password": "correct horse battery"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        headers = {"content-type": kind} if kind else {}
        answer = house.anyone().http.post("/api/sessions", content=said, headers=headers)
        assert answer.status_code == 422, kind


def test_the_first_admin_comes_in_by_the_code_once(tmp_path: Path) -> None:
    with open_house(str(tmp_path / "floor.db"), people={"Pam": "player"}) as house:
        code = first_admin_code(house.floor.database, house.clock())
        door = house.anyone().http
        claim = {"code": "AAAA-BBBB-CCCC-DDDD-EEEE", "name": "Ada", "password": PASSWORD}
        assert door.post("/api/admin-claim", json=claim).status_code == 409
        claim["code"] = str(code)
        easy = door.post("/api/admin-claim", json={**claim, "password": "0123456789"})
        assert easy.status_code == 409 and "easy to guess" in easy.json()["reason"]
        answer = door.post("/api/admin-claim", json=claim)
        assert answer.status_code == 201
        assert answer.json() == {"name": "Ada", "role": "admin"}
        again = door.post("/api/admin-claim", json={**claim, "name": "Eve"})
        assert again.status_code == 409
        assert house.sign_in("Ada").get("/api/people").status_code == 200


def test_a_new_password_ends_every_session(fresh: House) -> None:
    one, other = fresh.sign_in("Pam"), fresh.sign_in("Pam")
    wrong = {"old": "wrong horse battery", "new": "staple after staple"}
    refused = one.http.post("/api/password", json=wrong)
    assert refused.status_code == 403 and refused.json() == SIGN_IN_REFUSED
    weak = one.http.post("/api/password", json={"old": PASSWORD, "new": "short"})
    assert weak.status_code == 409
    changed = one.http.post("/api/password", json={"old": PASSWORD, "new": "staple after staple"})
    assert changed.status_code == 204
    assert {one.get("/api/me").status_code, other.get("/api/me").status_code} == {401}
    old = fresh.anyone().http.post("/api/sessions", json={"name": "Pam", "password": PASSWORD})
    assert old.status_code == 401
    said = {"name": "Pam", "password": "staple after staple"}
    assert fresh.anyone().http.post("/api/sessions", json=said).status_code == 201


def test_a_guest_has_no_password(house: House) -> None:
    answer = house.guest().http.post("/api/password", json={"old": "x", "new": "y"})
    assert answer.status_code == 403
    assert answer.json()["reason"] == "You need an account to change your password here."


def test_a_guest_who_signs_out_leaves_the_table(fresh: House) -> None:
    guest, other = fresh.guest(), fresh.guest()
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    other.must("P1", "SitDown", seat=2, stack=100_000)
    assert guest.http.delete("/api/sessions/current").status_code == 204
    table = wait_for(fresh.floor, "P1", lambda one: set(one.seated()) == {2})
    assert table.seated()[2][0] == other.name


def test_a_guest_whose_session_ran_out_leaves_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_TIDY_SECONDS", 0.05)
    clock = Clock()
    with open_house(str(tmp_path / "floor.db"), clock=clock) as house:
        house.guest().must("P1", "SitDown", seat=1, stack=100_000)
        clock.now += 2 * HOUR
        wait_for(house.floor, "P1", lambda one: not one.seated())


def test_a_guest_who_closes_the_page_leaves_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the feed open stays, and so does whoever asks for something now and then."""
    monkeypatch.setattr(app, "_TIDY_SECONDS", 0.05)
    monkeypatch.setattr(feed, "CHECK_SECONDS", 0.05)
    clock = Clock()
    with open_house(str(tmp_path / "floor.db"), clock=clock) as house:
        guests = {seat: house.guest() for seat in (1, 2, 3)}
        for seat, guest in guests.items():
            guest.must("P1", "SitDown", seat=seat, stack=100_000)
        with guests[1].feed("P1"):
            for _ in range(10):
                clock.now += SIGHT
                assert guests[2].fixed("P1")["mode"] == "practice"
                until(lambda: seen(house, guests[1]) == clock.now)
            wait_for(house.floor, "P1", lambda one: set(one.seated()) == {1, 2})
        clock.now += AWAY
        wait_for(house.floor, "P1", lambda one: not one.seated())


def seen(house: House, guest: Caller) -> int:
    session = find_session(house.floor.database, guest.token, house.clock.now)
    assert session is not None
    return session.seen


OTHERS = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)


@pytest.mark.parametrize("headers", OTHERS)
@pytest.mark.parametrize("path", ["/api/guests", "/api/sessions", "/api/admin-claim"])
def test_another_site_does_not_sign_anybody_in(
    house: House, path: str, headers: dict[str, str]
) -> None:
    """It would put somebody else's session in place of a person's own."""
    said = {"name": "Pam", "password": PASSWORD}
    body = {"/api/sessions": said, "/api/admin-claim": {**said, "code": "x"}}.get(path)
    answer = house.anyone().http.post(path, json=body, headers=headers)
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert answer.json()["reason"] == "That page is not of this floor."


@pytest.mark.parametrize("fetched", ["same-origin", "none"])
def test_pages_of_the_floor_sign_in(house: House, fetched: str) -> None:
    headers = {"origin": house.address, "sec-fetch-site": fetched}
    assert house.anyone().http.post("/api/guests", headers=headers).status_code == 201


def test_a_stranger_elsewhere_does_not_lock_the_admin_out(tmp_path: Path) -> None:
    people: Any = {"Ada": "admin"}
    with open_house(str(tmp_path / "floor.db"), people=people, behind_proxy=True) as house:
        door = house.anyone().http

        def tried(password: str, address: str) -> int:
            said = {"name": "Ada", "password": password}
            headers = {"x-forwarded-for": address}
            return door.post("/api/sessions", json=said, headers=headers).status_code

        assert tried(PASSWORD, "192.0.2.1") == 201
        for number in range(30):
            assert tried("wrong horse battery", f"198.51.100.{number % 6}") == 401
        assert tried(PASSWORD, "198.51.100.0") == 401
        assert tried(PASSWORD, "192.0.2.1") == 201
