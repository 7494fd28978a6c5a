"""Tables that a command keeps up to date in a Markdown file."""

import re
from pathlib import Path

from longsuit.core.errors import InputError


def rewrite(path: Path, mark: str, table: str) -> None:
    """Put the table between ``<!-- mark -->`` and ``<!-- end of mark -->``."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None
    between = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
    if not between.search(text):
        raise InputError(f"{path} has no place for the {mark}: <!-- {mark} -->.")
    new = between.sub(lambda found: f"{found[1]}{table}\n{found[2]}", text)
    path.write_text(new, encoding="utf-8")
