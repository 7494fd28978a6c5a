"""What is shown on standard error while a command works; nothing where that is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from longsuit.cli.output import make_console

Done = Callable[[int, int], None]
"""Told how much is done, and of how much."""
Said = Callable[[str], None]
"""Told which step is next."""


@contextmanager
def progress(what: str) -> Iterator[Done | None]:
    """A bar with the time that is left."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=make_console(to_errors=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def waiting(what: str) -> Iterator[Said]:
    """What is being done, and for how many seconds, where nobody can say how long it takes."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description} ..."), TimeElapsedColumn()
    with Progress(*columns, console=make_console(to_errors=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda step: bar.update(task, description=step)
