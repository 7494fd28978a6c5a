"""How the game is played best, and what playing it otherwise costs."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from longsuit.analysis.exact.decisions import Habit, habits
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.tuned import tuned_case
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import (
    Block,
    Bullets,
    Cell,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.report.numbers import fraction, plain
from longsuit.analysis.report.opening_chart import opening_tables
from longsuit.analysis.report.rules_in_force import seen_by_a_player
from longsuit.analysis.report.settings import Settings
from longsuit.analysis.report.wagers import action_label
from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.price_cache import price_rules
from longsuit.analysis.strategies.rules import RuleList
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import command_name


class Others(Struct, frozen=True):
    """Play other than the best, as far as it was priced."""

    habits: tuple[Habit, ...] = ()
    lists: tuple[tuple[RuleList, Solution], ...] = ()


def price_others(settings: Settings, tell: Callable[[str], None]) -> Others:
    """Every rule list in the box, and every decision always taken one way: the long work."""
    xtra = settings.xtra[0].table if settings.xtra else None
    lists = []
    for rules in boxed(settings.game):
        tell(f"Pricing the strategy {rules.id}")
        try:
            priced = price_rules(rules, xtra=xtra, variant=settings.rules)
        except InputError:
            # A variant of the rules may not allow what the list says.
            continue
        lists.append((rules, priced.solution))
    if tuned_case(settings.case) is None:
        return Others((), tuple(lists))
    tell("Pricing what habits cost")
    return Others(tuple(habits(settings.game, xtra, settings.rules)), tuple(lists))


def strategy_section(settings: Settings, solved: Solution, others: Others) -> Section:
    """Best play in words, and its price against others."""
    side = " Bonus and progressive wagers depend on no decision and change none."
    side *= any(wager.id not in solved.game.mandatory for wager in solved.game.wagers)
    text = Text(
        "The figures of this sheet are for best play: the action of greatest expected result in "
        f"every hand, for a player who sees {seen_by_a_player(solved.game)}. Where two actions are "
        f"worth exactly the same, the smaller wager is taken.{side}{_whole(solved)}"
    )
    blocks: list[Block] = [text, *opening_tables(settings)]
    if others.lists:
        blocks.append(_prices(solved, others.lists))
    if others.habits:
        blocks.append(_habits(solved, others.habits))
    parts = [
        _part(f"strategy-{number}", rules)
        for number, rules in enumerate(boxed(settings.game), start=1)
    ]
    return Section("strategy", "Strategy", tuple(blocks), tuple(parts))


def _whole(solved: Solution) -> str:
    """Where every decision stands."""
    name = command_name(solved.game)
    if tuned_case(solved.case) is None:
        return f" longsuit advise {name} says what each action is worth in any hand."
    return f" The whole strategy is a file: longsuit strategy export {name} -o best.npz."


def _prices(solved: Solution, lists: Sequence[tuple[RuleList, Solution]]) -> Table:
    rows = [_price("best play", "", solved, solved)]
    rows += [_price(rules.id, str(len(rules)), one, solved) for rules, one in lists]
    return Table(
        "strategies",
        "Strategies, priced exactly",
        (
            *left("Strategy"),
            *right("Rules", "House edge", "Costs in Antes", "Standard deviation"),
            *left("House edge exactly"),
        ),
        tuple(rows),
        note="Each is played over every deal; what it costs is against best play.",
    )


def _price(name: str, rules: str, one: Solution, best: Solution) -> tuple[Cell, ...]:
    cost = best.value - one.value
    return (
        words(plain(name)),
        words(rules),
        Cell(percent(one.house_edge), one.house_edge),
        Cell(decimal(cost), cost),
        Cell(f"{one.standard_deviation:.6f}", one.standard_deviation),
        words(fraction(one.house_edge)),
    )


def _part(name: str, rules: RuleList) -> Section:
    """A list as it is printed: the first rule that fits decides."""
    rows = tuple(
        (words(decision), words(plain(rule.text, 400)))
        for decision, listed in rules.decisions.items()
        for rule in listed
    )
    meanings = tuple(f"{label}: {meaning}" for label, meaning in glossary(rules))
    said = [
        f"{text[0].upper()}{text[1:].rstrip('.')}." for text in (rules.source, rules.note) if text
    ]
    return Section(
        name,
        f"{plain(rules.name)} ({plain(rules.id)})",
        (
            *([Text(plain(" ".join(said), 1_000))] if said else []),
            Table(
                f"{name}-rules",
                "Rules: the first that fits decides",
                left("Decision", "Rule"),
                rows,
            ),
            *([Bullets(meanings)] if meanings else []),
        ),
    )


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
