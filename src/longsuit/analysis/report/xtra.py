"""A wager of the main game that pays by a table, such as the X-tra Bonus: line by line."""

from collections.abc import Sequence
from fractions import Fraction

from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import Cell, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import fraction, one_in, plain
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.analysis.report.wagers import line_of, table_title
from longsuit.core.paytable import PayTable

_SHORT, _TIE, _BEHIND, _FOLD = "ahead with less", "tie", "dealer wins", "fold"
_TOO_SHORT = "shorter flush"
_ENDS = {_SHORT: "push", _TIE: "push", _BEHIND: "loses", _TOO_SHORT: "loses", _FOLD: "loses"}


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
    for name, count in deals.items():
        chance = Fraction(count, solved.deals)
        won = pays[name] if name in pays else Fraction(-1 if _ENDS[name] == "loses" else 0)
        total += chance * won
        shown = table.show_pay(table.line(name)) if name in pays else _ENDS[name]
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


def _xtra_deals(table: PayTable, solved: Solution) -> dict[str, int]:
    """How many deals each line of the table takes, and how the others end."""
    deals = dict.fromkeys((line.hand for line in table.lines), 0)
    deals |= dict.fromkeys(_ENDS, 0)
    bets = len(solved.case.payoffs.names)
    for (action, kind, _, outcome), count in solved.endings.items():
        if action >= bets:
            deals[_FOLD] += count
        elif outcome == "ahead" or (outcome == "tie" and solved.rules.ties == "win"):
            line = line_of(solved, table, kind)
            deals[_SHORT if line is None else line.hand] += count
        elif outcome == "tie" and solved.rules.ties == "push":
            deals[_TIE] += count
        else:
            deals[_BEHIND if solved.game.dealer else _TOO_SHORT] += count
    return {name: count for name, count in deals.items() if count or name not in _ENDS}
