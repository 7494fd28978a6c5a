"""A main game solved: every figure an exact fraction, from counts of deals."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt

from longsuit.exact.payoffs import OUTCOMES, Payoffs
from longsuit.games.game import Game, MainRules, Outcome

Ending = tuple[str, int, bool, Outcome]
"""The last action, the player's flush length, whether the dealer qualifies, the outcome."""


class Solution:
    """Best play over all deals of a game. Amounts are in Antes."""

    def __init__(
        self,
        game: Game,
        rules: MainRules,
        paytables: Mapping[str, str],
        payoffs: Payoffs,
        endings: Mapping[Ending, int],
    ) -> None:
        self.game = game
        self.rules = rules
        self.paytables = dict(paytables)
        self.endings = dict(endings)
        """How many deals end in each way."""
        self.deals = sum(endings.values())
        self._payoffs = payoffs

    def net(self, ending: Ending) -> Fraction:
        """What a deal that ends so is worth to the player."""
        action, length, qualifies, outcome = ending
        known = self._payoffs
        if action == "fold":
            return Fraction(known.fold, known.unit)
        bet = known.names.index(action)
        return Fraction(known.pay[bet][qualifies][OUTCOMES.index(outcome)][length], known.unit)

    @cached_property
    def distribution(self) -> dict[Fraction, Fraction]:
        """The probability of each net result, least first."""
        deals: defaultdict[Fraction, int] = defaultdict(int)
        for ending, count in self.endings.items():
            deals[self.net(ending)] += count
        return {net: Fraction(deals[net], self.deals) for net in sorted(deals)}

    @cached_property
    def value(self) -> Fraction:
        """The player's expected net result."""
        return sum((net * chance for net, chance in self.distribution.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The expected loss as a share of one Ante."""
        return -self.value

    @cached_property
    def actions(self) -> dict[str, Fraction]:
        """The share of all rounds in which each is the last action."""
        deals = dict.fromkeys((*self._payoffs.names, "fold"), 0)
        for (action, *_), count in self.endings.items():
            deals[action] += count
        return {action: Fraction(count, self.deals) for action, count in deals.items()}

    @cached_property
    def xtra_frequency(self) -> Fraction:
        """How often the X-tra Bonus wins more than itself."""
        known = self._payoffs
        shortest = known.pay[0][1][0][0]
        paid = sum(
            count
            for (action, length, qualifies, outcome), count in self.endings.items()
            if action != "fold" and outcome == "ahead" and known.pay[0][1][0][length] > shortest
        )
        return Fraction(paid, self.deals)

    @cached_property
    def average_wager(self) -> Fraction:
        """All that is wagered on the main game in an average round."""
        known = self._payoffs
        bets = zip(known.names, known.multiples, strict=True)
        return known.mandatory + sum(
            (multiple * self.actions[name] for name, multiple in bets), Fraction(0)
        )

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a share of everything wagered."""
        return self.house_edge / self.average_wager

    @cached_property
    def variance(self) -> Fraction:
        """The exact variance of the net result of a round."""
        squares = sum(
            (net * net * chance for net, chance in self.distribution.items()), Fraction(0)
        )
        return squares - self.value**2

    @property
    def standard_deviation(self) -> float:
        """The root of the variance, per Ante."""
        return sqrt(self.variance)
