"""Every bonus and progressive table priced a second way, from hands settled one by one."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.core.games import naive

from longsuit.analysis.exact import MustHit, price, price_must_hit
from longsuit.core.cards import Card, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable, paytables
from longsuit.core.paytable import MeterSettings, PayLine, PayTable, by_length
from longsuit.core.ranking import Shape, shape, shape_counts

STAX = any_wager("stax")
XTRA = any_wager("xtra")

TABLES = [table for table in paytables() if table.wager != "xtra"]
PROGRESSIVES = [table for table in TABLES if table.meters]
DYNAMIC = [table for table in TABLES if table.dynamic_lines[1]]
ENVY = [table for table in TABLES if any(line.envy for line in table.lines)]
ALL_HANDS = 133_784_560


def name_of(table: PayTable) -> str:
    return f"{table.wager}-{table.id}"


def by_id(paytable: str) -> PayTable:
    return next(table for table in TABLES if table.id == paytable)


@cache
def hands_of_every_shape() -> dict[Shape, list[list[Card]]]:
    """A few hands of each shape, found by filling up runs with random cards."""
    chance = random.Random(7)
    found: dict[Shape, list[list[Card]]] = {form: [] for form in shape_counts()}
    missing = set(found)
    while missing:
        suit, top = chance.randrange(4), chance.choice([12, chance.randrange(13)])
        hand = {suit * 13 + (top - i) % 13 for i in range(chance.randrange(1, 8))}
        while len(hand) < 7:
            other = chance.choice([suit, chance.randrange(4)])
            hand.add(other * 13 + chance.randrange(13))
        form = shape(card_set(hand))
        assert form in found, f"a hand of the shape {form} that was never counted"
        if len(found[form]) < 3:
            found[form].append(sorted(hand))
            missing.discard(form)
    return found


def naive_cards(hand: list[Card]) -> list[naive.NaiveCard]:
    return [(card % 13 + 2, "cdhs"[card // 13]) for card in hand]


def settled(table: PayTable, hand: list[Card], seats: int = 1) -> naive.NaiveOutcome:
    """One hand that folds, with a dollar on the wager, by the second settlement."""
    stake = 100 * naive.PRINTED_FOR[table.game] if table.meters else 100
    wagers = {"ante": 100, "xtra": 100, table.wager: stake}
    nothing = naive_cards([0, 2, 14, 16, 28, 30, 41])
    sitting = [naive.NaiveSeat(1, wagers, 0, True, naive_cards(hand))]
    sitting += [naive.NaiveSeat(n, dict(wagers), 0, True, nothing) for n in range(2, seats + 1)]
    chosen = {"xtra": "A", table.wager: table.id}
    return naive.settle_naive(table.game, sitting, nothing, chosen)


@cache
def second_price(table: PayTable) -> dict[str, Fraction]:
    """Fixed return, hit frequency and each meter's part taken, from settled hands."""
    stake = 100 * naive.PRINTED_FOR[table.game] if table.meters else 100
    sums: dict[str, Fraction] = {"fixed": Fraction(0), "hits": Fraction(0), "envy": Fraction(0)}
    for form, count in shape_counts().items():
        results = set()
        for hand in hands_of_every_shape()[form]:
            outcome = settled(table, hand, seats=2)
            results.add(
                (
                    outcome.returned[1, table.wager],
                    tuple((meter, percent) for seat, _, meter, percent in outcome.due if seat == 1),
                    sum(cents for paid, _, cents in outcome.envy if paid == 2),
                )
            )
        assert len(results) == 1, f"hands of the shape {form} are settled differently: {results}"
        back, due, envy = results.pop()
        chance = Fraction(count, ALL_HANDS)
        sums["fixed"] += chance * Fraction(back, stake)
        sums["envy"] += chance * Fraction(envy, stake)
        sums["hits"] += chance if back or due else 0
        for meter, percent in due:
            name = meter.replace(" ", "-")
            sums[f"part {name}"] = sums.get(f"part {name}", Fraction(0)) + chance * percent / 100
            if percent == 100:
                sums[f"whole {name}"] = sums.get(f"whole {name}", Fraction(0)) + chance
    return sums


