"""What the internal controls say of meters, jackpots and corrections (CON-9, CON-13, CON-22)."""

from collections.abc import Iterator
from fractions import Fraction

from longsuit.analysis.report.content import Bullets, Cell, Column, Section, Table, left, words
from longsuit.core.money import MITES, Cents, show_dollars, show_rate
from longsuit.core.progressive.terms import Terms
from longsuit.floor.papers.facts import Facts, Has, TableFacts, named, sentences
from longsuit.floor.papers.kinds import Posted

_DISPOSAL = "kept until retired, then moved or gross receipts"


_AT_END = (
    "adds its rates at END ROUND, and a cancelled round adds nothing. An award is of the meter as "
    "its round found it."
)
_AT_START = (
    "adds its rates at once. What a cancelled round has added comes out again, but for what "
    "somebody has won meanwhile. An award has what its own round has added."
)


def _added(facts: Facts) -> Iterator[str]:
    """When wagers add to the meters, table by table where not all are alike (PRG-2)."""
    for at_start, what in ((False, _AT_END), (True, _AT_START)):
        tables = [
            one
            for one in facts.tables
            if one.meters() and bool(one.settings.setup.at_start) is at_start
        ]
        if tables:
            who = f"{named(tables)}: each progressive wager that is registered at START ROUND"
            yield f"{who} {what}"


def accumulation(facts: Facts) -> Section:
    """Every meter with its seed, rates, limit, award and disposal rule."""
    said = Bullets(
        (
            *_added(facts),
            "An award takes its share of what the meter shows, in whole cents. A meter that is won "
            "whole restarts at its seed, from its reserve as far as that reaches and from the "
            "house beyond.",
            "What is contributed above a posted limit is kept apart as overflow and comes into the "
            "meter when there is room. A limit is never below what stands.",
            "A meter whose tables have left keeps its money. It is retired by two people with a "
            "reason, and all that it holds is moved to a meter that they name or booked as gross "
            "receipts.",
            "Amounts are kept in millionths of a dollar; what stands is posted at each table, and "
            "every change is explained in the meter's statement.",
        )
    )
    rows: dict[str, tuple[Cell, ...]] = {}
    wins: dict[str, tuple[Cell, ...]] = {}
    for one in facts.tables:
        for name, terms in one.meters().items():
            meter = one.settings.setup.meters[name]
            rows.setdefault(meter, _meter_row(facts, meter, terms))
            wins.setdefault(meter, (words(meter), words(award_of(terms)), words(_DISPOSAL)))
    figures = ("Wager", "Seed", "Rate", "Reserve", "Limit", "Most in a round")
    columns = (*left("Meter", "Tables"), *(Column(name, number=True) for name in figures))
    return Section(
        "accumulation",
        "Progressive accumulation and prizes",
        (
            said,
            Table("meters", "Every meter", columns, tuple(rows.values())),
            Table(
                "awards",
                "Awards and disposal",
                left("Meter", "Award", "Disposal of what is left"),
                tuple(wins.values()),
            ),
        ),
    )


def _meter_row(facts: Facts, meter: str, terms: Terms) -> tuple[Cell, ...]:
    tables = [one.id for one in facts.tables if meter in one.settings.setup.meters.values()]
    posted = facts.posted.get(meter, Posted())
    return (
        words(meter),
        words(", ".join(tables)),
        Cell(show_dollars(terms.wager)),
        Cell(show_dollars(terms.seed)),
        Cell(rate_of(terms.main)),
        Cell(rate_of(terms.reserve)),
        Cell(_or_none(terms.by or posted.limit)),
        Cell(_or_none(posted.bound)),
    )


def rate_of(mites: int) -> str:
    """Mites of a cent as a rate."""
    return show_rate(Fraction(mites, MITES))


def _or_none(amount: Cents) -> str:
    return show_dollars(amount) if amount else "none"


