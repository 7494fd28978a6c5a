"""Other words change nothing but what people read: no record, no receipt, no code, no status."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from tests.api.serving import House, open_house

from longsuit.core import texts
from longsuit.core.refusals import Code
from longsuit.floor.store.schema import receipts, records

ASKED = [
    ("Pam", "P1", {"type": "SitDown", "seat": 1, "stack": 100_000}),
    ("Pam", "P1", {"type": "SitDown", "seat": 1, "stack": 5}),
    ("Pam", "P1", {"type": "StandUp", "seat": 2}),
    ("Pam", "P1", {"type": "StartRound"}),
    ("Pam", "D1", {"type": "SitDown", "seat": 1, "stack": 100_000}),
    ("Dee", "D1", {"type": "SeatPlayer", "seat": 2, "player": "Nobody", "stack": 100}),
    ("Dee", "D1", {"type": "ChooseSeat", "seat": 2}),
    ("Dee", "T9", {"type": "StartRound"}),
    ("Sue", "L1", {"type": "ApproveJackpot", "number": 1}),
]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(str(tmp_path_factory.mktemp("floor") / "floor.db")) as found:
        yield found


def ask_all(house: House) -> list[tuple[int, str, str]]:
    """Each under a key of its own, the same each time: status, code and reason."""
    told = []
    for at, (who, table, body) in enumerate(ASKED):
        answer = house[who].http.post(
            f"/api/tables/{table}/commands", json=body, headers={"idempotency-key": f"once {at}"}
        )
        said = answer.json()
        told.append((answer.status_code, said.get("code", ""), said.get("reason", "")))
    moved = house["Pam"].http.post(
        "/api/tables/P1/commands",
        json={"type": "StandUp", "seat": 1},
        headers={"idempotency-key": "late", "if-moment": "of another time"},
    )
    return [*told, (moved.status_code, moved.json()["code"], moved.json()["reason"])]


def written(house: House) -> list[list[str]]:
    with house.floor.database.connect() as connection:
        return [
            # A practice table may go on by itself meanwhile.
            sorted(str(row) for row in map(tuple, connection.execute(found)) if "system" not in row)
            for found in (sa.select(records), sa.select(receipts))
        ]


def test_other_sentences_change_no_record_receipt_status_or_code(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ask_all(house)
    assert [(status, code) for status, code, _ in before] == [
        (200, ""),
        (409, "buy_in_fixed"),
        (409, "seat_empty"),
        (403, "not_allowed"),
        (403, "seated_by_dealer"),
        (409, "no_account"),
        (409, "not_started"),
        (404, "no_table"),
        (409, "no_approval"),
        (412, "moved_on"),
    ]
    kept = written(house)
    monkeypatch.setattr(texts, "REFUSALS", {code: f"({code.upper()})" for code in Code})
    after = ask_all(house)
    assert [one[:2] for one in after] == [one[:2] for one in before]
    assert [reason for _, code, reason in after if code] == [
        f"({code.upper()})" for _, code, _ in after if code
    ]
    assert written(house) == kept


def test_no_sentence_is_written_anywhere(house: House) -> None:
    told = [reason for _, code, reason in ask_all(house) if code]
    assert len(told) > 8
    for rows in written(house):
        assert not [reason for reason in told if any(reason in row for row in rows)]
