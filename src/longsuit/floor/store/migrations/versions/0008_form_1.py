"""Form 1 of the log, the oldest that is brought up to date; a new floor has today's tables."""

revision = "0008"
down_revision = None


def upgrade() -> None:
    """Its tables are there."""


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
