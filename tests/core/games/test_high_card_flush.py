"""High Card Flush, rule by rule: cards written out, amounts by hand."""

from fractions import Fraction

import pytest
from tests.core.round.test_round import ANTE, Playing, deck

from longsuit.core.cards import card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import Award, Envy, Hand, Settlement, settle
from longsuit.core.games.table import Limits, Table, make_table
from longsuit.core.round import commands as asked
from longsuit.core.round import events as happened
from longsuit.core.round.actions import Action, legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM
from longsuit.core.round.explanations import result_words
from longsuit.core.round.view import Viewer, view

Wagers = dict[str, int]
BOTH_BONUSES = {**ANTE, "flush-bonus": 5_00, "straight-flush-bonus": 5_00}
# A dealer with K-9-4 of clubs, who qualifies, and one with 8-7-6 of clubs, who does not.
QUALIFIED = "Kc 9c 4c Ad Td 6h 2s"
UNQUALIFIED = "8c 7c 6c Ad Kd 5h 4s"


def one_seat(
    player: str, dealer: str, action: str, wagers: Wagers = ANTE
) -> dict[str, tuple[str, int]]:
    """One seat plays a whole round; what became of its wagers. The Ante is 10 dollars."""
    play = Playing(make_table("hcf"), "Ann").dealt(wagers, player, dealer).acts(action)
    return {wager: became for (_, wager), became in play.results.items()}


def settled(table: Table, wagers: Wagers, *cards: str, dynamic: Wagers | None = None) -> Settlement:
    """Seats from 1 on with these cards, all with the same wagers and a raise of 10 dollars."""
    hands = [
        Hand(seat, card_set(parse_cards(text)), wagers, bet=10_00)
        for seat, text in enumerate(cards, 1)
    ]
    return settle(table, hands, card_set(parse_cards("Kc 9c 4c Ad Td 6c 2d")), dynamic)


# Wagers and the deal


@pytest.mark.rule("HCF-1")
def test_the_ante_is_mandatory_and_the_bonuses_are_not() -> None:
    table = make_table("hcf", limits={"flush-bonus": Limits(1_00, 25_00, 1_00)})
    play = Playing(table, "Ann")
    only = play.wagers(1, {"flush-bonus": 5_00})
    assert play.refused(only) == "The Ante is mandatory."
    for bonuses in ({}, {"flush-bonus": 25_00}, {"straight-flush-bonus": 3_00}):
        play.do(play.wagers(1, ANTE | bonuses))
    play.do(play.wagers(1, {**ANTE, "flush-bonus": 1_00, "straight-flush-bonus": 100_00}))
    assert play.stacks == [1000_00 - 10_00 - 1_00 - 100_00]
    reason = play.refused(play.wagers(1, {**ANTE, "flush-bonus": 26_00}))
    assert reason == "The Flush Bonus is $1.00 to $25.00, not $26.00."


@pytest.mark.rule("HCF-2")
def test_the_progressive_is_optional_unless_it_is_mandatory() -> None:
    with_it = {**ANTE, "progressive": 1_00}
    free = Playing(make_table("hcf"), "Ann")
    free.do(free.wagers(1, ANTE))
    free.do(free.wagers(1, with_it))
    bound = Playing(make_table("hcf", progressive_mandatory=True), "Ann")
    assert bound.refused(bound.wagers(1, ANTE)) == "The Progressive is mandatory."
    bound.do(bound.wagers(1, with_it))
    more = bound.wagers(1, {**ANTE, "progressive": 2_00})
    assert bound.refused(more) == "The Progressive is exactly $1.00, not $2.00."
    progressives = [o for o in make_table("hcf").offers if o.paytable and o.paytable.meters]
    assert len(progressives) == 1


