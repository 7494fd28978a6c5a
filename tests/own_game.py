"""A game that is nowhere but in a test: the example of docs/games.md, which users start from."""

import re
from pathlib import Path

from longsuit.core.games import catalog
from longsuit.lab import examples

DOC = Path(__file__).parents[1] / "docs" / "games.md"
TEXT: str = re.findall(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)[0]
_RUSH = Path(catalog.__file__).parent / "family" / "flush_rush.toml"
NO_DEALER: str = (
    _RUSH.read_text(encoding="utf-8")
    .replace('"flush-rush"', '"my-rush"')
    .replace('"rush"', '"myr"')
    .replace('"Flush Rush"', '"My Rush"')
)
"""One without a dealer, with further own cards and several bets, under names of its own."""
QUICK: str = (Path(examples.__file__).parent / "three_flush.toml").read_text(encoding="utf-8")
"""One with a dealer and hands of three cards, which is solved at once; no catalog has it."""

_EARLY = '[[game.street]]\nname = "start"\nfree = "check"\nbet = 3\n\n[[game.street]]'
_SECOND = """[[game.wager]]
id = "second"
name = "Second"
basis = "to 1"
hands = "flush"

[game.bet]"""
_MAIN = (
    'main = { fold = "lose", ahead = "win", tie = "push", behind = "lose", '
    'unqualified = "compared", pays = "table" }\n'
)
_PAYS = """
[[paytable]]
id = "S"
game = "my-chase"
wager = "second"
basis = "to 1"
[paytable.pays]
"7-card flush" = 100
"""
LARGE: str = (
    TEXT.replace("hole = 2 ", "hole = 3 ")
    .replace("board = 3 ", "own = 2 #")
    .replace("[[game.street]]", _EARLY, 1)
    .replace('basis = "to 1"    ', f'{_MAIN}basis = "to 1"', 1)
    .replace("[game.bet]", _SECOND)
    + _PAYS
)
"""Three cards and a bet, two more, then a board of two: more positions than can be counted. Its
Suit Bonus belongs to the main game, and a second wager does not."""


def write_game(folder: Path, name: str = "mine.toml", text: str = TEXT) -> Path:
    """The file of that game."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
