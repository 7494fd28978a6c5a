"""Paytables in a file of one's own: what is read, and every complaint with its file and line."""

from fractions import Fraction

import pytest

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import known_wagers, parse_boxed

FILE = "mine.toml"

# Line numbers count from 1; the complaints below name them.
BONUS = """\
[[paytable]]
id = "mine"
game = "chase-the-flush"
wager = "same-suit"
basis = "to 1"
[paytable.pays]
"5-card straight flush" = 100
"6-card flush" = 50
"4-card flush" = 1
"""
PROGRESSIVE = """\
[[paytable]]
id = "mine"
game = "high-card-flush"
wager = "progressive"
basis = "for 1"
base = 1
dynamic_lines = [1, 2]
[paytable.pays]
"7-card straight flush" = { meter = "big", share = "100%", envy = 10 }
"6-card straight flush" = { meter = "big", share = "10%" }
"5-card straight flush" = { pays = 50, dynamic = [75, 100] }
"4-card straight flush" = { pays = 10, dynamic = [15] }
"3-card straight flush" = 2
[paytable.meters]
big = { seed = 1000, main = "7.25%", reserve = "2%" }
"""


def complaint(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_boxed(text, FILE)
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_a_good_bonus_table_is_read() -> None:
    (table,) = parse_boxed(BONUS, FILE)
    assert (table.id, table.game, table.wager) == ("mine", "chase-the-flush", "same-suit")
    assert [line.hand for line in table.lines] == [
        "5-card straight flush",
        "6-card flush",
        "4-card flush",
    ]
    assert [int(line.pays) for line in table.lines] == [100, 50, 1]
    assert (table.name, table.source) == ("mine", "a user's file")


def test_a_good_progressive_is_read() -> None:
    (table,) = parse_boxed(PROGRESSIVE, FILE)
    assert table.base == 1_00
    (meter,) = table.meters
    assert (meter.id, meter.seed) == ("big", 1000_00)
    assert (meter.main, meter.reserve) == (Fraction(29, 400), Fraction(1, 50))
    top, tenth, five, four, three = table.lines
    assert (top.meter, top.share, top.envy) == ("big", Fraction(1), Fraction(10))
    assert tenth.share == Fraction(1, 10)
    assert five.dynamic == (Fraction(75), Fraction(100))
    assert (four.pays, three.pays, three.dynamic) == (Fraction(10), Fraction(2), ())
    assert table.dynamic_lines == (1, 2)


def test_pays_of_a_progressive_are_over_its_base_wager() -> None:
    (table,) = parse_boxed(changed(PROGRESSIVE, "base = 1", "base = 5"), FILE)
    assert table.line("3-card straight flush").pays == Fraction(2, 5)
    assert table.line("7-card straight flush").envy == 2
    assert table.show_pay(table.line("3-card straight flush")) == "$2"


@pytest.mark.rule("FL-11")
@pytest.mark.parametrize("pay", ["1.1", '"1.1"', '"11/10"'])
def test_pays_are_exact_fractions(pay: str) -> None:
    (table,) = parse_boxed(changed(BONUS, '"4-card flush" = 1', f'"4-card flush" = {pay}'), FILE)
    assert table.line("4-card flush").pays == Fraction(11, 10)


def test_comments_blank_lines_and_several_tables_are_fine() -> None:
    other = changed(BONUS, 'id = "mine"', 'id = "other" # another')
    tables = parse_boxed(f"# two tables\n\n{BONUS}\n\n# more\n{other}", FILE)
    assert [table.id for table in tables] == ["mine", "other"]
    assert tables[0].digest == tables[1].digest


# Each fault in three lines: what it is; the text changed, and to what (⏎ is a new line); the line
# of the file that the complaint names, and its words.
BONUS_FAULTS = r"""
unknown hand
    "6-card flush" = 50 -> "royal flush" = 50
    8: 'royal flush' is not a hand that a paytable can name
eight cards
    "6-card flush" = 50 -> "8-card flush" = 50
    8: '8-card flush' is not a hand that a paytable can name
short straight
    "6-card flush" = 50 -> "2-card straight flush" = 50
    8: '2-card straight flush' is too short: a straight flush has three cards or more
dead line
    "6-card flush" = 50 -> "6-card straight flush" = 50
    8: the line '6-card straight flush' never pays, for other lines take all its hands
missing basis
    basis = "to 1"⏎ ->
    1: the table has no basis
missing id
    id = "mine"⏎ ->
    1: the table has no id
missing game
    game = "chase-the-flush"⏎ ->
    1: the table has no game
missing wager
    wager = "same-suit"⏎ ->
    1: the table has no wager
wrong basis
    "to 1" -> "for 1"
    5: the basis of the Same Suit Bonus is "to 1", not "for 1"
id not text
    id = "mine" -> id = 7
    2: the id is text in quotes
id empty
    id = "mine" -> id = " "
    2: the id is text in quotes
negative pay
    = 50 -> = -50
    8: a pay, seed or base wager is never negative, and -50 is
pay in words
    = 50 -> = "fifty"
    8: 'fifty' is not a number
pay over nothing
    = 50 -> = "1/0"
    8: '1/0' is not a number
pay true
    = 50 -> = true
    8: True is not a number
duplicate line
    "6-card flush" = 50 -> "4-card flush" = 50
    9: the hand '4-card flush' is here twice
duplicate key
    basis = "to 1" -> id = "mine"
    5: the key 'id' is here twice
unknown key
    basis = "to 1" -> colour = "red"
    5: 'colour' is not known here; expected: TABLE_KEYS
unknown section
    [paytable.pays] -> [paytable.lines]
    6: 'lines' is not known here; expected: TABLE_KEYS
unknown wager
    "same-suit" -> "lucky"
    4: There is no wager 'lucky' here; the wagers are WAGERS
wager without table
    "same-suit" -> "ante"
    4: the Ante has no paytable
base on a bonus
    basis = "to 1" -> basis = "to 1"⏎base = 1
    6: only a progressive has a base wager
meter on a bonus
    = 50 -> = { meter = "big" }
    8: meters, envy and dynamic pays belong to a progressive
envy on a bonus
    = 50 -> = { pays = 50, envy = 1 }
    8: meters, envy and dynamic pays belong to a progressive
wrong kind of hand
    "same-suit" -> "xtra"
    7: the X-tra Bonus pays by flush length, not '5-card straight flush'
wrong kind of hand again
    "same-suit" -> "straight-flush-bonus"
    3: the Straight Flush Bonus is a wager of high-card-flush
not TOML
    = 50 -> =
    8: this is not TOML: invalid value
not TOML either
    [paytable.pays] -> [paytable.pays
    6: this is not TOML: expected ']' at the end of a table declaration
stray key
    [[paytable]] -> speed = 1⏎[[paytable]]
    1: 'speed' is not known here; a table starts with [[paytable]]
single brackets
    [[paytable]] -> [paytable]
    1: there is no [[paytable]] in this file
"""
TABLE_KEYS = "also, base, basis, dynamic_lines, game, id, meters, name, pays, source, wager"
WAGERS = ", ".join(dict.fromkeys(wager.id for wager in known_wagers()))


def faults(text: str) -> list[object]:
    """The faults of such a list, as parameters of a test."""
    lines = text.strip().splitlines()
    found: list[object] = []
    for name, change, told in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        old, new = change.removeprefix("    ").replace("⏎", "\n").split(" ->")
        line, why = told.split(": ", maxsplit=1)
        why = why.replace("TABLE_KEYS", TABLE_KEYS).replace("WAGERS", WAGERS)
        found.append(pytest.param(old, new.removeprefix(" "), int(line), why, id=name))
    return found


@pytest.mark.parametrize(("old", "new", "line", "why"), faults(BONUS_FAULTS))
def test_faults_of_a_bonus_table(old: str, new: str, line: int, why: str) -> None:
    assert complaint(changed(BONUS, old, new)) == f"{FILE}, line {line}: {why}."


PROGRESSIVE_FAULTS = r"""
missing base
    base = 1⏎ ->
    1: a progressive needs its base wager in dollars, such as base = 1
base zero
    base = 1 -> base = 0
    6: the base wager is a positive amount in whole cents
base below a cent
    base = 1 -> base = 0.005
    6: the base wager is a positive amount in whole cents
wrong basis
    "for 1" -> "to 1"
    5: the basis of the Progressive is "for 1", not "to 1"
meter not defined
    "big", share = "10%" -> "small", share = "10%"
    10: the meter 'small' is not among the table's meters
meter unused
    "2%" } -> "2%" }⏎small = { seed = 1, main = "1%" }
    16: no line pays from the meter 'small'
share zero
    share = "10%" -> share = "0%"
    10: the line '6-card straight flush' takes no part of its meter
share a number
    share = "10%" -> share = 10
    10: a rate is a percentage in quotes, such as "2.00%", not 10
rate too fine
    7.25% -> 7.255%
    15: The rate 7.255% is finer than 0.01%
rate over 100%
    7.25% -> 101%
    15: The rate 101% is over 100%
no rate
    7.25% -> a lot
    15: 'a lot' is not a rate, such as 2.00%
negative rate
    7.25% -> -1%
    15: '-1%' is not a rate, such as 2.00%
bad reserve
    "2%" -> "200%"
    15: The rate 200% is over 100%
meter without seed
    seed = 1000,  ->
    15: the meter 'big' has no seed
meter without rate
    main = "7.25%",  ->
    15: the meter 'big' has no main
meter not settings
    big = { seed = 1000, main = "7.25%", reserve = "2%" } -> big = 5
    15: the meter 'big' is written { seed = 5000, main = "2%" }
seed negative
    seed = 1000 -> seed = -1
    15: a pay, seed or base wager is never negative, and -1 is
seed below a cent
    seed = 1000 -> seed = 0.001
    15: the seed of 'big' is in whole cents
meter's key
    reserve -> reverse
    15: 'reverse' is not known here; expected: main, reserve, seed
line's key
    envy -> envious
    9: 'envious' is not known here; expected: by_players, dynamic, envy, meter, pays, share
pay and meter
    "10%" } -> "10%", pays = 3 }
    10: the line '6-card straight flush' has either a pay or a meter
neither
    { meter = "big", share = "10%" } -> { envy = 3 }
    10: the line '6-card straight flush' has either a pay or a meter
negative envy
    envy = 10 -> envy = -10
    9: a pay, seed or base wager is never negative, and -10 is
pays nothing
    = 2⏎ -> = 0⏎
    13: the line '3-card straight flush' pays nothing
dynamic no list
    [15] -> 15
    12: dynamic pays are a list of dollars
dynamic in words
    [15] -> ["more"]
    12: 'more' is not a number
dynamic negative
    [15] -> [-15]
    12: a pay, seed or base wager is never negative, and -15 is
dynamic without count
    dynamic_lines = [1, 2]⏎ ->
    1: lines have dynamic pays, but dynamic_lines is missing
dynamic_lines [1, 3]
    [1, 2] -> [1, 3]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines [0, 2]
    [1, 2] -> [0, 2]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines [2, 1]
    [1, 2] -> [2, 1]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines [1]
    [1, 2] -> [1]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines 2
    [1, 2] -> 2
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines [1, true]
    [1, 2] -> [1, true]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines [1.0, 2]
    [1, 2] -> [1.0, 2]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
dynamic_lines ["1", "2"]
    [1, 2] -> ["1", "2"]
    7: dynamic_lines is the fewest and the most of the 2 dynamic lines
"""


@pytest.mark.parametrize(("old", "new", "line", "why"), faults(PROGRESSIVE_FAULTS))
def test_faults_of_a_progressive(old: str, new: str, line: int, why: str) -> None:
    assert complaint(changed(PROGRESSIVE, old, new)) == f"{FILE}, line {line}: {why}."


def test_a_dead_line_of_a_progressive_is_one_below_a_shorter_hand() -> None:
    text = changed(PROGRESSIVE, '"3-card straight flush" = 2', '"A-K-Q-J-10 suited" = 2')
    why = "the line 'A-K-Q-J-10 suited' never pays, for other lines take all its hands"
    assert complaint(text) == f"{FILE}, line 13: {why}."


def test_the_fault_of_the_second_table_has_the_line_of_the_second_table() -> None:
    text = BONUS + "\n" + changed(BONUS, "= 50", "= -1")
    assert complaint(text).startswith(f"{FILE}, line 18: a pay, seed or base wager")


def test_a_table_twice_is_refused_at_the_second() -> None:
    why = "the paytable 'mine' is in this file twice"
    assert complaint(BONUS + BONUS) == f"{FILE}, line 11: {why}."


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "paytable = []\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert complaint(text) == f"{FILE}, line 1: there is no [[paytable]] in this file."


def test_lines_are_a_section() -> None:
    text = BONUS.split("[paytable.pays]", maxsplit=1)[0] + "pays = 100\n"
    why = "'pays' is a section of its own: [paytable.pays]"
    assert complaint(text) == f"{FILE}, line 6: {why}."


def test_a_table_without_lines_is_refused() -> None:
    text = BONUS.split("[paytable.pays]", maxsplit=1)[0]
    assert complaint(text) == (
        f"{FILE}, line 1: the table has no lines: they follow [paytable.pays]."
    )


def test_toml_that_breaks_off_is_refused() -> None:
    text = '[[paytable]]\nid = "mine'
    assert complaint(text) == f"{FILE}, at its end: this is not TOML: unterminated string."


@pytest.mark.parametrize("pay", ["inf", "-inf", "nan"])
def test_an_endless_pay_is_refused(pay: str) -> None:
    assert complaint(changed(BONUS, "= 50", f"= {pay}")).startswith(f"{FILE}, line 8: ")


@pytest.mark.parametrize(
    "pay",
    ["9" * 5000, "0x" + "f" * 5000, "1e20000000", '"1e20000000"', '"' + "9" * 5000 + '"'],
    ids=["digits", "hexadecimal", "power", "power in quotes", "digits in quotes"],
)
def test_a_pay_without_end_is_refused(pay: str) -> None:
    said = complaint(changed(BONUS, "= 50", f"= {pay}"))
    assert said.startswith(f"{FILE}, line 8: ")
    assert len(said) < 100


@pytest.mark.parametrize("other", ["5", '"alias"', "[5]"])
def test_other_names_are_a_list_of_texts(other: str) -> None:
    text = changed(BONUS, 'id = "mine"', f'id = "mine"\nalso = {other}')
    assert complaint(text).startswith(f"{FILE}, line 3: ")


def test_two_meters_that_differ_in_capitals_are_one_meter_twice() -> None:
    two = '"2%" }\nBig = { seed = 5, main = "1%" }'
    text = changed(PROGRESSIVE, '"2%" }', two)
    assert complaint(text).startswith(f"{FILE}, line 16: ")


def test_spaces_in_a_header_are_toml_too() -> None:
    spaced = changed(BONUS, "[[paytable]]", "[[ paytable ]]")
    assert parse_boxed(spaced, FILE) == parse_boxed(BONUS, FILE)
    two = spaced + spaced.replace("mine", "other")
    assert [table.id for table in parse_boxed(two, FILE)] == ["mine", "other"]


def test_text_of_several_lines_is_toml_too() -> None:
    noted = changed(BONUS, 'id = "mine"', 'id = "mine"\nsource = """\nas posted:\nbasis = x\n"""')
    assert parse_boxed(noted, FILE)[0].digest == parse_boxed(BONUS, FILE)[0].digest


def test_only_a_line_break_makes_a_line() -> None:
    # U+2028 separates lines for some programs, but not in TOML and not in an editor.
    text = changed(changed(BONUS, '"mine"', '"mine\u2028too"'), "= 50", "= -50")
    assert complaint(text).startswith(f"{FILE}, line 8: ")
