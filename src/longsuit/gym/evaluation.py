"""Exact values beside an environment: what each action is worth, and what best play earns."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import gymnasium

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.decisions import openings
from longsuit.analysis.exact.hand_classes import class_index
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.exact.tuned import CHASE, tuned_case
from longsuit.core.cards import Card, card_set, parse_card, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.paytable import PayTable
from longsuit.core.round.view import ShownCards
from longsuit.gym.env import SEAT, FlushEnv

Environment = gymnasium.Env[Any, Any]


def exact_values(env: Environment) -> dict[int, Fraction]:
    """The exact expected net result, in Antes, of each action open now and best play after it.

    Other seats' cards count as seen where they lie face up. Opening hands of three
    cards are looked up in a table that is solved once.
    """
    flush = unwrap(env)
    hole, board, seen = _cards_of(flush)
    setting = flush.setting
    if not flush.action_mask.any():
        raise InputError("The round is over: there is nothing to decide.")
    numbers = {
        flush.action_name(number): number
        for number, open_now in enumerate(flush.action_mask.tolist())
        if open_now
    }
    case = make_case(flush.game.id, setting.xtra, setting.rules)
    if tuned_case(case) == CHASE and not board and not seen:
        values = _opening_values(flush.game, setting.xtra, setting.rules)[_class_of(hole)]
    else:
        advice = advise(*(flush.game.id, hole, board, seen), xtra=setting.xtra, rules=setting.rules)
        values = {option.action: option.value for option in advice.options}
    return {numbers[name]: values[name] for name in numbers}


def best_value(env: Environment) -> Fraction:
    """What best play of the whole game earns a round, in Antes, with no other hand seen."""
    usual = unwrap(env).usual
    if usual.seats_seen:
        raise InputError(
            "With other hands in sight the whole game has no exact value; see longsuit faceup."
        )
    return solve(usual.game, xtra=usual.xtra, rules=usual.rules).value


def strategy_action(env: Environment, strategy: Strategy) -> int:
    """The action that a strategy of `longsuit.analysis.exact.strategy` takes now."""
    flush = unwrap(env)
    hole, board, _ = _cards_of(flush)
    name = strategy.action(hole, board)
    names = [flush.action_name(number) for number in range(len(flush.actions))]
    return names.index(name)


def unwrap(env: Environment) -> FlushEnv:
    """The environment within its wrappers."""
    flush = env.unwrapped
    if not isinstance(flush, FlushEnv):
        raise InputError("This is not one of Longsuit's environments.")
    return flush


def _cards_of(flush: FlushEnv) -> tuple[list[Card], list[Card], list[Card]]:
    """The seat's own cards, the board, and the other seats' cards in sight."""
    seen = flush.view
    others = (card for seat in seen.seats if seat.seat != SEAT for card in seat.cards)
    return _known(seen.seats[SEAT - 1].cards), _known(seen.board), _known(tuple(others))


def _known(cards: ShownCards) -> list[Card]:
    return [parse_card(card) for card in cards if card is not None]


def _class_of(hole: list[Card]) -> int:
    return class_index(suit_masks(card_set(hole)))


@lru_cache(maxsize=4)
def _opening_values(
    game: Game, xtra: PayTable | None, rules: MainRules
) -> Mapping[int, Mapping[str, Fraction]]:
    """Both values of every opening hand, by its class."""
    bet = game.action_name(rules.decisions[0].most[0])
    return {
        _class_of(list(opening.cards)): {"check": opening.check, bet: opening.bet}
        for opening in openings(game.id, xtra, rules)
    }
