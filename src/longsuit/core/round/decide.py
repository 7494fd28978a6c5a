"""What comes of a command: the events that follow, or a refusal with its code.

`decide` never changes anything. A refused command leaves the round as it was (TBL-2).
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from longsuit.core.cards import DECK, Card, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER, Award, Hand, settle
from longsuit.core.games.table import Table
from longsuit.core.money import Cents
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as asked
from longsuit.core.round import events as happened
from longsuit.core.round.actions import Action, legal_actions
from longsuit.core.round.commands import Actor, Command, Role
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.state import NOBODY, Round, Seat
from longsuit.core.texts import sentence

Events = tuple[AnyEvent, ...]
_PACKED = sorted(DECK)
RUNNERS: tuple[Role, ...] = ("dealer", "supervisor")


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
            raise InputError(sentence(outcome))
        taken.append(happened.SeatTaken(seat, player, stack))
        state = evolve_all(state, outcome)
    return happened.RoundOpened(number, table, tuple(taken))


def decide(state: Round, command: Command) -> Events | Refused:
    """The events that the command leads to, or why it is refused."""
    if not all(isinstance(amount, int) for amount in _amounts(command)):
        return refuse(Code.AMOUNT)
    rule = _RULES.get(type(command))
    return rule(state, command) if rule is not None else refuse(Code.NOT_ASKED_HERE)


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
    return None if state.phase in phases else refuse(Code.NOT_NOW, phase=state.phase)


def _no_seat(state: Round, number: int) -> Refused | None:
    if 1 <= number <= len(state.seats):
        return None
    return refuse(Code.NO_SEAT, seat=number, seats=len(state.seats))


def _not_theirs(state: Round, number: int, by: Actor) -> Refused | None:
    seat = state.seat(number)
    if seat.player is None:
        return refuse(Code.SEAT_EMPTY, seat=number)
    if by.role != "player" or by.name != seat.player:
        return refuse(Code.SEAT_NOT_YOURS, seat=number)
    return None


def runs_table(by: Actor) -> bool:
    """Whether somebody runs the table: its dealer, a supervisor, or the system."""
    return by.role == "system" or by.role in RUNNERS


def not_running(command: Command) -> Refused | None:
    """A refusal for whoever does not run the table."""
    return None if runs_table(command.by) else not_allowed(command, *RUNNERS)


def not_supervising(command: Command) -> Refused | None:
    """A refusal for whoever is no supervisor with a name to put on record."""
    by = command.by
    return None if by.role == "supervisor" and by.name else not_allowed(command, "supervisor")


def not_allowed(command: Command, *roles: Role) -> Refused:
    """Only these roles may do it; without any, only the system."""
    return refuse(Code.NOT_ALLOWED, deed=type(command).__name__, roles=roles)


# Seats and wagers


def _sit_down(state: Round, command: asked.SitDown) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if command.by.role != "player" or not command.by.name:
        return not_allowed(command, "player")
    if state.seat(command.seat).player is not None:
        return refuse(Code.SEAT_TAKEN, seat=command.seat)
    held = sum(seat.player == command.by.name for seat in state.seats)
    if held >= state.table.seats_per_player:
        return refuse(Code.SEATS_EACH, seats=held)
    if command.stack < 0:
        return refuse(Code.AMOUNT)
    return (happened.SeatTaken(command.seat, command.by.name, command.stack),)


def _stand_up(state: Round, command: asked.StandUp) -> Events | Refused:
    if state.phase != "wagers":
        return refuse(Code.LEAVE_LATER)
    if no := _no_seat(state, command.seat):
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
    if no := refuse_wagers(state.table, state.seat(command.seat), command.wagers):
        return no
    if no := _refuse_spots(state, command):
        return no
    return (happened.WagersPlaced(command.seat, dict(command.wagers)),)


def _refuse_spots(state: Round, command: asked.PlaceWagers) -> Refused | None:
    """Why somebody who plays other spots too cannot place these wagers, or None (CON-12)."""
    factor, ante = state.table.spot_factor or 1, state.table.offer("ante")
    assert ante is not None
    others = {
        number: seat.wagers["ante"]
        for number, seat in enumerate(state.seats, 1)
        if seat.player == command.by.name and seat.plays and number != command.seat
    }
    least = ante.limits.least * factor
    for number, amount in {command.seat: command.wagers["ante"], **others}.items():
        if others and amount < least:
            return refuse(Code.SPOT_MINIMUM, least=least, seat=number, amount=amount)
    return None


def refuse_wagers(table: Table, seat: Seat, wagers: Mapping[str, Cents]) -> Refused | None:
    """Why these wagers cannot stand (CTF-1 to CTF-3, HCF-1, HCF-2, FL-10, TBL-9), or None."""
    game = table.definition
    for wager in wagers:
        if table.offer(wager) is None:
            return refuse(Code.NO_OFFER, wager=wager)
    for offer in table.offers:
        if offer.wager not in wagers:
            if offer.mandatory:
                return refuse(Code.WAGER_MISSING, wager=offer.wager)
            continue
        amount = wagers[offer.wager]
        ante = wagers.get("ante", 0)
        if offer.wager in game.equal_to_ante and amount != ante:
            return refuse(Code.WAGER_EQUALS_ANTE, wager=offer.wager, ante=ante)
        if no := offer.refuse(amount):
            return no
    total, funds = sum(wagers.values()), seat.stack + seat.staked
    if total > funds:
        return refuse(Code.WAGERS_TOO_HIGH, total=total, funds=funds)
    return None


def _take_back(state: Round, command: asked.TakeBackWagers) -> Events | Refused:
    if no := _wrong_phase(state, "wagers") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by):
        return no
    if not state.seat(command.seat).plays:
        return refuse(Code.NO_WAGERS, seat=command.seat)
    return (happened.WagersTakenBack(command.seat),)


# Start, deal, decisions


def _start(state: Round, command: asked.StartRound) -> Events | Refused:
    if no := not_running(command) or _wrong_phase(state, "wagers"):
        return no
    if not state.playing:
        return refuse(Code.NOBODY_WAGERS)
    if not _draws(state, command.dynamic):
        return refuse(Code.DYNAMIC_PAYS)
    return (happened.RoundStarted(dict(command.dynamic)),)


def _draws(state: Round, dynamic: Mapping[str, Cents]) -> bool:
    """Whether these may be a round's dynamic pays: of the table's own lines, as many as it draws.

    That is PRG-14. Without a wager on the progressive nothing needs to be drawn (PRG-20).
    """
    for offer in state.table.offers:
        if offer.paytable is not None and offer.paytable.dynamic_lines != (0, 0):
            wagered = any(offer.wager in seat.wagers for seat in state.seats)
            return offer.paytable.draws(dynamic) if dynamic or wagered else True
    return not dynamic


def _deal(state: Round, command: asked.DealCards) -> Events | Refused:
    if command.by.role != "system":
        return not_allowed(command)
    if no := _wrong_phase(state, "no more bets"):
        return no
    if sorted(command.deck) != _PACKED:
        return refuse(Code.DECK)
    # Left to right, the dealer last (CTF-4, HCF-3).
    game, deck = state.table.definition, tuple(command.deck)
    cards = iter(deck)
    hands = (happened.HandDealt(n, tuple(islice(cards, game.hole))) for n in state.playing)
    events: list[AnyEvent] = [happened.DeckShuffled(deck), *hands]
    if game.dealer:
        events.append(happened.DealerDealt(tuple(islice(cards, game.dealer))))
    events.extend(_street(state, 0, cards))
    return (*events, *_what_follows(evolve_all(state, events)))


def _street(state: Round, at: int, cards: Iterator[Card]) -> Iterator[AnyEvent]:
    """The cards of a street: to the seats that are dealt in, then to the board."""
    street = state.streets[at]
    for number in state.dealt_in if street.own else ():
        yield happened.HandDealt(number, tuple(islice(cards, street.own)))
    if street.board:
        yield happened.BoardDealt(tuple(islice(cards, street.board)))


def _act(state: Round, command: asked.Act) -> Events | Refused:
    if no := _wrong_phase(state, "decisions") or _no_seat(state, command.seat):
        return no
    if no := _not_theirs(state, command.seat, command.by) or _out_of_turn(state, command.seat):
        return no
    actions = legal_actions(state, command.seat)
    action = next((a for a in actions if a.name == command.action), None)
    if action is None:
        return _not_open(state, command, actions)
    amount = action.least if command.amount is None else command.amount
    # Money that nobody has named is not bet.
    unnamed = command.amount is None and action.least < action.most
    if unnamed or not action.takes(amount):
        return _amounts_of(action)
    return _taken(state, happened.ActionTaken(command.seat, action.name, amount))


def _out_of_turn(state: Round, number: int) -> Refused | None:
    if state.turn == number:
        return None
    if state.decided(number):
        return refuse(Code.DECIDED, seat=number)
    if not state.seat(number).plays:
        return refuse(Code.NO_WAGERS, seat=number)
    return refuse(Code.OUT_OF_TURN, turn=state.turn)


def _not_open(state: Round, command: asked.Act, actions: tuple[Action, ...]) -> Refused:
    seat, game = state.seat(command.seat), state.table.definition
    for multiple in range(1, max(state.to_decide.most) + 1):
        price = multiple * seat.wagers["ante"]
        if command.action == game.action_name(multiple) and price > seat.stack:
            return refuse(Code.BET_TOO_HIGH, wager=game.bet.id, price=price, stack=seat.stack)
    open_now = tuple(action.name for action in actions)
    return refuse(Code.ACTION_CLOSED, seat=command.seat, action=command.action, open=open_now)


def _amounts_of(action: Action) -> Refused:
    if action.least == action.most:
        return refuse(Code.ACTION_EXACT, action=action.name, least=action.least)
    least, most, step = action.least, action.most, action.step
    return refuse(Code.ACTION_RANGE, action=action.name, least=least, most=most, step=step)


def _let_time_pass(state: Round, command: asked.LetTimePass) -> Events | Refused:
    if no := not_running(command) or _wrong_phase(state, "decisions"):
        return no
    if no := _no_seat(state, command.seat) or _out_of_turn(state, command.seat):
        return no
    free = state.to_decide.free
    return _taken(state, happened.ActionTaken(command.seat, free, 0, in_time=False))


def _taken(state: Round, event: happened.ActionTaken) -> Events:
    return (event, *_what_follows(evolve(state, event)))


def _what_follows(state: Round) -> list[AnyEvent]:
    """Once no seat has to act: the cards of the next street, and in the end reveal and settle."""
    events: list[AnyEvent] = []
    hands = sum(len(state.seat(number).cards) for number in state.playing)
    cards = iter(state.deck[hands + len(state.dealer) + len(state.board) :])
    while state.turn == NOBODY and state.dealt_in and state.street + 1 < len(state.streets):
        dealt = tuple(_street(state, state.street + 1, cards))
        events.extend(dealt)
        state = evolve_all(state, dealt)
    if state.turn == NOBODY:
        events.extend(_settling(state))
    return events


def _settling(state: Round) -> Events:
    game, board = state.table.definition, card_set(state.board)
    hands = []
    shown = []
    covered = {wager.id for wager in game.wagers if wager.looks_at == "table"}
    all_count = any(not covered.isdisjoint(state.seat(n).wagers) for n in state.playing)
    for number in state.playing:
        seat = state.seat(number)
        cards = card_set(seat.cards) | board
        player = str(seat.player)
        hands.append(Hand(number, cards, seat.wagers, seat.bet, seat.folded, player, seat.cards))
        # A folded hand is turned up only where a side wager still looks at it (CTF-9, HCF-6).
        if all_count or state.is_in(number):
            shown.append(happened.HandDealt(number, seat.cards))
    dealer = card_set(state.dealer) | board
    outcome = settle(state.table, hands, dealer, state.dynamic)
    return happened.HandsRevealed(state.dealer, tuple(shown)), happened.RoundSettled(outcome)


# Awards, end, cancel


def _grant_mystery(state: Round, command: asked.GrantMystery) -> Events | Refused:
    if command.by.role != "system":
        return not_allowed(command)
    if no := _wrong_phase(state, "settled") or _no_seat(state, command.seat):
        return no
    if state.due:
        return refuse(Code.AWARD_DUE, seat=state.due[0].seat)
    offer = state.table.offer(command.wager)
    stake = state.seat(command.seat).wagers.get(command.wager, 0)
    if offer is None or offer.paytable is None or not offer.paytable.meters or not stake:
        return refuse(Code.AWARD_NONE, seat=command.seat, wager=command.wager)
    multiple = stake // offer.paytable.base
    award = Award(command.seat, command.wager, MYSTERY_HAND, MYSTERY_METER, Fraction(1), multiple)
    return (happened.AwardGranted(award),)


def _pay_award(state: Round, command: asked.PayAward) -> Events | Refused:
    if no := not_running(command) or _wrong_phase(state, "settled"):
        return no
    if command.amount < 0:
        return refuse(Code.AMOUNT)
    if not any((a.seat, a.wager) == (command.seat, command.wager) for a in state.due):
        return refuse(Code.AWARD_NONE, seat=command.seat, wager=command.wager)
    first = state.due[0]
    if (first.seat, first.wager) != (command.seat, command.wager):
        return refuse(Code.RIGHT_TO_LEFT, seat=first.seat)
    return (happened.AwardPaid(command.seat, command.wager, command.amount),)


def _end(state: Round, command: asked.EndRound) -> Events | Refused:
    if no := not_running(command) or _wrong_phase(state, "settled"):
        return no
    if state.due:
        return refuse(Code.AWARD_DUE, seat=state.due[0].seat)
    return (happened.RoundEnded(),)


def _cancel(state: Round, command: asked.CancelRound) -> Events | Refused:
    if no := not_running(command):
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