def test_the_representatives_are_enough() -> None:
    found = hands_of_every_shape()
    assert sum(shape_counts().values()) == ALL_HANDS
    assert set(found) == set(shape_counts())
    assert all(1 <= len(hands) <= 3 for hands in found.values())


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_table_is_worth_what_its_hands_are_paid(table: PayTable) -> None:
    priced, slow = price(table), second_price(table)
    dynamic = sum(
        (p.probability * (p.pays - p.line.pays) for p in priced.lines if p.line.dynamic),
        Fraction(0),
    )
    assert priced.fixed - dynamic == slow["fixed"]
    assert priced.hit_frequency == slow["hits"]
    for meter in priced.meters:
        assert meter.taken == slow[f"part {meter.meter.id}"]
        assert meter.hit_probability == slow[f"whole {meter.meter.id}"]
    if not priced.meters:
        assert priced.returns == slow["fixed"] == 1 - priced.house_edge
        assert priced.wager == 0


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_lines_share_out_the_hands(table: PayTable) -> None:
    priced = price(table)
    assert [p.line for p in priced.lines] == list(table.lines)
    assert all(0 < p.combinations < ALL_HANDS for p in priced.lines)
    assert all(p.probability == Fraction(p.combinations, ALL_HANDS) for p in priced.lines)
    paid = [p for p in priced.lines if p.pays or p.line.meter]
    assert Fraction(sum(p.combinations for p in paid), ALL_HANDS) == priced.hit_frequency


def test_lines_that_the_counts_of_all_hands_give() -> None:
    """The published counts of seven-card hands by longest flush and longest straight flush."""
    flushes = price(by_id_of("high-card-flush", "flush-bonus"))
    assert [p.combinations for p in flushes.lines] == [6_864, 267_696, 3_814_668, 26_137_540]
    straights = price(by_id_of("high-card-flush", "straight-flush-bonus"))
    assert [p.combinations for p in straights.lines] == [32, 1_592, 39_960, 676_196, 8_642_932]


def by_id_of(game: str, wager: str) -> PayTable:
    return next(table for table in TABLES if (table.game, table.wager) == (game, wager))


# Progressives.


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
def test_the_long_run(table: PayTable) -> None:
    priced = price(table)
    slow = second_price(table)
    added = sum((meter.main for meter in table.meters), Fraction(0))
    seeds = sum(
        (slow[f"whole {meter.id}"] * Fraction(meter.seed, table.base) for meter in table.meters),
        Fraction(0),
    )
    assert priced.contributions == added
    assert priced.seeds == seeds
    assert priced.returns == priced.fixed + added + seeds
    assert priced.house_edge == 1 - priced.returns


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
def test_at_given_meters(table: PayTable) -> None:
    slow = second_price(table)
    stands = {meter.id: 12_345_67 + 1_000_00 * at for at, meter in enumerate(table.meters)}
    priced = price(table, meters={name.upper(): cents for name, cents in stands.items()})
    now = sum((slow[f"part {name}"] * cents for name, cents in stands.items()), Fraction(0))
    assert priced.return_at_meters == priced.fixed + now / table.base
    assert [m.value for m in priced.meters] == list(stands.values())
    assert priced.returns == price(table).returns
    seeded = price(table)
    assert [m.value for m in seeded.meters] == [meter.seed for meter in table.meters]


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
def test_break_even_is_a_return_of_one(table: PayTable) -> None:
    """With a base so large that the meter at which it is fair is a whole number of cents."""
    for meter in price(table).meters:
        assert meter.break_even is not None
        part = meter.break_even.denominator
        large = price(table, base=table.base * part)
        same = next(m for m in large.meters if m.meter == meter.meter)
        assert same.break_even == meter.break_even * part
        whole = int(meter.break_even * part)
        at = price(table, base=table.base * part, meters={meter.meter.id: whole})
        assert at.return_at_meters == 1


