"""The coach: the exact value of each choice, at the rules and pays of one table."""

import threading
from collections import OrderedDict

from msgspec import Struct

from longsuit.analysis.exact.advice import Advice, advise, check_position
from longsuit.core.cards import Card, parse_cards
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.games.table import Table
from longsuit.core.paytable import PayTable

_KEPT = 4096


class Question(Struct, frozen=True):
    """A position, whatever the order in which its cards were named."""

    game: str
    rules: MainRules
    xtra: PayTable | None
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    seen: tuple[Card, ...]


def ask(table: Table, hole: str, board: str, seen: str) -> Question:
    """A question about a hand at a table; cards that make no position are refused."""
    own, there, others = (tuple(sorted(parse_cards(cards))) for cards in (hole, board, seen))
    check_position(find_game(table.game), own, there, others)
    xtra = table.offer("xtra")
    paytable = xtra.paytable if xtra is not None else None
    return Question(table.game, table.rules, paytable, own, there, others)


class Coach:
    """Answers from what a player sees, and remembers the last answers."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._known: OrderedDict[Question, Advice] = OrderedDict()

    def known(self, question: Question) -> Advice | None:
        """An answer that need not be worked out."""
        with self._guard:
            found = self._known.get(question)
            if found is not None:
                self._known.move_to_end(question)
            return found

    def advise(self, question: Question) -> Advice:
        """The value of each action, best first. It takes a while: in a thread for that alone."""
        found = self.known(question)
        if found is None:
            one = question
            found = advise(one.game, one.hole, one.board, one.seen, xtra=one.xtra, rules=one.rules)
            with self._guard:
                self._known[question] = found
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
        return found
