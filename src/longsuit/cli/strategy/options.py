"""What the parts of `longsuit strategy` share: their options, files to write."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.core.errors import InputError

NameArgument = Annotated[
    str, typer.Argument(help="best, an id of `list`, or a .toml, .npz or .py[:function] file.")
]


def check_folder(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    if not path.parent.is_dir():
        raise InputError(f"There is no folder {path.parent} to write {path.name} to.")
    if path.is_dir():
        raise InputError(f"{path} is a folder.")