def test_past_break_even() -> None:
    table = by_id("PT-PRG-HCF-MLP-01")
    priced = price(table, meters={"level-1": 10_000_000_00})
    assert [m.break_even is None for m in priced.meters] == [False, True]
    assert priced.return_at_meters > 1


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
@pytest.mark.parametrize("times", [2, 5])
def test_a_larger_base_changes_no_share(table: PayTable, times: int) -> None:
    small, large = price(table), price(table, base=times * table.base)
    for share in ("returns", "house_edge", "return_at_meters", "fixed", "seeds", "hit_frequency"):
        assert getattr(small, share) == getattr(large, share)
    for one, other in zip(small.meters, large.meters, strict=True):
        assert other.seed == times * one.seed
        assert one.break_even is not None
        assert other.break_even == times * one.break_even
        assert other.expected == times * one.expected
        assert other.hit_probability == one.hit_probability


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
def test_envy_is_linear_in_the_other_seats(table: PayTable) -> None:
    one = price(table)
    assert one.envy == 0
    each = second_price(table)["envy"]
    assert (each > 0) == (table in ENVY)
    for seats in range(2, 7):
        priced = price(table, seats=seats)
        assert priced.envy == (seats - 1) * each
        assert priced.returns == one.returns + priced.envy
        assert priced.return_at_meters == one.return_at_meters + priced.envy
        hit = priced.meters[0].hit_probability
        assert priced.rounds_between(hit) == 1 / (hit * seats)


def test_the_envy_tables() -> None:
    assert {table.id for table in ENVY} == {"PT-BJS-HCF-SF-E04", "PT-BJS-HCF-SF-E05"}


@pytest.mark.parametrize("table", DYNAMIC, ids=name_of)
def test_dynamic_averages_over_every_draw(table: PayTable) -> None:
    """Each number of lines alike, then each set of that many lines, then each pay of a line."""
    lines = [line for line in table.lines if line.dynamic]
    fewest, most = table.dynamic_lines
    average = dict.fromkeys((line.hand for line in lines), Fraction(0))
    numbers = range(fewest, most + 1)
    for number in numbers:
        drawn_sets = list(combinations(lines, number))
        for drawn in drawn_sets:
            pays = list(product(*(line.dynamic for line in drawn)))
            weight = Fraction(1, len(numbers) * len(drawn_sets) * len(pays))
            sums = {line.hand: line.pays * len(pays) for line in lines}
            for at, line in enumerate(drawn):
                sums[line.hand] = sum((draw[at] for draw in pays), Fraction(0))
            for hand, total in sums.items():
                average[hand] += weight * total
    priced = {p.line.hand: p.pays for p in price(table).lines if p.line.dynamic}
    assert priced == average
    for line in lines:
        dollars = line.pays * table.base / 100
        assert line.dynamic == tuple(
            Fraction(pay * 100, table.base) for pay in naive.DYNAMIC_PAYS[int(dollars)]
        )


@pytest.mark.parametrize("table", PROGRESSIVES, ids=name_of)
def test_the_expected_meter_stays(table: PayTable) -> None:
    """One wager leaves the average meter where it is: what it takes is what it brings."""
    slow = second_price(table)
    for meter in price(table).meters:
        name, m = meter.meter.id, meter.expected
        whole, part = slow[f"whole {name}"], slow[f"part {name}"]
        # A whole award leaves the seed, a part leaves the rest, and then the wager adds.
        tenths = (part - whole) * 10
        after = whole * meter.seed + tenths * m * Fraction(9, 10) + (1 - whole - tenths) * m
        assert after + meter.meter.main * table.base == m
        assert part == whole + tenths / 10


def test_the_expected_meter_by_playing() -> None:
    """A meter that is often hit, whole or by a tenth, played for many wagers."""
    lines = (
        PayLine("5-card flush", meter="main", share=Fraction(1)),
        PayLine("4-card flush", meter="main", share=Fraction(1, 10)),
    )
    meters = (MeterSettings("main", 50_00, Fraction(1, 2)),)
    table = PayTable(
        "Often", "high-card-flush", "progressive", "for 1", lines, base=1_00, meters=meters
    )
    priced = price(table)
    whole, tenth = (float(p.probability) for p in priced.lines)
    chance = random.Random(3)
    stands, awards = 50_00.0, []
    for _ in range(400_000):
        drawn = chance.random()
        if drawn < whole:
            awards.append(stands)
            stands = 50_00.0
        elif drawn < whole + tenth:
            stands *= 0.9
        stands += 50
    assert len(awards) > 10_000
    assert sum(awards) / len(awards) == pytest.approx(float(priced.meters[0].expected), rel=0.02)


