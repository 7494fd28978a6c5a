"""A meter's statement from the log and the ledger: what it tells, and what tables have put in.

How it opened and closed is the ledger's, and the changes are the log's. What rounds put into a
meter is in their tables' streams; the ledger says which, and in which records.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.money import Mites
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.ledger import meter_accounts
from longsuit.core.progressive.statement import Change, Statement, changes_of
from longsuit.floor.ledger.accounts import account
from longsuit.floor.log.codec import events_of
from longsuit.floor.store.report_rows import Row, Rows
from longsuit.floor.tables.events import MetersFed

MOST_CHANGES = 20_000
"""Records in one statement."""


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
    fed = {one: rows.contributions(one, rows.span(one, start, end), accounts) for one in tables}
    count = len(span) + sum(map(len, fed.values()))
    if count > MOST_CHANGES:
        raise InputError(
            f"The meter changed {count:,} times in that period, and a statement has "
            f"{MOST_CHANGES:,} changes at most: ask for a shorter one."
        )
    told = [(row, event) for row in rows.read(own, span) for event in events_of(row)]
    for table, versions in fed.items():
        told += _fed(rows, meter, table, versions)
    changes: list[Change] = []
    for row, event in sorted(told, key=lambda one: one[0].at):
        place = {"at": row.at, "who": row.who, "stream": row.stream}
        changes += (replace(one, **place) for one in changes_of(meter, row.version, event))
    opening, closing = (_held(rows, meter, [own, *tables], at) for at in (start, end))
    return Statement(meter, *opening[:2], tuple(changes), *closing)


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


def _held(rows: Rows, meter: str, streams: list[str], at: int) -> tuple[Mites, Mites, Mites]:
    """What a meter, its reserve and what is pending of it hold, in whichever books they are."""
    held = [rows.held(stream, at) for stream in streams]
    main, reserve, pending = (
        sum(
            one.get(account(name, practice=practice), 0)
            for practice in (False, True)
            for one in held
        )
        for name in meter_accounts(meter)
    )
    return main, reserve, pending
