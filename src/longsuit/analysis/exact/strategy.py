"""The best strategy itself: as a file to keep, and to look hands up in.

docs/strategy.md describes the file. It names no decision by a kernel's own numbers: hands are
numbered by their cards, and boards are listed.
"""

import json
import zlib
from collections.abc import Sequence
from functools import cached_property
from itertools import permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.advice import check_cards
from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.hand_classes import class_index
from longsuit.analysis.exact.numbering import board_classes
from longsuit.analysis.exact.solver import solve_decisions, solve_high_card
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, Shape, check_tuned, tuned_shape
from longsuit.core.cards import RANK_COUNT, Card, card_set, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, is_game
from longsuit.core.games.game import Game, MainRules
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import flush_in_full

if TYPE_CHECKING:
    from longsuit.analysis.exact.kernels import chase_the_flush

FORM = 1
_ARRAYS: dict[Shape | None, set[str]] = {
    CHASE: {"opening", "flops", "flop", "boards", "river"},
    HIGH_CARD: {"hands"},
}
_SUIT_ORDERS = tuple(permutations(range(4)))

Bits = NDArray[np.uint8]


def hole_number(hole: Sequence[Card]) -> int:
    """Three cards a < b < c as one number: C(c, 3) + C(b, 2) + a."""
    a, b, c = sorted(hole)
    return comb(c, 3) + comb(b, 2) + a


class Strategy:
    """The best action of every hand at every decision of a game."""

    def __init__(self, about: dict[str, Any], arrays: dict[str, Bits]) -> None:
        self.about = about
        self.arrays = arrays

    @property
    def game(self) -> Game:
        """The game it plays."""
        return game_by_id(self.about["game"])

    def save(self, path: Path) -> None:
        """Write the strategy to a .npz file."""
        about = np.frombuffer(json.dumps(self.about).encode(), np.uint8)
        arrays: dict[str, Any] = {"about": about, **self.arrays}
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Strategy":
        """Read a file that `save` wrote."""
        try:
            # Opened here, so that it is closed even where NumPy cannot make sense of it.
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            about = json.loads(arrays.pop("about").tobytes())
            if about["form"] != FORM or set(arrays) != _ARRAYS[_shape(about["game"])]:
                raise KeyError("form")
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror or 'not a file'}.") from None
        except (ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile, zlib.error):
            raise InputError(f"{path} is not a strategy that Longsuit wrote.") from None
        return cls(about, arrays)

    def action(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> str:
        """The best action for a hand; after a check it is asked again with more board."""
        game = self.game
        check_cards(game, hole, board)
        names: list[str] = self.about["actions"]
        if not game.board:
            number = class_index(suit_masks(card_set(hole)))
            return names[int(self.arrays["hands"][number])]
        if not board:
            return names[0] if _bit(self.arrays["opening"], hole_number(hole)) else "check"
        rows, moved = self._find(hole, board)
        if len(board) == 2:
            return names[1] if _bit(self.arrays["flop"][rows], moved) else "check"
        return names[2] if _bit(self.arrays["river"][rows], moved) else "fold"

    def _find(self, hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, int]:
        """The row of the board up to suits, and the hole's number with suits renamed alike."""
        listed = self._rows[len(board)]
        for order in _SUIT_ORDERS:
            row = listed.get(frozenset(_moved(order, board)))
            if row is not None:
                return row, hole_number(_moved(order, hole))
        raise AssertionError("every board is listed up to suits")

    @cached_property
    def _rows(self) -> dict[int, dict[frozenset[Card], int]]:
        return {
            size: {frozenset(cards): row for row, cards in enumerate(self.arrays[name].tolist())}
            for size, name in ((2, "flops"), (4, "boards"))
        }


def _shape(game: object) -> Shape | None:
    """The shape of the game that a file names; none is as good as a wrong one."""
    return tuned_shape(game_by_id(game)) if isinstance(game, str) and is_game(game) else None


def _moved(order: tuple[int, ...], cards: Sequence[Card]) -> list[Card]:
    return [order[card // RANK_COUNT] * RANK_COUNT + card % RANK_COUNT for card in cards]


def _bit(row: Bits, number: int) -> bool:
    return bool(row[number // 8] >> (number % 8) & 1)


def _pack(bits: NDArray[np.bool_]) -> Bits:
    return np.packbits(bits, axis=-1, bitorder="little")


def best_strategy(
    game: str, *, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Strategy:
    """The best strategy of a game, all of it."""
    case = make_case(game, xtra, rules)
    check_tuned(case, "strategies as files")
    if not case.game.board:
        return Strategy(describe(case), {"hands": solve_high_card(case).decisions})
    return Strategy(describe(case), _chase_arrays(*solve_decisions(case)))


def describe(case: Case) -> dict[str, Any]:
    """What a strategy says about itself."""
    rules = case.rules
    return {
        "form": FORM,
        "game": case.game.id,
        "xtra": case.xtra.id if case.xtra else None,
        "qualifier": flush_in_full(rules.qualifier) if rules.qualifier else "none",
        "unqualified": rules.unqualified,
        "ties": rules.ties,
        "most": [list(decision.most) for decision in rules.decisions],
        "actions": [*case.payoffs.names, "fold"],
    }


def _chase_arrays(solved: "chase_the_flush.Solution", river: Bits) -> dict[str, Bits]:
    """The kernel's decisions; it numbers hands as `hole_number` does."""
    return {
        "opening": _pack(solved.bet > solved.check),
        "flops": solved.flops.astype(np.uint8),
        "flop": _pack(solved.margin < 0),
        "boards": board_classes()[0].astype(np.uint8),
        "river": river,
    }
