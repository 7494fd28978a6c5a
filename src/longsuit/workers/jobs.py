"""Every job there is. A job, and what it gives, loads no compiled code: `do` does, in a worker."""

import random
from fractions import Fraction
from typing import Literal, Self

from longsuit.analysis.exact.advice import Advice, advise, check_position
from longsuit.core.cards import Card, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, known_game
from longsuit.core.games.game import MainRules
from longsuit.core.games.table import Table, make_table
from longsuit.core.paytable import PayTable
from longsuit.floor.audit.run import AuditReport, audit
from longsuit.floor.papers.kinds import House, Posted, Wanted
from longsuit.floor.reports.day import DayReport, made_of, read_day
from longsuit.floor.reports.period import read_period
from longsuit.floor.slips.sheet import Sheet
from longsuit.floor.store.database import DatabaseError, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import open_rows
from longsuit.floor.tables.links import Wanted as WantedTable
from longsuit.lab.bench import Bench, Input
from longsuit.lab.catalog import find_bench
from longsuit.lab.figures import Figures
from longsuit.school.felt import Felt, deal_felt
from longsuit.school.judgement import judge_text
from longsuit.school.questions import Drill, Posed, Way
from longsuit.school.score import Answered
from longsuit.workers.job import Job, Tell

_LAB = "The lab is busy: try again in a moment."


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
        check_position(known_game(table.game), *cards)
        return cls(table.game, table.rules, table.main_paytable, *cards)

    def do(self, _tell: Tell, /) -> Advice:
        cards = self.hole, self.board, self.seen
        return advise(self.game, *cards, dealer=self.dealer, xtra=self.xtra, rules=self.rules)


# The lab


class Count(Job[Figures], frozen=True):
    """The figures of a bench."""

    bench: str
    values: dict[str, str]
    """Read and checked before."""

    gives = Figures
    kept = True
    seconds = 1800
    of_one = 3  # What was asked before, while it is taken back, and a file.
    busy = _LAB

    @classmethod
    def of(cls, bench: Bench, found: Input) -> "Count":
        """What an input asks for, in the line that it belongs to."""
        kind = CountQuickly if bench.quick(found.values) else Count
        return kind(bench.id, found.asked)

    def do(self, tell: Tell, /) -> Figures:
        return find_bench(self.bench).count(self.values, tell)


class CountQuickly(Count, frozen=True):
    """The same, where it takes less than a second."""

    quick = True


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


class JudgeRounds(Job[tuple[Answered, ...]], frozen=True):
    """A player's decisions in a part of a file of histories, beside the best ones."""

    text: str
    player: str
    file: str
    first: int
    """The number of its first line."""

    gives = tuple[Answered, ...]
    of_one = 1
    busy = PoseQuestion.busy

    def do(self, _tell: Tell, /) -> tuple[Answered, ...]:
        return tuple(judge_text(self.text, self.player, self.file, self.first))


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
    """A gaming day or a longer period. It reads the log and the ledger, and writes nothing."""

    address: str
    period: str
    zone: str
    hour: int
    theory: bool = True

    gives = DayReport
    busy = "Too many reports are being made: try again soon."

    def do(self, _tell: Tell, /) -> DayReport:
        with open_rows(self.address) as rows:
            read = read_day(rows, read_period(self.period, self.zone, self.hour))
        # Nothing is held up by a transaction while games are solved.
        return made_of(read, theory=self.theory)


class DrawSlip(Job[bytes], frozen=True):
    """A jackpot's slip as PDF."""

    sheet: Sheet

    gives = bytes
    quick = True
    busy = "Too many slips are being printed: try again soon."

    def do(self, _tell: Tell, /) -> bytes:
        from longsuit.floor.slips.drawing import slip_pdf

        return slip_pdf(self.sheet)


class MakePaper(Job[bytes], frozen=True):
    """A paper of the floor as PDF or HTML, from its log and the tables that wait to open."""

    address: str
    wanted: Wanted
    house: House
    posted: dict[str, Posted]
    waiting: tuple[WantedTable, ...]
    ending: Literal[".pdf", ".html"]

    gives = bytes
    busy = "Too many papers are being made: try again soon."

    def do(self, _tell: Tell, /) -> bytes:
        from longsuit.analysis.report.files import sheet_bytes
        from longsuit.floor.papers.catalog import prepare
        from longsuit.floor.papers.facts import recorded

        with open_rows(self.address) as rows:
            facts = recorded(rows, self.house, self.posted, self.waiting)
            make = prepare(self.wanted, facts, rows)
        # Nothing is held up by a transaction while games are solved and pages are set.
        return sheet_bytes(make(), self.ending)


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


FIRST_QUESTION = Advise.at(make_table(GAMES[0].id), "7d5s4h", "TdTh")
"""For a worker that has done nothing yet: it loads the coach's compiled code."""
AnyJob = (
    Advise
    | Count
    | CountQuickly
    | PoseQuestion
    | JudgeRounds
    | DealFelt
    | ReportDay
    | DrawSlip
    | MakePaper
    | AuditLog
)
