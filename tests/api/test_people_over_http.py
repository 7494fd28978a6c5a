"""The people of the house, by an admin."""

import json

import pytest
from tests.api.serving import PASSWORD, House
from tests.floor.engine.test_clock_guard import shifted

from longsuit.core.money import MITES
from longsuit.floor.audit.run import audit
from longsuit.floor.engine.clock import CLOCK_OUT

CORRECTION = {
    "part": "meter",
    "amount": 5 * MITES,
    "reason": "counted twice",
    "second": "Sam",
    "password": PASSWORD,
}


def test_everybody_is_listed_without_passwords(fresh: House) -> None:
    answer = fresh["Ada"].get("/api/people")
    people = answer.json()["people"]
    assert [one["name"] for one in people] == ["Abe", "Ada", "Dee", "Pam", "Pete", "Sam", "Sue"]
    assert set(people[0]) == {"name", "role", "active", "locked_until", "created"}
    assert people[0]["created"] == "2027-01-15T08:00:00.000000Z"
    assert "argon2" not in answer.text


def test_somebody_is_added_changed_and_closed(fresh: House) -> None:
    ada = fresh["Ada"].http
    said = {"name": " Nina  Ray ", "role": "dealer", "password": PASSWORD}
    answer = ada.post("/api/people", json=said)
    assert answer.status_code == 201
    assert (answer.json()["name"], answer.json()["role"]) == ("Nina Ray", "dealer")
    nina = fresh.sign_in("Nina Ray")
    changed = ada.patch("/api/people/Nina Ray", json={"role": "supervisor", "password": PASSWORD})
    assert changed.json()["role"] == "supervisor"
    assert nina.get("/api/me").status_code == 401, "a new role ends the session"
    nina = fresh.sign_in("Nina Ray")
    assert ada.post("/api/people/Nina Ray/sign-out").json() == {"sessions": 1}
    assert nina.get("/api/me").status_code == 401
    closed = ada.patch("/api/people/Nina Ray", json={"active": False})
    assert closed.json()["active"] is False
    door = fresh.anyone().http
    said = {"name": "Nina Ray", "password": PASSWORD}
    assert door.post("/api/sessions", json=said).status_code == 401


def test_a_locked_account_is_unlocked(fresh: House) -> None:
    door, ada = fresh.anyone().http, fresh["Ada"].http
    for _ in range(5):
        door.post("/api/sessions", json={"name": "Pete", "password": "wrong horse battery"})
    people = {one["name"]: one for one in ada.get("/api/people").json()["people"]}
    assert people["Pete"]["locked_until"] == "2027-01-15T08:01:00.000000Z"
    assert people["Pam"]["locked_until"] is None
    assert ada.patch("/api/people/Pete", json={"unlock": True}).json()["locked_until"] is None
    good = {"name": "Pete", "password": PASSWORD}
    assert door.post("/api/sessions", json=good).status_code == 201


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        ({"name": "pam"}, 409, "There is somebody named Pam already."),
        ({"name": "Robot 3"}, 409, "A name does not start with 'robot'."),
        ({"name": "a\nb"}, 422, None),
        ({"name": "\ud800"}, 422, None),
        ({"name": ""}, 422, None),
        ({"name": "x" * 61}, 422, None),
        ({"role": "king"}, 422, None),
        ({"password": "short"}, 409, None),
        ({"password": "x" * 1000}, 422, None),
        ({"guest": True}, 422, "'guest' is not known here."),
    ],
    ids=lambda value: str(value)[:24],
)
def test_an_account_that_cannot_be_is_refused(
    house: House, said: dict[str, object], status: int, sentence: str | None
) -> None:
    body = {"name": "Nina", "role": "player", "password": PASSWORD, **said}
    kind = {"content-type": "application/json"}
    answer = house["Ada"].http.post("/api/people", content=json.dumps(body), headers=kind)
    assert answer.status_code == status, answer.text
    assert sentence is None or answer.json()["reason"] == sentence
    assert str(body["password"]) not in answer.text


def test_the_last_admin_stays(house: House) -> None:
    answer = house["Ada"].http.patch("/api/people/Ada", json={"active": False})
    assert answer.status_code == 409
    assert answer.json()["reason"] == "The last admin stays one: make another first."


@pytest.mark.parametrize("name", ["Nobody", "%00", "x" * 500])
def test_nobody_of_that_name(house: House, name: str) -> None:
    ada = house["Ada"].http
    for answer in (
        ada.patch(f"/api/people/{name}", json={"active": False}),
        ada.post(f"/api/people/{name}/sign-out"),
    ):
        assert answer.status_code == 404
        assert answer.json()["reason"] == "No one has that name."


def test_every_change_is_in_the_log_for_auditors(fresh: House) -> None:
    ada = fresh["Ada"].http
    said = {"name": "Nina", "role": "dealer", "password": PASSWORD}
    assert ada.post("/api/people", json=said).status_code == 201
    nina = fresh.sign_in("Nina")
    new = {"old": PASSWORD, "new": "staple after staple"}
    assert nina.http.post("/api/password", json=new).status_code == 204
    assert ada.post("/api/people/Nina/sign-out").status_code == 200
    assert ada.patch("/api/people/Nina", json={"active": False}).status_code == 200
    answer = fresh["Abe"].get("/api/log/people?after=7")
    assert answer.status_code == 200
    told = [
        (one["who"], [event["type"] for event in one["events"]]) for one in answer.json()["records"]
    ]
    assert ("dealer Nina", ["SessionBegun"]) in told
    assert [one for one in told if one[1] != ["SessionBegun"]] == [
        ("admin Ada", ["PersonAdded"]),
        ("dealer Nina", ["PasswordChanged"]),
        ("admin Ada", ["SignedOut"]),
        ("admin Ada", ["AccountClosed"]),
    ]
    assert PASSWORD not in answer.text and "argon2" not in answer.text
    assert fresh["Ada"].get("/api/log/people").status_code == 403
    first = fresh["Abe"].get("/api/log/people").json()["records"][0]
    assert (first["who"], first["version"]) == ("operator", 1)
    assert audit(fresh.floor.log, workers=1).fault == ""


@pytest.mark.parametrize(
    ("who", "method", "path", "said"),
    [
        ("Ada", "POST", "/api/people", {"name": "Nina", "role": "dealer", "password": PASSWORD}),
        ("Ada", "PATCH", "/api/people/Pam", {"active": False}),
        ("Ada", "POST", "/api/people/Pam/sign-out", {}),
        ("Pam", "POST", "/api/password", {"old": PASSWORD, "new": "staple after staple"}),
        ("Pam", "POST", "/api/password", {"old": "wrong horse battery", "new": PASSWORD}),
        ("Pam", "POST", "/api/admin-claim", {"code": "A", "name": "Eve", "password": PASSWORD}),
        ("Sue", "POST", "/api/meters/D1/star/corrections", {**CORRECTION, "password": "wrong"}),
        ("Sue", "POST", "/api/meters/D1/star/corrections", CORRECTION),
    ],
)
def test_nothing_of_people_is_written_while_the_clock_is_out(
    fresh: House, who: str, method: str, path: str, said: dict[str, object]
) -> None:
    """A record of 2027 would put all that follow it there."""
    caller = fresh[who].http
    shifted(fresh.floor, 366 * 24 * 3600 * 1_000_000)
    before = fresh.floor.log.heads()
    answer = caller.request(method, path, json=said, headers={"idempotency-key": "k"})
    assert (answer.status_code, answer.json()["reason"]) == (503, CLOCK_OUT)
    assert fresh.floor.log.heads() == before
