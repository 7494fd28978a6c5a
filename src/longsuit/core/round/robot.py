"""A robot player for company and for practice. It sees a view, as any player does, and no more.

Its play is a rule of thumb, not the best play.
"""

from longsuit.core.cards import card_set, parse_card
from longsuit.core.games.game import NINE_HIGH
from longsuit.core.ranking import FlushKey, flush_key, key_length, make_key
from longsuit.core.round.actions import Action
from longsuit.core.round.view import RoundView

_RAISE_FROM = make_key("T86")
_OPEN_WITH_TWO = make_key("K2")


def robot_choice(seen: RoundView, seat: int) -> Action:
    """The action that the robot takes at its turn, for the most that the action may be for."""
    mine = seen.seats[seat - 1]
    free, *bets = mine.actions
    if bets and _wants_to_bet(seen, seat):
        return bets[-1]
    return free


def _wants_to_bet(seen: RoundView, seat: int) -> bool:
    hole = card_set(parse_card(card) for card in seen.seats[seat - 1].cards if card)
    board = card_set(parse_card(card) for card in seen.board if card)
    own: FlushKey = flush_key(hole | board)
    if seen.decision == "raise":
        return own >= _RAISE_FROM
    if seen.decision == "opening":
        return own >= _OPEN_WITH_TWO
    if seen.decision == "flop":
        return key_length(own) >= 4 or own >= make_key("T32")
    return own > flush_key(board) and own >= NINE_HIGH
