"""A table to sit at."""


def add() -> None:
    """Open the tables."""
