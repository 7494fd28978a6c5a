"""How the figures were found, what was checked while they were, and how to find them again."""

import platform
from collections.abc import Sequence
from importlib.metadata import version

from longsuit.analysis.exact.general import count_positions, form_of
from longsuit.analysis.exact.general.positions import layout
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, tuned_case
from longsuit.analysis.report.checks import checks_table, final_cards
from longsuit.analysis.report.content import Bullets, Commands, Section, Table, Text, left, words
from longsuit.analysis.report.numbers import NUMBERS
from longsuit.analysis.report.reproduction import commands
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.core.games.game import Game
from longsuit.core.ranking import shape_counts

_COUNTING = {
    HIGH_CARD: (
        "Player's hands that differ by a renaming of suits play alike: 6,009,159 classes stand for "
        "133,784,560 hands. For each class the dealer's hands from the 45 cards left are counted "
        "by kind (below the qualifier or not; below, equal to or above the player's flush) as "
        "coefficients of a product of four polynomials, one a suit. The counts give the value of "
        "each action, hence the best one.",
    ),
    CHASE: (
        "Boards that differ by a renaming of suits play alike: 16,432 classes. On each board and "
        "for each of the player's three cards the dealer's 14,190 hands are counted by kind (below "
        "the qualifier or not; below, equal to or above the player's flush).",
        "Values are added up from the river to the flop and from the flop to the opening, the best "
        "action taken at each; a second pass counts all deals by last action, flush length, "
        "qualification and outcome.",
    ),
}


def _counting(solved: Solution) -> tuple[str, ...]:
    """How the main game was counted."""
    shape = tuned_case(solved.case)
    if shape is not None:
        return _COUNTING[shape]
    form = form_of(solved.case)
    known = layout(form)
    dealer = (
        " For each the dealer's hands are counted by kind (below the qualifier or not; below, "
        "equal to or above the player's flush) as coefficients of a product of four polynomials, "
        "one a suit."
        if form.dealer is not None
        else ""
    )
    return (
        "Hands that differ by a renaming of suits play alike, so that there are "
        f"{known.holes(13):,} first hands and, with the cards that come later, "
        f"{count_positions(form):,} final positions.{dealer}",
        "Values are added up from the last card back to the first decision, the best action taken "
        "at each; a second pass counts all deals by the bets made, the final hand and the outcome.",
    )


def method_section(solutions: Sequence[Solution], xtra: Sequence[Choice]) -> Section:
    """The way of counting, and the figures that were found in two ways."""
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
                    "One deck of 52, every order equally likely"
                    f"{'; the dealer has no choices' if solutions[0].game.dealer else ''}.",
                    *_counting(solutions[0]),
                    *_side_wagers(solutions[0].game),
                    "The counting is checked against a slow program that deals every card from the "
                    "rules with no shortcut, on random hands and on whole games of small decks, "
                    "and the settlement against a second one written apart.",
                )
            ),
            checks_table(solutions, xtra, shape_counts(final_cards(solutions[0].game))),
        ),
    )


def _side_wagers(game: Game) -> tuple[str, ...]:
    """How the wagers beside the main game were counted."""
    side = [wager for wager in game.wagers if wager.id not in game.mandatory]
    said = []
    if any(wager.looks_at == "own" for wager in side):
        said.append(
            f"Bonus and progressive wagers: one count of all {NUMBERS[final_cards(game)]}-card "
            "hands by longest flush, longest straight flush and longest ace-high straight flush "
            "prices every table."
        )
    if any(wager.looks_at == "table" for wager in side):
        said.append(
            "The best of all hands dealt: hands are dealt one after another by the cards that each "
            "suit has left, those alone counted in which no hand has one of the first lines; "
            "differences of such counts are the deals of each line."
        )
    return tuple(said)


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
