"""The coach over HTTP: exact values at a table's rules and pays, and one sentence for bad cards."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.api.serving import House, open_house
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN
from tests.workers.inline import inline_pool

from longsuit.analysis.exact.advice import advise
from longsuit.core.cards import parse_cards
from longsuit.workers import jobs, lane, pool


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


def test_a_known_card_of_the_dealers(house: House) -> None:
    answer = house["Pam"].get("/api/advice?game=ctf&hole=ThJh2c&board=4h5s6d7c&dealer=2d3s")
    expected = advise("ctf", *map(parse_cards, ("ThJh2c", "4h5s6d7c")), dealer=parse_cards("2d3s"))
    assert answer.json()["actions"][0]["value"]["exact"] == str(expected.best.value)
    refused = house["Pam"].get("/api/advice?game=ctf&hole=ThJh2c&dealer=Th")
    assert refused.json()["reason"] == "The card Th is named twice."


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
        ("/api/tables/D1/advice?hole=ThJh2c&ante=500", 422),
        ("/api/tables/D1/advice?hole=ThJh2c&stack=500", 422),
        ("/api/tables/D1/advice?hole=ThJh2c&ante=0&stack=500", 422),
        (f"/api/tables/D1/advice?hole=ThJh2c&ante=500&stack={10**30}", 422),
    ],
)
def test_cards_that_make_no_position(house: House, query: str, status: int) -> None:
    answer = house["Pam"].get(query)
    assert (answer.status_code, list(answer.json())) == (status, ["code", "reason"])


class Slow:
    """A coach who works at one question until told to go on."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.works, self.may_go_on = threading.Event(), threading.Event()
        self.asked: list[Any] = []
        self._solve = advise
        patch.setattr(jobs, "advise", self)

    def __call__(self, *question: Any, **options: Any) -> Any:
        self.asked.append(question)
        self.works.set()
        assert self.may_go_on.wait(PATIENCE)
        return self._solve(*question, **options)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    found = Slow(monkeypatch)
    try:
        yield found
    finally:
        found.may_go_on.set()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[House]:
    """A house whose workers can be held up."""
    with open_house(str(tmp_path / "floor.db"), workers=inline_pool()) as opened:
        yield opened


RANKS = "23456789TJQKA"


def crowd(house: House, tokens: list[str], answered: int, slow: Slow) -> list[httpx.Response]:
    """Each token asks for one position of its own; the coach goes on once so many are answered."""

    async def ask_all() -> list[httpx.Response]:
        async with httpx.AsyncClient(
            base_url=house.address, timeout=PATIENCE, verify=PLAIN
        ) as http:

            async def ask(number: int, token: str) -> httpx.Response:
                cards = f"{RANKS[number // 13]}h{RANKS[number % 13]}c2d&board=4s5s6d7s"
                bearer = {"authorization": f"Bearer {token}"}
                return await http.get(f"/api/advice?game=ctf&hole={cards}", headers=bearer)

            asking = [asyncio.create_task(ask(*one)) for one in enumerate(tokens)]
            done: set[Any] = set()
            while len(done) < answered:
                done, _ = await asyncio.wait(
                    asking, timeout=PATIENCE / 10, return_when=asyncio.FIRST_COMPLETED
                )
                done = {one for one in asking if one.done()}
                await asyncio.sleep(0.01)
            # Whoever looks does not wait for the coach.
            bearer = {"authorization": f"Bearer {tokens[0]}"}
            looked = await http.get("/api/tables", headers=bearer)
            assert looked.status_code == 200 and not slow.may_go_on.is_set()
            slow.may_go_on.set()
            return list(await asyncio.gather(*asking))

    return asyncio.run(ask_all())


def test_a_crowd_at_the_coach_holds_nobody_else_up(
    fresh: House, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "MOST_WAITING", 5)
    tokens = [fresh.guest().token for _ in range(20)]
    served = pool.QUICK_WORKERS + lane.MOST_WAITING
    answers = crowd(fresh, tokens, len(tokens) - served, slow)
    refused = [one for one in answers if one.status_code == 503]
    assert len(refused) == len(tokens) - served == len(tokens) - len(slow.asked)
    assert {one.status_code for one in answers} == {200, 503}
    for one in refused:
        assert one.headers["retry-after"] == "1"
        assert one.json()["reason"] == "The coach is busy: try again in a few seconds."


def test_one_session_does_not_take_every_place(fresh: House, slow: Slow) -> None:
    token = fresh.guest().token
    answers = crowd(fresh, [token] * 20, 20 - jobs.Advise.of_one, slow)
    codes = [one.status_code for one in answers]
    assert (codes.count(200), codes.count(429)) == (2, 18)
    assert len(slow.asked) == 2


def test_a_position_is_worked_out_once(fresh: House, slow: Slow) -> None:
    slow.may_go_on.set()
    pam = fresh["Pam"]
    first = pam.get("/api/tables/D1/advice?hole=ThJh2c&board=4h5s6d7c&seen=9h9c").json()
    again = pam.get("/api/tables/D1/advice?hole=2cThJh&board=7c6d5s4h&seen=9c9h").json()
    assert first == again and len(slow.asked) == 1


def test_who_hangs_up_is_not_worked_for(fresh: House, slow: Slow) -> None:
    """A question that waits goes with whoever asked it."""
    path = "/api/advice?game=ctf&board=4s5s6d7s&hole="
    waits = fresh.guest()

    async def ask() -> None:
        async with httpx.AsyncClient(
            base_url=fresh.address, timeout=PATIENCE, verify=PLAIN
        ) as http:
            bearer = {"authorization": f"Bearer {fresh.guest().token}"}
            first = asyncio.create_task(http.get(f"{path}2h3h2d", headers=bearer))
            assert await asyncio.to_thread(slow.works.wait, PATIENCE)
            bearer = {"authorization": f"Bearer {waits.token}"}
            gone = asyncio.create_task(http.get(f"{path}4h5h2d", headers=bearer))
            while fresh.workers.waiting < 2:
                await asyncio.sleep(0.01)
            gone.cancel()
            while fresh.workers.waiting > 1:
                await asyncio.sleep(0.01)
            slow.may_go_on.set()
            assert (await first).status_code == 200

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    assert len(slow.asked) == 1


def test_a_seat_is_told_of_what_it_can_pay(house: House) -> None:
    """With less than an Ante the last bet is not open: only the fold is left."""
    path = "/api/tables/D1/advice?hole=ThJh2c&board=4h5s6d7c&ante=500&stack="
    found = {stack: house["Pam"].get(f"{path}{stack}").json()["actions"] for stack in (499, 500)}
    amounts = {
        stack: {one["action"]: one["amount"] for one in actions} for stack, actions in found.items()
    }
    assert amounts == {499: {"fold": 0}, 500: {"fold": 0, "bet_1x": 500}}
