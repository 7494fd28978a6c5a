"""Chase the Flush, rule by rule: cards written out, amounts by hand."""

import pytest
from tests.core.round.test_round import ANTES, Playing, deck

from longsuit.core.cards import parse_cards
from longsuit.core.games.table import Limits, make_table
from longsuit.core.ranking import key_ranks, make_key
from longsuit.core.round import commands as asked
from longsuit.core.round import events as happened
from longsuit.core.round.actions import Action, legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM
from longsuit.core.round.view import PUBLIC, Viewer, feed, view

Wagers = dict[str, int]
SAME_SUIT = {**ANTES, "same-suit": 5_00}
STAX = {**ANTES, "stax": 5_00}


def one_seat(
    player: str,
    dealer: str,
    board: str,
    *actions: str,
    wagers: Wagers = ANTES,
    paytable: str = "A",
) -> dict[str, tuple[str, int]]:
    """One seat plays a whole round; what became of its wagers. The Ante is 10 dollars."""
    table = make_table("ctf", paytables={"xtra": paytable, "same-suit": paytable})
    play = Playing(table, "Ann").dealt(wagers, player, dealer, board).acts(*actions)
    assert play.state.phase == "settled"
    return {wager: became for (_, wager), became in play.results.items()}


# Wagers


@pytest.mark.rule("CTF-1")
@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ({"ante": 10_00}, "The X-tra Bonus is mandatory."),
        ({"xtra": 10_00}, "The Ante is mandatory."),
        ({}, "The Ante is mandatory."),
        ({"ante": 10_00, "xtra": 5_00}, "The X-tra Bonus must equal the Ante of $10.00."),
        ({"ante": 10_00, "xtra": 15_00}, "The X-tra Bonus must equal the Ante of $10.00."),
    ],
)
def test_ante_and_xtra_are_both_there_and_equal(wagers: Wagers, reason: str) -> None:
    play = Playing(make_table("ctf"), "Ann")
    assert play.refused(play.wagers(1, wagers)) == reason
    play.do(play.wagers(1, ANTES))
    assert play.stacks == [980_00]


@pytest.mark.rule("CTF-2")
def test_same_suit_is_any_amount_in_its_limits_or_none() -> None:
    table = make_table("ctf", limits={"same-suit": Limits(1_00, 25_00, 1_00)})
    play = Playing(table, "Ann")
    for amount in (1_00, 7_00, 25_00):
        play.do(play.wagers(1, {**ANTES, "same-suit": amount}))
    play.do(play.wagers(1, ANTES))
    reason = play.refused(play.wagers(1, {**ANTES, "same-suit": 26_00}))
    assert reason == "The Same Suit Bonus is $1.00 to $25.00, not $26.00."


@pytest.mark.rule("CTF-3")
def test_stax_is_one_fixed_amount_or_none() -> None:
    play = Playing(make_table("ctf"), "Ann")
    play.do(play.wagers(1, STAX))
    play.do(play.wagers(1, ANTES))
    for amount in (1_00, 10_00):
        reason = play.refused(play.wagers(1, {**ANTES, "stax": amount}))
        assert reason == f"The STAX Progressive is exactly $5.00, not ${amount // 100}.00."


# The deal and the decisions


@pytest.mark.rule("CTF-4")
def test_three_cards_each_from_left_to_right_the_dealer_last() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob", "Cy")
    play.do(play.wagers(3, ANTES))
    play.do(play.wagers(1, ANTES))
    play.do(asked.StartRound(by=DEALER))
    cards = deck("Ah Kh Qh", "2c 3d 4s", "9s 8s 7s")
    events = play.do(asked.DealCards(by=SYSTEM, deck=cards))
    assert events == (
        happened.DeckShuffled(cards),
        happened.HandDealt(1, parse_cards("Ah Kh Qh")),
        happened.HandDealt(3, parse_cards("2c 3d 4s")),
        happened.DealerDealt(parse_cards("9s 8s 7s")),
    )
    assert feed(play.history)[-3:] == [
        happened.FaceDownDealt(1, 3),
        happened.FaceDownDealt(3, 3),
        happened.FaceDownDealt(0, 3),
    ]


