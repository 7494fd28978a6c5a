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
from longsuit.floor.papers.facts import Facts
from longsuit.floor.register.face_up import face_up_cost


def face_up_study(facts: Facts, name: str, date: str) -> Paper:
    """The impact study of a table, from the figures that the program keeps."""
    found = facts.table(name)
    game = found.rules.definition
    costs = [cost for seats in range(2, game.seats + 1) if (cost := face_up_cost(game.id, seats))]
    rows = tuple(
        (
            Cell(str(one.seats)),
            Cell(f"{one.blind}%"),
            Cell(f"{one.gain}%"),
            Cell(f"{one.error}%"),
            Cell(f"{float(one.blind) + float(one.gain):.3f}%"),
        )
        for one in costs
    )
    columns = tuple(
        Column(one, number=True)
        for one in ("Seats", "Result unseen", "Gain", "Standard error", "Result seen")
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
    rules = "These are the rules in the box; a table with other rules needs a study of its own."
    if found.rules.rules == game.rules:
        rules = "The table plays the rules that the study is about."
    method = Bullets(
        (
            "Hands of all seats are dealt at random; for each, the exact best decision is counted "
            "over every way the unseen cards can lie, once with and once without the other hands.",
            "The gain is the mean of the difference; the standard error is that of the mean.",
            rules,
        )
    )
    again = Commands((f"longsuit faceup {game.id} --seats {found.rules.seats - 1}",))
    title = f"{game.name} face up: effect on the odds at {found.settings.name}"
    return facts.paper(
        title,
        date,
        Section("figures", "Figures", (figures,)),
        Section("method", "Method", (method, again)),
        front=(Text(said),),
    )
