"""What a meter is about: who wins it, how often, and how it grows.

Tables may share a meter only when their terms are the same (PRG-9).
"""

from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, wager_of
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import MITES, Cents, Mites, rate_parts
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import shape_counts
from longsuit.core.refusals import Code, Fact, Refused, refuse

NO_MUST_HIT = "A Must Hit meter goes with a progressive that may have one, such as STAX."
MOST_METERS = 5
"""A STAX wager has up to five meters (PRG-10)."""


class Win(Struct, frozen=True):
    """A hand that wins a share of the meter."""

    hand: str
    share: Fraction
    chance: Fraction
    """That one wager has this hand as its best line."""


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
    at_start: bool | UnsetType = UNSET
    """Whether wagers add to it at START ROUND; unset for END ROUND, as the documents have it."""

    @property
    def seed_mites(self) -> Mites:
        """What the meter restarts at."""
        return self.seed * MITES

    @property
    def top(self) -> Win | None:
        """The hand that wins the most of it, and of those the rarest (CON-32)."""
        return max(self.wins, key=lambda win: (win.share, -win.chance), default=None)


def meter_terms(offer: Offer, at_start: bool | UnsetType = UNSET) -> dict[str, Terms]:
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
            at_start=at_start,
        )
        for settings in paytable.meters
    }


def must_hit_terms(offer: Offer, settings: MustHit) -> Terms:
    """The terms of a Must Hit meter on a progressive that has a meter to spare (PRG-11)."""
    paytable = offer.paytable
    if paytable is None or not (wager := wager_of(paytable)).must_hit:
        raise InputError(NO_MUST_HIT)
    if len(paytable.meters) >= MOST_METERS:
        raise InputError(f"The {wager.name} uses all {MOST_METERS} meters: none is free.")
    if not 0 <= settings.seed < settings.by:
        raise InputError("The must-hit-by amount is above the seed, and the seed is not negative.")
    parts = rate_parts(settings.rate)
    if parts == 0:
        raise InputError("A Must Hit meter needs a contribution.")
    return Terms(offer.limits.least, settings.seed, parts, 0, (), settings.by)


def must_hit_of(terms: Terms) -> MustHit:
    """The settings that a Must Hit meter of these terms has."""
    return MustHit(terms.seed, terms.by, Fraction(terms.main, MITES))


def table_terms(
    table: Table, must_hit: MustHit | None = None, at_start: bool | UnsetType = UNSET
) -> dict[str, Terms]:
    """The terms of all meters that a table needs; empty where it has no progressive."""
    offer = progressive_offer(table)
    if offer is None:
        if must_hit is not None:
            raise InputError("A Must Hit meter goes with a progressive wager.")
        return {}
    terms = meter_terms(offer, at_start)
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
    """The chance of each line for one wager, from the count of all hands of the game."""
    game = game_by_id(paytable.game)
    counts = shape_counts(game.own + game.board)
    caught = dict.fromkeys((line.hand for line in paytable.lines), 0)
    pick = wager_of(paytable).pick
    for shape, count in counts.items():
        line = paytable.line_for(shape, pick)
        if line is not None:
            caught[line.hand] += count
    hands = sum(counts.values())
    return {hand: Fraction(count, hands) for hand, count in caught.items()}


_Difference = tuple[Code, dict[str, Fact]]


def cannot_share(meter: str, theirs: Terms, table: str, ours: Terms) -> Refused | None:
    """Why a table whose wager has these terms may not share a meter, or None (PRG-9)."""
    found = _difference(theirs, ours)
    return refuse(found[0], table=table, meter=meter, **found[1]) if found is not None else None


def _difference(theirs: Terms, ours: Terms) -> _Difference | None:
    """The first thing in which two terms differ."""
    if theirs.by != ours.by and 0 in (theirs.by, ours.by):
        return Code.METER_KIND, {}
    if found := _other_amount(theirs, ours, "wager"):
        return found
    for win, own in zip(theirs.wins, ours.wins, strict=False):
        if (win.hand, win.share) != (own.hand, own.share):
            there, here = ((str(one.share), one.hand) for one in (win, own))
            return Code.METER_HAND, {"theirs": there, "ours": here}
        if win != own:
            chances = {"theirs": str(win.chance), "ours": str(own.chance)}
            return Code.METER_CHANCE, {"hand": win.hand, **chances}
    if len(theirs.wins) != len(ours.wins):
        return Code.METER_HANDS, {}
    if bool(theirs.at_start) != bool(ours.at_start):
        return Code.METER_MOMENT, {"theirs": bool(theirs.at_start), "ours": bool(ours.at_start)}
    rates = [(terms.main, terms.reserve) for terms in (theirs, ours)]
    if rates[0] != rates[1]:
        return Code.METER_RATES, {"theirs": rates[0], "ours": rates[1]}
    return _other_amount(theirs, ours, "seed", "by")


def _other_amount(theirs: Terms, ours: Terms, *terms: str) -> _Difference | None:
    for term in terms:
        there, here = getattr(theirs, term), getattr(ours, term)
        if there != here:
            return Code.METER_AMOUNT, {"term": term, "theirs": there, "ours": here}
    return None
