"""A player's own strategy: a small Python function of the cards.

`def play(hole, board)` is given the names of cards, such as "Th", and answers with an action:
`bet`, `raise`, `check` or `fold`, or with its size `bet_3x`. Suits are alike: a function is asked
once for hands that differ by a renaming of suits only.
"""

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, TextIO

import numpy as np
from msgspec import Struct

from longsuit.analysis.exact.advice import check_cards
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import class_count, classes
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.strategies.tabulation import name_strategy
from longsuit.core.cards import RANK_COUNT, Card, card_name
from longsuit.core.errors import InputError
from longsuit.core.games.game import Decision, Game, MainRules

DEFAULT = "play"
_STEP = 20_000
"""Hands asked between two words about progress."""

Told = Callable[[int, int], None]
"""Told how many hands of how many are done."""


class OwnStrategy(Struct, frozen=True):
    """A function, asked hand by hand; the names of actions are those of `Strategy.action`."""

    game: Game
    function: Callable[[Sequence[str], Sequence[str]], Any]
    name: str = "the function"
    """The file and the function, as complaints name it."""
    rules: MainRules | None = None

    def action(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> str:
        """The action for a hand; after a check it is asked again with more board."""
        check_cards(self.game, hole, board)
        return self.ask(tuple(map(card_name, hole)), tuple(map(card_name, board)))

    def ask(self, hole: Sequence[str], board: Sequence[str]) -> str:
        """The function's answer, checked."""
        try:
            # What it prints must not end up among the results.
            with _prints_aside:
                answer = self.function(hole, board)
        except (Exception, SystemExit) as error:  # whatever a user's own code does
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            raise InputError(f"{self.name} failed on {_shown(hole, board)}: {what}.") from None
        chosen = (self.rules or self.game.rules).decisions
        decision = next(d for d in chosen if d.board == len(board))
        open_here = _actions(self.game, decision, hole, board)
        plain = answer.strip().casefold().replace(" ", "_") if isinstance(answer, str) else ""
        if plain == self.game.bet_verb:
            return open_here[-1]
        if plain not in open_here:
            known = ", ".join((*open_here, self.game.bet_verb))
            raise InputError(
                f"{self.name} answers {answer!r} for {_shown(hole, board)}; "
                f"the actions there are: {known}."
            )
        return plain


class _PrintsAside:
    """Prints go to standard error: the first of several threads turns them, the last back."""

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._before: TextIO | None = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before, sys.stdout = sys.stdout, sys.stderr
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                sys.stdout, self._before = self._before, None


_prints_aside = _PrintsAside()


def _shown(hole: Sequence[str], board: Sequence[str]) -> str:
    return " ".join(hole) + (f" on {' '.join(board)}" if board else "")


def _actions(
    game: Game, decision: Decision, hole: Sequence[str], board: Sequence[str]
) -> tuple[str, ...]:
    """What the hand may do, the free action first, then by rising bets."""
    suits = [card[1] for card in (*hole, *board)]
    length = max(map(suits.count, set(suits)))
    return decision.free, *(game.action_name(size) for size in decision.multiples(length))


def load_own(game: Game, text: str, rules: MainRules | None = None) -> OwnStrategy:
    """The function that `file.py` or `file.py:name` names."""
    file, _, named = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    name = named or DEFAULT
    module = _load(Path(file))
    function = getattr(module, name, None)
    if not callable(function):
        raise InputError(f"{file} has no function {name}(hole, board).")
    return OwnStrategy(game, function, f"{Path(file).name}:{name}", rules)


def _load(path: Path) -> ModuleType:
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(f"longsuit_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with _prints_aside:
            spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(f"{path.name}, line {error.lineno}: {error.msg}.") from None
    except (Exception, SystemExit) as error:  # whatever a user's own code does
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        raise InputError(f"{path.name} cannot be loaded: {what}.") from None
    finally:
        sys.dont_write_bytecode = kept
    return module


def tabulate_own(own: OwnStrategy, told: Told | None = None) -> Strategy:
    """A function of High Card Flush asked once for each of the 6,009,159 hands up to suits."""
    case = make_case(own.game.id, rules=own.rules)
    names = [*case.payoffs.names, "fold"]
    number = {name: place for place, name in enumerate(names)}
    total = class_count()
    hands = np.zeros(total, np.uint8)
    every = _hands()
    for start in range(0, total, _STEP):
        some = [number[own.ask(hole, ())] for hole in islice(every, _STEP)]
        hands[start : start + len(some)] = some
        if told is not None:
            told(start + len(some), total)
    return name_strategy(case, own.name, {"hands": hands})


def _hands() -> Iterator[tuple[str, ...]]:
    """A hand of each class, in the order of classes."""
    named = [
        [
            tuple(
                card_name(suit * RANK_COUNT + rank)
                for rank in reversed(range(RANK_COUNT))
                if mask >> rank & 1
            )
            for mask in range(1 << RANK_COUNT)
        ]
        for suit in range(4)
    ]
    clubs, diamonds, hearts, spades = named
    for a, b, c, d in classes():
        yield clubs[a] + diamonds[b] + hearts[c] + spades[d]
