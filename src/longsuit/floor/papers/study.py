"""What face-up dealing does to the odds of a table, seat by seat (CON-4)."""

from longsuit.analysis.report.content import (
    Bullets,
    Cell,
    Column,
    Commands,
    Paper,
    Section,
    Table,
    Text,
)
from longsuit.core.errors import InputError
from longsuit.core.games.table import Table as Rules
from longsuit.core.games.table import make_table
from longsuit.floor.papers.facts import Facts
from longsuit.floor.register.face_up import face_up_cost


def _is_standard(table: Rules) -> bool:
    """Whether a table has the rules and the main pays that the study is about."""
    usual = make_table(table.game)
    return (table.main_paytable, table.rules) == (usual.main_paytable, usual.rules)


def face_up_study(facts: Facts, name: str, date: str) -> Paper:
    """The impact study of a table, from the figures that the program keeps."""
    found = facts.table(name)
    game = found.rules.definition
    costs = [cost for seats in range(2, game.seats + 1) if (cost := face_up_cost(game.id, seats))]
    if not costs:
        raise InputError(f"There is no study of {game.name} dealt face up.")
    rows = tuple(
        (
            Cell(str(one.seats)),
            Cell(f"{one.blind}%"),
            Cell(f"{one.gain}%"),
            Cell(f"{one.error}%"),
            Cell(f"{float(one.blind) + float(one.gain):.3f}%"),
            Cell(f"{one.deals:,}"),
        )
        for one in costs
    )
    columns = tuple(
        Column(one, number=True)
        for one in ("Seats", "Result unseen", "Gain", "Standard error", "Result seen", "Deals")
    )
    own = next((one for one in costs if one.seats == found.rules.seats), None)
    said = own.told() if own is not None else "One seat alone sees no other hand."
    figures = Table(
        "face-up",
        "By number of seats",
        columns,
        rows,
        note="In per cent of an Ante, of a player who plays perfectly with every other hand in "
        "sight; a result above 0 is the player's.",
    )
    rules = (
        "The figures are for the standard rules and pays. This table has others: it needs a study "
        "of its own."
    )
    if _is_standard(found.rules):
        rules = "The table plays the rules and pays of the study."
    method = Bullets(
        (
            "Hands of all seats are dealt at random, from seed 1; for each deal the best decision "
            "is counted exactly over every way the unseen cards can lie, once with the other hands "
            "in sight and once without.",
            "The gain is the mean of the difference; the standard error is that of the mean.",
        )
    )
    again = Commands(
        tuple(
            f"longsuit faceup {game.id} --seats {one.seats - 1} --error {one.aim} --seed 1"
            for one in (own and [own]) or costs[-1:]
        )
    )
    title = f"{game.name} face up: effect on the odds at {found.settings.name}"
    return facts.paper(
        title,
        date,
        Section("figures", "Figures", (figures,)),
        Section("method", "Method", (method, again)),
        front=(Text(f"{said} {rules}"),),
    )
