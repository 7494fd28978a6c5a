"""The rules of one table in words, as its PAR sheet has them."""

from typing import Any

from longsuit.games.table import Table
from longsuit.report.content import Bullets
from longsuit.report.content import Table as Grid
from longsuit.report.rules_in_force import rules_section
from longsuit.report.settings import choose


def rules_of(table: Table) -> dict[str, Any]:
    """Sentences and small grids for the page of a table."""
    xtra = table.offer("xtra")
    side = {
        offer.wager: [offer.paytable]
        for offer in table.offers
        if offer.paytable is not None and offer.wager != "xtra"
    }
    optional = {wager.id for wager in table.definition.wagers} - set(table.definition.mandatory)
    settings = choose(
        table.game,
        xtra=xtra.paytable if xtra is not None else None,
        rules=table.rules,
        chosen=side,
        without=sorted(optional - set(side)),
        face_up=table.face_up,
        bonus_cap=table.bonus_cap,
    )
    blocks = rules_section(settings).blocks
    return {
        "lines": [line for block in blocks if isinstance(block, Bullets) for line in block.items],
        "grids": [_grid(block) for block in blocks if isinstance(block, Grid)],
    }


def _grid(block: Grid) -> dict[str, Any]:
    return {
        "title": block.title,
        "columns": [column.heading for column in block.columns],
        "rows": [[cell.text for cell in row] for row in block.rows],
        "note": block.note,
    }
