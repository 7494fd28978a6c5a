"""The log for auditors, statements and corrections of meters, the sign, reports."""

import threading
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from tests.api.serving import PASSWORD, House, open_house
from tests.floor.playing import PATIENCE, DealtTable
from tests.floor.told import text_of
from tests.workers.inline import inline_pool

from longsuit.core.money import MITES
from longsuit.core.round.events import BoardDealt, DealerDealt, HandDealt
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.reads.archive import PAGE
from longsuit.floor.reports import theory
from longsuit.floor.reports.theory import Figures
from longsuit.floor.tables.events import RoundBegun


def read_all(house: House, stream: str) -> list[Record]:
    """Piece after piece."""
    found: list[Record] = []
    after: int | None = 0
    while after is not None:
        answer = house["Abe"].get(f"/api/log/{stream}", params={"after": after})
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["stream"] == stream and len(told["records"]) <= PAGE
        found.extend(map(_as_written, told["records"]))
        after = told["more_after"]
    return found


def _as_written(told: dict[str, Any]) -> Record:
    """With the bytes that its hash is of: whoever has them can check it."""
    written, digest = b64decode(told.pop("written")), bytes.fromhex(told.pop("hash"))
    record = Record(**told | {"events": written, "hash": digest})
    assert [one["type"] for one in told["events"]] == [
        type(one).__name__ for one in events_of(record)
    ]
    return record


def test_an_auditor_reads_the_chain(fresh: House) -> None:
    dealt = DealtTable(fresh.floor, "D1", {1: "Pam", 2: "Pete"}, 10_000_00)
    dealt.play(3)
    records = read_all(fresh, "table D1")
    head = Head()
    for record in records:
        assert fault(record, head) is None
        head = record.head
    # All but the round that has just begun.
    begun = fresh.floor.log.read("table D1", head.version)
    assert [type(one) for one in events_of(begun[0])] == [RoundBegun]
    for name in fresh.floor.meters():
        stream = f"meter {name}"
        assert read_all(fresh, stream) == fresh.floor.log.read(stream)


@pytest.mark.rule("TBL-4")
def test_no_card_of_a_running_round_is_in_the_log(fresh: House) -> None:
    dealt = DealtTable(fresh.floor, "D1", {1: "Pam", 2: "Pete"}, 10_000_00)
    dealt.play(1)
    known = read_all(fresh, "table D1")

    def cards() -> int:
        return sum(
            isinstance(event, HandDealt | DealerDealt | BoardDealt)
            for record in read_all(fresh, "table D1")
            for event in events_of(record)
        )

    before = cards()
    assert before
    dealt.wager()
    assert cards() == before
    dealt.start()
    assert cards() == before
    # Not from the middle of the round either.
    head = fresh.floor.log.head("table D1").version
    for after in range(known[-1].version, head + 2):
        told = fresh["Abe"].get("/api/log/table D1", params={"after": after}).json()
        assert told == {"stream": "table D1", "records": [], "more_after": None}
    dealt.decide()
    assert read_all(fresh, "table D1") == known
    dealt.end()
    assert cards() > before


def test_a_live_table_has_no_cards_to_hide(fresh: House) -> None:
    dee = fresh["Dee"]
    dee.must("L1", "TurnLight", seat=2, on=True)
    dee.must("L1", "StartRound")
    assert read_all(fresh, "table L1") == fresh.floor.log.read("table L1")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/log/table T9", 404),
        ("/api/log/meter ", 404),
        ("/api/log/table%00D1", 404),
        ("/api/log/table D1?after=-1", 422),
        (f"/api/log/table D1?after={2**70}", 422),
    ],
)
def test_a_stream_is_named_as_it_is(house: House, path: str, status: int) -> None:
    assert house["Abe"].get(path).status_code == status


# Meters


def correct(house: House, key: str = "k", **changes: Any) -> Any:
    body = {
        "part": "meter",
        "amount": 5 * MITES,
        "reason": "counted twice",
        "second": "Sam",
        "password": PASSWORD,
        **changes,
    }
    headers = {"idempotency-key": key}
    return house["Sue"].http.post("/api/meters/D1/star/corrections", json=body, headers=headers)


