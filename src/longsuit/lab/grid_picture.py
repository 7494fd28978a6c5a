"""Strategies as grids of cells: what the hands of each two highest ranks do."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from longsuit.core.cards import RANKS
from longsuit.lab.figures import Picture

_CELL, _GAP, _TITLE, _AXIS = 26, 2, 26, 16
_COLUMNS = 2
_INK = "var(--ls-ink, #1b2530)"
_TONES = {
    "fold": "var(--ls-cell-fold, #6d2a25)",
    "check": "var(--ls-cell-fold, #6d2a25)",
    "bet": "var(--ls-cell-bet, #157a50)",
    "mixed": "var(--ls-cell-mixed, #75560f)",
}


class GridCell(Struct, frozen=True):
    """A cell: a mark of two letters at most, its kind, what it says in words, and its name."""

    mark: str
    kind: str
    label: str
    name: str


def grid_picture(
    name: str,
    title: str,
    summary: str,
    grids: Mapping[str, Mapping[tuple[int, int], GridCell]],
) -> Picture:
    """Grids two by two, rows by the highest rank and columns by the second."""
    side = _AXIS + 13 * (_CELL + _GAP)
    width, height = _COLUMNS * (side + 24), -(-len(grids) // _COLUMNS) * (side + _TITLE + 20)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    ]
    for at, (heading, cells) in enumerate(grids.items()):
        left, top = at % _COLUMNS * (side + 24), at // _COLUMNS * (side + _TITLE + 20)
        parts.append(
            f'<text x="{left}" y="{top + 16}" font-size="14" font-weight="600" '
            f'fill="{_INK}">{escape(heading)}</text>'
        )
        parts += _axes(left, top + _TITLE)
        for (row, column), cell in sorted(cells.items(), reverse=True):
            parts.append(_drawn(cell, left + _at(column), top + _TITLE + _at(row) - _AXIS))
    return Picture(name, title, summary, "".join([*parts, "</svg>"]))


def _at(rank: int) -> int:
    return _AXIS + (12 - rank) * (_CELL + _GAP)


def _axes(left: int, top: int) -> Sequence[str]:
    found = []
    for rank, letter in enumerate(RANKS):
        place = _at(rank) + _CELL // 2
        for x, y in (
            (left + 6, top + place - _AXIS + 4),
            (left + place, top + 13 * (_CELL + _GAP) + 12),
        ):
            found.append(
                f'<text x="{x}" y="{y}" text-anchor="middle" fill="{_INK}">{letter}</text>'
            )
    return found


def _drawn(cell: GridCell, x: int, y: int) -> str:
    return (
        f"<g data-set={quoteattr('cell=' + cell.name)}><title>{escape(cell.label)}</title>"
        f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" rx="3" '
        f'fill="{_TONES[cell.kind]}"/>'
        f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 4}" text-anchor="middle" '
        f'fill="#ffffff">{escape(cell.mark)}</text></g>'
    )
