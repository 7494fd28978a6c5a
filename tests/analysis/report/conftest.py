"""Sheets that several tests read: each built, and each rendered, once."""

import datetime as dt

import pytest

from longsuit.analysis.report import ParSheet, par_sheet
from longsuit.analysis.report.html import to_html
from longsuit.analysis.report.pdf import to_pdf

DAY = dt.date(2026, 3, 1)
SOME = ("PT-BJS-HCF-SF-E04", "PT-PRG-HCF-MLP-03", "PT-PRG-HCF-D03")
"""Progressives of three kinds: envy, two levels, dynamic pays."""


@pytest.fixture(scope="session")
def high_card() -> ParSheet:
    """High Card Flush with everything in the box."""
    return par_sheet("hcf", date=DAY)


@pytest.fixture(scope="session")
def chase() -> ParSheet:
    """Chase the Flush with everything in the box, but for what other play costs."""
    return par_sheet("ctf", date=DAY, quick=True)


@pytest.fixture(scope="session")
def some() -> ParSheet:
    """High Card Flush with a few tables."""
    return par_sheet("hcf", paytables={"progressive": SOME}, seats=4, date=DAY, quick=True)


@pytest.fixture(scope="session")
def high_card_html(high_card: ParSheet) -> str:
    return to_html(high_card)


@pytest.fixture(scope="session")
def high_card_pdf(high_card: ParSheet) -> bytes:
    return to_pdf(high_card)


@pytest.fixture(scope="session")
def chase_pdf(chase: ParSheet) -> bytes:
    return to_pdf(chase)
