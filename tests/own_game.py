"""A game that is nowhere but in a test: the example of docs/games.md, which users start from."""

import re
from pathlib import Path

from longsuit.core.games import catalog

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
QUICK = """\
[game]
id = "three-flush"
short = "thf"
name = "Three Flush"
seats = 6
hole = 3

[game.dealer]
qualifier = "932"
unqualified = "push"
ties = "push"

[[game.street]]
name = "raise"
free = "fold"
bet = 1
robot = "T32"

[[game.wager]]
id = "ante"
name = "Ante"
[game.wager.main]
fold = "lose"
ahead = "win"
tie = "as ruled"
behind = "lose"
unqualified = "as ruled"
pays = 1

[[game.wager]]
id = "three-suit"
name = "Three Suit"
basis = "to 1"
hands = "flush"
shortest = 3

[game.bet]
id = "raise"
name = "Raise"
verb = "raise"
main = { ahead = "win", tie = "as ruled", behind = "lose", unqualified = "compared", pays = 1 }

[[paytable]]
id = "A"
game = "three-flush"
wager = "three-suit"
basis = "to 1"
[paytable.pays]
"3-card flush" = 17
"""
"""One with a dealer and hands of three cards, which is solved at once."""


def write_game(folder: Path, name: str = "mine.toml", text: str = TEXT) -> Path:
    """The file of that game."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
