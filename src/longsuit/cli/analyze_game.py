"""A solved main game, as it is shown."""

from rich.console import Console

from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.numbers import decimal, percent
from longsuit.cli.output import make_grid
from longsuit.core.ranking import flush_in_full


def show_game(console: Console, solution: Solution, seconds: float) -> None:
    """The solution for people."""
    tables = ", ".join(f"{wager} {name}" for wager, name in solution.paytables.items())
    console.print(f"{solution.game.name}{', ' + tables if tables else ''}: best play", style="bold")
    changed = _changes(solution)
    if changed:
        console.print(f"with {changed}", style="yellow")
    console.print(f"{solution.deals:,} deals, in {seconds:.1f} s", style="dim")
    console.print()
    grid = make_grid("<", "<", "exactly")
    for name, value, shown in (
        ("House edge", solution.house_edge, percent(solution.house_edge, 5)),
        ("Element of risk", solution.element_of_risk, percent(solution.element_of_risk, 5)),
        ("Average wager", solution.average_wager, f"{decimal(solution.average_wager)} Antes"),
    ):
        grid.add_row(name, shown, f"{value.numerator}/{value.denominator}")
    grid.add_row("Standard deviation", f"{solution.standard_deviation:.6f} Antes", "")
    console.print(grid)
    console.print()
    grid = make_grid("<Action", ">share of rounds")
    for action, share in solution.last_actions:
        grid.add_row(action, percent(share))
    console.print(grid)
    console.print()
    grid = make_grid(">Net in Antes", ">probability")
    for net, chance in solution.distribution.items():
        shown = str(net) if net <= 0 else f"+{net}"
        grid.add_row(shown, percent(chance, 6))
    console.print(grid)


def _changes(solution: Solution) -> str:
    """How the rules differ from the game's own, in words."""
    rules, usual = solution.rules, solution.game.rules
    said = []
    if rules.qualifier != usual.qualifier:
        said.append(
            f"a dealer who qualifies with the {flush_in_full(rules.qualifier)} or better"
            if rules.qualifier
            else "a dealer who always qualifies"
        )
    if rules.unqualified != usual.unqualified:
        words = {
            "push": "the Ante returned",
            "win": "the Ante paid",
            "play": "every wager compared",
        }
        said.append(f"{words[rules.unqualified]} when the dealer does not qualify")
    if rules.ties != usual.ties:
        said.append(f"ties that {rules.ties}")
    if rules.decisions != usual.decisions:
        each = [n for decision in rules.decisions for n in dict.fromkeys(decision.most)]
        said.append(f"bets of {', '.join(map(str, each))} Antes")
    return "; ".join(said)
