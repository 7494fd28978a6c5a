"""The wheel holds everything, and works where there is no source tree."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.plain_http import PLAIN
from tools import release

from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.program import MANIFEST, authenticate
from longsuit.version import __version__

ROOT = Path(__file__).parent.parent
PATIENCE_SECONDS = 120
PROGRAM = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
SITE = {
    "index.html": "<h1>Front</h1>",
    "rules/index.html": "<h1>Rules</h1>",
    "_static/a.css": "a{}",
}
"""What `make release` builds into the package before the wheel, in small."""
BASE = {"msgspec", "numba", "numpy", "rich", "typer"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as a release has it, from a copy of the tree."""
    tree = tmp_path_factory.mktemp("tree")
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tree / "src", ignore=kept)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    for name, text in SITE.items():
        page = tree / "src/longsuit/web/site" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    built, source = release.build(tree, tmp_path_factory.mktemp("dist"))
    assert source.name == f"longsuit-{__version__}.tar.gz"
    assert built.name == f"longsuit-{__version__}-py3-none-any.whl"
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into an empty folder."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return site


def around(site: Path) -> dict[str, str]:
    """An environment in which the unpacked wheel comes before the source tree."""
    kept = {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}
    return kept | {"PYTHONPATH": str(site), "PYTHONUTF8": "1"}


def test_the_wheel_holds_every_file_of_the_package(installed: Path) -> None:
    def files(folder: Path) -> set[str]:
        found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        return {str(path) for path in found if "__pycache__" not in path.parts}

    site = {f"web/site/{name}" for name in SITE}
    assert files(installed / "longsuit") == {*files(ROOT / "src/longsuit"), *site, MANIFEST}


def test_the_wheel_knows_its_own_files(installed: Path) -> None:
    package = installed / "longsuit"
    assert authenticate(HouseConfig(), package).release == "same"
    (package / "odd.py").write_text("odd = 1\n")
    try:
        assert authenticate(HouseConfig(), package).changed == ("odd.py",)
    finally:
        (package / "odd.py").unlink()


def test_an_installer_puts_the_command_into_an_empty_environment(
    wheel: Path, tmp_path: Path
) -> None:
    """Only what the wheel depends on is borrowed: a folder that is named has no editable source."""
    place = tmp_path / "environment"
    venv.create(place, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin/python"), "install"]
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, *quiet, str(wheel)], check=True, timeout=PATIENCE_SECONDS)

    def said(program: str, *args: str) -> str:
        return subprocess.run(
            [str(place / "bin" / program), *args],
            cwd=tmp_path,
            env=around(Path(sysconfig.get_path("purelib"))),
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=PATIENCE_SECONDS,
        ).stdout

    assert said("longsuit", "--version") == f"longsuit {__version__}\n"
    assert said("python", "-c", "import longsuit; print(longsuit.__file__)").startswith(str(place))
    assert "135443/2389010" in said("longsuit", "analyze", "ctf", "--wager", "same-suit")


def test_the_base_install_needs_its_five_packages_alone(installed: Path) -> None:
    metadata = (next(installed.glob("*.dist-info")) / "METADATA").read_text(encoding="utf-8")
    needed = re.findall(
        r"^Requires-Dist: ([A-Za-z0-9_.-]+)(?!.*extra ==).*$", metadata, re.MULTILINE
    )
    assert set(needed) == BASE


