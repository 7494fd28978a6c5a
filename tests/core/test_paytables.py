"""The paytables in the box, typed in again, and how a hand finds its line."""

import re
from fractions import Fraction

import msgspec
import pytest

from longsuit.core.cards import card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable, paytables
from longsuit.core.paytable import PayTable, by_length, dead_lines, hand_tests
from longsuit.core.ranking import Shape, shape, shape_counts

STAX = any_wager("stax")
XTRA = any_wager("xtra")

FLUSH_BONUS = any_wager("flush-bonus")
SAME_SUIT = any_wager("same-suit")
STRAIGHT_FLUSH_BONUS = any_wager("straight-flush-bonus")

CTF, HCF = "chase-the-flush", "high-card-flush"


def boxed(game: str, wager: str, name: str) -> PayTable:
    return find_paytable(find_game(game), any_wager(wager), name)


def posted(table: PayTable) -> dict[str, str]:
    """The table as a sign shows it."""
    return {line.hand: table.show_pay(line) for line in table.lines}


def seven(table: PayTable, cards: str) -> str | None:
    """The line that seven cards are paid by."""
    wager = any_wager(table.wager)
    line = table.line_for(shape(card_set(parse_cards(cards))), wager.pick)
    return line.hand if line else None


FIXED = {
    (CTF, "xtra", "A"): "7-card flush 250, 6-card flush 20, 5-card flush 5, 4-card flush 1",
    (CTF, "xtra", "B"): "7-card flush 400, 6-card flush 70, 5-card flush 7, 4-card flush 0",
    (CTF, "same-suit", "A"): "6-card straight flush 2000, 7-card flush 300, "
    "5-card straight flush 100, 6-card flush 50, 4-card straight flush 20, 5-card flush 10, "
    "4-card flush 1",
    (CTF, "same-suit", "B"): "5-card straight flush 500, 7-card flush 400, 6-card flush 50, "
    "4-card straight flush 20, 5-card flush 5, 4-card flush 1",
    (
        HCF,
        "flush-bonus",
        "A",
    ): "7-card flush 300, 6-card flush 100, 5-card flush 10, 4-card flush 1",
    (HCF, "straight-flush-bonus", "A"): "7-card straight flush 8000, 6-card straight flush 1000, "
    "5-card straight flush 100, 4-card straight flush 60, 3-card straight flush 7",
}


@pytest.mark.parametrize(("key", "text"), FIXED.items(), ids=" ".join)
@pytest.mark.rule("CTF-18", "CTF-20", "HCF-9")
def test_fixed_tables_pay_as_posted(key: tuple[str, str, str], text: str) -> None:
    table = boxed(*key)
    typed = {}
    for part in text.split(", "):
        hand, _, odds = part.rpartition(" ")
        typed[hand] = "push" if odds == "0" else f"{odds} to 1"
    assert posted(table) == typed
    assert (table.basis, table.base, table.meters) == ("to 1", 0, ())


