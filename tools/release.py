"""`make release`: wheel, source, bill of materials and digests, with a manifest that is signed.

Everything is made from the last commit, not from what lies around it, and at that commit's time, so
that two people get the same wheel. Without a key the manifest and the digests are not signed.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from longsuit.floor.checkpoints.signer import Signer, open_signer
from longsuit.floor.service.program import MANIFEST, own_files
from tools import website

ROOT = Path(__file__).parent.parent
NAME = "longsuit-release"
"""In which the key of a release signs."""
DIGESTS = "SHA256SUMS"
BILL = "longsuit.cdx.json"
_BUILD = "import sys; from setuptools import build_meta as b; b.build_{}(sys.argv[1])"


def main() -> None:
    """Make all of it, and say what was made."""
    asked = argparse.ArgumentParser(prog="make release")
    asked.add_argument("--out", type=Path, default=ROOT / "dist")
    asked.add_argument("--key", type=Path, help="the private key, an Ed25519 key in PEM form")
    options = asked.parse_args()
    signer = open_signer([options.key], make=False) if options.key else None
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        with tarfile.open(fileobj=BytesIO(_git("archive", "HEAD"))) as packed:
            packed.extractall(tree, filter="data")
        options.out.mkdir(parents=True, exist_ok=True)
        add_site(tree)
        made = build(tree, options.out, signer)
        made.append(bill_of_materials(made[0], options.out))
    digests = _signed("".join(f"{_digest(one)}  {one.name}\n" for one in made), signer)
    (options.out / DIGESTS).write_text(digests, encoding="utf-8")
    print(digests, end="")
    for key in signer.keys(NAME) if signer else ():
        print(f'release_keys = ["{key}"]')


def add_site(tree: Path) -> None:
    """The site of the tree's pages into its package, where a floor finds it (web/docs.py)."""
    pages, site = tree / "build" / "pages", tree / "src/longsuit/web/site"
    website.lay_out(pages, tree)
    if website.build(pages, site):
        sys.exit("The site could not be built: make docs says why.")


def build(tree: Path, out: Path, signer: Signer | None = None) -> list[Path]:
    """The wheel and the source of a tree that nobody else uses, its manifest among its files."""
    package = tree / "src" / "longsuit"
    files = own_files(package)
    (package / MANIFEST).write_text(_signed(files.text(), signer), encoding="utf-8")
    made = []
    for kind, ending in (("wheel", "*.whl"), ("sdist", "*.tar.gz")):
        before = set(out.glob(ending))
        command = [sys.executable, "-c", _BUILD.format(kind), str(out.resolve())]
        _run(command, tree, {**os.environ, "SOURCE_DATE_EPOCH": _moment()})
        made.append(next(iter(set(out.glob(ending)) - before or before)))
    check_packed(made[0], files.files)
    return made


def check_packed(wheel: Path, files: Iterable[str]) -> None:
    """Every file of the manifest is in the wheel: else no install of it is as released."""
    with zipfile.ZipFile(wheel) as packed:
        missing = {f"longsuit/{name}" for name in files} - set(packed.namelist())
    if missing:
        names = ", ".join(sorted(name.removeprefix("longsuit/") for name in missing))
        sys.exit(f"In the manifest, not in {wheel.name}: {names}")


def bill_of_materials(wheel: Path, out: Path) -> Path:
    """What a whole install of the wheel consists of, read off such an install (CycloneDX)."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "install"
        venv.create(place, with_pip=True)
        python = place / "bin" / "python"
        pinned = ["--constraint", str(ROOT / "constraints.txt")]
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([str(python), *pip, *pinned, f"{wheel}[all]"], ROOT, dict(os.environ))
        bill = out / BILL
        command = ["environment", "--output-reproducible", "--of", "JSON", "-o", str(bill)]
        cyclonedx = str(Path(sys.executable).with_name("cyclonedx-py"))
        _run([cyclonedx, *command, str(python)], ROOT, dict(os.environ))
    # Where it was built is nobody's business.
    told = bill.read_text(encoding="utf-8").replace(wheel.resolve().as_uri(), wheel.name)
    bill.write_text(told, encoding="utf-8")
    return bill


def _signed(text: str, signer: Signer | None) -> str:
    return signer.sign_text(NAME, text) if signer else text


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _moment() -> str:
    return _git("log", "-1", "--format=%ct").decode().strip()


def _git(*asked: str) -> bytes:
    return subprocess.run(["git", *asked], cwd=ROOT, check=True, capture_output=True).stdout


def _run(command: list[str], folder: Path, around: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=folder, env=around, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nThis failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
