"""Signed checkpoints over the whole log, and who has witnessed them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables; the first checkpoint is of all records that are there."""
    op.create_table(
        "tree_runs",
        sa.Column("start", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
    )
    op.create_index("tree_runs_by_stream", "tree_runs", ["stream", "first"])
    op.create_table(
        "tree_nodes",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "cosignatures",
        sa.Column("witness", sa.Text, primary_key=True),
        sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_index("cosignatures_by_size", "cosignatures", ["size"])


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