# Must hit.

SETTINGS = [
    MustHit(1_00, 1_40, Fraction(3, 100)),
    MustHit(1_00, 1_40, Fraction(7, 1000)),
    MustHit(0, 37, Fraction(113, 10_000)),
    MustHit(5_00, 5_01, Fraction(1, 10)),
    MustHit(1_00, 1_40, Fraction(1, 2)),
]


def played(settings: MustHit, wager: int, seats: int, trigger: int) -> tuple[int, int]:
    """Rounds until a meter at the seed reaches the trigger, and the whole cents it then pays."""
    meter, rounds = Fraction(settings.seed), 0
    while meter < trigger:
        meter += settings.rate * wager * seats
        rounds += 1
    return rounds, meter.numerator // meter.denominator


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize(("wager", "seats"), [(100, 1), (100, 3), (500, 6), (100, 7)])
def test_must_hit_over_every_trigger(settings: MustHit, wager: int, seats: int) -> None:
    triggers = range(settings.seed + 1, settings.by + 1)
    cycles = [played(settings, wager, seats, trigger) for trigger in triggers]
    priced = price_must_hit(settings, wager, seats=seats)
    assert priced.award == Fraction(sum(award for _, award in cycles), len(cycles))
    assert priced.rounds == Fraction(sum(rounds for rounds, _ in cycles), len(cycles))
    # Awards over wagers, cycle by cycle.
    wagers = seats * sum(rounds for rounds, _ in cycles)
    assert priced.per_wager == Fraction(sum(award for _, award in cycles), wagers)
    step = settings.rate * wager * seats
    for meter in range(settings.seed, settings.by):
        now = price_must_hit(settings, wager, seats=seats, meter=meter)
        ahead = [trigger for trigger in triggers if trigger > meter]
        hits = [trigger for trigger in ahead if trigger <= meter + step]
        assert now.chance_now == Fraction(len(hits), len(ahead))
        pays = (meter + step).numerator // (meter + step).denominator
        assert now.now == now.chance_now * pays / seats
        assert (now.per_wager, now.award) == (priced.per_wager, priced.award)
    assert price_must_hit(settings, wager, seats=seats, meter=settings.by - 1).chance_now in (0, 1)


def test_must_hit_of_the_house() -> None:
    """From $500 to $1,000: about $750 an award, and what it takes in of the way from $500."""
    priced = price_must_hit(MustHit(), 5_00)
    assert float(priced.award / 100) == pytest.approx(750, abs=0.2)
    assert float(priced.rounds) == pytest.approx(250_00 / 15, abs=1)


def test_a_must_hit_on_top_of_a_wager() -> None:
    stax = find_paytable(find_game("ctf"), STAX, "1")
    alone, hit = price(stax, seats=3), price_must_hit(MustHit(), 5_00, seats=3, meter=900_00)
    both = price(stax, seats=3, must_hit=MustHit(), meters={"Must-Hit": 900_00})
    assert both.must_hit == hit
    assert both.house_edge == alone.house_edge - hit.per_wager / 5_00
    assert both.return_at_meters == alone.return_at_meters + hit.now / 5_00
    for meter in both.meters:
        assert meter.break_even is not None
        at = {meter.meter.id: int(meter.break_even), "must-hit": 900_00}
        again = price(stax, seats=3, must_hit=MustHit(), meters=at)
        rest = (meter.break_even - int(meter.break_even)) * meter.taken / 5_00
        assert again.return_at_meters + rest == 1
    with pytest.raises(InputError, match="no meter 'must-hit'"):
        price(stax, meters={"must-hit": 900_00})
    with pytest.raises(InputError, match="goes with a progressive that may have one"):
        price(by_id_of("chase-the-flush", "same-suit"), must_hit=MustHit())


