"""Timing with the noise taken out: the best of several interleaved runs."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

console = Console(highlight=False, width=100)


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best_of(works: Mapping[str, Callable[[], object]], repeat: int = 5) -> dict[str, float]:
    """The best time of each, run in turn so that a slow moment of the machine hits them all."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeat):
        for name, work in works.items():
            best[name] = min(best[name], seconds(work))
    return best


def processor_seconds(pid: int) -> float:
    """Processor time that a process has taken, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show(title: str, rows: Sequence[tuple[str, ...]], *headings: str) -> None:
    """One table of results."""
    console.print(title, style="bold")
    table = Table(box=None, pad_edge=False)
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print()
