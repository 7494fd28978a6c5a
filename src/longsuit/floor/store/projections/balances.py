"""Balances, read: kept with the account, so that nobody adds up a ledger's whole past."""

from collections.abc import Sequence

from sqlalchemy import BigInteger, Connection, Integer, bindparam, func, select, text

from longsuit.core.money import Mites
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import balances, day_balances, names

_LAST = text(
    """
    WITH RECURSIVE found(account) AS (
        SELECT min(account) FROM day_balances WHERE stream = :stream
        UNION ALL
        SELECT (SELECT min(d.account) FROM day_balances d
            WHERE d.stream = :stream AND d.account > found.account)
        FROM found WHERE found.account IS NOT NULL
    )
    SELECT name, (
        SELECT mites FROM day_balances d
        WHERE d.stream = :stream AND d.account = found.account AND day < :day
        ORDER BY day DESC LIMIT 1
    ) AS mites FROM found JOIN names ON id = account
    """
).bindparams(bindparam("stream", type_=Integer), bindparam("day", type_=BigInteger))
"""Each account is found by a step in the index, and its last balance by another."""
_NEVER = 2**62
"""A day after all others."""


def balances_before(connection: Connection, stream: str, day: int = _NEVER) -> dict[str, Mites]:
    """What a stream's entries had come to before a day, by account as reports show it."""
    number = connection.execute(select(number_of(stream))).scalar()
    found = connection.execute(_LAST, {"stream": number, "day": day})
    return {name: int(mites) for name, mites in found if mites is not None}


def balance_of(connection: Connection, account: str) -> Mites | None:
    """What one account holds now; None where it was never written to."""
    query = select(func.sum(balances.c.mites)).where(balances.c.account == number_of(account))
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


def streams_of(connection: Connection, accounts: Sequence[str]) -> list[str]:
    """The streams that have ever had entries of any of these accounts."""
    numbers = select(names.c.id).where(names.c.name.in_(accounts))
    streams = select(balances.c.stream).where(balances.c.account.in_(numbers))
    found = connection.execute(select(names.c.name).where(names.c.id.in_(streams)))
    return sorted(found.scalars())


def days_of(
    connection: Connection, stream: str, account: str, first: int, end: int
) -> list[tuple[int, Mites]]:
    """What an account had come to in a stream at the end of each of some days with entries."""
    row = day_balances.c
    query = select(row.day, row.mites).where(
        row.stream == number_of(stream), row.account == number_of(account)
    )
    query = query.where(row.day >= first, row.day < end).order_by(row.day)
    return [(int(day), int(mites)) for day, mites in connection.execute(query)]
