"""Documents: PAR sheets, charts, strategy cards.

>>> from longsuit.analysis.report import par_sheet
>>> par_sheet("hcf", quick=True).title
'High Card Flush: PAR sheet'
"""

from longsuit.analysis.report.content import ParSheet, to_data
from longsuit.analysis.report.sheet import par_sheet

__all__ = ["ParSheet", "par_sheet", "to_data"]
