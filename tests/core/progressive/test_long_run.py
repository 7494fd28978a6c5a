"""The running meters agree with the exact math.

A long run of rounds goes through the real meters (`contribution`, `lock_award`, `evolve_meter`) and
the real lines of every progressive in the box, several seats a round, winners from right to left,
awards first and contributions at END ROUND (PRG-2, PRG-5). What came back is compared with the
exact long-run return.

The deck is accelerated: with 52 cards a seven-card straight flush comes once in four million hands.
Here seven cards are dealt from thirteen, 7 to A of hearts and 10 to A of clubs. All 1,716 hands are
counted below, shapes are drawn by these counts, and `price` is given the same counts. Nothing else
is sped up: wagers, seeds, rates and pays are those of the table.

Standard errors. A run is cut into batches of rounds that are long beside the memory of a meter (a
few hundred wagers between whole awards), so the batches are as good as independent, and the
standard error of a mean is the spread of its batches over the root of their number. The first batch
is not counted, because the meters start it at their seeds. For the average whole award the cycles
from one whole award to the next take the place of the batches: a meter starts each at its seed. So
do the cycles of a Must Hit meter, and its value per wager is a ratio of two sums over cycles.
Everything has to lie within three standard errors, with a fixed seed.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

import pytest
from tests.extent import extent

from longsuit.analysis.exact import price, price_must_hit
from longsuit.core.cards import card_set, parse_cards
from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER
from longsuit.core.games.table import Table, make_table
from longsuit.core.money import MITES, pay
from longsuit.core.paytable import PayLine
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import Meter, contribution, lock_award
from longsuit.core.progressive.must_hit import Secret, commitment, trigger, winner
from longsuit.core.progressive.terms import (
    MustHit,
    Terms,
    must_hit_terms,
    progressive_offer,
    table_terms,
)
from longsuit.core.ranking import Shape, shape
from longsuit.core.round.deal import draw_dynamic

SEED = 20_260
SMALL_DECK = parse_cards("7h 8h 9h Th Jh Qh Kh Ah Tc Jc Qc Kc Ac")
BATCHES, ROUNDS = 51, 2_000
"""The first batch is not counted."""

SETTINGS = [
    # The table, its wager in base wagers, and the seats that wager every round.
    ("PT-BJS-HCF-SF-07", 1, 5),
    ("PT-BJS-HCF-SF-08a", 1, 4),
    ("PT-BJS-HCF-SF-08b", 1, 6),
    ("PT-BJS-HCF-SF-09", 5, 5),
    ("PT-BJS-HCF-SF-E04", 1, 6),
    ("PT-BJS-HCF-SF-E05", 5, 3),
    ("PT-PRG-HCF-MLP-01", 1, 6),
    ("PT-PRG-HCF-MLP-03", 2, 4),
    ("PT-PRG-HCF-D01a", 1, 5),
    ("PT-PRG-HCF-D01b", 1, 4),
    ("PT-PRG-HCF-D02a", 1, 4),
    ("PT-PRG-HCF-D02b", 5, 4),
    ("PT-PRG-HCF-D02c", 1, 3),
    ("PT-PRG-HCF-D03", 1, 4),
]


fixed_pay = cache(pay)


@cache
def small_counts() -> dict[Shape, int]:
    """How many hands of the small deck have each shape: all of them, looked at one by one."""
    return dict(Counter(shape(card_set(hand)) for hand in combinations(SMALL_DECK, 7)))


@dataclass
class Batch:
    """What the rounds of a batch brought, in cents."""

    wagered: int = 0
    fixed: int = 0
    envy: int = 0
    awards: Counter[str] = field(default_factory=Counter)

    def returns(self, *meters: str) -> float:
        """All that came back for one unit wagered; of the meters' awards those named."""
        back = self.fixed + self.envy + sum(self.awards[meter] for meter in meters)
        return back / self.wagered


