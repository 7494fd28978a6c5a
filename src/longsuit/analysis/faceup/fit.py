"""How the numbers of the practical rules were found.

>>> from longsuit.analysis.faceup.fit import fit_high_card
>>> sorted(fit_high_card(5, deals=20_000, seed=1000))[:3]
[1, 2, 3]
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.position import tables
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, boxed_game
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.analysis.faceup.estimate import generator
from longsuit.analysis.faceup.high_card import BEST, BLIND, PRACTICAL, HighCardStudy
from longsuit.analysis.faceup.practical_rules import NEVER, chase_points
from longsuit.core.cards import RANK_COUNT

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Fit(Struct, frozen=True):
    """A threshold that does best on the deals looked at."""

    least: int
    share: float
    """Of the whole gain of best play that it adds to blind play; below 0 it costs."""


def fit_high_card(seats: int, *, deals: int, seed: int) -> dict[int, Fit]:
    """By spread: the least flush to raise with, told by its length and two highest cards."""
    case = make_case(boxed_game(HIGH_CARD).id)
    study = HighCardStudy(case, seats=seats, dealer_cards=0, threads=1)
    study.raise_from(np.zeros(RANK_COUNT + 1, np.int64))
    dealt = study.play(deals, generator(seed))
    values, flushes = dealt.values, _two_highest(dealt.keys)
    whole = float((values[:, BEST] - values[:, BLIND]).sum())
    found = {}
    for spread in np.unique(dealt.spreads).tolist():
        here = dealt.spreads == spread
        # Over a fold, which loses the Ante.
        edge, blind = values[here, PRACTICAL] + 1, values[here, BLIND] + 1
        least, total = _best_cut(flushes[here], edge)
        share = (max(total, 0.0) - float(blind.sum())) / whole
        found[spread] = Fit(least if total > 0 else NEVER, share)
    return found


def fit_chase(seats: int, *, deals: int, seed: int) -> Fit:
    """From how many points on to bet at once."""
    study = ChaseStudy(make_case(boxed_game(CHASE).id), seats=seats, dealer_cards=0, threads=2)
    strata = study.strata(study.pilot(seed).spread, deals)
    dealt = study.play(strata, seed, 1)
    weights = np.repeat(strata.widths, 2)
    edge = weights * (dealt.bet - dealt.blind_check)
    blind = np.where(study.edges[dealt.hands] > 0, edge, 0.0)
    best = weights * (np.maximum(dealt.bet, dealt.check) - dealt.blind_check)
    two_and_one, own, others = chase_points(np.array(study.hands)[dealt.hands], dealt.seen)
    least, total = _best_cut((own + others)[two_and_one], edge[two_and_one])
    return Fit(least, (total - float(blind[two_and_one].sum())) / float((best - blind).sum()))


def _best_cut(scores: Ints, edges: Floats) -> tuple[int, float]:
    """From which score on the edges add up to most, and to how much."""
    order = np.argsort(-scores, kind="stable")
    sums, falling = np.cumsum(edges[order]), scores[order]
    ends = np.append(np.flatnonzero(np.diff(falling)), len(falling) - 1)
    at = ends[np.argmax(sums[ends])]
    return int(falling[at]), float(sums[at])


def _two_highest(keys: Ints) -> Ints:
    """The lowest flush of the same length and two highest cards."""
    top = tables().top
    masks, lengths = keys & 8191, keys >> 13
    high = top[masks]
    second = top[masks ^ high]
    rest = (1 << np.maximum(lengths - 2, 0)) - 1
    return np.asarray(lengths << 13 | high | second | rest, np.int64)
