"""The coach over HTTP: exact values at a table's rules and pays, and one sentence for bad cards."""

import pytest
from tests.api.serving import House

from longsuit.cards import parse_cards
from longsuit.exact.advice import advise


@pytest.mark.parametrize("path", ["/api/tables/D1/advice?", "/api/advice?game=ctf&"])
def test_the_values_are_those_of_the_solver(house: House, path: str) -> None:
    answer = house["Pam"].get(f"{path}hole=ThJh2c&board=4h5s6d7c&seen=9h9c9d")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    expected = advise("ctf", parse_cards("ThJh2c"), parse_cards("4h5s6d7c"), parse_cards("9h9c9d"))
    assert told["best"] == expected.best.action
    assert [(one["action"], one["value"]["exact"]) for one in told["actions"]] == [
        (one.action, f"{one.value.numerator}/{one.value.denominator}") for one in expected.options
    ]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("/api/tables/T9/advice?hole=ThJh2c", 404),
        ("/api/tables/D1/advice?hole=ThJhXc", 409),
        ("/api/tables/D1/advice?hole=ThJh", 409),
        ("/api/tables/D1/advice?hole=ThTh2c", 409),
        ("/api/tables/D1/advice?hole=ThJh2c&board=2c3c", 409),
        ("/api/tables/D1/advice", 422),
        ("/api/advice?game=whist&hole=ThJh2c", 409),
    ],
)
def test_cards_that_make_no_position(house: House, query: str, status: int) -> None:
    answer = house["Pam"].get(query)
    assert (answer.status_code, list(answer.json())) == (status, ["reason"])
