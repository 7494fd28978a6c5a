"""A floor for tests, played by bots in the same process: no pause, no network."""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.fernet import Fernet
from tests.extent import chance
from tests.wording import reason_of

from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import Command
from longsuit.floor.config.settings import FloorConfig, HouseConfig
from longsuit.floor.engine.ask import Answer
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.secrets.shuffle import Word, seal_word
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.tables.automation import AT_ONCE
from longsuit.floor.tables.commands import OpenWord, SealWord, SeatPlayer
from longsuit.floor.tables.state import FloorTable

DEALER = Visitor("dealer", "Dee")
SUPERVISOR = Visitor("supervisor", "Sue")
PATIENCE = 120.0
"""Seconds after which a test that waits has failed; no test takes nearly as long."""

os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())


def config(**tables: dict[str, Any]) -> FloorConfig:
    """A floor with these tables, by id. Where nothing is said, no law and no approval is asked."""
    usual = {"game": "ctf", "approval": 0}
    listed = [{"id": name, **usual, **settings} for name, settings in tables.items()]
    # Tests come to the door more often than people do.
    unlimited = {name: 0 for name in HouseConfig.model_fields if name.endswith("_a_minute")}
    unlimited |= {"legal_maximum": 0, "anonymous_seats": True, "buy_in_limit": 1_000_000_000}
    return FloorConfig.model_validate({"house": unlimited, "table": listed})


def with_house(made: FloorConfig, **changes: Any) -> FloorConfig:
    """The same floor with other settings of the house."""
    return made.model_copy(update={"house": made.house.model_copy(update=changes)})


@cache
def _empty_floor() -> bytes:
    """The file of a SQLite floor with its tables in place, and nothing in them."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "floor.db")
        open_database(str(path)).dispose()
        return path.read_bytes()


def lay_tables(database: str) -> str:
    """Put a new SQLite floor in place, which takes far less than making its tables each time."""
    path = Path(database.removeprefix("sqlite:///"))
    if "://" not in str(path) and path.parent.is_dir() and not path.exists():
        path.touch(0o600)
        path.write_bytes(_empty_floor())
    return database


_floors: Counter[str] = Counter()


def known_chance(floor: Floor) -> Floor:
    """Shuffles and draws that are the same in every run, for each floor that a test opens."""
    now = os.environ.get("PYTEST_CURRENT_TEST", "")
    number = _floors[now]
    _floors.clear()
    _floors[now] = number + 1
    # By the file: which of its tests has its shared floor opened, depends on the order.
    floor.engine._entropy = chance(f"{now.partition('::')[0]} {number}").randbytes
    return floor


@contextmanager
def running(database: str, floor_config: FloorConfig, **options: Any) -> Iterator[Floor]:
    """A floor that runs, and is stopped in the end."""
    floor = known_chance(Floor(lay_tables(database), floor_config, **{"pace": AT_ONCE, **options}))
    try:
        floor.start()
        yield floor
    finally:
        floor.stop()


class Bot:
    """Asks for one visitor, each command under a key of its own."""

    def __init__(self, floor: Floor, table: str, visitor: Visitor) -> None:
        self.floor, self.table, self.visitor = floor, table, visitor
        self.sent = 0

    def ask(self, command: Command, key: str = "") -> Answer:
        self.sent += 1
        key = key or f"{self.visitor.name} {self.sent} {os.urandom(4).hex()}"
        return self.floor.ask(self.visitor, self.table, command, key).result(PATIENCE)

    def must(self, command: Command, key: str = "") -> Answer:
        answer = self.ask(command, key)
        assert answer.ok, f"{command}: {reason_of(answer)}"
        return answer

    @property
    def state(self) -> FloorTable:
        table = self.floor.engine.table(self.table)
        assert table is not None
        return table


def until(holds: Callable[[], bool], what: str = "that") -> None:
    """Wait until it holds."""
    patience = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < patience, f"it never came to this: {what}"
        time.sleep(0.005)


def wait_for(floor: Floor, table: str, holds: Callable[[FloorTable], bool]) -> FloorTable:
    """The table once something holds of it."""
    happened = threading.Event()
    stop = floor.telling.listen(table, lambda _: happened.set())
    try:
        for _ in range(2000):
            # Another server may run it: it is known in full while somebody looks.
            floor.engine.attend(table).result(PATIENCE)
            state = floor.engine.table(table)
            if state is not None and holds(state):
                return state
            happened.wait(PATIENCE / 2000)
            happened.clear()
    finally:
        stop()
    raise AssertionError(f"{table} never got there: {floor.engine.table(table)}")


def wagers_open(table: FloorTable) -> bool:
    return table.round is not None and table.round.phase == "wagers"


def sealed(table: str, number: int, word: Word) -> SealWord:
    """The command with which a player seals a word."""
    by = Visitor("player", word.player).actor
    return SealWord(by=by, seat=word.seat, seal=seal_word(table, number, word))


class DealtTable:
    """A dealt table with a dealer and players, played round after round."""

    def __init__(self, floor: Floor, table: str, seats: dict[int, str], stack: int) -> None:
        self.floor, self.table = floor, table
        self.dealer = Bot(floor, table, DEALER)
        self.bots = {
            seat: Bot(floor, table, Visitor("player", name)) for seat, name in seats.items()
        }
        wait_for(floor, table, wagers_open)
        for seat, name in seats.items():
            self.dealer.must(SeatPlayer(by=DEALER.actor, seat=seat, player=name, stack=stack))

    def wager(self) -> None:
        wait_for(self.floor, self.table, wagers_open)
        for seat, bot in self.bots.items():
            offers = bot.state.settings.setup.table.offers
            wagers = {offer.wager: offer.limits.least for offer in offers}
            by = bot.visitor.actor
            bot.must(ask.PlaceWagers(by=by, seat=seat, wagers=wagers))

    def start(self) -> None:
        self.dealer.must(ask.StartRound(by=DEALER.actor))

    def seal(self, seat: int, word: str) -> OpenWord:
        """A player seals a word; returns what opens it."""
        bot = self.bots[seat]
        said = Word(seat, bot.visitor.name, word)
        bot.must(sealed(self.table, bot.state.terminal.number, said))
        return OpenWord(by=bot.visitor.actor, seat=seat, word=word)

    def decide(self, pick: int = -1) -> None:
        """Every seat takes the same place in its list of actions: 0 is free, -1 the largest."""
        while (state := self.dealer.state.round) is not None and state.turn:
            action = legal_actions(state, state.turn)[pick]
            bot = self.bots[state.turn]
            by = bot.visitor.actor
            bot.must(ask.Act(by=by, seat=state.turn, action=action.name, amount=action.least))

    def end(self) -> None:
        while (step := dealer_step(self.dealer.state.terminal, DEALER.actor)) is not None:
            self.dealer.must(step)
        self.dealer.must(ask.EndRound(by=DEALER.actor))
        while self.dealer.state.terminal.phase == "mystery":
            step = dealer_step(self.dealer.state.terminal, DEALER.actor)
            assert step is not None
            self.dealer.must(step)

    def play(self, rounds: int) -> None:
        for number in range(rounds):
            self.wager()
            self.start()
            self.decide((number % 3) - 2)
            self.end()
