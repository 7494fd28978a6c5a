"""What the slip of a jackpot says: put together once, when it is approved (CON-13)."""

from collections.abc import Iterable
from typing import Any

from longsuit.core.cards import Card
from longsuit.core.progressive.events import BonusApproved, JackpotApproved, LateClaimed
from longsuit.core.progressive.jackpots import bonuses
from longsuit.core.progressive.outcome import wager_of
from longsuit.core.progressive.terminal import Terminal
from longsuit.floor.tables.events import SlipGiven


def slip_of(terminal: Terminal, happened: Iterable[Any], slip: int) -> SlipGiven | None:
    """The slip of what has just been approved at a table; None where none is made."""
    setup = terminal.setup
    if not (setup.approval_process and setup.approval):
        return None
    for event in happened:
        match event:
            case JackpotApproved():
                return _of_claim(terminal, event, slip)
            case LateClaimed() if event.amount > setup.approval:
                return _of_late_claim(terminal, event, slip)
            case BonusApproved():
                return _of_bonus(terminal, event, slip)
    return None


def _of_claim(terminal: Terminal, event: JackpotApproved, slip: int) -> SlipGiven:
    one = next(one for one in terminal.jackpots if one.number == event.number)
    return SlipGiven(
        *(slip, terminal.claimed_round, one.number, one.seat, one.hand, one.meter),
        *(wager_of(terminal), _wagered(terminal), one.amount),
        *(one.claimed_by, event.supervisor),
        papers=event.papers,
        cards=_cards(terminal, one.seat),
        late=terminal.phase == "late",
    )


def _of_late_claim(terminal: Terminal, event: LateClaimed, slip: int) -> SlipGiven:
    last = terminal.last
    assert last is not None
    return SlipGiven(
        *(slip, last.number, event.number, event.seat, event.hand, event.meter),
        *(wager_of(terminal), _wagered(terminal), event.amount),
        *(event.by, event.supervisor),
        papers=event.papers,
        late=True,
    )


def _of_bonus(terminal: Terminal, event: BonusApproved, slip: int) -> SlipGiven:
    place = (event.seat, event.wager)
    bonus = next(one for one in bonuses(terminal) if (one.seat, one.wager) == place)
    state = terminal.round
    assert state is not None
    return SlipGiven(
        *(slip, terminal.number, 0, event.seat, bonus.hand, "", event.wager),
        *(state.seat(event.seat).wagers[event.wager], event.amount, "", event.supervisor),
        papers=event.papers,
        cards=_cards(terminal, event.seat),
    )


def _wagered(terminal: Terminal) -> int:
    offer = terminal.setup.offer
    assert offer is not None
    return offer.limits.least


def _cards(terminal: Terminal, seat: int) -> tuple[Card, ...]:
    """The hand as it was dealt, with the cards that all share."""
    state = terminal.round
    return (*state.seat(seat).cards, *state.board) if state is not None else ()
