"""The site is built without a warning, and every page is in its navigation."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools import drawing, website

import longsuit

ROOT = Path(__file__).parent.parent
_TREE = re.compile(r"```\{toctree\}\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    laid_out = tmp_path_factory.mktemp("site") / "pages"
    website.lay_out(laid_out)
    return laid_out


def listed(pages: Path, page: str) -> set[str]:
    """The pages below one, and those below them."""
    found = set()
    for tree in _TREE.findall((pages / f"{page}.md").read_text(encoding="utf-8")):
        names = [line for line in tree.splitlines() if line and not line.startswith(":")]
        for name in names:
            below = [str(one.relative_to(pages))[:-3] for one in pages.glob(f"{name}.md")]
            assert below, f"{page} lists {name}, which is not there"
            for one in below:
                found |= {one, *listed(pages, one)}
    return found


def test_every_page_is_in_the_navigation(pages: Path) -> None:
    there = {str(page.relative_to(pages))[:-3] for page in pages.rglob("*.md")}
    assert there - listed(pages, "index") == {"index"}
    assert {f"decisions/{one.stem}" for one in (ROOT / "docs/decisions").glob("*.md")} < there
    assert {f"notebooks/{one.stem}" for one in (ROOT / "docs/notebooks").glob("*")} < there


def test_the_site_is_built_without_a_warning(pages: Path) -> None:
    """In a process of its own: Sphinx changes settings of the one that it runs in."""
    built = pages.parent / "site"
    program = f"import pathlib; from tools.website import build; P = pathlib.Path; \
raise SystemExit(build(P({str(pages)!r}), P({str(built)!r})))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    front = (built / "index.html").read_text(encoding="utf-8")
    for page in listed(pages, "index"):
        assert (built / page / "index.html").exists(), page
    for name in ("for-mathematicians", "for-card-rooms", "for-players", "for-python"):
        assert f'href="{name}/"' in front
    assert (built / "searchindex.js").exists()
    # A wheel packs no hidden file, so its manifest must not name one.
    assert list(built.rglob(".*")) == []
    # Nothing is asked of another server.
    assert re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//[^"]*', front) == []
    reference = (built / "api-python" / "index.html").read_text(encoding="utf-8")
    assert [name for name in longsuit.__all__ if f"longsuit.{name}" not in reference] == []


def test_a_page_that_is_named_becomes_a_link() -> None:
    known = {"web.md", "decisions/0009-rooms.md"}
    text = "see (web.md), decisions/0009 and none.md, not `web.md`\n    web.md\n```\nweb.md\n```\n"
    linked = website.link(text, Path("audit.md"), known)
    first, rest = linked.split("\n", 1)
    assert first == (
        "see ([web.md](web.md)), [decisions/0009](decisions/0009-rooms.md) "
        "and none.md, not `web.md`"
    )
    assert rest == "    web.md\n```\nweb.md\n```\n"
    assert website.link("web.md", Path("decisions/0009-rooms.md"), known) == "[web.md](../web.md)"


def test_the_drawing_shows_the_imports_as_they_are() -> None:
    """`python -m tools.drawing` writes it anew."""
    shown = drawing.FILE.read_text(encoding="utf-8")
    assert shown == drawing.draw()
    assert set(drawing.JOBS) == {one for row in drawing.storeys() for one in row}
    packages = {path.parent.name for path in (ROOT / "src/longsuit").glob("*/__init__.py")}
    assert packages == set(drawing.JOBS)
    assert all(f">{name}<" in shown for name in packages)
