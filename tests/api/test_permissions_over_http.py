"""Who may do what, asked over the network: every role with every command and every deed."""

from typing import Any

import httpx
import pytest
from tests.api.serving import PASSWORD, House, new_key

from longsuit.core.progressive.commands import (
    ClaimLate,
    CorrectMeter,
    LeaveMeter,
    ReduceMeter,
    RetireMeter,
    SetMeter,
)
from longsuit.floor.people.permissions import PERMISSIONS
from longsuit.floor.service.command_json import COMMANDS, example, schema_of
from longsuit.floor.slips.register import PrintSlip
from longsuit.floor.tables.commands import AddWord, CloseTable, SetTable

# x everywhere, p at practice tables only, . never; beside a table, at which the rules go on
COMMAND_MATRIX = """
                   Pam  guest  Dee  Sue  Abe  Ada
SitDown             p     p     .    .    .    .
StandUp             x     p     .    .    .    .
PlaceWagers         x     p     .    .    .    .
TakeBackWagers      x     p     .    .    .    .
Act                 x     p     .    .    .    .
SealWord            x     p     .    .    .    .
OpenWord            x     p     .    .    .    .
PlanSeat            x     p     .    .    .    .
SeatRobot           p     p     p    p    .    .
UnseatRobot         p     p     p    p    .    .
SeatPlayer          .     .     x    x    .    .
UnseatPlayer        .     .     x    x    .    .
BeginRound          .     .     x    x    .    .
StartRound          .     .     x    x    .    .
CancelRound         .     .     x    x    .    .
EndRound            .     .     x    x    .    .
LetTimePass         .     .     x    x    .    .
TurnLight           .     .     x    x    .    .
SetLights           .     .     x    x    .    .
PayFromTray         .     .     x    x    .    .
ChooseSeat          .     .     x    x    .    .
ChooseHand          .     .     x    x    .    .
PendingJackpot      .     .     x    x    .    .
PayJackpot          .     .     x    x    .    .
PayAgreedSum        .     .     x    x    .    .
Ok                  .     .     x    x    .    .
VoidJackpot         .     .     x    x    .    .
PayEnvy             .     .     x    x    .    .
ApproveJackpot      .     .     .    x    .    .
RefuseJackpot       .     .     .    x    .    .
ReferJackpot        .     .     .    x    .    .
ApproveBonus        .     .     .    x    .    .
RefuseBonus         .     .     .    x    .    .
ChangeDuty          .     .     x    x    .    .
"""

DEED_MATRIX = """
                   Pam  guest  Dee  Sue  Abe  Ada
look-at-lobby       x     x     x    x    x    x
look-at-table       x     x     x    x    x    x
look-at-rounds      x     x     x    x    x    x
look-at-a-round     x     x     x    x    x    x
look-at-meters      x     x     x    x    x    x
look-at-sign        x     x     x    x    x    x
see-terminal        .     .     x    x    x    .
read-statement      .     .     .    x    x    .
read-jackpots       .     .     .    x    x    .
read-slips          .     .     .    x    x    .
export-slips        .     .     .    x    x    .
print-slip          .     .     .    x    .    .
read-ledger         .     .     .    x    x    .
read-report         .     .     .    x    x    .
make-paper          .     .     .    x    x    .
read-log            .     .     .    .    x    .
correct-meter       .     .     .    x    .    .
set-meter           .     .     .    x    .    .
reduce-meter        .     .     .    x    .    .
retire-meter        .     .     .    x    .    .
claim-late          .     .     x    x    .    .
open-table          .     .     .    x    .    .
change-table        .     .     .    x    .    .
close-table         .     .     .    x    .    .
list-people         .     .     .    .    x    x
add-person          .     .     .    .    .    x
change-person       .     .     .    .    .    x
sign-person-out     .     .     .    .    .    x
read-register       .     .     .    x    x    x
export-register     .     .     .    x    x    x
file-approval       .     .     .    x    .    x
file-equipment      .     .     .    x    .    x
file-limit          .     .     .    x    .    x
adopt-limit         .     .     .    x    .    x
withdraw-entry      .     .     .    x    .    x
change-password     x     .     x    x    x    x
"""
TABLES = {"P1": "p", "D1": "x", "L1": "x"}


def rows(matrix: str) -> dict[str, dict[str, str]]:
    head, *lines = [line.split() for line in matrix.strip().splitlines()]
    return {name: dict(zip(head, marks, strict=True)) for name, *marks in lines}


def is_one_sentence(answer: httpx.Response) -> bool:
    told = answer.json()
    reason = told["reason"]
    return list(told) == ["code", "reason"] and reason.endswith(".") and "\n" not in reason


