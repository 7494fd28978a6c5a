"""The tables that random walks through a house are played at, and decks that make jackpots."""

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from longsuit.core.cards import DECK
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Table, make_table
from longsuit.core.progressive.terms import MustHit
from longsuit.core.round.commands import Actor
from longsuit.core.round.state import Round

# The tables


class Opening(NamedTuple):
    """A table as it is opened."""

    table: Table
    live: bool = False
    approval: int = 0
    must_hit: MustHit | None = None
    meters: Mapping[str, str] = {}
    at_start: bool = False


def high_card(paytable: str, dollars: int = 1, **options: Any) -> Table:
    chosen = {"progressive": paytable}
    return make_table("hcf", paytables=chosen, progressive_base=dollars * 1_00, **options)


STAX_LINK = {name: name for name in ("star", "spade", "heart", "diamond", MYSTERY_METER)}
EARLY_LINK = {name: f"early {name}" for name in STAX_LINK if name != MYSTERY_METER}
SHORT, JUMPS = MustHit(500_00, 501_00), MustHit(0, 1_00, Fraction(3333, 10_000))
CHASE = {
    "C1": Opening(make_table("ctf", seats_per_player=2), False, 600_00, SHORT, STAX_LINK),
    "C2": Opening(make_table("ctf"), True, 0, SHORT, STAX_LINK),
    "C3": Opening(make_table("ctf", face_up=True, progressive_base=10_00), False, 1, JUMPS),
    "C4": Opening(make_table("ctf", progressive_base=25_00), True, 20_000_00, at_start=True),
    "C5": Opening(make_table("ctf"), False, 600_00, meters=EARLY_LINK, at_start=True),
    "C6": Opening(make_table("ctf"), True, 0, meters=EARLY_LINK, at_start=True),
}
HIGH_CARD = {
    "H1": Opening(high_card("PT-BJS-HCF-SF-07"), False, 5_000_00, meters={"main": "seven"}),
    "H2": Opening(high_card("PT-BJS-HCF-SF-07"), True, 40_000_00, meters={"main": "seven"}),
    "H3": Opening(high_card("PT-BJS-HCF-SF-E04", progressive_mandatory=True, seats_per_player=3)),
    "H4": Opening(high_card("PT-BJS-HCF-SF-E05", 5), True),
    "H5": Opening(high_card("PT-PRG-HCF-D01a", 5), True),
    "H6": Opening(high_card("PT-PRG-HCF-D03", 2, progressive_mandatory=True), False, 3_000_00),
    "H7": Opening(high_card("PT-PRG-HCF-MLP-01"), False, 10_000_00),
    "H8": Opening(high_card("PT-PRG-HCF-MLP-03", 10, seats=4), True, 1_000_00),
}
DEE, SUE, SAM = Actor("dealer", "dee"), Actor("supervisor", "sue"), Actor("supervisor", "sam")
ANN = Actor("player", "ann")
SENTENCE = re.compile(r"[A-Z'$\d](?:[^.\n]|\.(?=\S))*\.")
"""One sentence: it ends with the only full stop that nothing follows."""


def stacked_deck(rng: random.Random, state: Round) -> tuple[int, ...]:
    """A deck of long straight flushes; with a board two seats may complete the same one."""
    hole, board = state.table.definition.hole, list[int]()
    hands: list[list[int]] = [[] for _ in state.playing]
    if state.table.definition.board:
        suit, low = 13 * rng.randrange(4), rng.randrange(1, 10)
        board = [suit + low + n for n in range(4)]
        above, below, more = range(low + 4, 13), range(low - 1, -1, -1), rng.choice((1, 1, 2, 3))
        wagered = ("stax" in state.seat(number).wagers for number in state.playing)
        lucky = [seat for seat, has in zip(hands, wagered, strict=True) if has]
        rng.shuffle(lucky)
        for side, seat in zip((above, below), lucky, strict=False):
            seat.extend(suit + rank for rank in side[: rng.choice((more, more, 1, 2))])
    else:
        for number, seat in enumerate(hands[:4]):
            length = rng.choice((3, 5, 6, 6, 7, 7))
            low = rng.choice((0, 13 - length, rng.randint(0, 13 - length)))
            seat.extend(13 * number + low + n for n in range(length))
    placed = {*board, *chain(*hands)}
    left = [card for card in rng.sample(DECK, 52) if card not in placed]
    for seat in (*hands, dealer := list[int]()):
        seat.extend(left.pop() for _ in range(hole - len(seat)))
    return (*chain(*hands), *dealer, *board, *left)
