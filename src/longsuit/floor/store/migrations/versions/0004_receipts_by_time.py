"""Receipts are found by their time, so that those that are kept no longer are thrown away."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """An index is all that it takes."""
    op.create_index("receipts_by_time", "receipts", ["at"])


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
