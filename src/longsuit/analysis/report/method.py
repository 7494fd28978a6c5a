"""How the figures were found, what was checked while they were, and how to find them again."""

import platform
from collections.abc import Sequence
from importlib.metadata import version

from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.report.checks import checks_table
from longsuit.analysis.report.content import Bullets, Commands, Section, Table, Text, left, words
from longsuit.analysis.report.reproduction import commands
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.core.ranking import shape_counts

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


def method_section(solutions: Sequence[Solution], xtra: Sequence[Choice]) -> Section:
    """The way of counting, and the figures that were found in two ways."""
    return Section(
        "method",
        "Method",
        (
            Text(
                "Nothing on this sheet is simulated but a covariance of two seats where it says "
                "so. Deals are counted, every figure is a fraction of whole numbers, and a decimal "
                "is only how it is shown, rounded half to even from the fraction. Standard "
                "deviations are roots, and bounds of the hold use the normal distribution."
            ),
            Bullets(
                (
                    "One deck of 52, every order equally likely; the dealer has no choices.",
                    *_COUNTING[solutions[0].game.id],
                    "Bonus and progressive wagers: one count of all seven-card hands by longest "
                    "flush, longest straight flush and longest ace-high straight flush prices "
                    "every table.",
                    "The counting is checked against a slow program that deals every card from the "
                    "rules with no shortcut, on random hands and on whole games of small decks, "
                    "and the settlement against a second one written apart.",
                )
            ),
            checks_table(solutions, xtra, shape_counts()),
        ),
    )


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
