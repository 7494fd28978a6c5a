"""Balances are carried from day to day, so that a report need not add up all that ever was."""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_DAY = 24 * 3600 * 1_000_000
_carried = sa.table("carried", *(sa.column(name) for name in ("stream", "account", "day", "mites")))


def upgrade() -> None:
    """Make the table, and fill it from the ledger as it is, stream by stream."""
    op.create_table(
        "carried",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("account", sa.String(250), primary_key=True),
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("mites", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    following = sa.text("SELECT min(stream) FROM postings WHERE stream > :stream")
    stream = connection.execute(following, {"stream": ""}).scalar()
    while stream is not None:
        if rows := _days(connection, stream):
            op.bulk_insert(_carried, rows)
        stream = connection.execute(following, {"stream": stream}).scalar()


def _days(connection: sa.Connection, stream: str) -> list[dict[str, object]]:
    sums: dict[tuple[str, int], int] = {}
    for side, sign in (("source", -1), ("target", 1)):
        query = sa.text(
            f"SELECT {side}, at / {_DAY} AS day, sum(mites) FROM postings "
            f"WHERE stream = :stream GROUP BY {side}, at / {_DAY}"
        )
        for account, day, mites in connection.execute(query, {"stream": stream}):
            place = (_together(account), int(day))
            sums[place] = sums.get(place, 0) + sign * int(mites)
    rows: list[dict[str, object]] = []
    for account, days in groupby(sorted(sums.items()), key=lambda one: one[0][0]):
        held = 0
        for (_, day), mites in days:
            held += mites
            rows.append({"stream": stream, "account": account, "day": day, "mites": held})
    return rows


def _together(account: str) -> str:
    """All players are one account, and all robots."""
    practice = "practice " if account.startswith("practice ") else ""
    own = account.removeprefix(practice)
    if own.startswith("player Robot "):
        own = "robots"
    elif own.startswith("player "):
        own = "players"
    return practice + own


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