@pytest.mark.rule("HCF-3")
def test_six_seats_and_the_dealer_take_49_cards() -> None:
    play = Playing(make_table("hcf"), *"ABCDEF").dealt(ANTE)
    cards = deck()
    for seat in range(6):
        assert play.state.seats[seat].cards == cards[7 * seat : 7 * seat + 7]
    assert play.state.dealer == cards[42:49]
    assert {seat.cards for seat in view(play.state).seats} == {(None,) * 7}
    with pytest.raises(InputError, match=r"^High Card Flush has from 1 to 6 seats, not 7\.$"):
        make_table("hcf", seats=7)


@pytest.mark.rule("HCF-4")
def test_fold_or_raise() -> None:
    play = Playing(make_table("hcf"), "Ann").dealt(ANTE, "Kh Th 8h 5c 4c 3d 2s", UNQUALIFIED)
    assert play.names(1) == ["fold", "raise_1x"]
    assert play.refused(play.act(1, "check")) == (
        "Seat 1 cannot check now; it can fold or raise 1x."
    )
    play.acts("fold")
    # The dealer does not even qualify, but who folds has lost the Ante.
    assert play.results == {(1, "ante"): ("lose", 0)}
    assert play.stacks == [990_00]


@pytest.mark.rule("HCF-5")
@pytest.mark.parametrize(
    ("player", "most"),
    [
        ("Ah Kh Qs Js Td 9d 2c", 1),
        ("Ah Kh Qh Js Td 9d 2c", 1),
        ("Ah Kh Qh 9h Td 9d 2c", 1),
        ("Ah Kh Qh 9h 7h 9d 2c", 2),
        ("Ah Kh Qh 9h 7h 5h 2c", 3),
        ("Ah Kh Qh 9h 7h 5h 2h", 3),
    ],
)
def test_the_raise_grows_with_the_flush(player: str, most: int) -> None:
    play = Playing(make_table("hcf"), "Ann").dealt(ANTE, player)
    raises = [Action(f"raise_{n}x", n * 10_00, n * 10_00) for n in range(1, most + 1)]
    assert legal_actions(play.state, 1) == (Action("fold"), *raises)
    reason = play.refused(play.act(1, f"raise_{most + 1}x"))
    assert reason.startswith(f"Seat 1 cannot raise {most + 1}x now; it can fold")
    play.acts(f"raise_{most}x")
    assert play.results[1, "raise"][1] in (0, most * 10_00, most * 20_00)


@pytest.mark.rule("HCF-5")
def test_a_table_with_its_own_step_takes_raises_between() -> None:
    table = make_table("hcf", raise_step=1_00)
    play = Playing(table, "Ann").dealt(ANTE, "Ah Kh Qh 9h 7h 9d 2c", QUALIFIED)
    assert legal_actions(play.state, 1) == (Action("fold"), Action("raise", 10_00, 20_00, 1_00))
    for amount in (9_00, 21_00, 10_50):
        assert play.refused(play.act(1, "raise", amount)) == (
            "To raise takes from $10.00 to $20.00, in steps of $1.00."
        )
    # No amount is no bet: what nobody has named is not taken from a stack.
    assert play.refused(play.act(1, "raise")) == (
        "To raise takes from $10.00 to $20.00, in steps of $1.00."
    )
    play.do(play.act(1, "raise", 13_00))
    assert play.results[1, "raise"] == ("win", 26_00)


@pytest.mark.rule("HCF-5")
def test_with_a_step_the_largest_raise_is_still_open() -> None:
    # Five hearts may raise up to 2x; from 5 dollars in steps of 2 the 10 would be stepped over.
    table = make_table("hcf", raise_step=2_00)
    play = Playing(table, "Ann").dealt({"ante": 5_00}, "Ah Kh Qh 9h 7h 9d 2c", QUALIFIED)
    play.do(play.act(1, "raise", 10_00))
    assert play.results[1, "raise"] == ("win", 20_00)