@pytest.mark.parametrize(
    ("settings", "base", "seats", "star"),
    [
        (MustHit(5_00, 20_00, Fraction(3, 100)), 5_00, 1, 10_000_00),
        (MustHit(5_00, 20_00, Fraction(3, 100)), 10_00, 7, 10_000_00),
        (MustHit(0, 3_00, Fraction(1, 100)), 5_00, 2, 10_000_00),
        (MustHit(0, 3_00, Fraction(1, 10_000)), 5_00, 1, 10_000_00),
        (MustHit(5_00, 20_00, Fraction(3, 100)), 5_00, 1, 9_000_000_00),
    ],
)
def test_break_even_of_a_must_hit(settings: MustHit, base: int, seats: int, star: int) -> None:
    """The least of all cents from the seed up at which the next wager returns everything."""
    stax = find_paytable(find_game("ctf"), STAX, "1")
    meters = {"star": star}
    alone = price(stax, base=base, seats=seats, meters=meters).return_at_meters
    fair = [
        cents
        for cents in range(settings.seed, settings.by)
        if alone + price_must_hit(settings, base, seats=seats, meter=cents).now / base >= 1
    ]
    found = price(stax, base=base, seats=seats, meters=meters, must_hit=settings)
    assert found.must_hit_break_even == (fair[0] if fair else None)


# What is refused.


def test_bad_input_is_refused() -> None:
    stax = find_paytable(find_game("ctf"), STAX, "1")
    same_suit = by_id_of("chase-the-flush", "same-suit")
    with pytest.raises(InputError, match="no meter 'moon'; its meters are: star, spade"):
        price(stax, meters={"moon": 1_00})
    with pytest.raises(InputError, match="has no meters, so there is no meter 'star'"):
        price(same_suit, meters={"star": 1_00})
    for base in (0, -5_00, 7_00, 1):
        with pytest.raises(InputError, match="whole multiple"):
            price(stax, base=base)
    with pytest.raises(InputError, match="no base wager"):
        price(same_suit, base=5_00)
    for seats in (0, -1):
        with pytest.raises(InputError, match="At least one seat"):
            price(stax, seats=seats)
    with pytest.raises(InputError, match="priced with the main game"):
        price(find_paytable(find_game("ctf"), XTRA, "A"))


def test_a_must_hit_that_makes_no_sense_is_refused() -> None:
    settings = MustHit()
    for meter in (499_99, 1_000_00, 0):
        with pytest.raises(InputError, match=r"from \$500\.00 to below \$1,000\.00"):
            price_must_hit(settings, 5_00, meter=meter)
    with pytest.raises(InputError, match="above the seed"):
        price_must_hit(MustHit(5_00, 5_00), 5_00)
    for wager, seats in ((0, 1), (5_00, 0), (-1, 1)):
        with pytest.raises(InputError, match="a wager, a seat and a contribution"):
            price_must_hit(settings, wager, seats=seats)
    with pytest.raises(InputError, match="a wager, a seat and a contribution"):
        price_must_hit(MustHit(rate=Fraction(0)), 5_00)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2_000),
    span=st.integers(1, 3_000),
    rate=st.fractions(Fraction(1, 10_000), 1).map(lambda r: Fraction(round(r * 10_000), 10_000)),
    wager=st.integers(1, 900),
    seats=st.integers(1, 7),
)
def test_must_hit_without_a_loop_is_the_loop(
    seed: int, span: int, rate: Fraction, wager: int, seats: int
) -> None:
    """Round after round, until the meter has passed every trigger."""
    step = rate * wager * seats
    assume(rate > 0 and span <= 5_000 * step)  # a loop of rounds that ends soon
    found = price_must_hit(MustHit(seed, seed + span, rate), wager, seats=seats)
    rounds = award = Fraction(0)
    reached = number = 0
    while reached < span:
        number += 1
        before, reached = reached, min(int(step * number), span)
        chance = Fraction(reached - before, span)
        rounds += chance * number
        award += chance * int(seed + step * number)
    assert (found.rounds, found.award) == (rounds, award)


@settings(max_examples=40)
@given(st.dictionaries(st.integers(2, 7), st.integers(0, 400), min_size=1))
def test_any_flush_bonus_by_length(pays: dict[int, int]) -> None:
    """A table by length pays just the lengths it names; the counts are those of all hands."""
    text = ",".join(f"{length}={pay}" for length, pay in pays.items())
    counts = {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704}
    back = sum(counts[length] * (pay + 1) for length, pay in pays.items())
    priced = price(by_length(text, "high-card-flush", any_wager("flush-bonus")))
    assert priced.returns == Fraction(back, 133_784_560)
