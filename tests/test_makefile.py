"""`make install` as somebody sees it: nothing of the installer's talk, unless it fails."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
TALK = "WARNING: Retrying (Retry(total=4)) after connection broken"
# A Python that knows three things: its version is new enough, how to make an environment with
# itself in it, and an installer that talks and ends as it is told.
PYTHON = f"""#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip") echo "{TALK}"; echo "{TALK}" >&2; exit "$PIP_ENDS" ;;
esac
"""


def install(folder: Path, ends: int) -> subprocess.CompletedProcess[str]:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    python = folder / "python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    # Where make runs these tests, this one is not a part of it.
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", f"PYTHON={python}", "install"],
        cwd=folder,
        env={**env, "PIP_ENDS": str(ends)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_install_that_succeeds_says_one_line(tmp_path: Path) -> None:
    done = install(tmp_path, ends=0)
    assert done.returncode == 0
    assert done.stdout == "Making the environment in .venv, once ...\n"
    assert done.stderr == ""
    assert (tmp_path / ".venv" / ".ready").exists()


def test_an_install_that_fails_shows_what_the_installer_said(tmp_path: Path) -> None:
    done = install(tmp_path, ends=1)
    assert done.returncode != 0
    assert done.stderr.count(TALK) == 2
    told = "The packages of constraints.txt could not be installed: is a package index in reach?"
    assert told in done.stderr.splitlines()
    assert done.stderr.index(TALK) < done.stderr.index(told)
    assert not (tmp_path / ".venv" / ".ready").exists()
    again = install(tmp_path, ends=0)
    assert again.returncode == 0
