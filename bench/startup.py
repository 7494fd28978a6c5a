"""How quickly `longsuit --help` answers, against a Python that does nothing."""

import subprocess
import sys
from pathlib import Path

from bench.measure import best_of, show

AIM = 4.0


def run() -> None:
    longsuit = Path(sys.executable).with_name("longsuit")
    best = best_of(
        {
            "python -c pass": lambda: _call(sys.executable, "-c", "pass"),
            "longsuit --help": lambda: _call(str(longsuit), "--help"),
            "longsuit games": lambda: _call(str(longsuit), "games"),
        },
        repeat=10,
    )
    bare = best["python -c pass"]
    rows = [(name, f"{t * 1000:.0f} ms", f"{t / bare:.2f}") for name, t in best.items()]
    show(f"Start-up (aim for --help: {AIM:.0f} or less)", rows, "command", "time", "ratio")


def _call(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
