"""Projections written beside what they follow from, in its transaction.

A stream has one writer at a time and its time never goes back, so each row carries on exactly from
the one before. No row is of two streams: writers of different tables never wait for each other.
"""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import BigInteger, Connection, Integer, TextClause, bindparam, insert, text

from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.store.bulk import arrays, insert_once, new
from longsuit.floor.store.projections.fold import Fold, JackpotRow, RoundRow
from longsuit.floor.store.schema import (
    balances,
    day_balances,
    jackpots,
    rounds,
    setups,
    slips,
)

_ROUND_CHANGED = text(
    """
    UPDATE rounds SET staked = COALESCE(:staked, staked), returned = COALESCE(:returned, returned),
        last = COALESCE(:last, last), over = COALESCE(:over, over),
        cancelled = COALESCE(:cancelled, cancelled)
    WHERE stream = :stream AND number = (SELECT max(number) FROM rounds WHERE stream = :stream)
    """
).bindparams(
    *(bindparam(name, type_=BigInteger) for name in ("staked", "returned", "over")),
    *(bindparam(name, type_=Integer) for name in ("last", "cancelled", "stream")),
)
_JACKPOT_CHANGED = text(
    """
    UPDATE jackpots SET state = :state, player = :player, closed = :closed
    WHERE stream = :stream AND at_table = :at_table AND round = :round AND number = :number
    """
)
_SLIP_SETTLED = text(
    """
    UPDATE slips SET state = :state, closed = :closed
    WHERE stream = :stream AND number = :number AND state = 0
    """
)
_BALANCE = text(
    """
    INSERT INTO balances (account, stream, mites) VALUES (:account, :stream, :mites)
    ON CONFLICT (account, stream) DO UPDATE SET mites = balances.mites + :mites
    """
).bindparams(bindparam("mites", type_=BigInteger))
_DAY = text(
    """
    INSERT INTO day_balances (stream, account, day, mites) VALUES (
        :stream, :account, :day,
        :mites + COALESCE((
            SELECT mites FROM day_balances
            WHERE stream = :stream AND account = :account AND day < :day
            ORDER BY day DESC LIMIT 1
        ), 0)
    )
    ON CONFLICT (stream, account, day) DO UPDATE SET mites = day_balances.mites + :mites
    """
).bindparams(
    *(bindparam(name, type_=Integer) for name in ("stream", "account")),
    *(bindparam(name, type_=BigInteger) for name in ("day", "mites")),
)

_BALANCES = f"""
    INSERT INTO balances (account, stream, mites)
    SELECT account, stream, mites FROM {new(balances, ("stream", "account", "mites"))}
    ON CONFLICT (account, stream) DO UPDATE SET mites = balances.mites + excluded.mites
    """
_DAYS = f"""
    INSERT INTO day_balances (stream, account, day, mites)
    SELECT stream, account, day, mites + COALESCE((
        SELECT CASE WHEN last.day = new.day THEN 0 ELSE last.mites END FROM day_balances last
        WHERE last.stream = new.stream AND last.account = new.account AND last.day <= new.day
        ORDER BY last.day DESC LIMIT 1
    ), 0)
    FROM {new(day_balances, ("stream", "account", "day", "mites"))}
    ON CONFLICT (stream, account, day) DO UPDATE SET mites = day_balances.mites + excluded.mites
    """
"""The same for all rows of a day: one that is there grows, a new one carries on from the last."""

_NEW_SETUP = insert(setups)

Rows = list[dict[str, Any]]
Numbers = Mapping[str, int]


def names_of(folds: Mapping[str, Fold]) -> set[str]:
    """Every name that rows have as a number."""
    found = {*folds}
    for one in folds.values():
        found.update(one.balances, map(shown_account, one.balances))
        for row in (*one.jackpots.values(), *one.closed.values()):
            found.update((row.claim.table, row.hand, row.player))
    return found


