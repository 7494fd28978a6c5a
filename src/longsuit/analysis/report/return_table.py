"""The whole return table: action, dealer, flush and outcome, line by line.

Its totals are not the sums of its lines. Deals are the ways to deal the cards, and the expected
net is that of each wager settled by itself; a sheet on which the lines come to anything else is
not made.
"""

from fractions import Fraction

from longsuit.analysis.exact.law.returns import return_lines
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.checks import ways_to_deal
from longsuit.analysis.report.content import Cell, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import signed
from longsuit.analysis.report.wagers import action_label, parts_of
from longsuit.core.paytable import PayTable

_ALONE = {"ahead": "long enough", "behind": "too short", "tie": "too short"}
"""Outcomes where there is no dealer."""


def return_section(solved: Solution, xtra: PayTable | None) -> Section:
    """Every way that a deal can end."""
    lines = return_lines(solved)
    deals = ways_to_deal(solved.game)
    net = sum((part.net for part in parts_of(solved, xtra)), Fraction(0))
    found = sum(line.deals for line in lines), sum((ln.contribution for ln in lines), Fraction(0))
    if found != (deals, net):
        raise AssertionError(f"the return table comes to {found}, not to {(deals, net)}")
    told, dealer = any(line.pays_as for line in lines), solved.game.dealer > 0
    qualifies = ", whether the dealer qualifies" if dealer else ""
    rows = tuple(
        (
            words(action_label(solved.game, line.action)),
            *([words("yes" if line.qualifies else "no")] if dealer else []),
            Cell(str(line.length), Fraction(line.length)),
            *([words(line.pays_as)] if told else []),
            words(line.outcome if dealer else _ALONE[line.outcome]),
            Cell(f"{line.deals:,}", Fraction(line.deals)),
            Cell(percent(line.probability, 6), line.probability),
            Cell(signed(line.net), line.net),
            Cell(decimal(line.contribution, 9), line.contribution),
        )
        for line in lines
    )
    return Section(
        "returns",
        "The whole return table",
        (
            Text(
                f"Every deal by the last action of best play{qualifies}, the length of the "
                "player's own flush, and how it comes out; a folded hand too is compared. The "
                "total of deals is the number of ways to deal, the total contribution that of the "
                "wagers settled one by one."
            ),
            Table(
                "return-table",
                "Every way a deal can end",
                (
                    *left("Action", *(["Dealer qualifies"] if dealer else [])),
                    *right("Flush"),
                    *left(*(["Hand"] if told else []), "Player is" if dealer else "Flush is"),
                    *right("Combinations", "Probability", "Net in Antes", "Contribution"),
                ),
                rows,
                (
                    words("All"),
                    *[words("")] * (2 + dealer + told),
                    Cell(f"{deals:,}", Fraction(deals)),
                    Cell(percent(Fraction(1), 6), Fraction(1)),
                    words(""),
                    Cell(decimal(net, 9), net),
                ),
            ),
        ),
    )
