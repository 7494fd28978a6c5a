"""The coach: the exact value of each choice, at the rules and pays of one table."""

import threading
from collections import OrderedDict

from longsuit.cards import parse_cards
from longsuit.exact.advice import Advice, advise
from longsuit.games.table import Table

_KEPT = 4096
Position = tuple[int, str, str, str]


class Coach:
    """Answers from what a player sees. One position is worked out at a time, and some are kept."""

    def __init__(self) -> None:
        self._working = threading.Lock()
        self._known: OrderedDict[Position, Advice] = OrderedDict()

    def advise(self, table: Table, hole: str, board: str, seen: str) -> Advice:
        """The value of each action, best first; cards that make no position are refused."""
        position = (hash((table.game, table.rules, table.offer("xtra"))), hole, board, seen)
        found = self._known.get(position)
        if found is None:
            xtra = table.offer("xtra")
            with self._working:
                found = advise(
                    table.game,
                    parse_cards(hole),
                    parse_cards(board),
                    parse_cards(seen),
                    xtra=xtra.paytable if xtra is not None else None,
                    rules=table.rules,
                )
            self._known[position] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found
