"""Where the dealer's hands part: over their keys the result of a final position is a few steps.

Each step ends with a count of the dealer's hands, a column of what the kernels find. A hand that
reaches the qualifier beats every dealer's hand that does not; another loses to all that do.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.general.form import Form
from longsuit.analysis.exact.general.tree import End
from longsuit.analysis.exact.histories import Bets
from longsuit.analysis.exact.payoffs import LENGTHS, OUTCOMES
from longsuit.core.games.game import Outcome
from longsuit.core.ranking import key_length

ALL, BELOW, UPTO, SHORT, WITHIN = range(5)
"""Columns: all the dealer's hands, those below the seat's, not above it, below the qualifier; and
from WITHIN on, where margins count, those with a flush of no card, of one at most, and so on."""

Ints = NDArray[np.int64]


class Region(NamedTuple):
    """Hands of the dealer that end a deal alike: from the last region up to a column."""

    column: int
    qualifies: bool
    outcome: Outcome
    margin: int


def columns(form: Form) -> int:
    """How many columns there are."""
    return WITHIN + (LENGTHS - 1 if form.margins else 0)


def regions(form: Form, length: int, *, reaches: bool) -> list[Region]:
    """In rising order of the dealer's hands, against a flush of that length.

    `reaches`: whether it is one with which the dealer would qualify.
    """
    least = key_length(form.dealer.qualifier) if form.dealer is not None else 0
    shorter = [(WITHIN + cards, length - cards) for cards in range(length) if form.margins]
    even: Region = Region(UPTO, reaches, "tie", 0)
    if not reaches:
        ahead = [Region(column, False, "ahead", margin) for column, margin in shorter]
        behind = Region(SHORT, False, "behind", 0), Region(ALL, True, "behind", 0)
        return [*ahead, Region(BELOW, False, "ahead", 0), even, *behind]
    margin = length - least if form.margins else 0
    return [
        *(Region(at, False, "ahead", by) for at, by in shorter if length - by < least),
        Region(SHORT, False, "ahead", margin),
        *(Region(at, True, "ahead", by) for at, by in shorter if length - by >= least),
        Region(BELOW, True, "ahead", 0),
        even,
        Region(ALL, True, "behind", 0),
    ]


def worth(form: Form, ends: Sequence[End], hands: int) -> Ints:
    """[end, 2 * class + reaches, column]: coefficients of what an end is worth at a position.

    They go with the counts of the columns, that of ALL divided by `hands`.
    """
    own = form.own_classes
    nets = {pay.bets: pay.nets for pay in form.pays}
    lines = np.zeros((len(ends), 2 * own, columns(form)), np.int64)
    for place, end in enumerate(ends):
        if end.folded:
            lines[place, :, ALL] = fold_net(form, end.bets) * hands
            continue
        for row in range(2 * own):
            kind, side = divmod(row, 2)
            then = 0
            for column, qualifies, outcome, margin in reversed(
                regions(form, kind % LENGTHS, reaches=side > 0)
            ):
                by_outcome = nets[end.bets][margin * own + kind][qualifies]
                net = by_outcome[OUTCOMES.index(outcome)]
                lines[place, row, column] = net * hands if column == ALL else net - then
                then = net
    return lines


def fold_net(form: Form, bets: Bets) -> int:
    """What a fold after these bets nets."""
    return next(fold.net for fold in form.folds if fold.bets == bets)
