"""The dealer's drill at the terminal: scripted rounds, run on the page that dealers work with."""

import random
import secrets
import time
from typing import Any

import msgspec
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.core.cards import by_suit, card_name
from longsuit.core.errors import InputError
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Actor
from longsuit.core.texts import sentence
from longsuit.floor.reads.fixed_view import fixed_view
from longsuit.floor.reads.table_view import Looker, table_view
from longsuit.floor.service.command_json import read_command
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.state import FloorTable
from longsuit.school.certificate import TERMINAL
from longsuit.school.marks import Mark, Tally
from longsuit.school.scripted_round import KINDS, TABLE, Kind
from longsuit.school.terminal_drill import PASSWORD, SUPERVISOR, TITLES, TerminalDrill
from longsuit.web.table import plain

_TRAINEE = "Trainee"
_NO_SUPERVISOR = "The name or the password is wrong."
_OVER = "The round is over: choose the next one."


class TerminalSchool(Element, component="../static/train/terminal_drill.js"):
    """One scripted round at a time, at a table in memory that is the trainee's alone."""

    def __init__(self, visitor: Visitor | None, tallies: dict[str, Tally]) -> None:
        super().__init__()
        self._tallies = tallies
        self.done: dict[Kind, tuple[Mark, ...]] = {}
        self._dealer = visitor.name if visitor is not None and not visitor.guest else _TRAINEE
        self._drill: TerminalDrill | None = None
        self._begun = 0.0
        self._number = 0
        self._props |= {"rounds": self._rounds(), "me": {"name": self._dealer, "role": "dealer"}}
        self.on("begin", self._begin)
        self.on("command", self._command)

    def _tell(self, **props: Any) -> None:
        self._props |= props
        self.update()

    def _rounds(self) -> list[dict[str, Any]]:
        return [{"kind": kind, "title": TITLES[kind], "done": kind in self.done} for kind in KINDS]

    def _begin(self, event: GenericEventArguments) -> None:
        kind = next((one for one in KINDS if one == event.args), None)
        if kind is None:
            return
        chance = random.Random(secrets.randbits(62))
        self._drill = TerminalDrill(kind, chance, self._dealer)
        self._begun = time.monotonic()
        self._number += 1
        self._tell(round=self._shown(), marks=None, answer=None)

    def _command(self, event: GenericEventArguments) -> None:
        """A touch, as the API reads it; a supervisor's with their name and password."""
        drill, asked = self._drill, event.args
        if drill is None or not isinstance(asked, dict):
            return
        said = _OVER if drill.over else self._do(drill, asked)
        answer = {"number": asked.get("number"), "reason": said, "version": drill.version}
        self._tell(round=self._shown(), answer=answer)
        if drill.over and not said:
            self._mark(drill)

    def _do(self, drill: TerminalDrill, asked: dict[str, Any]) -> str:
        by = drill.dealer
        if "password" in asked:
            if (asked.get("name"), asked["password"]) != (SUPERVISOR, PASSWORD):
                return _NO_SUPERVISOR
            by = Actor("supervisor", SUPERVISOR)
        try:
            refused = drill.do(read_command(asked.get("body"), by))
        except InputError as error:
            return str(error)
        return sentence(refused) if isinstance(refused, Refused) else ""

    def _mark(self, drill: TerminalDrill) -> None:
        kind, marks = drill.script.kind, drill.marks()
        self.done[kind] = marks
        self._tallies.setdefault(TERMINAL, Tally()).add(marks, time.monotonic() - self._begun)
        self._tell(marks=msgspec.to_builtins(marks), rounds=self._rounds())

    def _shown(self) -> dict[str, Any]:
        drill = self._drill
        assert drill is not None
        script, terminal = drill.script, drill.house.tables[TABLE]
        settings = TableSettings(terminal.setup, TITLES[script.kind])
        looker = Looker("dealer", drill.dealer.name)
        meters = drill.house.meters_of(TABLE)
        view = table_view(FloorTable(settings, terminal), meters, drill.version, looker, "")
        return {
            "number": self._number,
            "title": TITLES[script.kind],
            "says": drill.says(),
            "start": {"view": plain(view), "fixed": plain(fixed_view(TABLE, settings))},
            "over": drill.over,
            "started": drill.started,
            "board": [card_name(card) for card in script.board] if drill.started else [],
            "seats": [
                {
                    "seat": seat,
                    "wager": seat in script.wagering,
                    "cards": [card_name(card) for card in by_suit(cards)] if drill.started else [],
                }
                for seat, cards in script.hands.items()
            ],
        }
