"""A meter's statement from the log and the ledger: what it tells, and what tables have put in.

How it opened and closed is the ledger's, and the changes are the log's. What rounds put into a
meter is in their tables' streams; the ledger says which, and in which records. Where these are too
many to show, each table's day is one change, from the balances that are kept of days.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.money import Mites
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.ledger import meter_accounts, overflow_account
from longsuit.core.progressive.statement import Change, Statement, changes_of
from longsuit.core.texts import FED_IN_A_DAY
from longsuit.floor.ledger.accounts import account
from longsuit.floor.log.codec import events_of
from longsuit.floor.store.projections.fold import DAY
from longsuit.floor.store.report_rows import Row, Rows
from longsuit.floor.tables.events import MetersFed

MOST_CHANGES = 20_000
"""Records in one statement, or days of tables."""
_TOO_LONG = "A statement has {most:,} changes at most: ask for a shorter period."


def meter_statement(rows: Rows, meter: str, start: int, end: int) -> Statement:
    """A meter from one time up to another, each change in its time."""
    own = f"meter {meter}"
    accounts = [
        account(name, practice=practice)
        for practice in (False, True)
        for name in meter_accounts(meter)
    ]
    tables = [one for one in rows.feeding(accounts) if one != own]
    span = rows.span(own, start, end)
    left, fed = MOST_CHANGES - len(span), dict[str, list[int]]()
    for table in tables if left >= 0 else ():
        here = rows.span(table, start, end)
        fed[table] = rows.contributions(table, here, accounts, most=left + 1)
        left -= len(fed[table])
        if left < 0:
            break
    if len(span) > MOST_CHANGES:
        raise InputError(_TOO_LONG.format(most=MOST_CHANGES))
    told = [(row, event) for row in rows.read(own, span) for event in events_of(row)]
    changes: list[Change] = []
    if left < 0:
        for table in tables:
            changes += _days(rows, meter, table, start, end)
    else:
        for table, versions in fed.items():
            told += _fed(rows, meter, table, versions)
    for row, event in told:
        place = {"at": row.at, "who": row.who, "stream": row.stream}
        changes += (replace(one, **place) for one in changes_of(meter, row.version, event))
    if len(changes) > 2 * MOST_CHANGES:
        raise InputError(_TOO_LONG.format(most=MOST_CHANGES))
    changes.sort(key=lambda one: one.at)
    streams = [own, *tables]
    main, reserve, _, overflow = _held(rows, meter, streams, start)
    closing, kept, pending, apart = _held(rows, meter, streams, end)
    ends = (closing, kept, pending, overflow, apart)
    return Statement(meter, main, reserve, tuple(changes), *ends)


def _days(rows: Rows, meter: str, table: str, start: int, end: int) -> Iterator[Change]:
    """What a table's rounds have put in, day by day (UTC)."""
    opening, closing = rows.held(table, start), rows.held(table, end)
    main, reserve, _ = meter_accounts(meter)
    for part, name in (("meter", main), ("reserve", reserve)):
        for own in (account(name, practice=practice) for practice in (False, True)):
            before = opening.get(own, 0)
            ends = [
                ((day + 1) * DAY - 1, mites)
                for day, mites in rows.days(table, own, start // DAY, end // DAY)
            ]
            for at, mites in (*ends, (end - 1, closing.get(own, 0))):
                if mites != before:
                    why = FED_IN_A_DAY.format(date=_date(at), table=table.removeprefix("table "))
                    yield Change(0, part, "contributions", mites - before, why, at, stream=table)  # type: ignore[arg-type]
                before = mites


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d}"


def _fed(
    rows: Rows, meter: str, table: str, versions: list[int]
) -> Iterator[tuple[Row, MeterEvent]]:
    """What a table's rounds have put in, as the meter would tell it."""
    for row in rows.some(table, versions):
        for event in events_of(row):
            if isinstance(event, MetersFed):
                for name, contributed in event.contributions(table.removeprefix("table ")):
                    if name == meter:
                        yield row, contributed


def _held(rows: Rows, meter: str, streams: list[str], at: int) -> tuple[Mites, ...]:
    """What a meter, its reserve, what is pending and its overflow hold, in whichever books."""
    held = [rows.held(stream, at) for stream in streams]
    return tuple(
        sum(
            one.get(account(name, practice=practice), 0)
            for practice in (False, True)
            for one in held
        )
        for name in (*meter_accounts(meter), overflow_account(meter))
    )
