"""The register of slips, a projection; and meters are noted anew, with what they never forget.

No log of before has a slip. A snapshot of before does not know a meter's lifetime figures: without
it the stream is read from its start, once.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "slips",
        sa.Column("stream", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("slip", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("slips_by_number", "slips", ["slip"])
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
