"""A floor that tests drive by hand: every command at its moment, every deck as they want it."""

import random
from datetime import date
from typing import Any

import msgspec
import pytest
from cryptography.fernet import Fernet
from sqlalchemy import Engine
from tests.core.progressive.floor import mites
from tests.core.round.test_round import deck
from tests.wording import reason_of

from longsuit.core.progressive import commands as asked
from longsuit.core.round import commands as round_asked
from longsuit.core.round.codec import from_text
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.floor.config.settings import HouseConfig, TableConfig, table_settings
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.batch import Work
from longsuit.floor.engine.memory import Memory
from longsuit.floor.reports.day import DayReport, day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.reports.table_day import TableDay, WagerDay
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables import commands as floor_asked

DEE, SUE = Actor("dealer", "Dee"), Actor("supervisor", "Sue")
ANN, BOB, GUEST = (Actor("player", name) for name in ("Ann", "Bob", "Guest 7"))
ZONE, HOUR = "Europe/Berlin", 6
DAY = gaming_day(date(2026, 5, 10), ZONE, HOUR)
MINUTE = 60_000_000
from_json = msgspec.json.Decoder(DayReport, dec_hook=from_text).decode
"""The report that `to_json` wrote."""


class Script:
    """A floor without a clock or a thread: each command at the moment that the test says."""

    def __init__(
        self, engine: Engine, monkeypatch: pytest.MonkeyPatch, seed: int = 7, keys: str = "key"
    ) -> None:
        self.log, self.memory = Log(engine), Memory()
        self.at = 0
        self.deck: tuple[int, ...] = ()
        self._safe = Safe(Fernet.generate_key())
        self._entropy = random.Random(seed).randbytes
        self._name, self._keys = keys, 0
        monkeypatch.setattr("longsuit.floor.tables.decide.shuffle", self.shuffle)

    def shuffle(self, *_: object) -> tuple[int, ...]:
        return self.deck

    def ask(self, command: Command, table: str = "", meter: str = "", **more: Any) -> Answer:
        """A command, which has to be carried out."""
        self._keys += 1
        self.at += 1
        work = Work(self.memory, self._safe, self._entropy, self.at)
        answer = work.ask(Ask(command, f"{self._name} {self._keys}", table, meter, **more))
        assert answer.ok, reason_of(answer)
        self.log.write(work.commit)
        work.install()
        return answer

    def open(self, config: TableConfig) -> None:
        settings, must_hit = table_settings(config, HouseConfig())
        by = SYSTEM if config.id not in self.memory.tables else SUE
        command = floor_asked.SetTable(by=by, settings=settings)
        self.ask(command, config.id, must_hit=must_hit)

    def begin(self, table: str) -> None:
        self.ask(floor_asked.BeginRound(by=SYSTEM), table)

    def seat(self, table: str, seat: int, player: str, stack: int) -> None:
        self.ask(floor_asked.SeatPlayer(by=DEE, seat=seat, player=player, stack=stack), table)

    def place(self, table: str, seat: int, by: Actor, **wagers: int) -> None:
        named = {name.replace("_", "-"): amount for name, amount in wagers.items()}
        self.ask(round_asked.PlaceWagers(by=by, seat=seat, wagers=named), table)

    def start(self, table: str, *cards: str) -> None:
        self.deck = deck(*cards)
        self.ask(round_asked.StartRound(by=DEE), table)

    def act(self, table: str, seat: int, by: Actor, *actions: str) -> None:
        for action in actions:
            self.ask(round_asked.Act(by=by, seat=seat, action=action), table)

    def touch(self, table: str, *commands: Command) -> None:
        """At the terminal."""
        for command in commands:
            self.ask(command, table)

    def end(self, table: str) -> None:
        self.ask(round_asked.EndRound(by=DEE), table)


def claim(seat: int, hand: str) -> tuple[Command, ...]:
    return (
        asked.ChooseSeat(by=DEE, seat=seat),
        asked.ChooseHand(by=DEE, hand=hand),
        asked.PendingJackpot(by=DEE),
    )


def paying(amount: int) -> tuple[Command, ...]:
    return asked.PayJackpot(by=DEE), asked.PayAgreedSum(by=DEE, amount=amount), asked.Ok(by=DEE)


T1 = TableConfig(id="T1", game="ctf", mode="dealt", name="Chase 1", approval=0)
L1 = TableConfig(
    id="L1",
    game="hcf",
    mode="live",
    approval=0,
    approval_process=False,
    paytables={"progressive": "PT-BJS-HCF-SF-E04"},
)
P1 = TableConfig(
    id="P1", game="hcf", mode="practice", paytables={"progressive": "PT-PRG-HCF-MLP-03"}
)
LOSING = ("2c 5d 9h", "Ah Kh 8h", "Qh 7h 2s 4s")


def play_the_day(script: Script) -> None:
    """Three tables, opened the day before; what each round comes to is in the comments."""
    script.at = DAY.start - 600 * MINUTE
    for config in (T1, L1, P1):
        script.open(config)
    script.at = DAY.start
    _chase(script)
    _live(script)
    _practice(script)
    _past_the_border(script)


