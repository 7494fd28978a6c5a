"""Tables over the network: the lobby and views, and supervisors who open, change and close."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.api.serving import House, new_key, open_house
from tests.floor.playing import config

from longsuit.floor.config.settings import FloorConfig, HouseConfig

T5 = {
    "id": "T5",
    "name": "Table 5",
    "game": "chase-the-flush",
    "mode": "dealt",
    "limits": {"ante": [10, 300, 5]},
    "approval": 500,
    "action_seconds": 30,
}


def put_table(
    house: House, method: str, body: Any, key: str = "", path: str = "/api/tables"
) -> httpx.Response:
    headers = {"idempotency-key": key or new_key(), "content-type": "application/json"}
    content = json.dumps(body)
    return house["Sue"].http.request(method, path, content=content, headers=headers)


def test_the_lobby_lists_open_tables(fresh: House) -> None:
    told = fresh["Pam"].get("/api/tables").json()["tables"]
    assert [table["id"] for table in told] == ["D1", "H1", "L1", "P1"]
    assert [table["mode"] for table in told] == ["dealt", "dealt", "live", "practice"]
    one = told[0]
    fields = "id name game game_name hole mode seats taken stake meters face_up mine"
    assert set(one) == set(fields.split())
    assert one["stake"] == {"name": "Ante", "least": 500, "most": 50_000} and one["taken"] == []
    assert [meter["name"] for meter in one["meters"]] == [
        *("star", "spade", "heart", "diamond", "must-hit")
    ]
    fresh["Dee"].must("D1", "SeatPlayer", seat=3, player="Pam", stack=1000)
    for name, mine in (("Pam", [3]), ("Pete", []), ("Dee", [])):
        table = fresh[name].get("/api/tables").json()["tables"][0]
        assert (table["taken"], table["mine"]) == ([3], mine)


def test_a_table_is_opened_changed_and_closed(fresh: House) -> None:
    sue, pam = fresh["Sue"], fresh["Pam"]
    opened = put_table(fresh, "POST", T5)
    assert opened.status_code == 200 and opened.json()["ok"]
    fixed = pam.fixed("T5")
    assert (fixed["name"], fixed["mode"], fixed["action_seconds"]) == ("Table 5", "dealt", 30)
    assert fixed["offers"][0]["least"] == 10_00 and fixed["offers"][0]["step"] == 5_00

    changed = put_table(fresh, "PUT", {**T5, "name": "Five"}, path="/api/tables/T5")
    assert changed.status_code == 200
    assert pam.fixed("T5")["name"] == "Five"
    same = put_table(fresh, "PUT", {**T5, "name": "Five"}, path="/api/tables/T5")
    assert same.status_code == 409
    assert same.json()["reason"] == "The table has these settings already."

    closed = sue.http.delete("/api/tables/T5", headers={"idempotency-key": "close"})
    assert closed.status_code == 200
    assert "T5" not in [table["id"] for table in pam.get("/api/tables").json()["tables"]]
    assert pam.view("T5")["closed"]
    again = sue.http.delete("/api/tables/T5", headers={"idempotency-key": "close"})
    assert again.json() == {**closed.json(), "again": True}
    assert put_table(fresh, "POST", T5).status_code == 200
    assert not pam.view("T5")["closed"]


def test_opening_twice_opens_once(fresh: House) -> None:
    told = put_table(fresh, "POST", T5, "one").json()
    assert put_table(fresh, "POST", T5, "one").json() == {**told, "again": True}
    other = put_table(fresh, "POST", {**T5, "name": "Other"}, "one")
    assert other.json()["reason"] == "That key belongs to another command."
    second = put_table(fresh, "POST", {**T5, "name": "Other"})
    assert second.status_code == 409
    assert second.json()["reason"] == "There is a table T5 already."
    assert fresh["Pam"].fixed("T5")["name"] == "Table 5"


def test_a_table_changes_between_rounds_only(fresh: House) -> None:
    fresh["Dee"].must("D1", "SeatPlayer", seat=1, player="Pam", stack=10_000)
    fresh["Pam"].must("D1", "PlaceWagers", seat=1, wagers={"ante": 500, "xtra": 500})
    body = {"id": "D1", "game": "ctf", "mode": "dealt", "must_hit": {}, "approval": 0}
    answer = put_table(fresh, "PUT", body, path="/api/tables/D1")
    assert answer.status_code == 409
    assert answer.json()["reason"] == "That is done between rounds: end this round first."
    closing = fresh["Sue"].http.delete("/api/tables/D1", headers={"idempotency-key": "c"})
    assert closing.status_code == 409


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"id": None}, 422, "'id': input should be a valid string."),
        ({"id": "a/b"}, 422, None),
        ({"game": "poker"}, 409, None),
        ({"seats": 9}, 409, "Chase the Flush has from 1 to 7 seats, not 9."),
        ({"colour": "red"}, 422, "'colour' is not known here."),
        ({"limits": {"ante": [5]}}, 422, None),
        ({"limits": {"ante": ["five", 10, 5]}}, 422, None),
        ({"buy_in": 1e15}, 422, None),
        ({"buy_in": "999999999999"}, 422, "'buy_in': an amount is $1,000,000,000.00 at most."),
        ({"name": "\ud800"}, 422, None),
        ({"must_hit": {"rate": "lots"}}, 409, "'lots' is not a rate, such as 2.00%."),
        ({"links": {"moon": "shared"}}, 409, "It has no meter 'moon' to link."),
        ({"approval": -1}, 422, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_table_that_cannot_be_is_refused(
    house: House, change: dict[str, Any], status: int, sentence: str | None
) -> None:
    before = house.floor.tables()
    answer = put_table(house, "POST", {**T5, **change})
    assert answer.status_code == status, answer.text
    assert sentence is None or answer.json()["reason"] == sentence
    assert list(answer.json()) == ["code", "reason"] and house.floor.tables() == before


@pytest.mark.parametrize("name", ["secret.toml", "LICENSE", "/etc/passwd", "../x.toml", "7=250"])
def test_no_file_is_opened_for_a_caller(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for one in ("secret.toml", "LICENSE"):
        (tmp_path / one).write_text("the secret of the house", encoding="utf-8")
    answer = put_table(house, "POST", {**T5, "paytables": {"xtra": name}})
    assert answer.status_code == 409
    reason = f"There is no paytable '{name}' in the box of Chase the Flush."
    assert answer.json()["reason"] == reason


def test_a_table_keeps_its_id(house: House) -> None:
    body = {"id": "D2", "game": "ctf", "mode": "dealt", "approval": 0}
    answer = put_table(house, "PUT", body, path="/api/tables/D1")
    assert (answer.status_code, answer.json()["reason"]) == (422, "'id': a table keeps its id.")
    unknown = put_table(house, "PUT", {**body, "id": "T9"}, path="/api/tables/T9")
    assert unknown.status_code == 404
    gone = house["Sue"].http.delete("/api/tables/T9", headers={"idempotency-key": "c"})
    assert gone.status_code == 404


@pytest.mark.rule("TBL-8")
def test_a_table_over_the_legal_maximum_is_not_opened(tmp_path: Path) -> None:
    lawful = FloorConfig(house=HouseConfig(legal_maximum=300), table=config().table)
    with open_house(str(tmp_path / "floor.db"), lawful) as house:
        answer = put_table(house, "POST", {**T5, "limits": {"ante": [10, 400, 5]}})
        assert answer.status_code == 409
        assert "over the legal $300.00" in answer.json()["reason"]
        assert put_table(house, "POST", T5).status_code == 200


@pytest.mark.rule("PRG-19")
def test_a_table_for_money_without_a_word_on_approval_is_not_opened(house: House) -> None:
    silent = {**T5, "id": "T6"}
    del silent["approval"]
    answer = put_table(house, "POST", silent)
    assert answer.status_code == 409
    assert "opens once the configuration has the table's approval" in answer.json()["reason"]
    assert house["Sue"].http.get("/api/tables/T6").status_code == 404


def test_what_was_opened_is_there_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    with open_house(database) as house:
        assert put_table(house, "POST", T5).status_code == 200
    with open_house(database, people={}) as house:
        assert house.sign_in("Pam").fixed("T5")["name"] == "Table 5"


@pytest.mark.parametrize("table", ["", "A b", "T3\n", "-x", "x" * 41])
def test_a_bad_id_is_told_in_words(house: House, table: str) -> None:
    body = {"id": table, "game": "ctf", "mode": "dealt"}
    headers = {"idempotency-key": new_key()}
    answer = house["Sue"].http.post("/api/tables", json=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["reason"] == (
        "'id': an id has 1 to 40 letters, digits or any of . _ -, "
        "and starts with a letter or a digit."
    )


def test_what_is_no_digest_is_told_in_words(house: House) -> None:
    answer = house["guest"].get("/api/fixed/x.y")
    assert answer.status_code == 422
    reason = "'digest': it has 32 hexadecimal digits, as a view names it."
    assert answer.json()["reason"] == reason