@pytest.mark.rule("HCF-6", "HCF-1")
def test_side_wagers_of_a_folded_hand_are_settled() -> None:
    wagers = {**BOTH_BONUSES, "progressive": 1_00}
    play = Playing(make_table("hcf"), "Ann").dealt(wagers, "Jh Th 9h 8h 2h Ac Kd", QUALIFIED)
    play.acts("fold")
    assert play.results == {
        (1, "ante"): ("lose", 0),
        (1, "flush-bonus"): ("win", 55_00),
        (1, "straight-flush-bonus"): ("win", 305_00),
        (1, "progressive"): ("win", 50_00),
    }
    order = [result.wager for result in play.settlement.results]
    assert order[0] == "ante"
    assert view(play.state).seats[0].cards[0] == "Jh"


@pytest.mark.rule("HCF-6")
def test_side_wagers_come_after_the_main_game() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob").dealt(BOTH_BONUSES).acts("fold", "raise_1x")
    side = [r.wager.endswith("bonus") for r in play.settlement.results if r.seat == 2]
    assert side == [False, False, True, True]


# The main game


@pytest.mark.rule("HCF-7", "FL-8")
@pytest.mark.parametrize(
    "player",
    ["Ah Kh Qs Js Td 9d 2c", "8s 7s 6s Ac Kc 5d 4h", "Qc Jc Tc Ah Kh 5s 4d"],
    ids=["behind", "tie", "ahead"],
)
def test_an_unqualified_dealer_pays_the_ante_and_returns_the_raise(player: str) -> None:
    became = one_seat(player, UNQUALIFIED, "raise_1x")
    assert became == {"ante": ("win", 20_00), "raise": ("push", 10_00)}


@pytest.mark.rule("HCF-8")
@pytest.mark.parametrize(
    ("player", "verdict", "back"),
    [
        ("Kh Th 2h 3d 5d 7s 8s", "win", 20_00),
        ("Ks 9s 4s Ah Th 6c 2c", "push", 10_00),
        ("Ah Kh Qs Js 9d 8d 5c", "lose", 0),
        ("Qh Jh Th 9s 8s 7d 5c", "lose", 0),
    ],
    ids=["ahead", "tie", "shorter", "lower"],
)
def test_a_qualified_dealer_is_played_against(player: str, verdict: str, back: int) -> None:
    became = one_seat(player, QUALIFIED, "raise_1x")
    assert became == {"ante": (verdict, back), "raise": (verdict, back)}


@pytest.mark.rule("HCF-8", "FL-8")
def test_the_lowest_nine_high_qualifies() -> None:
    became = one_seat("8h 7h 6h Ac Kc 5d 4d", "9c 3c 2c Ad Kd 5h 4s", "raise_1x")
    assert became == {"ante": ("lose", 0), "raise": ("lose", 0)}


@pytest.mark.rule("HCF-8")
def test_a_larger_raise_wins_its_own_size() -> None:
    became = one_seat("Ah Kh Qh 9h 7h 5h 3d", QUALIFIED, "raise_3x")
    assert became == {"ante": ("win", 20_00), "raise": ("win", 60_00)}


# Bonuses


@pytest.mark.rule("HCF-9")
@pytest.mark.parametrize(
    ("player", "flush", "straight"),
    [
        # Five dollars on each: 300, 100, 10, 1 to 1, and 8000, 1000, 100, 60, 7 to 1.
        ("9h 8h 7h 6h 5h 4h 3h", 1505_00, 40_005_00),
        ("9h 8h 7h 6h 5h 4h 3s", 505_00, 5005_00),
        ("9h 8h 7h 6h 5h 3s 2s", 55_00, 505_00),
        ("9h 8h 7h 6h 4s 3s Jd", 10_00, 305_00),
        ("9h 8h 7h 4s 3s Jd 2c", 0, 40_00),
        ("Ah Jh 9h 7h 5h 3h 3s", 505_00, 0),
        ("Ah Jh 9h 7h 6s 5s 4s", 10_00, 40_00),
        ("Ah Jh 9h 7s 6s 5d 4d", 0, 0),
    ],
)
def test_each_bonus_pays_its_highest_line_and_both_may_pay(
    player: str, flush: int, straight: int
) -> None:
    became = one_seat(player, "Kc 9c 4c Ad Td 6c 2d", "raise_1x", BOTH_BONUSES)
    assert became["flush-bonus"] == ("win" if flush else "lose", flush)
    assert became["straight-flush-bonus"] == ("win" if straight else "lose", straight)


