"""The house style of every chart: colours, letters, and how a chart becomes a file.

A chart is a plain Matplotlib figure, made inside `house_style()` and written by `svg`, `pdf`, `png`
or `save`. The same figure gives the same bytes every time. In SVG each colour of the palette is a
CSS variable, so that a page can show the chart on light and on dark ground.
"""

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from longsuit.core.errors import InputError

LIGHT: Mapping[str, str] = {
    "ink": "#1b2530",
    "muted": "#5a6674",
    "grid": "#dce1e7",
    "paper": "#fefefe",
    "win": "#1e7b5a",
    "lose": "#b33a49",
    "push": "#8b95a4",
    "blue": "#2d5f9e",
    "gold": "#bd8516",
    "violet": "#6d4f9b",
    "sky": "#3a91b5",
    "band": "#a9cdbf",
    "band-wide": "#d9ebe3",
}
"""The palette on light ground; each value is used once, so that it stands for its name."""

DARK: Mapping[str, str] = {
    "ink": "#e8ecf1",
    "muted": "#a3adba",
    "grid": "#353f4b",
    "paper": "#161c23",
    "win": "#4cc197",
    "lose": "#ef7d88",
    "push": "#93a0b1",
    "blue": "#7fb0ee",
    "gold": "#e5b655",
    "violet": "#b79be6",
    "sky": "#6fc3e2",
    "band": "#2f6553",
    "band-wide": "#22403a",
}

SERIES = ("blue", "gold", "win", "violet", "sky", "lose")
"""The order in which things that have no colour of their own take one."""

FONT = "DejaVu Sans"
"""Shipped with Matplotlib, so that charts look the same on every machine."""

_STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": [FONT],
    "font.size": 8,
    # A dollar sign is a dollar sign.
    "text.parse_math": False,
    "text.color": LIGHT["ink"],
    "axes.edgecolor": LIGHT["grid"],
    "axes.facecolor": "none",
    "axes.labelcolor": LIGHT["muted"],
    "axes.labelsize": 8,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": LIGHT["ink"],
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "grid.color": LIGHT["grid"],
    "grid.linewidth": 0.7,
    "xtick.color": LIGHT["grid"],
    "ytick.color": LIGHT["grid"],
    "xtick.labelcolor": LIGHT["muted"],
    "ytick.labelcolor": LIGHT["muted"],
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "lines.linewidth": 1.6,
    "lines.solid_capstyle": "round",
    "patch.linewidth": 0,
    "figure.dpi": 72,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "savefig.edgecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "longsuit",
    "pdf.fonttype": 42,
}
_GROUP_ID = re.compile(r'<g id="[^"]*"')
_FONT_OF_TEXT = re.compile(r"font(-family)?: ([^;\"]*?)'DejaVu Sans'[^;\"]*")
_PNG_DPI = 180


@contextmanager
def house_style() -> Iterator[None]:
    """Draw inside this: letters, lines and colours of the house."""
    with mpl.rc_context(_STYLE):
        yield


def new_figure(width: float, height: float, *, lays_out: bool = True) -> Figure:
    """An empty figure of that many inches, which lays itself out unless its margins are given."""
    with house_style():
        return Figure(figsize=(width, height), layout="constrained" if lays_out else None)


def margins(figure: Figure, left: float, bottom: float, right: float, top: float) -> None:
    """Inches around the axes, for a figure that does not lay itself out."""
    width, height = figure.get_size_inches()
    figure.subplots_adjust(left / width, bottom / height, 1 - right / width, 1 - top / height)


def grid_lines(axes: Axes, axis: str = "y") -> None:
    """Thin lines behind the data, along one axis, and no frame on that side."""
    if axis == "y":
        axes.yaxis.grid(True)
        axes.spines["left"].set_visible(False)
    else:
        axes.xaxis.grid(True)
        axes.spines["bottom"].set_visible(False)


def percent_axis(axes: Axes, axis: str = "y") -> None:
    """Shares along an axis read as percentages, with as many decimals as they have."""
    side = axes.yaxis if axis == "y" else axes.xaxis
    side.set_major_formatter(FuncFormatter(lambda value, _: f"{round(value * 100, 6):g}%"))


def svg(figure: Figure, salt: str = "longsuit", *, themed: bool = True) -> str:
    """The figure as an SVG element; `salt` keeps its ids apart from other charts on a page.

    Themed, its colours are CSS variables such as ``--ls-win``, each with its light value to fall
    back on.
    """
    text = io.StringIO()
    with house_style(), mpl.rc_context({"svg.hashsalt": salt}):
        figure.savefig(text, format="svg", metadata=_no_dates())
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg") :].strip()
    drawn = _GROUP_ID.sub("<g", drawn)
    drawn = _FONT_OF_TEXT.sub(
        r"font\1: \2'DejaVu Sans', Verdana, 'Segoe UI', Roboto, sans-serif", drawn
    )
    if themed:
        for name, value in LIGHT.items():
            drawn = drawn.replace(value, f"var(--ls-{name}, {value})")
    return drawn


def pdf(figure: Figure) -> bytes:
    """The figure as a PDF of one page, all of it vectors."""
    written = io.BytesIO()
    with house_style():
        figure.savefig(
            written,
            format="pdf",
            metadata={"Creator": None, "Producer": None, "CreationDate": None},
        )
    return written.getvalue()


def png(figure: Figure) -> bytes:
    """The figure as a PNG on paper."""
    written = io.BytesIO()
    with house_style():
        figure.savefig(
            written,
            format="png",
            dpi=_PNG_DPI,
            facecolor=LIGHT["paper"],
            metadata={"Software": None},
        )
    return written.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Write the figure as the file's ending says: .svg, .pdf or .png."""
    ending = path.suffix.lower()
    if ending == ".svg":
        path.write_text(svg(figure, themed=False) + "\n", encoding="utf-8")
    elif ending == ".pdf":
        path.write_bytes(pdf(figure))
    elif ending == ".png":
        path.write_bytes(png(figure))
    else:
        raise InputError(f"A chart is written to a .svg, .pdf or .png file, not to {path.name}.")


def _no_dates() -> dict[str, str | None]:
    return {"Creator": None, "Date": None, "Format": None, "Type": None}
