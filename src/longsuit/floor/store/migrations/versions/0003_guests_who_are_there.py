"""A session knows when its guest was last there, so that the seat of one who left is freed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has been seen so far: whoever is there is seen within a minute."""
    seen = sa.Column("seen", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("sessions", seen)


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