@pytest.mark.rule("CTF-5")
def test_on_three_cards_check_or_exactly_three_antes() -> None:
    play = Playing(make_table("ctf"), "Ann").dealt(ANTES)
    assert play.state.board == ()
    assert legal_actions(play.state, 1) == (Action("check"), Action("bet_3x", 30_00, 30_00))
    for amount in (10_00, 29_99, 31_00):
        reason = play.refused(play.act(1, "bet_3x", amount))
        assert reason == "To bet 3x takes exactly $30.00."
    for other in ("fold", "bet_2x", "bet_1x", "raise_1x"):
        reason = play.refused(play.act(1, other))
        assert reason == f"Seat 1 cannot {other.replace('_', ' ')} now; it can check or bet 3x."
    play.do(play.act(1, "bet_3x", 30_00))
    assert play.state.seat(1).bet == 30_00


@pytest.mark.rule("CTF-6")
def test_on_the_flop_check_or_exactly_two_antes() -> None:
    play = Playing(make_table("ctf"), "Ann").dealt(ANTES, "Ah Kh Qh", "2c 3d 4s", "5h 6h 7h 8h")
    (_, flop) = play.do(play.act(1, "check"))
    assert flop == happened.BoardDealt(parse_cards("5h 6h"))
    assert legal_actions(play.state, 1) == (Action("check"), Action("bet_2x", 20_00, 20_00))
    reason = play.refused(play.act(1, "bet_3x"))
    assert reason == "Seat 1 cannot bet 3x now; it can check or bet 2x."
    play.do(play.act(1, "bet_2x"))
    assert play.state.seat(1).bet == 20_00


@pytest.mark.rule("CTF-7")
def test_on_all_four_exactly_one_ante_or_fold() -> None:
    play = Playing(make_table("ctf"), "Ann").dealt(ANTES, "Ah Kh Qh", "2c 3d 4s", "5h 6h 7h 8h")
    play.acts("check")
    (_, last_two) = play.do(play.act(1, "check"))
    assert last_two == happened.BoardDealt(parse_cards("7h 8h"))
    assert legal_actions(play.state, 1) == (Action("fold"), Action("bet_1x", 10_00, 10_00))
    reason = play.refused(play.act(1, "check"))
    assert reason == "Seat 1 cannot check now; it can fold or bet 1x."
    play.do(play.act(1, "bet_1x"))
    assert play.state.seat(1).bet == 10_00


@pytest.mark.rule("CTF-8")
def test_a_seat_bets_once() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob").dealt(ANTES)
    play.acts("bet_3x", "check")
    # The flop is out and only Bob has to act; Ann can do nothing more.
    assert len(play.state.board) == 2
    assert play.state.turn == 2
    for action in ("bet_2x", "bet_3x", "check", "fold"):
        assert play.refused(play.act(1, action)) == "Seat 1 has decided and cannot change it."
    assert legal_actions(play.state, 1) == ()
    play.acts("check")
    assert play.state.turn == 2
    play.acts("bet_1x")
    assert play.results[1, "all-in"][1] in (0, 30_00, 60_00)


@pytest.mark.rule("CTF-9")
def test_a_fold_loses_ante_and_xtra_though_the_hand_would_win() -> None:
    # Five hearts against nothing, but folded. The dealer has two cards and does not qualify.
    became = one_seat(
        "Ah Qh 5s", "9c 7s 3d", "Kh 8h 4h 2c", "check", "check", "fold", wagers=SAME_SUIT | STAX
    )
    assert became == {
        "ante": ("lose", 0),
        "xtra": ("lose", 0),
        # Ace to 4 of hearts: five cards pay 10 to 1; A-K-Q suited pays 100 for the wager.
        "same-suit": ("win", 55_00),
        "stax": ("win", 100_00),
    }


@pytest.mark.rule("CTF-9")
def test_a_fold_is_lost_before_the_round_is_over() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob").dealt(ANTES)
    play.acts("check", "check", "check", "check", "fold")
    assert play.state.phase == "decisions"
    assert play.state.seat(1).folded
    assert play.refused(play.act(1, "bet_1x")) == "Seat 1 has decided and cannot change it."
    assert play.stacks[0] == 980_00


