"""The ledger as a test reads it: every entry of a stream."""

from sqlalchemy import select

from longsuit.core.progressive.ledger import Transfer
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import PURPOSES, postings_told


def booked(log: Log, stream: str) -> list[Transfer]:
    """The entries of a stream, in their order."""
    told = postings_told
    query = select(told).where(told.c.stream == stream).order_by(told.c.version, told.c.line)
    with log.engine.connect() as connection:
        return [
            Transfer(row.source, row.target, row.mites, PURPOSES[row.purpose])
            for row in connection.execute(query)
        ]
