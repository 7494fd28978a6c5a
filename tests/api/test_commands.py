"""Commands over the network: every status, one sentence each, and a key is carried out once."""

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.api.serving import PASSWORD, House, new_key, open_house
from tests.floor.playing import wait_for

from longsuit.api import commands
from longsuit.floor.engine.ask import Answer
from longsuit.floor.engine.replies import BUSY, FAILED
from longsuit.floor.service.floor import CommandFailed, Elsewhere, FloorBusy, FloorDown

SIT = {"type": "SitDown", "seat": 1, "stack": 100_000}


def test_a_command_is_answered_with_its_record(fresh: House) -> None:
    guest = fresh.guest()
    before = guest.view("P1")["version"]
    told = guest.must("P1", "SitDown", "one", seat=1, stack=100_000)
    assert told == {"ok": True, "version": before + 1, "again": False}
    assert guest.must("P1", "SitDown", "one", seat=1, stack=100_000) == {**told, "again": True}
    assert guest.view("P1")["round"]["seats"][0]["player"] == guest.name


def test_a_refusal_is_one_sentence_and_changes_nothing(fresh: House) -> None:
    guest = fresh.guest()
    before = guest.stand("P1")
    answer = guest.ask("P1", "SitDown", seat=1, stack=1)
    assert answer.status_code == 409
    assert answer.json()["reason"] == "At this practice table everyone sits down with $1,000.00."
    assert guest.stand("P1") == before


def test_who_only_watches_does_not_change_the_company(fresh: House) -> None:
    guest, watcher = fresh.guest(), fresh.guest()
    sentence = "Only players at this table can add or remove robots."
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    guest.must("P1", "SeatRobot", seat=2)
    for kind, seat in (("SeatRobot", 3), ("UnseatRobot", 2)):
        answer = watcher.ask("P1", kind, seat=seat)
        assert (answer.status_code, answer.json()["reason"]) == (409, sentence)
    fresh["Dee"].must("P1", "SeatRobot", seat=3)
    guest.must("P1", "UnseatRobot", seat=2)
    seats = guest.view("P1")["round"]["seats"]
    assert [one["seat"] for one in seats if one["player"]] == [1, 3]


def test_a_key_stands_for_one_command(fresh: House) -> None:
    guest = fresh.guest()
    guest.must("P1", "SitDown", "one", seat=1, stack=100_000)
    for table, kind, fields in (
        ("P1", "StandUp", {"seat": 1}),
        ("P1", "SitDown", {"seat": 2, "stack": 100_000}),
    ):
        answer = guest.ask(table, kind, "one", **fields)
        assert answer.status_code == 409
        assert answer.json()["reason"] == "That key belongs to another command."
    # Another person's key is another key.
    fresh.guest().must("P1", "SitDown", "one", seat=2, stack=100_000)


def test_a_command_may_be_meant_for_a_moment(fresh: House) -> None:
    """Where the table has moved on it is refused, unless it had been carried out."""
    guest = fresh.guest()
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    then = guest.view("P1")["moment"]
    wagers = {"type": "PlaceWagers", "seat": 1, "wagers": {"ante": 500, "xtra": 500}}

    def place(key: str) -> Any:
        headers = {"idempotency-key": key, "if-moment": then}
        return guest.http.post("/api/tables/P1/commands", json=wagers, headers=headers)

    assert place("in time").status_code == 200
    wait_for(fresh.floor, "P1", lambda table: table.moment != then)
    assert place("in time").json()["again"]
    late = place("too late")
    assert late.status_code == 412
    assert late.json()["reason"] == "The table has moved on: nothing was done."


