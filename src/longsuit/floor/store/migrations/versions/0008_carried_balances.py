"""Balances are carried from day to day, so that a report need not add up all that ever was.

Form 0010 has other tables for it, which an upgrade fills from the log; so nothing is filled here.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "carried",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("account", sa.String(250), primary_key=True),
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("mites", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