@pytest.mark.rule("TBL-2")
@pytest.mark.parametrize("table", list(TABLES))
@pytest.mark.parametrize("kind", list(rows(COMMAND_MATRIX)))
def test_every_command_of_every_role(house: House, kind: str, table: str) -> None:
    """Who may try is not told 403; the rules then say yes or no (200, 409)."""
    model = next(model for model in COMMANDS if model.__name__ == kind)
    body = example(model)
    for who, mark in rows(COMMAND_MATRIX)[kind].items():
        answer = house[who].http.post(
            f"/api/tables/{table}/commands", json=body, headers={"idempotency-key": new_key()}
        )
        allowed = mark == "x" or (mark == "p" and TABLES[table] == "p")
        assert (answer.status_code in (200, 409)) == allowed, (who, answer.text)
        assert allowed or answer.status_code == 403, (who, answer.text)
        assert answer.status_code == 200 or is_one_sentence(answer), answer.text


def test_the_matrix_has_every_command_that_a_person_may_send() -> None:
    named = {kind.__name__ for kind in COMMANDS}
    assert named == set(rows(COMMAND_MATRIX))
    # Asked for in other ways: a table's settings, and meters. Leaving a link has no door yet.
    elsewhere = {SetTable, CloseTable, LeaveMeter, ClaimLate, PrintSlip}
    elsewhere |= {CorrectMeter, SetMeter, ReduceMeter, RetireMeter}
    # In records of the old order only.
    elsewhere |= {AddWord}
    people_may = {kind for kind, one in PERMISSIONS.items() if isinstance(kind, type) and one.roles}
    assert set(COMMANDS) == people_may - elsewhere


def test_a_body_has_the_fields_of_its_command_and_no_actor() -> None:
    for kind in COMMANDS:
        # The system draws the dynamic pays.
        fields = set(kind.__struct_fields__) - {"by", "dynamic"}
        schema = schema_of(kind)
        assert set(schema["properties"]) == {"type", *fields}, kind
        assert set(example(kind)) == set(schema["required"]) | set(example(kind)), kind


def deed(house: House, who: str, name: str) -> httpx.Response:
    """Something that is no command at a table."""
    http, key = house[who].http, {"idempotency-key": new_key()}
    table = {"id": "N1", "game": "ctf", "mode": "dealt", "approval": 0}
    correction = {
        "part": "meter",
        "amount": 1,
        "reason": "a test",
        "second": "Sam",
        "password": PASSWORD,
    }
    two = {"reason": "a test", "second": "Sam", "password": PASSWORD}
    figures = {"limit": 0, "bound": 100_00, **two}
    reduction = {"cause": "malfunction", "part": "reserve", "amount": 1, **two}
    late = {
        "seat": 1,
        "hand": "7-card straight flush",
        "reason": "a test",
        "supervisor": "Sam",
        "password": PASSWORD,
    }
    letter = {"authority": "A", "reference": "1", "date": "2016-06-22", "game": "ctf"}
    approval = {"kind": "controls", "tables": ["D1"], **letter}
    shoe = {"kind": "shoe", "maker": "A maker", "model": "One"}
    limit = {"amount": 300, "since": "2016-06-22", "citation": "WAC 230-15-140"}
    requests: dict[str, tuple[str, str, Any]] = {
        "look-at-lobby": ("GET", "/api/tables", None),
        "look-at-table": ("GET", "/api/tables/D1", None),
        "look-at-rounds": ("GET", "/api/tables/D1/rounds", None),
        "look-at-a-round": ("GET", "/api/tables/D1/rounds/1", None),
        "look-at-meters": ("GET", "/api/meters", None),
        "look-at-sign": ("GET", "/api/sign/D1", None),
        "read-statement": ("GET", "/api/meters/D1/star/statement", None),
        "read-jackpots": ("GET", "/api/meters/D1/star/jackpots", None),
        "read-slips": ("GET", "/api/jackpots?words=pam&state=paid", None),
        "export-slips": ("GET", "/api/jackpots.csv", None),
        "print-slip": ("POST", "/api/jackpots/17/prints", None),
        "read-ledger": ("GET", "/api/ledger", None),
        "read-report": ("GET", "/api/reports/2026-01-31", None),
        "make-paper": ("GET", "/api/papers/rack-card?table=D1&as=html", None),
        "read-log": ("GET", "/api/log/table D1", None),
        "correct-meter": ("POST", "/api/meters/D1/star/corrections", correction),
        "set-meter": ("POST", "/api/meters/D1/star/figures", figures),
        "reduce-meter": ("POST", "/api/meters/D1/star/reductions", reduction),
        "retire-meter": ("POST", "/api/meters/D1/star/retirement", two),
        "claim-late": ("POST", "/api/tables/L1/late-claims", late),
        "open-table": ("POST", "/api/tables", table),
        "change-table": (
            "PUT",
            "/api/tables/H1",
            {"id": "H1", "game": "hcf", "mode": "dealt", "approval": 0},
        ),
        "close-table": ("DELETE", "/api/tables/H1", None),
        "list-people": ("GET", "/api/people", None),
        "add-person": ("POST", "/api/people", {"name": "X", "role": "king", "password": "p"}),
        "change-person": ("PATCH", "/api/people/Pete", {}),
        "sign-person-out": ("POST", "/api/people/Pete/sign-out", None),
        "read-register": ("GET", "/api/register", None),
        "export-register": ("GET", "/api/register/export", None),
        "file-approval": ("POST", "/api/register/approvals", approval),
        "file-equipment": ("POST", "/api/register/equipment", shoe),
        "file-limit": ("POST", "/api/register/limits", limit),
        "adopt-limit": ("POST", "/api/register/presets/wa-9", {}),
        "withdraw-entry": ("POST", "/api/register/999/withdrawal", {"reason": "a test"}),
        "change-password": ("POST", "/api/password", {"old": "x", "new": "y"}),
    }
    method, path, body = requests[name]
    return http.request(method, path, json=body, headers=key)


