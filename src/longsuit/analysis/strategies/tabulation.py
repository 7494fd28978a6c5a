"""A rule list made into the compiled form of a strategy: the action of every hand."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.hand_classes import class_count
from longsuit.analysis.exact.kernels.board_sweep import PIECES, in_pieces
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.strategy import Strategy, describe
from longsuit.analysis.exact.tuned import check_tuned
from longsuit.analysis.strategies.facts import FLUSH, LEAST, PAIR_FACTS
from longsuit.analysis.strategies.kernels import every_hand
from longsuit.analysis.strategies.rules import Rule, RuleList, can_hold, size_of
from longsuit.analysis.strategies.tables import flop_classes, seven_cards, suit_tables
from longsuit.core.games.game import Decision, MainRules

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Compiled(NamedTuple):
    """Rules as arrays: all tests in a row, and where each rule's tests end."""

    tests: Ints
    ends: Ints

    @property
    def wanted(self) -> int:
        """What the rules ask for besides the flush, as the kernel takes it."""
        asked = set(self.tests[:, 0].tolist()) - {FLUSH}
        return (
            every_hand.COUNTS * bool(asked)
            + every_hand.PAIRS * (not PAIR_FACTS.isdisjoint(asked))
            + every_hand.OWN_RANKS * any(fact >= LEAST for fact in asked)
        )


def compile_rules(rules: tuple[Rule, ...]) -> Compiled:
    """Rules for the kernels."""
    tests = [test for rule in rules for test in rule.tests]
    ends = np.cumsum([len(rule.tests) for rule in rules], dtype=np.int64)
    return Compiled(np.array(tests, np.int64).reshape(-1, 3), ends)


def tabulate(rules: RuleList, variant: MainRules | None = None) -> Strategy:
    """The action of every hand at every decision, by the rules."""
    case = make_case(rules.definition.id, rules=variant)
    check_tuned(case, "strategies as files")
    arrays = _chase(rules) if case.game.board else _high_card(rules, case)
    return name_strategy(case, rules.id or rules.name, arrays)


def name_strategy(case: Case, name: str, arrays: dict[str, Bytes]) -> Strategy:
    """A strategy that says of itself what the best one does, and its own name."""
    return Strategy({**describe(case), "strategy": name, "xtra": None}, arrays)


def _chase(rules: RuleList) -> dict[str, Bytes]:
    opening, flop, river = (
        rules.decisions[decision.name] for decision in rules.definition.rules.decisions
    )
    return {
        "opening": bets(opening, np.zeros((1, 0), np.int64))[0],
        "flops": flop_classes().astype(np.uint8),
        "flop": bets(flop, flop_classes()),
        "boards": board_classes()[0].astype(np.uint8),
        "river": bets(river, board_classes()[0]),
    }


def bets(rules: tuple[Rule, ...], on: Ints) -> Bytes:
    """[board, hole's bit]: which holes bet on these boards."""
    compiled = compile_rules(rules)
    bet = np.array([rule.bet is not None for rule in rules] + [False])
    out = np.zeros((len(on), -(-HOLES // 8)), np.uint8)

    def piece(first: int) -> None:
        every_hand.tabulate(
            first, PIECES, on, *compiled, bet, compiled.wanted, *suit_tables(), out
        )  # fmt: skip

    in_pieces(piece)
    return out


def _high_card(rules: RuleList, case: Case) -> dict[str, Bytes]:
    (decision,) = case.rules.decisions
    listed = rules.decisions[decision.name]
    names = case.payoffs.multiples
    choices = np.full((len(listed) + 1, 8), len(names), np.uint8)
    for number, rule in enumerate(listed):
        for length in range(2, 8):
            if rule.bet is not None and can_hold(rule, length):
                size = size_of(rule, decision, length)
                choices[number, length] = names.index(size)
    return {"hands": choose_classes(compile_rules(listed), choices)}


def choose_classes(compiled: Compiled, choices: Bytes) -> Bytes:
    """The choice of every class of seven cards: choices[rule that holds, flush length]."""
    out = np.zeros(class_count(), np.uint8)
    marks, cells = np.zeros((0, 0), np.int64), np.zeros(0, np.int32)

    def piece(first: int) -> None:
        every_hand.rule_of_classes(
            *seven_cards(), *compiled, choices, first, PIECES, *suit_tables(), out, marks, cells
        )

    in_pieces(piece)
    return out


__all__ = ["Compiled", "Decision", "bets", "choose_classes", "compile_rules", "tabulate"]
