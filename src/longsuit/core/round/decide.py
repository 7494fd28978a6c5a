"""What comes of a command: the events that follow, or a refusal with its reason.

`decide` never changes anything. A refused command leaves the round as it was (TBL-2).
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from longsuit.core.cards import DECK, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER, Award, Hand, settle
from longsuit.core.games.table import Table
from longsuit.core.money import Cents, show_dollars
from longsuit.core.round import commands as asked
from longsuit.core.round import events as happened
from longsuit.core.round.actions import Action, legal_actions
from longsuit.core.round.commands import Actor, Command
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.state import NOBODY, Round, Seat

Events = tuple[AnyEvent, ...]
_PACKED = sorted(DECK)
_RUNNERS = ("dealer", "supervisor", "system")


class Refused(Struct, frozen=True):
    """The command is not allowed; the reason is one plain sentence."""

    reason: str


def open_round(
    table: Table, number: int = 1, seated: Mapping[int, tuple[str, Cents]] | None = None
) -> happened.RoundOpened:
    """The first event of a round: wagers are open."""
    opened = happened.RoundOpened(number, table)
    state = evolve(None, opened)
    taken: list[happened.SeatTaken] = []
    for seat, (player, stack) in sorted((seated or {}).items()):
        # Whoever stays from the round before sits by the same rules as whoever comes.
        asks = asked.SitDown(by=Actor("player", player), seat=seat, stack=stack)
        outcome = _sit_down(state, asks)
        if isinstance(outcome, Refused):
            raise InputError(outcome.reason)
        taken.append(happened.SeatTaken(seat, player, stack))
        state = evolve_all(state, outcome)
    return happened.RoundOpened(number, table, tuple(taken))


def decide(state: Round, command: Command) -> Events | Refused:
    """The events that the command leads to, or why it is refused."""
    if not all(isinstance(amount, int) for amount in _amounts(command)):
        return Refused("An amount is a whole number of cents.")
    rule = _RULES.get(type(command))
    if rule is None:
        return Refused("That is not asked of a table.")
    return rule(state, command)


def _amounts(command: Command) -> Iterator[object]:
    """Every amount that a command names: money is exact, so none may be a fraction (FL-11)."""
    match command:
        case asked.PlaceWagers(wagers=wagers):
            yield from wagers.values()
        case asked.SitDown(stack=amount) | asked.PayAward(amount=amount):
            yield amount
        case asked.Act(amount=amount) if amount is not None:
            yield amount
        case asked.StartRound(dynamic=dynamic):
            yield from dynamic.values()


def _wrong_phase(state: Round, *phases: str) -> Refused | None:
    if state.phase in phases:
        return None
    now = {
        "wagers": "wagers are open",
        "no more bets": "no more bets: the cards are about to be dealt",
        "decisions": "the players are deciding",
        "reveal": "the hands are being shown",
        "settled": "the round is settled",
        "ended": "the round has ended",
        "cancelled": "the round was cancelled",
    }[state.phase]
    return Refused(f"Not now: {now}.")


def _no_seat(state: Round, number: int) -> Refused | None:
    if 1 <= number <= len(state.seats):
        return None
    return Refused(f"There is no seat {number}; the table has seats 1 to {len(state.seats)}.")


def _not_theirs(state: Round, number: int, by: Actor) -> Refused | None:
    seat = state.seat(number)
    if seat.player is None:
        return Refused(f"Nobody sits at seat {number}.")
    if by.role != "player" or by.name != seat.player:
        return Refused(f"Only the player at seat {number} may do that.")
    return None


def not_running(by: Actor) -> Refused | None:
    """A refusal for whoever does not run the table."""
    if by.role in _RUNNERS:
        return None
    return Refused("Only the dealer may do that.")


# Seats and wagers


def _sit_down(state: Round, command: asked.SitDown) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if command.by.role != "player" or not command.by.name:
        return Refused("Only a player may take a seat.")
    if state.seat(command.seat).player is not None:
        return Refused(f"Seat {command.seat} is taken.")
    held = sum(seat.player == command.by.name for seat in state.seats)
    if held >= state.table.seats_per_player:
        seats = "one seat" if held == 1 else f"{held} seats"
        return Refused(f"A player may have {seats} at this table.")
    if command.stack < 0:
        return Refused("A player cannot sit down with less than nothing.")
    return (happened.SeatTaken(command.seat, command.by.name, command.stack),)


def _stand_up(state: Round, command: asked.StandUp) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by):
        return no
    left = happened.SeatLeft(command.seat)
    if state.seat(command.seat).plays:
        return happened.WagersTakenBack(command.seat), left
    return (left,)


def _place_wagers(state: Round, command: asked.PlaceWagers) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by):
        return no
    if complaint := wager_complaint(state.table, state.seat(command.seat), command.wagers):
        return Refused(complaint)
    return (happened.WagersPlaced(command.seat, dict(command.wagers)),)


def wager_complaint(table: Table, seat: Seat, wagers: Mapping[str, Cents]) -> str | None:
    """Why these wagers cannot stand (CTF-1 to CTF-3, HCF-1, HCF-2, FL-10, TBL-9), or None."""
    game = table.definition
    for wager in wagers:
        if table.offer(wager) is None:
            return f"This table does not offer the wager '{wager}'."
    for offer in table.offers:
        name = game.wager(offer.wager).name
        if offer.wager not in wagers:
            if offer.mandatory:
                return f"The {name} is mandatory."
            continue
        amount = wagers[offer.wager]
        ante = wagers.get("ante", 0)
        if offer.wager in game.equal_to_ante and amount != ante:
            return f"The {name} must equal the Ante of {show_dollars(ante)}."
        if complaint := offer.limits.complaint(name, amount):
            return complaint
    total, funds = sum(wagers.values()), seat.stack + seat.staked
    if total > funds:
        return f"The wagers come to {show_dollars(total)}, but the seat has {show_dollars(funds)}."
    return None


def _take_back(state: Round, command: asked.TakeBackWagers) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by):
        return no
    if not state.seat(command.seat).plays:
        return Refused(f"Seat {command.seat} has no wagers to take back.")
    return (happened.WagersTakenBack(command.seat),)


# Start, deal, decisions


def _start(state: Round, command: asked.StartRound) -> Events | Refused:
    if no := not_running(command.by) or _wrong_phase(state, "wagers"):
        return no
    if not state.playing:
        return Refused("No seat has wagered, so there is no round to start.")
    if complaint := _dynamic_complaint(state, command.dynamic):
        return Refused(complaint)
    return (happened.RoundStarted(dict(command.dynamic)),)


def _dynamic_complaint(state: Round, dynamic: Mapping[str, Cents]) -> str | None:
    """Dynamic pays are for the table's own dynamic lines, and as many as it draws (PRG-14).

    Without a wager on the progressive nothing needs to be drawn (PRG-20).
    """
    for offer in state.table.offers:
        if offer.paytable is not None and offer.paytable.dynamic_lines != (0, 0):
            wagered = any(offer.wager in seat.wagers for seat in state.seats)
            return offer.paytable.dynamic_complaint(dynamic) if dynamic or wagered else None
    return "This table has no dynamic pays." if dynamic else None


def _deal(state: Round, command: asked.DealCards) -> Events | Refused:
    if command.by.role != "system":
        return Refused("Only the system deals the cards.")
    if no := _wrong_phase(state, "no more bets"):
        return no
    if sorted(command.deck) != _PACKED:
        return Refused("The deck is not a shuffle of the 52 cards.")
    # Left to right, the dealer last (CTF-4, HCF-3).
    hole, deck = state.table.definition.hole, tuple(command.deck)
    events: list[AnyEvent] = [happened.DeckShuffled(deck)]
    at = 0
    for number in state.playing:
        events.append(happened.HandDealt(number, deck[at : at + hole]))
        at += hole
    events.append(happened.DealerDealt(deck[at : at + hole]))
    return (*events, *_what_follows(evolve_all(state, events)))


def _act(state: Round, command: asked.Act) -> Events | Refused:
    if no := _wrong_phase(state, "decisions") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by) or _out_of_turn(state, command.seat):
        return no
    actions = legal_actions(state, command.seat)
    action = next((a for a in actions if a.name == command.action), None)
    if action is None:
        return _not_open(state, command, actions)
    if command.amount is None and action.least < action.most:
        # Money that nobody has named is not bet.
        return Refused(f"How much? {_amounts_of(action)}.")
    amount = action.least if command.amount is None else command.amount
    if not action.takes(amount):
        return Refused(f"{_amounts_of(action)}, not {show_dollars(amount)}.")
    return _taken(state, happened.ActionTaken(command.seat, action.name, amount))


def _out_of_turn(state: Round, number: int) -> Refused | None:
    if state.turn == number:
        return None
    seat = state.seat(number)
    if seat.decided:
        return Refused(f"Seat {number} has decided and cannot change it.")
    if not seat.plays:
        return Refused(f"Seat {number} has no wagers in this round.")
    return Refused(f"It is the turn of seat {state.turn}.")


def _not_open(state: Round, command: asked.Act, actions: tuple[Action, ...]) -> Refused:
    seat, game = state.seat(command.seat), state.table.definition
    for multiple in range(1, max(state.to_decide.most) + 1):
        price = multiple * seat.wagers["ante"]
        if command.action == game.action_name(multiple) and price > seat.stack:
            name, has = game.bet.name, show_dollars(seat.stack)
            return Refused(f"The {name} is {show_dollars(price)}, but the seat has {has}.")
    open_now = " or ".join(action.name for action in actions)
    return Refused(f"'{command.action}' is not open to seat {command.seat} now; it may {open_now}.")


def _amounts_of(action: Action) -> str:
    if action.least == action.most:
        return f"{action.name} is for {show_dollars(action.least)}"
    least, most = show_dollars(action.least), show_dollars(action.most)
    return f"{action.name} is from {least} to {most} in steps of {show_dollars(action.step)}"


def _let_time_pass(state: Round, command: asked.LetTimePass) -> Events | Refused:
    if no := not_running(command.by) or _wrong_phase(state, "decisions"):
        return no
    if no := _no_seat(state, command.seat) or _out_of_turn(state, command.seat):
        return no
    free = state.to_decide.free
    return _taken(state, happened.ActionTaken(command.seat, free, 0, in_time=False))


def _taken(state: Round, event: happened.ActionTaken) -> Events:
    return (event, *_what_follows(evolve(state, event)))


def _what_follows(state: Round) -> list[AnyEvent]:
    """Once no seat has to act: the next community cards, and in the end reveal and settle."""
    events: list[AnyEvent] = []
    decisions = state.table.rules.decisions
    hole = state.table.definition.hole
    while state.turn == NOBODY and state.decision + 1 < len(decisions):
        start = (len(state.playing) + 1) * hole + len(state.board)
        more = decisions[state.decision + 1].board - len(state.board)
        dealt = happened.BoardDealt(state.deck[start : start + more])
        events.append(dealt)
        state = evolve(state, dealt)
    if state.turn == NOBODY:
        events.extend(_settling(state))
    return events


def _settling(state: Round) -> Events:
    game, board = state.table.definition, card_set(state.board)
    hands = []
    shown = []
    for number in state.playing:
        seat = state.seat(number)
        cards = card_set(seat.cards) | board
        player = str(seat.player)
        hands.append(Hand(number, cards, seat.wagers, seat.bet, seat.folded, player))
        # A folded hand is turned up only where a side wager still rides on it (CTF-9, HCF-6).
        if not seat.folded or any(wager not in game.mandatory for wager in seat.wagers):
            shown.append(happened.HandDealt(number, seat.cards))
    dealer = card_set(state.dealer) | board
    outcome = settle(state.table, hands, dealer, state.dynamic)
    return happened.HandsRevealed(state.dealer, tuple(shown)), happened.RoundSettled(outcome)


# Awards, end, cancel


def _grant_mystery(state: Round, command: asked.GrantMystery) -> Events | Refused:
    if command.by.role != "system":
        return Refused("Only the system draws a mystery award.")
    if no := _wrong_phase(state, "settled") or _no_seat(state, command.seat):
        return no
    if state.due:
        return Refused(f"An award is due to seat {state.due[0].seat}: pay it first.")
    offer = state.table.offer(command.wager)
    stake = state.seat(command.seat).wagers.get(command.wager, 0)
    if offer is None or offer.paytable is None or not offer.paytable.meters or not stake:
        return Refused(f"Seat {command.seat} has no wager that takes part in a mystery award.")
    multiple = stake // offer.paytable.base
    award = Award(command.seat, command.wager, MYSTERY_HAND, MYSTERY_METER, Fraction(1), multiple)
    return (happened.AwardGranted(award),)


def _pay_award(state: Round, command: asked.PayAward) -> Events | Refused:
    if no := not_running(command.by) or _wrong_phase(state, "settled"):
        return no
    if command.amount < 0:
        return Refused("An award is never negative.")
    if not any((a.seat, a.wager) == (command.seat, command.wager) for a in state.due):
        return Refused(f"No award is due to seat {command.seat} on the {command.wager}.")
    first = state.due[0]
    if (first.seat, first.wager) != (command.seat, command.wager):
        return Refused(f"Awards are paid from right to left: seat {first.seat} is first.")
    return (happened.AwardPaid(command.seat, command.wager, command.amount),)


def _end(state: Round, command: asked.EndRound) -> Events | Refused:
    if no := not_running(command.by) or _wrong_phase(state, "settled"):
        return no
    if state.due:
        return Refused(f"An award is due to seat {state.due[0].seat}: pay it first.")
    return (happened.RoundEnded(),)


def _cancel(state: Round, command: asked.CancelRound) -> Events | Refused:
    if no := not_running(command.by):
        return no
    if no := _wrong_phase(state, "wagers", "no more bets", "decisions"):
        return no
    return (happened.RoundCancelled(command.reason),)


_RULES: dict[type, Callable[[Round, Any], Events | Refused]] = {
    asked.SitDown: _sit_down,
    asked.StandUp: _stand_up,
    asked.PlaceWagers: _place_wagers,
    asked.TakeBackWagers: _take_back,
    asked.StartRound: _start,
    asked.DealCards: _deal,
    asked.Act: _act,
    asked.LetTimePass: _let_time_pass,
    asked.GrantMystery: _grant_mystery,
    asked.PayAward: _pay_award,
    asked.EndRound: _end,
    asked.CancelRound: _cancel,
}
