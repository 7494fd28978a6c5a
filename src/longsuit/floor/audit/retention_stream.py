"""What was shortened, replayed: by rule alone, old enough, and sealed.

A record without content is nowhere but where the stream of retention says so. What is left of it
there is what was sealed, and its hash is what the next record is chained to.
"""

from collections.abc import Mapping, Sequence

from longsuit.floor.audit.chain import read_exact
from longsuit.floor.audit.findings import Broken, Fault
from longsuit.floor.retention.events import BY_RULE, RecordsShortened
from longsuit.floor.retention.rule import LEAST_DAYS
from longsuit.floor.store.audit_rows import Pages, Row

_DAY = 24 * 3600 * 1_000_000


class RetentionReplay:
    """The stream, from the first record on."""

    def __init__(self) -> None:
        self.ranges: dict[str, list[tuple[Row, RecordsShortened]]] = {}
        """By stream, with the record that tells of each."""
        self.folded = 0
        """Ledger entries that are gone, their amounts being in others."""

    def record(self, row: Row) -> None:
        """Some rounds of a table were shortened."""
        told = read_exact(row)
        if len(told) != 1:
            raise Broken("its events are of no command.")
        event: RecordsShortened = told[0]
        if (row.who, row.command) != BY_RULE:
            raise Broken(f"{row.who} shortens what only the rule does.")
        known = self.ranges.setdefault(event.stream, [])
        after = known[-1][1].last if known else 1
        if not event.stream.startswith("table ") or not after < event.first <= event.last:
            raise Broken(f"records {event.first} to {event.last} of {event.stream} cannot go.")
        known.append((row, event))
        self.folded += event.folded

    def not_said(self, gone: Mapping[str, Sequence[tuple[int, int]]]) -> tuple[str, int] | None:
        """A record without content of which nothing is said: its stream and version."""
        for stream, runs in gone.items():
            for first, last in runs:
                at = first
                for _, one in self.ranges.get(stream, ()):
                    at = one.last + 1 if one.first <= at <= one.last else at
                if at <= last:
                    return stream, at
        return None

    def broken_seal(self, pages: Pages) -> Fault | None:
        """The first of them that is not as it was sealed."""
        for row, one in (each for ranges in self.ranges.values() for each in ranges):
            empty = pages.emptied(one.stream, one.first, one.last)
            wrong = ""
            if pages.seal(one.stream, one.first, one.last) != one.seal:
                wrong = "what is left of them is not what was sealed"
            elif len(empty) != one.gone:
                wrong = f"{len(empty)} of them have no content, and {one.gone} were shortened"
            elif any(each.at > row.at - LEAST_DAYS * _DAY for each in empty):
                wrong = f"they were younger than {LEAST_DAYS} days"
            if wrong:
                what = f"records {one.first} to {one.last} of {one.stream}: {wrong}."
                return Fault(row.position, row.stream, row.version, what)
        return None