def test_ten_at_once_are_carried_out_once(fresh: House) -> None:
    guest = fresh.guest()
    guest.must("P1", "SitDown", seat=1, stack=100_000)
    before = guest.view("P1")
    callers = [fresh.anyone(guest.token) for _ in range(10)]
    with ThreadPoolExecutor(10) as pool:
        answers = list(
            pool.map(lambda one: one.ask("P1", "SeatRobot", "the same", seat=4), callers)
        )
    told = [answer.json() for answer in answers]
    assert {answer.status_code for answer in answers} == {200}
    assert {one["version"] for one in told} == {before["version"] + 1}
    assert sorted(one["again"] for one in told) == [False] + [True] * 9
    records = fresh.floor.log.read("table P1", before["version"])
    assert [record.command for record in records].count("the same") == 1


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "A command says its type."),
        ({"type": "Fly"}, "There is no command of that type."),
        ({"type": "DealCards", "deck": []}, "There is no command of that type."),
        ({"type": "StandUp"}, "'seat' is missing."),
        ({"type": "StandUp", "seat": "1"}, "'seat' is a whole number."),
        ({"type": "StandUp", "seat": True}, "'seat' is a whole number."),
        ({"type": "StandUp", "seat": 1.0}, "'seat' is a whole number."),
        (
            {"type": "StandUp", "seat": 0},
            "'seat' is 1 or more.",
        ),
        ({"type": "StandUp", "seat": 1, "by": "Ann"}, "'by' is not known here."),
        (
            {"type": "PlaceWagers", "seat": 1, "wagers": {"ante": 5.5}},
            "'wagers.ante' is a whole number.",
        ),
        (
            {"type": "PlaceWagers", "seat": 1, "wagers": {"ante": -500}},
            "'wagers.ante' is 0 or more.",
        ),
        (
            {"type": "PlaceWagers", "seat": 1, "wagers": {"ante": 10**30}},
            "'wagers.ante' is 100000000000 or less.",
        ),
        (
            {"type": "OpenWord", "seat": 1, "word": "line\nbreak"},
            "'word' has printable characters only, and no line breaks.",
        ),
        ([], "The body is a JSON object, with content-type application/json."),
        ("SitDown", "The body is a JSON object, with content-type application/json."),
        (None, "The body is missing."),
    ],
    ids=str,
)
def test_a_bad_body_is_one_sentence(house: House, body: Any, sentence: str) -> None:
    answer = house["Pam"].http.post(
        "/api/tables/P1/commands", json=body, headers={"idempotency-key": "k"}
    )
    assert answer.status_code == 422
    assert answer.json()["reason"] == sentence


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"type":' * 5000,
        b'{"type": "StandUp", "seat": ' + b"9" * 5000 + b"}",
        b'{"type": "OpenWord", "seat": 1, "word": "\\ud800"}',
        b'{"type": "PlaceWagers", "seat": 1, "wagers": {"\\udfff": 500}}',
        b'{"type": "StandUp", "seat": NaN}',
        b"\x00" * 100,
        b"",
    ],
    ids=["cut", "bytes", "nested", "nested objects", "number", "half", "half key", "nan", "0", "-"],
)
def test_whatever_bytes_come_are_one_sentence(house: House, content: bytes) -> None:
    answer = house["Pam"].http.post(
        "/api/tables/P1/commands",
        content=content,
        headers={"idempotency-key": "k", "content-type": "application/json"},
    )
    assert answer.status_code == 422
    assert list(answer.json()) == ["code", "reason"]
    assert "Traceback" not in answer.text and len(answer.json()["reason"]) <= 300


@pytest.mark.parametrize("key", [None, "", "x" * 81, "caf\xe9", "a\tb"])
def test_a_key_is_needed(house: House, key: str | None) -> None:
    headers = {} if key is None else {b"idempotency-key": key.encode("latin-1")}
    answer = house["Pam"].http.post("/api/tables/P1/commands", json=SIT, headers=headers)
    assert answer.status_code == 422
    reason = answer.json()["reason"]
    assert "'Idempotency-Key'" in reason
    # In words, for people.
    assert "^" not in reason and "[" not in reason


def test_a_seat_is_for_somebody_with_a_name(house: House) -> None:
    answer = house["Dee"].ask("D1", "SeatPlayer", seat=6, player="   ", stack=10_000)
    assert answer.status_code == 409
    assert answer.json()["reason"] == "No player has an account in the name of ''."


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("Nobody", "No player has an account in the name of 'Nobody'."),
        ("pam", "No player has an account in the name of 'pam'."),
        ("Guest 123456", "No player has an account in the name of 'Guest 123456'."),
        ("Dee", "Dee has an account as dealer: only players are seated."),
        ("Sue", "Sue has an account as supervisor: only players are seated."),
    ],
)
def test_only_who_has_an_account_as_a_player_is_seated(house: House, player: str, why: str) -> None:
    """What they bring is the reported drop, so it has to be somebody's."""
    answer = house["Dee"].ask("D1", "SeatPlayer", seat=6, player=player, stack=10_000)
    assert (answer.status_code, answer.json()["reason"]) == (409, why)


def test_a_player_whose_account_is_closed_is_not_seated(fresh: House) -> None:
    told = fresh["Dee"].must("D1", "SeatPlayer", "once", seat=1, player="Pam", stack=10_000)
    fresh["Ada"].http.patch("/api/people/Pam", json={"active": False})
    # What was done is answered as it was, and nothing new is done.
    again = fresh["Dee"].must("D1", "SeatPlayer", "once", seat=1, player="Pam", stack=10_000)
    assert again == {**told, "again": True}
    answer = fresh["Dee"].ask("D1", "SeatPlayer", seat=2, player="Pam", stack=10_000)
    assert answer.json()["reason"] == "No player has an account in the name of 'Pam'."


@pytest.mark.parametrize("table", ["T9", "x" * 5000, "%00", "..%2f..", "P1 ", "table P1"])
def test_an_unknown_table_is_none(house: House, table: str) -> None:
    pam, before = house["Pam"], dict(house.floor.engine.held)
    assert pam.ask(table, "StandUp", seat=1).status_code == 404
    assert pam.get(f"/api/tables/{table}").status_code == 404
    # Nothing is kept for a name that somebody made up.
    assert house.floor.engine.held == before


