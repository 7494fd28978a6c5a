"""Chase the Flush: deals with other seats' cards seen, valued in strata of opening hands."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import comb, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import Masks, class_hands, class_index, classes
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.position import (
    Blind,
    float_lines,
    remaining,
    to_cards,
    to_masks,
    value_opening,
)
from longsuit.analysis.exact.solver import chase_under
from longsuit.analysis.faceup.estimate import (
    PLAIN,
    Estimate,
    Pilot,
    Strata,
    Sums,
    generator,
    slope,
    unlike,
)
from longsuit.analysis.faceup.practical_rules import chase_bets
from longsuit.core.cards import RANK_COUNT

HOLE = 3
_LEFT = 49
_PILOT = 128
_PIECES = 64
"""Shares of the work: more than threads, so that a slow one holds nobody up."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]


class Deals(Struct, frozen=True):
    """Deals and what their choices are worth in Antes, a row each."""

    hands: Ints
    """The number of the player's hand among the 1,755 up to suits."""
    seen: Ints
    """How many cards of each suit are seen in other hands."""
    bet: Floats
    check: Floats
    """With best play after it."""
    blind_check: Floats
    """With play as if nothing had been seen."""


class ChaseStudy:
    """Chase the Flush under given rules and pays, with so many other seats seen."""

    def __init__(self, case: Case, *, seats: int, dealer_cards: int, threads: int) -> None:
        self.hands: list[Masks] = list(classes(size=HOLE))
        self._case = case
        self._rules = case.rules
        self._known = case.payoffs
        self._lines = float_lines(case.payoffs)
        self._seats = seats
        self._dealer_cards = dealer_cards
        self._threads = threads

    @cached_property
    def edges(self) -> Floats:
        """Bet less check of every opening hand that sees nothing, in Antes."""
        solved = chase_under(self._case)
        found = np.zeros(len(self.hands))
        for cards, edge in zip(solved.hands.tolist(), solved.bet - solved.check, strict=True):
            found[class_index(to_masks(cards))] = edge
        # Where the X-tra pays change no choice the solver leaves them out, and so their unit.
        plain = self._case.without_xtra()
        unit = (plain if chase_under(plain) is solved else self._case).payoffs.unit
        return found / (_deals(_LEFT, HOLE) * unit)

    def _scale(self, left: int, draw: int) -> int:
        """What a kernel's sum is divided by, to be in Antes."""
        return _deals(left, draw) * self._known.unit

    def value_hand(
        self, own: Sequence[int], deck: Sequence[int], gone: Ints, shown: Ints
    ) -> Floats:
        """The kernel's sums for a hand: row 0 sees nothing, row 1 + deal sees gone[deal].

        own, deck: suit masks of the player's cards and of all others; shown[deal]: cards of the
        dealer's. Columns: bet, check, check and play as if nothing had been seen.
        """
        out = np.zeros((1 + len(gone), 3))
        blind: Blind | None = None
        for deal in range(-1, len(gone)):
            there = to_masks([] if deal < 0 else gone[deal].tolist())
            held = to_masks([] if deal < 0 else shown[deal].tolist())
            free = [cards ^ a ^ b for cards, a, b in zip(deck, there, held, strict=True)]
            out[1 + deal], blind = value_opening(self._case, own, free, held, blind, self._lines)
        return out

    def pilot(self, seed: int) -> Pilot:
        """A few deals of their own, to fix slopes and strata before the study."""
        deals = self.play(self.strata(0.0, _PILOT), seed, 0)
        edges = self.edges[deals.hands]
        moved = deals.bet - deals.blind_check - edges
        spread = sqrt(float((moved * moved).mean()))
        gain = self._gain(deals, np.maximum(deals.bet, deals.check), spread)
        share = unlike(edges, spread) / float((unlike(self.edges, spread) * self._chances).sum())
        deviation = sqrt(float(((gain - gain.mean()) ** 2 / share).mean()))
        return Pilot(spread, deviation)

    def run(
        self, deals: int, pilot: Pilot, seed: int, phase: int, progress: Progress | None = None
    ) -> Estimate:
        """Value that many deals."""
        strata = self.strata(pilot.spread, deals)
        dealt = self.play(strata, seed, phase, progress)
        best = np.maximum(dealt.bet, dealt.check)
        own, blind = np.array(self.hands)[dealt.hands], self.edges[dealt.hands] > 0
        bets = chase_bets(self._seats, own, dealt.seen, blind)
        rule = np.where(bets, dealt.bet, dealt.blind_check)
        return strata.estimate(
            self._gain(dealt, best, pilot.spread), self._gain(dealt, rule, pilot.spread), best
        )

    def _gain(self, deals: Deals, value: Floats, spread: float) -> Floats:
        """A value less the blind player's, and less what is known to average to nothing."""
        edges = self.edges[deals.hands]
        blind = np.where(edges > 0, deals.bet, deals.blind_check)
        moved = deals.bet - deals.blind_check - edges
        gain: Floats = value - blind - slope(edges, spread) * moved
        return gain

    @cached_property
    def _chances(self) -> Floats:
        return np.array([class_hands(hand) for hand in self.hands]) / comb(52, HOLE)

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self.edges, kind="stable")

    def strata(self, spread: float, deals: int) -> Strata:
        """The parts of the own hand's chance, for so many deals."""
        wide = unlike(self.edges, spread)
        return Strata(self._chances[self._order], wide[self._order], deals)

    def play(
        self, strata: Strata, seed: int, phase: int, progress: Progress | None = None
    ) -> Deals:
        """Draw deals and value them; the same whatever the number of threads."""
        numbers = self._order[strata.draw(generator(seed, phase))]
        by_hand = np.argsort(numbers, kind="stable")
        hands, firsts = np.unique(numbers[by_hand], return_index=True)
        groups = np.split(by_hand, firsts[1:])
        left = _LEFT - HOLE * self._seats - self._dealer_cards
        values = np.zeros((len(numbers), 3))
        seen = np.zeros((len(numbers), 4), np.int64)

        def piece(first: int) -> int:
            done = 0
            for hand, places in list(zip(hands.tolist(), groups, strict=True))[first::_PIECES]:
                own = self.hands[hand]
                gone, shown = self._deal(own, len(places), generator(seed, phase, hand))
                values[places] = self.value_hand(own, remaining(own), gone, shown)[1:]
                for suit in range(4):
                    seen[places, suit] = (gone // RANK_COUNT == suit).sum(axis=1)
                done += len(places)
            return done

        done = 0
        with compiling(), ThreadPoolExecutor(self._threads) as pool:
            for part in pool.map(piece, range(_PIECES)):
                done += part
                if progress is not None:
                    progress(done, len(numbers))
        bet, check, blind = values.T / self._scale(left, HOLE - self._dealer_cards)
        return Deals(numbers, seen, bet, check, blind)

    def _deal(self, own: Masks, deals: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """The other seats' cards, and those of the dealer's that are shown, a row each."""
        cards = np.array(to_cards(remaining(own)), np.int64)
        drawn = cards[rng.random((deals, len(cards))).argsort(axis=1)]
        seen = HOLE * self._seats
        return drawn[:, :seen], drawn[:, seen : seen + self._dealer_cards]

    def run_plain(self, deals: int, seed: int) -> Estimate:
        """The same without any control: own cards at random too, best play's value alone."""
        rng = generator(seed, PLAIN)
        hands = rng.choice(len(self.hands), deals, p=self._chances)
        left = _LEFT - HOLE * self._seats - self._dealer_cards
        none = np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64)

        def best(deal: int) -> float:
            own = self.hands[hands[deal]]
            gone, _ = self._deal(own, 1, generator(seed, PLAIN, deal))
            deck = remaining(own, to_masks(gone[0].tolist()))
            return float(self.value_hand(own, deck, *none)[0, :2].max())

        with compiling(), ThreadPoolExecutor(self._threads) as pool:
            values = np.array(list(pool.map(best, range(deals)))) / self._scale(left, HOLE)
        nothing = np.zeros(deals)
        return Sums(nothing, nothing, values).estimate()


def _deals(left: int, draw: int) -> int:
    """How many ways flop, turn and river and the dealer's cards can fall."""
    return 6 * comb(left, 4) * comb(left - 4, draw)
