"""Kernels and the real round core agree to the cent: every wager, table and kind of progressive."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from tests.analysis.simulate.twin import (
    HouseSecrets,
    TwinTable,
    dynamic_pays,
    kernel_nets,
    random_strategy,
)

from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.chunk import play_batches, play_chunk
from longsuit.analysis.simulate.must_hit import MustHitMeter
from longsuit.analysis.simulate.plan import make_plan
from longsuit.analysis.simulate.setting import Setting, make_setting
from longsuit.analysis.simulate.tally import Tally
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.games.game import MainRules
from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER
from longsuit.core.money import MITES
from longsuit.core.progressive.terms import MustHit
from longsuit.core.ranking import make_key

SEED = 71
EIGHTS_UP = tuple(suit * 13 + rank for suit in (0, 1, 3) for rank in range(6, 13))
"""Eight to ace in three suits: 21 cards, with long straight flushes now and then."""
PROGRESSIVES = [table for table in paytables("high-card-flush") if table.wager == "progressive"]
ORDINARY = 12


def strategy_for(game: str, rules: MainRules | None = None) -> Strategy:
    """Random decisions, the same for rules with the same bets."""
    decisions = (rules or find_game(game).rules).decisions
    return _strategy(game, replace(find_game(game).rules, decisions=decisions))


@cache
def _strategy(game: str, rules: MainRules) -> Strategy:
    return random_strategy(game, rules)


def compare_rounds(setting: Setting, rounds: int, *, deck: Sequence[int] = range(52)) -> None:
    """Every round of a table without meters."""
    strategy = strategy_for(setting.game.id, setting.table.rules)
    plan = make_plan(setting, strategy, seed=SEED, deck=deck)
    twin = TwinTable(setting)
    (batch,) = play_batches(plan, 0, rounds)
    # One seat with the main game alone is counted by endings: its nets are read off them.
    nets = batch.nets if batch.nets.size else plan.main[batch.endings][None, :]
    batch = type(batch)(batch.cards, batch.endings, batch.lines, batch.chosen, nets)
    for number in range(rounds):
        there, paid = twin.play(batch.cards[number].tolist(), {}, strategy)
        assert kernel_nets(setting, batch, number) == there, f"seed {SEED}, round {number}"
        assert not paid


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize(("xtra", "bonus"), [("A", "A"), ("B", "B"), ("7=99.5,4=2", "6=7,5=3/2")])
def test_chase_the_flush(seats: int, xtra: str, bonus: str) -> None:
    setting = make_setting(
        "ctf",
        seats=seats,
        ante=10_00,
        wagers={"same-suit": 4_00},
        paytables={"xtra": xtra, "same-suit": bonus},
    )
    compare_rounds(setting, 60)
    compare_rounds(make_setting("ctf", seats=seats, paytables={"xtra": xtra}), 40)


@pytest.mark.parametrize("seats", [1, 6])
def test_high_card_flush(seats: int, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[[paytable]]\nid = "Own"\ngame = "high-card-flush"\nwager = "flush-bonus"\n'
        'basis = "to 1"\n[paytable.pays]\n"5-card flush" = 20\n"3-card flush" = "1/2"\n',
        encoding="utf-8",
    )
    setting = make_setting(
        "hcf",
        seats=seats,
        wagers={"flush-bonus": 2_00, "straight-flush-bonus": 7_00},
        paytables={"flush-bonus": str(own)},
    )
    compare_rounds(setting, 60)
    compare_rounds(make_setting("hcf", seats=seats), 40)


def test_variants_of_the_rules() -> None:
    for game in ("ctf", "hcf"):
        usual = find_game(game).rules
        for rules in (
            replace(usual, qualifier=0, ties="lose"),
            replace(usual, qualifier=make_key("K32"), unqualified="play", ties="win"),
            replace(usual, unqualified="win" if game == "ctf" else "push"),
        ):
            compare_rounds(make_setting(game, rules=rules, seats=2), 25)
    usual = find_game("hcf").rules
    wide = replace(usual.decisions[0], most=(1, 1, 2, 2, 4, 5, 6, 7))
    compare_rounds(make_setting("hcf", rules=replace(usual, decisions=(wide,))), 40)


@pytest.mark.rule("HCF-10")
@pytest.mark.parametrize("cap", [1_00, 31_07, 500_00])
def test_the_cap_on_bonus_payouts(cap: int) -> None:
    setting = make_setting(
        "hcf",
        seats=2,
        wagers={"flush-bonus": 3_00, "straight-flush-bonus": 2_00},
        bonus_cap=cap,
    )
    compare_rounds(setting, 100, deck=EIGHTS_UP)


def test_the_class_is_looked_up_where_the_flush_does_not_decide() -> None:
    """The same rounds with every hand looked up, and with flushes that decide alone."""
    setting = make_setting("hcf")
    strategy = strategy_for("high-card-flush")
    same = Strategy(strategy.about, {"hands": strategy.arrays["hands"] * 0})
    for which in (strategy, same):
        plan = make_plan(setting, which, seed=SEED)
        by_flush = plan.player.by_flush  # type: ignore[attr-defined]
        threes = [mask for mask in range(8192) if mask.bit_count() == 3]
        assert (by_flush[threes] == (0 if which is same else 255)).all()
        (batch,) = play_batches(plan, 0, 3_000)
        by_flush[:] = 255
        (asked,) = play_batches(plan, 0, 3_000)
        assert np.array_equal(batch.endings, asked.endings)


# Progressives


def compare_meters(setting: Setting, rounds: int, *, too_rare: str = "") -> None:
    """A chunk's hits, meters and awards against the house; other rounds just contribute."""
    strategy = strategy_for(setting.game.id)
    plan = make_plan(setting, strategy, seed=SEED, deck=EIGHTS_UP)
    tally, twin = Tally(setting, plan, rounds), TwinTable(setting, SEED)
    mystery = np.zeros((0, 3), np.int64)
    if setting.must_hit is not None:
        terms = setting.terms[MYSTERY_METER]
        mystery = MustHitMeter(terms, plan.seats, HouseSecrets(SEED)).plan(rounds)
    chunk = play_chunk(plan, 0, rounds, mystery)
    batches = list(play_batches(plan, 0, rounds))
    size = len(batches[0].cards)
    hits = set(chunk.records[:, 0].tolist())
    # Beside the rounds with awards some ordinary ones, and those just before a Must Hit award.
    wanted = sorted({*hits, *range(ORDINARY), *(r - 1 for r in mystery[:, 0].tolist() if r)})
    assert hits, "something is awarded"
    total = 0
    paid_out: dict[tuple[int, int, str], int] = {}
    for number in wanted:
        twin.skip(number - twin.played)
        batch = batches[number // size]
        dynamic = dynamic_pays(setting, batch, number % size)
        there, paid = twin.play(batch.cards[number % size].tolist(), dynamic, strategy)
        assert kernel_nets(setting, batch, number % size) == there, f"seed {SEED}, round {number}"
        assert bool(paid) == (number in hits)
        paid_out |= {(number, seat, hand): cents for (seat, hand), cents in paid.items()}
        total += sum(paid.values())
    twin.skip(rounds - twin.played)
    by_hands = tally._award(chunk, mystery)
    for meter in tally.meters.values():
        meter.advance(rounds)
    hands = {(n, seat): c for (n, seat, hand), c in paid_out.items() if hand != MYSTERY_HAND}
    assert by_hands == hands
    drawn = [[n, s, c] for (n, s, hand), c in sorted(paid_out.items()) if hand == MYSTERY_HAND]
    assert mystery.tolist() == drawn
    for name, real in twin.house.meters_of("T").items():
        run = tally.meters[name]
        assert (run.value, run.reserve) == (real.value, real.reserve)
        assert run.awarded * MITES == real.awarded
        assert run.from_house == real.seeded
        assert real.off_by == 0
        assert run.awarded > 0 or name == too_rare, f"seed {SEED} never hits {name}"
    assert sum(run.awarded for run in tally.meters.values()) == total
    whole = tally._paid[-1].total
    assert whole == total, "the tally was given awards alone"


@pytest.mark.rule("PRG-3", "PRG-4", "PRG-5", "PRG-12", "PRG-13", "PRG-14")
@pytest.mark.parametrize("table", PROGRESSIVES, ids=lambda table: str(table.id))
def test_high_card_flush_progressives(table: object) -> None:
    name = getattr(table, "id", "")
    base = 5_00 if name in ("PT-BJS-HCF-SF-E05", "PT-PRG-HCF-D02b") else None
    setting = make_setting(
        "hcf",
        seats=2,
        wagers={"progressive": None, "flush-bonus": 1_00},
        paytables={"progressive": name},
        base=base,
        mandatory=name == "PT-PRG-HCF-MLP-01",
    )
    compare_meters(setting, 24_000)


@pytest.mark.rule("PRG-10", "PRG-11")
@pytest.mark.parametrize("must_hit", [None, MustHit(20_00, 61_00)], ids=["plain", "must hit"])
def test_stax(must_hit: MustHit | None) -> None:
    setting = make_setting(
        "ctf", seats=3, wagers={"stax": 10_00, "same-suit": None}, must_hit=must_hit
    )
    compare_meters(setting, 1_000, too_rare="star")


@pytest.mark.rule("PRG-12")
def test_two_envied_hands_and_two_awards_in_one_round(tmp_path: Path) -> None:
    """Hits so common that several fall in one round, with whole and partial shares."""
    own = tmp_path / "own.toml"
    own.write_text(
        '[[paytable]]\nid = "Often"\ngame = "high-card-flush"\nwager = "progressive"\n'
        'basis = "for 1"\nbase = 1\ndynamic_lines = [1, 1]\n[paytable.pays]\n'
        '"5-card straight flush" = { meter = "top", share = "100%", envy = 7 }\n'
        '"4-card straight flush" = { meter = "low", share = "100%", envy = 3 }\n'
        '"3-card straight flush" = { meter = "low", share = "12.5%" }\n'
        '"5-card flush" = { pays = 4, dynamic = [5, 6, 9] }\n"4-card flush" = 1\n'
        '[paytable.meters]\ntop = { seed = 50, main = "3.33%", reserve = "1.01%" }\n'
        'low = { seed = 5, main = "9.99%", reserve = "20%" }\n',
        encoding="utf-8",
    )
    setting = make_setting("hcf", seats=2, base=3_00, paytables={"progressive": str(own)})
    compare_meters(setting, 200)
