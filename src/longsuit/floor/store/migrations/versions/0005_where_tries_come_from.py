"""Bad tries to sign in are counted by where they come from, so no stranger locks a person out."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has signed in from anywhere so far: the first good try makes a place known."""
    op.create_table(
        "places",
        sa.Column("person", sa.String(60), primary_key=True),
        sa.Column("place", sa.String(100), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.BigInteger, nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
        sa.Column("good", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
