"""One position of any game, exactly: every way the cards may still come, played backward.

Of `solve_form` only what an end pays is used here; the dealer's hands are counted by the kernel of
`analysis.exact.position`, and later cards are listed one set after another.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general.adapter import form_of
from longsuit.analysis.exact.general.form import Form
from longsuit.analysis.exact.general.plan import class_of_hands
from longsuit.analysis.exact.general.positions import Step
from longsuit.analysis.exact.general.regions import ALL, BELOW, SHORT, UPTO, WITHIN, columns, worth
from longsuit.analysis.exact.general.tree import make_tree
from longsuit.analysis.exact.histories import Bets
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.kernels.position import KINDS, count_hands
from longsuit.analysis.exact.payoffs import LENGTHS
from longsuit.analysis.exact.position import (
    NO_CARDS,
    flush_keys,
    remaining,
    tables,
    to_cards,
    to_masks,
)
from longsuit.core.cards import RANK_COUNT
from longsuit.core.errors import InputError

MOST_WAYS = 3_000_000
"""So many ways in which cards may still come are counted: five board cards after any hand."""

Ints = NDArray[np.int64]


def value_any(
    case: Case,
    own: Sequence[int],
    board: Sequence[int] = NO_CARDS,
    seen: Sequence[int] = NO_CARDS,
    dealer: Sequence[int] = NO_CARDS,
    bets: Bets = (),
) -> dict[str, Fraction]:
    """Every choice of a position with its value in Antes, what costs nothing first.

    All cards are suit masks; `bets` are those at the decisions before this one. Refused where too
    many cards are to come.
    """
    return _Position(case, own, board, seen, dealer, bets).choices()


class _Position:
    """A position on its way to values: sums over all ways to go on, of which there are `deals`."""

    def __init__(
        self,
        case: Case,
        own: Sequence[int],
        board: Sequence[int],
        seen: Sequence[int],
        dealer: Sequence[int],
        bets: Bets,
    ) -> None:
        self.case, self.form, self.bets = case, form_of(case), bets
        self.own, self.board, self.held = np.array(own), np.array(board), np.array(dealer)
        self.deck = to_cards(remaining(own, board, seen, dealer))
        self.draw = self.form.drawn - sum(mask.bit_count() for mask in dealer)
        self.steps = _steps(self.form, len(bets))
        end, left = self.steps[-1], len(self.deck)
        self.finals = comb(left, end.cards) * end.labels
        if self.finals > MOST_WAYS:
            raise InputError(
                f"This position has {self.finals:,} ways for the cards to come, and {MOST_WAYS:,} "
                "can be counted."
            )
        self.hands = comb(left - end.cards, self.draw)
        # A final position is reached in as many ways as the streets between can split its cards.
        self.ways = [1]
        for now, then in zip(self.steps[-2::-1], self.steps[:0:-1], strict=True):
            more = comb(end.own - now.own, then.own - now.own)
            more *= comb(end.board - now.board, then.board - now.board)
            self.ways.insert(0, self.ways[0] * more)
        self.deals = self.finals * self.hands * self.ways[0]
        nets = [abs(fold.net) for fold in self.form.folds]
        nets += [abs(n) for pay in self.form.pays for row in pay.nets for side in row for n in side]
        if max(nets) * self.deals >= 2**62:
            raise InputError("The pays are too large, or too finely divided, to be added up here.")

    def choices(self) -> dict[str, Fraction]:
        """By the names of actions, as `advise` gives them."""
        game, point = self.case.game, self.form.points[len(self.bets)]
        found = self._actions(self._ended(), len(self.bets), self.bets)
        values = {bet: Fraction(int(sums[0]), self.deals * self.form.unit) for bet, sums in found}
        length = int(flush_keys(self.own | self.board)) >> RANK_COUNT
        return {
            game.action_name(bet) if bet else point.free: value
            for bet, value in values.items()
            if bet == 0 or bet in point.multiples[length]
        }

    def _actions(self, ended: dict[Bets, Ints], place: int, made: Bets) -> list[tuple[int, Ints]]:
        """Each action of a decision, open or not, with its value at every position."""
        form, step = self.form, self.steps[place - len(self.bets)]
        point, end = form.points[place], self.steps[-1]
        ways = self.ways[place - len(self.bets)]
        found = []
        for bet in (0, *sorted({bet for length in point.multiples for bet in length})):
            bets = (*made, bet)
            padded = bets + (0,) * (len(form.points) - len(bets))
            if bet == 0 and point.free == "fold":
                net = next(fold.net for fold in form.folds if fold.bets == padded)
                left = len(self.deck) - step.cards
                after = comb(left, end.cards - step.cards)
                after *= comb(end.cards - step.cards, end.own - step.own)
                sums = np.full(self._size(step), net * self.hands * after * ways)
            elif len(bets) == len(form.points) or (bet and not form.several):
                sums = self._gather(ended[padded], end, step) * ways
            else:
                sums = self._gather(self._best(ended, place + 1, bets), self._step(place + 1), step)
            found.append((bet, sums))
        return found

    def _best(self, ended: dict[Bets, Ints], place: int, made: Bets) -> Ints:
        """The best action at every position of a later decision."""
        (_, best), *bets = self._actions(ended, place, made)
        point, lengths = self.form.points[place], self._lengths(self._step(place))
        for bet, sums in bets:
            is_open = np.array([bet in point.multiples[length] for length in range(LENGTHS)])
            best = np.where(is_open[lengths] & (sums > best), sums, best)
        return best

    def _step(self, place: int) -> Step:
        return self.steps[place - len(self.bets)]

    def _size(self, step: Step) -> int:
        return comb(len(self.deck), step.cards) * step.labels

    def _cards(self, step: Step) -> tuple[Ints, Ints]:
        """[position]: the seat's and the board's later cards, as suit masks."""
        single = np.array([to_masks([card]) for card in self.deck], np.int64).reshape(-1, 4)
        rows = _sets(len(self.deck), step.cards)
        places = range(step.cards)
        mine = [list(some) for some in combinations(places, step.own)]
        shared = [[place for place in places if place not in some] for some in mine]
        own, board = (
            np.concatenate([single[rows[:, some]].sum(axis=1) for some in parts])
            for parts in (mine, shared)
        )
        return own, board

    def _lengths(self, step: Step) -> Ints:
        own, board = self._cards(step)
        lengths: Ints = flush_keys(self.own | self.board | own | board) >> RANK_COUNT
        return lengths

    def _ended(self) -> dict[Bets, Ints]:
        """By the bets made, [final position]: net results summed over the dealer's hands."""
        form, tree = self.form, make_tree(self.form)
        own, board = self._cards(self.steps[-1])
        mine, boards = self.own | self.board | own | board, self.board | board
        keys = flush_keys(mine)
        free = np.array(to_masks(self.deck)) & ~(own | board)
        counts = np.zeros((len(keys), columns(form)), np.int64)
        counts[:, ALL] = self.hands
        if form.dealer is None:
            counts[:, BELOW] = counts[:, UPTO] = 1
        else:
            kinds, held = np.zeros((len(keys), KINDS)), boards | self.held
            limits = [form.dealer.qualifier]
            limits += [cards + 1 << RANK_COUNT for cards in range(columns(form) - WITHIN)]
            for place, limit in enumerate(limits):
                with compiling():
                    count_hands(keys, free, held, self.draw, limit, tables(), kinds)
                if place == 0:
                    counts[:, [BELOW, UPTO, SHORT]] = kinds
                else:
                    counts[:, WITHIN + place - 1] = kinds[:, 2]
        least = form.dealer.qualifier if form.dealer is not None else 0
        rows = 2 * class_of_hands(form, mine) + (keys >= least)
        lines = worth(form, tree.ends, 1)
        found: dict[Bets, Ints] = {}
        for end, line in zip(tree.ends, lines, strict=True):
            if not end.folded and end.bets[: len(self.bets)] == self.bets:
                found[end.bets] = (line[rows] * counts).sum(axis=1)
        return found

    def _gather(self, values: Ints, after: Step, before: Step) -> Ints:
        """What positions are worth, added up for each earlier one from which they are reached."""
        if after == before:
            return values
        left = len(self.deck)
        found = np.zeros(self._size(before), np.int64)
        rows, sets = _sets(left, after.cards), comb(left, before.cards)
        labels = {some: n for n, some in enumerate(combinations(range(before.cards), before.own))}
        places = range(after.cards)
        for label, mine in enumerate(combinations(places, after.own)):
            worth_of = values[label * len(rows) : (label + 1) * len(rows)]
            shared = [place for place in places if place not in mine]
            for some in combinations(mine, before.own):
                for rest in combinations(shared, before.board):
                    out = sorted((*some, *rest))
                    first = labels[tuple(n for n, place in enumerate(out) if place in some)] * sets
                    np.add.at(found, first + _numbers(rows[:, out]), worth_of)
        return found


def _steps(form: Form, place: int) -> list[Step]:
    """Cards still to come by each decision from one on, the seat's own and the board's; then all.

    Where nobody else looks at the board, its cards are the seat's own.
    """
    own = [0, *accumulate(street.own for street in form.streets)]
    board = [0, *accumulate(street.board for street in form.streets)]
    if form.dealer is None:
        own, board = [a + b for a, b in zip(own, board, strict=True)], [0] * len(board)
    at = [*(point.street for point in form.points[place:]), len(form.streets)]
    first = at[0]
    return [Step(own[street] - own[first], board[street] - board[first]) for street in at]


def _sets(cards: int, size: int) -> Ints:
    """[number]: every set of so many places, numbered by sums of binomials."""
    flat = np.fromiter(chain.from_iterable(combinations(range(cards), size)), np.int64)
    rows = flat.reshape(comb(cards, size), size)
    ordered: Ints = rows[np.argsort(_numbers(rows))]
    return ordered


def _numbers(rows: Ints) -> Ints:
    choose = tables().choose.astype(np.int64)
    parts = [choose[rows[:, place], place + 1] for place in range(rows.shape[1])]
    return sum(parts, np.zeros(len(rows), np.int64))
