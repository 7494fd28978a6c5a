"""The best short rule list of a given length, found decision by decision, the last one first.

Conditions come from a family (`family.py`). Their gains are exact sums over cells, so a list's gain
is known without playing it. A list grows one rule at a time, at any place in it and for either
action. After each step every rule, and in the best lists every two rules, are taken out and put
back in the best way there is, until nothing gets better; the best few lists are kept. A list of one
rule is the best of its family, for all are tried; a longer one is the best that was found.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.numbering import board_classes
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, check_tuned
from longsuit.analysis.strategies import gains
from longsuit.analysis.strategies.family import FAMILIES, Family
from longsuit.analysis.strategies.gains import Cells, Grid
from longsuit.analysis.strategies.price import Priced, price_strategy
from longsuit.analysis.strategies.rules import Rule, RuleList, parse_rule
from longsuit.analysis.strategies.tables import flop_classes
from longsuit.analysis.strategies.tabulation import bets, tabulate
from longsuit.analysis.strategies.words import parse_condition
from longsuit.core.errors import InputError
from longsuit.core.games.game import Decision, Game, MainRules
from longsuit.core.paytable import PayTable

MOST_RULES = 16
DEALS = comb(52, 3) * comb(49, 2) * comb(47, 2) * comb(45, 3)
"""Of Chase the Flush: own cards, flop, turn and river, the dealer's cards."""
_KEPT = 12
"""Lists kept from one length to the next."""
_ADDED = 6
"""Ways in which each of them may grow."""
_PAIRED = 4
"""Lists of which every two rules are tried anew."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Told = Callable[[str], None]
"""Told what is being done."""


class Found(Struct, frozen=True):
    """The list that a search found, with its price."""

    rules: RuleList
    strategy: Strategy
    priced: Priced
    costs: dict[str, Fraction]
    """What each decision's rules give up, in Antes a round, with the later rules given."""


def search(
    game: str,
    lengths: int | Mapping[str, int],
    *,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
    told: Told | None = None,
) -> Found:
    """The best list found with so many rules for each decision (or for each decision named)."""
    case = make_case(game, xtra, rules)
    check_tuned(case, "searches for rule lists")
    definition, chosen = case.game, case.rules
    wanted = {
        decision.name: lengths if isinstance(lengths, int) else lengths.get(decision.name, 0)
        for decision in chosen.decisions
    }
    for length in wanted.values():
        if not 1 <= length <= MOST_RULES:
            raise InputError(f"A decision has 1 to {MOST_RULES} rules, not {length}.")
    say = told or (lambda _: None)
    if definition.board:
        best = best_strategy(definition.id, xtra=xtra, rules=chosen)
        decided, costs = _chase(case, best, wanted, say)
    else:
        decided, costs = _high_card(case, wanted, say)
    name = f"{definition.name}, found with {', '.join(map(str, wanted.values()))} rules"
    listed = RuleList(definition.id, "", name, decided, source="longsuit strategy search")
    say("the price of the list")
    strategy = tabulate(listed, chosen)
    return Found(listed, strategy, price_strategy(strategy, xtra=xtra, rules=chosen), costs)


Decided = tuple[dict[str, tuple[Rule, ...]], dict[str, Fraction]]


def _high_card(case: Case, wanted: Mapping[str, int], say: Told) -> Decided:
    game, rules, known = case.game, case.rules, case.payoffs
    (decision,) = rules.decisions
    (family,) = FAMILIES[HIGH_CARD].values()
    say("the gains of every hand")
    grid = Grid([*family.tests(), *parse_condition("a four-card flush or better")])
    cells = gains.high_card_gains(grid, known, rules)
    say("the lists")
    best = solve_case(case)
    unit = known.unit * best.deals
    most = (best.value - Fraction(known.fold, known.unit)) * unit
    cells = cells._replace(most=most.numerator)
    found, cost = _best_list(game, decision, family, cells, wanted[decision.name])
    return {decision.name: found}, {decision.name: Fraction(cost, unit)}


def _chase(case: Case, best: Strategy, wanted: Mapping[str, int], say: Told) -> Decided:
    game, rules, known = case.game, case.rules, case.payoffs
    opening, flop, river = rules.decisions
    pairs = zip(rules.decisions, FAMILIES[CHASE].values(), strict=True)
    families = {decision.name: family for decision, family in pairs}
    arrays = best.arrays
    flops = arrays["flops"].astype(np.int64)
    unit = known.unit * DEALS
    costs: dict[str, Fraction] = {}

    say("the river: gains of every hand on every board")
    cells = gains.river_gains(
        Grid(families[river.name].tests()), known, rules, arrays["opening"], arrays["flop"], flops
    )
    last, cost = _best_list(game, river, families[river.name], cells, wanted[river.name])
    costs[river.name] = Fraction(cost, unit)

    say("the flop, with the river's rules given")
    early = gains.early_values(known, rules, bets(last, board_classes()[0]))
    cells = gains.flop_gains(Grid(families[flop.name].tests()), early, arrays["opening"])
    second, cost = _best_list(game, flop, families[flop.name], cells, wanted[flop.name])
    costs[flop.name] = Fraction(cost, unit)

    say("the opening, with the later rules given")
    cells = gains.opening_gains(
        Grid(families[opening.name].tests()), early, bets(second, flop_classes())
    )
    first, cost = _best_list(game, opening, families[opening.name], cells, wanted[opening.name])
    costs[opening.name] = Fraction(cost, unit)
    return {opening.name: first, flop.name: second, river.name: last}, costs


