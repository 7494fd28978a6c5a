"""What a house may do to a meter: a maximum, a bound, reductions for a reason, moves, its end."""

import random
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.wording import reason_of

from longsuit.core.money import MITES
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.decide_meter import decide_meter, receive
from longsuit.core.progressive.events import Claim, FundsLeft, MeterEvent
from longsuit.core.progressive.evolve import evolve_meter, replay_meter
from longsuit.core.progressive.ledger import Ledger, meter_accounts, meter_entries, overflow_account
from longsuit.core.progressive.meter import HITS_KEPT, Fed, Meter, gather, lock_award, void_award
from longsuit.core.progressive.statement import Statement, changes_of
from longsuit.core.progressive.terms import Terms, Win
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Actor

SUE, DEE = Actor("supervisor", "Sue"), Actor("dealer", "Dee")
TWO: dict[str, Any] = {"by": SUE, "reason": "a test", "second": "Sam"}
WINS = (Win("big", Fraction(1), Fraction(1, 1000)), Win("small", Fraction(1, 10), Fraction(1, 10)))
TERMS = Terms(5_00, 100_00, 200, 100, WINS)
SEED = 4711
PARTS = ("meter", "overflow")


def opened(name: str = "m", terms: Terms = TERMS) -> Meter:
    started = evolve_meter(None, events.MeterOpened(name, terms))
    return evolve_meter(started, events.TableJoined("T"))


def must(meter: Meter, command: Any) -> Meter:
    outcome = decide_meter(meter, command)
    assert not isinstance(outcome, Refused), reason_of(outcome)
    return evolve_meter(meter, outcome[0])


def said(meter: Meter, command: Any) -> str:
    outcome = decide_meter(meter, command)
    assert isinstance(outcome, Refused)
    return reason_of(outcome)


def fed(meter: Meter, number: int, wagers: int) -> Meter:
    """After so many wagers of a round."""
    before = meter.gathered.get("T", Fed())
    added = (5_00 * wagers * TERMS.main, 5_00 * wagers * TERMS.reserve)
    now = Fed(number, wagers, before.main + added[0], before.reserve + added[1])
    gathered = gather(meter, {"T": now})
    assert gathered is not None
    return evolve_meter(meter, gathered)


@pytest.mark.rule("CON-21", "CON-23")
def test_a_maximum_is_not_below_what_stands_and_the_rest_is_kept_apart() -> None:
    meter = fed(opened(), 1, 7)
    assert meter.value == 100_00 * MITES + 35_00 * 200
    low = asked.SetMeter(limit=100_00, bound=0, **TWO)
    assert "cannot be below the meter" in said(meter, low)
    assert said(meter, replace(low, second="sue")).startswith("A second member")
    assert said(meter, replace(low, reason=" ")) == "Give a reason."
    assert "Only a supervisor" in said(meter, replace(low, by=DEE))
    limited = must(meter, asked.SetMeter(limit=101_00, bound=0, **TWO))
    assert said(limited, asked.SetMeter(limit=101_00, bound=0, **TWO)).endswith("already.")
    full = fed(limited, 2, 500)
    assert (full.shown, full.overflow) == (101_00, 35_00 * 200 + 2500_00 * 200 - 1_00 * MITES)
    won = evolve_meter(full, lock_award(full, Claim("T", 3, 1), 1, "big", Fraction(1)))
    assert won.value == 101_00 * MITES, "what was kept apart comes in as far as there is room"
    assert won.overflow == full.overflow - 1_00 * MITES
    back = evolve_meter(won, void_award(won, Claim("T", 3, 1), "misread", "Dee"))
    assert (back.value, back.overflow, back.reserve) == (full.value, full.overflow, full.reserve)
    tenth = evolve_meter(full, lock_award(full, Claim("T", 3, 1), 1, "small", Fraction(1, 10)))
    assert tenth.value == 101_00 * MITES
    must_hit = opened("h", Terms(5_00, 100_00, 300, 0, (), by=200_00))
    assert "must hit by an amount" in said(must_hit, asked.SetMeter(limit=900_00, bound=0, **TWO))


@pytest.mark.rule("CON-23")
def test_a_bound_is_not_below_one_wager() -> None:
    assert "One wager adds $0.15" in said(opened(), asked.SetMeter(limit=0, bound=14, **TWO))
    assert must(opened(), asked.SetMeter(limit=0, bound=15, **TWO)).bound == 15


def reduction(cause: str, part: str, amount: int, **more: Any) -> Any:
    kinds: dict[str, Any] = {"cause": cause, "part": part}
    return asked.ReduceMeter(amount=amount, **kinds, **{**TWO, **more})


def test_what_is_gathered_is_not_gathered_again() -> None:
    meter = fed(opened(), 1, 7)
    assert gather(meter, {"T": meter.gathered["T"]}) is None


def test_a_statement_counts_what_is_kept_apart() -> None:
    """Money that went from the meter and its reserve into the overflow is explained."""
    told = Statement("m", 10, 20, (), 9, 15, 0, opening_overflow=30, closing_overflow=36)
    assert told.unexplained == 0
    assert replace(told, closing_overflow=37).unexplained == 1


