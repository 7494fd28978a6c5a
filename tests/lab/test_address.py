"""Every state of a bench is an address: what is read from it gives it again."""

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.own_game import QUICK

from longsuit.core.errors import InputError
from longsuit.lab.bench import (
    LONGEST_ADDRESS,
    Bench,
    address,
    command,
    form,
    read,
    read_address,
    read_sound,
)
from longsuit.lab.catalog import BENCHES, find_bench
from longsuit.lab.fields import Field

TEXTS = {
    "qualifier": ["932", "none", "T-high-3", "AKQ"],
    "bets": ["3,2,1", "4,2,1", "1,1,1,2,3,3", "2,2,2,2,3,3"],
    "edge": ["4%..5%", "3%", "1..2%"],
    "hits": ["", "5%..30%"],
    "top": ["", "300", "200..500"],
    "hole": ["Kh9h4c", "7d5s3h2h2d8d9d", "AsKsQs"],
    "board": ["", "Qh7d", "Qh7d2c3c"],
    "seen": ["", "2s3s"],
    "dealer": ["", "Ad"],
    "date": ["", "2026-01-31"],
    "text": [QUICK.replace("= 17", "= 20"), f"{QUICK}\r\n# Ours."],
}
PAYS = ["1", "2.5", "3/2", "1000"]


def values_of(field: Field, draw: st.DrawFn) -> str:
    if field.options:
        return draw(st.sampled_from([value for value, _ in field.options]))
    if field.bounds is not None:
        return str(draw(st.integers(*field.bounds)))
    return draw(st.sampled_from([field.default, *TEXTS.get(field.name, PAYS)]))


@st.composite
def inputs(draw: st.DrawFn) -> tuple[Bench, dict[str, str]]:
    """Values for the fields of a bench, field by field, as each depends on those before."""
    bench = draw(st.sampled_from(list(BENCHES.values())))
    raw: dict[str, str] = {}
    at = 0
    while at < len(fields := bench.fields(raw)):
        raw[fields[at].name] = values_of(fields[at], draw)
        at += 1
    return bench, raw


@given(inputs())
def test_an_input_and_its_address_are_one(asked: tuple[Bench, dict[str, str]]) -> None:
    bench, raw = asked
    found = read(bench, raw)
    if found.wrong:
        return
    again = read(bench, read_address(address(found)))
    assert (again.values, again.wrong) == (found.values, {})
    assert address(again) == address(found)
    assert len(address(found)) <= LONGEST_ADDRESS
    # The command names the same values.
    assert command(bench, again) == command(bench, found)


@given(st.dictionaries(st.text(max_size=12), st.text(max_size=60), max_size=8), st.data())
def test_whatever_an_address_says_is_answered_in_sentences(
    odd: dict[str, str], data: st.DataObject
) -> None:
    bench = data.draw(st.sampled_from(list(BENCHES.values())))
    names = [field.name for field in bench.fields({})]
    if names:
        odd[data.draw(st.sampled_from(names))] = data.draw(st.text(max_size=200))
    query = urlencode({name: value.encode("utf-8", "replace") for name, value in odd.items()})
    found = read(bench, read_address(query))
    assert all(sentence.endswith(".") and len(sentence) < 300 for sentence in found.wrong.values())
    assert len(form(found)) == len(found.fields)


@pytest.mark.parametrize("bench", list(BENCHES))
def test_the_defaults_are_an_empty_address(bench: str) -> None:
    found = read_sound(find_bench(bench), {})
    assert address(found) == ""
    assert command(find_bench(bench), found) == f"longsuit lab {bench}"


@pytest.mark.parametrize(
    ("bench", "query", "field", "said"),
    [
        ("rules", "ties=perhaps", "ties", "Choose one of push, win, lose."),
        ("rules", "qualifier=much", "qualifier", "is not a qualifier"),
        ("rules", "bets=3%2C2", "bets", "3 decisions, so 3 multiples"),
        ("rules", "game=chess", "game", "Choose one of chase-the-flush, high-card-flush."),
        ("simulation", "rounds=12,50", "rounds", "Enter a whole number from 1,000 to 50,000,000."),
        ("simulation", "rounds=12", "rounds", "Enter a whole number from 1,000 to 50,000,000."),
        ("simulation", "rounds=1e20000000", "rounds", "Enter a whole number"),
        ("simulation", "rounds=", "rounds", "Enter a whole number"),
        ("simulation", f"rounds={'9' * 2000}", "rounds", "At most 40 characters, please."),
        ("paytables", "pay1=many", "pay1", '"many" isn\'t a valid pay. Try 50, 2.5 or 3/2.'),
        ("paytables", "pay1=", "pay1", "Enter a value, such as 50, 2.5 or 3/2."),
        ("paytables", "pay7=5000", "pay1", "This line would never pay: other lines pay more."),
        ("hand", "hole=KhKh4c", "hole", "Kh"),
        ("hand", "hole=Kh", "hole", "Pick 3 cards for your hand."),
        ("hand", "hole=Kh9h4c&board=Qh", "board", "The board has 0 or 2 or 4 cards."),
        ("design", "edge=lots", "edge", "is not a house edge, such as 4%..6%."),
        ("par", "date=31.1.2026", "date", "A date is written 2026-01-31."),
        ("game-file", "text=", "text", "Enter a value."),
        ("game-file", "text=%5Bgame%5D%0Aid+%3D+7", "text", "game.toml, line 2: "),
        ("game-file", "text=/etc/passwd", "text", "game.toml, line 1: this is not TOML"),
        ("game-file", "text=id+%3D+%22%00%22", "text", "Use plain letters, digits and signs."),
    ],
)
def test_a_field_that_does_not_read_says_why(bench: str, query: str, field: str, said: str) -> None:
    found = read(find_bench(bench), read_address(query))
    assert list(found.wrong) == [field]
    assert said in found.wrong[field]
    with pytest.raises(InputError):
        read_sound(find_bench(bench), read_address(query))


def test_addresses_have_a_limit() -> None:
    with pytest.raises(InputError, match="too long"):
        read_address("a" * (LONGEST_ADDRESS + 1))
    with pytest.raises(InputError, match="too many parts"):
        read_address("&".join(f"a{n}=1" for n in range(100)))
    with pytest.raises(InputError, match="There is no bench 'nothing'"):
        find_bench("nothing")
