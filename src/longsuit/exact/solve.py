"""Both main games solved exactly, over every deal.

>>> from longsuit.exact import solve
>>> solve("high-card-flush").house_edge
Fraction(1348050875653, 50592437455560)
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from longsuit.exact.payoffs import OUTCOMES, Payoffs, check_size, payoffs
from longsuit.exact.solution import Ending, Solution
from longsuit.games.catalog import find_game, xtra_table
from longsuit.games.game import Game, MainRules
from longsuit.games.table import check_rules
from longsuit.paytable import PayTable

if TYPE_CHECKING:
    from longsuit.exact.kernels import chase_the_flush, high_card_flush


def solve(
    game: str, *, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Solution:
    """The main game with best play at every decision.

    `xtra` is the X-tra table of Chase the Flush: an id, a file, the short form or a table. `rules`
    are the game's own unless given: its `rules` with fields replaced are a variant.
    """
    return solve_many(game, [xtra], rules=rules)[0]


def solve_many(
    game: str,
    xtras: Iterable[str | PayTable | None],
    *,
    rules: MainRules | None = None,
) -> list[Solution]:
    """The main game under several X-tra tables.

    The best strategy does not depend on the X-tra pays as long as no hand that could win one is
    ever folded, because a pay that is won whatever is bet changes no decision. The kernel looks
    at every such hand, and where it holds one solve serves all tables.
    """
    definition = find_game(game)
    chosen = rules or definition.rules
    check_rules(definition, chosen)
    solutions = []
    for xtra in xtras:
        table = xtra_table(definition, xtra)
        known = payoffs(definition, chosen, table)
        named = {} if table is None else {table.wager: table.id}
        endings = _endings(definition, chosen, known)
        solutions.append(Solution(definition, chosen, named, known, endings))
    return solutions


def _endings(game: Game, rules: MainRules, known: Payoffs) -> dict[Ending, int]:
    """How many deals end in each way, with best play."""
    solved = chase_under(rules, known) if game.board else solve_high_card(rules)
    counts = solved.counts
    endings: dict[Ending, int] = {}
    for action in range(len(known.names) + 1):
        for length, sides in enumerate(counts[action].tolist()):
            for qualifies in (False, True):
                for outcome, deals in zip(OUTCOMES, sides[qualifies], strict=True):
                    if deals:
                        endings[action, length, qualifies, outcome] = deals
    return endings


@lru_cache(maxsize=4)
def solve_high_card(rules: MainRules) -> "high_card_flush.Solution":
    """The kernel's answer for High Card Flush."""
    import numpy as np

    from longsuit.exact.kernels import high_card_flush

    known = payoffs(find_game("high-card-flush"), rules)
    return high_card_flush.solve(
        np.array(known.pay, np.int64), known.fold, np.array(known.allowed), rules.qualifier
    )


def chase_under(rules: MainRules, known: Payoffs) -> "chase_the_flush.Solution":
    """The kernel's answer for Chase the Flush; the X-tra table counts only where it has to."""
    plain = payoffs(find_game("chase-the-flush"), rules)
    solved = _solve_chase(rules, plain)
    return solved if xtra_is_free(rules, solved) else _solve_chase(rules, known)


def xtra_is_free(rules: MainRules, solved: "chase_the_flush.Solution") -> bool:
    """Whether the X-tra pays change no decision.

    The kernel looks at hands that can be ahead; where ties win, ties pay as well.
    """
    return bool(solved.xtra_free) and rules.ties != "win"


@lru_cache(maxsize=4)
def _solve_chase(rules: MainRules, known: Payoffs) -> "chase_the_flush.Solution":
    return run_chase(rules, known)


def run_chase(rules: MainRules, known: Payoffs, **options: Any) -> "chase_the_flush.Solution":
    """The whole deck through the kernel, with these pays."""
    import numpy as np

    from longsuit.exact.kernels import chase_the_flush

    check_size(known)
    pay = np.array(known.pay, np.int64)
    return chase_the_flush.solve_deck(pay, known.fold, rules.qualifier, **options)