def award_of(terms: Terms) -> str:
    """Who wins how much of a meter."""
    if terms.by:
        return (
            f"All of it, to one registered seat drawn at END ROUND, at a hidden amount up to "
            f"{show_dollars(terms.by)}."
        )
    shares = (f"{show_rate(one.share).replace('.00', '')} for {one.hand}" for one in terms.wins)
    return "; ".join(shares) + "."


def jackpots(facts: Facts, has: Has) -> Section:
    """How a jackpot is claimed, approved and paid."""
    rows = tuple(
        (
            words(one.id),
            Cell(_or_none(one.settings.setup.approval)),
            words(_process(one)),
        )
        for one in facts.tables
        if not one.settings.practice
    )
    told = sentences(
        not has.meters and "No table has a progressive wager.",
        has.meters
        and (
            "The dealer's keys, in this order: START, seat, hand, PENDING, PAY, the agreed sum, "
            "OK, the next winner, END. Jackpots of one meter are paid in the order of claims."
        ),
        has.meters
        and (
            "PENDING takes the award out of the meter and keeps it for the winner. It is paid, or "
            "voided with a reason and put back; it is never lost."
        ),
        has.meters
        and has.approval
        and (
            "Above the table's amount a supervisor who did not claim it approves a jackpot before "
            "it is paid. A refusal or a referral has a reason, and the amount stays pending until "
            "it is decided."
        ),
        has.bonuses
        and (
            "Where the system deals, a bonus pay above the amount waits for a supervisor too. Its "
            "round ends after that, and somebody else ends it."
        ),
        has.process
        and (
            "An approval says who won, which document was seen, surveillance's reference and how "
            "it is paid, and gives the award a slip. Slips are numbered without a gap. Each is "
            "printed once; later prints say that they are copies. The check list on it asks for "
            "the hand to be shown and the deck counted on camera, and for the hand to be sealed "
            "and kept for seven days."
        ),
        has.must_hit and "A Must Hit award is drawn at END ROUND among the registered seats.",
        *_envy(facts),
        has.live
        and has.meters
        and (
            "A hand that was missed at a live table can be claimed after END ROUND by a dealer and "
            "a supervisor, with a reason. It is paid from the meter as it stands, without what "
            "END ROUND added for that round, and is marked as late."
        ),
    )
    columns = (Column("Table"), Column("Approval above", number=True), Column("Above it"))
    amounts = (Table("approval", "Approval", columns, rows),) if rows else ()
    return Section("jackpots", "Jackpots", (told, *amounts))


def _envy(facts: Facts) -> Iterator[str]:
    """How envy pays are paid, table by table (CON-16)."""
    for how in ("settled with the round", "confirmed one by one", "paid with the jackpot"):
        tables = [one for one in facts.tables if _envy_is(one) == how]
        if tables:
            yield f"{named(tables)}: Envy pays are {how}."


def _envy_is(table: TableFacts) -> str:
    setup = table.settings.setup
    if not any(line.envy for line in setup.lines):
        return ""
    if not setup.live:
        return "settled with the round"
    return "confirmed one by one" if setup.approval_process else "paid with the jackpot"


def _process(table: TableFacts) -> str:
    if not table.settings.setup.approval:
        return "the dealer pays alone"
    slips = table.settings.setup.approval_process
    return "two people, papers, a numbered slip" if slips else "two people"


def corrections(has: Has) -> Section:
    """What was wrong, and why a meter goes down."""
    told = sentences(
        "A record is never changed. What was wrong is corrected by a record that says what, "
        "why and by whom.",
        has.meters
        and (
            "A meter is corrected upwards only, by a supervisor and a second person, with a reason."
        ),
        has.meters
        and (
            "A meter is reduced only when it is won, after a malfunction, above its limit, for "
            "funds booked as gross receipts, for a seed recovered, when it is retired, or when its "
            "money moves to another meter: each by two people, with a reason."
        ),
        has.meters
        and (
            "While a round runs on its link no term of a meter changes, and nobody changes by hand "
            "what it shows."
        ),
    )
    return Section("corrections", "Corrections and reductions", (told,))