def write(connection: Connection, folds: Mapping[str, Fold], numbers: Numbers) -> None:
    """Add what some records and entries come to."""
    changed: Rows = []
    begun: Rows = []
    for stream, one in folds.items():
        place = {"stream": numbers[stream]}
        if one.changed_before:
            changed.append(place | _changes(one.before))
        begun += [place | asdict(row) for row in one.rounds]
    # What was there before comes first: the last row is still that of the round at hand.
    _execute(connection, _ROUND_CHANGED, changed)
    if begun:
        # Where a log says twice that a round begins, the audit finds it.
        connection.execute(insert_once(connection.dialect.name, rounds), begun)
    _write_setups(connection, folds, numbers)
    _write_jackpots(connection, folds, numbers)
    _write_slips(connection, folds, numbers)
    _write_balances(connection, folds, numbers)


def _changes(row: RoundRow) -> dict[str, Any]:
    found = asdict(row)
    for name in ("number", "first", "began"):
        del found[name]
    # Of both databases one compares truths with numbers and the other does not.
    return found | {"cancelled": None if row.cancelled is None else int(row.cancelled)}


def _write_setups(connection: Connection, folds: Mapping[str, Fold], numbers: Numbers) -> None:
    rows = [
        {"stream": numbers[stream], "version": version}
        for stream, one in folds.items()
        for version in one.setups
    ]
    if rows:
        connection.execute(_NEW_SETUP, rows)


def _write_jackpots(connection: Connection, folds: Mapping[str, Fold], numbers: Numbers) -> None:
    new: Rows = []
    closed: Rows = []
    for stream, one in folds.items():
        new += [jackpot_row(stream, row, numbers) for row in one.jackpots.values()]
        closed += [jackpot_row(stream, row, numbers) for row in one.closed.values()]
    if new:
        connection.execute(insert(jackpots), new)
    _execute(connection, _JACKPOT_CHANGED, closed)


def _write_slips(connection: Connection, folds: Mapping[str, Fold], numbers: Numbers) -> None:
    new: Rows = []
    settled: Rows = []
    for stream, one in folds.items():
        place = {"stream": numbers[stream]}
        new += [place | asdict(row) for row in one.slips]
        settled += [
            place | {"number": number, "state": state, "closed": at}
            for number, state, at in one.settled
        ]
    # What was there before comes first: a claim of the same number may be in another round.
    _execute(connection, _SLIP_SETTLED, settled)
    if new:
        connection.execute(insert(slips), new)


def jackpot_row(stream: str, row: JackpotRow, numbers: Numbers) -> dict[str, Any]:
    """A jackpot as a row, with numbers for names."""
    claim = row.claim
    return {
        "stream": numbers[stream],
        "at_table": numbers[claim.table],
        "round": claim.round,
        "number": claim.number,
        "version": row.version,
        "at": row.at,
        "seat": row.seat,
        "hand": numbers[row.hand],
        "cents": row.cents,
        "state": row.state,
        "player": numbers[row.player],
        "closed": row.closed,
    }


def _write_balances(connection: Connection, folds: Mapping[str, Fold], numbers: Numbers) -> None:
    now: Rows = []
    days: Rows = []
    for stream, one in folds.items():
        place = {"stream": numbers[stream]}
        for account, mites in one.balances.items():
            now.append(place | {"account": numbers[account], "mites": mites})
        # In one order, also of days: a row carries on from those before it.
        for (account, day), mites in sorted(one.days.items()):
            days.append(place | {"account": numbers[account], "day": day, "mites": mites})
    if connection.dialect.name != "postgresql":
        _execute(connection, _BALANCE, now)
        _execute(connection, _DAY, days)
        return
    if now:
        connection.exec_driver_sql(_BALANCES, arrays(now))
    for _, rows in groupby(sorted(days, key=itemgetter("day")), itemgetter("day")):
        connection.exec_driver_sql(_DAYS, arrays(list(rows)))


def _execute(connection: Connection, statement: TextClause, rows: Rows) -> None:
    if rows:
        connection.execute(statement, rows)