FIVES = ("Ah Jh 9h 7h 5h 3s 2c", "Ac Jc 8c 7c 5c 3d 2h", "As Js 9s 7s 5s 4d 3h")


@pytest.mark.rule("HCF-10")
def test_a_cap_is_shared_with_the_odd_cent_to_the_lower_seat() -> None:
    # Three seats win 100 dollars each and the cap is 100: 33.33 each and one cent over.
    outcome = settled(make_table("hcf", bonus_cap=100_00), {**ANTE, "flush-bonus": 10_00}, *FIVES)
    bonuses = {r.seat: r for r in outcome.results if r.wager == "flush-bonus"}
    assert {seat: r.net for seat, r in bonuses.items()} == {1: 33_34, 2: 33_33, 3: 33_33}
    assert bonuses[1].returned == 43_34
    assert result_words(bonuses[1]) == "5-card flush, cut by the cap of $100.00 a round"
    assert outcome.cut == 200_00


@pytest.mark.rule("HCF-10")
def test_the_odd_cent_goes_to_the_largest_remainder_first() -> None:
    table = make_table("hcf", bonus_cap=20_00)
    hands = [
        Hand(1, card_set(parse_cards(FIVES[0])), {**ANTE, "flush-bonus": 2_00}, bet=10_00),
        Hand(2, card_set(parse_cards(FIVES[1])), {**ANTE, "flush-bonus": 1_00}, bet=10_00),
    ]
    outcome = settle(table, hands, card_set(parse_cards("Kd 9d 4d")))
    # 20 and 10 dollars share 20: 13.333 and 6.667, so the cent is the second seat's.
    nets = {r.seat: r.net for r in outcome.results if r.wager == "flush-bonus"}
    assert nets == {1: 13_33, 2: 6_67}


@pytest.mark.rule("HCF-10")
def test_payouts_at_the_cap_and_everything_else_are_not_cut() -> None:
    wagers = {**ANTE, "flush-bonus": 10_00, "progressive": 1_00}
    at_cap = settled(make_table("hcf", bonus_cap=300_00), wagers, *FIVES)
    assert at_cap.cut == 0
    free = settled(make_table("hcf"), wagers, *FIVES)
    assert at_cap.results == free.results
    # A straight flush of five: the progressive pays 250 in full, the meters and the Ante too.
    over = settled(make_table("hcf", bonus_cap=1_00), wagers, "9h 8h 7h 6h 5h 3s 2c", FIVES[2])
    backs = {(r.seat, r.wager): r.returned for r in over.results}
    assert backs[1, "progressive"] == 250_00
    assert backs[1, "ante"] == 20_00
    assert backs[1, "flush-bonus"] + backs[2, "flush-bonus"] == 20_00 + 1_00


@pytest.mark.rule("HCF-11")
def test_a_seat_sees_its_own_cards_until_settlement() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob")
    play.dealt(ANTE, "Ah Kh Qh Jh 9h 2c 3c", "4c 5d 6s 7c 8d 9s Tc")
    for own, name in ((0, "Ann"), (1, "Bob")):
        seats = view(play.state, Viewer(name)).seats
        assert None not in seats[own].cards
        assert seats[1 - own].cards == (None,) * 7
    play.acts("raise_2x", "raise_1x")
    assert None not in view(play.state, Viewer("Ann")).seats[1].cards


@pytest.mark.rule("HCF-11")
def test_a_face_up_table_shows_all_hands() -> None:
    play = Playing(make_table("hcf", face_up=True), "Ann", "Bob").dealt(ANTE)
    table = view(play.state, Viewer("Ann"))
    assert None not in table.seats[1].cards
    assert table.dealer == (None,) * 7


