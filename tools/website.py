"""`make docs`: the pages of the project as a site in build/site, without a network.

The pages stay as they are read in the repository: plain Markdown that links to files. What a site
needs beside that is made on the way, in build/pages: the papers of the project's root get an
address, notebooks become pages, and a page that another one names becomes a link.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAPERS = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
}
"""Papers of the project's root, and where the site has them."""
_FOLDERS = {"decisions": "decisions.md"}
"""A folder that a paper links to, and the page that lists it."""
_FENCE = re.compile(r"^(```|:::|    )")
_FREE = r"(?<![\w/`\[-])(?<!\]\()"
_NAMED = re.compile(_FREE + r"((?:docs/)?(?:decisions/)?[\w-]+)\.md\b(?![\]`])")
_DECISION = re.compile(_FREE + r"(?:docs/)?decisions/(\d{4})\b(?![\w-])")
_PAPER = re.compile(r"\]\(\.\./([A-Z_]+\.md)((?:#[^)\s]*)?)\)")
_OUTSIDE = re.compile(r"\]\((?:\.\./)*(?:docs/)?([^):#\s]+)((?:#[^)\s]*)?)\)")


def lay_out(pages: Path, root: Path = ROOT) -> None:
    """Every page as Sphinx takes it, in a folder of their own."""
    shutil.rmtree(pages, ignore_errors=True)
    docs = root / "docs"
    shutil.copytree(docs, pages, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(pages / "site" / "conf.py", pages / "conf.py")
    for name, page in PAPERS.items():
        text = (root / name).read_text(encoding="utf-8")
        (pages / page).write_text(_OUTSIDE.sub(_inside, text), encoding="utf-8")
    for notebook in sorted(pages.glob("notebooks/*.ipynb")):
        notebook.with_suffix(".md").write_text(as_page(notebook), encoding="utf-8")
    known = {str(page.relative_to(pages)) for page in pages.rglob("*.md")}
    for file in pages.rglob("*.md"):
        text = file.read_text(encoding="utf-8")
        text = _PAPER.sub(_inside, text).replace(".ipynb)", ".md)")
        file.write_text(link(text, file.relative_to(pages), known), encoding="utf-8")


def link(text: str, page: Path, known: set[str]) -> str:
    """A page with a link wherever it names another in its prose: (web.md), decisions/0009."""
    up = "../" * (len(page.parts) - 1)

    def to_page(found: re.Match[str]) -> str:
        name = found[1].removeprefix("docs/")
        beside = str(page.parent / f"{name}.md")
        address = next((one for one in (f"{name}.md", beside) if one in known), "")
        return f"[{found[0]}]({up}{address})" if address else found[0]

    def to_decision(found: re.Match[str]) -> str:
        start = f"decisions/{found[1]}-"
        address = next((one for one in known if one.startswith(start)), "")
        return f"[{found[0]}]({up}{address})" if address else found[0]

    lines, fenced = [], False
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        fenced ^= mark is not None and mark[1] == "```"
        if fenced or mark is not None or line.startswith("#"):
            lines.append(line)
        else:
            lines.append(_DECISION.sub(to_decision, _NAMED.sub(to_page, line)))
    return "".join(lines)


def _inside(found: re.Match[str]) -> str:
    """A link of a paper in the root, from where the site has it."""
    address = (PAPERS | _FOLDERS).get(found[1], found[1])
    return f"]({address}{found[2]})"


def as_page(notebook: Path) -> str:
    """A notebook as Markdown: its text, its code, and what the code answered."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    parts = [part for cell in cells for part in _cell(cell)]
    taken = f"*This page is a notebook: {{download}}`{notebook.name}`.*"
    return "\n\n".join([*parts[:1], taken, *parts[1:]]) + "\n"


def _cell(cell: dict[str, Any]) -> Iterable[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        said = "".join(output.get("text") or output["data"]["text/plain"])
        yield f"```{{code-block}} none\n:class: output\n\n{said.rstrip()}\n```"


def build(pages: Path, site: Path) -> int:
    """The site from its pages; 0 if Sphinx had nothing to complain of."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415

    shutil.rmtree(site, ignore_errors=True)
    notes = pages.with_name(f"{pages.name}-notes")
    options = ["-b", "dirhtml", "-E", "-q", "-W", "--keep-going", "-d", str(notes)]
    failed = build_main([*options, str(pages), str(site)])
    # What Sphinx notes for its next build is nothing to read, and a wheel packs no hidden file.
    (site / ".buildinfo").unlink(missing_ok=True)
    return failed


def main() -> int:
    """`make docs`."""
    pages, site = ROOT / "build" / "pages", ROOT / "build" / "site"
    lay_out(pages)
    failed = build(pages, site)
    if not failed:
        print(f"The site is in {site.relative_to(ROOT)}: open index.html.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