@pytest.mark.rule("PRG-8")
def test_a_meter_is_corrected_by_two_people_once(fresh: House) -> None:
    def value() -> int:
        told = fresh["Pam"].get("/api/meters").json()["meters"]
        return next(int(one["value"]) for one in told if one["name"] == "D1/star")

    before = value()
    for changes, status in (
        ({"password": "wrong horse battery"}, 403),
        ({"second": "Nobody"}, 403),
        ({"second": "Sue"}, 403),
        ({"second": "Pam"}, 403),
        ({"amount": 0}, 409),
        ({"amount": -(10**12)}, 409),
        ({"reason": " "}, 409),
        ({"part": "tray"}, 422),
        ({"amount": 1.5}, 422),
        ({"amount": 10**30}, 422),
        ({"supervisor": "Sam"}, 422),
    ):
        answer = correct(fresh, **changes)
        assert answer.status_code == status, (changes, answer.text)
        assert list(answer.json()) == ["code", "reason"]
    assert value() == before
    told = correct(fresh).json()
    assert value() == before + 5
    assert correct(fresh).json() == {**told, "again": True}
    assert correct(fresh, amount=7).json()["reason"] == "That key belongs to another command."
    assert value() == before + 5
    record = fresh.floor.log.read("meter D1/star")[-1]
    assert record.who == "supervisor Sue" and '"second":"Sam"' in text_of(record)
    assert PASSWORD not in text_of(record)


def test_a_statement_explains_every_change(fresh: House) -> None:
    start = datetime.now(UTC)
    DealtTable(fresh.floor, "D1", {1: "Pam"}, 10_000_00).play(2)
    correct(fresh)
    end = datetime.now(UTC)

    def told(**period: str) -> Any:
        answer = fresh["Abe"].get("/api/meters/D1/star/statement", params=period)
        assert answer.status_code == 200, answer.text
        return answer.json()

    whole = told()
    assert whole["changes"][0]["kind"] == "reseeds"
    kinds = {one["kind"] for one in whole["changes"]}
    assert kinds == {"reseeds", "contributions", "corrections"}
    changed = sum(one["mites"] for one in whole["changes"])
    opened = whole["opening"] + whole["opening_reserve"]
    assert whole["closing"] + whole["closing_reserve"] - opened == changed
    part = told(**{"from": start.isoformat(), "to": end.isoformat()})
    assert part["closing"] == whole["closing"] and part["opening"] > 0
    assert {one["kind"] for one in part["changes"]} == {"contributions", "corrections"}
    nothing = told(**{"from": "2100-01-01"})
    assert nothing["changes"] == [] and nothing["opening"] == whole["closing"]
    early = {"to": "2000-01-01T00:00:00"}
    answer = fresh["Abe"].get("/api/meters/D1/star/statement", params=early)
    assert (answer.status_code, answer.json()["reason"]) == (409, "That meter did not exist yet.")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/meters/T9/star/statement", 404),
        ("/api/meters/D1/star/statement?from=yesterday", 422),
        ("/api/meters/D1/star/statement?from=2026-02-01&to=2026-01-01", 422),
        ("/api/meters/D1/star/statement?from=0001-01-01T00:00:00%2B14:00", 200),
        ("/api/meters/D1%2Fstar/statement", 200),
    ],
)
def test_a_statement_is_of_a_meter_and_a_period(house: House, path: str, status: int) -> None:
    answer = house["Abe"].get(path)
    assert answer.status_code == status, answer.text


def test_the_ledger_is_told_as_it_stands(fresh: House) -> None:
    DealtTable(fresh.floor, "D1", {1: "Pam", 2: "Pete"}, 10_000_00).play(2)
    told = fresh["Abe"].get("/api/ledger").json()
    assert told["total"] == 0 == sum(told["accounts"].values())
    assert told["accounts"]["cage"] == -20_000_00 * MITES
    table = fresh.floor.engine.table("D1")
    assert table is not None
    stacks = {player: stack * MITES for player, stack in table.seated().values()}
    assert told["accounts"]["players"] == sum(stacks.values())
    for name in ("Pam", "Pete"):
        account = f"player {name}"
        one = fresh["Sue"].get("/api/ledger", params={"account": account}).json()
        assert one == {"accounts": {account: stacks[name]}, "total": stacks[name]}
    answer = fresh["Abe"].get("/api/ledger", params={"account": "player Nobody"})
    assert (answer.status_code, answer.json()["reason"]) == (404, "There is no such account.")


