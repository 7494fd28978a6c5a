"""One Must Hit meter under two servers: nobody draws with a secret that is open."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import Engine
from tests.floor.playing import DEALER, Bot, config, running
from tests.wording import reason_of

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.must_hit import SECRET_BYTES, Secret, commitment
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM, Command
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import HouseConfig, TableConfig, table_settings
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.batch import Work
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.secrets.vault import Safe, trigger_name
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables import commands as floor_asked

METER = "link/must-hit"
TERMS = {"seed": 500, "by": "500.60", "rate": "3.00%"}
"""A wager of five dollars adds fifteen cents: four rounds at the most until a hit."""
LIVE: dict[str, Any] = {"mode": "live", "links": {"must-hit": METER}, "must_hit": TERMS}
BY = DEALER.actor


class Server:
    """What one server knows; it runs its tables by hand."""

    def __init__(self, engine: Engine, safe: Safe, name: str) -> None:
        self.log, self.safe, self.name = Log(engine), safe, name
        self.memory = Memory()
        self._chance = random.Random(name)
        self._keys = 0

    def ask(self, command: Command, **more: Any) -> Answer:
        self._keys += 1
        work = Work(self.memory, self.safe, self._chance.randbytes, self._keys)
        answer = work.ask(Ask(command, f"{self.name} {self._keys}", self.name, **more))
        assert answer.ok, reason_of(answer)
        self.log.write(work.commit)
        work.install()
        return answer

    def open(self) -> None:
        made = TableConfig.model_validate({"id": self.name, "game": "ctf", **LIVE})
        settings, must_hit = table_settings(made, HouseConfig())
        self.ask(floor_asked.SetTable(by=SYSTEM, settings=settings), must_hit=must_hit)

    def keep_up(self) -> None:
        refresh(self.log, self.safe, self.memory, self.log.streams())

    def play(self) -> bool:
        """A round; whether it hit."""
        self.ask(touch.TurnLight(by=BY, seat=2, on=True))
        self.ask(ask.StartRound(by=BY))
        self.ask(ask.EndRound(by=BY))
        terminal = self.memory.tables[self.name].terminal
        hit = terminal.phase == "mystery"
        while (step := dealer_step(self.memory.tables[self.name].terminal, BY)) is not None:
            self.ask(step)
        return hit

    def play_until_it_hits(self) -> None:
        while not self.play():
            pass

    def has_the_secret_of_the_cycle(self) -> bool:
        meter, secret = self.memory.meters[METER], self.memory.secrets[trigger_name(METER)]
        assert meter.sealed is not None
        return commitment(meter.must_hit_cycle(), secret) == meter.sealed.commitment


def after_the_next(
    monkeypatch: pytest.MonkeyPatch, reading: str, happens: Callable[[], None]
) -> list[str]:
    """Have something happen once, just after a log has been read in this way."""
    plain = getattr(Log, reading)
    happened: list[str] = []

    def then(log: Log, *args: Any, **options: Any) -> Any:
        found = plain(log, *args, **options)
        if not happened:
            happened.append(reading)
            happens()
        return found

    monkeypatch.setattr(Log, reading, then)
    return happened


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize("reading", ["vault", "news"])
def test_a_hit_between_two_reads_is_seen_whole_or_not_at_all(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    """The other server hits while this one reads: meter and secret are of one cycle, always."""
    safe = Safe(Fernet.generate_key())
    a, b = Server(engine, safe, "T1"), Server(engine, safe, "T2")
    a.open()
    b.keep_up()
    b.open()
    a.keep_up()
    happened = after_the_next(monkeypatch, reading, a.play_until_it_hits)
    b.keep_up()
    assert happened == [reading]
    assert b.has_the_secret_of_the_cycle()
    b.keep_up()
    assert b.has_the_secret_of_the_cycle()
    assert b.memory.meters[METER].cycle == 2
    b.play_until_it_hits()
    a.keep_up()
    a.play_until_it_hits()
    report = audit(a.log, workers=1)
    assert report.clean, report.fault
    assert a.memory.meters[METER].cycle == 4


@pytest.mark.rule("PRG-11")
def test_a_server_that_holds_another_cycle_s_secret_reads_again(database: str) -> None:
    """It neither draws with it nor throws away the one that is sealed."""
    with running(database, config(T1=LIVE)) as floor:
        engine, name = floor.engine, trigger_name(METER)
        sealed = floor.log.vault()[name]
        live = Bot(floor, "T1", DEALER)
        live.must(touch.TurnLight(by=BY, seat=2, on=True))
        live.must(ask.StartRound(by=BY))
        engine.memory.secrets[name] = Secret(b"x" * SECRET_BYTES)
        live.must(ask.EndRound(by=BY))
        hits = engine.memory.meters[METER].hits
        assert (floor.log.vault()[name] == sealed) is not bool(hits)
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
