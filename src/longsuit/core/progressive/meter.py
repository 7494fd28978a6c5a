"""A running meter: what may happen to it, as values in and values out.

All amounts are in mites. The law (PRG-7), at every moment: what the house has seeded, what wagers
have contributed and what was corrected equals the meter, its reserve, what is pending and what has
been awarded.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from longsuit.core.money import MITES, Cents, Mites
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.must_hit import Cycle
from longsuit.core.progressive.terms import Terms

HITS_KEPT = 5
"""How many awards a meter remembers for its sign."""


class Hit(Struct, frozen=True):
    """An award as the sign shows it (PRG-22)."""

    claim: Claim
    seat: int
    hand: str
    amount: Cents
    new_value: Cents


class Fed(Struct, frozen=True):
    """What a table has put into a meter since it joined."""

    round: int = 0
    """Its last round that did."""
    wagers: int = 0
    """Of that round."""
    main: Mites = 0
    reserve: Mites = 0


_NOTHING = Fed()


class Meter(Struct, frozen=True):
    """A meter as its own stream has it."""

    id: str
    terms: Terms
    value: Mites = 0
    reserve: Mites = 0
    tables: frozenset[str] = frozenset()
    """The tables that share it."""
    pending: tuple[events.AwardLocked, ...] = ()
    """What has left the meter and is neither paid nor voided."""
    cycle: int = 0
    """How often it has been seeded."""
    sealed: events.TriggerSealed | None = None
    """The Must Hit trigger of this cycle, as a commitment."""
    hits: tuple[Hit, ...] = ()
    """The last few awards; one that was voided is none."""
    seeded: Mites = 0
    """What the house has put in for seeds, less what voided awards gave back."""
    contributed: Mites = 0
    reserved: Mites = 0
    corrected: Mites = 0
    awarded: Mites = 0
    practice: bool = False
    """Whether it is fed and won with play money."""
    gathered: Mapping[str, Fed] = {}
    """By table: what it has told in its own stream and the meter has taken in."""

    @property
    def last_hit(self) -> Hit | None:
        """The last award."""
        return self.hits[-1] if self.hits else None

    @property
    def shown(self) -> Cents:
        """What a sign shows: whole cents."""
        return self.value // MITES

    @property
    def pending_mites(self) -> Mites:
        """What has left the meter and is not yet paid."""
        return sum(locked.amount for locked in self.pending) * MITES

    @property
    def off_by(self) -> Mites:
        """What the law of conservation is off by: always 0 (PRG-7)."""
        came = self.seeded + self.contributed + self.reserved + self.corrected
        return came - (self.value + self.reserve + self.pending_mites + self.awarded)

    def must_hit_cycle(self) -> Cycle:
        """The Must Hit cycle whose trigger is sealed."""
        assert self.sealed is not None
        return Cycle(self.id, self.sealed.cycle, self.sealed.above, self.terms.by)


def contribution(meter: Meter, table: str, number: int, wagers: int) -> events.Contributed:
    """What a round adds: each registered wager its part to the meter and its reserve (PRG-2)."""
    handle = meter.terms.wager * wagers
    main, reserve = handle * meter.terms.main, handle * meter.terms.reserve
    return events.Contributed(table, number, wagers, main, reserve)


def gather(meter: Meter, fed: Mapping[str, Fed]) -> events.ContributionsGathered | None:
    """What the tables that share a meter have put in and it has not taken in yet, if anything."""
    parts = []
    for table in sorted(meter.tables & fed.keys()):
        now, then = fed[table], meter.gathered.get(table, _NOTHING)
        if now.round > then.round:
            more = (now.main - then.main, now.reserve - then.reserve)
            parts.append(events.Part(table, now.round, now.wagers, *more))
    return events.ContributionsGathered(tuple(parts)) if parts else None


def lock_award(
    meter: Meter, claim: Claim, seat: int, hand: str, share: Fraction, fed: Mites = 0
) -> events.AwardLocked:
    """An award leaves the meter, in whole cents (PRG-3, PRG-4).

    A whole award leaves the fraction of a cent behind and restarts the meter at its seed, from the
    reserve as far as it reaches and from the house beyond. A late claim is of a round that has
    `fed` the meter already; what it added is not in the award (PRG-2), unless the meter has been
    won since and restarted: then it takes the seed. Corrected to less than that, it gives nothing.
    """
    seed, standing = meter.terms.seed_mites, max(0, meter.value - fed)
    if standing < seed <= meter.value:
        standing = seed
    amount = int(standing * share) // MITES
    if share != 1:
        return events.AwardLocked(claim, seat, hand, share, amount)
    from_reserve = min(meter.reserve, seed)
    return events.AwardLocked(claim, seat, hand, share, amount, from_reserve, seed - from_reserve)


def void_award(meter: Meter, claim: Claim, reason: str, by: str) -> events.AwardVoided:
    """A pending award goes back into the meter, and the seed it drew goes back where it came from.

    Should the restarted meter have been won down meanwhile, the seed goes back as far as it lasts.
    """
    locked = next(one for one in meter.pending if one.claim == claim)
    there = meter.value + locked.amount * MITES
    to_reserve = min(locked.from_reserve, there)
    to_house = min(locked.from_house, there - to_reserve)
    return events.AwardVoided(claim, locked.amount, to_reserve, to_house, reason, by)
