"""The rules of one table in words, as its PAR sheet has them."""

from collections.abc import Iterator
from typing import Any

from longsuit.analysis.report.content import Bullets
from longsuit.analysis.report.content import Table as Grid
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.analysis.report.settings import choose
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import Cents, show_dollars, show_rate
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.tables.events import TableSettings
from longsuit.web.rules_card import rules_card, spot_words


def rules_of(
    table: Table, settings: TableSettings | None = None, must_hit: MustHit | None = None
) -> dict[str, Any]:
    """Sentences and small grids for the page of a table, its own terms first."""
    xtra = table.offer("xtra")
    side = {
        offer.wager: [offer.paytable]
        for offer in table.offers
        if offer.paytable is not None and offer.wager != "xtra"
    }
    optional = {wager.id for wager in table.definition.wagers} - set(table.definition.mandatory)
    chosen = choose(
        table.game,
        xtra=xtra.paytable if xtra is not None else None,
        rules=table.rules,
        chosen=side,
        without=sorted(optional - set(side)),
        face_up=table.face_up,
        bonus_cap=table.bonus_cap,
    )
    blocks = rules_section(chosen).blocks
    posted = [line for block in blocks if isinstance(block, Bullets) for line in block.items]
    return {
        "lines": [*own_terms(table, settings, must_hit), *posted],
        "grids": [_grid(block) for block in blocks if isinstance(block, Grid)],
        "card": rules_card(table),
        "spots": spot_words(table),
    }


def own_terms(
    table: Table, settings: TableSettings | None, must_hit: MustHit | None
) -> Iterator[str]:
    """What this very table asks for and allows."""
    for offer in table.offers:
        yield _limits(table, offer)
    if ante := table.spot_factor and table.offer("ante"):
        least = _dollars(ante.limits.least * (table.spot_factor or 1))
        yield f"On two spots or more the Ante is at least {least} on each."
    if table.raise_step:
        yield f"A raise below the largest goes in steps of {_dollars(table.raise_step)}."
    if must_hit is not None:
        rate = show_rate(must_hit.rate).replace(".00%", "%")
        yield (
            f"The Must Hit meter starts at {_dollars(must_hit.seed)}, takes {rate} of each "
            f"progressive wager and is won by one of these at {_dollars(must_hit.by)} or before, "
            "at an amount that nobody knows."
        )
    if settings is None:
        return
    if settings.action_seconds:
        yield (
            f"A seat has {settings.action_seconds} seconds to act. After that it checks, or folds "
            "where it cannot."
        )
    elif not settings.setup.live:
        yield "There is no clock: a seat may take its time."
    if settings.practice:
        yield f"Everyone sits down with {_dollars(settings.buy_in)} of play money."


def _dollars(amount: Cents) -> str:
    return show_dollars(amount).removesuffix(".00")


def _limits(table: Table, offer: Offer) -> str:
    """The limits of one wager, in a sentence."""
    name = table.definition.wager(offer.wager).name
    least, most, step = offer.limits.least, offer.limits.most, offer.limits.step
    if offer.wager in table.definition.equal_to_ante:
        said = "as much as the Ante"
    elif least == most:
        said = _dollars(least)
    else:
        said = f"{_dollars(least)} to {_dollars(most)}, in steps of {_dollars(step)}"
    return f"{name}: {said}." if offer.mandatory else f"{name} (optional): {said}."


def _grid(block: Grid) -> dict[str, Any]:
    return {
        "title": block.title,
        "columns": [column.heading for column in block.columns],
        "rows": [[cell.text for cell in row] for row in block.rows],
        "note": block.note,
    }
