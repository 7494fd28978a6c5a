"""A wager of the main game that pays by a table, such as the X-tra Bonus: line by line."""

from collections.abc import Sequence
from fractions import Fraction

from longsuit.analysis.exact.solution import Solution, table_verdict
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import Cell, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import fraction, one_in, plain
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.analysis.report.wagers import line_of, table_title
from longsuit.core.paytable import PayTable

_SHORT, _TIE, _BEHIND, _FOLD = "ahead with less", "tie", "dealer wins", "fold"
_TOO_SHORT = "shorter flush"
_ENDS = _SHORT, _TIE, _BEHIND, _TOO_SHORT, _FOLD
_PUSH, _LOSES = "push", "loses"
Row = tuple[str, str]
"""The hand of a line and its pay; or how a round ends, and what becomes of the wager."""


def xtra_part(settings: Settings, solutions: Sequence[Solution]) -> Section:
    """What the wager adds to the main game, line by line."""
    wager, game = settings.xtra[0].wager, settings.definition
    wins = "beats the dealer's" if game.dealer else "is long enough"
    stands = "stands with the Ante" if wager.id in game.equal_to_ante else "is a main wager"
    text = Text(
        f"The {wager.name} {stands} and is won when the player's flush {wins}. Its lines are "
        "counted over all deals with best play; their sum is what it adds to the result of a round."
    )
    tables = [
        xtra_lines(number, choice, solved)
        for number, (choice, solved) in enumerate(zip(settings.xtra, solutions, strict=True), 1)
    ]
    compare = (compared(settings.xtra, solutions),) if len(solutions) > 1 else ()
    return Section("xtra", wager.name, (text, *compare, *tables))


def compared(choices: Sequence[Choice], solutions: Sequence[Solution]) -> Table:
    """The main game with each table."""
    short = choices[0].wager.name.removesuffix(" Bonus")
    rows = tuple(
        (
            words(plain(choice.table.id)),
            Cell(percent(solved.house_edge, 5), solved.house_edge),
            words(fraction(solved.house_edge)),
            Cell(percent(solved.element_of_risk, 5), solved.element_of_risk),
            Cell(f"{solved.standard_deviation:.6f}", solved.standard_deviation),
            Cell(one_in(solved.xtra_frequency), solved.xtra_frequency),
        )
        for choice, solved in zip(choices, solutions, strict=True)
    )
    return Table(
        "xtra-compared",
        f"The main game under each {short} table",
        (
            *left(f"{short} table"),
            *right("House edge"),
            *left("Exactly"),
            *right("Element of risk", "Standard deviation", f"{short} pays"),
        ),
        rows,
    )


def xtra_lines(number: int, choice: Choice, solved: Solution) -> Table:
    """One table line by line, over all deals with best play."""
    table = choice.table
    deals = _xtra_deals(table, solved)
    rows, total = [], Fraction(0)
    pays = {line.hand: line.pays for line in table.lines}
    for (name, shown), count in deals.items():
        chance = Fraction(count, solved.deals)
        won = pays[name] if name in pays else Fraction(-1 if shown == _LOSES else 0)
        total += chance * won
        rows.append(
            (
                words(name),
                Cell(f"{count:,}", Fraction(count)),
                Cell(decimal(chance, 8), chance),
                words(shown),
                Cell(decimal(chance * won), chance * won),
            )
        )
    return Table(
        f"xtra-lines-{number}",
        f"{table_title(solved.game, table)}, line by line",
        (*left("End of the round"), *right("Deals", "Probability", "Pays", "Contribution")),
        tuple(rows),
        (
            words("All"),
            Cell(f"{solved.deals:,}", Fraction(solved.deals)),
            Cell(decimal(1, 8), Fraction(1)),
            words(""),
            Cell(decimal(total), total),
        ),
        note=f"Source: {plain(table.source or 'given by hand')}. Digest {table.digest}.",
    )


def _xtra_deals(table: PayTable, solved: Solution) -> dict[Row, int]:
    """How many deals each line of the table takes, and how the others end."""
    deals = dict.fromkeys(((line.hand, table.show_pay(line)) for line in table.lines), 0)
    deals |= dict.fromkeys(((end, said) for end in _ENDS for said in (_PUSH, _LOSES)), 0)
    bets = len(solved.case.payoffs.names)
    behind = _BEHIND if solved.game.dealer else _TOO_SHORT
    ends = {"ahead": _SHORT, "tie": _TIE, "behind": behind}
    unmatched = solved.game.wager(table.wager).unmatched
    for ending, count in solved.endings.items():
        action, kind, _, outcome = ending
        verdict = table_verdict(solved.case, ending)
        line = line_of(solved, table, kind) if verdict == "win" else None
        if line is not None:
            deals[line.hand, table.show_pay(line)] += count
            continue
        loses = (unmatched if verdict == "win" else verdict) == "lose"
        end = _FOLD if action >= bets else ends[outcome]
        deals[end, _LOSES if loses else _PUSH] += count
    return {row: count for row, count in deals.items() if count or row[0] not in _ENDS}
