"""Tables that a command keeps up to date in a Markdown file."""

import re
from pathlib import Path

from longsuit.core.errors import InputError


def rewrite(path: Path, mark: str, table: str) -> None:
    """Put the table between ``<!-- mark -->`` and ``<!-- end of mark -->``."""
    before, after = find_place(path, mark)
    path.write_text(f"{before}{table}\n{after}", encoding="utf-8")


def find_place(path: Path, mark: str) -> tuple[str, str]:
    """What stands before the table and after it; refuses a file that has no place for it."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- end of {mark} -->)", re.DOTALL)
    found = between.search(text)
    if not found:
        raise InputError(f"{path} has no place for the {mark}: <!-- {mark} -->.")
    return text[: found.start()], text[found.end() :]