def meters(table: PayTable) -> dict[str, tuple[int, str, str]]:
    """Seed in dollars, main rate and reserve rate of each meter, in percent."""
    return {
        meter.id: (meter.seed // 100, f"{meter.main * 100}", f"{meter.reserve * 100}")
        for meter in table.meters
    }


@pytest.mark.rule("PRG-1", "PRG-10", "CTF-3")
def test_the_stax_table_and_its_four_meters() -> None:
    table = boxed(CTF, "stax", "STAX Progressive Paytable 1")
    assert list(posted(table).items()) == [
        ("7-card straight flush", "100% of star"),
        ("6-card straight flush", "100% of spade"),
        ("A-K-Q-J-10 suited", "100% of heart"),
        ("5-card straight flush", "100% of diamond"),
        ("A-K-Q-J suited", "$250"),
        ("4-card straight flush", "$150"),
        ("A-K-Q suited", "$100"),
        ("3-card straight flush", "$25"),
    ]
    assert (table.basis, table.base) == ("for 1", 5_00)
    assert meters(table) == {
        "star": (10_000, "2", "0"),
        "spade": (2_500, "5", "0"),
        "heart": (1_000, "5", "0"),
        "diamond": (500, "5", "0"),
    }
    assert boxed(CTF, "stax", "stax-1") is table


CONFIGURATION = """
    SF-07 30,000 23 5 | SF-08a 5,000 20 8 | SF-08b 2,500 25 0 | SF-09 30,000 23 5
    SF-E04 5,000 27 0 | SF-E05 30,000 23 5
    MLP-01 50,000 7 3, 5,000 9 6 | MLP-03 10,000 7 3, 5,000 9 6
    D01a 50,000 10 2 | D01b 50,000 12 3 | D02a 10,000 8 4 | D02b 10,000 11 4 | D02c 10,000 7 3
    D03 2,000 10 0
"""
"""Version 7, its last table: seed, main and reserve contribution, level by level."""


@pytest.mark.rule("PRG-1")
def test_the_configuration_of_every_progressive() -> None:
    typed = {}
    for one in re.split(r"\n|\|", CONFIGURATION.strip()):
        name, told = one.split(maxsplit=1)
        levels = [level.split() for level in told.replace(",000", "000").split(", ")]
        typed[name] = [(int(seed.replace(",", "")), *rates) for seed, *rates in levels]
    found = {
        table.id.partition("HCF-")[2]: list(meters(table).values())
        for table in paytables(HCF)
        if table.meters
    }
    assert found == typed


# id, top lines, pays of 5, 4 and 3 cards, and meter: seed, main, reserve.
ACE = "7-card straight flush or 6-card straight flush, ace high"
KING = "6-card straight flush, king high or lower"
SEVEN, SIX = "7-card straight flush", "6-card straight flush"
PROGRESSIVES = [
    ("SF-07", {SEVEN: "100%", SIX: "10%"}, (250, 50, 3), (30_000, 23, 5)),
    ("SF-08a", {SEVEN: "100%", SIX: "100%"}, (250, 50, 3), (5_000, 20, 8)),
    ("SF-08b", {SEVEN: "100%", SIX: "100%"}, (250, 50, 3), (2_500, 25, 0)),
    ("SF-09", {ACE: "100%", KING: "10%"}, (250, 50, 3), (30_000, 23, 5)),
    ("SF-E04", {SEVEN: "100%", SIX: "100%"}, (250, 40, 3), (5_000, 27, 0)),
    ("SF-E05", {ACE: "100%", KING: "10%"}, (250, 50, 3), (30_000, 23, 5)),
]


@pytest.mark.parametrize(("name", "top", "low", "meter"), PROGRESSIVES, ids=lambda v: str(v)[:6])
@pytest.mark.rule("PRG-1", "PRG-3", "PRG-4")
def test_single_meter_progressives(
    name: str, top: dict[str, str], low: tuple[int, int, int], meter: tuple[int, int, int]
) -> None:
    table = boxed(HCF, "progressive", f"PT-BJS-HCF-{name}")
    typed = {hand: f"{share} of main" for hand, share in top.items()}
    typed |= {f"{n}-card straight flush": f"${pay}" for n, pay in zip((5, 4, 3), low, strict=True)}
    assert list(posted(table).items()) == list(typed.items())
    assert (table.basis, table.base) == ("for 1", 1_00)
    seed, main, reserve = meter
    assert meters(table) == {"main": (seed, str(main), str(reserve))}


@pytest.mark.rule("PRG-12")
def test_envy_pays() -> None:
    found = {
        table.id: {line.hand: line.envy * table.base // 100 for line in table.lines if line.envy}
        for table in paytables()
    }
    assert {name: envy for name, envy in found.items() if envy} == {
        "PT-BJS-HCF-SF-E04": {SEVEN: 200, SIX: 200},
        "PT-BJS-HCF-SF-E05": {ACE: 250},
    }


@pytest.mark.parametrize(
    ("name", "tops", "seed"), [("01", (SEVEN, SIX), 50_000), ("03", (ACE, KING), 10_000)]
)
@pytest.mark.rule("PRG-13", "PRG-1")
def test_multi_level_progressives(name: str, tops: tuple[str, str], seed: int) -> None:
    table = boxed(HCF, "progressive", f"PT-PRG-HCF-MLP-{name}")
    assert list(posted(table).items()) == [
        (tops[0], "100% of level-1"),
        (tops[1], "100% of level-2"),
        ("5-card straight flush", "$250"),
        ("4-card straight flush", "$50"),
        ("3-card straight flush", "$3"),
    ]
    assert meters(table) == {"level-1": (seed, "7", "3"), "level-2": (5_000, "9", "6")}


# id, the 100% line, the fixed pays by hand, seed, main, reserve, and how many lines are raised.
DYNAMIC = [
    ("D01a", SEVEN, {SIX: 500, "5": 50, "4": 10, "3": 2}, (50_000, "10", "2"), (1, 3)),
    ("D01b", SEVEN, {SIX: 500, "5": 50, "4": 10, "3": 2}, (50_000, "12", "3"), (1, 3)),
    ("D02a", ACE, {KING: 500, "5": 50, "4": 10, "3": 2}, (10_000, "8", "4"), (1, 3)),
    ("D02b", ACE, {KING: 500, "5": 50, "4": 10, "3": 2}, (10_000, "11", "4"), (1, 3)),
    ("D02c", ACE, {KING: 500, "5": 50, "4": 10, "3": 2}, (10_000, "7", "3"), (1, 3)),
    ("D03", SIX, {"5": 100, "4": 10, "3": 2}, (2_000, "10", "0"), (1, 2)),
]
TIMES = [Fraction(3, 2), *map(Fraction, range(2, 11))]


@pytest.mark.parametrize(
    ("name", "top", "fixed", "meter", "raised"), DYNAMIC, ids=lambda v: str(v)[:6]
)
@pytest.mark.rule("PRG-14", "PRG-1")
def test_dynamic_progressives(
    name: str,
    top: str,
    fixed: dict[str, int],
    meter: tuple[int, str, str],
    raised: tuple[int, int],
) -> None:
    table = boxed(HCF, "progressive", f"PT-PRG-HCF-{name}")
    pays = {f"{h}-card straight flush" if len(h) == 1 else h: pay for h, pay in fixed.items()}
    assert table.show_pay(table.lines[0]) == "100% of main"
    assert [line.hand for line in table.lines] == [top, *pays]
    assert {line.hand: line.pays for line in table.lines[1:]} == pays
    for line in table.lines[1:]:
        assert list(line.dynamic) == [line.pays * times for times in TIMES]
    assert meters(table) == {"main": meter}
    assert table.dynamic_lines == raised


def test_nothing_else_is_in_the_box() -> None:
    names = [(table.game, table.wager, table.id) for table in paytables()]
    typed = {(HCF, "progressive", f"PT-BJS-HCF-{name}") for name, *_ in PROGRESSIVES}
    typed |= {(HCF, "progressive", f"PT-PRG-HCF-{name}") for name, *_ in DYNAMIC}
    typed |= {(HCF, "progressive", f"PT-PRG-HCF-MLP-{name}") for name in ("01", "03")}
    typed |= {(CTF, "stax", "STAX Progressive Paytable 1"), *FIXED}
    assert len(names) == len(set(names)) == len(typed)
    assert set(names) == typed
    assert paytables(CTF) + paytables(HCF) == paytables()


# Which line pays


@pytest.mark.rule("CTF-20")
@pytest.mark.parametrize(
    ("cards", "line_a", "line_b"),
    [
        # Seven hearts that hold a four-card and a five-card straight flush.
        ("Ah Jh 9h 5h 4h 3h 2h", "7-card flush", "5-card straight flush"),
        ("Kh Jh 9h 5h 4h 3h 2h", "7-card flush", "7-card flush"),
        # Six hearts with 5-4-3-2: 50 to 1 is more than 20.
        ("Kh Jh 5h 4h 3h 2h 9c", "6-card flush", "6-card flush"),
        # Five hearts with 5-4-3-2: 20 to 1 is more than 10 or 5.
        ("Kh 5h 4h 3h 2h 9c 9d", "4-card straight flush", "4-card straight flush"),
        ("7h 6h 5h 4h 3h 2h Ah", "6-card straight flush", "5-card straight flush"),
        ("Kh Qh Jh 2c 3c 4c 9d", None, None),
    ],
)
def test_same_suit_gives_the_line_that_pays_more(
    cards: str, line_a: str | None, line_b: str | None
) -> None:
    assert seven(boxed(CTF, "same-suit", "A"), cards) == line_a
    assert seven(boxed(CTF, "same-suit", "B"), cards) == line_b


@pytest.mark.rule("CTF-20")
def test_same_suit_gives_more_in_whatever_order_the_lines_stand() -> None:
    # The letter of 2020 lists the straight flushes first; a 7-card flush still gets its 300.
    table = boxed(CTF, "same-suit", "A")
    hands = [
        *(f"{n}-card straight flush" for n in (6, 5, 4)),
        *(f"{n}-card flush" for n in (7, 6, 5, 4)),
    ]
    listed = msgspec.structs.replace(table, lines=tuple(map(table.line, hands)))
    assert seven(listed, "Kh Jh 9h 5h 4h 3h 2h") == "7-card flush"
    assert seven(listed, "Kh Jh 5h 4h 3h 2h 9c") == "6-card flush"
    assert seven(listed, "Kh 5h 4h 3h 2h 9c 9d") == "4-card straight flush"


@pytest.mark.rule("PRG-10", "CTF-3")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Ah Kh Qh Jh Th 9h 8h", "7-card straight flush"),
        ("Ah Kh Qh Jh Th 9h 2c", "6-card straight flush"),
        ("Ah Kh Qh Jh Th 2c 3c", "A-K-Q-J-10 suited"),
        ("5h 4h 3h 2h Ah 9c Kd", "5-card straight flush"),
        ("Ah Kh Qh Jh 2c 3c 4c", "A-K-Q-J suited"),
        ("8h 7h 6h 5h As Ks Qs", "4-card straight flush"),
        ("Ah Kh Qh 4s 3s 2s 9d", "A-K-Q suited"),
        ("Kh Ah 2h 3h 9d 8d 4c", "3-card straight flush"),
        ("Kh Ah 2h 9d 8d 4c 4s", None),
    ],
)
def test_stax_is_read_from_the_top(cards: str, hand: str | None) -> None:
    assert seven(boxed(CTF, "stax", "1"), cards) == hand


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("Kh Qh Jh Th 9h 8h 7h", ACE),
        ("Ah Kh Qh Jh Th 9h 2c", ACE),
        ("Kh Qh Jh Th 9h 8h 2c", KING),
        ("6h 5h 4h 3h 2h Ah Kh", KING),
    ],
)
def test_a_six_card_straight_flush_is_ace_high_or_lower(cards: str, hand: str) -> None:
    assert seven(boxed(HCF, "progressive", "pt-bjs-hcf-sf-09"), cards) == hand


