"""The register over the network: filed, read, exported, withdrawn, refused in one sentence."""

from typing import Any

import pytest
from tests.api.serving import House

LETTER = {
    "kind": "controls",
    "authority": "Commission",
    "reference": "16-117",
    "date": "2016-06-22",
    "game": "ctf",
    "tables": ["D1"],
}


def missing(house: House, table: str) -> list[str]:
    told = house["Abe"].get("/api/register").json()
    return next(list(one["missing"]) for one in told["tables"] if one["id"] == table)


@pytest.mark.rule("CON-1", "CON-8")
def test_what_is_filed_is_on_file_and_covers(fresh: House) -> None:
    sue = fresh["Sue"].http
    before = missing(fresh, "D1")
    assert "approved internal controls for Chase the Flush" in before
    filed = sue.post("/api/register/approvals", json=LETTER)
    assert filed.status_code == 201, filed.text
    line = filed.json()
    assert (line["number"], line["holds"], line["filed_by"]) == (1, True, "supervisor Sue")
    assert sue.post("/api/register/presets/wa-300", json={}).json()["reference"] == "$300.00"
    program = {"kind": "program", "maker": "Longsuit", "model": "Longsuit", "version": "0.0.1"}
    assert sue.post("/api/register/equipment", json=program).status_code == 201
    # What is left is the law: the table goes up to 500 dollars.
    assert all(one.startswith("a limit of the law that allows") for one in missing(fresh, "D1"))
    file = sue.get("/api/register/export")
    assert file.headers["content-type"].startswith("text/csv")
    assert file.text.count("\r\n") == 4 and "16-117" in file.text
    gone = sue.post("/api/register/1/withdrawal", json={"reason": "replaced"})
    assert gone.json()["withdrawn_by"] == "supervisor Sue" and not gone.json()["holds"]
    assert "approved internal controls for Chase the Flush" in missing(fresh, "D1")
    log = fresh["Abe"].get("/api/log/register").json()
    assert [one["who"] for one in log["records"]] == ["supervisor Sue"] * 4


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("approvals", {**LETTER, "date": "2016-02-30"}, "day"),
        ("approvals", {**LETTER, "until": "2016-06-23"}, "approval_over"),
        ("approvals", {**LETTER, "game": "faro"}, "input"),
        ("approvals", {**LETTER, "tables": ["P1"]}, "input"),
        ("limits", {"amount": 300, "since": "x", "citation": "WAC 230-15-140"}, "day"),
        ("limits", {"amount": 300, "since": "2016-06-22", "citation": "WAC 1"}, "citation"),
        ("presets/wa-9", {}, "no_preset"),
        ("presets/wa-500", {}, "entry_needs"),
        ("77/withdrawal", {"reason": "why"}, "no_entry"),
        ("equipment", {"kind": "shuffler", "maker": "A", "model": "B"}, "entry_needs"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(
    house: House, path: str, body: dict[str, Any], code: str
) -> None:
    before = house["Abe"].get("/api/register").json()["entries"]
    answer = house["Sue"].http.post(f"/api/register/{path}", json=body)
    assert answer.json()["code"] == code, answer.text
    assert answer.status_code in (404, 409)
    assert answer.json()["reason"].endswith(".")
    assert house["Abe"].get("/api/register").json()["entries"] == before


def test_a_reference_twice_is_refused(fresh: House) -> None:
    sue = fresh["Sue"].http
    assert sue.post("/api/register/approvals", json=LETTER).status_code == 201
    again = sue.post("/api/register/approvals", json=LETTER)
    assert (again.status_code, again.json()["code"]) == (409, "on_file")
