"""A snapshot carries a digest of all that it says, so that one that was damaged is not believed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table anew: what was noted without a digest is read from the log once more."""
    op.drop_table("snapshots")
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
