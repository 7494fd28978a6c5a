"""A player's decisions kept in a file, a line of JSON each, so that a drill can go on from them."""

from pathlib import Path

import msgspec
from msgspec import Struct

from longsuit.core.cards import card_names, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import known_game
from longsuit.core.plain_number import read_exact
from longsuit.school.questions import Question, find_decisions
from longsuit.school.score import Answered

LARGEST_FILE = 10_000_000
"""Bytes: some ten thousand evenings."""
_MOST_COST = 1_000
"""Antes: more than any decision can give up."""


class _Line(Struct, forbid_unknown_fields=True):
    game: str
    decision: str
    hole: str
    board: str
    action: str
    best: str
    cost: str


_decoder = msgspec.json.Decoder(_Line)


def read_notebook(path: Path) -> list[Answered]:
    """The decisions in a file; none where there is no file yet."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > LARGEST_FILE:
        raise InputError(f"{path} is too large: start a new file.")
    found = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            try:
                found.append(read_decision(line))
            except InputError:
                raise InputError(f"{path}, line {number} is no decision of a drill.") from None
    return found


def read_decision(line: bytes | str) -> Answered:
    """A decision as it is kept."""
    try:
        told = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError):
        raise InputError("It is no decision.") from None
    game = known_game(told.game)
    decision = find_decisions(game, told.decision)[0]
    hole, board = parse_cards(told.hole), parse_cards(told.board)
    cost = read_exact(told.cost)
    known = len(hole) == game.hole and len(board) == decision.board and told.decision
    if cost is None or not 0 <= cost <= _MOST_COST or not known:
        raise InputError("It is no decision.")
    question = Question(game.id, decision.name, hole, board)
    return Answered(question, told.action, told.best, cost)


def decision_line(answered: Answered) -> bytes:
    """A decision, to be kept."""
    asked = answered.question
    line = _Line(
        asked.game,
        asked.decision,
        card_names(asked.hole),
        card_names(asked.board),
        answered.action,
        answered.best,
        str(answered.cost),
    )
    return msgspec.json.encode(line)


def write_decision(path: Path, answered: Answered) -> None:
    """Add one to the file."""
    try:
        with path.open("ab") as file:
            file.write(decision_line(answered) + b"\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
