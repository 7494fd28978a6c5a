"""The player's drill: a hand, a decision, and at once what each choice is worth."""

from pathlib import Path
from typing import Any

from rich.console import Console

from longsuit.analysis.exact.advice import Advice
from longsuit.analysis.numbers import as_json as exact_json
from longsuit.analysis.numbers import decimal, percent
from longsuit.cli.output import card_text, make_grid
from longsuit.cli.play.keys import Keys
from longsuit.core.cards import by_suit, card_names, card_set
from longsuit.core.games.game import Game
from longsuit.core.ranking import flush_key, flush_name
from longsuit.school.notebook import write_decision
from longsuit.school.questions import Drill, Posed, Question
from longsuit.school.score import Answered, Score

_PLACES = 4
_LEAKS = 5
"""Kinds of hands that a summary names."""


class PlayerDrill:
    """Asks, judges, and keeps count."""

    def __init__(
        self, console: Console, keys: Keys, game: Game, drill: Drill, keep: Path | None
    ) -> None:
        self._console, self._keys, self._game = console, keys, game
        self._drill, self._keep = drill, keep

    def run(self, questions: int) -> Score:
        """Ask so many questions, or fewer if the player leaves."""
        score = Score()
        try:
            for number in range(1, questions + 1):
                self._console.print()
                answered = self._ask(f"{number} of {questions}")
                if answered is None:
                    break
                score.add(answered)
                self._drill.mistakes = _with(self._drill.mistakes, answered)
                if self._keep is not None:
                    write_decision(self._keep, answered)
        except (EOFError, KeyboardInterrupt):
            self._console.print()
        show_score(self._console, score)
        return score

    def _ask(self, place: str) -> Answered | None:
        posed = self._drill.pose()
        self._console.print(f"{place}, {posed.question.decision}", style="dim")
        show_hand(self._console, posed.question)
        actions = {_key(option.action): option.action for option in posed.advice.options}
        order = sorted(actions, key=lambda key: (key.isdigit(), key))
        shown = "   ".join(f"[{key}] {self._words(actions[key])}" for key in order)
        names = {action: key for key, action in actions.items()} | {"quit": "q", "leave": "q"}
        key = self._keys.key(f"{shown}   [q] leave", (*order, "q"), names)
        return None if key == "q" else self._judge(posed, actions[key])

    def _judge(self, posed: Posed, action: str) -> Answered:
        advice = posed.advice
        cost = advice.cost(action)
        values = self._values(advice)
        if cost:
            best = self._words(advice.best.action)
            said = f"{best} is better by {decimal(cost, _PLACES)} Antes ({values})."
            self._console.print(said, style="yellow")
        else:
            self._console.print(f"Right ({values}).", style="green")
        return Answered(posed.question, action, advice.best.action, cost)

    def _values(self, advice: Advice) -> str:
        return ", ".join(
            f"{self._words(option.action)} {decimal(option.value, _PLACES)}"
            for option in advice.options
        )

    def _words(self, action: str) -> str:
        verb, _, multiple = action.rpartition("_")
        return f"{self._game.bet.name} {multiple}" if verb else action


def _key(action: str) -> str:
    """The number of Antes, or the first letter."""
    multiple = action.rpartition("_")[2].removesuffix("x")
    return multiple if multiple.isdigit() else action[0]


def _with(mistakes: dict[str, Any], answered: Answered) -> dict[str, Any]:
    if answered.right:
        return mistakes
    kind = answered.question.kind
    return mistakes | {kind: mistakes.get(kind, 0) + answered.cost}


def show_hand(console: Console, question: Question) -> None:
    """The cards, with the flush that they make."""
    cards = card_text(console, by_suit(question.hole))
    if question.board:
        cards.append("  on  ").append(card_text(console, question.board))
    name = flush_name(flush_key(card_set((*question.hole, *question.board))))
    console.print(cards.append(f"   {name}"))


def show_score(console: Console, score: Score) -> None:
    """What to take away."""
    if not score.answers:
        console.print("No decision taken.")
        return
    taken = len(score.answers)
    console.print()
    console.print(
        f"{score.right} of {taken} decisions best ({percent(score.accuracy, 1)}), "
        f"longest streak {score.longest_streak}."
    )
    console.print(f"Given up: {decimal(score.cost_per_hundred, 2)} Antes per 100 decisions.")
    leaks = score.leaks()
    if leaks:
        grid = make_grid("Where it was lost", ">Wrong", ">Antes", "For example")
        for leak in leaks[:_LEAKS]:
            worst = leak.worst
            example = f"{_cards(worst.question)}: {worst.best}, not {worst.action}"
            grid.add_row(
                leak.kind, f"{leak.wrong} of {leak.decisions}", decimal(leak.cost, 4), example
            )
        console.print(grid)


def _cards(question: Question) -> str:
    board = f" on {card_names(question.board)}" if question.board else ""
    return f"{card_names(question.hole)}{board}"


def score_json(score: Score) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "decisions": len(score.answers),
        "right": score.right,
        "longest_streak": score.longest_streak,
        "given_up": exact_json(score.cost),
        "given_up_per_hundred": exact_json(score.cost_per_hundred),
        "leaks": [
            {
                "kind": leak.kind,
                "decisions": leak.decisions,
                "wrong": leak.wrong,
                "cost": exact_json(leak.cost),
                "example": {
                    "hole": card_names(leak.worst.question.hole),
                    "board": card_names(leak.worst.question.board),
                    "action": leak.worst.action,
                    "best": leak.worst.best,
                },
            }
            for leak in score.leaks()
        ],
    }
