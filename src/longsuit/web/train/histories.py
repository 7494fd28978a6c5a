"""Own rounds judged as the drill judges: a file comes in parts, and a worker judges each."""

import asyncio
from collections.abc import Callable
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.core.errors import InputError
from longsuit.school.notebook import decision_line
from longsuit.school.score import Answered, Score
from longsuit.web.train.scores import shown_score
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import JudgeRounds

LONGEST_PART = 24_000
"""Bytes of a part; the page divides a file where its rounds begin."""
MOST_PARTS = 50
_LONGEST_NAME = 60
_MOST_LINES = 1_000_000
_MOST_KEPT = 100
"""Mistakes that the browser keeps for the drill."""
_NOTHING = "The file has no decisions by {player}. Check the spelling of the name."
_TOO_LARGE = "A part of the file is too large."


class OwnRounds(Element, component="../static/train/own_rounds.js"):
    """A file to choose, and the report of its decisions."""

    def __init__(self, guest: Guest, learn: Callable[[list[Answered]], None]) -> None:
        super().__init__()
        self._guest, self._learn = guest, learn
        self._score = Score()
        self._parts = 0
        self._working: asyncio.Future[Any] | None = None
        self._props |= {"longest": LONGEST_PART, "parts": MOST_PARTS, "judged": None}
        self.on("part", self._part)
        self.on("stop", self._stop)

    def _tell(self, **judged: Any) -> None:
        self._props["judged"] = {"number": (self._props["judged"] or {}).get("number", 0) + 1}
        self._props["judged"] |= judged
        self.update()

    def _stop(self) -> None:
        if self._working is not None:
            self._working.cancel()

    async def _part(self, event: GenericEventArguments) -> None:
        job, first, last = _read(event.args)
        if first:
            self._score, self._parts = Score(), 0
        self._parts += 1
        if job is None or self._parts > MOST_PARTS:
            self._tell(said=_TOO_LARGE)
            return
        try:
            self._working = self._guest.work_out(job)
            for one in await self._working:
                self._score.add(one)
        except asyncio.CancelledError:
            return
        except InputError as error:
            self._tell(said=str(error))
            return
        if not last:
            self._tell()
        elif not self._score.answers:
            self._tell(said=_NOTHING.format(player=job.player))
        else:
            wrong = [one for one in self._score.answers if not one.right][-_MOST_KEPT:]
            self._learn(wrong)
            lines = [decision_line(one).decode() for one in wrong]
            self._tell(score=shown_score(self._score), lines=lines)


def _read(args: object) -> tuple[JudgeRounds | None, bool, bool]:
    """What a page has sent; None where it is no part of a file."""
    asked = args if isinstance(args, dict) else {}
    text, player, file = (asked.get(name) for name in ("text", "player", "file"))
    line = asked.get("line")
    ends = asked.get("first") is True, asked.get("last") is True
    sound = (
        isinstance(text, str)
        and isinstance(player, str)
        and isinstance(file, str)
        and len(text) <= LONGEST_PART
        and len(text.encode(errors="replace")) <= LONGEST_PART
        and max(len(player), len(file)) <= _LONGEST_NAME
        and type(line) is int
        and 1 <= line <= _MOST_LINES
    )
    return JudgeRounds(text, player, file, line) if sound else None, *ends  # type: ignore[arg-type]
