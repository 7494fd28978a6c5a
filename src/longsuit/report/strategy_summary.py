"""How the game is played best, and what playing it otherwise costs."""

from collections.abc import Sequence

from longsuit.exact.decisions import Habit, habits
from longsuit.exact.solution import Solution
from longsuit.report.content import Block, Cell, Section, Table, Text, left, right, words
from longsuit.report.main_game import action_label
from longsuit.report.numbers import decimal, percent
from longsuit.report.settings import Settings


def find_habits(settings: Settings) -> list[Habit]:
    """What decisions always taken one way cost; it solves the game several times."""
    xtra = settings.xtra[0].table if settings.xtra else None
    return habits(settings.game, xtra, settings.rules)


def strategy_section(solved: Solution, known: Sequence[Habit]) -> Section:
    """Best play in words, and its price against others."""
    text = Text(
        "The figures of this sheet are for best play: the action of greatest expected result in "
        "every hand, for a player who knows the own cards and the board. Where two actions are "
        "worth exactly the same, the smaller wager is taken. Bonus and progressive wagers depend "
        "on no decision and change none. The whole strategy is a file: longsuit strategy export "
        f"{solved.game.short} -o best.npz."
    )
    blocks: list[Block] = [text]
    if known:
        blocks.append(_habits(solved, known))
    return Section("strategy", "Strategy", tuple(blocks))


def _habits(solved: Solution, known: Sequence[Habit]) -> Table:
    rows = tuple(
        (
            words(habit.decision),
            words(action_label(solved.game, habit.always)),
            Cell(percent(-habit.value), -habit.value),
            Cell(decimal(habit.cost), habit.cost),
        )
        for habit in known
    )
    return Table(
        "habits",
        "A decision always taken one way",
        (*left("Decision", "Always"), *right("House edge", "Costs in Antes")),
        rows,
        note="All other decisions are played best, given that one.",
    )
