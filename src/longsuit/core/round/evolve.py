"""How each event changes the round. Events are facts, so nothing here can refuse."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from longsuit.core.round import events
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.state import NOBODY, Round, Seat, next_turn


def evolve(state: Round | None, event: AnyEvent) -> Round:
    """The round after the event. Only a `RoundOpened` may come first."""
    if isinstance(event, events.RoundOpened):
        return _opened(event)
    if state is None:
        raise ValueError("a round starts with RoundOpened")
    return _CHANGES[type(event)](state, event)


def replay(history: Iterable[AnyEvent]) -> Round:
    """The round that the events led to."""
    state: Round | None = None
    for event in history:
        state = evolve(state, event)
    if state is None:
        raise ValueError("there are no events to replay")
    return state


def evolve_all(state: Round, happened: Iterable[AnyEvent]) -> Round:
    """The round after several events."""
    return reduce(evolve, happened, state)


def _opened(event: events.RoundOpened) -> Round:
    seats = [Seat() for _ in range(event.table.seats)]
    for taken in event.seated:
        seats[taken.seat - 1] = Seat(taken.player, taken.stack)
    return Round(event.table, event.number, "wagers", tuple(seats))


def _with_seat(state: Round, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*state.seats[: number - 1], seat, *state.seats[number:])


def _seat_taken(state: Round, event: events.SeatTaken) -> Round:
    seat = Seat(event.player, event.stack)
    return replace(state, seats=_with_seat(state, event.seat, seat))


def _seat_left(state: Round, event: events.SeatLeft) -> Round:
    return replace(state, seats=_with_seat(state, event.seat, Seat()))


def _wagers_placed(state: Round, event: events.WagersPlaced) -> Round:
    seat = state.seat(event.seat)
    stack = seat.stack + seat.staked - sum(event.wagers.values())
    placed = replace(seat, stack=stack, wagers=dict(event.wagers))
    return replace(state, seats=_with_seat(state, event.seat, placed))


def _wagers_taken_back(state: Round, event: events.WagersTakenBack) -> Round:
    seat = state.seat(event.seat)
    empty = replace(seat, stack=seat.stack + seat.staked, wagers={})
    return replace(state, seats=_with_seat(state, event.seat, empty))


def _started(state: Round, event: events.RoundStarted) -> Round:
    return replace(state, phase="no more bets", dynamic=dict(event.dynamic))


def _shuffled(state: Round, event: events.DeckShuffled) -> Round:
    return replace(state, deck=event.deck)


def _hand_dealt(state: Round, event: events.HandDealt) -> Round:
    seat = state.seat(event.seat)
    held = replace(seat, cards=seat.cards + event.cards)
    return _dealt(state, seats=_with_seat(state, event.seat, held))


def _dealer_dealt(state: Round, event: events.DealerDealt) -> Round:
    return _dealt(state, dealer=event.cards)


def _board_dealt(state: Round, event: events.BoardDealt) -> Round:
    return _dealt(state, board=state.board + event.cards)


def _dealt(before: Round, **cards: Any) -> Round:
    """The round with further cards: of the next street, once all of the last are dealt."""
    street = before.street + (before.phase == "decisions" and before.is_dealt)
    after = replace(before, street=street, **cards)
    if not after.is_dealt:
        return after
    ready = replace(after, phase="decisions")
    return replace(ready, turn=next_turn(ready))


def _action_taken(state: Round, event: events.ActionTaken) -> Round:
    seat = state.seat(event.seat)
    acted = replace(
        seat,
        stack=seat.stack - event.amount,
        bet=seat.bet + event.amount,
        folded=event.action == "fold",
        actions=(*seat.actions, event.action),
    )
    after = replace(state, seats=_with_seat(state, event.seat, acted))
    return replace(after, turn=next_turn(after))


def _revealed(state: Round, event: events.HandsRevealed) -> Round:
    return replace(
        state, phase="reveal", turn=NOBODY, revealed=frozenset(hand.seat for hand in event.hands)
    )


def _settled(state: Round, event: events.RoundSettled) -> Round:
    outcome = event.settlement
    back = dict.fromkeys(range(1, len(state.seats) + 1), 0)
    for result in outcome.results:
        back[result.seat] += result.returned
    for envy in outcome.envies:
        back[envy.seat] += envy.amount
    seats = tuple(
        replace(seat, stack=seat.stack + back[number]) if back[number] else seat
        for number, seat in enumerate(state.seats, 1)
    )
    return replace(state, phase="settled", seats=seats, settlement=outcome, due=outcome.awards)


def _award_granted(state: Round, event: events.AwardGranted) -> Round:
    return replace(state, due=(*state.due, event.award))


def _award_paid(state: Round, event: events.AwardPaid) -> Round:
    seat = state.seat(event.seat)
    paid = replace(seat, stack=seat.stack + event.amount)
    due = tuple(a for a in state.due if (a.seat, a.wager) != (event.seat, event.wager))
    return replace(state, seats=_with_seat(state, event.seat, paid), due=due)


def _ended(state: Round, _event: events.RoundEnded) -> Round:
    return replace(state, phase="ended")


def _cancelled(state: Round, _event: events.RoundCancelled) -> Round:
    seats = tuple(
        replace(seat, stack=seat.stack + seat.staked, wagers={}, bet=0) for seat in state.seats
    )
    return replace(state, phase="cancelled", turn=NOBODY, seats=seats)


_CHANGES: dict[type, Callable[[Round, Any], Round]] = {
    events.SeatTaken: _seat_taken,
    events.SeatLeft: _seat_left,
    events.WagersPlaced: _wagers_placed,
    events.WagersTakenBack: _wagers_taken_back,
    events.RoundStarted: _started,
    events.DeckShuffled: _shuffled,
    events.HandDealt: _hand_dealt,
    events.DealerDealt: _dealer_dealt,
    events.BoardDealt: _board_dealt,
    events.ActionTaken: _action_taken,
    events.HandsRevealed: _revealed,
    events.RoundSettled: _settled,
    events.AwardGranted: _award_granted,
    events.AwardPaid: _award_paid,
    events.RoundEnded: _ended,
    events.RoundCancelled: _cancelled,
}
