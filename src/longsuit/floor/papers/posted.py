"""The rack card of a table: its rules, pays and cap, to be posted at that very table (CON-10)."""

from collections.abc import Iterator
from fractions import Fraction

from longsuit.analysis.report.content import (
    Block,
    Bullets,
    Column,
    Paper,
    Section,
    Table,
    Text,
    words,
)
from longsuit.analysis.report.numbers import plain
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.analysis.report.settings import Settings, choose
from longsuit.core.games.table import Offer
from longsuit.core.games.table import Table as Rules
from longsuit.core.money import Cents, pay, show_dollars, show_rate
from longsuit.core.paytable import PayLine
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.papers.facts import Facts
from longsuit.floor.tables.events import TableSettings


def settings_of(table: Rules, must_hit: MustHit | None = None, seats: int = 1) -> Settings:
    """A table's rules and paytables as reports have them."""
    main = table.main_paytable
    side = {
        offer.wager: [offer.paytable]
        for offer in table.offers
        if offer.paytable is not None and offer.paytable != main
    }
    optional = {wager.id for wager in table.definition.wagers} - set(table.definition.mandatory)
    base = next((o.limits.least for o in table.offers if o.paytable and o.paytable.base), None)
    return choose(
        table.game,
        xtra=main,
        rules=table.rules,
        chosen=side,
        without=sorted(optional - set(side)),
        base=base,
        seats=seats,
        must_hit=must_hit,
        face_up=table.face_up,
        bonus_cap=table.bonus_cap,
    )


def rack_card(facts: Facts, name: str, date: str) -> Paper:
    """The sheet that is posted at a table."""
    found = facts.table(name)
    table = found.rules
    rules = rules_section(settings_of(table), table)
    own = Bullets(tuple(own_terms(table, found.settings, found.must_hit)))
    house = Section("house-rules", "House rules", (Bullets(tuple(house_rules(table))),))
    pays = Section("pays", "Pays", tuple(pays_of(offer, table) for offer in _paid(table)))
    title = f"{table.definition.name}: rules and pays of {found.settings.name}"
    front: tuple[Block, ...] = (Text(facts.house.line),) if facts.house.line else ()
    limits = Section("limits", "Wagers and limits", (own,))
    return facts.paper(title, date, limits, house, pays, rules, front=front)


def own_terms(
    table: Rules, settings: TableSettings | None, must_hit: MustHit | None
) -> Iterator[str]:
    """What this very table asks for and allows."""
    yield f"Seats: {table.seats}."
    for offer in table.offers:
        yield _limits(table, offer)
    if ante := table.spot_factor and table.offer("ante"):
        least = _dollars(ante.limits.least * (table.spot_factor or 1))
        yield f"On two spots or more the Ante is at least {least} on each."
    if must_hit is not None:
        rate = show_rate(must_hit.rate).replace(".00%", "%")
        yield (
            f"The Must Hit meter starts at {_dollars(must_hit.seed)}, takes {rate} of each "
            f"progressive wager and is won by one of these at {_dollars(must_hit.by)} or before, "
            "at an amount that nobody knows."
        )
    if settings is None:
        return
    if settings.action_seconds:
        yield (
            f"A seat has {settings.action_seconds} seconds to act. After that it checks, or folds "
            "where it cannot."
        )
    elif not settings.setup.live:
        yield "There is no clock: a seat may take its time."
    if settings.practice:
        yield f"Everyone sits down with {_dollars(settings.buy_in)} of play money."


def house_rules(table: Rules) -> Iterator[str]:
    """What players may not do, and what they may have (CON-11)."""
    yield "Only players who are seated may wager. Wagers between players are not allowed."
    if table.face_up:
        yield "Players' hands are dealt face up. Nobody touches another player's cards."
    else:
        yield "Players may not show their hands to each other, nor discuss them."
    if table.seats_per_player == 1:
        yield "A player wagers on one hand."
    else:
        yield f"A player may have {table.seats_per_player} hands."
    if table.bonus_cap:
        yield (
            f"All bonus payouts of a round together come to {_dollars(table.bonus_cap)} at most; "
            "above that each is paid in proportion."
        )
    else:
        yield "There is no aggregate limit on the bonus payouts of a round."
    yield "A round that is called off is void, and every wager is returned."


