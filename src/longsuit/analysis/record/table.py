"""The record as a table for the documentation."""

from collections.abc import Iterable

from longsuit.analysis.record.entry import Entry


def as_markdown(table: Iterable[Entry]) -> str:
    """A row an entry."""
    rows = [
        "| published | as | source | ours | exactly | verdict | shown by |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*rows, *map(row, table)])


def row(entry: Entry) -> str:
    """One entry; its note stands with the verdict."""
    claim, found = entry.claim, entry.found
    verdict = f"**{found.verdict}**" + (f": {found.note}" if found.note else "")
    cells = (
        claim.what,
        claim.printed,
        claim.source,
        found.ours,
        found.exactly,
        verdict,
        f"`{claim.command}`",
    )
    return f"| {' | '.join(cells)} |"
