"""The player's drill: decisions one after another, judged by the exact value of each choice."""

import secrets
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.analysis.exact.advice import Option
from longsuit.core.cards import by_suit, card_name, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, games
from longsuit.core.games.game import Game
from longsuit.core.ranking import flush_key, flush_name
from longsuit.school.notebook import decision_line, read_decision
from longsuit.school.questions import WAYS, Posed, has_drills
from longsuit.school.score import Answered, Score
from longsuit.web.train.scores import names_of, shown_score
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import PoseQuestion

MOST_REMEMBERED = 500
"""Decisions that a browser brings from its last visits."""
_LONGEST_LINE = 400
_SEED_BITS = 62
_GAMES = {game.id: game for game in games() if has_drills(game)}


class PlayerDrill(Element, component="../static/train/player_drill.js"):
    """A hand, a choice, and what each choice was worth; values are told after the choice."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self._guest = guest
        self._posed: Posed | None = None
        self._score = Score()
        self._before: list[Answered] = []
        """Decisions of earlier visits, which say where the mistakes are."""
        self._props |= {
            "games": {game.id: _about(game) for game in _GAMES.values()},
            "score": shown_score(Score()),
        }
        self._props["answers"] = 0
        self.on("remember", self._remember)
        self.on("pose", self._pose)
        self.on("answer", self._answer)

    def _tell(self, **props: Any) -> None:
        self._props |= {"said": "", **props, "answers": self._props["answers"] + 1}
        self.update()

    def _remember(self, event: GenericEventArguments) -> None:
        """What this browser has kept; whatever is no decision is passed over."""
        lines = event.args if isinstance(event.args, list) else []
        self._before = []
        for line in lines[:MOST_REMEMBERED]:
            if isinstance(line, str) and len(line) <= _LONGEST_LINE:
                try:
                    self._before.append(read_decision(line))
                except InputError:
                    continue

    def learn(self, mistakes: list[Answered]) -> None:
        """Mistakes from elsewhere, to be asked for again."""
        self._before.extend(mistakes)

    async def _pose(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        game = _GAMES.get(str(asked.get("game")))
        way = asked.get("way")
        decision = str(asked.get("decision", ""))
        known = ("", *(one.name for one in game.rules.decisions)) if game is not None else ()
        if game is None or decision not in known or way not in WAYS:
            return
        taken = [*self._before, *self._score.answers]
        mistakes = Score(one for one in taken if one.question.game == game.id).mistakes()
        seed = secrets.randbits(_SEED_BITS)
        try:
            posed = await self._guest.work_out(PoseQuestion(game.id, decision, way, mistakes, seed))
        except InputError as error:
            self._tell(said=str(error))
            return
        self._posed = posed
        self._tell(posed=_shown(posed), verdict=None)

    def _answer(self, event: GenericEventArguments) -> None:
        posed, action = self._posed, event.args
        if posed is None or action not in (option.action for option in posed.advice.options):
            return
        self._posed = None
        cost = posed.advice.cost(str(action))
        answered = Answered(posed.question, str(action), posed.advice.best.action, cost)
        self._score.add(answered)
        names = names_of(game_by_id(posed.question.game))
        verdict = {
            "action": answered.action,
            "best": names[answered.best],
            "right": answered.right,
            "cost": float(cost),
            "options": [_option(one, names) for one in posed.advice.options],
            "line": decision_line(answered).decode(),
        }
        self._tell(verdict=verdict, score=shown_score(self._score))


def _about(game: Game) -> dict[str, Any]:
    return {"name": game.name, "decisions": [one.name for one in game.rules.decisions]}


def _shown(posed: Posed) -> dict[str, Any]:
    """The question without its answer: choices in the order of their size."""
    asked = posed.question
    game = game_by_id(asked.game)
    names = names_of(game)
    actions = sorted(option.action for option in posed.advice.options)
    actions.sort(key=lambda action: "_" in action)
    return {
        "decision": asked.decision,
        "hole": [card_name(card) for card in by_suit(asked.hole)],
        "board": [card_name(card) for card in asked.board],
        "flush": flush_name(flush_key(card_set((*asked.hole, *asked.board)))),
        "actions": [
            {"action": action, "name": names[action], "key": _key(action)} for action in actions
        ],
    }


def _key(action: str) -> str:
    multiple = action.rpartition("_")[2].removesuffix("x")
    return multiple if multiple.isdigit() else action[0]


def _option(option: Option, names: dict[str, str]) -> dict[str, Any]:
    exact = f"{option.value.numerator}/{option.value.denominator}"
    return {"name": names[option.action], "value": float(option.value), "exact": exact}