def _dollars(amount: Cents) -> str:
    return show_dollars(amount).removesuffix(".00")


def _limits(table: Rules, offer: Offer) -> str:
    """The limits of one wager, in a sentence."""
    name = table.definition.wager(offer.wager).name
    least, most, step = offer.limits.least, offer.limits.most, offer.limits.step
    if offer.wager in table.definition.equal_to_ante:
        said = "as much as the Ante"
    elif least == most:
        said = _dollars(least)
    else:
        said = f"{_dollars(least)} to {_dollars(most)}, in steps of {_dollars(step)}"
    return f"{name}: {said}." if offer.mandatory else f"{name} (optional): {said}."


def _paid(table: Rules) -> Iterator[Offer]:
    """The wagers that have a paytable."""
    return (offer for offer in table.offers if offer.paytable is not None)


def pays_of(offer: Offer, table: Rules) -> Table:
    """What a wager pays, hand by hand, with envy and raised pays."""
    paytable = offer.paytable
    assert paytable is not None
    wager = table.definition.wager(offer.wager)
    envy = any(line.envy for line in paytable.lines)
    rows = tuple(
        (
            words(line.hand),
            words(_pay(offer, line)),
            *([words(_envy(offer, line))] if envy else ()),
        )
        for line in paytable.lines
    )
    heads = ("Pays", "Envy, each other seat") if envy else ("Pays",)
    columns = (Column("Hand"), *(Column(head, number=True) for head in heads))
    note = " ".join((_basis(offer), *_raised(offer)))
    return Table(f"pays-{wager.id}", wager.name, columns, rows, note=note)


def _raised(offer: Offer) -> Iterator[str]:
    """Which lines a round may raise, and to what (PRG-14)."""
    paytable = offer.paytable
    assert paytable is not None
    fewest, most = paytable.dynamic_lines
    if not most:
        return
    number = str(most) if fewest == most else f"{fewest} to {most}"
    yield f"Each round, {number} of these pays are drawn and raised:"
    for line in paytable.lines:
        if line.dynamic:
            amounts = ", ".join(_dollars(pay(offer.limits.least, one)) for one in line.dynamic)
            yield f"{line.hand}, one of {amounts}."


def _pay(offer: Offer, line: PayLine) -> str:
    parts = []
    if line.pays:
        to_one = offer.paytable is not None and offer.paytable.basis == "to 1"
        amount = f"{plain_fraction(line.pays)} to 1"
        parts.append(amount if to_one else _dollars(pay(offer.limits.least, line.pays)))
    if line.meter is not None:
        share = "" if line.share == 1 else f"{show_rate(line.share).replace('.00', '')} of "
        parts.append(f"{share}the {line.meter} meter")
    if line.dynamic:
        parts.append("or raised")
    return ", ".join(parts) or "returned"


def plain_fraction(value: Fraction) -> str:
    """A pay as it is posted."""
    return plain(str(value.numerator if value.denominator == 1 else value))


def _envy(offer: Offer, line: PayLine) -> str:
    return _dollars(pay(offer.limits.least, line.envy)) if line.envy else ""


def _basis(offer: Offer) -> str:
    paytable = offer.paytable
    assert paytable is not None
    if paytable.basis == "to 1":
        return f"Paytable {paytable.id}, digest {paytable.digest}. The wager comes back too."
    wager = _dollars(offer.limits.least)
    named = f"Paytable {paytable.id}, digest {paytable.digest}."
    return f"{named} For a wager of {wager}, which is not returned."