def test_what_came_above_the_maximum_is_left_out_of_a_late_award_once_the_meter_is_full() -> None:
    """Thirty cents of the round, twenty of them above the maximum; a meter with room has all in."""
    claim = Claim("T", 1, 1)
    standing = replace(opened(), limit=101_00, overflow=20 * MITES)
    for value, amount in ((101_00, 100_90), (100_50, 100_20)):
        meter = replace(standing, value=value * MITES)
        locked = lock_award(meter, claim, 1, "big", Fraction(1), fed=30 * MITES)
        assert locked.amount == amount


@pytest.mark.rule("CON-22", "PRG-8")
def test_each_reason_has_its_own_rule() -> None:
    limited = must(fed(opened(), 1, 7), asked.SetMeter(limit=101_00, bound=0, **TWO))
    meter = fed(limited, 2, 500)
    assert "the overflow only" in said(meter, reduction("over-limit", "meter", 1))
    receipts = said(meter, reduction("gross-receipts", "meter", 1))
    assert receipts == (
        "For funds booked as gross receipts, money leaves the reserve or the overflow only."
    )
    assert said(meter, reduction("malfunction", "reserve", meter.reserve + 1)).startswith("The res")
    assert said(meter, reduction("malfunction", "meter", 1, second="Sue")).startswith("A second")
    most = "The house can take back $1.00 of its seeds, and no more."
    assert said(meter, reduction("seed-recovery", "meter", 2_00 * MITES)) == most
    after = must(meter, reduction("seed-recovery", "meter", 1_00 * MITES))
    assert (after.recovered, after.value) == (1_00 * MITES, 100_00 * MITES)
    for cause, part in (
        ("malfunction", "meter"),
        ("over-limit", "overflow"),
        ("gross-receipts", "reserve"),
        ("gross-receipts", "overflow"),
    ):
        left = must(meter, reduction(cause, part, 7))
        assert left.off_by == 0 and left.taken == 7
    assert "only." in said(meter, reduction("malfunction", "meter", 1, to="n"))
    assert said(meter, reduction("moved", "meter", 1)) == "There is no such meter."


@pytest.mark.rule("CON-26")
def test_a_meter_is_retired_once_nothing_runs_on_it() -> None:
    meter, other = fed(opened(), 1, 7), opened("n")
    retire = asked.RetireMeter(to="n", **TWO)
    assert "T shares the meter m" in said(meter, retire)
    alone = evolve_meter(meter, events.TableLeft("T"))
    outcome = decide_meter(alone, retire)
    assert not isinstance(outcome, Refused)
    left = outcome[0]
    assert isinstance(left, FundsLeft) and left.mites == alone.value + alone.reserve
    came = receive(other, alone, left)
    assert not isinstance(came, Refused)
    ended, richer = evolve_meter(alone, left), evolve_meter(other, came[0])
    assert (ended.value, ended.reserve, ended.retired, ended.off_by) == (0, 0, True, 0)
    assert richer.value == other.value + left.mites and richer.off_by == 0
    assert said(ended, retire) == "The meter m is retired."
    join = asked.JoinMeter(by=SUE, table="X", terms=TERMS)
    assert said(ended, join) == "The meter m is retired."
    for target in (None, ended, alone, opened("h", Terms(5_00, 1_00, 300, 0, (), by=2_00))):
        assert isinstance(receive(target, alone, left), Refused)
    practice = evolve_meter(None, events.MeterOpened("p", TERMS, practice=True))
    assert isinstance(receive(practice, alone, left), Refused)


@pytest.mark.rule("CON-24", "CON-25")
def test_lifetime_figures_never_go_back_and_hand_pays_are_apart() -> None:
    meter = opened()
    for number in range(1, 40):
        claim = Claim("T", number, 1)
        meter = evolve_meter(meter, lock_award(meter, claim, 3, "big", Fraction(1)))
        amount = meter.pending[-1].amount
        way: Any = ("chips", "hand-pay", "cheque")[number % 3]
        meter = evolve_meter(meter, events.JackpotPaid(claim, amount, "Pam", way))
    assert (meter.hit_count, meter.win_count, len(meter.hits)) == (39, 39, HITS_KEPT)
    assert (meter.awarded, meter.hand_paid) == (39 * 100_00 * MITES, 26 * 100_00 * MITES)
    assert meter.seeded == 40 * 100_00 * MITES
    claim = Claim("T", 40, 1)
    pending = evolve_meter(meter, lock_award(meter, claim, 3, "big", Fraction(1)))
    assert pending.hit_count == 40
    assert evolve_meter(pending, void_award(pending, claim, "x", "y")).hit_count == 39


