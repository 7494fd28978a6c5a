"""Chunks, meters and sessions put together: the same as counting every round in plain Python."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from msgspec.structs import replace
from tests.analysis.simulate.test_twin import EIGHTS_UP, strategy_for

from longsuit.analysis.exact.must_hit import price_must_hit
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate import Simulation, simulate
from longsuit.analysis.simulate import chunk as chunks
from longsuit.analysis.simulate.chunk import play_batches
from longsuit.analysis.simulate.expected import expect
from longsuit.analysis.simulate.must_hit import cycle_returns
from longsuit.analysis.simulate.plan import Session, make_plan
from longsuit.analysis.simulate.play import Threads, must_hit_meter, run
from longsuit.analysis.simulate.sessions import NO_LIMIT
from longsuit.analysis.simulate.setting import Setting, make_setting
from longsuit.analysis.simulate.tally import Tally
from longsuit.core.errors import InputError
from longsuit.core.progressive.terms import MustHit

SEED = 11
SMALL, ROUNDS = 128, 900


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Chunks of 128 rounds, so that many are put together."""
    for module in ("chunk", "play", "tally"):
        monkeypatch.setattr(f"longsuit.analysis.simulate.{module}.CHUNK", SMALL)
    return iter(())


def played(
    setting: Setting, rounds: int, session: Session | None = None, threads: int = 2
) -> Simulation:
    """A simulation with a small deck, in which meters are hit often."""
    strategy = strategy_for(setting.game.id)
    plan = make_plan(setting, strategy, seed=SEED, session=session, deck=EIGHTS_UP)
    tally = Tally(setting, plan, rounds)
    run(plan, tally, rounds, Threads(threads), must_hit_meter(setting, SEED))
    return tally.result("random", expect(setting, None), 1.0)