class _Choice(NamedTuple):
    condition: int
    bets: bool


_List = tuple[_Choice, ...]


def _best_list(
    game: Game, decision: Decision, family: Family, cells: Cells, length: int
) -> tuple[tuple[Rule, ...], int]:
    """The best list found, and what it gives up against deciding each hand best."""
    texts, held, gain = _candidates(family, cells)
    found = _Lists(held, gain).best(length)
    verbs = {True: game.bet_verb, False: decision.free}
    sentences = [f"{verbs[choice.bets]} with {texts[choice.condition]}" for choice in found]
    rules = tuple(parse_rule(sentence, game, decision) for sentence in sentences)
    return rules, cells.most - _exact_gain(rules, cells)


def _exact_gain(rules: tuple[Rule, ...], cells: Cells) -> int:
    """The gain of a list in whole numbers."""
    decided = np.zeros(len(cells.gain), np.bool_)
    for rule in reversed(rules):
        decided[gains.holds(rule.tests, cells.facts)] = rule.bet is not None
    return sum(cells.gain[decided].tolist())


def _candidates(family: Family, cells: Cells) -> tuple[list[str], Bools, Floats]:
    """Conditions that differ, [condition, cell] where each holds, and the gains of the cells.

    Cells that no condition tells apart are joined.
    """
    texts, rows = [], []
    for text in family.conditions():
        held = gains.holds(parse_condition(text), cells.facts)
        if held.any():
            texts.append(text)
            rows.append(held)
    every = np.array(rows)
    _, kept = np.unique(np.packbits(every, axis=1), axis=0, return_index=True)
    kept.sort()
    every = every[kept]
    _, first, joined = np.unique(
        np.packbits(every.T, axis=1), axis=0, return_index=True, return_inverse=True
    )
    gain: Floats = np.bincount(joined.ravel(), cells.gain.astype(np.float64)).astype(np.float64)
    return [texts[number] for number in kept], every[:, first], gain


class _Lists:
    """Lists of rules over cells: the first that holds decides, and no rule means no bet."""

    def __init__(self, held: Bools, gain: Floats) -> None:
        self.held = held
        self.gain = gain
        self.weights = held.astype(np.float64)

    def best(self, length: int) -> _List:
        """Grow the best few lists to that length."""
        lists: dict[_List, float] = {(): 0.0}
        for _ in range(length):
            lists = _top(
                {found: value for listed in lists for value, found in self._added(listed, _ADDED)}
            )
            for taken, count in ((1, _KEPT // 2), (2, _PAIRED)):
                for listed, value in list(lists.items())[:count]:
                    better, found = self._improved(listed, value, taken)
                    lists[found] = better
                lists = _top(lists)
        return next(iter(lists))

    def _added(self, listed: _List, kept: int) -> list[tuple[float, _List]]:
        """The best ways to add one rule, at any place, the best first."""
        places = range(len(listed) + 1)
        reach = np.ones((len(self.gain), len(places)))
        after = np.zeros((len(self.gain), len(places)))
        for place in places:
            for choice in listed[:place]:
                reach[self.held[choice.condition], place] = 0
            for choice in reversed(listed[place:]):
                after[self.held[choice.condition], place] = choice.bets
        now = float(self.gain @ after[:, 0])
        weight = reach * self.gain[:, None]
        ups = now + self.weights @ (weight * (1 - after))
        downs = now - self.weights @ (weight * after)
        found = []
        for bet, values in ((True, ups), (False, downs)):
            top = np.argpartition(-values.ravel(), min(kept, values.size - 1))[:kept]
            for at in top.tolist():
                condition, place = divmod(at, len(places))
                grown = (*listed[:place], _Choice(condition, bet), *listed[place:])
                found.append((float(values[condition, place]), grown))
        return sorted(found, key=lambda item: -item[0])[:kept]

    def _improved(self, listed: _List, value: float, taken: int) -> tuple[float, _List]:
        """Take so many rules out and put the best ones back, until nothing gets better."""
        better = True
        while better:
            better = False
            for out in combinations(range(len(listed)), min(taken, len(listed))):
                rest = tuple(rule for place, rule in enumerate(listed) if place not in out)
                best = value
                for _ in out:
                    best, rest = self._added(rest, 1)[0]
                if best > value * (1 + 1e-12):
                    value, listed, better = best, rest, True
                    break
        return value, listed


def _top(lists: Mapping[_List, float]) -> dict[_List, float]:
    """The best few, the best first."""
    return dict(sorted(lists.items(), key=lambda item: -item[1])[:_KEPT])
