"""Rule lists priced over every deal of a game that has no kernel of its own."""

import json
from itertools import combinations

import numpy as np

from longsuit.analysis.exact import cache
from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general import Form, form_of, play_form
from longsuit.analysis.exact.general.positions import layout
from longsuit.analysis.exact.payoffs import LENGTHS, OUTCOMES
from longsuit.analysis.exact.solution import Ending, Solution, endings, endings_of
from longsuit.analysis.exact.solver import Progress
from longsuit.analysis.strategies.kernels.any_game import play_rules
from longsuit.analysis.strategies.rules import RuleList, can_hold, size_of
from longsuit.analysis.strategies.tables import suit_tables
from longsuit.analysis.strategies.tabulation import compile_rules
from longsuit.core.errors import InputError


def play_any(rules: RuleList, case: Case, progress: Progress | None = None) -> Solution:
    """The whole game by the rules, kept between processes."""
    if not case.game.dealer and case.game.board:
        raise InputError(
            f"{case.game.name} has a board and no dealer: its rule lists cannot be priced."
        )
    form, known = form_of(case), case.payoffs
    shape = len(known.every_name), form.classes, 2, len(OUTCOMES)

    def is_whole(kept: cache.Arrays) -> bool:
        counts = kept["counts"]
        return counts.shape == shape and counts.min() >= 0 and sum(counts.flat) == form.deals

    def make() -> cache.Arrays:
        counts = np.zeros(shape, np.int64)
        for (action, kind, yes, outcome), deals in count(rules, case, form, progress).items():
            counts[action, kind, int(yes), OUTCOMES.index(outcome)] = deals
        return {"counts": counts}

    said = [(name, [rule.text for rule in listed]) for name, listed in rules.decisions.items()]
    asked = [b"rules", repr((form, known.wins)).encode(), json.dumps(said).encode()]
    return Solution(case, endings(cache.kept(asked, is_whole, make)["counts"]))


def count(
    rules: RuleList, case: Case, form: Form, progress: Progress | None = None
) -> dict[Ending, int]:
    """How many deals end in each way; `form` may be of a smaller deck."""
    every = [rules.decisions[decision.name] for decision in case.rules.decisions]
    compiled = [compile_rules(listed) for listed in every]
    choices = []
    for decision, listed in zip(case.rules.decisions, every, strict=True):
        bets = sorted({bet for length in range(LENGTHS) for bet in decision.multiples(length)})
        rows = np.zeros((len(listed) + 1, LENGTHS), np.int64)
        for number, rule in enumerate(listed):
            for length in range(LENGTHS):
                if rule.bet is not None and can_hold(rule, length):
                    rows[number, length] = 1 + bets.index(size_of(rule, decision, length))
        choices.append(rows)
    steps, tables = layout(form).steps, suit_tables()
    width = max(1, *(step.cards for step in steps))
    mine = [
        [place in some for place in range(width)]
        for step in steps
        for some in combinations(range(step.cards), step.own)
    ]
    at = np.cumsum([0, *(step.labels for step in steps)])
    sizes = [(len(one.ends), len(one.tests)) for one in compiled]
    starts = np.cumsum([(0, 0), *sizes], axis=0)
    arrays = (
        np.array(mine, np.bool_),
        at,
        np.concatenate([one.tests for one in compiled]),
        starts,
        np.concatenate([one.ends for one in compiled]),
        np.concatenate(choices),
        np.array([one.wanted for one in compiled]),
        tables.keys,
        tables.tops,
    )
    ways = play_form(
        form,
        lambda first, step, holes, hands, plan, sums: play_rules(
            first, step, holes, hands, plan, *arrays, sums
        ),
        progress,
    )
    return endings_of(case, ways)