@cache
def every_round(game: str) -> list[list[dict[str, int]]]:
    """By round and seat, the net of each wager with its awards; meters kept in plain Python."""
    setting, rounds = SETTINGS[game], ROUNDS
    plan = make_plan(setting, strategy_for(setting.game.id), seed=SEED, deck=EIGHTS_UP)
    names = ["main", *(offer.wager for offer in setting.sides)]
    seats, offer = plan.seats, setting.sides[setting.progressive]
    assert offer.paytable is not None
    terms = {name: one for name, one in setting.terms.items() if name != "must-hit"}
    values = {name: one.seed * 10_000 for name, one in terms.items()}
    mystery = must_hit_meter(setting, SEED)
    drawn = [] if mystery is None else mystery.plan(rounds).tolist()
    found = []
    for number in range(-(-rounds // SMALL)):
        for batch in play_batches(plan, number, min(SMALL, rounds - number * SMALL)):
            for place in range(len(batch.cards)):
                items = range(place * seats, (place + 1) * seats)
                now = [{n: int(batch.nets[c, i]) for c, n in enumerate(names)} for i in items]
                for seat in reversed(range(seats)):
                    at = int(batch.lines[setting.progressive, place * seats + seat])
                    line = offer.paytable.lines[at] if at < len(offer.paytable.lines) else None
                    if line is not None and line.meter is not None:
                        amount = int(values[line.meter] * line.share) // 10_000
                        values[line.meter] -= amount * 10_000
                        if line.share == 1:
                            values[line.meter] += terms[line.meter].seed * 10_000
                        now[seat][offer.wager] += amount
                for name, one in terms.items():
                    values[name] += one.wager * seats * one.main
                found.append(now)
    for at, seat, amount in drawn:
        found[at][seat]["must-hit"] = amount
    return found


STAX = make_setting(
    "ctf",
    seats=2,
    ante=4_00,
    wagers={"same-suit": 3_00, "stax": None},
    must_hit=MustHit(20_00, 90_00),
)
PARTS = make_setting("hcf", seats=2, wagers={"progressive": None})
SETTINGS = {setting.game.id: setting for setting in (STAX, PARTS)}


@pytest.mark.parametrize("game", SETTINGS)
def test_figures_are_those_of_every_round(game: str, small_chunks: None) -> None:
    setting, slow = SETTINGS[game], every_round(game)
    result, seats = played(setting, ROUNDS), setting.table.seats
    units = {"main": setting.ante, **{o.wager: o.limits.least for o in setting.sides}}
    for wager in result.wagers:
        nets = [[seat[wager.wager] / units[wager.wager] for seat in now] for now in slow]
        check_figure(wager.paid, nets, seats)
    wholes = [[sum(seat.values()) / setting.ante for seat in now] for now in slow]
    check_figure(result.paid, wholes, seats)
    histogram = Counter(round_up(net) for now in wholes for net in now)
    assert dict(result.histogram) == histogram


def round_up(net: float) -> int:
    return min(max(int(np.floor(net + 0.5)), chunks.LOWEST), chunks.HIGHEST)


def check_figure(figure: object, nets: list[list[float]], seats: int) -> None:
    flat = [net for now in nets for net in now]
    means = [fmean(now) for now in nets]
    wanted = (fmean(flat), stdev(means) / sqrt(len(means)), stdev(flat))
    found = [getattr(figure, n) for n in ("mean", "standard_error", "standard_deviation")]
    assert found == pytest.approx(wanted, rel=1e-9), f"seed {SEED}"
    assert seats == len(nets[0])


def test_the_long_run_counts_what_meters_grow_by(small_chunks: None) -> None:
    """Paid and long run differ by exactly what stands in the meters beside their seeds."""
    for setting in SETTINGS.values():
        result = played(setting, ROUNDS)
        wager, offer = result.wagers[-1], setting.sides[setting.progressive]
        grown = sum(meter.stands - meter.seed for meter in result.meters if meter.id != "must-hit")
        per_wager = float(grown) / (ROUNDS * setting.table.seats * offer.limits.least)
        assert wager.long_run.mean == pytest.approx(wager.paid.mean + per_wager, rel=1e-12)


@pytest.mark.parametrize("length", [1, 7, 100, 128, 300])
@pytest.mark.parametrize("bankroll", [None, 60_00])
def test_sessions_are_those_of_every_round(
    length: int, bankroll: int | None, small_chunks: None
) -> None:
    """Inside chunks, across their ends, longer than they are; awards at their true amounts."""
    for setting in SETTINGS.values():
        needed = NO_LIMIT if bankroll is None else setting.needed
        result = played(setting, ROUNDS, Session(length, bankroll or 0, needed)).sessions
        ends: Counter[int] = Counter()
        wholes = [[sum(seat.values()) for seat in now] for now in every_round(setting.game.id)]
        for start in range(0, ROUNDS - length + 1, length):
            for seat in range(setting.table.seats):
                balance = bankroll or 0
                for now in wholes[start : start + length]:
                    if balance < needed:
                        break
                    balance += now[seat]
                ends[balance - (bankroll or 0)] += 1
        assert result is not None
        assert dict(result.results) == ends, f"seed {SEED}"
        assert result.ruined == sum(n for net, n in ends.items() if (bankroll or 0) + net < needed)
        assert result.sessions == ROUNDS // length * setting.table.seats
        assert result.mean == pytest.approx(sum(ends.elements()) / ends.total())


def test_a_net_and_a_must_hit_award_together_may_pass_32_bits() -> None:
    largest = 2**31 - 1
    setting = make_setting("ctf", wagers={"stax": None}, must_hit=MustHit(largest - 3_00, largest))
    result = played(setting, 300, Session(1, 0, NO_LIMIT))
    assert result.sessions is not None
    assert result.meters[-1].awards > 10
    assert result.sessions.results[-1][0] > largest
    assert result.sessions.mean == pytest.approx(result.mean * setting.ante, rel=1e-12)


@pytest.mark.parametrize("cycles", [1, 3, 12])
@pytest.mark.parametrize("terms", [MustHit(), MustHit(20_00, 21_00), MustHit(5_00, 40_00)])
def test_what_a_must_hit_returns_is_off_by_chance_alone(cycles: int, terms: MustHit) -> None:
    """Over many short runs `off by` has a mean of 0 and a spread of 1, however few the cycles."""
    setting = make_setting("ctf", seats=2, wagers={"stax": None}, must_hit=terms)
    priced = price_must_hit(terms, 5_00, seats=2)
    rounds, off = int(cycles * priced.rounds), []
    for seed in range(600):
        meter = must_hit_meter(setting, seed)
        assert meter is not None
        awarded = int(meter.plan(rounds)[:, 2].sum())
        more, award = meter.rest()
        figure = cycle_returns(meter.terms, 2, awarded + award, rounds + more, priced)
        assert figure.errors_off is not None
        off.append(figure.errors_off)
    assert abs(fmean(off)) < 4 / sqrt(len(off)), fmean(off)
    assert stdev(off) == pytest.approx(1, abs=0.12)


def test_the_rest_of_a_must_hit_cycle_is_what_comes() -> None:
    for seed in range(20):
        meter, again = (must_hit_meter(STAX, seed) for _ in range(2))
        assert meter is not None
        assert again is not None
        meter.plan(500)
        again.plan(500)
        more, award = meter.rest()
        assert again.plan(more)[:, [0, 2]].tolist() == [[more - 1, award]]


def test_quantiles() -> None:
    result = played(PARTS, 300, Session(3, 0, NO_LIMIT)).sessions
    assert result is not None
    results = sorted(n for n, count in result.results for _ in range(count))
    for share in (0.01, 0.25, 0.5, 0.9, 1.0):
        assert result.quantile(share) == results[max(int(np.ceil(share * len(results))) - 1, 0)]
    assert result.standard_deviation == pytest.approx(float(np.std(results)))
    assert result.ahead == sum(n > 0 for n in results) / len(results)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_seed_is_the_same_rounds_on_any_threads(threads: int, small_chunks: None) -> None:
    session = Session(50, 80_00, STAX.needed)
    once = played(STAX, 2_000, session, threads=3)
    assert replace(played(STAX, 2_000, session, threads), seconds=1.0) == once


def test_another_seed_is_other_rounds() -> None:
    same = strategy_for("high-card-flush")
    one = simulate("hcf", rounds=1_000, seed=1, strategy=same, exact=False)
    assert simulate("hcf", rounds=1_000, seed=1, strategy=same, exact=False).mean == one.mean
    assert simulate("hcf", rounds=1_000, seed=2, strategy=same, exact=False).mean != one.mean


def test_the_cards_do_not_depend_on_the_wagers() -> None:
    same = strategy_for("high-card-flush")
    tables = {"progressive": "PT-PRG-HCF-D01a"}
    plain = simulate("hcf", rounds=3_000, seats=2, seed=1, strategy=same, exact=False)
    more = simulate(
        "hcf",
        rounds=3_000,
        seats=2,
        seed=1,
        strategy=same,
        exact=False,
        wagers={"progressive": None, "flush-bonus": None},
        paytables=tables,
        session=10,
    )
    assert more.wagers[0] == plain.wagers[0]
    assert more.actions == plain.actions


@pytest.mark.parametrize("rounds", [2, 127, 128, 129, 1_000])
def test_all_rounds_are_played(rounds: int, small_chunks: None) -> None:
    result = played(PARTS, rounds)
    assert result.rounds == rounds
    assert sum(count for _, count in result.histogram) == 2 * rounds
    assert sum(result.actions.values()) == pytest.approx(1)
    assert result.course[-1][0] == rounds


def test_chunks_are_of_a_fixed_size() -> None:
    assert chunks.CHUNK == 262_144


def test_a_strategy_for_other_rules_is_refused() -> None:
    strategy = strategy_for("high-card-flush")
    other = Strategy({**strategy.about, "actions": ["raise_1x", "fold"]}, strategy.arrays)
    with pytest.raises(InputError, match="for other rules"):
        simulate("hcf", rounds=10, strategy=other)
    with pytest.raises(InputError, match="is for High Card Flush"):
        simulate("ctf", rounds=10, strategy=strategy)
