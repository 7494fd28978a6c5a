"""`make install` as somebody sees it: nothing of the installer's talk, unless it fails."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
TALK = "WARNING: Retrying (Retry(total=4)) after connection broken"
# A Python that knows three things: its version is new enough, how to make an environment with
# itself in it, and an installer that notes what it is asked for, talks and ends as it is told.
PYTHON = f"""#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip") echo "pip $*" >>asked; echo "{TALK}"; echo "{TALK}" >&2; exit "$PIP_ENDS" ;;
esac
"""
UV = f"""#!/bin/sh
echo "uv $*" >>asked; echo "{TALK}" >&2; exit "$UV_ENDS"
"""


def install(folder: Path, ends: int, uv: int = 1) -> subprocess.CompletedProcess[str]:
    """With a uv that ends as it is told, and a pip likewise."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    python = folder / "python"
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for path, text in ((python, PYTHON), (tools / "uv", UV)):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    # Where make runs these tests, this one is not a part of it.
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", f"PYTHON={python}", "install"],
        cwd=folder,
        env={
            **env,
            "PATH": f"{tools}:{env['PATH']}",
            "PIP_ENDS": str(ends),
            "UV_ENDS": str(uv),
        },
        capture_output=True,
        text=True,
        timeout=300,
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
    assert done.stderr.count(TALK) == 3
    told = "The packages of constraints.txt could not be installed: is a package index in reach?"
    assert told in done.stderr.splitlines()
    assert done.stderr.index(TALK) < done.stderr.index(told)
    assert not (tmp_path / ".venv" / ".ready").exists()
    again = install(tmp_path, ends=0)
    assert again.returncode == 0


def test_pip_is_asked_only_where_uv_cannot(tmp_path: Path) -> None:
    assert install(tmp_path, ends=1, uv=0).returncode == 0
    assert [line.split()[0] for line in (tmp_path / "asked").read_text().splitlines()] == ["uv"]
    (tmp_path / ".venv" / ".ready").unlink()
    assert install(tmp_path, ends=0, uv=1).returncode == 0
    asked = [line.split() for line in (tmp_path / "asked").read_text().splitlines()]
    assert [line[0] for line in asked] == ["uv", "uv", "pip"]
    # Both are asked for the same.
    assert asked[1][asked[1].index("install") + 1 :] == asked[2][asked[2].index("--quiet") :]


# An npm that installs a Biome and a Pyright which end as they are told, or finds no registry.
NPM = """#!/bin/sh
echo fetched >>fetched
test "$NPM_ENDS" = 0 || { echo "no registry in reach"; exit 1; }
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho "a line is too long"; exit "$BIOME_ENDS"\\n' >node_modules/.bin/biome
printf '#!/bin/sh\\necho "a type is unknown"; exit "$PYRIGHT_ENDS"\\n' >node_modules/.bin/pyright
chmod +x node_modules/.bin/biome node_modules/.bin/pyright
"""


def scripts(
    folder: Path, *, npm: int | None, biome: int = 0, pyright: int = 0
) -> subprocess.CompletedProcess[str]:
    """`make scripts` where there is nothing but what it needs, and perhaps npm."""
    for name in ("Makefile", "package.json"):
        if not (folder / name).exists():
            shutil.copy(ROOT / name, folder)
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for name in ("make", "sh", "mkdir", "touch", "cat", "chmod", "nproc", "expr"):
        path = shutil.which(name)
        if path is not None and not (tools / name).exists():
            (tools / name).symlink_to(path)
    if npm is not None:
        (tools / "npm").write_text(NPM, encoding="utf-8")
        (tools / "npm").chmod(0o755)
    ends = {"NPM_ENDS": str(npm), "BIOME_ENDS": str(biome), "PYRIGHT_ENDS": str(pyright)}
    return subprocess.run(
        ["make", "scripts"],
        cwd=folder,
        env={"PATH": str(tools), **ends},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_without_node_the_javascript_is_left_out_and_make_says_so(tmp_path: Path) -> None:
    done = scripts(tmp_path, npm=None)
    assert (done.returncode, done.stdout) == (0, "lint: without Node the JavaScript is left out.\n")


def test_where_they_cannot_be_fetched_make_says_so_and_tries_again(tmp_path: Path) -> None:
    done = scripts(tmp_path, npm=1)
    assert done.returncode == 0
    assert "lint: Biome and Pyright could not be fetched" in done.stdout
    assert "no registry" in (tmp_path / "build" / "npm.log").read_text(encoding="utf-8")
    assert scripts(tmp_path, npm=0).returncode == 0


def test_they_are_fetched_once_and_their_complaints_are_shown(tmp_path: Path) -> None:
    once = "Fetching Biome and Pyright into node_modules, once ...\n"
    assert scripts(tmp_path, npm=0).stdout == once
    assert scripts(tmp_path, npm=0).stdout == ""
    done = scripts(tmp_path, npm=0, biome=1)
    assert done.returncode != 0
    assert "a line is too long" in done.stdout
    done = scripts(tmp_path, npm=0, pyright=1)
    assert done.returncode != 0
    assert "a type is unknown" in done.stdout
    assert (tmp_path / "fetched").read_text(encoding="utf-8") == "fetched\n"


def test_sections_of_the_bench_are_named_after_it() -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    for asked, last in ((["web", "door"], "-m bench web door"), ([], "-m bench")):
        said = subprocess.run(
            ["make", "-n", "bench", *asked],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert said.returncode == 0
        lines = [line.strip() for line in said.stdout.splitlines() if " -m bench" in line]
        assert [line.partition("python ")[2] for line in lines] == [last]
