"""What the parts of `longsuit strategy` share: their options, files to write, a bar to wait by."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.output import make_console
from longsuit.errors import InputError

GameArgument = Annotated[
    str, typer.Argument(help="chase-the-flush (ctf) or high-card-flush (hcf).")
]
NameArgument = Annotated[
    str, typer.Argument(help="best, an id of `list`, or a .toml, .npz or .py[:function] file.")
]
XtraOption = Annotated[str, typer.Option(help="The X-tra table: A, B, a file or 7=250,...")]

Told = Callable[[int, int], None]
Said = Callable[[str], None]


def check_folder(path: Path) -> None:
    """Refuse a file that cannot be written, before any work is done."""
    if not path.parent.is_dir():
        raise InputError(f"There is no folder {path.parent} to write {path.name} to.")
    if path.is_dir():
        raise InputError(f"{path} is a folder.")


@contextmanager
def progress(what: str) -> Iterator[Told | None]:
    """A bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(to_errors=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield told


@contextmanager
def waiting(what: str) -> Iterator[Said]:
    """A word on standard error about what is being done, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with make_console(to_errors=True).status(f"{what} ...") as status:
        yield lambda step: status.update(f"{what}: {step} ...")
