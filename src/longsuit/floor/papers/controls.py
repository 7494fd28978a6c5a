"""The internal controls of a floor in words, from its settings: what a house submits (CON-9)."""

from collections.abc import Iterator

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
from longsuit.core.money import Cents, show_dollars
from longsuit.floor.papers.facts import Facts, Has, TableFacts, named, sentences
from longsuit.floor.papers.posted import house_rules, pays_of, settings_of
from longsuit.floor.papers.progressive_controls import accumulation, corrections, jackpots
from longsuit.floor.register.register import limit_on


def internal_controls(facts: Facts, date: str) -> Paper:
    """Everything that these games are run by, to be reviewed, completed and submitted."""
    front = Text(
        "Made from the settings of the floor. The house reviews it with its counsel, adds what "
        "software cannot know (rooms, cameras, keys, staff) and submits it. Nothing here is legal "
        "advice."
    )
    has = Has.of(facts)
    sections = (
        _scope(facts, has),
        _dealing(facts, has),
        _limits(facts, has, date),
        _pays(facts),
        *([accumulation(facts)] if has.meters else ()),
        jackpots(facts, has),
        corrections(has),
        _access(facts),
        _records(facts, has),
    )
    return facts.paper("Internal controls: flush games", date, *sections, front=(front, _SIGN_OFF))


def _mode(table: TableFacts) -> str:
    if table.settings.setup.live:
        return "live, cards on felt"
    return "practice, play money" if table.settings.practice else "dealt by the system"


def _scope(facts: Facts, has: Has) -> Section:
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
    told = sentences(
        whose,
        asked,
        has.practice and "Practice tables are play money and need no approval.",
    )
    return Section("scope", "Tables and approvals", (Table("tables", "", columns, rows), told))


def _dealing(facts: Facts, has: Has) -> Section:
    parts = tuple(_rules_of(tables, number) for number, tables in enumerate(_alike(facts), 1))
    told = sentences(
        "Wagers are placed while they are open; START ROUND closes them.",
        has.meters
        and (
            "Seats with the progressive wager have their light on, which players can see before "
            "the deal."
        ),
        has.dealt
        and (
            "Where the system deals, the order of the deck comes from a seed, which is drawn when "
            "wagers are closed, and from words that players sealed beforehand. The house publishes "
            "its commitment to the seed before a card is dealt and reveals the seed when the round "
            "is over, so that the deal can be checked."
        ),
        has.live and "At a live table the equipment on file shuffles, and the dealer deals.",
        "Hands are settled and paid from the dealer's right to the left, player by player.",
        "CANCEL ROUND returns every wager. END ROUND closes the round.",
        "Dealers come on duty at a table and go off; the log says who dealt which rounds.",
    )
    return Section("dealing", "Dealing", (told,), parts)


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
    title = f"{tables[0].rules.definition.name}: {named(tables)}"
    blocks = tuple(
        replace(block, id=f"{block.id}-{number}") if isinstance(block, Table) else block
        for block in _blocks(tables[0])
    )
    return Section(f"dealing-{number}", title, blocks)


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
        title = f"{made.title}: {named(with_it)}"
        tables.append(replace(made, id=f"{made.id}-{number}", title=title))
    return Section("pays", "Pays and prizes", tuple(tables))


def _law(facts: Facts, date: str) -> Iterator[str]:
    """What the house says of the law, and what is on file for that day (CON-8)."""
    most = facts.house.legal_maximum
    if most:
        said = (
            f"No wager goes beyond {show_dollars(most)}, the legal maximum that the house has set."
        )
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


def _limits(facts: Facts, has: Has, date: str) -> Section:
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
    kept_to = sentences(
        has.dealt and "Where the system deals, no wager outside its limits is taken.",
        has.live and "At a live table the dealer enforces the limits; the program sees no chips.",
    )
    lines = Bullets((*_law(facts, date), *kept_to.items, *caps, *spots))
    return Section("limits-section", "Limits", (lines, table))


def _is_fixed(offer: Offer) -> bool:
    return offer.limits.least == offer.limits.most


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


def _records(facts: Facts, has: Has) -> Section:
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
            "At each start the program computes a digest of its own files and records it.",
        )
    )
    return Section("records", "Records and retention", (said,))


_ROOM = words("\N{NO-BREAK SPACE}" * 36)
"""For a hand to write in."""
_SIGN_OFF = Table(
    "sign-off",
    "Sign-off",
    left("", "Name", "Signature", "Date"),
    tuple((words(one), _ROOM, _ROOM, _ROOM) for one in ("Prepared by", "Reviewed by")),
)
