"""A main game solved: every figure an exact fraction, from counts of deals."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.payoffs import LENGTHS, OUTCOMES, table_odds
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import as_json, percent
from longsuit.analysis.result import Result
from longsuit.core.games.game import End, Game, MainRules, Outcome, Verdict
from longsuit.core.games.settlement import rulings
from longsuit.core.ranking import flush_in_full

if TYPE_CHECKING:
    from longsuit.analysis.exact.general import Ending as Way

Ending = tuple[int, int, bool, Outcome]
"""The action as its place among those of the payoffs (folds come after bets), the class of the
player's hand (`Payoffs.hands`), whether the dealer qualifies, and the outcome."""


class Solution(Result):
    """Best play over all deals of a game. Amounts are in Antes."""

    def __init__(self, case: Case, endings: Mapping[Ending, int]) -> None:
        self.case = case
        self.endings = dict(endings)
        """How many deals end in each way."""
        self.deals = sum(endings.values())
        self._payoffs = case.payoffs

    @property
    def game(self) -> Game:
        """The game that was solved."""
        return self.case.game

    @property
    def rules(self) -> MainRules:
        """The rules it was solved under."""
        return self.case.rules

    @property
    def paytables(self) -> dict[str, str]:
        """The table of each wager that has one, by id."""
        return self.case.paytables

    def net(self, ending: Ending) -> Fraction:
        """The player's net result of each way a deal can end."""
        action, kind, qualifies, outcome = ending
        known = self._payoffs
        if action >= len(known.pay):
            return Fraction(known.folds[action - len(known.pay)], known.unit)
        return Fraction(known.pay[action][qualifies][OUTCOMES.index(outcome)][kind], known.unit)

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
        """The share of all rounds in which each bet, and then each fold, is the last action."""
        deals = [0] * len(self._payoffs.every_name)
        for (action, *_), count in self.endings.items():
            deals[action] += count
        return [Fraction(count, self.deals) for count in deals]

    @cached_property
    def actions(self) -> dict[str, Fraction]:
        """The same by name; bets of the same size at different decisions go together."""
        named: dict[str, Fraction] = {}
        for name, share in zip(self._payoffs.every_name, self._shares, strict=True):
            named[name] = named.get(name, Fraction(0)) + share
        return named

    @property
    def last_actions(self) -> list[tuple[str, Fraction]]:
        """The same with the decision, where a bet of one size may be made at several."""
        known, decisions = self._payoffs, self.rules.decisions
        names = [
            f"{name} ({decisions[place].name})" if known.names.count(name) > 1 else name
            for name, place in zip(known.names, known.places, strict=True)
        ]
        return list(zip((*names, *known.fold_names), self._shares, strict=True))

    @cached_property
    def xtra_frequency(self) -> Fraction:
        """How often the wager that is paid by a table wins more than itself."""
        hands, odds = table_odds(self.game, self.case.xtra)
        paid = 0
        for ending, count in self.endings.items():
            line, length = divmod(ending[1] % self._payoffs.own_classes, LENGTHS)
            if table_verdict(self.case, ending) == "win" and odds[line if hands else length] > 0:
                paid += count
        return Fraction(paid, self.deals)

    @cached_property
    def average_wager(self) -> Fraction:
        """All that is wagered on the main game in an average round."""
        known = self._payoffs
        bets = zip(known.staked, self._shares, strict=True)
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

    @property
    def headline(self) -> str:
        """The house edge."""
        tables = "".join(f", {wager} {name}" for wager, name in self.paytables.items())
        edge = f"{percent(self.house_edge, 5)} = {self.house_edge}"
        return f"{self.game.name}{tables}: house edge {edge}"

    @property
    def table(self) -> Frame:
        """The probability of each net result."""
        title = f"{self.game.name}: a round's net result in Antes"
        return make_frame(title, "net probability", list(self.distribution.items()))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        rules = self.rules
        return {
            "game": self.game.id,
            "paytables": self.paytables,
            "rules": {
                "qualifier": flush_in_full(rules.qualifier) if rules.qualifier else "none",
                "unqualified": rules.unqualified,
                "ties": rules.ties,
                "multiples": [
                    decision.most[0] if decision.exact else list(decision.most[2:])
                    for decision in rules.decisions
                ],
            },
            "deals": self.deals,
            "house_edge": as_json(self.house_edge),
            "element_of_risk": as_json(self.element_of_risk),
            "average_wager": as_json(self.average_wager),
            "standard_deviation": self.standard_deviation,
            "variance": as_json(self.variance),
            "actions": {action: float(share) for action, share in self.actions.items()},
            "distribution": [
                {"net": as_json(net), "probability": as_json(chance)}
                for net, chance in self.distribution.items()
            ],
        }


def table_verdict(case: Case, ending: Ending) -> Verdict | None:
    """What becomes of the wager that is paid by a table, where there is one."""
    action, _, qualifies, outcome = ending
    end: End = outcome if action < len(case.payoffs.pay) else "folded"
    ruled = rulings(case.game, case.rules, end, qualifies)
    return next((one.verdict for one in ruled if case.xtra and one.wager == case.xtra.wager), None)


def endings(counts: Iterable[Any]) -> dict[Ending, int]:
    """The ways to end of counts[action, class, qualifies, outcome]."""
    found: dict[Ending, int] = {}
    for action, classes in enumerate(counts):
        for kind, sides in enumerate(classes.tolist()):
            for qualifies in (False, True):
                for outcome, deals in zip(OUTCOMES, sides[qualifies], strict=True):
                    if deals:
                        found[action, kind, qualifies, outcome] = deals
    return found


def endings_of(case: Case, ways: "Mapping[Way, int]") -> dict[Ending, int]:
    """The same of what the general solver found; without a dealer the own hand is the outcome."""
    known = case.payoffs
    bets = [(one, False) for one in known.bets] + [(one, True) for one in known.fold_bets]
    action = {way: number for number, way in enumerate(bets)}
    found: defaultdict[Ending, int] = defaultdict(int)
    for way, deals in ways.items():
        qualifies, outcome = way.qualifies, way.outcome
        if known.wins:
            qualifies, outcome = True, "ahead" if way.hand % LENGTHS >= known.wins else "behind"
        found[action[way.bets, way.folded], way.hand, qualifies, outcome] += deals
    return dict(found)
