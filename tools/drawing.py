"""The packages and their imports as a drawing: `python -m tools.drawing` writes it.

Storeys are those of the import contracts in pyproject.toml; arrows are imports that are there. An
arrow that follows from others is left out: whoever imports `floor` may reach `core` through it.
"""

import tomllib
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "pictures" / "architecture.svg"
JOBS = {
    "cli": "command line",
    "web": "pages in the browser",
    "api": "HTTP and WebSocket",
    "gym": "Gymnasium",
    "workers": "long computations",
    "floor": "the running casino",
    "school": "drills",
    "library": "import longsuit",
    "lab": "benches",
    "analysis": "exact figures, simulation",
    "core": "pure rules, rounds, money",
}
_WIDTH, _BOX, _HIGH, _STEP, _TOP = 860, 160, 46, 92, 20
Place = tuple[float, float]


def storeys() -> list[list[str]]:
    """The packages of each storey, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[one.strip().removeprefix("longsuit.") for one in row.split("|")] for row in layers]


def imports() -> set[tuple[str, str]]:
    """Which package imports which, directly."""
    graph = grimp.build_graph("longsuit")
    found = set()
    for module in graph.modules:
        importer = module.split(".")[1:2]
        for used in graph.find_modules_directly_imported_by(module):
            imported = used.split(".")[1:2]
            if importer and imported and importer != imported:
                found.add((importer[0], imported[0]))
    return {pair for pair in found if set(pair) <= set(JOBS)}


def arrows(pairs: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those that do not follow from the others."""
    below: dict[str, set[str]] = {}
    for row in reversed(storeys()):
        for one in row:
            used = {to for of, to in pairs if of == one}
            below[one] = used.union(*(below[to] for to in used))
    return sorted(
        (of, to)
        for of, to in pairs
        if not any(to in below[via] for by, via in pairs if by == of and via != to)
    )


def draw() -> str:
    """The drawing as SVG."""
    places = {
        name: (_WIDTH * (column + 1) / (len(row) + 1), _TOP + _STEP * number)
        for number, row in enumerate(storeys())
        for column, name in enumerate(row)
    }
    height = _TOP + _STEP * len(storeys()) - 26
    lines = [_arrow(places[of], places[to], of, to) for of, to in arrows(imports())]
    boxes = [_box(name, place) for name, place in places.items()]
    said = "Packages of Longsuit by storey, with an arrow for each import"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{said}" font-family="sans-serif">\n'
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#5b6b64"/></marker></defs>\n'
        f'<rect width="{_WIDTH}" height="{height}" rx="12" fill="#f4f7f5"/>\n'
        + "\n".join([*lines, *boxes])
        + "\n</svg>\n"
    )


def _arrow(start: Place, end: Place, of: str, to: str) -> str:
    return (
        f'<line x1="{start[0]:.0f}" y1="{start[1] + _HIGH:.0f}" x2="{end[0]:.0f}" '
        f'y2="{end[1] - 2:.0f}" stroke="#5b6b64" stroke-width="1.5" marker-end="url(#tip)">'
        f"<title>{of} imports {to}</title></line>"
    )


def _box(name: str, place: Place) -> str:
    middle, top = place
    text = f'text-anchor="middle" x="{middle:.0f}"'
    return (
        f'<rect x="{middle - _BOX / 2:.0f}" y="{top:.0f}" width="{_BOX}" height="{_HIGH}" rx="7" '
        'fill="#fff" stroke="#0b5d43"/>'
        f'<text {text} y="{top + 19:.0f}" font-size="15" font-weight="bold" fill="#0b3d2e">{name}'
        f'</text><text {text} y="{top + 36:.0f}" font-size="12" fill="#333">{escape(JOBS[name])}'
        "</text>"
    )


def main() -> None:
    """Write it."""
    FILE.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
