"""The description: complete, with examples that are true, and kept by the server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import jsonschema_rs
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.api.serving import PASSWORD, STAFF, TABLES, Clock, House
from tests.extent import extent
from tests.floor.playing import DealtTable
from tests.workers.inline import inline_pool

from longsuit.api.app import OPENAPI, make_app
from longsuit.core.refusals import Refused
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.people_rows import add_person, change_person, find_session, sign_in
from longsuit.floor.tables.automation import AT_ONCE

SEED = 20260131
EXAMPLES_EACH = extent(8, 30)
METHODS = ("get", "post", "put", "patch", "delete")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def described(house: House) -> Any:
    answer = house.anyone().get(OPENAPI)
    assert answer.status_code == 200
    return answer.json()


def operations(described: Any) -> Iterator[tuple[str, Any]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS
            yield f"{method.upper()} {path}", operation


def contents(described: Any) -> Iterator[tuple[str, Any]]:
    """Every body and every answer that has content."""
    for name, operation in operations(described):
        if "requestBody" in operation:
            for kind, content in operation["requestBody"]["content"].items():
                yield f"{name} body {kind}", content
        for status, answer in operation["responses"].items():
            assert answer["description"], name
            for kind, content in answer.get("content", {}).items():
                yield f"{name} {status} {kind}", content


def examples_of(content: Any) -> list[Any]:
    named = [one["value"] for one in content.get("examples", {}).values()]
    inside = content.get("schema", {}).get("examples", [])
    single = [content["example"]] if "example" in content else []
    return [*single, *named, *inside]


def test_every_operation_says_what_it_is(described: Any) -> None:
    found = dict(operations(described))
    assert len(found) == 55
    tags = {tag["name"] for tag in described["tags"]}
    for name, operation in found.items():
        assert operation["summary"] and operation["description"], name
        assert operation["tags"] and set(operation["tags"]) <= tags, name
        for parameter in operation.get("parameters", ()):
            said = parameter.get("examples") or parameter["schema"].get("examples")
            assert said or parameter.get("example"), f"{name}: {parameter['name']}"


def test_every_body_and_every_answer_has_an_example(described: Any) -> None:
    found = dict(contents(described))
    assert len(found) > 100
    for name, content in found.items():
        assert examples_of(content), name
    commands = found["POST /api/tables/{table}/commands body application/json"]
    assert len(examples_of(commands)) == 34


def test_an_operation_without_an_example_would_be_found(described: Any) -> None:
    stripped = json.loads(json.dumps(described))
    del stripped["paths"]["/api/me"]["get"]["responses"]["200"]["content"]["application/json"][
        "example"
    ]
    with pytest.raises(AssertionError, match="GET /api/me 200"):
        test_every_body_and_every_answer_has_an_example(stripped)


def test_every_example_is_of_its_form(described: Any) -> None:
    for name, content in contents(described):
        if "application/json" not in name:
            continue
        schema = {**content["schema"], "components": described["components"]}
        validator = jsonschema_rs.validator_for(schema)
        for example in examples_of(content):
            assert validator.is_valid(example), f"{name}: {example}"


def test_only_these_need_no_session(described: Any) -> None:
    assert set(described["components"]["securitySchemes"]) == {"token", "cookie"}
    free = {name for name, operation in operations(described) if "security" not in operation}
    assert free == {
        "POST /api/sessions",
        "POST /api/guests",
        "POST /api/admin-claim",
        "GET /api/sign/{table}",
        "GET /api/sign/link/{meter}",
        "GET /api/checkpoints/last",
        "GET /api/checkpoints/keys",
        "GET /api/checkpoints/proof",
        "GET /api/checkpoints/{size}",
        "POST /api/checkpoints/{size}/cosignatures",
        "GET /health",
        "GET /health/live",
        "GET /health/ready",
        "GET /metrics",
    }


def test_nothing_of_the_framework_shows(described: Any) -> None:
    schemas = described["components"]["schemas"]
    assert "HTTPValidationError" not in schemas and "ValidationError" not in schemas
    assert {"FeedStart", "FeedNews", "TableView", "Reason"} <= set(schemas)


# Against the description: whatever is sent, the answer is one that the description names


class Described:
    """An app in this process with somebody of each role, and something to find there."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.floor = Floor(str(folder / "floor.db"), TABLES, pace=AT_ONCE)
        self.floor.start()
        self.tokens: dict[str, str] = {}
        for name, role in STAFF.items():
            add_person(self.floor.database, name, role, PASSWORD, self.clock())
        DealtTable(self.floor, "D1", {1: "Pam", 2: "Pete"}, 10_000_00).play(2)
        self.app = make_app(self.floor, clock=self.clock, workers=inline_pool())
        self.schema = schemathesis.openapi.from_asgi(OPENAPI, self.app)

    def token(self, name: str) -> str:
        """Of a session that lives: requests may have ended the last, or changed the account."""
        database, now = self.floor.database, self.clock()
        if find_session(database, self.tokens.get(name, ""), now) is None:
            change = {"role": STAFF[name], "active": True, "password": PASSWORD, "unlock": True}
            change_person(database, name, now, **change)  # type: ignore[arg-type]
            begun = sign_in(database, name, PASSWORD, now)
            assert not isinstance(begun, Refused)
            self.tokens[name] = begun.token.open()
        return self.tokens[name]


