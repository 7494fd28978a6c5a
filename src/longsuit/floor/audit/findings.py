"""What an audit finds wrong: one sentence, and where."""

from msgspec import Struct

CHAIN, CONTENT, LEDGER = 0, 1, 2


class Fault(Struct, frozen=True):
    """Something that is not as it should be."""

    position: int
    """The place in the log, in commit order."""
    stream: str
    """Empty for the database itself."""
    version: int
    what: str
    rank: int = CONTENT
    """What is told first of one record: its link in the chain, its content, its ledger entries."""

    def __str__(self) -> str:
        if not self.stream:
            return self.what
        return f"{self.stream}, record {self.version}: {self.what}"

    @property
    def order(self) -> tuple[int, int]:
        """The first thing wrong is the one that was written first."""
        return self.position, self.rank


class Broken(Exception):
    """A record does not follow from what was before; the message says why."""