def _chase(script: Script) -> None:
    # Round 1: the dealer does not qualify. Ante back 10, X-tra 5 to 1, All In wins 30, Same Suit
    # 100 to 1, and the heart meter of 1,000: 60 in, 635 out of the tray.
    script.begin("T1")
    script.seat("T1", 1, "Ann", 1000_00)
    script.place("T1", 1, ANN, ante=10_00, xtra=10_00, same_suit=5_00, stax=5_00)
    script.start("T1", "Ah Kh Qh", "2c 7d 9s", "Jh Th 3c 4d")
    script.act("T1", 1, ANN, "bet_3x")
    script.touch("T1", *claim(1, "A-K-Q-J-10 suited"), *paying(1000_00))
    script.end("T1")
    # Round 2: Ann folds 20, Bob loses 20 + 20 + 60 and his STAX of 5: 125 in, nothing out.
    script.begin("T1")
    script.seat("T1", 2, "Bob", 500_00)
    script.place("T1", 1, ANN, ante=10_00, xtra=10_00)
    script.place("T1", 2, BOB, ante=20_00, xtra=20_00, stax=5_00)
    script.start("T1", "2c 5d 9h", "3d 6s Jc", "Ah Kh 8h", "Qh 7h 2s 4s")
    script.act("T1", 1, ANN, "check")
    script.act("T1", 2, BOB, "bet_3x")
    script.act("T1", 1, ANN, "check", "fold")
    script.end("T1")
    # Round 3: Bob leaves with 395, Ann's wagers are given back.
    script.begin("T1")
    script.ask(floor_asked.UnseatPlayer(by=DEE, seat=2), "T1")
    script.place("T1", 1, ANN, ante=10_00, xtra=10_00, stax=5_00)
    script.start("T1", *LOSING)
    script.ask(round_asked.CancelRound(by=DEE, reason="a card was exposed"), "T1")
    correction = asked.CorrectMeter(
        by=SUE, part="meter", amount=mites("1"), reason="sign read a dollar low", second="Sam"
    )
    script.ask(correction, meter="T1/star")


def _live(script: Script) -> None:
    # Round 1: three wagers of 1, a fixed pay of 40.
    for seat in (2, 4, 5):
        script.ask(asked.TurnLight(by=DEE, seat=seat, on=True), "L1")
    script.ask(round_asked.StartRound(by=DEE), "L1")
    script.touch("L1", *claim(4, "4-card straight flush"), *paying(40_00))
    script.end("L1")
    # Round 2: two wagers; the meter of 5,000.81 is claimed, voided, claimed again and paid, and
    # the other seat gets 200 for envy.
    for seat in (2, 5):
        script.ask(asked.TurnLight(by=DEE, seat=seat, on=True), "L1")
    script.ask(round_asked.StartRound(by=DEE), "L1")
    script.touch("L1", *claim(5, "6-card straight flush"))
    script.ask(asked.VoidJackpot(by=DEE, reason="seven in a row"), "L1")
    script.touch("L1", *claim(5, "7-card straight flush"), *paying(5000_81))
    script.end("L1")


def _practice(script: Script) -> None:
    # The guest wins 5 + 5 + 1 and loses 1: 12 in, 22 out. The robot: 11 in, 20 out.
    robot = Actor("player", "Robot 2")
    script.begin("P1")
    script.ask(round_asked.SitDown(by=GUEST, seat=1, stack=1000_00), "P1")
    script.ask(floor_asked.SeatRobot(by=GUEST, seat=2), "P1")
    script.place("P1", 1, GUEST, ante=5_00, flush_bonus=1_00, progressive=1_00)
    script.place("P1", 2, robot, ante=5_00, progressive=1_00)
    script.start("P1", "Ah Kh 9h 7h 2c 3d 4s", "5s 6d 8c 9c Jd Qd 2h", "Th 8h 6h 5c 4c 3s 2s")
    script.act("P1", 1, GUEST, "raise_1x")
    script.act("P1", 2, robot, "raise_1x")
    script.end("P1")


def _past_the_border(script: Script) -> None:
    # Round 4 is settled in the day's last moment, 25 in, and ended in the next day's first.
    script.at = DAY.end - 60 * MINUTE
    script.begin("T1")
    script.place("T1", 1, ANN, ante=10_00, xtra=10_00, stax=5_00)
    script.start("T1", *LOSING)
    script.act("T1", 1, ANN, "check", "check")
    script.at = DAY.end - 2
    script.act("T1", 1, ANN, "fold")
    assert script.at == DAY.end - 1
    script.end("T1")
    assert script.at == DAY.end


def report_of(engine: Engine, on: date = DAY.date, **options: Any) -> DayReport:
    with reading(engine) as rows:
        return day_report(rows, gaming_day(on, ZONE, HOUR), **{"theory": False, **options})


def table_of(report: DayReport, name: str) -> TableDay:
    (found,) = [table for table in report.tables if table.table == name]
    return found


def wager_of(table: TableDay, wager: str) -> WagerDay:
    lines = [*table.wagers, *(part for one in table.wagers for part in one.parts)]
    (found,) = [line for line in lines if line.wager == wager]
    return found


def money(line: WagerDay) -> tuple[int, int, int, int]:
    """How many, handle, what came back, and the win in mites."""
    return line.wagers, line.handle, line.paid, line.win_mites
