"""Bots that play over HTTP through anything: each command under a key, asked until it is answered.

What they note is what a player could testify to: every command with its answer, what each player
brought and took away, and every card that was shown. `books.py` holds the log against it.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from typing import Any, Self

import httpx
from msgspec import Struct
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from longsuit.floor.people.identity import Role
from longsuit.floor.store.database import open_database
from longsuit.floor.store.people_rows import add_person

PASSWORD = "correct horse battery"
BREATH = 0.02
"""Seconds before asking again."""


class Sent(Struct):
    """A command, and what became of it."""

    who: str
    table: str
    key: str
    kind: str
    tries: int = 0
    cut: int = 0
    """How often no answer came."""
    put_off: int = 0
    """How often the floor could not write."""
    version: int = 0
    """The record that it led to, once that is acknowledged."""
    again: bool = False
    """The answer said that it had been carried out before."""
    refused: str = ""


class Person(Struct, frozen=True):
    """Somebody who is signed in."""

    role: str
    name: str
    headers: dict[str, str]

    @property
    def who(self) -> str:
        """As the log has it."""
        return f"{self.role} {self.name}"


def add_people(database: str, people: dict[str, Role]) -> None:
    """Accounts, all with one password."""
    engine = open_database(database)
    for name, role in people.items():
        add_person(engine, name, role, PASSWORD, 1_800_000_000_000_000)
    engine.dispose()


class Crowd:
    """All the bots of one floor, and their notes."""

    def __init__(
        self, addresses: list[str], chance: random.Random, patience: float = PATIENCE
    ) -> None:
        self.addresses, self.chance = addresses, chance
        self.sent: list[Sent] = []
        self.acknowledged: Counter[str] = Counter()
        """The last version of each table that somebody was told of."""
        self.brought: Counter[tuple[str, str]] = Counter()
        self.took: Counter[tuple[str, str]] = Counter()
        self.stacks: dict[tuple[str, str], int] = {}
        """What each player had when all was over."""
        self.cards: dict[tuple[str, int, str], list[str]] = {}
        self.fixed: dict[str, Any] = {}
        """By digest, what does not move of a table."""
        self.looks: defaultdict[str, str] = defaultdict(str)
        """How each table looked last, for whoever wonders why nothing happens."""
        self.closing = False
        """Whether to stop with the round at hand."""
        self.over = False
        """Whether everybody has stopped."""
        self.acks = 0
        self.put_off: Counter[str] = Counter()
        """Why commands were put off, in the server's words."""
        self.late = 0
        """Requests that were not answered at all, by a server that was there."""
        self.where: dict[str, str] = {}
        """The server that runs each table, as far as anybody was told."""
        self._keys = count(1)
        # A line that was silent for long is not used again: the server may be hanging up just then.
        limits = httpx.Limits(
            max_connections=None, max_keepalive_connections=None, keepalive_expiry=1.0
        )
        # Everybody shows a token of their own: a cookie of the last to sign in would be for all.
        none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self.http = httpx.AsyncClient(
            timeout=patience, trust_env=False, limits=limits, cookies=none, verify=PLAIN
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.http.aclose()

    async def have_been_put_off(self) -> None:
        """Wait until a command is answered with 503."""
        before = self.put_off.total()
        async with self._patient("no command was put off"):
            while self.put_off.total() == before:
                await asyncio.sleep(0.002)

    async def have_been_told(self, more: int) -> None:
        """Wait until so many more commands have been acknowledged."""
        enough = self.acks + more
        async with self._patient(f"{more} more commands were never acknowledged"):
            while self.acks < enough:
                await asyncio.sleep(0.002)

    @asynccontextmanager
    async def _patient(self, what: str) -> AsyncIterator[None]:
        """Give up in the end, and say how the tables stood."""
        try:
            async with asyncio.timeout(PATIENCE * 4):
                yield
        except TimeoutError:
            waits = [one for one in self.sent[-50:] if not one.version and not one.refused]
            raise AssertionError(f"{what}: {dict(self.looks)}, {waits}") from None

    # Coming in

    async def sign_in(self, role: Role, name: str) -> Person:
        body = {"name": name, "password": PASSWORD}
        told = await self._told("", lambda at: self.http.post(f"{at}/api/sessions", json=body))
        return Person(role, name, {"authorization": f"Bearer {told['token']}"})

    async def guest(self) -> Person:
        told = await self._told("", lambda at: self.http.post(f"{at}/api/guests"))
        return Person("player", told["name"], {"authorization": f"Bearer {told['token']}"})

    # Looking

    async def look(self, person: Person, table: str) -> Any:
        """A table as the person sees it, never behind what has been acknowledged."""
        path = f"/api/tables/{table}"
        while True:
            known = self.acknowledged[table]
            view = await self._told(
                table, lambda at: self.http.get(at + path, headers=person.headers)
            )
            phase = view["round"] and view["round"]["phase"]
            self.looks[table] = f"version {view['version']} of {known}, {phase}"
            if view["version"] >= known:
                self._note_cards(table, view)
                return {**view, "fixed": await self._fixed(person, table, view["fixed"])}
            assert len(self.addresses) > 1, f"{table}: {view['version']}, and {known} was told"
            await asyncio.sleep(BREATH)

    async def _fixed(self, person: Person, table: str, digest: str) -> Any:
        if digest not in self.fixed:
            path = f"/api/fixed/{digest}"
            self.fixed[digest] = await self._told(
                table, lambda at: self.http.get(at + path, headers=person.headers)
            )
        return self.fixed[digest]

    def _note_cards(self, table: str, view: Any) -> None:
        """What lies face up stays what it is, whatever happens to servers meanwhile."""
        state = view["round"]
        if state is None:
            return
        seen = {"board": state["board"], "dealer": state["dealer"]}
        seen |= {f"seat {seat['seat']}": seat["cards"] for seat in state["seats"]}
        if view["shuffle"]["commitment"]:
            seen["commitment"] = [view["shuffle"]["commitment"]]
        for place, cards in seen.items():
            if not cards or None in cards:
                continue
            noted = self.cards.setdefault((table, state["number"], place), cards)
            shared = min(len(noted), len(cards))
            assert noted[:shared] == cards[:shared], (
                f"{table}, round {state['number']}, {place}: {noted} became {cards}"
            )
            if len(cards) > len(noted):
                self.cards[table, state["number"], place] = cards

    # Asking

    async def must(self, person: Person, table: str, kind: str, **fields: Any) -> Sent:
        """A command that has to be carried out, once, whatever happens on the way."""
        sent = await self.ask(person, table, kind, **fields)
        assert not sent.refused, f"{sent}"
        return sent

    async def ask(self, person: Person, table: str, kind: str, **fields: Any) -> Sent:
        """A command; asked again under the same key until there is an answer."""
        sent = Sent(person.who, table, f"{person.name} {next(self._keys)}", kind)
        self.sent.append(sent)
        body = {"type": kind, **fields}
        headers = {**person.headers, "idempotency-key": sent.key}
        path = f"/api/tables/{table}/commands"

        def send(at: str) -> Awaitable[httpx.Response]:
            sent.tries += 1
            return self.http.post(at + path, json=body, headers=headers)

        told = await self._told(table, send, sent)
        if told is not None:
            sent.version, sent.again = told["version"], told["again"]
            self.acks += 1
            self.acknowledged[table] = max(self.acknowledged[table], sent.version)
        return sent

    async def _told(
        self,
        table: str,
        send: Callable[[str], Awaitable[httpx.Response]],
        sent: Sent | None = None,
    ) -> Any:
        """Send until something is answered; None for a command that was refused."""
        async with self._patient(f"{sent or table or 'a request'} was never answered"):
            while True:
                at = self.where.get(table, self.addresses[0])
                try:
                    answer = await send(at)
                except httpx.ReadTimeout:
                    self.late += 1
                    self._go_on(table, at, sent)
                except httpx.TransportError:
                    self._go_on(table, at, sent)
                else:
                    if answer.status_code in (200, 201):
                        return answer.json()
                    if self._is_final(answer, table, sent):
                        return None
                await asyncio.sleep(BREATH)

    def _go_on(self, table: str, at: str, sent: Sent | None) -> None:
        """No answer: somebody else may run the table by now."""
        if sent is not None:
            sent.cut += 1
        if at in self.addresses:
            other = (self.addresses.index(at) + 1) % len(self.addresses)
            self.where[table] = self.addresses[other]

    def _is_final(self, answer: httpx.Response, table: str, sent: Sent | None) -> bool:
        reason = answer.json()["reason"]
        assert isinstance(reason, str) and reason.endswith("."), answer.text
        if answer.status_code == 307:
            place = httpx.URL(answer.headers["location"])
            self.where[table] = f"{place.scheme}://{place.netloc.decode()}"
            return False
        if answer.status_code == 503:
            if sent is not None:
                sent.put_off += 1
                self.put_off[reason] += 1
            return False
        if answer.status_code == 421:
            return False
        if answer.status_code == 409 and sent is not None:
            sent.refused = reason
            return True
        raise AssertionError(f"{answer.status_code} {answer.text}: {sent}")

    # Following

    async def follow(self, person: Person, table: str, told: list[int]) -> None:
        """The table's feed: each record once and in its order, across all that cuts it."""
        while not self.over or not told or told[-1] < self.acknowledged[table]:
            after = f"?after={told[-1]}" if told else ""
            at = self.where.get(table, self.addresses[0]).replace("http", "ws", 1)
            address = f"{at}/api/tables/{table}/feed{after}"
            try:
                async with connect(
                    address, additional_headers=person.headers, proxy=None, close_timeout=1
                ) as feed:
                    await self._hear(feed, table, told)
            except InvalidStatus as refused:
                # 409: it has not got as far as the feed had told. Only another server may say so,
                # which hears of it a moment later.
                others = (503, 409) if len(self.addresses) > 1 else (503,)
                assert refused.response.status_code in others, refused.response.body
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pass
            await asyncio.sleep(BREATH)

    async def _hear(self, feed: Any, table: str, told: list[int]) -> None:
        start = json.loads(await feed.recv())
        if told:
            assert start["version"] == told[-1], (start["version"], told[-1])
        else:
            told.append(start["version"])
        while not self.over or told[-1] < self.acknowledged[table]:
            message = json.loads(await asyncio.wait_for(feed.recv(), 1))
            if "events" in message:
                assert message["version"] == told[-1] + 1, (message["version"], told[-1])
                told.append(message["version"])

    # In figures

    @property
    def figures(self) -> dict[str, int]:
        """What became of all commands."""
        return {
            "commands_acknowledged": sum(one.version > 0 for one in self.sent),
            "sent_again": sum(one.tries > 1 for one in self.sent),
            "put_off": sum(one.put_off > 0 for one in self.sent),
            "cut_off": sum(one.cut > 0 for one in self.sent),
            "of_which_written_already": sum(one.cut > 0 and one.again for one in self.sent),
        }