class LongRun:
    """One table played round after round, every seat wagering, with meters of its own."""

    def __init__(self, table: Table, seats: int, must_hit: MustHit | None = None) -> None:
        offer = progressive_offer(table)
        assert offer is not None and offer.paytable is not None
        self.table, self.paytable, self.wager = table, offer.paytable, offer.limits.least
        self.seats = tuple(range(1, seats + 1))
        self.seed = f"{SEED} {self.paytable.id} {seats} {must_hit}"
        self.rng = random.Random(self.seed)
        self.round = 0
        self.winners: Counter[int] = Counter()
        terms = table_terms(table, must_hit)
        self.meters = {name: opened(name, one) for name, one in terms.items()}
        self.whole: dict[str, list[int]] = {name: [] for name in terms}
        if must_hit is not None:
            self._seal()

    def batch(self, rounds: int) -> Batch:
        """The next rounds. The hands of a round are independent: each seat has its own deck."""
        batch, dynamic = Batch(), dict[str, int]()
        lines = [self.paytable.line_for(form) for form in small_counts()]
        weights = list(small_counts().values())
        for _ in range(rounds):
            self.round += 1
            if self.paytable.dynamic_lines != (0, 0):
                dynamic = draw_dynamic(self.table, self.rng)
            drawn = self.rng.choices(lines, weights, k=len(self.seats))
            for seat in reversed(self.seats):
                if (line := drawn[seat - 1]) is not None:
                    self._pay(batch, seat, line, dynamic)
            self._end(batch)
        batch.wagered = rounds * len(self.seats) * self.wager
        return batch

    def _pay(self, batch: Batch, seat: int, line: PayLine, dynamic: dict[str, int]) -> None:
        if line.meter is not None:
            amount = self._award(line.meter, seat, line.hand, line.share)
            batch.awards[line.meter] += amount
            batch.envy += fixed_pay(self.wager, line.envy) * (len(self.seats) - 1)
        elif line.hand in dynamic:
            batch.fixed += dynamic[line.hand] * self.wager // self.paytable.base
        else:
            batch.fixed += fixed_pay(self.wager, line.pays)

    def _award(self, name: str, seat: int, hand: str, share: Fraction) -> int:
        claim = Claim("T", self.round, seat)
        locked = lock_award(self.meters[name], claim, seat, hand, share)
        paid = events.JackpotPaid(claim, locked.amount, f"T seat {seat}")
        self.meters[name] = evolve_meter(evolve_meter(self.meters[name], locked), paid)
        if share == 1:
            self.whole[name].append(locked.amount)
        return locked.amount

    def _end(self, batch: Batch) -> None:
        meters = self.meters
        for name, meter in meters.items():
            added = contribution(meter, "T", self.round, len(self.seats))
            meters[name] = evolve_meter(meter, added)
        mystery = meters.get(MYSTERY_METER)
        if mystery is not None and mystery.shown >= self.trigger:
            cycle = mystery.must_hit_cycle()
            seat = winner(cycle, self.secret, "T", self.round, self.seats)
            self.winners[seat] += 1
            batch.awards[MYSTERY_METER] += self._award(
                MYSTERY_METER, seat, MYSTERY_HAND, Fraction(1)
            )
            self._seal()

    def _seal(self) -> None:
        """A new trigger, drawn as the house draws it."""
        self.secret = Secret(self.rng.randbytes(32))
        meters, meter = self.meters, self.meters[MYSTERY_METER]
        meters[MYSTERY_METER], self.trigger = sealed(meter, self.secret)


def opened(name: str, terms: Terms) -> Meter:
    return evolve_meter(None, events.MeterOpened(name, terms))


def sealed(meter: Meter, secret: Secret) -> tuple[Meter, int]:
    """The meter with the trigger of its cycle sealed, and the trigger."""
    named = events.TriggerSealed(meter.cycle, meter.shown, "")
    cycle = evolve_meter(meter, named).must_hit_cycle()
    told = events.TriggerSealed(meter.cycle, meter.shown, commitment(cycle, secret))
    return evolve_meter(meter, told), trigger(cycle, secret)


def standard_errors_off(values: Sequence[float], exact: Fraction | float) -> float:
    """How many standard errors the mean of independent values is off."""
    spread = stdev(values)
    off = fmean(values) - float(exact)
    return off / (spread / sqrt(len(values))) if spread else (0.0 if off == 0 else float("inf"))


def compared(run: LongRun, batches: Sequence[Batch]) -> Iterator[tuple[str, float]]:
    """Each figure of the run with the standard errors by which it is off."""
    priced = price(run.paytable, base=run.wager, seats=len(run.seats), counts=small_counts())
    assert all(line.combinations > 0 for line in priced.lines)
    exact = priced.returns
    if MYSTERY_METER in run.meters:
        terms = run.meters[MYSTERY_METER].terms
        settings = MustHit(terms.seed, terms.by, Fraction(terms.main, MITES))
        value = price_must_hit(settings, run.wager, seats=len(run.seats))
        exact += value.per_wager / run.wager
        awards = [float(amount) for amount in run.whole[MYSTERY_METER]]
        yield "Must Hit award", standard_errors_off(awards, value.award)
    totals = [batch.returns(*run.meters) for batch in batches]
    yield "return", standard_errors_off(totals, exact)
    fixed = [batch.fixed / batch.wagered for batch in batches]
    yield "fixed pays", standard_errors_off(fixed, priced.fixed)
    envy = [batch.envy / batch.wagered for batch in batches]
    yield "envy", standard_errors_off(envy, priced.envy)
    for meter in priced.meters:
        name = meter.meter.id
        share = meter.meter.main + meter.hit_probability * meter.seed / run.wager
        came = [batch.awards[name] / batch.wagered for batch in batches]
        yield f"{name} returns", standard_errors_off(came, share)
        awards = [float(amount) for amount in run.whole[name]]
        assert len(awards) > 300, f"{name} was hit {len(awards)} times only"
        yield f"{name} award", standard_errors_off(awards, meter.expected)


