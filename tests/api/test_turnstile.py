"""A crowd of requests passes a few at a time, and commands do not wait among them."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from tests.api.serving import House
from tests.floor.playing import PATIENCE

from longsuit.api.turnstile import AT_ONCE, Turnstile


def test_of_a_crowd_a_few_have_a_turn_before_others() -> None:
    async def crowd() -> tuple[list[int], list[int]]:
        turnstile, order, turns, loop = Turnstile(), [], [], asyncio.get_running_loop()

        async def come(number: int) -> None:
            await turnstile.enter()
            order.append(number)

        def others() -> None:
            """Whatever else the loop has to do; it is there again in each of its rounds."""
            turns.append(len(order))
            if len(order) < 100:
                loop.call_soon(others)

        coming = [asyncio.create_task(come(number)) for number in range(100)]
        loop.call_soon(others)
        await asyncio.gather(*coming)
        return order, turns

    order, turns = asyncio.run(crowd())
    assert order == list(range(100))
    assert max(after - before for before, after in pairwise(turns)) <= AT_ONCE


def test_whoever_leaves_while_waiting_holds_nobody_up() -> None:
    async def crowd() -> bool:
        turnstile = Turnstile()
        coming = [asyncio.create_task(turnstile.enter()) for _ in range(20)]
        await asyncio.sleep(0)
        for one in coming[:15]:
            one.cancel()
        await asyncio.wait_for(asyncio.gather(*coming[15:]), PATIENCE)
        await asyncio.wait_for(turnstile.enter(), PATIENCE)
        return not turnstile._waiting

    assert asyncio.run(crowd())


def test_commands_do_not_wait_for_a_crowd(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, waiting = fresh.guest(), fresh.guest()
    came, go = threading.Event(), threading.Event()

    async def enter(_turnstile: Turnstile) -> None:
        came.set()
        while not go.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Turnstile, "enter", enter)
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(waiting.get, "/api/tables")
        assert came.wait(PATIENCE)
        done = guest.ask("P1", "SitDown", seat=1, stack=100_000)
        waited = not looking.done()
        go.set()
        assert (done.status_code, waited) == (200, True)
        assert looking.result().status_code == 200
