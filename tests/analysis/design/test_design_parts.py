"""What a design is made of: the ladder of pays, hands and targets as typed, spread, files."""

from fractions import Fraction
from math import prod

import pytest
from msgspec.structs import replace

from longsuit.analysis.design.bounds import read_bounds
from longsuit.analysis.design.family import make_family
from longsuit.analysis.design.hands import read_hand, read_lines, short_hand
from longsuit.analysis.design.ladder import height, nice_pays, read_pays, read_span, roughness
from longsuit.analysis.design.paytable_text import write_paytable
from longsuit.analysis.design.target import read_percents
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable, parse_boxed, paytables
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import Shape, shape_counts
from longsuit.core.wagers import Wager

FLUSH_BONUS = any_wager("flush-bonus")
PROGRESSIVE = any_wager("progressive")
SAME_SUIT = any_wager("same-suit")
STRAIGHT_FLUSH_BONUS = any_wager("straight-flush-bonus")

HCF, CTF = "high-card-flush", "chase-the-flush"


def test_the_ladder() -> None:
    assert nice_pays(100) == (
        *range(1, 11), 12, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 100,
    )  # fmt: skip
    for table in paytables():
        for line in table.lines:
            assert not line.pays or line.pays in nice_pays(), "the tables in the box are nice"
    heights = [height(pay) for pay in range(3000)]
    assert heights == sorted(set(heights))
    assert [height(pay) for pay in (0, 1, 2, 10, 11, 12)] == [0, 1000, 2000, 10000, 10500, 11000]
    assert height(10**9) == height(10**6)
    assert [roughness(pay) for pay in (1, 500, 30, 2500, 70, 9, 11, 123)] == [
        0,
        0,
        1,
        1,
        2,
        3,
        4,
        5,
    ]
    assert read_pays("1..4, 10,20") == (1, 2, 3, 4, 10, 20)
    assert read_span(" 200..400 ") == (200, 400)


@pytest.mark.parametrize("text", ["x", "1..", "5..2", "0", "1..5000", "9" * 12, "1000001", "1...3"])
def test_pays_that_are_none(text: str) -> None:
    with pytest.raises(InputError):
        read_pays(text)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("4%..6%", ("4", "6")),
        ("4..6%", ("4", "6")),
        ("2.25%", ("2.25", "2.25")),
        ("-1%..0%", ("-1", "0")),
    ],
)
def test_percents(text: str, span: tuple[str, str]) -> None:
    assert read_percents(text, "house edge") == tuple(Fraction(value) / 100 for value in span)


@pytest.mark.parametrize("text", ["", "4", "0.04", "6%..4%", "4%..5%..6%", "x%", "101%", "4%.."])
def test_percents_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="house edge"):
        read_percents(text, "house edge")


@pytest.mark.parametrize(
    ("text", "wager", "hand", "short"),
    [
        ("7", FLUSH_BONUS, "7-card flush", "7"),
        ("5", STRAIGHT_FLUSH_BONUS, "5-card straight flush", "5"),
        ("6f", SAME_SUIT, "6-card flush", "6f"),
        ("5SF", SAME_SUIT, "5-card straight flush", "5sf"),
        ("5-card straight flush", SAME_SUIT, "5-card straight flush", "5sf"),
        ("akqj", PROGRESSIVE, "A-K-Q-J suited", "AKQJ"),
        ("A-K-Q-J-10 suited", PROGRESSIVE, "A-K-Q-J-10 suited", "AKQJT"),
        ("6-card straight flush, ace high", PROGRESSIVE, *["6-card straight flush, ace high"] * 2),
    ],
)
def test_hands_as_they_are_typed(text: str, wager: Wager, hand: str, short: str) -> None:
    assert read_hand(text, wager) == hand
    assert short_hand(hand, wager) == short


def test_hands_that_are_none() -> None:
    with pytest.raises(InputError, match="write 7f or 7sf"):
        read_hand("7", SAME_SUIT)
    for text in ("8", "royal", "", "2sf"):
        with pytest.raises(InputError):
            read_hand(text, SAME_SUIT)
    for text in ("7,7", ","):
        with pytest.raises(InputError):
            read_lines(text, FLUSH_BONUS)
    for given in (["7"], ["7=1", "7=2"], ["7=0"], ["7=x"]):
        with pytest.raises(InputError):
            read_bounds(given, FLUSH_BONUS)


def test_variance_by_hand() -> None:
    """Over all hands, one by one: a bonus to 1, a progressive for 1 without its meters."""
    stax = find_paytable(find_game(CTF), any_wager("stax"), "STAX-1")
    fixed = replace(stax, lines=tuple(x for x in stax.lines if x.meter is None), meters=())
    for table in (paytables(HCF)[0], fixed):
        priced = price(table)
        nets: list[tuple[Fraction, int]] = []
        for shape, count in shape_counts().items():
            nets.append((net_of(table, shape), count))
        hands = sum(count for _, count in nets)
        mean = sum(net * count for net, count in nets) / hands
        assert mean == priced.returns - 1
        exact = sum((net - mean) ** 2 * count for net, count in nets) / hands
        law = wager_law(priced)
        assert law.player_variance == law.house.variance == exact


def net_of(table: PayTable, shape: Shape) -> Fraction:
    line = table.line_for(shape)
    if line is None:
        return Fraction(-1)
    return line.pays - (table.basis == "for 1")


def test_a_written_table_reads_back() -> None:
    for table in paytables():
        assert parse_boxed(write_paytable(table), "x.toml") == (table,)
    odd = find_paytable(find_game(HCF), PROGRESSIVE, "PT-PRG-HCF-D01a")
    family = make_family(find_game(HCF), PROGRESSIVE, odd)
    named = family.table([777, 75, 9, 3], 'a "new" \\ table', "our\nown")
    assert parse_boxed(write_paytable(named), "x.toml") == (named,)
    assert prod(named.line("3-card straight flush").dynamic[:1]) == Fraction(9, 2)
