"""Ten million contributions at full length, and not a mite lost (PRG-1, PRG-7).

The meters take awkward parts of awkward wagers, from one to seven wagers a round, with whole awards
and tenths between. What each must stand at is worked out beside it in fractions of a dollar, from
nothing but what was wagered in all, the rates as printed, the seeds and the awards.
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import pytest
from tests.extent import extent

from longsuit.core.money import MITES, parse_rate, rate_parts
from longsuit.core.progressive.codec import decode_meter_event, encode
from longsuit.core.progressive.events import Claim, JackpotPaid, MeterEvent, MeterOpened
from longsuit.core.progressive.evolve import evolve_meter, replay_meter
from longsuit.core.progressive.ledger import Ledger, meter_accounts, meter_entries
from longsuit.core.progressive.meter import Meter, contribution, lock_award
from longsuit.core.progressive.terms import Terms

STEPS = extent(2_000_000, 10_000_000)
CHUNK = 1_000
SEED = 1_000_003
MITES_IN_A_DOLLAR = 1_000_000

# By case, each meter with its wager and seed in cents, and its rates as a table has them.
CASES = {
    "the finest rate and a third": [(1, 1_00, "0.01%", "0.00%"), (1_01, 10_00, "33.33%", "7.77%")],
    "primes": [(97, 99_97, "0.13%", "0.07%"), (5_03, 1_009_00, "19.97%", "6.01%")],
    "as in the box": [(1_00, 30_000_00, "23%", "5%"), (5_00, 500_00, "5.00%", "0.00%")],
    "nearly all, and all": [(7, 0, "99.99%", "0.01%"), (3_33, 1, "50.01%", "49.99%")],
}
STEPS_PER_CASE = STEPS // len(CASES)


@dataclass
class Exact:
    """A meter by the rules, in dollars: no mites, no cents, no steps."""

    wager: Fraction
    seed: Fraction
    main: Fraction
    reserve_rate: Fraction
    wagers: int = 0
    """All that have been made."""
    seeds: Fraction = Fraction(0)
    from_reserve: Fraction = Fraction(0)
    awards: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        return self.seeds + self.wagers * self.wager * self.main - self.awards

    @property
    def reserve(self) -> Fraction:
        return self.wagers * self.wager * self.reserve_rate - self.from_reserve

    def award(self, tenth: bool) -> Fraction:
        """What an award comes to, in whole cents; after a whole one the meter is seeded again."""
        cents = self.value * 100 / (10 if tenth else 1)
        amount = Fraction(cents.numerator // cents.denominator, 100)
        self.awards += amount
        if not tenth:
            self.from_reserve += min(self.reserve, self.seed)
            self.seeds += self.seed
        return amount


@dataclass
class Running:
    """The real meter beside the exact one."""

    meter: Meter
    exact: Exact
    number: int = 0

    def contribute(self, rounds: list[int]) -> None:
        """Rounds with so many wagers each, one event a round."""
        meter, number = self.meter, self.number
        for wagers in rounds:
            number += 1
            meter = evolve_meter(meter, contribution(meter, "T1", number, wagers))
        self.meter, self.number = meter, number
        self.exact.wagers += sum(rounds)

    def award(self, tenth: bool) -> list[MeterEvent]:
        claim = Claim("T1", self.number, 1)
        share = Fraction(1, 10) if tenth else Fraction(1)
        locked = lock_award(self.meter, claim, 1, "7-card straight flush", share)
        paid = JackpotPaid(claim, locked.amount, "Ann")
        self.meter = evolve_meter(evolve_meter(self.meter, locked), paid)
        assert Fraction(locked.amount, 100) == self.exact.award(tenth)
        return [locked, paid]

    def check(self) -> None:
        """To the last mite, and the law besides (PRG-7)."""
        meter, exact = self.meter, self.exact
        assert Fraction(meter.value, MITES_IN_A_DOLLAR) == exact.value
        assert Fraction(meter.reserve, MITES_IN_A_DOLLAR) == exact.reserve
        assert Fraction(meter.awarded, MITES_IN_A_DOLLAR) == exact.awards
        assert meter.off_by == 0


def opened(number: int, wager: int, seed: int, main: str, reserve: str) -> Running:
    parts = rate_parts(parse_rate(main)), rate_parts(parse_rate(reserve))
    meter = evolve_meter(None, MeterOpened(f"m{number}", Terms(wager, seed, *parts, wins=())))
    first, second = (Fraction(rate.removesuffix("%")) / 100 for rate in (main, reserve))
    dollars = Fraction(seed, 100)
    return Running(meter, Exact(Fraction(wager, 100), dollars, first, second, seeds=dollars))


@pytest.mark.rule("PRG-1", "PRG-3", "PRG-4", "PRG-7")
@pytest.mark.parametrize("case", CASES)
def test_millions_of_contributions_lose_nothing(case: str) -> None:
    rng = random.Random(f"{SEED} {case}")
    running = [opened(number, *settings) for number, settings in enumerate(CASES[case])]
    steps = parts_of_a_cent = 0
    awards = {True: 0, False: 0}
    while steps < STEPS_PER_CASE:
        for one in running:
            one.contribute(rng.choices(range(1, 8), k=CHUNK))
            steps += CHUNK
            one.check()
            parts_of_a_cent += one.meter.value % MITES != 0
            if rng.random() < 0.1:
                tenth = rng.random() < 0.5
                one.award(tenth)
                awards[tenth] += 1
                one.check()
    assert steps == STEPS_PER_CASE
    assert STEPS_PER_CASE * len(CASES) == STEPS
    # Had cents been rounded, it would have shown; and both kinds of award have happened often.
    assert parts_of_a_cent > STEPS_PER_CASE // 5_000 or case == "as in the box"
    assert min(awards.values()) > STEPS_PER_CASE // 50_000, awards


@pytest.mark.rule("PRG-7")
@pytest.mark.parametrize("case", CASES)
def test_replaying_the_events_of_a_sample(case: str) -> None:
    """From the opening on, event by event through the codec: the same meter and the same books."""
    rng = random.Random(f"{SEED} {case}")
    for number, settings in enumerate(CASES[case]):
        one = opened(number, *settings)
        history: list[MeterEvent] = [MeterOpened(one.meter.id, one.meter.terms)]
        for _ in range(5):
            for wagers in rng.choices(range(1, 8), k=CHUNK):
                history.append(contribution(one.meter, "T1", one.number + 1, wagers))
                one.contribute([wagers])
            history.extend(one.award(tenth=rng.random() < 0.5))
        one.check()
        decoded = [decode_meter_event(encode(event)) for event in history]
        assert decoded == history
        assert replay_meter(decoded) == one.meter
        middle = len(history) // 2
        assert reduce(evolve_meter, history[middle:], replay_meter(history[:middle])) == one.meter
        ledger = Ledger()
        for event in decoded:
            ledger.post(meter_entries(one.meter.id, event))
        balances = [ledger.balance(account) for account in meter_accounts(one.meter.id)]
        assert balances == [one.meter.value, one.meter.reserve, 0]
        assert ledger.trial_balance() == 0
        assert ledger.balance("player Ann") == one.meter.awarded


def test_rounding_to_cents_would_be_noticed() -> None:
    """A meter that drops part of a cent each round is soon off by more than its checks allow."""
    one = opened(0, 1_01, 10_00, "33.33%", "7.77%")
    whole_cents = one.meter.value
    for wagers in (1, 2, 3, 4, 5, 6, 7):
        added = contribution(one.meter, "T1", 1, wagers)
        whole_cents += added.main // MITES * MITES
        one.contribute([wagers])
    one.check()
    # 28 wagers of $1.01 at 33.33% are $9.425724; cut to cents each round they come to $9.38.
    assert Fraction(one.meter.value, MITES_IN_A_DOLLAR) == 10 + Fraction("9.425724")
    assert Fraction(whole_cents, MITES_IN_A_DOLLAR) == 10 + Fraction("9.38")
