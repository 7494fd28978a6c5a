"""What a meter is about: who wins it, how often, and how it grows.

Tables may share a meter only when their terms are the same (PRG-9).
"""

from fractions import Fraction

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import MITES, Cents, Mites, rate_parts, show_dollars, show_rate
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import shape_counts
from longsuit.core.wagers import STAX, find_wager

MOST_METERS = 5
"""A STAX wager has up to five meters (PRG-10)."""


class Win(Struct, frozen=True):
    """A hand that wins a share of the meter."""

    hand: str
    share: Fraction
    chance: Fraction
    """That one wager has this hand as its best line."""

    def __str__(self) -> str:
        return f"{show_rate(self.share).replace('.00', '')} for {self.hand}"


class MustHit(Struct, frozen=True):
    """The settings of a Must Hit meter; the defaults are the house's (PRG-11)."""

    seed: Cents = 500_00
    by: Cents = 1_000_00
    rate: Fraction = Fraction(3, 100)


class Terms(Struct, frozen=True):
    """One meter's terms, at the wager that feeds it."""

    wager: Cents
    seed: Cents
    main: int
    """Mites of each cent wagered that go to the meter: its rate in steps of 0.01%."""
    reserve: int
    """Mites of each cent wagered that are kept to pay for seeds."""
    wins: tuple[Win, ...]
    """Empty for a Must Hit meter, which no hand wins."""
    by: Cents = 0
    """The must-hit-by amount; 0 for a meter that hands win."""

    @property
    def seed_mites(self) -> Mites:
        """What the meter restarts at."""
        return self.seed * MITES


def meter_terms(offer: Offer) -> dict[str, Terms]:
    """The terms of every meter of a progressive wager, by the meter's name.

    The paytable gives seeds for its base wager; with another wager they scale.
    """
    paytable = offer.paytable
    if paytable is None or not paytable.meters:
        raise InputError(f"The wager {offer.wager} feeds no meters.")
    if len(paytable.meters) > MOST_METERS:
        raise InputError(f"A progressive wager has up to {MOST_METERS} meters (PRG-10).")
    if any(settings.id == MYSTERY_METER for settings in paytable.meters):
        raise InputError(f"The name {MYSTERY_METER} is kept for the Must Hit meter.")
    wager = offer.limits.least
    multiple = wager // paytable.base
    chances = line_chances(paytable)
    return {
        settings.id: Terms(
            wager,
            settings.seed * multiple,
            rate_parts(settings.main),
            rate_parts(settings.reserve),
            tuple(
                Win(line.hand, line.share, chances[line.hand])
                for line in paytable.lines
                if line.meter == settings.id
            ),
        )
        for settings in paytable.meters
    }


def must_hit_terms(offer: Offer, settings: MustHit) -> Terms:
    """The terms of a Must Hit meter on a STAX wager that has a meter to spare (PRG-11)."""
    paytable = offer.paytable
    if offer.wager != STAX.id or paytable is None:
        raise InputError(f"A Must Hit meter goes with the {STAX.name} only.")
    if len(paytable.meters) >= MOST_METERS:
        raise InputError(f"The {STAX.name} uses all {MOST_METERS} meters: none is free.")
    if not 0 <= settings.seed < settings.by:
        raise InputError("The must-hit-by amount is above the seed, and the seed is not negative.")
    parts = rate_parts(settings.rate)
    if parts == 0:
        raise InputError("A Must Hit meter needs a contribution.")
    return Terms(offer.limits.least, settings.seed, parts, 0, (), settings.by)


def must_hit_of(terms: Terms) -> MustHit:
    """The settings that a Must Hit meter of these terms has."""
    return MustHit(terms.seed, terms.by, Fraction(terms.main, MITES))


def table_terms(table: Table, must_hit: MustHit | None = None) -> dict[str, Terms]:
    """The terms of all meters that a table needs; empty where it has no progressive."""
    offer = progressive_offer(table)
    if offer is None:
        if must_hit is not None:
            raise InputError("A Must Hit meter goes with a progressive wager.")
        return {}
    terms = meter_terms(offer)
    if must_hit is not None:
        terms[MYSTERY_METER] = must_hit_terms(offer, must_hit)
    return terms


def progressive_offer(table: Table) -> Offer | None:
    """The table's progressive wager, if it offers one."""
    for offer in table.offers:
        if offer.paytable is not None and offer.paytable.meters:
            return offer
    return None


def line_chances(paytable: PayTable) -> dict[str, Fraction]:
    """The chance of each line for one wager, from the count of all seven-card hands."""
    counts = shape_counts()
    caught = dict.fromkeys((line.hand for line in paytable.lines), 0)
    pick = find_wager(paytable.wager).pick
    for shape, count in counts.items():
        line = paytable.line_for(shape, pick)
        if line is not None:
            caught[line.hand] += count
    hands = sum(counts.values())
    return {hand: Fraction(count, hands) for hand, count in caught.items()}


def mismatch(meter: Terms, table: Terms) -> str | None:
    """Why a table may not share a meter, or None when it may (PRG-9)."""
    if meter.by != table.by and 0 in (meter.by, table.by):
        return "A Must Hit meter and a meter that hands win are never the same meter."
    if meter.wager != table.wager:
        there, here = show_dollars(meter.wager), show_dollars(table.wager)
        return f"The meter is for a wager of {there}, and this table's is {here}."
    for theirs, ours in zip(meter.wins, table.wins, strict=False):
        if theirs != ours:
            return _other_win(theirs, ours)
    if len(meter.wins) != len(table.wins):
        return "The meter is won by other hands than this table's wager."
    if (meter.main, meter.reserve) != (table.main, table.reserve):
        return f"The meter takes {_rates(meter)} of each wager, and this table's {_rates(table)}."
    if meter.seed != table.seed:
        there, here = show_dollars(meter.seed), show_dollars(table.seed)
        return f"The meter restarts at {there}, and this table's at {here}."
    if meter.by != table.by:
        there, here = show_dollars(meter.by), show_dollars(table.by)
        return f"The meter must hit by {there}, and this table's by {here}."
    return None


def _other_win(theirs: Win, ours: Win) -> str:
    if (theirs.hand, theirs.share) == (ours.hand, ours.share):
        return (
            f"The chance of the winning hand {theirs.hand} is {theirs.chance} for the meter, "
            f"and {ours.chance} at this table."
        )
    return f"The meter pays {theirs}, and this table's wager {ours}."


def _rates(terms: Terms) -> str:
    main, reserve = Fraction(terms.main, MITES), Fraction(terms.reserve, MITES)
    return f"{show_rate(main)} + {show_rate(reserve)}" if terms.reserve else show_rate(main)
