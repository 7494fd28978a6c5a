"""A game that is nowhere but in a test: the example of docs/games.md, which users start from."""

import re
from pathlib import Path

DOC = Path(__file__).parents[1] / "docs" / "games.md"
TEXT: str = re.findall(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)[0]


def write_game(folder: Path, name: str = "mine.toml", text: str = TEXT) -> Path:
    """The file of that game."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
