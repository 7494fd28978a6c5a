"""Where a record differs from what its command leads to, in one sentence."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from longsuit.core.cards import DECK, Card, card_name
from longsuit.core.games.settlement import Settlement
from longsuit.core.money import show_dollars
from longsuit.core.progressive import events as terminal
from longsuit.core.round import events as round_events
from longsuit.floor.log.codec import encode
from longsuit.floor.tables import events as floor

_LONGEST = 160


def difference(told: Sequence[Any], expected: Sequence[Any]) -> str:
    """The first event that is not what it should be."""
    for said, should in zip_longest(told, expected):
        if said == should:
            continue
        if should is None:
            return f"nothing leads to its {_kind(said)}."
        if isinstance(should, floor.SeedOpened) and not isinstance(said, floor.SeedOpened):
            return "the round is over, and its seed is not opened."
        if type(said) is not type(should):
            return f"its {_kind(said)} should be {_kind(should)}." if said else _missing(should)
        return _differs(said, should)
    return "it is not written in the floor's own form."


def _kind(event: object) -> str:
    return type(event).__name__


def _missing(should: object) -> str:
    return f"{_kind(should)} is missing."


def _differs(said: Any, should: Any) -> str:
    match said:
        case floor.TableSet() if said.before != should.before:
            return "the settings that it changes are not those that the table had."
        case floor.RoundBegun():
            return _begun(said, should)
        case floor.DeckSealed() if said.number == should.number:
            return f"the seed opened later is not the one that round {said.number} promised."
        case round_events.HandDealt() if said.seat == should.seat:
            return _cards(f"seat {said.seat} was dealt", said.cards, should.cards)
        case round_events.DealerDealt():
            return _cards("the dealer was dealt", said.cards, should.cards)
        case round_events.BoardDealt():
            return _cards("the board was dealt", said.cards, should.cards)
        case round_events.RoundStarted() | terminal.WagersRegistered():
            if said.dynamic != should.dynamic:
                pays, drawn = _pays(said.dynamic), _pays(should.dynamic)
                return f"the dynamic pays are {pays}, and the seed draws {drawn}."
        case round_events.RoundSettled():
            return _settled(said.settlement, should.settlement)
    return f"it says {_shown(said)}, and should say {_shown(should)}."


def _shown(event: Any) -> str:
    shown = encode(event).decode()
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def _cards(who: str, said: Sequence[Card], should: Sequence[Card]) -> str:
    return f"{who} {_named(said)}, and the shuffle gives {_named(should)}."


def _named(cards: Sequence[Card]) -> str:
    return " ".join(card_name(card) if card in DECK else str(card) for card in cards) or "nothing"


def _pays(dynamic: Any) -> str:
    return ", ".join(f"{show_dollars(pay)} for {hand}" for hand, pay in dynamic.items()) or "none"


def _begun(said: floor.RoundBegun, should: floor.RoundBegun) -> str:
    if said.number != should.number:
        return f"round {said.number} begins, and round {should.number} is next."
    if said.seated == should.seated and said.plans != should.plans:
        return "its seats have planned something else."
    if said.seated == should.seated and said.silent != should.silent:
        return "it does not name the seats that did not open a word."
    if said.seated == should.seated:
        return f"the seed opened later is not the one that round {said.number} promised."
    seats = {one.seat: one for one in should.seated}
    for one in said.seated:
        left = seats.pop(one.seat, None)
        if left is None:
            return f"seat {one.seat} begins with {one.player}, and nobody sat there."
        if one.player != left.player:
            return f"seat {one.seat} begins with {one.player}, and {left.player} sat there."
        if one.stack != left.stack:
            has, had = show_dollars(one.stack), show_dollars(left.stack)
            return f"seat {one.seat} begins with {has}, and had {had}."
    gone = next(iter(seats.values()), None)
    if gone is not None:
        return f"{gone.player} at seat {gone.seat} is gone."
    return "the seats are not in their order."


def _settled(said: Settlement, should: Settlement) -> str:
    for one, other in zip_longest(said.results, should.results):
        if one == other:
            continue
        if one is None or other is None or (one.seat, one.wager) != (other.seat, other.wager):
            return "the settlement has other wagers than the round."
        where = f"the settlement gives seat {one.seat} for the {one.wager}"
        if one.returned != other.returned:
            gives, should_give = show_dollars(one.returned), show_dollars(other.returned)
            return f"{where} {gives}, and the cards {should_give}."
        return f"{where} '{one.verdict}: {one.reason}', and not '{other.verdict}: {other.reason}'."
    for name in ("dealer", "qualifies", "envies", "awards", "cut"):
        if getattr(said, name) != getattr(should, name):
            return f"the settlement's {name} are not those of the cards."
    return "the settlement is not that of the cards."
