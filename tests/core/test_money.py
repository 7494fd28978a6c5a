"""Amounts, rates and odds, exact to the last cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longsuit.core.errors import InputError
from longsuit.core.money import (
    parse_change,
    parse_dollars,
    parse_rate,
    pay,
    plain_dollars,
    share_out,
    show_dollars,
    show_net,
    show_rate,
)

amounts = st.integers(min_value=0, max_value=10**15)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *(("5", 500), ("12.50", 1250), ("12.5", 1250), ("0.01", 1), ("0", 0), ("$5", 500)),
        *(("$1,000", 100_000), ("1,234,567.89", 123_456_789), (" 7 ", 700), ("007", 700)),
    ],
)
def test_dollars_read_as_cents(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", "-5", "5.", ".5", "5.001", "five", "5 dollars", "1,00", "1e3", "inf", "nan", "+5"),
        *("5,000,00", "12,50", "1,5", "1,2345", ",500", "٥", "5.5.5", "$", "9" * 16, "9" * 39),
    ],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_dollars(text)
    assert str(caught.value) == f"'{text}' is not an amount in dollars, such as 5 or 12.50."


def test_a_correction_has_a_sign_and_goes_down_to_a_mite() -> None:
    assert parse_change("-12.50") == -12_500_000
    assert parse_change("$1,000") == 1_000_000_000
    assert parse_change("−1,234.5") == -1_234_500_000
    assert parse_change("+0.000001") == 1


@pytest.mark.parametrize(
    "text", ["", "five", "1.2345678", "--1", "1e9", "12,50", "-1,5", "1,2345", "9" * 16]
)
def test_what_is_no_correction_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_change(text)
    assert str(caught.value) == f"'{text}' is not an amount in dollars, such as 5 or -12.50."


@pytest.mark.rule("FL-11")
def test_cents_that_binary_fractions_lose_are_kept() -> None:
    # In binary floating point 1.15 * 100 is 114.99999999999999 and 0.1 + 0.2 is not 0.3.
    assert parse_dollars("1.15") == 115
    assert parse_dollars("0.10") + parse_dollars("0.20") == parse_dollars("0.30")
    assert parse_dollars("9007199254740993.01".removeprefix("9")) == 7_199_254_740_993_01


@pytest.mark.rule("FL-11")
@given(amounts)
def test_amounts_read_back(cents: int) -> None:
    for text in (show_dollars(cents), plain_dollars(cents)):
        read = parse_dollars(text)
        assert type(read) is int
        assert read == cents


@pytest.mark.parametrize(
    ("cents", "shown", "net"),
    [
        (125_000, "$1,250.00", "+$1,250.00"),
        (-500, "-$5.00", "-$5.00"),
        (-1, "-$0.01", "-$0.01"),
        (0, "$0.00", "$0.00"),
    ],
)
def test_how_amounts_are_shown(cents: int, shown: str, net: str) -> None:
    assert (show_dollars(cents), show_net(cents)) == (shown, net)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        *(("2.00%", Fraction(1, 50)), ("23%", Fraction(23, 100)), ("0%", Fraction(0))),
        *(("100%", Fraction(1)), ("0.01%", Fraction(1, 10_000)), ("2.5%", Fraction(1, 40))),
        (" 7.250% ", Fraction(29, 400)),
    ],
)
def test_rates_are_exact_fractions(text: str, rate: Fraction) -> None:
    assert parse_rate(text) == rate


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2", "'2' is not a rate, such as 2.00%."),
        ("-2%", "'-2%' is not a rate, such as 2.00%."),
        ("2,5%", "'2,5%' is not a rate, such as 2.00%."),
        ("", "'' is not a rate, such as 2.00%."),
        ("100.01%", "The rate 100.01% is over 100%."),
        ("0.001%", "The rate 0.001% is finer than 0.01%."),
        ("3.333%", "The rate 3.333% is finer than 0.01%."),
    ],
)
def test_a_bad_rate_is_refused(text: str, why: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rate(text)
    assert str(caught.value) == why


def test_a_rate_of_thousands_of_digits_is_refused_like_any_other() -> None:
    with pytest.raises(InputError, match="rate"):
        parse_rate("9" * 5000 + "%")


@given(st.integers(min_value=0, max_value=10_000))
def test_rates_read_back(hundredths: int) -> None:
    rate = Fraction(hundredths, 10_000)
    assert parse_rate(show_rate(rate)) == rate


@pytest.mark.rule("FL-11")
def test_odds_pay_whole_cents_or_not_at_all() -> None:
    assert pay(5_00, Fraction(3, 2)) == 7_50
    assert pay(1, Fraction(8000)) == 8000
    assert pay(5_00, Fraction(0)) == 0
    with pytest.raises(InputError, match=r"A wager of \$0\.01 at 3/2 pays part of a cent\."):
        pay(1, Fraction(3, 2))


def test_shares_are_cut_in_proportion() -> None:
    assert share_out(50, [30, 70]) == [15, 35]
    assert share_out(0, [30, 70]) == [0, 0]
    assert share_out(100, [0, 0]) == [0, 0]


def test_left_over_cents_go_to_the_largest_remainders() -> None:
    # 100 over 1, 2, 3 of 6: 16.67, 33.33, 50. The one cent left belongs to the first.
    assert share_out(100, [1, 2, 3]) == [17, 33, 50]
    # 10 over 1, 1, 5 of 7: 1.43, 1.43, 7.14. Both have the same remainder: the earlier gets it.
    assert share_out(10, [1, 1, 5]) == [2, 1, 7]
    # 8 over three equal parts: 2.67 each, two cents left, to the first and the second.
    assert share_out(8, [5, 5, 5]) == [3, 3, 2]


@given(
    st.lists(st.integers(min_value=0, max_value=10**9), min_size=1, max_size=12),
    st.fractions(min_value=0, max_value=1),
)
def test_shares_sum_to_the_total_and_stray_less_than_a_cent(
    parts: list[int], part: Fraction
) -> None:
    total = int(sum(parts) * part)
    cut = share_out(total, parts)
    assert sum(cut) == total
    for share, whole in zip(cut, parts, strict=True):
        # A share is off its exact size by less than a cent: |share - total * whole / sum| < 1.
        assert abs(share * sum(parts) - total * whole) < max(sum(parts), 1)
