"""That records were shortened, as the log has it: a stream of its own."""

from longsuit.core.round.events import Event

RETENTION = "retention"
"""The name of the stream."""
BY_RULE = ("system", "rule")
"""Who shortens, and by which command."""


class RecordsShortened(Event, frozen=True):
    """The content of old rounds of a practice table is gone; all that is left of them is sealed."""

    stream: str
    first: int
    """The first of these records, which begins a round, and the last, before one that does."""
    last: int
    gone: int
    """How many of them have no content any more."""
    folded: int
    """Ledger entries that were added to others of the same kind and quarter of an hour."""
    seal: str
    """SHA-256 of what is left of each, and of their ledger entries as they are now."""
