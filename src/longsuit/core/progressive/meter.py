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

HITS_KEPT = 25
"""How many awards a meter remembers (CON-24)."""


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
    limit: Cents = 0
    """The posted maximum; 0 for none (CON-21)."""
    bound: Cents = 0
    """What one round may add at most; 0 for no bound (CON-23)."""
    overflow: Mites = 0
    """What was contributed above the maximum: it is kept apart until the meter has room."""
    brought: Mites = 0
    """What has come from other meters."""
    taken: Mites = 0
    """What has left for the house or for other meters, other than to a winner."""
    recovered: Mites = 0
    """Of that, what the house has taken back of its seeds."""
    retired: bool = False
    # Figures of its whole life, which nothing resets (CON-23, CON-25).
    hit_count: int = 0
    """Awards, less those that were voided."""
    win_count: int = 0
    """Awards that were paid."""
    reseeded: Mites = 0
    """What its seeds have taken from the reserve, less what voided awards gave back."""
    hand_paid: Mites = 0
    """Of what was paid, what was not paid in chips."""
    won_since: Mapping[str, tuple[Claim, ...]] = {}
    """By table: the last awards of all of it since the table fed it, where START ROUND does."""

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
        came = self.seeded + self.contributed + self.reserved + self.corrected + self.brought
        holds = self.value + self.reserve + self.overflow + self.pending_mites
        return came - (holds + self.awarded + self.taken)

    def above(self, more: Mites) -> Mites:
        """How much of what is added would be above the maximum."""
        if not self.limit:
            return 0
        return min(more, max(0, self.value + more - self.limit * MITES))

    def must_hit_cycle(self) -> Cycle:
        """The Must Hit cycle whose trigger is sealed."""
        assert self.sealed is not None
        return Cycle(self.id, self.sealed.cycle, self.sealed.above, self.terms.by)


def contribution(meter: Meter, table: str, number: int, wagers: int) -> events.Contributed:
    """What a round adds: each registered wager its part to the meter and its reserve (PRG-2)."""
    handle = meter.terms.wager * wagers
    main, reserve = handle * meter.terms.main, handle * meter.terms.reserve
    return events.Contributed(table, number, wagers, main, reserve)


def give_back(meter: Meter, table: str, number: int, wagers: int) -> events.ContributionReturned:
    """What comes out again when a round that added at START ROUND is cancelled (PRG-2).

    If the meter was won meanwhile, the winner has it, and the house bears it: nothing is taken of
    the seed that the meter restarted at, nor of what others have added since (PRG-8).
    """
    if meter.won_since.get(table):
        return events.ContributionReturned(table, number, 0, 0, 0)
    added = contribution(meter, table, number, wagers)
    overflow = min(meter.overflow, added.main)
    main, seed = added.main - overflow, meter.terms.seed_mites
    if meter.value - main < seed <= meter.value:
        main = meter.value - seed
    reserve = min(meter.reserve, added.reserve)
    return events.ContributionReturned(table, number, min(main, meter.value), overflow, reserve)


def gather(meter: Meter, fed: Mapping[str, Fed]) -> events.ContributionsGathered | None:
    """What the tables that share a meter have put in and it has not taken in yet, if anything."""
    parts = []
    for table in sorted(meter.tables & fed.keys()):
        now, then = fed[table], meter.gathered.get(table, _NOTHING)
        if now.round > then.round:
            more = (now.main - then.main, now.reserve - then.reserve)
            parts.append(events.Part(table, now.round, now.wagers, *more))
    over = meter.above(sum(part.main for part in parts))
    return events.ContributionsGathered(tuple(parts), over) if parts else None


def lock_award(
    meter: Meter, claim: Claim, seat: int, hand: str, share: Fraction, fed: Mites = 0
) -> events.AwardLocked:
    """An award leaves the meter, in whole cents (PRG-3, PRG-4).

    A whole award leaves the fraction of a cent behind and restarts the meter at its seed, from the
    reserve as far as it reaches and from the house beyond. A late claim is of a round that has
    `fed` the meter already; what it added is not in the award (PRG-2), unless the meter has been
    won since and restarted: then it takes the seed. Corrected to less than that, it gives nothing.
    What of it was above the maximum never came into the meter.
    """
    full = meter.limit and meter.value >= meter.limit * MITES
    fed = max(0, fed - meter.overflow) if full else fed
    seed, standing = meter.terms.seed_mites, max(0, meter.value - fed)
    if standing < seed <= meter.value:
        standing = seed
    amount = int(standing * share) // MITES
    from_reserve = min(meter.reserve, seed) if share == 1 else 0
    from_house = seed - from_reserve if share == 1 else 0
    rest = meter.value - amount * MITES + from_reserve + from_house
    # What was kept apart comes in as far as there is room; without a maximum there is room for all.
    room = max(0, meter.limit * MITES - rest) if meter.limit else meter.overflow
    from_overflow = min(meter.overflow, room)
    given = (from_reserve, from_house, from_overflow)
    return events.AwardLocked(claim, seat, hand, share, amount, *given)


def void_award(meter: Meter, claim: Claim, reason: str, by: str) -> events.AwardVoided:
    """A pending award goes back into the meter, and the seed it drew goes back where it came from.

    Should the restarted meter have been won down meanwhile, the seed goes back as far as it lasts.
    """
    locked = next(one for one in meter.pending if one.claim == claim)
    there = meter.value + locked.amount * MITES
    to_reserve = min(locked.from_reserve, there)
    to_house = min(locked.from_house, there - to_reserve)
    rest = there - to_reserve - to_house
    over = max(0, rest - meter.limit * MITES) if meter.limit else 0
    to_overflow = min(rest, max(locked.from_overflow, over))
    back = (locked.amount, to_reserve, to_house, reason, by, to_overflow)
    return events.AwardVoided(claim, *back)
