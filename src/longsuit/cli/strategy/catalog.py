"""`longsuit strategy list`, `rules`: the strategies in the box, and how one reads."""

from fractions import Fraction
from typing import Any

from longsuit.analysis.exact.solver import solve
from longsuit.analysis.numbers import as_json as exact_json
from longsuit.analysis.numbers import percent
from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.rules import RuleList
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.strategy.options import NameArgument
from longsuit.cli.variants import XtraOption
from longsuit.core.games.catalog import find_game


def list_strategies(game: GameArgument, xtra: XtraOption = "", as_json: JsonOption = False) -> None:
    """The strategies in the box for GAME, each with its exact house edge and cost."""
    from longsuit.analysis.strategies.lookup import BEST
    from longsuit.analysis.strategies.price_cache import price_rules

    definition = find_game(game)
    best = solve(definition.id, xtra=xtra or None)
    rows: list[tuple[str, str, int | None, Fraction, Fraction]] = [
        (BEST, "Best play, every hand", None, best.house_edge, Fraction(0))
    ]
    for rules in boxed(definition.id):
        with waiting(f"Pricing {rules.id}"):
            found = price_rules(rules, xtra=xtra or None)
        edge = found.solution.house_edge
        rows.append((rules.id, rules.name, len(rules), edge, found.cost))
    if as_json:
        listed = [
            {
                "id": name,
                "name": title,
                "rules": count,
                "house_edge": exact_json(edge),
                "cost": exact_json(cost),
            }
            for name, title, count, edge, cost in rows
        ]
        print_json({"game": definition.id, "strategies": listed})
        return
    console = make_console()
    grid = make_grid("<Strategy", ">rules", ">house edge", ">cost", "")
    for name, title, count, edge, cost in rows:
        grid.add_row(name, str(count or ""), percent(edge), percent(cost), title)
    console.print(grid)


def rules(game: GameArgument, name: NameArgument, as_json: JsonOption = False) -> None:
    """The rules of a strategy in the box, or of a rule file."""
    from longsuit.analysis.strategies.lookup import find_rules

    found = find_rules(find_game(game).id, name)
    if as_json:
        print_json(rules_json(found))
        return
    console = make_console()
    console.print(f"{found.definition.name}: {found.name}", style="bold")
    if found.source:
        console.print(f"Source: {found.source}.", style="dim")
    for decision, listed in found.decisions.items():
        console.print()
        console.print(decision.capitalize(), style="bold")
        for number, rule in enumerate(listed, 1):
            console.print(f"{number:>3}. {rule.text}")
    meanings = list(glossary(found))
    if meanings:
        console.print()
    for label, meaning in meanings:
        console.print(f"{label}: {meaning}")
    if found.note:
        console.print()
        console.print(found.note)


def rules_json(rules: RuleList) -> dict[str, Any]:
    """A rule list for scripts."""
    return {
        "game": rules.game,
        "id": rules.id,
        "name": rules.name,
        "source": rules.source,
        "note": rules.note,
        "glossary": dict(glossary(rules)),
        "decisions": {
            decision: [rule.text for rule in listed] for decision, listed in rules.decisions.items()
        },
    }
