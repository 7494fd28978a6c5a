"""A robot player for company and for practice. It sees a view, as any player does, and no more.

Its play is a rule of thumb, not the best play.
"""

from longsuit.core.cards import card_set, parse_card
from longsuit.core.games.catalog import game_by_id
from longsuit.core.ranking import flush_key
from longsuit.core.round.actions import Action
from longsuit.core.round.view import RoundView


def robot_choice(seen: RoundView, seat: int) -> Action:
    """The action that the robot takes at its turn, for the most that the action may be for."""
    mine = seen.seats[seat - 1]
    free, *bets = mine.actions
    if bets and _wants_to_bet(seen, seat):
        return bets[-1]
    return free


def _wants_to_bet(seen: RoundView, seat: int) -> bool:
    """With the flush that the game's file says for the street, and better than the board's."""
    hole = card_set(parse_card(card) for card in seen.seats[seat - 1].cards if card)
    board = card_set(parse_card(card) for card in seen.board if card)
    streets = game_by_id(seen.game).streets
    least = next(street.robot for street in streets if street.name == seen.decision)
    return flush_key(hole | board) >= max(least, flush_key(board) + 1)
