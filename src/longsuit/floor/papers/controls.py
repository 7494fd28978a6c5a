"""The internal controls of a floor in words, from its settings: what a house submits (CON-9)."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.report.content import (
    Block,
    Bullets,
    Cell,
    Column,
    Paper,
    Section,
    Table,
    Text,
    left,
    words,
)
from longsuit.analysis.report.numbers import plain
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.core.games.table import Offer
from longsuit.core.money import MITES, Cents, show_dollars, show_rate
from longsuit.core.progressive.terms import Terms
from longsuit.floor.papers.facts import Facts, TableFacts
from longsuit.floor.papers.kinds import Posted
from longsuit.floor.papers.posted import house_rules, pays_of, settings_of
from longsuit.floor.register.register import limit_on

_DISPOSAL = "kept until retired, then moved or gross receipts"


def internal_controls(facts: Facts, date: str) -> Paper:
    """Everything that these games are run by, to be reviewed, completed and submitted."""
    front = Text(
        "Made from the settings of the floor. The house reviews it with its counsel, adds what "
        "software cannot know (rooms, cameras, keys, staff) and submits it. Nothing here is legal "
        "advice."
    )
    has = _Has.of(facts)
    sections = (
        _scope(facts, has),
        _dealing(facts, has),
        _limits(facts, has, date),
        _pays(facts),
        *([_accumulation(facts)] if has.meters else ()),
        _jackpots(facts, has),
        _corrections(has),
        _access(facts),
        _records(facts, has),
    )
    return facts.paper("Internal controls: flush games", date, *sections, front=(front, _SIGN_OFF))


class _Has(Struct, frozen=True):
    """What there is on the floor: its controls say nothing of what no table has."""

    live: bool
    dealt: bool
    practice: bool
    meters: bool
    must_hit: bool
    approval: bool
    process: bool
    """Papers and slips above an amount (CON-13)."""
    bonuses: bool
    """Bonus pays that wait for a supervisor."""

    @staticmethod
    def of(facts: Facts) -> "_Has":
        """As its tables are set."""
        setups = [one.settings.setup for one in facts.tables]
        above = [one for one in setups if one.approval]
        return _Has(
            live=any(one.live for one in setups),
            dealt=any(not one.live for one in setups),
            practice=any(one.settings.practice for one in facts.tables),
            meters=any(one.meters for one in setups),
            must_hit=any(one.must_hit for one in facts.tables),
            approval=bool(above),
            process=any(one.approval_process for one in above),
            bonuses=any(one.approval_process and not one.live for one in above),
        )


def _bullets(*said: tuple[bool, str]) -> Bullets:
    """Those sentences that are so."""
    return Bullets(tuple(sentence for holds, sentence in said if holds))


def _mode(table: TableFacts) -> str:
    if table.settings.setup.live:
        return "live, cards on felt"
    return "practice, play money" if table.settings.practice else "dealt by the system"


def _scope(facts: Facts, has: _Has) -> Section:
    rows = tuple(
        (
            words(one.id),
            words(plain(one.settings.name)),
            words(one.rules.definition.name),
            words(_mode(one)),
            Cell(str(one.rules.seats)),
            words("face up" if one.rules.face_up else "face down"),
        )
        for one in facts.tables
    )
    columns = (
        *left("Table", "Name", "Game", "Mode"),
        Column("Seats", number=True),
        Column("Hands"),
    )
    asked = {
        "required": "A table for money opens, changes and starts a round only while approvals on "
        "file cover it.",
        "told": "The pit desk shows what is not on file for a table; the house makes sure that "
        "nothing is operated without its approval.",
    }[facts.house.approvals]
    whose = "The commission's approval is needed."
    if facts.house.operation == "tribal":
        whose = "The tribal agency's approval and the commission's concurrence are needed."
    said = _bullets(
        (True, whose),
        (True, asked),
        (has.practice, "Practice tables are play money and need no approval."),
    )
    return Section("scope", "Tables and approvals", (Table("tables", "", columns, rows), said))


def _dealing(facts: Facts, has: _Has) -> Section:
    parts = tuple(_rules_of(tables, number) for number, tables in enumerate(_alike(facts), 1))
    said = _bullets(
        (True, "Wagers are placed while they are open; START ROUND closes them."),
        (
            has.meters,
            "Seats with the progressive wager have their light on, which players can see before "
            "the deal.",
        ),
        (
            has.dealt,
            "Where the system deals, the order of the deck comes from a seed, which is drawn when "
            "wagers are closed, and from words that players sealed before. The house publishes its "
            "commitment to the seed before a card is dealt and opens the seed when the round is "
            "over, so that the deal can be checked.",
        ),
        (has.live, "At a live table the equipment on file shuffles, and the dealer deals."),
        (True, "Hands are settled and paid from the dealer's right to the left, player by player."),
        (True, "CANCEL ROUND returns every wager. END ROUND closes the round."),
        (True, "Dealers come on duty at a table and go off; the log says who dealt which rounds."),
    )
    return Section("dealing", "Dealing", (said,), parts)


def _blocks(one: TableFacts) -> tuple[Block, ...]:
    """What a table is dealt and settled by."""
    rules = rules_section(settings_of(one.rules), one.rules)
    return (*rules.blocks, Bullets(tuple(house_rules(one.rules))))


def _alike(facts: Facts) -> Iterator[list[TableFacts]]:
    """Tables with the same rules, game by game."""
    found: list[tuple[str, tuple[Block, ...], list[TableFacts]]] = []
    for one in sorted(facts.tables, key=lambda one: one.rules.game):
        game, blocks = one.rules.game, _blocks(one)
        same = next((tables for *key, tables in found if key == [game, blocks]), None)
        if same is None:
            found.append((game, blocks, [one]))
        else:
            same.append(one)
    return (tables for *_, tables in found)


def _rules_of(tables: list[TableFacts], number: int) -> Section:
    """The rules of tables that are alike, with the tables in the title."""
    title = f"{tables[0].rules.definition.name}: {_named(tables)}"
    blocks = tuple(
        replace(block, id=f"{block.id}-{number}") if isinstance(block, Table) else block
        for block in _blocks(tables[0])
    )
    return Section(f"dealing-{number}", title, blocks)


def _named(tables: list[TableFacts]) -> str:
    return ", ".join(one.id for one in tables)


def _pays(facts: Facts) -> Section:
    """Every pay of every table: the prizes that the controls identify (CON-9)."""
    found: dict[tuple[str, str, Cents], tuple[Offer, list[TableFacts]]] = {}
    for one in facts.tables:
        for offer in one.rules.offers:
            if offer.paytable is not None:
                # Of pays to one the wager does not matter, of pays for one it does.
                wager = offer.limits.least if offer.paytable.basis != "to 1" else 0
                key = (offer.wager, offer.paytable.digest, wager)
                found.setdefault(key, (offer, []))[1].append(one)
    tables = []
    for number, (offer, with_it) in enumerate(found.values(), 1):
        made = pays_of(offer, with_it[0].rules)
        title = f"{made.title}: {_named(with_it)}"
        tables.append(replace(made, id=f"{made.id}-{number}", title=title))
    return Section("pays", "Pays and prizes", tuple(tables))


def _law(facts: Facts, date: str) -> Iterator[str]:
    """What the house says of the law, and what is on file for that day (CON-8)."""
    most = facts.house.legal_maximum
    if most:
        said = f"No wager goes beyond {show_dollars(most)}, the limit of the law."
        if facts.house.count_multiples:
            yield f"{said} A bet of several Antes counts as one wager."
        else:
            yield f"{said} It holds for each Ante of a bet, not for the bet as a whole."
    on_file = limit_on(facts.laws, date)
    if on_file is not None:
        amount, since = show_dollars(on_file.amount), on_file.since
        done = "is named at the pit desk"
        if facts.house.approvals == "required":
            done = "neither opens nor starts a round"
        yield (
            f"On file as the limit of the law: {amount}, {on_file.citation}, from {since}. A table "
            f"for money with a larger wager {done}."
        )
    elif not most:
        yield "The house has set no limit of the law."


def _limits(facts: Facts, has: _Has, date: str) -> Section:
    rows = [
        (
            words(one.id),
            words(one.rules.definition.wager(offer.wager).name),
            words("mandatory" if offer.mandatory else "optional"),
            *(Cell(show_dollars(amount)) for amount in (offer.limits.least, offer.limits.most)),
            Cell(show_dollars(offer.limits.step) if not _is_fixed(offer) else "-"),
        )
        for one in facts.tables
        for offer in one.rules.offers
    ]
    columns = (
        *left("Table", "Wager", ""),
        *(Column(name, number=True) for name in ("Least", "Most", "Step")),
    )
    caps = [
        f"{one.id}: a round's bonus payouts come to at most {show_dollars(one.rules.bonus_cap)}."
        for one in facts.tables
        if one.rules.bonus_cap
    ]
    spots = [
        f"{one.id}: on two spots or more the least Ante is {one.rules.spot_factor} times the usual."
        for one in facts.tables
        if one.rules.spot_factor
    ]
    table = Table("limits", "Posted limits", columns, tuple(rows))
    kept_to = _bullets(
        (has.dealt, "Where the system deals, no wager outside its limits is taken."),
        (has.live, "At a live table the dealer keeps to the limits; the program sees no chips."),
    )
    lines = Bullets((*_law(facts, date), *kept_to.items, *caps, *spots))
    return Section("limits-section", "Limits", (lines, table))


def _is_fixed(offer: Offer) -> bool:
    return offer.limits.least == offer.limits.most


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
            who = f"{_named(tables)}: each progressive wager that is registered at START ROUND"
            yield f"{who} {what}"


def _accumulation(facts: Facts) -> Section:
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


def _jackpots(facts: Facts, has: _Has) -> Section:
    rows = tuple(
        (
            words(one.id),
            Cell(_or_none(one.settings.setup.approval)),
            words(_process(one)),
        )
        for one in facts.tables
        if not one.settings.practice
    )
    said = _bullets(
        (not has.meters, "No table has a progressive wager."),
        (
            has.meters,
            "The dealer's keys, in this order: START, seat, hand, PENDING, PAY, the agreed sum, "
            "OK, the next winner, END. Jackpots of one meter are paid in the order of claims.",
        ),
        (
            has.meters,
            "PENDING takes the award out of the meter and keeps it for the winner. It is paid, or "
            "voided with a reason and put back; it is never lost.",
        ),
        (
            has.meters and has.approval,
            "Above the table's amount a supervisor who did not claim it approves a jackpot before "
            "it is paid. A refusal or a referral has a reason, and the amount stays pending until "
            "it is decided.",
        ),
        (
            has.bonuses,
            "Where the system deals, a bonus pay above the amount takes a supervisor too, who does "
            "not end its round, and the round does not end before.",
        ),
        (
            has.process,
            "An approval says who won, which document was seen, surveillance's reference and how "
            "it is paid, and gives the award a slip. Slips are numbered without a gap. Each is "
            "printed once; later prints say that they are copies. Its check list asks for the hand "
            "to be shown and the deck counted on camera, and for the hand to be sealed and kept "
            "for seven days.",
        ),
        (has.must_hit, "A Must Hit award is drawn at END ROUND among the registered seats."),
        *((True, sentence) for sentence in _envy(facts)),
        (
            has.live and has.meters,
            "A hand that was missed at a live table is claimed after END ROUND by a dealer and a "
            "supervisor with a reason, from the meter as it stood by rule, and marked as late.",
        ),
    )
    columns = (Column("Table"), Column("Approval above", number=True), Column("Above it"))
    amounts = (Table("approval", "Approval", columns, rows),) if rows else ()
    return Section("jackpots", "Jackpots", (said, *amounts))


def _envy(facts: Facts) -> Iterator[str]:
    """How envy pays are paid, table by table (CON-16)."""
    paying = [one for one in facts.tables if any(line.envy for line in one.settings.setup.lines)]
    for how, tables in (
        ("settled with the round", [one for one in paying if not one.settings.setup.live]),
        ("confirmed one by one", [one for one in paying if _confirms(one)]),
        (
            "paid with the jackpot",
            [one for one in paying if one.settings.setup.live and not _confirms(one)],
        ),
    ):
        if tables:
            yield f"{_named(tables)}: Envy pays are {how}."


def _confirms(table: TableFacts) -> bool:
    setup = table.settings.setup
    return setup.live and bool(setup.approval_process)


def _process(table: TableFacts) -> str:
    if not table.settings.setup.approval:
        return "the dealer pays alone"
    slips = table.settings.setup.approval_process
    return "two people, papers, a numbered slip" if slips else "two people"


def _corrections(has: _Has) -> Section:
    said = _bullets(
        (
            True,
            "A record is never changed. What was wrong is corrected by a record that says what, "
            "why and by whom.",
        ),
        (
            has.meters,
            "A meter is corrected upwards only, by a supervisor and a second person, with a "
            "reason.",
        ),
        (
            has.meters,
            "A meter is reduced only when it is won, after a malfunction, above its limit, for "
            "funds booked as gross receipts, for a seed recovered, when it is retired, or when its "
            "money moves to another meter: each by two people, with a reason.",
        ),
        (
            has.meters,
            "While a round runs on its link no term of a meter changes, and nobody changes by hand "
            "what it shows.",
        ),
    )
    return Section("corrections", "Corrections and reductions", (said,))


def _access(facts: Facts) -> Section:
    days = facts.house.password_days
    age = f"A password expires after {days} days." if days else "Passwords do not expire."
    seats = "A dealer may seat a player who has no account."
    said = Bullets(
        (
            "Each person signs in with an account of their own. Roles: player, dealer, supervisor, "
            "auditor, admin.",
            "Dealers run a table; supervisors approve, correct and set; auditors read everything "
            "and change nothing; admins manage people and touch no money.",
            f"{age} Repeated failures lock an account for a time. When a person leaves, the "
            "account is closed and the time recorded.",
            f"A buy-in above {show_dollars(facts.house.buy_in_limit)} takes a supervisor.",
            *([seats] if facts.house.anonymous_seats else ()),
            "Sign-ins, failures, lock-outs and changes of people are in the log; the access review "
            "prints them.",
        )
    )
    return Section("access", "Access", (said,))


def _records(facts: Facts, has: _Has) -> Section:
    days = facts.house.practice_days
    kept = "Every record is kept; none is deleted."
    if days:
        kept = (
            f"Rounds of practice tables are shortened after {days} days, which is itself a record; "
            "every other record is kept. The chain of hashes stays whole."
        )
    reconciled = " and reconcile each meter" if has.meters else ""
    said = Bullets(
        (
            "Every command that changes anything is a record of the log with time, author and a "
            "hash of the record before it. The audit recomputes all of it.",
            kept,
            f"A gaming day begins at {facts.house.day_starts:02d}:00, {facts.house.zone}. Reports "
            f"compare each wager with its exact price{reconciled}.",
            "The program digests its own files at each start and records the result.",
        )
    )
    return Section("records", "Records and retention", (said,))


_SIGN_OFF = Table(
    "sign-off",
    "Sign-off",
    left("", "Name", "Signature", "Date"),
    tuple((words(one), words(""), words(""), words("")) for one in ("Prepared by", "Reviewed by")),
)