def test_king_high_or_lower_shuts_the_ace_out_by_itself() -> None:
    (king,) = hand_tests(KING)
    assert king.fits(Shape(6, 6, 0))
    assert king.fits(Shape(6, 6, 5))
    assert not king.fits(Shape(6, 6, 6))
    assert not king.fits(Shape(6, 5, 0))


@pytest.mark.rule("PRG-14")
def test_a_seven_card_straight_flush_takes_the_top_line_of_d03() -> None:
    assert seven(boxed(HCF, "progressive", "PT-PRG-HCF-D03"), "8h 7h 6h 5h 4h 3h 2h") == SIX


@pytest.mark.parametrize(
    "hand",
    [
        *("", "flush", "1-card flush", "8-card flush", "2-card straight flush", "royal flush"),
        *("5-card flush, ace high", "A-K suited", "A-K-Q-J-10-9 suited", "5-card Flush"),
        *("7-card flush or", "6-card straight flush or nothing"),
    ],
)
def test_words_that_name_no_hand(hand: str) -> None:
    with pytest.raises(InputError, match=f"^'{hand}' is "):
        hand_tests(hand)


def test_every_line_in_the_box_pays_some_hand() -> None:
    for table in paytables():
        assert dead_lines(table, any_wager(table.wager)) == ()