@pytest.mark.rule("HCF-8")
def test_the_dealers_hand_is_revealed_once_all_have_acted_and_then_compared() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob")
    play.dealt(ANTE, "Ah Kh Qh Jh 9h 2c 3c", "5d 6s 7c 8d 9s Th 2h", QUALIFIED)
    play.acts("raise_1x")
    assert view(play.state).dealer == (None,) * 7 and play.state.settlement is None
    play.acts("raise_1x")
    assert view(play.state).dealer == tuple(QUALIFIED.split())
    assert (play.results[1, "ante"], play.results[2, "ante"]) == (("win", 20_00), ("lose", 0))


# The progressive


HEARTS, SPADES = "8h 7h 6h 5h 4h 3h 2h", "8s 7s 6s 5s 4s 3s 2s"
NOTHING, THREE = "Jc Qd 3c 5d 7c 9d Th", "Qh Kh Ah 7c 3c 5d 9d"
SIDE = {**ANTE, "progressive": 1_00}


def envy_round(base: int = 1_00) -> Playing:
    """Seats 1 and 2 win the meter, 3 has nothing, 4 plays without the progressive."""
    table = make_table("hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"}, progressive_base=base)
    play = Playing(table, "Ann", "Bob", "Cy", "Di")
    for seat in (1, 2, 3):
        play.do(play.wagers(seat, {**ANTE, "progressive": base}))
    play.do(play.wagers(4, ANTE))
    play.do(asked.StartRound(by=DEALER))
    cards = deck(HEARTS, SPADES, NOTHING, "Js Qc Kd Ac 2d 4c 6d", "Kc 9c 4d Ad Td 6c 2c")
    play.do(asked.DealCards(by=SYSTEM, deck=cards))
    return play.acts("raise_3x", "raise_3x", "raise_1x", "raise_1x")


@pytest.mark.rule("PRG-12")
def test_envy_with_two_winners() -> None:
    play = envy_round()
    envies = [(e.seat, e.winner, e.amount) for e in play.settlement.envies]
    assert sorted(envies) == [(1, 2, 200_00), (2, 1, 200_00), (3, 1, 200_00), (3, 2, 200_00)]
    assert play.settlement.envies[0] == Envy(3, 2, "7-card straight flush", 200_00)
    # Cy: the ante and the raise of 10 each, the wager of 1, and two envy pays.
    hand = [r for r in play.settlement.results if r.seat == 3]
    assert play.stacks[2] == 1000_00 - 21_00 + sum(r.returned for r in hand) + 400_00


@pytest.mark.rule("PRG-12", "FL-9")
def test_no_envy_for_the_hand_of_ones_own_other_seat() -> None:
    """Version 7: all other players are paid, and players never on a hand of their own."""
    paytable = {"progressive": "PT-BJS-HCF-SF-E04"}
    play = Playing(make_table("hcf", paytables=paytable, seats_per_player=2), "Ann", "Ann", "Cy")
    play.dealt(SIDE, HEARTS, NOTHING, "Js Qc Kd Ac 2d 4c 6d", "Kc 9c 4d Ad Td 6c 2c")
    play.acts("raise_3x", "raise_1x", "raise_1x")
    assert [(e.seat, e.winner) for e in play.settlement.envies] == [(3, 1)]


@pytest.mark.rule("PRG-12")
def test_envy_pays_scale_with_the_base_wager() -> None:
    play = envy_round(base=5_00)
    assert {envy.amount for envy in play.settlement.envies} == {1000_00}
    assert [award.base_multiple for award in play.settlement.awards] == [5, 5]


