"""How the figures were found, what was checked while they were, and how to find them again."""

import platform
from collections.abc import Sequence
from fractions import Fraction
from importlib.metadata import version
from math import comb

from longsuit.exact.solution import Solution
from longsuit.games.game import Game
from longsuit.report.bonuses import Priced
from longsuit.report.content import Bullets, Cell, Commands, Section, Table, Text, left, words
from longsuit.report.lines import contribution
from longsuit.report.main_game import parts_of
from longsuit.report.numbers import fraction
from longsuit.report.repeating import commands
from longsuit.report.settings import Settings

_HANDS = comb(52, 7)

_COUNTING = {
    "high-card-flush": (
        "Player's hands that differ by a renaming of suits play alike: 6,009,159 classes stand for "
        "133,784,560 hands. For each class the dealer's hands from the 45 cards left are counted "
        "by kind (below the qualifier or not; below, equal to or above the player's flush) as "
        "coefficients of a product of four polynomials, one a suit. The counts give the value of "
        "each action, hence the best one.",
    ),
    "chase-the-flush": (
        "Boards that differ by a renaming of suits play alike: 16,432 classes. On each board and "
        "for each of the player's three cards the dealer's 14,190 hands are counted by kind (below "
        "the qualifier or not; below, equal to or above the player's flush).",
        "Values are added up from the river to the flop and from the flop to the opening, the best "
        "action taken at each; a second pass counts all deals by last action, flush length, "
        "qualification and outcome.",
    ),
}


def method_section(solved: Solution, priced: Sequence[Priced]) -> Section:
    """The way of counting, and the sums that have to agree."""
    return Section(
        "method",
        "Method",
        (
            Text(
                "Nothing on this sheet is simulated. Deals are counted, every figure is a fraction "
                "of whole numbers, and a decimal is only how it is shown, rounded half to even "
                "from the fraction. Standard deviations are roots, and bounds of the hold use the "
                "normal distribution."
            ),
            Bullets(
                (
                    "One deck of 52, every order equally likely; the dealer has no choices.",
                    *_COUNTING[solved.game.id],
                    "Bonus and progressive wagers: one count of all seven-card hands by longest "
                    "flush, longest straight flush and longest ace-high straight flush prices "
                    "every table.",
                    "The counting is checked against a slow program that deals every card from the "
                    "rules with no shortcut, on random hands and on whole games of small decks, "
                    "and the settlement against a second one written apart.",
                )
            ),
            _checks(solved, priced),
        ),
    )


def _checks(solved: Solution, priced: Sequence[Priced]) -> Table:
    """Sums found in two ways; a sheet on which they differ is not made."""
    chances = sum(solved.distribution.values(), Fraction(0))
    parts = parts_of(solved)
    pairs = [
        ("Deals counted, and ways to deal", Fraction(solved.deals), Fraction(_ways(solved.game))),
        ("Probabilities of net results, and one", chances, Fraction(1)),
        (
            "Expected result by wager, and by net result",
            sum((part.net for part in parts), Fraction(0)),
            solved.value,
        ),
        (
            "Average wager by wager, and by action",
            sum((part.staked for part in parts), Fraction(0)),
            solved.average_wager,
        ),
    ]
    for choice, one in priced:
        brought = sum((contribution(one, line) for line in one.lines), Fraction(0))
        label = f"{choice.wager.name} {choice.table.digest}: lines with envy, and return"
        pairs.append((label, brought + one.envy, one.returns))
    rows = []
    for label, first, second in pairs:
        if first != second:
            raise AssertionError(f"{label}: {first} and {second} differ")
        rows.append((words(label), Cell(fraction(first), first), words("agree")))
    return Table(
        "checks",
        "Checked while this sheet was made",
        left("Found in two ways", "Both are", ""),
        tuple(rows),
    )


def _ways(game: Game) -> int:
    """All ways to deal the player's cards, the board in its steps, and the dealer's cards."""
    left_over, ways, shown = 52, 1, 0
    steps = [game.hole]
    for decision in game.rules.decisions:
        if decision.board > shown:
            steps.append(decision.board - shown)
            shown = decision.board
    for count in (*steps, game.hole):
        ways *= comb(left_over, count)
        left_over -= count
    return ways


def repeating_section(settings: Settings, date: str, *, quick: bool) -> Section:
    """Versions, and the commands that give the figures again."""
    rows = tuple(
        (words(name), words(number))
        for name, number in (
            ("Longsuit", version("longsuit")),
            ("Python", platform.python_version()),
            ("NumPy", version("numpy")),
            ("Numba", version("numba")),
        )
    )
    return Section(
        "reproduce",
        "Versions, and how to reproduce",
        (
            Table("versions", "Made with", left("Program", "Version"), rows),
            Text(
                "The same settings give the same digest, and the same versions and date the same "
                "file. The first command makes this sheet again, the others print its figures "
                "one by one; add --json for exact fractions."
            ),
            Commands(tuple(commands(settings, date, quick=quick))),
        ),
    )
