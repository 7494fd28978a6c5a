"""The school: drills for players and dealers. It needs no account."""

import secrets
from collections.abc import Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from longsuit.analysis.exact.advice import Option
from longsuit.core.cards import RANKS, Card, by_suit, card_name, card_names, card_set
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import BY_ID, GAMES
from longsuit.core.games.explanations import short_words
from longsuit.core.games.game import Game
from longsuit.core.ranking import flush_key, flush_name, key_length, key_ranks
from longsuit.floor.reads.fixed_view import action_names
from longsuit.school.felt import Felt, SeatToSettle
from longsuit.school.notebook import decision_line, read_decision
from longsuit.school.questions import WAYS, Posed
from longsuit.school.score import Answered, Score
from longsuit.web.shell import frame, words
from longsuit.web.visitor import Guest, guest_of
from longsuit.workers.jobs import DealFelt, PoseQuestion

MOST_REMEMBERED = 500
"""Decisions that a browser brings from its last visits."""
_LONGEST_LINE = 400
_LEAKS = 6
_SEED_BITS = 62


class PlayerDrill(Element, component="static/train/player_drill.js"):
    """A hand, a choice, and what each choice was worth; values are told after the choice."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self._guest = guest
        self._posed: Posed | None = None
        self._score = Score()
        self._before: list[Answered] = []
        """Decisions of earlier visits, which say where the mistakes are."""
        self._props |= {"games": {game.id: _about(game) for game in GAMES}, "score": _score([])}
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

    async def _pose(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        game = BY_ID.get(str(asked.get("game")))
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
        names = action_names(BY_ID[posed.question.game], _most(BY_ID[posed.question.game]))
        verdict = {
            "action": answered.action,
            "best": names[answered.best],
            "right": answered.right,
            "cost": float(cost),
            "options": [_option(one, names) for one in posed.advice.options],
            "line": decision_line(answered).decode(),
        }
        self._tell(verdict=verdict, score=_score(self._score.answers))


def _most(game: Game) -> int:
    return max(max(one.most) for one in game.rules.decisions)


def _about(game: Game) -> dict[str, Any]:
    return {"name": game.name, "decisions": [one.name for one in game.rules.decisions]}


def _cards(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def _shown(posed: Posed) -> dict[str, Any]:
    """The question without its answer: choices in the order of their size."""
    asked = posed.question
    game = BY_ID[asked.game]
    names = action_names(game, _most(game))
    actions = sorted(option.action for option in posed.advice.options)
    actions.sort(key=lambda action: "_" in action)
    return {
        "decision": asked.decision,
        "hole": _cards(by_suit(asked.hole)),
        "board": _cards(asked.board),
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


def _score(answers: list[Answered]) -> dict[str, Any]:
    score = Score(answers)
    return {
        "decisions": len(answers),
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
    names = action_names(BY_ID[worst.question.game], _most(BY_ID[worst.question.game]))
    board = f" on {card_names(worst.question.board)}" if worst.question.board else ""
    return f"{card_names(worst.question.hole)}{board}: {names[worst.best]}"


class DealerDrill(Element, component="static/train/dealer_drill.js"):
    """A felt with its cards turned up: hands to read, and spots to settle."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self._guest = guest
        self._felt: Felt | None = None
        self._number = 0
        """Of the felt: the page is told everything again with each change, and goes by this."""
        self._props["games"] = {game.id: {"name": game.name, "seats": game.seats} for game in GAMES}
        self._props["ranks"] = list(reversed(RANKS))
        self.on("deal", self._deal)
        self.on("read", self._read)
        self.on("settle", self._settle)

    def _tell(self, **props: Any) -> None:
        self._props |= {"said": "", **props}
        self.update()

    async def _deal(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        game, seats = BY_ID.get(str(asked.get("game"))), asked.get("seats")
        if game is None or not isinstance(seats, int) or not 1 <= seats <= game.seats:
            return
        try:
            job = DealFelt(game.id, seats, secrets.randbits(_SEED_BITS))
            felt = await self._guest.work_out(job)
        except InputError as error:
            self._tell(said=str(error))
            return
        self._felt = felt
        self._number += 1
        self._tell(felt=_felt_shown(felt) | {"number": self._number}, truth=None)

    def _read(self) -> None:
        """What there is to read, once the dealer has said what they see."""
        if self._felt is not None:
            seat = self._felt.seats[0]
            self._tell(
                truth={
                    "number": self._number,
                    "dealer": _flush(self._felt.dealer_key),
                    "qualifies": self._felt.qualifies,
                    "player": _flush(seat.key),
                    "outcome": seat.outcome,
                }
            )

    def _settle(self) -> None:
        """How each seat comes out, once the dealer has settled it."""
        if self._felt is not None:
            settled = [_settled(seat) for seat in self._felt.seats]
            self._tell(truth={"number": self._number, "seats": settled})


def _flush(key: int) -> dict[str, Any]:
    return {"length": key_length(key), "high": key_ranks(key)[0], "name": flush_name(key)}


def _felt_shown(felt: Felt) -> dict[str, Any]:
    return {
        "board": _cards(felt.board),
        "dealer": _cards(by_suit(felt.dealer)),
        "flush": flush_name(felt.dealer_key),
        "qualifies": felt.qualifies,
        "seats": [
            {
                "seat": seat.seat,
                "cards": _cards(by_suit(seat.cards)),
                "folded": seat.folded,
                "spots": [{"name": one.name, "stake": one.result.stake} for one in seat.spots],
            }
            for seat in felt.seats
        ],
    }


def _settled(seat: SeatToSettle) -> dict[str, Any]:
    return {
        "verdicts": [spot.result.verdict for spot in seat.spots],
        "why": [short_words(spot.result) for spot in seat.spots],
        "pays": seat.pays,
    }


def add() -> None:
    """Open the school."""

    @ui.page("/train")
    async def train(request: Request) -> None:
        ui.colors(primary="#2f9e74")
        guest = guest_of(request)
        with frame("School", await guest.visitor()):
            words("h1", "School")
            words("p", "Drills on real hands, judged by the exact value of each choice.").classes(
                "ls-quiet-text"
            )
            with ui.tabs().props("no-caps align=left") as tabs:
                players, dealers = ui.tab("Players"), ui.tab("Dealers")
            with ui.tab_panels(tabs, value=players).classes("lab-panels"):
                with ui.tab_panel(players):
                    PlayerDrill(guest)
                with ui.tab_panel(dealers):
                    DealerDrill(guest)
