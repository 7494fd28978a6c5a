"""Balances, read: kept with the account, so that nobody adds up a ledger's whole past."""

from sqlalchemy import BigInteger, Connection, Integer, bindparam, select, text

from longsuit.core.money import Mites
from longsuit.floor.store.names import number_of

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
