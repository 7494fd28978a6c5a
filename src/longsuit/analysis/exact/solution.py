"""A main game solved: every figure an exact fraction, from counts of deals."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt

from longsuit.analysis.exact.payoffs import OUTCOMES, Payoffs
from longsuit.core.games.game import Game, MainRules, Outcome

Ending = tuple[int, int, bool, Outcome]
"""The last action as its place among the payoffs' bets (a fold comes after them), the player's
flush length, whether the dealer qualifies, and the outcome."""


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
        if action == len(known.pay):
            return Fraction(known.fold, known.unit)
        return Fraction(known.pay[action][qualifies][OUTCOMES.index(outcome)][length], known.unit)

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
    def _shares(self) -> list[Fraction]:
        """The share of all rounds in which each bet, and then the fold, is the last action."""
        deals = [0] * (len(self._payoffs.names) + 1)
        for (action, *_), count in self.endings.items():
            deals[action] += count
        return [Fraction(count, self.deals) for count in deals]

    @cached_property
    def actions(self) -> dict[str, Fraction]:
        """The same by name; bets of the same size at different decisions go together."""
        named: dict[str, Fraction] = {}
        for name, share in zip((*self._payoffs.names, "fold"), self._shares, strict=True):
            named[name] = named.get(name, Fraction(0)) + share
        return named

    @cached_property
    def xtra_frequency(self) -> Fraction:
        """How often the X-tra Bonus wins more than itself."""
        known = self._payoffs
        unpaid = known.pay[0][1][0][0]
        winning = ("ahead", "tie") if self.rules.ties == "win" else ("ahead",)
        paid = sum(
            count
            for (action, length, _, outcome), count in self.endings.items()
            if action < len(known.pay)
            and outcome in winning
            and known.pay[0][1][0][length] > unpaid
        )
        return Fraction(paid, self.deals)

    @cached_property
    def average_wager(self) -> Fraction:
        """All that is wagered on the main game in an average round."""
        known = self._payoffs
        bets = zip(known.multiples, self._shares, strict=False)
        return known.mandatory + sum((multiple * share for multiple, share in bets), Fraction(0))

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