@pytest.mark.rule("CTF-10")
def test_hands_are_the_best_flush_of_three_and_four_cards() -> None:
    play = Playing(make_table("ctf"), "Ann")
    play.dealt(ANTES, "2h 9c 8c", "Ad Qd 3s", "Kd Jc Tc 4h").acts("bet_3x")
    # The dealer has A-K-Q of diamonds, Ann J-T-9-8 of clubs with two from the board.
    assert view(play.state).dealer == ("Ad", "Qd", "3s")
    assert play.settlement.dealer == make_key("AKQ")
    assert play.results[1, "all-in"] == ("win", 60_00)


@pytest.mark.rule("CTF-10")
def test_a_hand_may_be_the_board_alone() -> None:
    play = Playing(make_table("ctf"), "Ann")
    play.dealt(ANTES, "2c 3d 5s", "6c 7d 8s", "Ah Kh Qh 9h").acts("bet_3x")
    assert key_ranks(play.settlement.dealer) == "AKQ9"
    assert play.results[1, "all-in"] == ("push", 30_00)


# The dealer qualifies


@pytest.mark.rule("CTF-11")
def test_ahead_of_a_qualified_dealer_wins_even_money() -> None:
    # K-T-8 of hearts against K-9-8 of hearts. Three cards: the X-tra Bonus comes back.
    became = one_seat("Th 5d 3s", "9h 4c 6s", "Kh 8h 2d 7c", "bet_3x")
    assert became == {"ante": ("win", 20_00), "xtra": ("push", 10_00), "all-in": ("win", 60_00)}


@pytest.mark.rule("CTF-12", "FL-2")
def test_behind_a_qualified_dealer_loses_all_three() -> None:
    # Three hearts with an ace against four small clubs.
    became = one_seat("Ah 5d 3s", "3c 4c 6s", "Kh 8h 2c 7c", "check", "bet_2x")
    assert became == {"ante": ("lose", 0), "xtra": ("lose", 0), "all-in": ("lose", 0)}


@pytest.mark.rule("CTF-13", "FL-3")
def test_a_tie_with_a_qualified_dealer_gives_all_three_back() -> None:
    # K-8-4 of hearts lie on the board and neither has better.
    became = one_seat("5d 6s 7d", "5s 6d 7c", "Kh 8h 4h 2c", "check", "check", "bet_1x")
    back = ("push", 10_00)
    assert became == {"ante": back, "xtra": back, "all-in": back}


@pytest.mark.rule("FL-8")
@pytest.mark.parametrize(("card", "ante"), [("9h", ("win", 20_00)), ("8h", ("push", 10_00))])
def test_nine_high_qualifies_and_eight_high_does_not(card: str, ante: tuple[str, int]) -> None:
    # The dealer's best is card-3-2 of hearts; Ann has J-3-2 of hearts and is ahead.
    became = one_seat("Jh 5d 6s", f"{card} 7c Kd", "3h 2h 4c Ts", "bet_3x")
    assert became["ante"] == ante
    assert became["all-in"] == ("win", 60_00)


# The dealer does not qualify


@pytest.mark.rule("CTF-14")
def test_the_ante_comes_back_ahead_or_behind() -> None:
    ahead = one_seat("Ah 3d 5s", "Qh 7d 9s", "Kh 8d 4s 2c", "bet_3x")
    behind = one_seat("Qh 7d 9s", "Ah 3d 5s", "Kh 8d 4s 2c", "bet_3x")
    assert ahead["ante"] == behind["ante"] == ("push", 10_00)


@pytest.mark.rule("CTF-14", "CTF-9")
def test_the_ante_of_a_folded_seat_does_not_come_back() -> None:
    cards = ("Ah 3d 5s", "Qh 7d 9s", "Kh 8d 4s 2c")
    became = one_seat(*cards, "check", "check", "fold")
    assert became == {"ante": ("lose", 0), "xtra": ("lose", 0)}


@pytest.mark.rule("CTF-15", "FL-2")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        # Two cards against two: A-K against K-Q.
        ("Ah 3d 5s", "Qh 7d 9s", "Kh 8d 4s 2c"),
        # Three against two: 4-3-2 of hearts against K-2 of diamonds.
        ("4h 5s 6c", "Kd 7s 9c", "3h 2h 2d Tc"),
        # Three against three, both too low to qualify: 8-7-6 against 8-7-5.
        ("6h Ts Jd", "5h 9s Kd", "8h 7h 2d 3c"),
    ],
)
def test_the_all_in_wins_when_ahead_however_short(player: str, dealer: str, board: str) -> None:
    became = one_seat(player, dealer, board, "bet_3x")
    assert became == {
        "ante": ("push", 10_00),
        "xtra": ("push", 10_00),
        "all-in": ("win", 60_00),
    }


