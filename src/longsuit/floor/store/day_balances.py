"""Balances carried from day to day, so that nobody adds up a ledger's whole past.

For each stream and account: what the stream's entries had come to by the end of a day, players and
robots taken together. The rows are written in one transaction with the entries. A stream has one
writer at a time and its time never goes back, so each row carries on exactly from the one before.
"""

from collections.abc import Iterable

from sqlalchemy import BigInteger, Connection, String, bindparam, text

from longsuit.core.money import Mites
from longsuit.floor.ledger.accounts import shown_account

DAY = 24 * 3600 * 1_000_000
"""Microseconds of a day, UTC: where a day of the house begins is up to the house."""

_CARRY = text(
    """
    INSERT INTO carried (stream, account, day, mites) VALUES (
        :stream, :account, :day,
        :mites + COALESCE((
            SELECT mites FROM carried
            WHERE stream = :stream AND account = :account AND day < :day
            ORDER BY day DESC LIMIT 1
        ), 0)
    )
    ON CONFLICT (stream, account, day) DO UPDATE SET mites = carried.mites + :mites
    """
).bindparams(
    bindparam("stream", type_=String),
    bindparam("account", type_=String),
    bindparam("day", type_=BigInteger),
    bindparam("mites", type_=BigInteger),
)
_BEFORE = text(
    """
    WITH RECURSIVE found(name) AS (
        SELECT min(account) FROM carried WHERE stream = :stream
        UNION ALL
        SELECT (SELECT min(account) FROM carried WHERE stream = :stream AND account > name)
        FROM found WHERE name IS NOT NULL
    )
    SELECT name, (
        SELECT mites FROM carried
        WHERE stream = :stream AND account = name AND day < :day
        ORDER BY day DESC LIMIT 1
    ) AS mites FROM found WHERE name IS NOT NULL
    """
).bindparams(bindparam("stream", type_=String), bindparam("day", type_=BigInteger))
"""Each account is found by a step in the index, and its last balance by another."""

Entry = tuple[str, int, str, str, Mites]
"""A ledger entry: its stream, when, from which account, to which, and how much."""


def carry(connection: Connection, entries: Iterable[Entry]) -> None:
    """Add new entries to the balances of their days, in the transaction that writes them."""
    rows = [
        {"stream": stream, "account": account, "day": day, "mites": mites}
        # In one order, also of days: a row carries on from those before it.
        for (stream, account, day), mites in sorted(by_day(entries).items())
    ]
    if rows:
        connection.execute(_CARRY, rows)


def by_day(entries: Iterable[Entry]) -> dict[tuple[str, str, int], Mites]:
    """What entries come to, by stream, account as reports show it, and day."""
    sums: dict[tuple[str, str, int], Mites] = {}
    for stream, at, source, target, mites in entries:
        for name, change in ((source, -mites), (target, mites)):
            place = (stream, shown_account(name), at // DAY)
            sums[place] = sums.get(place, 0) + change
    return sums


def carried_to(connection: Connection, stream: str, day: int) -> dict[str, Mites]:
    """What a stream's entries had come to before a day, by account."""
    found = connection.execute(_BEFORE, {"stream": stream, "day": day})
    return {name: int(mites) for name, mites in found if mites is not None}
