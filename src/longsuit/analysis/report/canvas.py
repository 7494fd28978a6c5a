"""Matplotlib's charts on ReportLab's pages, as lines and letters.

ReportLab embeds no PDF, and a picture of dots would not print well, so a chart is drawn straight
onto the page: every path, and every word with the fonts that the page has anyway.
"""

from typing import Any

from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Transform
from reportlab.platypus import Flowable

from longsuit.analysis.report.charts import house_style
from longsuit.analysis.report.content import Chart
from longsuit.analysis.report.drawings import draw, height_of
from longsuit.analysis.report.fonts import BOLD, SANS
from longsuit.analysis.report.tags import Part

_HEAVY = 600
_INCH = 72


class ChartOnPage(Flowable):  # type: ignore[misc]
    """A chart that takes its place among paragraphs; `draws` is off while pages are counted."""

    def __init__(self, chart: Chart, inches: float, part: Part, *, draws: bool) -> None:
        super().__init__()
        self.chart = chart
        self.part = part
        self.inches = inches
        self.draws = draws
        self.width = inches * _INCH
        self.height = height_of(chart, inches) * _INCH

    def wrap(self, *_: float) -> tuple[float, float]:
        """The room that it needs."""
        return self.width, self.height

    def draw(self) -> None:
        """Put it on the page."""
        if not self.draws:
            return
        figure = draw(self.chart, self.inches)
        with house_style(), self.canv.part(self.part):
            figure.draw(CanvasRenderer(self.canv, self.width, self.height))


class CanvasRenderer(RendererBase):
    """Draws with a ReportLab canvas, whose unit is Matplotlib's at 72 dots an inch."""

    def __init__(self, canvas: Any, width: float, height: float) -> None:
        super().__init__()
        self.canvas = canvas
        self.size = width, height

    def flipy(self) -> bool:
        """A page is counted from below."""
        return False

    def get_canvas_width_height(self) -> tuple[float, float]:
        """The chart's own size."""
        return self.size

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Path,
        transform: Transform,
        rgbFace: Any = None,  # noqa: N803  the name is Matplotlib's
    ) -> None:
        """A path, filled or drawn or both."""
        stroked = gc.get_linewidth() > 0 and gc.get_rgb()[3] > 0
        filled = rgbFace is not None and (len(rgbFace) < 4 or rgbFace[3] > 0)
        if not stroked and not filled:
            return
        self.canvas.saveState()
        self._clip(gc)
        drawn = _path_on(self.canvas, path, transform)
        if filled:
            self.canvas.setFillColorRGB(*rgbFace[:3])
        if stroked:
            self._pen(gc)
        self.canvas.drawPath(drawn, stroke=int(stroked), fill=int(filled))
        self.canvas.restoreState()

    def _clip(self, gc: GraphicsContextBase) -> None:
        box = gc.get_clip_rectangle()
        if box is not None:
            room = self.canvas.beginPath()
            room.rect(*box.bounds)
            self.canvas.clipPath(room, stroke=0, fill=0)

    def _pen(self, gc: GraphicsContextBase) -> None:
        canvas = self.canvas
        canvas.setStrokeColorRGB(*gc.get_rgb()[:3])
        canvas.setLineWidth(gc.get_linewidth())
        canvas.setLineJoin({"miter": 0, "round": 1, "bevel": 2}[gc.get_joinstyle()])
        canvas.setLineCap({"butt": 0, "round": 1, "projecting": 2}[gc.get_capstyle()])
        dashes: Any
        offset, dashes = gc.get_dashes()
        if dashes is not None:
            canvas.setDash([float(dash) for dash in dashes], float(offset or 0))

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,  # noqa: ARG002  no formula is ever drawn
        mtext: Text | None = None,  # noqa: ARG002
    ) -> None:
        """A line of letters, from its left end."""
        weight = prop.get_weight()
        bold = weight in ("bold", "heavy", "black") or (
            isinstance(weight, int) and weight >= _HEAVY
        )
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillColorRGB(*gc.get_rgb()[:3])
        canvas.translate(x, y)
        canvas.rotate(angle)
        canvas.setFont(BOLD if bold else SANS, prop.get_size_in_points())
        canvas.drawString(0, 0, s)
        canvas.restoreState()


def _path_on(canvas: Any, path: Path, transform: Transform) -> Any:
    drawn = canvas.beginPath()
    here = (0.0, 0.0)
    for points, code in path.iter_segments(transform, simplify=False):
        places = [float(place) for place in points]
        if code == Path.MOVETO:
            drawn.moveTo(*places)
        elif code == Path.LINETO:
            drawn.lineTo(*places)
        elif code == Path.CURVE3:
            drawn.curveTo(*_cubic(here, places))
        elif code == Path.CURVE4:
            drawn.curveTo(*places)
        elif code == Path.CLOSEPOLY:
            drawn.close()
        here = places[-2], places[-1]
    return drawn


def _cubic(start: tuple[float, float], places: list[float]) -> tuple[float, ...]:
    """A curve with one handle as a curve with two, which is what a page knows."""
    (x0, y0), (x1, y1, x2, y2) = start, places
    first = x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3
    second = x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3
    return *first, *second, x2, y2
