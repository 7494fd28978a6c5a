"""A table's settings: what is offered, limits, seats, rules that vary, and a paytable file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.core.round.test_round import ANTE, ANTES, Playing, at, deck
from tests.core.test_paytable_file import BONUS, PROGRESSIVE

from longsuit.core.cards import DECK, Card, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.games.game import ANYTHING
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import Limits, Table, check_table, make_table
from longsuit.core.ranking import make_key
from longsuit.core.round import commands as asked
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM, Actor
from longsuit.core.round.view import Viewer, view

STAX = any_wager("stax")
XTRA = any_wager("xtra")


@pytest.mark.rule("FL-1")
@pytest.mark.parametrize(
    "cards",
    [
        DECK[:51],
        (*DECK[:51], DECK[0]),
        (*DECK, DECK[0]),
        (*DECK[:51], 52),
        (),
    ],
    ids=["a card short", "a card twice", "53 cards", "a joker", "no cards"],
)
def test_a_deck_that_is_not_52_different_cards_is_refused(cards: tuple[Card, ...]) -> None:
    play = at("no more bets")
    reason = play.refused(asked.DealCards(by=SYSTEM, deck=cards))
    assert reason == "The deck is not a shuffle of the 52 cards."


@pytest.mark.rule("FL-1")
def test_a_round_takes_one_shuffle_and_the_next_round_takes_its_own() -> None:
    play = at("decisions")
    again = asked.DealCards(by=SYSTEM, deck=tuple(reversed(DECK)))
    assert play.refused(again) == "Not now: the players are deciding."
    fresh = Playing(play.state.table, "Ann")
    assert fresh.state.deck == ()


@pytest.mark.rule("FL-9")
def test_one_seat_a_player() -> None:
    play = Playing(make_table("ctf"), "Ann")
    again = asked.SitDown(by=play.player(1), seat=2, stack=50_00)
    assert play.refused(again) == "Each player may have one seat at this table."
    play.do(asked.SitDown(by=Actor("player", "Bob"), seat=2, stack=50_00))
    taken = asked.SitDown(by=Actor("player", "Cy"), seat=2, stack=50_00)
    assert play.refused(taken) == "Seat 2 is taken."
    standing = asked.PlaceWagers(by=Actor("player", "Cy"), seat=3, wagers=ANTES)
    assert play.refused(standing) == "Nobody sits at seat 3."


@pytest.mark.rule("FL-9")
def test_several_seats_where_the_table_allows_them() -> None:
    play = Playing(make_table("ctf", seats_per_player=2), "Ann")
    play.do(asked.SitDown(by=play.player(1), seat=4, stack=200_00))
    third = asked.SitDown(by=play.player(1), seat=5, stack=1_00)
    assert play.refused(third) == "Each player may have 2 seats at this table."
    play.do(play.wagers(1, ANTES))
    play.do(play.wagers(4, {"ante": 50_00, "xtra": 50_00}))
    assert play.stacks == [980_00, 100_00]
    play.do(asked.StartRound(by=DEALER))
    play.do(asked.DealCards(by=SYSTEM, deck=deck("Ah Kh Qh", "2c 3d 4s")))
    both = view(play.state, Viewer("Ann"))
    assert both.seats[0].cards == ("Ah", "Kh", "Qh")
    assert both.seats[3].cards == ("2c", "3d", "4s")
    play.acts("bet_3x")
    assert play.state.turn == 4
    assert play.refused(play.act(4, "bet_3x")) == "The All In is $150.00, but the seat has $100.00."


@pytest.mark.rule("FL-10")
@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (4_00, "The Ante is $5.00 to $50.00, not $4.00."),
        (55_00, "The Ante is $5.00 to $50.00, not $55.00."),
        (-5_00, "The Ante is $5.00 to $50.00, not -$5.00."),
        (0, "The Ante is $5.00 to $50.00, not $0.00."),
        (7_00, "The Ante goes up from $5.00 in steps of $5.00: $7.00 is between two steps."),
        (5_01, "The Ante goes up from $5.00 in steps of $5.00: $5.01 is between two steps."),
    ],
)
def test_a_wager_outside_its_limits_is_refused_with_the_limit(amount: int, reason: str) -> None:
    table = make_table("hcf", limits={"ante": Limits(5_00, 50_00, 5_00)})
    play = Playing(table, "Ann")
    assert play.refused(play.wagers(1, {"ante": amount})) == reason
    for good in (5_00, 10_00, 50_00):
        play.do(play.wagers(1, {"ante": good}))


@pytest.mark.rule("TBL-9")
def test_a_wager_that_is_not_offered_is_refused() -> None:
    play = Playing(make_table("ctf", without=("stax", "same-suit")), "Ann")
    for wager in ("stax", "same-suit", "flush-bonus", "all-in", "luck"):
        reason = play.refused(play.wagers(1, {**ANTES, wager: 5_00}))
        assert reason == f"This table does not offer the wager '{wager}'."
    offered = {a.wager for a in legal_actions(play.state, 1)}
    assert offered == {"ante", "xtra"}


@pytest.mark.rule("TBL-9")
def test_a_table_may_offer_no_side_wager_but_not_leave_out_what_the_game_needs() -> None:
    bare = make_table("hcf", without=("flush-bonus", "Straight Flush Bonus", "progressive"))
    assert [offer.wager for offer in bare.offers] == ["ante"]
    with pytest.raises(InputError, match=r"^High Card Flush cannot be played without the Ante\.$"):
        make_table("hcf", without=("ante",))
    with pytest.raises(InputError, match="cannot be played without the X-tra Bonus"):
        make_table("ctf", without=("xtra",))


BAD_SETTINGS: list[tuple[Callable[[], Table], str]] = [
    (lambda: make_table("ctf", seats=0), "Chase the Flush has from 1 to 7 seats, not 0."),
    (lambda: make_table("ctf", seats=8), "Chase the Flush has from 1 to 7 seats, not 8."),
    (lambda: make_table("ctf", seats_per_player=0), "A player may have one seat or more."),
    (
        lambda: make_table("ctf", bonus_cap=-1),
        "A raise step and a bonus cap are never negative.",
    ),
    (
        lambda: make_table("ctf", raise_step=5_00),
        "The All In of Chase the Flush is exact: it has no step.",
    ),
    (
        lambda: make_table("ctf", limits={"ante": Limits(10_00, 5_00, 1_00)}),
        "The limits of the Ante make no sense: least, most and step.",
    ),
    (
        lambda: make_table("ctf", limits={"ante": Limits(5_00, 10_00, 0)}),
        "The limits of the Ante make no sense: least, most and step.",
    ),
    (
        lambda: make_table("ctf", limits={"xtra": Limits(5_00, 10_00, 5_00)}),
        "The X-tra Bonus equals the Ante, so its limits are the Ante's.",
    ),
    (
        lambda: make_table("ctf", limits={"stax": Limits(5_00, 10_00, 5_00)}),
        "The STAX Progressive is one fixed amount a seat.",
    ),
    (
        lambda: make_table("ctf", progressive_base=7_00),
        "The STAX Progressive is a whole multiple of its base wager of $5.00.",
    ),
    (
        lambda: make_table("ctf", paytables={"same-suit": "7=1/3"}),
        "The Same Suit Bonus at 1/3 to 1 pays part of a cent on $1.00: choose other limits.",
    ),
]


@pytest.mark.parametrize(("make", "why"), BAD_SETTINGS)
def test_settings_that_cannot_be_played_are_refused(make: Callable[[], Table], why: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == why


NO_PAYS = "Those are not dynamic pays that this table draws for a round."


@pytest.mark.parametrize(
    "drawn",
    [
        {},
        {"3-card straight flush": 5_00},
        {"7-card straight flush": 5_00},
        {f"{n}-card straight flush": 1_00 for n in (3, 4, 5, 6)},
    ],
)
def test_dynamic_pays_that_the_table_does_not_draw(drawn: dict[str, int]) -> None:
    play = Playing(make_table("hcf", paytables={"progressive": "PT-PRG-HCF-D01a"}), "Ann")
    play.do(play.wagers(1, {**ANTE, "progressive": 1_00}))
    start = asked.StartRound(by=DEALER, dynamic=drawn)
    assert play.refused(start) == NO_PAYS


def test_without_the_progressive_wager_nothing_needs_to_be_drawn() -> None:
    play = Playing(make_table("hcf", paytables={"progressive": "PT-PRG-HCF-D01a"}), "Ann")
    play.do(play.wagers(1, ANTE))
    play.do(asked.StartRound(by=DEALER))
    assert play.state.phase == "no more bets"


def test_a_table_without_dynamic_pays_takes_none() -> None:
    play = Playing(make_table("hcf"), "Ann")
    play.do(play.wagers(1, ANTE))
    start = asked.StartRound(by=DEALER, dynamic={"3-card straight flush": 3_00})
    assert play.refused(start) == NO_PAYS


# Rules that an operator or a designer may vary


def result(table: Table, player: str, dealer: str, board: str = "") -> dict[str, tuple[str, int]]:
    """One seat with 10 on each main wager, whatever they are, and 10 as its bet."""
    common = card_set(parse_cards(board))
    mandatory = dict.fromkeys(table.definition.mandatory, 10_00)
    hand = Hand(1, card_set(parse_cards(player)) | common, mandatory, bet=10_00)
    settled = settle(table, [hand], card_set(parse_cards(dealer)) | common)
    return {r.wager: (r.verdict, r.returned) for r in settled.results}


WIN, PUSH, LOSE = ("win", 20_00), ("push", 10_00), ("lose", 0)

# High Card Flush: the dealer holds 8-7-6 of clubs and does not qualify.
UNQUALIFIED = "8c 7c 6c Ad Kd 5h 4s"
BETTER = "Qc Jc Tc Ah Kh 5s 4d"
WORSE = "Ah Kh Qs Js Td 9d 2c"
SAME = "8s 7s 6s Ac Kc 5d 4h"


def hcf(**changes: object) -> Table:
    return make_table("hcf", rules=replace(find_game("hcf").rules, **changes))


def ctf(**changes: object) -> Table:
    return make_table("ctf", rules=replace(find_game("ctf").rules, **changes))


@pytest.mark.parametrize(
    ("unqualified", "better", "same", "worse"),
    [
        ("win", (WIN, PUSH), (WIN, PUSH), (WIN, PUSH)),
        ("push", (PUSH, PUSH), (PUSH, PUSH), (PUSH, PUSH)),
        ("play", (WIN, WIN), (PUSH, PUSH), (LOSE, LOSE)),
    ],
)
def test_what_an_unqualified_dealer_does_in_high_card_flush(
    unqualified: str,
    better: tuple[object, object],
    same: tuple[object, object],
    worse: tuple[object, object],
) -> None:
    table = hcf(unqualified=unqualified)
    for player, expected in ((BETTER, better), (SAME, same), (WORSE, worse)):
        found = result(table, player, UNQUALIFIED)
        assert (found["ante"], found["raise"]) == expected, player


@pytest.mark.parametrize(
    ("unqualified", "ahead", "tie", "behind"),
    [("push", PUSH, PUSH, PUSH), ("win", WIN, WIN, WIN), ("play", WIN, PUSH, LOSE)],
)
def test_what_an_unqualified_dealer_does_in_chase_the_flush(
    unqualified: str, ahead: object, tie: object, behind: object
) -> None:
    table = ctf(unqualified=unqualified)
    # Two hearts are the best of every hand here.
    won = result(table, "Ah 3d 5s", "Qh 7d 9s", "Kh 8d 4s 2c")
    assert won == {"ante": ahead, "xtra": PUSH, "all-in": WIN}
    lost = result(table, "Qh 7d 9s", "Ah 3d 5s", "Kh 8d 4s 2c")
    assert lost == {"ante": behind, "xtra": LOSE, "all-in": LOSE}
    tied = result(table, "3d 5s 7c", "8d 9s 6c", "Kh Qh 4s 2c")
    assert tied == {"ante": tie, "xtra": PUSH, "all-in": PUSH}


@pytest.mark.parametrize(("ties", "both"), [("push", PUSH), ("lose", LOSE), ("win", WIN)])
def test_what_a_tie_does(ties: str, both: object) -> None:
    found = result(hcf(ties=ties), "9s 3s 2s Ah Kh 5d 4c", "9c 3c 2c Ad Kd 5h 4s")
    assert found == {"ante": both, "raise": both}
    # Four hearts on the board: in Chase the Flush a tie that wins pays the X-tra Bonus 1 to 1.
    found = result(ctf(ties=ties), "5d 6s 7d", "5s 6d 7c", "Kh Th 8h 4h")
    assert found == {"ante": both, "all-in": both, "xtra": both}


@pytest.mark.parametrize(
    ("qualifier", "ante"),
    [(make_key("932"), WIN), (make_key("832"), LOSE), (make_key("A"), LOSE), (ANYTHING, LOSE)],
)
def test_other_qualifiers(qualifier: int, ante: object) -> None:
    assert result(hcf(qualifier=qualifier), WORSE, UNQUALIFIED)["ante"] == ante


def test_a_harder_qualifier_stops_a_hand_that_would_qualify() -> None:
    dealer = "9c 3c 2c Ad Kd 5h 4s"
    assert result(hcf(), WORSE, dealer) == {"ante": LOSE, "raise": LOSE}
    harder = hcf(qualifier=make_key("T32"))
    assert result(harder, WORSE, dealer) == {"ante": WIN, "raise": PUSH}


def test_a_paytable_of_another_game_cannot_be_posted() -> None:
    other = make_table("hcf").offer("progressive")
    assert other is not None
    assert other.paytable is not None
    with pytest.raises(InputError, match="is for the wager progressive of high-card-flush, not"):
        make_table("ctf", paytables={"stax": other.paytable})


def test_what_is_made_passes_the_check() -> None:
    for table in (make_table("ctf"), make_table("hcf", raise_step=1_00, bonus_cap=50_000_00)):
        check_table(table)
        assert table.definition.seats == table.seats


# A file named on the command line


def test_a_file_of_ones_own_is_found_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(BONUS.replace("same-suit", "xtra").replace("5-card straight", "7-card"))
    assert find_paytable(find_game("ctf"), XTRA, str(file)).id == "mine"


def test_a_file_for_another_wager_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(BONUS)
    with pytest.raises(InputError) as caught:
        find_paytable(find_game("ctf"), XTRA, str(file))
    assert str(caught.value) == (
        "own.toml has no table for the X-tra Bonus of Chase the Flush: "
        "its 'mine' is for the wager same-suit of chase-the-flush."
    )


def test_a_file_for_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(PROGRESSIVE)
    with pytest.raises(InputError) as caught:
        find_paytable(find_game("ctf"), STAX, str(file))
    assert str(caught.value) == (
        "own.toml has no table for the STAX Progressive of Chase the Flush: "
        "its 'mine' is for the wager progressive of high-card-flush."
    )


def test_of_two_tables_for_the_wager_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    one = BONUS.replace("same-suit", "xtra").replace("5-card straight", "7-card")
    file.write_text(one + one.replace("mine", "other"))
    game = find_game("ctf")
    for name in ("mine", "other", " Other "):
        assert find_paytable(game, XTRA, f"{file}:{name}").id == name.strip().casefold()
    with pytest.raises(InputError) as caught:
        find_paytable(game, XTRA, str(file))
    assert str(caught.value) == (
        "own.toml has 2 tables for the X-tra Bonus: say own.toml:ID with one of mine, other."
    )
    with pytest.raises(InputError) as caught:
        find_paytable(game, XTRA, f"{file}:third")
    assert str(caught.value) == (
        "own.toml has no table 'third' for the X-tra Bonus; there are: mine, other."
    )


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    game = find_game("ctf")
    gone = tmp_path / "gone.toml"
    with pytest.raises(InputError, match=r"gone\.toml cannot be read: No such file or directory"):
        find_paytable(game, XTRA, str(gone))
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"odd\.toml is not a text file in UTF-8"):
        find_paytable(game, XTRA, str(odd))
    large = tmp_path / "large.toml"
    large.write_text("#" * 1_000_001)
    with pytest.raises(InputError, match=r"large\.toml is too large for a file of paytables"):
        find_paytable(game, XTRA, str(large))


def test_a_name_that_is_nothing_lists_what_there_is() -> None:
    with pytest.raises(InputError) as caught:
        find_paytable(find_game("ctf"), XTRA, "C")
    assert str(caught.value) == (
        "There is no paytable 'C' for the X-tra Bonus of Chase the Flush; there are: A, B."
    )
