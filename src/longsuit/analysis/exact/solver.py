"""Both main games solved exactly, over every deal.

>>> from longsuit.analysis.exact import solve
>>> solve("high-card-flush").house_edge
Fraction(1348050875653, 50592437455560)
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import comb
from threading import Lock
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.payoffs import check_size
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from longsuit.analysis.exact.kernels import chase_the_flush, high_card_flush

_MOST_SOLVED = 4
"""So many solved games are kept; one of Chase the Flush is some thirty megabytes."""


def solve(
    game: str, *, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Solution:
    """The main game with best play at every decision.

    `xtra` is the X-tra table of Chase the Flush: an id, a file, the short form or a table. `rules`
    are the game's own unless given: its `rules` with fields replaced are a variant.
    """
    return solve_case(make_case(game, xtra, rules))


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
    return [solve_case(make_case(game, xtra, rules)) for xtra in xtras]


def solve_case(case: Case) -> Solution:
    """A case with best play: how many deals end in each way."""
    solved = chase_under(case) if case.game.board else solve_high_card(case)
    return Solution(case, endings(solved.counts))


@lru_cache(maxsize=_MOST_SOLVED)
def solve_high_card(case: Case) -> "high_card_flush.Solution":
    """The kernel's answer for High Card Flush."""
    import numpy as np

    from longsuit.analysis.exact import cache
    from longsuit.analysis.exact.kernels import high_card_flush

    known = case.payoffs

    def make() -> cache.Arrays:
        return vars(
            high_card_flush.solve(
                np.array(known.pay, np.int64),
                known.fold,
                np.array(known.allowed),
                case.rules.qualifier,
            )
        )

    found = cache.kept([_asked(case)], lambda kept: _is_whole(case, kept["counts"]), make)
    return high_card_flush.Solution(**found)


def chase_under(case: Case) -> "chase_the_flush.Solution":
    """The kernel's answer for Chase the Flush; the X-tra table counts only where it has to."""
    solved = solve_chase(case.without_xtra())
    return solved if xtra_is_free(case.rules, solved) else solve_chase(case)


def xtra_is_free(rules: MainRules, solved: "chase_the_flush.Solution") -> bool:
    """Whether the X-tra pays change no decision.

    The kernel looks at hands that can be ahead; where ties win, ties pay as well.
    """
    return bool(solved.xtra_free) and rules.ties != "win"


_solved: dict[Case, "chase_the_flush.Solution"] = {}
_solved_lock = Lock()


def solve_chase(case: Case, *, river: bool = False) -> "chase_the_flush.Solution":
    """The kernel's answer with these pays, kept for whoever asks next in this process.

    The decisions of the `river`, 45 megabytes, are there only if they are asked for, and are not
    kept; everything else is, so that who plays best play has it priced already.
    """
    with _solved_lock:
        kept = _solved.get(case)
    if kept is not None and not river:
        return kept
    found = run_chase(case, river=river)
    with _solved_lock:
        if case not in _solved:
            while len(_solved) >= _MOST_SOLVED:
                del _solved[next(iter(_solved))]
            _solved[case] = replace(found, river=found.river[:0]) if river else found
    return found


def forget() -> None:
    """Let every solved game be solved anew."""
    with _solved_lock:
        _solved.clear()
    solve_high_card.cache_clear()


def run_chase(case: Case, *, river: bool = False) -> "chase_the_flush.Solution":
    """The whole deck with these pays: kept between processes, else through the kernel."""
    import numpy as np

    from longsuit.analysis.exact import cache
    from longsuit.analysis.exact.kernels import chase_the_flush

    check_size(case.payoffs)
    pay = np.array(case.payoffs.pay, np.int64)
    asked = _asked(case)

    def make() -> cache.Arrays:
        solved = chase_the_flush.solve_deck(pay, case.payoffs.fold, case.rules.qualifier, river)
        made = {name: np.asarray(value) for name, value in vars(solved).items()}
        if river:
            cache.keep([asked], {**made, "river": solved.river[:0]})
        return made

    found: dict[str, Any] = cache.kept(
        [asked, b"river"] if river else [asked], lambda kept: _is_whole(case, kept["counts"]), make
    )
    return chase_the_flush.Solution(**{**found, "xtra_free": bool(found["xtra_free"])})


def _asked(case: Case) -> bytes:
    """All that a kernel's answer depends on."""
    known = case.payoffs
    return repr((case.game.id, known.pay, known.fold, known.allowed, case.rules.qualifier)).encode()


def _is_whole(case: Case, counts: "NDArray[np.int64]") -> bool:
    """Counts that were kept are believed if they are of every deal."""
    game = case.game
    left, deals = 52, 1
    for drawn in (game.hole, game.board // 2, game.board // 2, game.hole):
        deals *= comb(left, drawn)
        left -= drawn
    shape = len(case.payoffs.names) + 1, 8, 2, 3
    return counts.shape == shape and counts.min() >= 0 and int(counts.sum()) == deals
