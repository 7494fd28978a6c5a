"""What others have published about these games, beside what comes out exactly."""

from longsuit.core.plain_number import read_exact
from longsuit.lab.bench import Bench, Values
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Tell, Tile, make_table


def _fields(_raw: Raw) -> tuple[Field, ...]:
    return ()


def _count(_values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.record.claims import CLAIMS
    from longsuit.analysis.record.entry import Entry

    claims = [claim for claim in CLAIMS if not claim.slow]
    entries = []
    for at, claim in enumerate(claims):
        tell(at, len(claims), claim.what)
        entries.append(Entry(claim, claim.count(claim.printed)))
    agree = sum(entry.found.verdict == "agrees" for entry in entries)
    rows = [
        (
            one.claim.what,
            one.claim.printed,
            (
                one.found.ours,
                one.found.exactly if read_exact(one.found.exactly) is not None else "",
            ),
            one.found.verdict,
            one.found.note,
            one.claim.source,
            one.claim.command,
        )
        for one in entries
    ]
    return Figures(
        tiles=(
            Tile("Published figures", str(len(rows))),
            Tile("Agree with ours", str(agree), "rounded as they are printed"),
        ),
        tables=(
            make_table(
                "record",
                "Published figures",
                ("Figure", "Printed", "Ours", "Verdict", "Why", "Source", "Shown by"),
                rows,
                note="Those that take minutes to count stand in docs/record.md.",
            ),
        ),
    )


RECORD = Bench(
    "record",
    "Record",
    "Every published figure about these games that we know of, beside ours.",
    _fields,
    _count,
)
