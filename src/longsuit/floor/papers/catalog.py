"""How each paper is made."""

from collections.abc import Callable, Mapping
from functools import partial

from longsuit.analysis.report.content import Paper
from longsuit.core.errors import InputError
from longsuit.floor.papers.access import Review, access_review
from longsuit.floor.papers.controls import internal_controls
from longsuit.floor.papers.exceptions import exception_report, find_exceptions
from longsuit.floor.papers.facts import Facts
from longsuit.floor.papers.kinds import KINDS, SORTS, Kind, Wanted
from longsuit.floor.papers.period_report import period_report
from longsuit.floor.papers.posted import rack_card
from longsuit.floor.papers.statements import meter_statements
from longsuit.floor.papers.study import face_up_study
from longsuit.floor.papers.submission import progressive_submission
from longsuit.floor.reports.day import made_of, read_day
from longsuit.floor.reports.period import read_period
from longsuit.floor.store.report_rows import Rows


def prepare(wanted: Wanted, facts: Facts, rows: Rows | None = None) -> Callable[[], Paper]:
    """Read what a paper needs of the log; what is given makes it, with the log closed."""
    kind, date, table = wanted.kind, wanted.date, wanted.table
    if kind not in KINDS:
        raise InputError(f"There is no such paper; there are {', '.join(KINDS)}.")
    if not SORTS[kind].of_period:
        return partial(_CONFIGURED[kind], facts, table, date)
    if rows is None:
        raise InputError(f"{SORTS[kind].name}: read from a floor's log, of a period.")
    day = read_period(wanted.period, facts.house.zone, facts.house.day_starts)
    if kind == "report":
        read = read_day(rows, day)
        return lambda: period_report(facts, made_of(read, theory=wanted.theory), date)
    if kind == "exceptions":
        return partial(exception_report, facts, find_exceptions(rows, day), day, date)
    if kind == "access":
        return partial(access_review, facts, Review(rows, day), day, date)
    statements = meter_statements(rows, facts, day, wanted.meter, date)
    return lambda: statements


def _controls(facts: Facts, _table: str, date: str) -> Paper:
    return internal_controls(facts, date)


_CONFIGURED: Mapping[Kind, Callable[[Facts, str, str], Paper]] = {
    "controls": _controls,
    "rack-card": rack_card,
    "submission": progressive_submission,
    "face-up": face_up_study,
}