def failing(error: Exception) -> "Future[Answer]":
    future: Future[Answer] = Future()
    future.set_exception(error)
    return future


def test_a_floor_that_cannot_write_asks_for_patience(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "The floor cannot write now: try again with the same key."
    monkeypatch.setattr(house.floor.engine, "submit", lambda _: failing(FloorDown(sentence)))
    answer = house["guest"].ask("P1", "SitDown", seat=5, stack=100_000)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["reason"] == sentence


@pytest.mark.parametrize(
    ("error", "status", "headers"),
    [(FloorBusy(BUSY), 503, {"retry-after": "1"}), (CommandFailed(FAILED), 500, {})],
)
def test_a_busy_floor_and_a_fault_are_told_apart(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    headers: dict[str, str],
) -> None:
    monkeypatch.setattr(house.floor.engine, "submit", lambda _: failing(error))
    answer = house["guest"].ask("P1", "SitDown", seat=5, stack=100_000)
    assert answer.status_code == status
    assert answer.json()["reason"] == str(error)
    assert {name: answer.headers.get(name) for name in headers} == headers


def test_who_waits_too_long_may_ask_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    never: Future[Answer] = Future()
    monkeypatch.setattr(commands, "PATIENCE", 0.05)
    monkeypatch.setattr(house.floor.engine, "submit", lambda _: never)
    answer = house["guest"].ask("P1", "SitDown", seat=5, stack=100_000)
    assert answer.status_code == 503 and answer.headers["retry-after"] == "1"
    # The engine may still answer: the command was not taken back.
    assert not never.cancelled()
    never.set_result(Answer(True))


def test_without_an_address_the_other_server_is_not_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.floor.engine, "submit", lambda _: failing(Elsewhere("P1")))
    answer = house["guest"].ask("P1", "SitDown", seat=5, stack=100_000)
    assert answer.status_code == 421
    assert answer.json()["reason"] == commands.ELSEWHERE


def test_a_command_survives_a_restart_with_its_answer(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    with open_house(database) as house:
        told = house["Dee"].must("D1", "SeatPlayer", "k", seat=1, player="Pam", stack=10_000)
        token = house["Dee"].token
    with open_house(database, people={}) as house:
        dee = house.anyone(token)
        again = dee.must("D1", "SeatPlayer", "k", seat=1, player="Pam", stack=10_000)
        assert again == {**told, "again": True}


def test_names_are_written_as_their_accounts_have_them(fresh: House) -> None:
    said = {"name": "Zoë  Quinn", "role": "player", "password": PASSWORD}
    assert fresh["Ada"].http.post("/api/people", json=said).status_code == 201
    decomposed = "Zoe\u0308 Quinn"
    fresh["Dee"].must("D1", "SeatPlayer", seat=1, player=decomposed, stack=10_000)
    zoe = fresh.sign_in("Zoë Quinn")
    zoe.must("D1", "PlaceWagers", seat=1, wagers={"ante": 500, "xtra": 500})


def test_a_closed_table_says_so(fresh: House) -> None:
    sue = fresh["Sue"]
    answer = sue.http.delete("/api/tables/H1", headers={"idempotency-key": new_key()})
    assert answer.status_code == 200
    refused = fresh["Dee"].ask("H1", "BeginRound")
    assert refused.status_code == 409 and refused.json()["reason"].endswith(" is closed.")


def test_a_late_claim_takes_a_supervisor_who_is_there(fresh: House) -> None:
    dee = fresh["Dee"]
    dee.must("L1", "TurnLight", seat=3, on=True)
    dee.must("L1", "StartRound")
    dee.must("L1", "EndRound")
    hand = fresh["Dee"].view("L1")["terminal"]["hands"][0]

    def claim(caller: str, supervisor: str, password: str = PASSWORD) -> tuple[int, str]:
        said = {"seat": 3, "hand": hand, "reason": "seen on camera"}
        answer = fresh[caller].http.post(
            "/api/tables/L1/late-claims",
            json={**said, "supervisor": supervisor, "password": password},
            headers={"idempotency-key": new_key()},
        )
        return answer.status_code, answer.json().get("reason", "")

    alone = (403, "A supervisor other than you has to confirm this.")
    assert claim("Dee", "Dee") == claim("Sue", "Sue") == claim("Dee", "Pam") == alone
    assert claim("Dee", "Sue", "a wrong password")[0] == 403
    assert claim("Pam", "Sue")[0] == 403
    assert claim("Dee", "Sue") == (200, "")
    (jackpot,) = dee.view("L1")["terminal"]["jackpots"]
    assert (jackpot["step"], jackpot["approved_by"]) == ("pending", "Sue")
    assert claim("Dee", "Sue")[0] == 409
