"""Tables that meet a house edge, proposed and priced."""

from typing import cast

from longsuit.analysis.design.target import Target, read_percents
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.numbers import one_in
from longsuit.core.errors import InputError
from longsuit.lab.bench import Bench, Values, Wrong
from longsuit.lab.benches.wager import TABLES, table_field, units
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Tell, Tile, make_table

_RANKS = (
    ("near", "nearest to the table"),
    ("round", "roundest pays"),
    ("steady", "swing least"),
    ("wild", "swing most"),
)


def _fields(_raw: Raw) -> tuple[Field, ...]:
    return (
        table_field("flush-bonus.A", "Like this table"),
        Field(
            "edge",
            "House edge",
            "4%..5%",
            check=lambda text: read_percents(text, "house edge"),
            longest=24,
            hint="4%..6%",
        ),
        Field(
            "hits",
            "Hit frequency",
            check=lambda text: read_percents(text, "hit frequency"),
            longest=24,
            hint="any, or 5%..7%",
        ),
        Field("top", "Top pay", check=_span, longest=24, hint="any, 300 or 200..500"),
        Field("first", "Order by", "near", options=_RANKS),
        Field("count", "Tables", "10", bounds=(1, 50)),
    )


def _span(text: str) -> object:
    from longsuit.analysis.design.ladder import read_span

    return read_span(text)


def _check(values: Values) -> None:
    if not TABLES[values["table"]].lines:
        raise Wrong("table", "This table has no lines to design.")


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.design.ladder import read_span
    from longsuit.analysis.design.proposal import Rank, design

    like = TABLES[values["table"]]
    target = Target(
        read_percents(values["edge"], "house edge"),
        read_percents(values["hits"], "hit frequency") if values["hits"] else None,
        read_span(values["top"]) if values["top"] else None,
    )
    tell(0, 0, "looking at every table of the family")
    found = design(
        like.game,
        like.wager,
        target,
        like=like,
        rank=cast("Rank", values["first"]),
        count=int(values["count"]),
    )
    if not found.proposals:
        raise InputError(found.shortfall)
    rows = [
        (
            str(number),
            *(
                (f"{one.pays[hand]:,}", str(one.pays[hand])) if hand in one.pays else "–"
                for hand in found.hands
            ),
            (percent(one.house_edge), str(one.house_edge)),
            (one_in(one.hit_frequency), str(one.hit_frequency)),
            (f"{one.standard_deviation:.4f}", str(one.standard_deviation)),
        )
        for number, one in enumerate(found.proposals, 1)
    ]
    sure = "" if found.complete else " They are too many to rank them all: narrow the target."
    return Figures(
        tiles=(
            Tile("Tables that meet it", f"{found.total:,}", f"of {found.family:,} in the family"),
            Tile("House edge of the first", percent(found.proposals[0].house_edge)),
        ),
        said=(f"{units(like)}{sure}",),
        tables=(
            make_table(
                "proposals",
                "Proposals",
                (
                    "No.",
                    *found.hands,
                    "House edge",
                    "Hits",
                    "Standard deviation",
                ),
                rows,
            ),
        ),
    )


DESIGN = Bench(
    "design",
    "Design",
    "Set a house edge and get paytables that meet it, priced exactly.",
    _fields,
    _count,
    check=_check,
    examples=(
        ("", "Flush Bonus from 4% to 5%"),
        ("table=same-suit.A&edge=4%25..6%25", "Same Suit Bonus from 4% to 6%"),
    ),
)
