"""A round from wagers open to END ROUND: order, refusals, time, secrets, cancel and awards."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.wording import reason_of

from longsuit.core.cards import DECK, Card, card_names, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import Settlement
from longsuit.core.games.table import Table, make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round import events as happened
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.codec import decode, encode
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, evolve_all, replay
from longsuit.core.round.state import Round
from longsuit.core.round.view import PUBLIC, Viewer, face_down, feed, own_hands, view

ANTES = {"ante": 10_00, "xtra": 10_00}
ANTE = {"ante": 10_00}


def deck(*first: str) -> tuple[Card, ...]:
    """A pack with these cards on top, in order, and the others below."""
    top = parse_cards(" ".join(first))
    return top + tuple(card for card in DECK if card not in top)


class Playing:
    """A round that a test drives. Players sit from seat 1 on, each with 1,000 dollars."""

    def __init__(self, table: Table, *players: str, stack: int = 1000_00) -> None:
        seated = {seat: (player, stack) for seat, player in enumerate(players, 1)}
        self.history: list[AnyEvent] = [open_round(table, 1, seated)]
        self.state: Round = replay(self.history)

    def do(self, command: Command) -> tuple[AnyEvent, ...]:
        """Something that is allowed."""
        events = decide(self.state, command)
        assert not isinstance(events, Refused), reason_of(events)
        self.state = evolve_all(self.state, events)
        self.history.extend(events)
        return events

    def refused(self, command: Command) -> str:
        """Something that is not: the round is as it was, and this is the reason."""
        before = repr(self.state)
        answer = decide(self.state, command)
        assert isinstance(answer, Refused), answer
        assert repr(self.state) == before
        return reason_of(answer)

    def player(self, seat: int) -> Actor:
        return Actor("player", self.state.seat(seat).player or "")

    def wagers(self, seat: int, wagers: Mapping[str, int]) -> asked.PlaceWagers:
        return asked.PlaceWagers(by=self.player(seat), seat=seat, wagers=wagers)

    def act(self, seat: int, action: str, amount: int | None = None) -> asked.Act:
        return asked.Act(by=self.player(seat), seat=seat, action=action, amount=amount)

    def dealt(self, wagers: Mapping[str, int], *first: str) -> "Playing":
        """Everyone seated places the same wagers and the cards are dealt."""
        for seat, held in enumerate(self.state.seats, 1):
            if held.player is not None:
                self.do(self.wagers(seat, wagers))
        self.do(asked.StartRound(by=DEALER))
        self.do(asked.DealCards(by=SYSTEM, deck=deck(*first)))
        return self

    def acts(self, *actions: str) -> "Playing":
        """Whoever has the turn takes the action, one after the other."""
        for action in actions:
            self.do(self.act(self.state.turn, action))
        return self

    def names(self, seat: int) -> list[str]:
        return [action.name for action in legal_actions(self.state, seat)]

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self.state.seats if seat.player is not None]

    @property
    def settlement(self) -> Settlement:
        assert self.state.settlement is not None
        return self.state.settlement

    @property
    def results(self) -> dict[tuple[int, str], tuple[str, int]]:
        """What became of each wager, by seat and wager: the verdict, and all that came back."""
        found: dict[tuple[int, str], tuple[str, int]]
        found = {(r.seat, r.wager): (r.verdict, r.returned) for r in self.settlement.results}
        assert len(found) == len(self.settlement.results)
        return found


@pytest.mark.rule("TBL-1")
def test_a_round_goes_through_its_phases_in_order() -> None:
    play = Playing(make_table("ctf"), "Ann")
    phases = [play.state.phase]
    play.do(play.wagers(1, ANTES))
    play.do(asked.StartRound(by=DEALER))
    phases.append(play.state.phase)
    play.do(asked.DealCards(by=SYSTEM, deck=deck("Ah Kh Qh", "2c 3d 4s", "5h 6h 7h 8h")))
    phases.append(play.state.phase)
    events = play.do(play.act(1, "bet_3x"))
    assert [type(event).__name__ for event in events] == [
        "ActionTaken",
        "BoardDealt",
        "BoardDealt",
        "HandsRevealed",
        "RoundSettled",
    ]
    shown = evolve_all(replay(play.history[: -len(events)]), events[:-1])
    phases += [shown.phase, play.state.phase]
    play.do(asked.EndRound(by=DEALER))
    phases.append(play.state.phase)
    assert phases == ["wagers", "no more bets", "decisions", "reveal", "settled", "ended"]


PHASES = ("wagers", "no more bets", "decisions", "settled", "ended", "cancelled")


def at(phase: str) -> Playing:
    """A round of one seat that has come to the phase; the seat began with 1,000 dollars."""
    play = Playing(make_table("hcf"), "Ann")
    play.do(play.wagers(1, {"ante": 10_00, "flush-bonus": 5_00}))
    if phase != "wagers":
        play.do(asked.StartRound(by=DEALER))
    if phase in ("decisions", "settled", "ended", "cancelled"):
        # Ann has five hearts, the dealer three clubs with a king: Ante and Raise win.
        cards = deck("Ah Jh 9h 7h 5h 2c 3d", "Kc 9c 4c 2d 5d 6s 8s")
        play.do(asked.DealCards(by=SYSTEM, deck=cards))
    if phase == "cancelled":
        play.do(asked.CancelRound(by=DEALER))
    if phase in ("settled", "ended"):
        play.do(play.act(1, "raise_2x"))
    if phase == "ended":
        play.do(asked.EndRound(by=DEALER))
    assert play.state.phase == phase
    return play


@pytest.mark.rule("TBL-1")
@pytest.mark.parametrize("phase", ["wagers", "no more bets", "decisions"])
def test_cancel_gives_every_wager_back(phase: str) -> None:
    play = at(phase)
    assert play.stacks == [985_00]
    play.do(asked.CancelRound(by=DEALER, reason="misdeal"))
    assert play.stacks == [1000_00]
    assert play.state.phase == "cancelled"
    assert play.state.playing == []
    assert play.state.due == ()


@pytest.mark.rule("TBL-1")
def test_cancel_gives_bets_back_as_well() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob").dealt(ANTES).acts("bet_3x")
    assert play.stacks == [950_00, 980_00]
    play.do(asked.CancelRound(by=DEALER))
    assert play.stacks == [1000_00, 1000_00]


@pytest.mark.rule("TBL-1", "TBL-2")
@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        ("settled", "Not now: the round is settled."),
        ("ended", "Not now: the round has ended."),
        ("cancelled", "Not now: the round was cancelled."),
    ],
)
def test_what_is_settled_cannot_be_cancelled(phase: str, reason: str) -> None:
    assert at(phase).refused(asked.CancelRound(by=DEALER)) == reason


@pytest.mark.rule("TBL-2")
@pytest.mark.rule("TBL-1", "HCF-1")
@pytest.mark.parametrize("phase", PHASES)
def test_what_is_out_of_its_phase_is_refused(phase: str) -> None:
    play = at(phase)
    ann = play.player(1)
    asking: list[tuple[Command, tuple[str, ...]]] = [
        (asked.SitDown(by=Actor("player", "Eve"), seat=2, stack=1), ("wagers",)),
        (asked.StandUp(by=ann, seat=1), ("wagers",)),
        (play.wagers(1, ANTE), ("wagers",)),
        (asked.TakeBackWagers(by=ann, seat=1), ("wagers",)),
        (asked.StartRound(by=DEALER), ("wagers",)),
        (asked.DealCards(by=SYSTEM, deck=DECK), ("no more bets",)),
        (play.act(1, "fold"), ("decisions",)),
        (asked.LetTimePass(by=SYSTEM, seat=1), ("decisions",)),
        (asked.EndRound(by=DEALER), ("settled",)),
    ]
    for command, phases in asking:
        if phase in phases:
            assert not isinstance(decide(play.state, command), Refused), command
        else:
            leaves = isinstance(command, asked.StandUp)
            told = "You can leave when this round ends." if leaves else "Not now: "
            assert play.refused(command).startswith(told), command


@pytest.mark.rule("TBL-2")
def test_out_of_turn_is_refused() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob", "Cy").dealt(ANTES)
    assert play.refused(play.act(2, "check")) == "It is the turn of seat 1."
    assert legal_actions(play.state, 2) == ()
    play.acts("check")
    assert play.refused(play.act(1, "check")) == "It is the turn of seat 2."
    assert play.refused(asked.LetTimePass(by=SYSTEM, seat=3)) == "It is the turn of seat 2."


@pytest.mark.rule("TBL-2")
def test_a_seat_that_does_not_play_cannot_act() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    play.do(play.wagers(2, ANTES))
    play.do(asked.StartRound(by=DEALER))
    play.do(asked.DealCards(by=SYSTEM, deck=DECK))
    assert play.state.turn == 2
    assert play.refused(play.act(1, "check")) == "Seat 1 has no wagers in this round."
    bad = asked.Act(by=Actor("player", "Eve"), seat=3, action="check")
    assert play.refused(bad) == "Nobody sits at seat 3."
    bad = asked.Act(by=Actor("player", "Eve"), seat=8, action="check")
    assert play.refused(bad) == "There is no seat 8; the table has seats 1 to 7."


@pytest.mark.rule("TBL-2")
def test_the_wrong_role_is_refused() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    ann, bob = play.player(1), play.player(2)
    theirs = asked.PlaceWagers(by=bob, seat=1, wagers=ANTES)
    assert play.refused(theirs) == "Only the player at seat 1 may do that."
    theirs = asked.PlaceWagers(by=DEALER, seat=1, wagers=ANTES)
    assert play.refused(theirs) == "Only the player at seat 1 may do that."
    sits = asked.SitDown(by=DEALER, seat=3, stack=1)
    assert play.refused(sits) == "Only a player may take a seat."
    play.do(play.wagers(1, ANTES))
    runners = "Only a dealer or a supervisor may {} a round."
    assert play.refused(asked.StartRound(by=ann)) == runners.format("start")
    assert play.refused(asked.CancelRound(by=ann)) == runners.format("cancel")
    play.do(asked.StartRound(by=DEALER))
    dealing = asked.DealCards(by=DEALER, deck=DECK)
    assert play.refused(dealing) == "Only the system may deal the cards."
    play.do(asked.DealCards(by=SYSTEM, deck=DECK))
    acting = asked.Act(by=bob, seat=1, action="check")
    assert play.refused(acting) == "Only the player at seat 1 may do that."
    waiting = asked.LetTimePass(by=ann, seat=1)
    assert play.refused(waiting) == "Only a dealer or a supervisor may call a seat's time."
    play.acts("bet_3x")
    assert play.refused(asked.EndRound(by=ann)) == runners.format("end")


@pytest.mark.rule("TBL-2")
def test_money_that_is_not_there_is_refused() -> None:
    play = Playing(make_table("ctf"), "Ann", stack=35_00)
    wagers = play.wagers(1, {"ante": 20_00, "xtra": 20_00})
    assert play.refused(wagers) == "The wagers come to $40.00, but the seat has $35.00."
    play.dealt(ANTES)
    assert play.refused(play.act(1, "bet_3x")) == "The All In is $30.00, but the seat has $15.00."
    assert play.names(1) == ["check"]
    play.acts("check")
    assert play.names(1) == ["check"]
    play.acts("check")
    assert play.names(1) == ["fold", "bet_1x"]


def test_wagers_replace_the_ones_before_and_can_be_taken_back() -> None:
    play = Playing(make_table("ctf"), "Ann", stack=30_00)
    play.do(play.wagers(1, ANTES))
    play.do(play.wagers(1, {"ante": 15_00, "xtra": 15_00}))
    assert play.stacks == [0]
    play.do(asked.TakeBackWagers(by=play.player(1), seat=1))
    assert play.stacks == [30_00]
    again = asked.TakeBackWagers(by=play.player(1), seat=1)
    assert play.refused(again) == "Seat 1 has no wagers in this round."
    assert play.refused(asked.StartRound(by=DEALER)) == (
        "No one has wagered: there is no round to start."
    )


def test_standing_up_takes_the_wagers_along() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    play.do(play.wagers(1, ANTES))
    events = play.do(asked.StandUp(by=play.player(1), seat=1))
    assert events == (happened.WagersTakenBack(1), happened.SeatLeft(1))
    assert play.state.seat(1).player is None
    assert legal_actions(play.state, 1) == ()


@pytest.mark.rule("TBL-3")
def test_time_that_runs_out_checks_and_at_the_last_decision_folds() -> None:
    play = Playing(make_table("ctf"), "Ann").dealt(ANTES)
    for action in ("check", "check", "fold"):
        first, *_ = play.do(asked.LetTimePass(by=SYSTEM, seat=1))
        assert first == happened.ActionTaken(1, action, 0, in_time=False)
    assert play.results == {(1, "ante"): ("lose", 0), (1, "xtra"): ("lose", 0)}
    assert play.stacks == [980_00]


@pytest.mark.rule("TBL-3")
def test_time_that_runs_out_folds_where_there_is_no_check() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob").dealt(ANTE)
    (first, *_) = play.do(asked.LetTimePass(by=DEALER, seat=1))
    assert first == happened.ActionTaken(1, "fold", 0, in_time=False)
    assert play.state.seat(1).folded
    assert play.state.turn == 2


# Who sees what


def seen(play: Playing, viewer: Viewer) -> str:
    """All that a viewer can get hold of by any door, as one text."""
    return repr(view(play.state, viewer)) + repr(feed(play.history, viewer))


@pytest.mark.rule("TBL-4", "HCF-11")
def test_nobody_sees_a_card_before_the_rules_show_it() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    play.dealt(ANTES, "Ah Kh Qh", "2c 3d 4s", "5s 6s 7s", "8d 9d Td Jd")
    mine, bobs = ("Ah", "Kh", "Qh"), ("2c", "3d", "4s")
    hidden = (None, None, None)

    def shown(viewer: Viewer) -> list[object]:
        table = view(play.state, viewer)
        return [*(seat.cards for seat in table.seats[:2]), table.dealer, table.board]

    ann, bob = Viewer("Ann"), Viewer("Bob")
    assert shown(ann) == [mine, hidden, hidden, ()]
    assert shown(bob) == [hidden, bobs, hidden, ()]
    assert shown(PUBLIC) == shown(Viewer("Eve")) == [hidden, hidden, hidden, ()]
    play.acts("check", "check")
    assert shown(PUBLIC) == [hidden, hidden, hidden, ("8d", "9d")]
    play.acts("check", "check", "bet_1x")
    assert shown(PUBLIC) == [hidden, hidden, hidden, ("8d", "9d", "Td", "Jd")]
    play.acts("fold")
    # Bob folded with no side wager: his cards are nobody's business.
    assert shown(PUBLIC) == [mine, hidden, ("5s", "6s", "7s"), ("8d", "9d", "Td", "Jd")]
    assert shown(bob)[1] == bobs


@pytest.mark.rule("TBL-4")
def test_what_lies_face_down_for_whom() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    play.dealt(ANTES, "Ah Kh Qh", "2c 3d 4s", "5s 6s 7s", "8d 9d Td Jd")
    viewers = (Viewer("Ann"), Viewer("Bob"), Viewer("Eve"), PUBLIC)
    assert [own_hands(play.state, one) for one in viewers] == [{1}, {2}, set(), set()]
    assert [face_down(play.state, one) for one in viewers] == [{0, 2}, {0, 1}, {0, 1, 2}, {0, 1, 2}]
    play.acts("check", "check", "check", "check", "bet_1x", "fold")
    assert [face_down(play.state, one) for one in viewers] == [{2}, set(), {2}, {2}]


def test_a_stack_of_just_an_ante_pays_the_least_raise() -> None:
    for stack, names in ((20_00, ["fold", "raise"]), (19_99, ["fold"])):
        play = Playing(make_table("hcf", raise_step=5_00), "Ann", stack=stack)
        play.dealt(ANTE, "Ah Kh Qh Jh 9c 8c 7d")
        assert play.names(1) == names


@pytest.mark.rule("TBL-4")
def test_the_feed_tells_no_card_too_early() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob")
    play.dealt(ANTE, "Ah Kh Qh Jh 9h 2c 3c", "4c 5d 6s 7c 8d 9s Tc", "2d 3s 4h 5c 6h 7d 8s")
    cards = parse_cards("Ah Kh Qh Jh 9h 2c 3c")
    told = feed(play.history, Viewer("Bob"))
    assert told[-3:] == [
        happened.FaceDownDealt(1, 7),
        happened.HandDealt(2, parse_cards("4c 5d 6s 7c 8d 9s Tc")),
        happened.FaceDownDealt(0, 7),
    ]
    assert not any(isinstance(event, happened.DeckShuffled) for event in told)
    assert happened.HandDealt(1, cards) in feed(play.history, Viewer("Ann"))
    for viewer in (PUBLIC, Viewer("Bob")):
        assert repr(cards) not in seen(play, viewer)
        assert repr(play.state.deck) not in seen(play, viewer)
    play.acts("raise_1x", "fold")
    revealed = next(e for e in feed(play.history) if isinstance(e, happened.HandsRevealed))
    assert revealed.hands == (happened.HandDealt(1, cards),)
    assert card_names(revealed.dealer) == "2d 3s 4h 5c 6h 7d 8s"
    assert repr(play.state.deck) not in seen(play, Viewer("Ann"))


@pytest.mark.rule("TBL-4")
def test_a_cancelled_round_stays_hidden() -> None:
    play = Playing(make_table("hcf"), "Ann", "Bob").dealt(ANTE)
    play.do(asked.CancelRound(by=DEALER))
    table = view(play.state, Viewer("Ann"))
    assert table.dealer == table.seats[1].cards == (None,) * 7


@pytest.mark.rule("TBL-4")
def test_only_the_player_is_shown_what_a_seat_may_do() -> None:
    play = Playing(make_table("hcf"), "Ann").dealt(ANTE, "Ah Kh Qh Jh 9h 2c 3c")
    mine = view(play.state, Viewer("Ann")).seats[0].actions
    assert [action.name for action in mine] == ["fold", "raise_1x", "raise_2x"]
    # The size of the raise would tell the length of the flush.
    assert view(play.state, PUBLIC).seats[0].actions == ()


# The record


def test_events_are_the_whole_round() -> None:
    play = at("ended")
    assert replay(play.history) == play.state
    assert replay([decode(encode(event)) for event in play.history]) == play.state
    with pytest.raises(ValueError, match="a round starts with RoundOpened"):
        evolve(None, happened.RoundEnded())
    with pytest.raises(ValueError, match="no events"):
        replay([])


def test_stacks_hold_what_settlement_gave_back() -> None:
    play = at("settled")
    # Ante 10 and Raise 20 win even money, five hearts pay 10 to 1 on 5: 60 and 55 come back.
    assert play.stacks == [1000_00 - 15_00 - 20_00 + 60_00 + 55_00]


@pytest.mark.rule("FL-11", "TBL-2")
def test_an_amount_that_is_no_whole_number_of_cents_is_refused() -> None:
    play = Playing(make_table("ctf"), "Ann")
    halves: Any = {"ante": 5_00.0, "xtra": 5_00.0}
    sentence = "An amount is a whole number of cents, and never negative."
    assert play.refused(play.wagers(1, halves)) == sentence
    play.dealt(ANTES)
    half: Any = 30_00.5
    by = Actor("player", "Ann")
    assert play.refused(asked.Act(by=by, seat=1, action="bet_3x", amount=half)) == sentence


@pytest.mark.rule("CON-12")
def test_on_two_spots_each_ante_has_the_higher_minimum() -> None:
    """The least Ante is $5, on two spots three times that; one spot alone is as everywhere."""
    table = make_table("ctf", seats_per_player=2, spot_factor=3)
    ann, low = Playing(table, "Ann", "Ann", "Bob"), {"ante": 10_00, "xtra": 10_00}
    high = {"ante": 15_00, "xtra": 15_00}
    says = "On two spots or more the Ante is at least $15.00 on each: at seat {} it is $10.00."
    ann.do(ann.wagers(1, low))
    ann.do(ann.wagers(3, low))
    assert ann.refused(ann.wagers(2, low)) == says.format(2)
    assert ann.refused(ann.wagers(2, high)) == says.format(1)
    ann.do(ann.wagers(1, high))
    ann.do(ann.wagers(2, high))
    assert ann.refused(ann.wagers(1, low)) == says.format(1)
    ann.do(asked.TakeBackWagers(by=ann.player(2), seat=2))
    ann.do(ann.wagers(1, low))


@pytest.mark.rule("CON-12")
def test_the_factor_leaves_room_below_the_largest_ante() -> None:
    assert make_table("ctf", spot_factor=1) == make_table("ctf")
    for factor in (0, 101):
        with pytest.raises(InputError, match="On two spots the least Ante"):
            make_table("ctf", spot_factor=factor)