def test_awards_are_due_and_paid_from_right_to_left() -> None:
    play = envy_round()
    line, whole = "7-card straight flush", Fraction(1)
    assert play.state.due == (
        Award(2, "progressive", line, "main", whole, 1),
        Award(1, "progressive", line, "main", whole, 1),
    )
    assert play.results[1, "progressive"] == ("due", 0)
    assert play.refused(asked.EndRound(by=DEALER)) == "An award is due to seat 2: pay it first."
    first = asked.PayAward(by=DEALER, seat=1, wager="progressive", amount=5000_00)
    assert play.refused(first) == "Jackpots go from right to left: seat 2 is first."
    none = asked.PayAward(by=DEALER, seat=3, wager="progressive", amount=1_00)
    assert play.refused(none) == "No award is due to seat 3 on the Progressive."
    players = asked.PayAward(by=play.player(2), seat=2, wager="progressive", amount=1_00)
    assert play.refused(players) == "Only a dealer or a supervisor may credit an award."
    before = play.stacks
    negative = asked.PayAward(by=DEALER, seat=2, wager="progressive", amount=-1)
    assert play.refused(negative) == "An amount is a whole number of cents, and never negative."
    play.do(asked.PayAward(by=DEALER, seat=2, wager="progressive", amount=7123_45))
    assert play.refused(asked.EndRound(by=DEALER)) == "An award is due to seat 1: pay it first."
    play.do(first)
    assert play.stacks == [before[0] + 5000_00, before[1] + 7123_45, *before[2:]]
    assert play.do(asked.EndRound(by=DEALER)) == (happened.RoundEnded(),)


def test_a_tenth_of_a_meter_may_be_due() -> None:
    table = make_table("hcf", paytables={"progressive": "PT-BJS-HCF-SF-07"})
    outcome = settled(table, SIDE, "8h 7h 6h 5h 4h 3h 2s")
    line, tenth = "6-card straight flush", Fraction(1, 10)
    assert outcome.awards == (Award(1, "progressive", line, "main", tenth, 1),)


def dynamic_start(drawn: Wagers) -> tuple[Playing, asked.StartRound]:
    table = make_table("hcf", paytables={"progressive": "PT-PRG-HCF-D01a"})
    play = Playing(table, "Ann")
    play.do(play.wagers(1, SIDE))
    return play, asked.StartRound(by=DEALER, dynamic=drawn)


def test_dynamic_pays_replace_the_default_for_the_round() -> None:
    play, start = dynamic_start({"3-card straight flush": 20_00, "5-card straight flush": 75_00})
    play.do(start)
    # The table is told before the cards are dealt.
    assert view(play.state).dynamic == start.dynamic
    play.do(asked.DealCards(by=SYSTEM, deck=deck(THREE, "Kc 9c 4c Ad Td 6c 2d")))
    play.acts("raise_1x")
    assert play.results[1, "progressive"] == ("win", 20_00)
    usual, start = dynamic_start({"4-card straight flush": 15_00})
    usual.do(start)
    usual.do(asked.DealCards(by=SYSTEM, deck=deck(THREE, "Kc 9c 4c Ad Td 6c 2d")))
    usual.acts("raise_1x")
    assert usual.results[1, "progressive"] == ("win", 2_00)


@pytest.mark.rule("HCF-9", "PRG-3", "PRG-13")
@pytest.mark.parametrize("paytable", ["SF-08a", "SF-E04", "PT-PRG-HCF-MLP-01"])
def test_a_progressive_pays_the_highest_hand_alone(paytable: str) -> None:
    """Seven cards hold the six, five, four and three below them, which have lines of their own."""
    name = paytable if paytable.startswith("PT") else f"PT-BJS-HCF-{paytable}"
    outcome = settled(make_table("hcf", paytables={"progressive": name}), SIDE, HEARTS)
    assert [(one.hand, one.share) for one in outcome.awards] == [
        ("7-card straight flush", Fraction(1))
    ]
    (paid,) = (one for one in outcome.results if one.wager == "progressive")
    assert (paid.verdict, paid.returned) == ("due", 0), "and nothing from the tray beside it"


@pytest.mark.rule("PRG-14")
def test_the_higher_hand_is_paid_though_a_lower_pays_more() -> None:
    table = make_table("hcf", paytables={"progressive": "PT-PRG-HCF-D01a"})
    four = "9h 8h 7h 6h 2s 3s Jd"
    outcome = settled(table, SIDE, four, dynamic={"3-card straight flush": 20_00})
    paid = next(r for r in outcome.results if r.wager == "progressive")
    assert (paid.hand, paid.returned) == ("4-card straight flush", 10_00)
