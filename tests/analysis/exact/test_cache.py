"""The first run compiles and says so; later ones load; a changed source file is compiled anew."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import longsuit

SAYS = "Compiling the solver; only the first run waits for this ...\n"
FLOP = ["advise", "ctf", "Th 8h 6h", "2c 9h"]


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with this folder's package and an own cache."""
    code = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *FLOP],
        env={**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )


def test_the_cache_is_used_and_not_fooled(tmp_path: Path) -> None:
    package = Path(longsuit.__file__).parent
    shutil.copytree(package, tmp_path / "longsuit", ignore=shutil.ignore_patterns("__pycache__"))
    first, second = run(tmp_path), run(tmp_path)
    assert first.stderr == SAYS
    assert second.stderr == ""
    assert second.stdout == first.stdout
    # A kernel that counts one card too many: an old cache would still give the right answer.
    kernel = tmp_path / "longsuit" / "analysis" / "exact" / "kernels" / "position.py"
    text = kernel.read_text(encoding="utf-8")
    before = "        total += choose[bits[free & (bit - 1)], size]\n"
    assert text.count(before) == 1
    kernel.write_text(text.replace(before, before.replace("+=", "-=")), encoding="utf-8")
    changed = run(tmp_path)
    assert changed.stderr == SAYS
    assert changed.stdout != first.stdout
