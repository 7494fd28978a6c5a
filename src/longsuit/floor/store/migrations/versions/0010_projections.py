"""Rounds, settings, jackpots and balances are projections, made anew from the log.

The tables are made here; an upgrade fills them from the log once all steps are done.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the new tables, and let those go that they take the place of."""
    op.drop_table("milestones")
    op.drop_table("carried")
    op.create_table(
        "rounds",
        *_key("stream", "number"),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("staked", sa.BigInteger),
        sa.Column("returned", sa.BigInteger),
        sa.Column("last", sa.Integer),
        sa.Column("over", sa.BigInteger),
        sa.Column("cancelled", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("rounds_by_record", "rounds", ["stream", "first"])
    op.create_table("setups", *_key("stream", "version"), sqlite_with_rowid=False)
    op.create_table(
        "jackpots",
        *_key("stream", "at_table", "round", "number"),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("jackpots_by_record", "jackpots", ["stream", "version"])
    mites = sa.Column("mites", sa.BigInteger, nullable=False)
    op.create_table("balances", *_key("account", "stream"), mites, sqlite_with_rowid=False)
    op.create_index("balances_by_stream", "balances", ["stream"])
    op.create_table(
        "day_balances",
        *_key("stream", "account"),
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("mites", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def _key(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, primary_key=True, autoincrement=False) for name in names]


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