class Walk:
    """Two meters on which anything is asked, with their books and their history."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.history: dict[str, list[MeterEvent]] = {}
        self.meters: dict[str, Meter] = {}
        self.ledger = Ledger()
        self.rounds = self.done = 0
        for name in "mn":
            self.happen(name, events.MeterOpened(name, TERMS))
            self.happen(name, events.TableJoined("T"))

    def happen(self, name: str, event: MeterEvent) -> None:
        self.history.setdefault(name, []).append(event)
        self.meters[name] = evolve_meter(self.meters.get(name), event)
        self.ledger.post(meter_entries(name, event))

    def step(self) -> None:
        name, other = self.rng.sample("mn", 2)
        self.rounds += 1
        ways = (self.feed, self.award, self.settle, self.set, self.reduce, self.reduce)
        self.rng.choice(ways)(name, other)

    def feed(self, name: str, _other: str) -> None:
        before = self.meters[name].gathered.get("T", Fed())
        wagers = self.rng.randrange(1, 400)
        main, kept = 5_00 * wagers * TERMS.main, 5_00 * wagers * TERMS.reserve
        now = Fed(self.rounds, wagers, before.main + main, before.reserve + kept)
        gathered = gather(self.meters[name], {"T": now})
        assert gathered is not None
        self.happen(name, gathered)
        # On a floor the table books it.
        told = events.Contributed("T", self.rounds, wagers, main, kept)
        self.ledger.post(meter_entries(name, told))

    def award(self, name: str, _other: str) -> None:
        share = self.rng.choice((Fraction(1), Fraction(1, 10)))
        claim = Claim("T", self.rounds, 1)
        self.happen(name, lock_award(self.meters[name], claim, 1, "big", share))

    def settle(self, name: str, _other: str) -> None:
        meter = self.meters[name]
        if not meter.pending:
            return
        claim, amount = meter.pending[-1].claim, meter.pending[-1].amount
        if self.rng.random() < 0.5:
            self.happen(name, void_award(meter, claim, "misread", "Dee"))
        else:
            self.happen(name, events.JackpotPaid(claim, amount, "Pam", "cheque"))

    def set(self, name: str, other: str) -> None:
        limit = self.rng.choice((0, self.meters[name].shown + self.rng.randrange(-5, 500)))
        self.ask(name, other, asked.SetMeter(limit=limit, bound=0, **TWO))

    def reduce(self, name: str, other: str) -> None:
        meter = self.meters[name]
        cause = self.rng.choice(events.CAUSES[:-1])
        part = self.rng.choice(("meter", "reserve", "overflow"))
        there = {"meter": meter.value, "reserve": meter.reserve}.get(part, meter.overflow)
        to = other if cause == "moved" else ""
        amount = self.rng.randrange(1, there // 2 + 3)
        self.ask(name, other, reduction(cause, part, amount, to=to))

    def ask(self, name: str, other: str, command: Any) -> None:
        meter = self.meters[name]
        outcome = decide_meter(meter, command)
        if isinstance(outcome, Refused):
            return
        self.done += 1
        left = outcome[0]
        self.happen(name, left)
        if isinstance(left, FundsLeft) and left.to:
            came = receive(self.meters[other], meter, left)
            assert not isinstance(came, Refused)
            self.happen(other, came[0])

    def check(self, seed: str) -> None:
        for name, one in self.meters.items():
            assert one.off_by == 0, seed
            assert min(one.value, one.reserve, one.overflow) >= 0, seed
            books = [self.ledger.balance(each) for each in meter_accounts(name)]
            assert books == [one.value, one.reserve, one.pending_mites], seed
            assert self.ledger.balance(overflow_account(name)) == one.overflow, seed
        assert self.ledger.trial_balance() == 0, seed


@pytest.mark.rule("CON-22", "CON-26", "PRG-7")
@pytest.mark.parametrize("number", list(range(6)))
def test_money_is_conserved_whatever_is_asked(number: int) -> None:
    """The law, the books and the replay agree, whatever is fed, won, voided, set and taken."""
    walk = Walk(SEED + number)
    for _ in range(300):
        walk.step()
        walk.check(f"seed {SEED + number}")
    assert walk.done > 30
    for name, told in walk.history.items():
        assert replay_meter(told) == walk.meters[name]
        changes = [one for at, event in enumerate(told) for one in changes_of(name, at, event)]
        kept = [one.mites for one in changes if one.account == "overflow"]
        assert sum(kept) == walk.meters[name].overflow, "what comes and goes is on the statement"


@pytest.mark.rule("CON-21", "CON-26")
def test_what_comes_from_another_meter_is_no_contribution_of_this_one() -> None:
    """Nor is it a negative one where it is above the maximum: the statement says it was moved."""
    came = events.FundsCame("shelf", 500 * MITES, 400 * MITES, "Sue", "Sam")
    changes = list(changes_of("m", 1, came))
    assert {one.kind for one in changes} == {"corrections"}
    kept = {part: sum(one.mites for one in changes if one.account == part) for part in PARTS}
    assert kept == {"meter": 100 * MITES, "overflow": 400 * MITES}
    own = events.ContributionsGathered((), 3 * MITES)
    assert {one.kind for one in changes_of("m", 1, own)} == {"contributions"}
