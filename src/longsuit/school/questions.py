"""What a player in training is asked: a hand at one of the game's decisions."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from longsuit.analysis.exact.advice import Advice, advise
from longsuit.core.cards import Card, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import known_game
from longsuit.core.games.game import Decision, Game
from longsuit.core.ranking import flush_key, key_length, key_ranks
from longsuit.core.round.deal import shuffled_deck

Way = Literal["any", "close", "mistakes"]
"""How questions are drawn: as they come, the close ones, or of the kinds that went wrong."""
WAYS: tuple[Way, ...] = get_args(Way)
CANDIDATES = 6
"""Hands of which the closest decision is asked."""
MOST_DRAWS = 4000
"""Hands drawn in search of a kind that went wrong; some kinds are rare."""
_HIGH = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


class Question(Struct, frozen=True):
    """A hand that has to be decided."""

    game: str
    decision: str
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()

    @property
    def kind(self) -> str:
        """What sort of hand it is: ``flop, 3-card flush, queen high``."""
        key = flush_key(card_set((*self.hole, *self.board)))
        high = key_ranks(key)[0]
        return f"{self.decision}, {key_length(key)}-card flush, {_HIGH.get(high, high)} high"

    def advice(self) -> Advice:
        """What each action is worth."""
        return advise(self.game, self.hole, self.board)


class Posed(Struct, frozen=True):
    """A question with what each answer to it is worth."""

    question: Question
    advice: Advice

    @property
    def gap(self) -> Fraction:
        """What the second best action gives up: the less, the harder the question."""
        best, second, *_ = self.advice.options
        return best.value - second.value


class Drill:
    """One question after another."""

    def __init__(
        self,
        game: str,
        chance: random.Random,
        *,
        decision: str = "",
        way: Way = "any",
        mistakes: Mapping[str, Fraction] | None = None,
    ) -> None:
        self._game, self._chance, self._way = known_game(game), chance, way
        self._decisions = find_decisions(self._game, decision)
        self.mistakes = dict(mistakes or {})
        """What each kind of hand has cost so far, in Antes."""

    def pose(self) -> Posed:
        """The next question."""
        if self._way == "close":
            return min((self._posed(self._draw()) for _ in range(CANDIDATES)), key=_hardness)
        if self._way == "mistakes":
            return self._posed(self._draw_mistaken())
        return self._posed(self._draw())

    def _draw(self) -> Question:
        deck = shuffled_deck(self._chance)
        decision = self._chance.choice(self._decisions)
        hole, rest = deck[: self._game.hole], deck[self._game.hole :]
        return Question(self._game.id, decision.name, hole, rest[: decision.board])

    def _draw_mistaken(self) -> Question:
        """A hand of a kind that went wrong, dear kinds more often; any hand if none is found."""
        asked = tuple(f"{one.name}," for one in self._decisions)
        kinds = sorted(kind for kind in self.mistakes if kind.startswith(asked))
        if not kinds:
            return self._draw()
        weights = [float(self.mistakes[kind]) for kind in kinds]
        wanted = self._chance.choices(kinds, weights)[0]
        for _ in range(MOST_DRAWS):
            question = self._draw()
            if question.kind == wanted:
                break
        return question

    def _posed(self, question: Question) -> Posed:
        return Posed(question, question.advice())


def _hardness(posed: Posed) -> Fraction:
    return posed.gap


def has_drills(game: Game) -> bool:
    """Whether the drills know how to deal its decisions.

    There is a dealer with as many cards as the seat, all dealt at first, and one bet a round.
    """
    return game.own == game.hole == game.dealer and not game.several


def check_drills(game: Game) -> None:
    """Refuse a game whose decisions are not valued hand by hand."""
    if not has_drills(game):
        raise InputError(f"The school has no drills for {game.name} yet.")


def find_decisions(game: Game, name: str) -> tuple[Decision, ...]:
    """The decision of that name, or all of them."""
    found = tuple(one for one in game.rules.decisions if name in ("", one.name))
    if not found:
        known = ", ".join(one.name for one in game.rules.decisions)
        raise InputError(f"{game.name} has no decision '{name[:40]}'; it has: {known}.")
    return found