def test_the_register_of_a_meter_is_told(fresh: House) -> None:
    empty = fresh["Abe"].get("/api/meters/D1/star/jackpots")
    assert empty.json() == {"meter": "D1/star", "jackpots": []}
    assert fresh["Abe"].get("/api/meters/T9/star/jackpots").status_code == 404
    assert fresh["Abe"].get("/api/meters/D1/star/jackpots?before=0").status_code == 422


def test_a_correction_is_of_a_meter(house: House) -> None:
    body = {"part": "meter", "amount": 1, "reason": "x", "second": "Sam", "password": PASSWORD}
    answer = house["Sue"].http.post(
        "/api/meters/T9/star/corrections", json=body, headers={"idempotency-key": "k"}
    )
    assert (answer.status_code, answer.json()["reason"]) == (404, "There is no such meter.")


@pytest.mark.rule("PRG-22")
def test_a_sign_signs_in_nowhere(house: House) -> None:
    answer = house.anyone().get("/api/sign/D1")
    assert answer.status_code == 200
    told = answer.json()
    assert {"id", "name", "meters", "tables", "house", "pays", "felt"} < set(told)
    assert told["felt"]["lights"] == [] and ["A-K-Q-J suited", "$250"] in told["pays"]
    assert [one["name"] for one in told["meters"]] == [
        *("star", "spade", "heart", "diamond", "must-hit")
    ]
    assert house.anyone().get("/api/sign/T9").status_code == 404
    link = house.anyone().get("/api/sign/link/D1/star")
    assert link.status_code == 200 and len(link.json()["shared_by"]) == 1
    assert house.anyone().get("/api/sign/link/nothing").status_code == 404


# Reports


def test_hold_is_beside_theory_and_nobody_waits_for_the_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `longsuit serve` wires it. A game is solved once, away from all other requests."""
    begun, go_on, solved = threading.Event(), threading.Event(), []

    @lru_cache
    def slow(game: str, *_: object) -> dict[str, Figures]:
        solved.append(game)
        begun.set()
        assert go_on.wait(PATIENCE)
        wagers = ("main", "ante", "xtra", "all-in")
        return dict.fromkeys(wagers, Figures(Fraction(1, 100), Fraction(1, 50), Fraction(2)))

    monkeypatch.setattr(theory, "_main_game", slow)
    url = str(tmp_path / "floor.db")
    with (
        open_house(url, workers=inline_pool()) as other,
        ThreadPoolExecutor(4) as pool,
    ):
        DealtTable(other.floor, "D1", {1: "Pam"}, 10_000_00).play(1)
        at = other.floor.log.read("table D1")[0].at
        on = datetime.fromtimestamp(at / 1_000_000, UTC).date()
        other["Sue"], other["Abe"]
        asked = [pool.submit(other[name].get, f"/api/reports/{on}") for name in ("Sue", "Abe")]
        assert begun.wait(PATIENCE)
        # The loop, the engine and the threads of all others are free.
        assert other["Abe"].get("/health").status_code == 200
        assert other["Pam"].get("/api/tables/D1").status_code == 200
        assert not any(one.done() for one in asked)
        go_on.set()
        for one in asked:
            (table,) = (t for t in one.result(PATIENCE).json()["report"]["tables"] if t["rounds"])
            main, *sides = table["wagers"]
            assert main["theory"]["exact"] == "1/100"
            assert all(side["theory"] is not None for side in sides if side["handle"])
            assert table["theory"] is not None
    assert solved == ["chase-the-flush"]


def test_the_daily_report_of_a_floor_comes_over_http(house: House) -> None:
    """A worker makes it from the floor's own database."""
    answer = house["Sue"].get("/api/reports/2026-11-15")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["day"] == "2026-11-15"
    assert {"tables", "meters"} <= told["report"].keys()
    assert house["Dee"].get("/api/reports/2026-11-15").status_code == 403
    assert house["Abe"].get("/api/reports/tomorrow").status_code == 422