def check(run: LongRun) -> None:
    """Play, compare, and count the seeds."""
    batches = [run.batch(ROUNDS) for _ in range(BATCHES)][1:]
    off = dict(compared(run, batches))
    assert all(abs(errors) < 3 for errors in off.values()), f"seed {run.seed}: {off}"
    for name, meter in run.meters.items():
        assert meter.off_by == 0
        # The first seed is the house's; each whole award draws one more, from the reserve first.
        drawn = meter.reserved - meter.reserve
        assert meter.seeded + drawn == (1 + len(run.whole[name])) * meter.terms.seed_mites


@pytest.mark.rule("PRG-3", "PRG-4", "PRG-12", "PRG-13", "PRG-14")
@pytest.mark.parametrize(
    ("paytable", "multiple", "seats"), extent(SETTINGS[1::3], SETTINGS), ids=str
)
def test_high_card_flush_returns_what_the_math_says(
    paytable: str, multiple: int, seats: int
) -> None:
    table = make_table("hcf", paytables={"progressive": paytable}, progressive_base=multiple * 1_00)
    check(LongRun(table, seats))


def test_wrong_figures_would_be_noticed() -> None:
    """What a mistake in the meters or in the math would look like is more than three off."""
    table = make_table("hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
    run = LongRun(table, 3)
    batches = [run.batch(ROUNDS) for _ in range(BATCHES)][1:]
    priced = price(run.paytable, seats=3, counts=small_counts())
    meter = priced.meters[0]
    awards = [float(amount) for amount in run.whole["main"]]
    # A third of the contribution lost, or twice of it added.
    gained = meter.expected - meter.seed
    for wrong in (gained * Fraction(2, 3), 2 * gained):
        assert abs(standard_errors_off(awards, meter.seed + wrong)) > 3
    envy = [batch.envy / batch.wagered for batch in batches]
    # Envy on one's own hand as well.
    assert abs(standard_errors_off(envy, priced.envy * Fraction(3, 2))) > 3
    # Seeds not paid.
    totals = [batch.returns("main") for batch in batches]
    assert abs(standard_errors_off(totals, priced.returns - priced.seeds)) > 3


@pytest.mark.rule("PRG-3", "PRG-10")
def test_stax_returns_what_the_math_says() -> None:
    check(LongRun(make_table("ctf"), 5))


@pytest.mark.rule("PRG-10", "PRG-11")
def test_stax_with_must_hit_returns_what_the_math_says() -> None:
    run = LongRun(make_table("ctf"), 5, MustHit())
    check(run)
    assert set(run.winners) == set(run.seats)


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize(("seats", "cycles"), [(1, 250), (3, 500)])
def test_must_hit_returns_what_the_math_says(seats: int, cycles: int) -> None:
    """The house's settings, from reseed to award: 3% of 5 dollars, from 500 to 1,000."""
    settings = MustHit()
    offer = progressive_offer(make_table("ctf"))
    assert offer is not None
    seed = f"{SEED} {seats}"
    rng, meter = random.Random(seed), opened("m", must_hit_terms(offer, settings))
    awards: list[int] = []
    lengths: list[int] = []
    for number in range(cycles):
        meter, amount = sealed(meter, Secret(rng.randbytes(32)))
        rounds = 0
        while meter.shown < amount:
            rounds += 1
            meter = evolve_meter(meter, contribution(meter, "T", rounds, seats))
        claim = Claim("T", number, 1)
        locked = lock_award(meter, claim, 1, MYSTERY_HAND, Fraction(1))
        meter = evolve_meter(meter, locked)
        meter = evolve_meter(meter, events.JackpotPaid(claim, locked.amount, "T seat 1"))
        awards.append(locked.amount)
        lengths.append(rounds)
    assert meter.off_by == 0
    priced = price_must_hit(settings, 5_00, seats=seats)
    per_wager = float(priced.per_wager)
    pairs = zip(awards, lengths, strict=True)
    off = {
        "award": standard_errors_off([float(award) for award in awards], priced.award),
        "rounds": standard_errors_off([float(rounds) for rounds in lengths], priced.rounds),
        "per wager": standard_errors_off(
            [award - per_wager * seats * rounds for award, rounds in pairs], 0
        ),
    }
    assert all(abs(errors) < 3 for errors in off.values()), f"seed {seed}: {off}"
