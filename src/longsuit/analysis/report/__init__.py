"""Documents: PAR sheets, charts, strategy cards.

>>> from longsuit.analysis.report import par_sheet
>>> par_sheet("hcf", quick=True).title
'High Card Flush: PAR sheet'
"""

from typing import TYPE_CHECKING, Any

from longsuit.analysis.report.content import ParSheet, to_data

if TYPE_CHECKING:
    from longsuit.analysis.report.sheet import par_sheet

__all__ = ["ParSheet", "par_sheet", "to_data"]


def __getattr__(name: str) -> Any:
    """`par_sheet` loads compiled code, which whoever shows rules in words does without."""
    if name == "par_sheet":
        from longsuit.analysis.report.sheet import par_sheet  # noqa: PLC0415

        return par_sheet
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
