"""Every job there is. A job, and what it gives, loads no compiled code: `do` does, in a worker."""

import datetime as dt
import random
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct

from longsuit.analysis.exact.advice import Advice, advise, check_position
from longsuit.analysis.exact.solver import solve
from longsuit.core.cards import Card, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.games.table import Table, make_table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.audit.run import AuditReport, audit
from longsuit.floor.reports.day import DayReport, gaming_day, made_of, read_day
from longsuit.floor.store.database import DatabaseError, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import open_rows
from longsuit.school.felt import Felt, deal_felt
from longsuit.school.questions import Drill, Posed, Way
from longsuit.workers.job import Job, Tell
from longsuit.workers.opening_chart import opening_chart

_LAB = "The lab is busy: try again in a moment."
_SESSION = 100
"""Rounds of a session, in a simulation of the lab."""


class Advise(Job[Advice], frozen=True):
    """The value of each choice open to a hand, whatever the order in which cards were named."""

    game: str
    rules: MainRules
    xtra: PayTable | None
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    gives = Advice
    quick = kept = True
    of_one = 2  # What the last decision was worth, and what the next one is.
    busy = "The coach is busy: try again in a few seconds."

    @classmethod
    def at(cls, table: Table, hole: str, board: str = "", seen: str = "", dealer: str = "") -> Self:
        """About a hand at a table; cards that make no position are refused."""
        cards = [tuple(sorted(parse_cards(part))) for part in (hole, board, seen, dealer)]
        check_position(find_game(table.game), *cards)
        xtra = table.offer("xtra")
        paytable = xtra.paytable if xtra is not None else None
        return cls(table.game, table.rules, paytable, *cards)

    def do(self, _tell: Tell, /) -> Advice:
        cards = self.hole, self.board, self.seen
        return advise(self.game, *cards, dealer=self.dealer, xtra=self.xtra, rules=self.rules)


# The lab


class MainGame(Struct, frozen=True):
    """The main game in two figures."""

    house_edge: Fraction
    element_of_risk: Fraction


class SolveGame(Job[MainGame], frozen=True):
    """The main game with an X-tra table."""

    xtra: PayTable

    gives = MainGame
    kept = True
    busy = _LAB

    def do(self, _tell: Tell, /) -> MainGame:
        solved = solve(self.xtra.game, xtra=self.xtra)
        return MainGame(solved.house_edge, solved.element_of_risk)


class ChartOpenings(Job[list[dict[str, Any]]], frozen=True):
    """Every opening hand of Chase the Flush with its values."""

    gives = list[dict[str, Any]]
    kept = True
    busy = _LAB

    def do(self, _tell: Tell, /) -> list[dict[str, Any]]:
        return opening_chart()


class Played(Struct, frozen=True):
    """What a simulation came to, in Antes a round."""

    rounds: int
    seconds: float
    mean: float
    standard_error: float
    standard_deviation: float
    exact: Fraction | None
    errors_off: float | None
    session: int
    results: tuple[tuple[Cents, int], ...]
    """Of sessions, least first, and how many had each."""


class Simulate(Job[Played], frozen=True):
    """Rounds played out by best play."""

    game: str
    rounds: int
    seed: int

    gives = Played
    seconds = 600
    of_one = 1
    busy = _LAB

    def do(self, tell: Tell, /) -> Played:
        from longsuit.analysis.simulate import simulate

        tell(0, self.rounds, "solving best play")
        found = simulate(
            self.game,
            rounds=self.rounds,
            seed=self.seed,
            session=_SESSION,
            told=lambda done, total: tell(done, total, f"{done:,} rounds"),
        )
        spread = found.mean, found.standard_error, found.standard_deviation
        exact = found.long_run.exact, found.long_run.errors_off
        assert found.sessions is not None
        sessions = _SESSION, found.sessions.results
        return Played(found.rounds, found.seconds, *spread, *exact, *sessions)


class Worth(Struct, frozen=True):
    """What seeing other hands is worth, in Antes."""

    blind: Fraction
    value: float
    gain: float
    standard_error: float
    deals: int


