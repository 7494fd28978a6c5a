"""Where rounds and settings are in a table's stream is written down beside the records.

Form 0010 has other tables for it, which an upgrade fills from the log; so nothing is filled here.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "milestones",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("milestones_by_number", "milestones", ["stream", "kind", "number"])


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