def test_a_release_with_a_file_that_is_not_packed_is_none(tmp_path: Path) -> None:
    """It would say of itself, wherever it is installed, that its files were changed."""
    with zipfile.ZipFile(tmp_path / "one.whl", "w") as packed:
        packed.writestr("longsuit/version.py", "")
        packed.writestr(f"longsuit/{MANIFEST}", "")
    release.check_packed(tmp_path / "one.whl", ["version.py"])
    with pytest.raises(SystemExit, match=r"manifest, not in one\.whl: web/site/\.buildinfo"):
        release.check_packed(tmp_path / "one.whl", ["version.py", "web/site/.buildinfo"])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--version"], f"longsuit {__version__}"),
        (["analyze", "hcf"], "1348050875653/50592437455560"),
        (["analyze", "ctf", "--wager", "same-suit"], "135443/2389010"),
        (["advise", "hcf", "Th8h6h Js Ad Qd Jc"], "-36826253/45379620"),
        (["design", "hcf", "--wager", "flush-bonus", "--edge", "4%..5%"], "tables meet it"),
    ],
)
def test_mathematics_needs_the_base_install_only(
    installed: Path, args: list[str], said: str
) -> None:
    done = without_extras(installed, args)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (["serve"], "floor"),
        (["audit", "x.db"], "floor"),
        (["report", "hcf", "--quick", "-o", "par.pdf"], "report"),
        (["simulate", "hcf", "--rounds", "1000", "--workers", "1"], "cluster"),
    ],
)
def test_what_is_missing_is_named_with_its_extra(
    installed: Path, tmp_path: Path, args: list[str], extra: str
) -> None:
    done = without_extras(installed, args, tmp_path)
    assert done.returncode == 2, done.stderr
    assert f"pip install 'longsuit[{extra}]' brings it." in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def without_extras(
    site: Path, args: list[str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A command where no package of an extra can be imported."""
    blind = (
        "import sys\n"
        "from longsuit import extras\n"
        "class Blind:\n"
        "    def __init__(self, finder):\n"
        "        self.finder = finder\n"
        "    def __getattr__(self, name):\n"
        "        return getattr(self.finder, name)\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        absent = name.partition('.')[0] in extras._EXTRA\n"
        "        return None if absent else self.finder.find_spec(name, path, target)\n"
        "sys.meta_path[:] = [Blind(finder) for finder in sys.meta_path]\n"
    )
    return subprocess.run(
        [sys.executable, "-c", blind + PROGRAM, *args],
        cwd=folder or site,
        env=around(site),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE_SECONDS,
    )


@contextmanager
def serving(site: Path, folder: Path) -> Iterator[httpx.Client]:
    """A floor of the unpacked wheel in a process, and somebody who calls it."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "serve", "--port", "0"],
        cwd=folder,
        env=around(site),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert address is not None
            with httpx.Client(base_url=address[0], timeout=PATIENCE_SECONDS, verify=PLAIN) as http:
                yield http
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def http(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with serving(installed, tmp_path_factory.mktemp("floor")) as found:
        yield found


def test_a_floor_is_served_from_the_wheel(http: httpx.Client) -> None:
    """Pages, scripts and migrations are in it."""
    page = http.get("/", follow_redirects=True)
    scripts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text)
    answers = {path: http.get(path).status_code for path in scripts}
    assert page.status_code == 200 and scripts
    assert set(answers.values()) == {200}, answers


def test_the_documentation_is_served_by_the_floor(
    http: httpx.Client, installed: Path, tmp_path: Path
) -> None:
    """Its files and no others, to anybody; where it is not built, one sentence says how."""
    built, away = installed / "longsuit/web/site", tmp_path / "away"
    assert http.get("/docs").headers["location"].endswith("/docs/")
    for name, text in SITE.items():
        found = http.get(f"/docs/{name.removesuffix('index.html')}")
        assert (found.status_code, found.text) == (200, text)
        assert found.headers["cache-control"] == "public, max-age=600"
        again = http.get(f"/docs/{name}", headers={"if-none-match": found.headers["etag"]})
        assert again.status_code == 304
    absent = ["none/", "..%2fdocs.py", "%2e%2e/docs.py", "..%2f..%2f..%2fetc%2fpasswd"]
    for path in absent:
        refused = http.get(f"/docs/{path}")
        assert refused.status_code == 404
        assert "There is no page of the documentation at this address." in refused.text
    assert 'href="/docs/"' in http.get("/").text
    shutil.move(built, away)
    try:
        unbuilt = http.get("/docs/")
    finally:
        shutil.move(away, built)
    assert unbuilt.status_code == 404
    assert "<code>make docs</code>" in unbuilt.text
