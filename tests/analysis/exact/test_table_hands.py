"""The best of all hands dealt: deals of a small deck, rounds settled as at a table, refusals."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest
from msgspec.structs import replace
from tests.extent import SEED, extent

from longsuit.analysis.exact.law.cap import cap_bonuses
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.table_hands import best_lines, count_deals
from longsuit.core.cards import Card, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_game
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import make_table
from longsuit.core.ranking import shape_counts

ILS = find_game("ils")
COVER = ILS.wager("cover-all")
TABLE = default_paytable(ILS, COVER)


def longest(cards: tuple[Card, ...]) -> int:
    return max(Counter(card // 13 for card in cards).values())


def deals(deck: list[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to deal hands of these sizes, one after the other."""
    if not sizes:
        yield []
        return
    for hand in combinations(deck, sizes[0]):
        left = [card for card in deck if card not in hand]
        for rest in deals(left, sizes[1:]):
            yield [hand, *rest]


@pytest.mark.parametrize(
    ("own", "dealer", "board", "players"), [(3, 3, 0, 2), (2, 3, 0, 2), (1, 2, 2, 2), (2, 0, 1, 3)]
)
def test_every_deal_of_a_small_deck(own: int, dealer: int, board: int, players: int) -> None:
    deck = [suit * 13 + rank for suit in range(4) for rank in range(extent(2, 3))]
    found: Counter[frozenset[int]] = Counter()
    for shared, *hands in deals(deck, [board, *([dealer] if dealer else []), *[own] * players]):
        found[frozenset(longest((*hand, *shared)) for hand in hands)] += 1
    for kept in (frozenset(range(3)), frozenset({1, 3}), frozenset(range(8))):
        known = sum(n for lengths, n in found.items() if lengths <= kept)
        assert count_deals(own, dealer, board, players, extent(2, 3), kept) == known


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_one_law_of_all_hands(players: int) -> None:
    """The more hands, the longer the best flush."""
    counts, total = best_lines(TABLE, COVER, ILS, players)
    priced = price(TABLE, seats=players)
    assert [line.combinations for line in priced.lines] == counts
    assert priced.hit_frequency == Fraction(sum(counts), total)
    fewer = price(TABLE, seats=max(players - 1, 1))
    assert players == 1 or priced.hit_frequency > fewer.hit_frequency


def test_one_hand_alone_is_counted_as_any_hand_of_seven_cards() -> None:
    counts, hands = best_lines(TABLE, COVER, replace(ILS, dealer=0), 1)
    lengths: Counter[int] = Counter()
    for shape, n in shape_counts().items():
        lengths[shape.flush] += n
    assert counts == [lengths[7], lengths[6], lengths[5]] and hands == 133_784_560


@pytest.mark.parametrize("players", [1, 3, 6])
def test_rounds_settled_as_at_a_table_come_within_three_errors(players: int) -> None:
    table, rounds = make_table("ils"), extent(6_000, 60_000)
    chance, stake = random.Random(SEED + players), 100_00
    print(f"seed {SEED}")
    nets = []
    for _ in range(rounds):
        cards = chance.sample(range(52), 7 * players + 7)
        hands = [
            Hand(
                seat + 1,
                card_set(cards[7 * seat : 7 * seat + 7]),
                {"ante": 5_00, **({"cover-all": stake} if seat == 0 else {})},
                folded=seat % 2 == 0,
            )
            for seat in range(players)
        ]
        settled = settle(table, hands, card_set(cards[-7:]))
        (one,) = (result for result in settled.results if result.wager == "cover-all")
        nets.append(one.net)
    mean = sum(nets) / rounds
    deviation = sqrt(sum((net - mean) ** 2 for net in nets) / (rounds - 1))
    priced = price(TABLE, seats=players)
    exact = float(-priced.house_edge) * stake
    assert abs(mean - exact) < 3 * deviation / sqrt(rounds)
    assert abs(deviation / stake / wager_law(priced).player_deviation - 1) < 0.35


def test_what_cannot_be_priced_is_said_in_a_sentence() -> None:
    line = TABLE.lines[-1]
    straight = replace(TABLE, lines=(replace(line, hand="5-card straight flush"), *TABLE.lines))
    with pytest.raises(InputError, match="priced for lines of flushes alone"):
        price(straight)
    with pytest.raises(InputError, match="I Luv Suits has 6 seats"):
        price(TABLE, seats=7)
    with pytest.raises(InputError, match="the Cover All looks at other cards"):
        cap_bonuses([(TABLE, 5_00)], 2, 1_000_00)
    rush = find_game("rush")
    with pytest.raises(InputError, match="who folds gets no more cards"):
        best_lines(TABLE, COVER, rush, 2)


def test_a_shorter_flush_may_be_worth_more_where_the_best_pay_counts() -> None:
    six, five = replace(TABLE.lines[1], pays=Fraction(2)), replace(TABLE.lines[2], pays=Fraction(9))
    plain = [replace(line, by_players=()) for line in (TABLE.lines[0], six, five)]
    best = replace(COVER, pick="best")
    counts, total = best_lines(replace(TABLE, lines=tuple(plain)), best, ILS, 2)
    firsts, same = best_lines(replace(TABLE, lines=tuple(plain)), COVER, ILS, 2)
    assert total == same and counts[0] == firsts[0]
    assert counts[2] > firsts[2] and sum(counts) == sum(firsts)