@pytest.mark.rule("CTF-16", "CTF-18")
def test_behind_an_unqualified_dealer_all_in_and_xtra_lose() -> None:
    became = one_seat("5h 9s Kd", "6h Ts Jd", "8h 7h 2d 3c", "bet_3x")
    assert became == {"ante": ("push", 10_00), "xtra": ("lose", 0), "all-in": ("lose", 0)}


@pytest.mark.rule("CTF-17")
def test_a_tie_with_an_unqualified_dealer_gives_all_in_and_xtra_back() -> None:
    # K-Q of hearts on the board is the best of both.
    became = one_seat("3d 5s 7c", "8d 9s 6c", "Kh Qh 4s 2c", "check", "bet_2x")
    assert became["xtra"] == ("push", 10_00)
    assert became["all-in"] == ("push", 20_00)


# The bonuses


@pytest.mark.rule("CTF-18")
@pytest.mark.parametrize(
    ("player", "board", "back_a", "back_b"),
    [
        # On 10 dollars: 7 cards 250 or 400 to 1, 6: 20 or 70, 5: 5 or 7, 4: 1 or a push.
        ("Ah Qh 9h", "Kh 8h 4h 2h", 2510_00, 4010_00),
        ("Ah Qh 9c", "Kh 8h 4h 2h", 210_00, 710_00),
        ("Ah 5c 9c", "Kh 8h 4h 2h", 60_00, 80_00),
        ("Ah Qh 9c", "Kh 8h 4d 2s", 20_00, 10_00),
        ("Ah 5s 9c", "Kh 8h 4d 2s", 10_00, 10_00),
    ],
)
def test_the_xtra_bonus_pays_its_table(player: str, board: str, back_a: int, back_b: int) -> None:
    dealer = "3c 5d 7s"
    for paytable, back in (("A", back_a), ("B", back_b)):
        became = one_seat(player, dealer, board, "bet_3x", paytable=paytable)
        assert became["xtra"] == ("win" if back > 10_00 else "push", back)
        assert became["all-in"] == ("win", 60_00)


@pytest.mark.rule("CTF-18")
def test_the_xtra_bonus_pays_against_an_unqualified_dealer_too() -> None:
    became = one_seat("Ah Qh Ts", "9c 7s 3d", "Kh 8h 4d 2c", "bet_3x")
    assert became == {"ante": ("push", 10_00), "xtra": ("win", 20_00), "all-in": ("win", 60_00)}


@pytest.mark.rule("CTF-18")
def test_a_long_flush_that_does_not_win_gets_no_xtra_bonus() -> None:
    lost = one_seat("5h 6s 9c", "Ah 3c 5d", "Kh 8h 4h 2h", "bet_3x")
    assert lost["xtra"] == ("lose", 0)
    tied = one_seat("5d 6s 9c", "7d 3c 5s", "Kh 8h 4h 2h", "bet_3x")
    assert tied["xtra"] == ("push", 10_00)


@pytest.mark.rule("CTF-19")
@pytest.mark.parametrize(
    ("player", "result"), [("5h 6s 9c", ("win", 10_00)), ("5d 6s 9c", ("lose", 0))]
)
def test_same_suit_wins_from_four_cards_of_a_suit_on(player: str, result: tuple[str, int]) -> None:
    """Three hearts lie on the board: a fourth pays 1 to 1, and three are nothing."""
    became = one_seat(player, "Ah Qd 5c", "Kh 8h 4h 2c", "bet_3x", wagers=SAME_SUIT)
    assert became["same-suit"] == result


@pytest.mark.rule("CTF-19")
@pytest.mark.parametrize("actions", [("bet_3x",), ("check", "check", "fold")])
def test_same_suit_pays_on_the_players_cards_alone(actions: tuple[str, ...]) -> None:
    # Ann's five hearts lose to the dealer's six; they pay 10 to 1 on 5 dollars all the same.
    cards = ("5h 6s 9c", "Ah Qh 5d", "Kh 8h 4h 2h")
    became = one_seat(*cards, *actions, wagers=SAME_SUIT)
    assert became["ante"] == ("lose", 0)
    assert became["same-suit"] == ("win", 55_00)


