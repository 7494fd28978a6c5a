"""One position of any game, exactly: every way the board may still come, played backward.

Nothing here is shared with `solve_form` but the classes of hands; the dealer's hands are counted by
the kernel of `analysis.exact.position`. Values are sums; divide by `Position.deals`.
"""

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general.adapter import form_of
from longsuit.analysis.exact.general.plan import class_of_hands
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.kernels.position import KINDS, count_hands
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.position import (
    NO_CARDS,
    Choice,
    Position,
    flush_keys,
    remaining,
    tables,
    to_cards,
    to_masks,
)
from longsuit.analysis.exact.tuned import has_positions
from longsuit.core.cards import RANK_COUNT
from longsuit.core.errors import InputError

MOST_BOARDS = 3_000_000
"""So many boards to come are counted: five cards after any hand."""

Ints = NDArray[np.int64]


def value_any(
    case: Case,
    own: Sequence[int],
    board: Sequence[int] = NO_CARDS,
    seen: Sequence[int] = NO_CARDS,
    dealer: Sequence[int] = NO_CARDS,
) -> Position:
    """Every choice of a position, all cards in suit masks; refused where too many are to come."""
    known, decisions, game = case.payoffs, case.rules.decisions, case.game
    if not has_positions(game):
        raise InputError(f"{game.name} can be solved and simulated; advice on it is to come.")
    deck = to_cards(remaining(own, board, seen, dealer))
    out = sum(mask.bit_count() for mask in board)
    draw = case.game.hole - sum(mask.bit_count() for mask in dealer)
    last = case.game.board - out
    boards, hands = comb(len(deck), last), comb(len(deck) - last, draw)
    if boards > MOST_BOARDS:
        raise InputError(
            f"This position has {boards:,} boards to come, and {MOST_BOARDS:,} can be counted."
        )
    first = next(place for place, one in enumerate(decisions) if one.board == out)
    size = [decision.board - out for decision in decisions]
    # A final board is reached in as many ways as the streets between decisions can split it.
    ways = [1] * len(size)
    for place in range(len(size) - 2, first - 1, -1):
        step = size[place + 1] - size[place]
        ways[place] = ways[place + 1] * comb(last - size[place], step)
    deals = boards * hands * ways[first]
    nets = [net for bet in known.pay for side in bet for end in side for net in end]
    if max(map(abs, (known.fold, *nets))) * deals >= 2**62:
        raise InputError("The pays are too large, or too finely divided, to be added up exactly.")
    single = np.array([to_masks([card]) for card in deck], np.int64).reshape(-1, 4)
    ends = _sets(len(deck), last)
    values = _bet_values(case, single[ends].sum(axis=1), own, board, dealer, single.sum(axis=0))
    fold, wait = len(known.pay), len(known.pay) + 1
    best, rows = np.zeros(0, np.int64), ends
    choices: list[Choice] = []
    for place in range(len(size) - 1, first - 1, -1):
        decision, some = decisions[place], _sets(len(deck), size[place])
        if decision.free == "fold":
            later = comb(len(deck) - size[place], last - size[place]) * ways[place]
            free = np.full(len(some), known.fold * hands * later)
        else:
            free = _gather(best, rows, size[place], len(some))
        held = np.array(own) | np.array(board) | single[some].sum(axis=1)
        length = flush_keys(held) >> RANK_COUNT
        choices = [Choice(fold if decision.free == "fold" else wait, int(free[0]))]
        best = free
        for bet in (n for n, made_at in enumerate(known.places) if made_at == place):
            value = _gather(values[:, bet], ends, size[place], len(some)) * ways[place]
            is_open = np.array(known.allowed)[length, bet]
            best = np.where(is_open & (value > best), value, best)
            if is_open[0]:
                choices.append(Choice(bet, int(value[0])))
        rows = some
    return Position(deals, tuple(choices))


def _bet_values(
    case: Case,
    later: Ints,
    own: Sequence[int],
    board: Sequence[int],
    dealer: Sequence[int],
    deck: Ints,
) -> Ints:
    """[final board, bet]: net results summed over the dealer's hands."""
    boards = np.array(board) | later
    mine = boards | np.array(own)
    keys, free = flush_keys(mine), deck & ~later
    draw = case.game.hole - sum(mask.bit_count() for mask in dealer)
    counts = np.zeros((len(keys), KINDS))
    with compiling():
        count_hands(
            keys, free, boards | np.array(dealer), draw, case.rules.qualifier, tables(), counts
        )
    hands = tables().choose[np.bitwise_count(free).sum(axis=1), draw]
    known = np.column_stack([counts, hands]).astype(np.int64)
    side = keys >= case.rules.qualifier
    lines = bet_lines(case.payoffs.pay)[2 * class_of_hands(form_of(case), mine) + side]
    values: Ints = np.einsum("rbk,rk->rb", lines, known)
    return values


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


def _gather(values: Ints, rows: Ints, size: int, total: int) -> Ints:
    """What sets are worth, added up for each smaller set that they hold."""
    if size == rows.shape[1]:
        return values
    found = np.zeros(total, np.int64)
    for places in combinations(range(rows.shape[1]), size):
        np.add.at(found, _numbers(rows[:, places]), values)
    return found