@pytest.fixture(scope="module")
def in_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    here = Described(tmp_path_factory.mktemp("described"))
    yield here
    here.floor.stop()


OPERATIONS = [
    *("POST /api/sessions", "POST /api/guests", "GET /api/me", "POST /api/admin-claim"),
    *("POST /api/password", "GET /api/tables", "GET /api/tables/{table}", "POST /api/tables"),
    *("PUT /api/tables/{table}", "DELETE /api/tables/{table}"),
    *("GET /api/tables/{table}/rounds", "GET /api/tables/{table}/rounds/{number}"),
    *("POST /api/tables/{table}/commands", "GET /api/meters", "GET /api/sign/{table}"),
    "GET /api/sign/link/{meter}",
    *("GET /api/meters/{meter}/jackpots", "GET /api/ledger"),
    *("GET /api/meters/{meter}/statement", "POST /api/meters/{meter}/corrections"),
    *(f"POST /api/meters/{{meter}}/{rest}" for rest in ("figures", "reductions", "retirement")),
    "POST /api/tables/{table}/late-claims",
    *("GET /api/jackpots", "GET /api/jackpots.csv", "POST /api/jackpots/{slip}/prints"),
    *("GET /api/people", "POST /api/people", "PATCH /api/people/{name}"),
    *("POST /api/people/{name}/sign-out", "GET /api/log/{stream}", "GET /api/reports/{day}"),
    "GET /api/papers/{kind}",
    *("GET /health", "GET /health/live", "GET /health/ready", "GET /metrics"),
    *("GET /api/tables/{table}/advice", "GET /api/advice", "GET /api/fixed/{digest}"),
    "GET /api/tables/{table}/rounds/{number}/receipt",
    *("GET /api/checkpoints/last", "GET /api/checkpoints/keys", "GET /api/checkpoints/proof"),
    *("GET /api/checkpoints/{size}", "POST /api/checkpoints/{size}/cosignatures"),
    *("GET /api/register", "GET /api/register/export", "POST /api/register/approvals"),
    *("POST /api/register/equipment", "POST /api/register/limits"),
    *("POST /api/register/presets/{preset}", "POST /api/register/{number}/withdrawal"),
    "DELETE /api/sessions/current",
]
MAY = {
    "/api/tables/{table}/commands": ["Pam", "Dee", "Sue"],
    "/api/meters/{meter}/statement": ["Abe"],
    "/api/meters/{meter}/jackpots": ["Abe"],
    "/api/ledger": ["Abe"],
    **{
        f"/api/meters/{{meter}}/{rest}": ["Sue"]
        for rest in ("corrections", "figures", "reductions", "retirement")
    },
    "/api/tables/{table}/late-claims": ["Dee", "Sue"],
    **{f"/api/jackpots{rest}": ["Sue"] for rest in ("", ".csv", "/{slip}/prints")},
    "/api/log/{stream}": ["Abe"],
    "/api/reports/{day}": ["Abe"],
    "/api/papers/{kind}": ["Abe"],
    **{path: ["Sue"] for path in ("/api/tables", "/api/tables/{table}")},
    **{
        f"/api/register{rest}": ["Sue"]
        for rest in (
            *("", "/export", "/approvals", "/equipment", "/limits"),
            *("/presets/{preset}", "/{number}/withdrawal"),
        )
    },
    **{f"/api/people{rest}": ["Ada"] for rest in ("", "/{name}", "/{name}/sign-out")},
}
"""Who may do it: most requests come from them, so that more is tried than the door."""
KNOWN = {
    "table": ["P1", "D1", "H1", "L1"],
    "meter": ["D1/star", "P1/must-hit"],
    "stream": ["table D1", "meter D1/star"],
    "name": ["Pete"],
}


def test_all_operations_are_tried(described: Any) -> None:
    assert {name for name, _ in operations(described)} == set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(in_process: Described, operation: str) -> None:
    """Good and bad requests, by those who may, who may not and nobody: no 500, all as described."""
    method, path = operation.split(" ", 1)
    wanted = in_process.schema[path][method]
    good = wanted.as_strategy(generation_mode=GenerationMode.POSITIVE)
    bad = wanted.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    callers = [*MAY.get(path, ["Pam"]) * 4, "Pete", None]
    # What has neither parameters nor a body cannot be asked badly.
    can_be_bad = any(wanted.iter_parameters()) or wanted.body
    cases = hypothesis.strategies.one_of(good, bad) if can_be_bad else good

    @hypothesis.settings(
        max_examples=EXAMPLES_EACH,
        database=None,
        derandomize=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    @hypothesis.seed(SEED)
    @hypothesis.given(case=cases, data=hypothesis.strategies.data())
    def tried(case: Any, data: Any) -> None:
        name = data.draw(hypothesis.strategies.sampled_from(callers))
        for parameter, values in KNOWN.items():
            if parameter in (case.path_parameters or {}):
                made_up = case.path_parameters[parameter]
                choice = hypothesis.strategies.sampled_from([made_up, *values])
                case.path_parameters[parameter] = data.draw(choice)
        headers = {"authorization": f"Bearer {in_process.token(name)}"} if name else {}
        case.call_and_validate(headers=headers, checks=CHECKS)

    tried()