@pytest.mark.rule("CTF-19")
def test_same_suit_loses_below_four_cards_though_the_hand_wins() -> None:
    became = one_seat("Th 5d 3s", "9h 4c 6s", "Kh 8h 2d 7c", "bet_3x", wagers=SAME_SUIT)
    assert became["ante"] == ("win", 20_00)
    assert became["same-suit"] == ("lose", 0)


@pytest.mark.rule("CTF-20")
def test_a_hand_of_two_lines_gets_the_one_that_pays_more() -> None:
    # Six hearts with 5-4-3-2 among them: 50 to 1 as a flush, 20 to 1 as a straight flush.
    became = one_seat("Kh Jh 9c", "As Ks Qd", "5h 4h 3h 2h", "bet_3x", wagers=SAME_SUIT)
    assert became["same-suit"] == ("win", 255_00)
    # Five hearts with 5-4-3-2: now the straight flush pays more than 10 to 1.
    became = one_seat("Kh Jc 9c", "As Ks Qd", "5h 4h 3h 2h", "bet_3x", wagers=SAME_SUIT)
    assert became["same-suit"] == ("win", 105_00)
    # Seven hearts with five in a row: 300 to 1 on table A, but 500 to 1 on table B.
    cards = ("Ah Jh 9h", "As Ks Qd", "5h 4h 3h 2h")
    assert one_seat(*cards, "bet_3x", wagers=SAME_SUIT)["same-suit"] == ("win", 1505_00)
    became = one_seat(*cards, "bet_3x", wagers=SAME_SUIT, paytable="B")
    assert became["same-suit"] == ("win", 2505_00)


@pytest.mark.rule("CTF-21")
def test_hands_are_settled_from_right_to_left() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob", "Cy").dealt(SAME_SUIT)
    play.acts("bet_3x", "bet_3x", "bet_3x")
    main = [(seat, wager) for seat in (3, 2, 1) for wager in ("ante", "xtra", "all-in")]
    if not play.settlement.qualifies:
        main.sort(key=lambda result: result[1] != "ante")
    side = [(seat, "same-suit") for seat in (3, 2, 1)]
    assert [(r.seat, r.wager) for r in play.settlement.results] == main + side


@pytest.mark.rule("CTF-14", "CTF-21")
def test_antes_go_back_before_hands_are_compared() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    play.dealt(ANTES, "Ah Kh Qh", "Ac Kc Qc", "5s 4d 3d", "2s 3s 4h 9c")
    play.acts("bet_3x", "bet_3x")
    assert not play.settlement.qualifies
    assert [(r.seat, r.wager) for r in play.settlement.results[:2]] == [(2, "ante"), (1, "ante")]


# Face up


@pytest.mark.rule("CTF-22")
def test_face_up_everyone_sees_the_players_cards_and_nobody_the_dealers() -> None:
    play = Playing(make_table("ctf", face_up=True), "Ann", "Bob")
    play.dealt(ANTES, "Ah Kh Qh", "2c 3d 4s", "5s 6s 7s", "8d 9d Td Jd")
    for viewer in (PUBLIC, Viewer("Ann"), Viewer("Bob")):
        table = view(play.state, viewer)
        assert table.face_up
        assert table.seats[0].cards == ("Ah", "Kh", "Qh")
        assert table.seats[1].cards == ("2c", "3d", "4s")
        assert table.dealer == (None, None, None)
        assert feed(play.history, viewer)[-3:] == [
            happened.HandDealt(1, parse_cards("Ah Kh Qh")),
            happened.HandDealt(2, parse_cards("2c 3d 4s")),
            happened.FaceDownDealt(0, 3),
        ]


@pytest.mark.rule("CTF-22")
def test_face_up_nothing_else_changes() -> None:
    cards = ("Ah Qh 5s", "Jh Th 6s", "9c 7s 3d", "Kh 8h 4h 2c")
    rounds = []
    for face_up in (False, True):
        play = Playing(make_table("ctf", face_up=face_up), "Ann", "Bob").dealt(SAME_SUIT, *cards)
        rounds.append(play.acts("bet_3x", "check", "check", "bet_1x"))
    hidden, shown = rounds
    assert hidden.settlement == shown.settlement
    assert hidden.stacks == shown.stacks
    assert hidden.history[1:] == shown.history[1:]
