"""The rules of one table in words, as its PAR sheet has them."""

from typing import Any

from longsuit.analysis.report.content import Bullets
from longsuit.analysis.report.content import Table as Grid
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.core.games.table import Table
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.papers.posted import house_rules, own_terms, settings_of
from longsuit.floor.tables.events import TableSettings
from longsuit.web.rules_card import rules_card, spot_words


def rules_of(
    table: Table, settings: TableSettings | None = None, must_hit: MustHit | None = None
) -> dict[str, Any]:
    """Sentences and small grids for the page of a table, its own terms first."""
    blocks = rules_section(settings_of(table), table).blocks
    posted = [line for block in blocks if isinstance(block, Bullets) for line in block.items]
    return {
        "lines": [*own_terms(table, settings, must_hit), *house_rules(table), *posted],
        "grids": [_grid(block) for block in blocks if isinstance(block, Grid)],
        "card": rules_card(table),
        "spots": spot_words(table),
    }


def _grid(block: Grid) -> dict[str, Any]:
    return {
        "title": block.title,
        "columns": [column.heading for column in block.columns],
        "rows": [[cell.text for cell in row] for row in block.rows],
        "note": block.note,
    }