class StudyFaceUp(Job[Worth], frozen=True):
    """The gain of whoever sees other hands."""

    game: str
    others: int
    deals: int

    gives = Worth
    seconds = 600
    of_one = 1
    busy = _LAB

    def do(self, tell: Tell, /) -> Worth:
        from longsuit.analysis.faceup import study

        def told(done: int, total: int) -> None:
            tell(done, total, f"{done:,} deals")

        found = study(self.game, self.others, deals=self.deals, threads=1, progress=told)
        return Worth(found.blind, found.value, found.gain, found.standard_error, found.deals)


class WriteSheet(Job[bytes], frozen=True):
    """A PAR sheet as a file."""

    ending: str
    """``.pdf`` or ``.html``."""
    game: str
    xtra: str | None
    rules: MainRules
    paytables: dict[str, list[str]]
    without: list[str]
    face_up: bool
    must_hit: MustHit | None
    in_short: bool
    """Without what strategies and habits cost."""
    date: dt.date

    gives = bytes
    seconds = 1800
    of_one = 1
    busy = _LAB

    def do(self, tell: Tell, /) -> bytes:
        from longsuit.analysis.report.files import sheet_bytes
        from longsuit.analysis.report.sheet import par_sheet

        sheet = par_sheet(
            self.game,
            xtra=self.xtra,
            rules=self.rules,
            paytables=self.paytables,
            without=self.without,
            face_up=self.face_up,
            must_hit=self.must_hit,
            quick=self.in_short,
            date=self.date,
            progress=lambda doing: tell(0, 0, doing),
        )
        return sheet_bytes(sheet, self.ending)


# The school


class PoseQuestion(Job[Posed], frozen=True):
    """A hand to decide, with what each choice is worth."""

    game: str
    decision: str
    way: Way
    mistakes: dict[str, Fraction]
    seed: int

    gives = Posed
    of_one = 1
    busy = "The school is busy: try again in a moment."

    def do(self, _tell: Tell, /) -> Posed:
        drill = Drill(
            self.game,
            random.Random(self.seed),
            decision=self.decision,
            way=self.way,
            mistakes=self.mistakes,
        )
        return drill.pose()


class DealFelt(Job[Felt], frozen=True):
    """A round to read and to settle."""

    game: str
    seats: int
    seed: int

    gives = Felt
    quick = True
    of_one = 1
    busy = PoseQuestion.busy

    def do(self, _tell: Tell, /) -> Felt:
        return deal_felt(self.game, random.Random(self.seed), self.seats)


# The floor's own records


class ReportDay(Job[DayReport], frozen=True):
    """A gaming day. It reads the log and the ledger, and writes nothing."""

    address: str
    day: dt.date
    zone: str
    hour: int
    theory: bool = True

    gives = DayReport
    busy = "Too many reports are being made: try again soon."

    def do(self, _tell: Tell, /) -> DayReport:
        with open_rows(self.address) as rows:
            read = read_day(rows, gaming_day(self.day, self.zone, self.hour))
        # Nothing is held up by a transaction while games are solved.
        return made_of(read, theory=self.theory)


class AuditLog(Job[AuditReport], frozen=True):
    """Everything recomputed from the log. It reads what the database has, and no key."""

    address: str

    gives = AuditReport
    seconds = 4 * 60 * 60
    of_one = 1

    def do(self, tell: Tell, /) -> AuditReport:
        engine = open_to_read(self.address)
        try:
            return audit(Log(engine), progress=lambda done, total: tell(done, total, ""), workers=1)
        except DatabaseError as error:
            # Its message may name what is in the database, or how it is reached.
            raise InputError(f"The database cannot be read ({type(error).__name__}).") from None
        finally:
            engine.dispose()


FIRST_QUESTION = Advise.at(make_table("chase-the-flush"), "7d5s4h", "TdTh")
"""For a worker that has done nothing yet: it loads the coach's compiled code."""
AnyJob = (
    Advise
    | SolveGame
    | ChartOpenings
    | Simulate
    | StudyFaceUp
    | WriteSheet
    | PoseQuestion
    | DealFelt
    | ReportDay
    | AuditLog
)