@pytest.mark.parametrize("name", [name for name in rows(DEED_MATRIX) if name != "see-terminal"])
def test_every_deed_of_every_role(house: House, name: str) -> None:
    for who, mark in rows(DEED_MATRIX)[name].items():
        answer = deed(house, who, name)
        if name == "change-password":
            # Who may is told that the old password is not theirs.
            named = answer.json()["code"] == "sign_in"
            assert answer.status_code == 403 and named == (mark == "x"), (who, answer.text)
        elif name == "add-person":
            # A body that cannot be read is told before anything is looked at.
            assert answer.status_code == 422
        else:
            assert (answer.status_code != 403) == (mark == "x"), (who, answer.text)
        if mark == ".":
            assert is_one_sentence(answer)


def test_only_an_admin_adds_people(house: House) -> None:
    said = {"name": "Nina", "role": "dealer", "password": PASSWORD}
    for who in ("Pam", "guest", "Dee", "Sue", "Abe"):
        answer = house[who].http.post("/api/people", json=said)
        assert answer.status_code == 403, who
        assert answer.json()["reason"] == "Only an admin may add people."
    assert house["Ada"].http.post("/api/people", json=said).status_code == 201


def test_terminal_is_for_those_who_run_or_audit_the_table(house: House) -> None:
    for who, mark in rows(DEED_MATRIX)["see-terminal"].items():
        terminal = house[who].view("D1")["terminal"]
        assert (terminal is not None) == (mark == "x"), who
    assert house["Abe"].view("D1")["terminal"]["lit"] == []


def test_nobody_acts_for_another(fresh: House) -> None:
    """A seat answers to its player; a name in the body is not even read."""
    pam, pete, dee = fresh["Pam"], fresh["Pete"], fresh["Dee"]
    dee.must("D1", "SeatPlayer", seat=1, player="Pam", stack=50_000)
    dee.must("D1", "SeatPlayer", seat=2, player="Pete", stack=50_000)
    wagers = {"ante": 500, "xtra": 500}
    for kind, fields in (
        ("PlaceWagers", {"wagers": wagers}),
        ("TakeBackWagers", {}),
        ("StandUp", {}),
        ("SealWord", {"seal": "ab" * 32}),
    ):
        answer = pete.ask("D1", kind, seat=1, **fields)
        assert answer.status_code == 409
        assert answer.json()["reason"] == "Only the player at seat 1 may do that."
    for actor in ("by", "actor", "player", "who", "role", "name"):
        body: dict[str, Any] = {"seat": 1, "wagers": wagers, actor: {"name": "Pam"}}
        answer = pete.ask("D1", "PlaceWagers", **body)
        assert answer.status_code == 422, actor
        assert answer.json()["reason"] == f"'{actor}' is not known here."
    pam.must("D1", "PlaceWagers", seat=1, wagers=wagers)
    dee.must("D1", "StartRound")
    answer = pete.ask("D1", "Act", seat=1, action="bet_3x")
    assert answer.json()["reason"] == "Only the player at seat 1 may do that."
    assert fresh["Pam"].view("D1")["round"]["turn"] == 1