def test_lines_and_meters_that_are_not_there_are_named() -> None:
    stax, xtra = boxed(CTF, "stax", "1"), boxed(CTF, "xtra", "A")
    assert stax.meter(" Star ").seed == 10_000_00
    with pytest.raises(InputError, match=r"no meter 'moon'; its meters are: star, spade, heart, d"):
        stax.meter("moon")
    with pytest.raises(InputError, match=r"^Paytable A has no meters, so there is no meter 'x'\.$"):
        xtra.meter("x")
    with pytest.raises(InputError, match=r"^Paytable A has no line '3-card flush'\.$"):
        xtra.line("3-card flush")
    assert xtra.line("6-card flush").pays == 20


# The short form


def test_the_short_form_is_the_table_in_the_box() -> None:
    short = find_paytable(find_game("ctf"), XTRA, " 7=250, 6=20,5=5,4=1")
    assert short.lines == boxed(CTF, "xtra", "A").lines
    assert short.digest == boxed(CTF, "xtra", "A").digest
    bonus = find_paytable(find_game("hcf"), STRAIGHT_FLUSH_BONUS, "3=7,4=60,5=100,6=1000,7=8000")
    assert bonus.digest == boxed(HCF, "straight-flush-bonus", "A").digest


def test_the_short_form_takes_fractions() -> None:
    table = by_length("4=3/2,5=2.5", CTF, SAME_SUIT)
    assert [line.pays for line in table.lines] == [Fraction(5, 2), Fraction(3, 2)]


