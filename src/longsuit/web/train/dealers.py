"""The dealer's drills on a felt with its cards turned up: hands to read, and spots to settle."""

import secrets
import time
from typing import Any

import msgspec
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.core.cards import RANKS, by_suit, card_name
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import games
from longsuit.core.ranking import flush_name
from longsuit.school.felt import Felt
from longsuit.school.marks import Tally, read_marks, settle_marks
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import DealFelt

DRILLS = {"read": "Read hands", "settle": "Settle the felt"}
_SEED_BITS = 62
_GAMES = {game.id: game for game in games() if game.dealer}


class DealerDrill(Element, component="../static/train/dealer_drill.js"):
    """One felt after another; what is so is told after the dealer has said what they see."""

    def __init__(self, guest: Guest, tallies: dict[str, Tally]) -> None:
        super().__init__()
        self._guest, self._tallies = guest, tallies
        self._felt: Felt | None = None
        self._drill = "read"
        self._begun = 0.0
        self._number = 0
        """Of the felt: the page is told everything again with each change, and goes by this."""
        self._props["games"] = {
            game.id: {"name": game.name, "seats": game.seats} for game in _GAMES.values()
        }
        self._props["ranks"] = list(reversed(RANKS))
        self._props["drills"] = DRILLS
        self.on("deal", self._deal)
        self.on("check", self._check)

    def _tell(self, **props: Any) -> None:
        self._props |= {"said": "", **props}
        self.update()

    async def _deal(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        game, seats = _GAMES.get(str(asked.get("game"))), asked.get("seats")
        drill = asked.get("drill")
        if game is None or not isinstance(seats, int) or not 1 <= seats <= game.seats:
            return
        if drill not in DRILLS:
            return
        try:
            job = DealFelt(game.id, seats, secrets.randbits(_SEED_BITS))
            felt = await self._guest.work_out(job)
        except InputError as error:
            self._tell(said=str(error))
            return
        self._felt, self._drill, self._begun = felt, str(drill), time.monotonic()
        self._number += 1
        shown = _felt_shown(felt) | {"number": self._number, "drill": drill}
        self._tell(felt=shown, marks=None)

    def _check(self, event: GenericEventArguments) -> None:
        """What is so, once the dealer has answered; a felt is marked once."""
        felt, given = self._felt, event.args
        if felt is None or not isinstance(given, dict):
            return
        self._felt = None
        marks = (read_marks if self._drill == "read" else settle_marks)(felt, given)
        tally = self._tallies.setdefault(DRILLS[self._drill], Tally())
        tally.add(marks, time.monotonic() - self._begun)
        score = {
            "right": tally.right,
            "asked": tally.asked,
            "each": f"{tally.seconds / tally.asked:.1f}",
        }
        self._tell(marks=msgspec.to_builtins(marks), score=score)


def _felt_shown(felt: Felt) -> dict[str, Any]:
    return {
        "board": [card_name(card) for card in felt.board],
        "dealer": [card_name(card) for card in by_suit(felt.dealer)],
        "flush": flush_name(felt.dealer_key),
        "qualifies": felt.qualifies,
        "seats": [
            {
                "seat": seat.seat,
                "cards": [card_name(card) for card in by_suit(seat.cards)],
                "folded": seat.folded,
                "spots": [{"name": one.name, "stake": one.result.stake} for one in seat.spots],
            }
            for seat in felt.seats
        ],
    }
