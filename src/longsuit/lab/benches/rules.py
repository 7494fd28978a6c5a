"""Rules to play with: the main game under a variant, beside the game as it is."""

from fractions import Fraction
from typing import TYPE_CHECKING

from longsuit.analysis.exact.case import main_table
from longsuit.analysis.numbers import decimal, percent
from longsuit.core.games.catalog import game_by_id
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import ALONE, rule_fields, rules_of
from longsuit.lab.figures import Figures, Place, Table, Tell, Tile, make_table, of_section

if TYPE_CHECKING:
    from longsuit.analysis.exact.solution import Solution


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.exact.solver import solve
    from longsuit.analysis.report.main_game import game_section
    from longsuit.lab.changes import changes

    game = game_by_id(values["game"])
    rules, xtra = rules_of(values), values.get("xtra")
    tell(0, 0, "solving the game as it is")
    usual = solve(game.id)
    tell(0, 0, "solving your rules")
    yours = solve(game.id, xtra=xtra, rules=rules)
    same = yours.case == usual.case
    compared = side_by_side(usual, yours)
    tell(0, 0, "comparing decisions")
    found = of_section(game_section(yours, main_table(game, xtra)))
    kept = [table for table in found.tables if table.id != "actions"]
    decisions = () if same else changes(usual.case, yours.case)
    return Figures(
        tiles=tiles_of_two(usual, yours, same=same),
        said=("These are the game's own rules: change one.",) if same else (),
        tables=(compared, *decisions, _actions(usual, yours), *kept),
        pictures=found.pictures,
    )


def tiles_of_two(usual: "Solution", yours: "Solution", *, same: bool) -> tuple[Tile, ...]:
    """The three figures of a game, and what they are by the standard rules."""

    def tile(name: str, old: str, new: str) -> Tile:
        return Tile(name, new, "" if same else f"standard {old}")

    return (
        tile("House edge, of an Ante", percent(usual.house_edge), percent(yours.house_edge)),
        tile("Element of risk", percent(usual.element_of_risk), percent(yours.element_of_risk)),
        tile(
            "Standard deviation, Antes",
            f"{usual.standard_deviation:.4f}",
            f"{yours.standard_deviation:.4f}",
        ),
    )


def side_by_side(usual: "Solution", yours: "Solution") -> Table:
    """The figures of two games, and what lies between them."""
    spreads = usual.standard_deviation, yours.standard_deviation
    change = spreads[1] - spreads[0]
    rows: list[tuple[str | Place, ...]] = [
        row_of_two("House edge", usual.house_edge, yours.house_edge),
        row_of_two("Element of risk", usual.element_of_risk, yours.element_of_risk),
        row_of_two("Average wager, Antes", usual.average_wager, yours.average_wager, share=False),
        (
            "Standard deviation, Antes",
            *((f"{value:.6f}", str(value)) for value in spreads),
            (f"{change:+.6f}" if change else f"{change:.6f}", str(change)),
        ),
        row_of_two("Variance", usual.variance, yours.variance, share=False),
    ]
    return make_table("side-by-side", "Side by side", _TWO, rows)


_TWO = ("Figure", "Standard", "Yours", "Difference")


def row_of_two(
    name: str, old: Fraction, new: Fraction, *, share: bool = True
) -> tuple[str, Place, Place, Place]:
    """A figure of both, and what lies between them."""

    def shown(value: Fraction) -> str:
        return percent(value, 5) if share else decimal(value)

    change = new - old
    plus = "+" if change > 0 else ""
    return (
        name,
        (shown(old), str(old)),
        (shown(new), str(new)),
        (f"{plus}{shown(change)}", str(change)),
    )


def _actions(usual: "Solution", yours: "Solution") -> Table:
    from longsuit.analysis.report.wagers import action_label

    none = Fraction(0)
    names = dict.fromkeys((*usual.actions, *yours.actions))
    rows = [
        row_of_two(
            action_label(yours.game, name),
            usual.actions.get(name, none),
            yours.actions.get(name, none),
        )
        for name in sorted(names, key=lambda name: name == "fold")
    ]
    return make_table("actions-compared", "What best play does", ("Last action", *_TWO[1:]), rows)


RULES = Bench(
    "rules",
    "Rules",
    "Change a rule and see what it does to the game, best play under both.",
    rule_fields,
    _count,
    examples=(
        ("", ""),
        (f"game={ALONE.id}", ""),
        ("ties=win", "Ties win"),
        ("unqualified=win", "The Ante wins when the dealer does not qualify"),
        (f"game={ALONE.id}&qualifier=none", f"{ALONE.name} without a qualifier"),
    ),
)
