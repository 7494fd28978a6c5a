"""A player's score as the school's page shows it."""

from typing import Any

from longsuit.core.cards import card_names
from longsuit.core.games.catalog import game_by_id
from longsuit.core.games.game import Game
from longsuit.floor.reads.fixed_view import action_names
from longsuit.school.score import Answered, Score

_LEAKS = 6


def names_of(game: Game) -> dict[str, str]:
    """What its actions are called."""
    return action_names(game, max(max(one.most) for one in game.rules.decisions))


def shown_score(score: Score) -> dict[str, Any]:
    """Accuracy, streak, what was given up, and where."""
    return {
        "decisions": len(score.answers),
        "right": score.right,
        "accuracy": float(score.accuracy),
        "streak": score.streak,
        "longest": score.longest_streak,
        "per_hundred": float(score.cost_per_hundred),
        "leaks": [
            {
                "kind": leak.kind,
                "wrong": leak.wrong,
                "decisions": leak.decisions,
                "cost": float(leak.cost),
                "example": _example(leak.worst),
            }
            for leak in score.leaks()[:_LEAKS]
        ],
    }


def _example(worst: Answered) -> str:
    names = names_of(game_by_id(worst.question.game))
    board = f" on {card_names(worst.question.board)}" if worst.question.board else ""
    return f"{card_names(worst.question.hole)}{board}: {names[worst.best]}"
