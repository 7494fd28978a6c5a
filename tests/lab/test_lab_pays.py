"""Pays in the lab: shown and read in the units in which their table is posted."""

from fractions import Fraction

import pytest

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import paytables
from longsuit.lab.benches.wager import read_units, show_units, units

STAX = next(table for table in paytables("chase-the-flush") if table.wager == "stax")
TO_1 = next(table for table in paytables("chase-the-flush") if table.wager == "same-suit")


def test_a_progressive_is_in_dollars_of_its_own_wager() -> None:
    """STAX is posted for five dollars: A-K-Q-J pays $250, which is fifty for one."""
    line = STAX.line("A-K-Q-J suited")
    assert units(STAX) == "Pays are in dollars for a wager of $5."
    assert (show_units(STAX, line), STAX.show_pay(line)) == ("250", "$250")
    for text in ("250", "$250", "250.00"):
        assert read_units(STAX, text) == line.pays == 50
    assert read_units(STAX, "1,000") == 200


def test_a_bonus_is_to_1() -> None:
    assert units(TO_1) == "Pays are to 1."
    assert read_units(TO_1, "3/2") == read_units(TO_1, "1.5") == Fraction(3, 2)


def test_what_is_shown_of_every_table_reads_back() -> None:
    for table in paytables():
        for line in table.lines:
            if line.meter is None:
                assert read_units(table, show_units(table, line)) == line.pays, (table.id, line)


@pytest.mark.parametrize("text", ["many", "-1", "1e20000000", "9" * 5000, "1/0", "1/9999999", "$5"])
def test_what_is_no_pay_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_units(TO_1, text)
    assert str(caught.value).endswith("isn't a valid pay. Try 50, 2.5 or 3/2.")
    assert len(str(caught.value)) < 100


def test_a_comma_stands_between_thousands_or_nowhere() -> None:
    assert read_units(STAX, "$1,250.50") == read_units(STAX, "1250.50")
    for text in ("12,50", "1,0", "1,0000", "1,000,50", ",100", "$,100"):
        with pytest.raises(InputError):
            read_units(STAX, text)