def test_a_length_that_the_short_form_leaves_out_at_the_bottom_has_no_line() -> None:
    table = by_length("7=250,6=20,5=5", CTF, XTRA)
    assert table.line_for(Shape(4, 0, 0)) is None
    assert XTRA.unmatched == "push"
    assert (SAME_SUIT.unmatched, FLUSH_BONUS.unmatched) == ("lose", "lose")


def test_a_length_that_the_short_form_leaves_out_in_the_middle_has_no_line() -> None:
    # "A length that is missing pushes for X-tra and loses for a bonus", wherever it is missing.
    table = by_length("7=250,5=5", CTF, XTRA)
    assert table.line_for(Shape(6, 0, 0)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7=250,7=2", "The length 7 is given twice in '7=250,7=2'."),
        ("8=250", "'8=250' is not a length and its pay, such as 7=250."),
        ("7=-1", "'7=-1' is not a length and its pay, such as 7=250."),
        ("7=250,", "'' is not a length and its pay, such as 7=250."),
        ("7=1/0", "'7=1/0' is not a length and its pay, such as 7=250."),
        ("7=250,3=1", "The X-tra Bonus pays for 4 cards or more."),
    ],
)
def test_a_bad_short_form_is_refused(text: str, why: str) -> None:
    with pytest.raises(InputError) as caught:
        by_length(text, CTF, XTRA)
    assert str(caught.value) == why


def test_the_short_form_is_for_tables_by_length_alone() -> None:
    with pytest.raises(InputError, match=r"^The STAX Progressive has no table by length;"):
        by_length("7=250", CTF, STAX)
    with pytest.raises(InputError, match=r"^A straight flush has three cards or more\.$"):
        by_length("2=1", HCF, STRAIGHT_FLUSH_BONUS)


# Digests


def test_what_a_table_is_called_does_not_change_its_digest() -> None:
    table = boxed(CTF, "stax", "1")
    renamed = msgspec.structs.replace(table, id="X", name="Y", source="Z", also=("W",))
    assert renamed != table
    assert renamed.digest == table.digest
    assert len({table.digest for table in paytables()}) == len(paytables())


@pytest.mark.parametrize(
    "change",
    [
        *("game", "wager", "basis", "base", "dynamic_lines", "one line less", "order of lines"),
        *("hand", "pays", "meter", "share", "envy", "dynamic", "seed", "main", "reserve"),
    ],
)
def test_any_other_change_gives_another_digest(change: str) -> None:
    table = boxed(CTF, "stax", "1")
    new = {
        "game": HCF,
        "wager": "progressive",
        "basis": "to 1",
        "base": 1_00,
        "dynamic_lines": (1, 2),
        "hand": "2-card flush",
        "pays": Fraction(1, 3),
        "meter": "spade",
        "share": Fraction(1, 10),
        "envy": Fraction(1),
        "dynamic": (Fraction(2),),
        "seed": 1,
        "main": Fraction(1, 100),
        "reserve": Fraction(1, 100),
    }
    first, *rest = table.lines
    meter, *others = table.meters
    if change == "one line less":
        changed = msgspec.structs.replace(table, lines=tuple(rest))
    elif change == "order of lines":
        changed = msgspec.structs.replace(table, lines=(*rest, first))
    elif change in ("hand", "pays", "meter", "share", "envy", "dynamic"):
        line = msgspec.structs.replace(first, **{change: new[change]})
        changed = msgspec.structs.replace(table, lines=(line, *rest))
    elif change in ("seed", "main", "reserve"):
        other = msgspec.structs.replace(meter, **{change: new[change]})
        changed = msgspec.structs.replace(table, meters=(other, *others))
    else:
        changed = msgspec.structs.replace(table, **{change: new[change]})
    assert changed.digest != table.digest


def test_every_hand_of_seven_cards_gets_at_most_the_lines_it_holds() -> None:
    for table in paytables():
        wager = any_wager(table.wager)
        for form in shape_counts():
            line = table.line_for(form, wager.pick)
            fitting = [line for line in table.lines if line.fits(form)]
            assert (line is None) == (not fitting)
            if line is not None and wager.pick == "best":
                assert line.pays == max(other.pays for other in fitting)
            elif line is not None:
                assert line == fitting[0]
