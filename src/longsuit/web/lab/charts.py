"""Charts of the lab, drawn as SVG so that the page's own colours reach into them."""

from typing import Any

from nicegui import ui

COLOURS = ("#2f9e74", "#c98a1b", "#4f83d6", "#cf5a52", "#9a6fc4", "#8a938d")
LINES = ("solid", "dashed", "dotted")
GOOD, BAD = COLOURS[0], COLOURS[3]
_FAINT = {"lineStyle": {"color": "#80808055"}}
_AXIS = {"lineStyle": {"color": "#808080"}}


def chart(options: dict[str, Any], label: str) -> None:
    """A chart, and what it is called for those who do not see it."""
    shown = ui.echart({"animation": False, **options}, renderer="svg").classes("lab-chart")
    shown.props('role="img"').props["aria-label"] = label


def axis(kind: str, name: str, *, across: bool = False, **more: Any) -> dict[str, Any]:
    """An axis with its name where no edge cuts it."""
    place = {"nameLocation": "middle", "nameGap": 30} if across else {"nameLocation": "end"}
    align = {} if across else {"nameTextStyle": {"align": "left"}}
    quiet = {"splitLine": _FAINT, "axisLine": _AXIS, "axisTick": _AXIS}
    return {"type": kind, "name": name, **place, **align, **quiet, **more}


GRID = {"left": 12, "right": 40, "top": 76, "bottom": 34, "containLabel": True}
PLAIN_GRID = {**GRID, "top": 40}
TOOLTIP = {"trigger": "axis", "confine": True}
