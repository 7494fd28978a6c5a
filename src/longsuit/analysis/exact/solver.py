"""A main game solved exactly, over every deal: by a kernel for its shape, or the general one.

>>> from longsuit.analysis.exact import solve
>>> solve("high-card-flush").house_edge
Fraction(1348050875653, 50592437455560)
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import comb
from threading import Lock
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.payoffs import OUTCOMES, check_size
from longsuit.analysis.exact.solution import Ending, Solution, endings, endings_of
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, Shape, tuned_case
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from longsuit.analysis.exact.kernels import chase_the_flush, high_card_flush

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""

_MOST_SOLVED = 4
"""So many solved games are kept; one of Chase the Flush is some thirty megabytes."""


def solve(
    game: str,
    *,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The main game with best play at every decision.

    `xtra` is the X-tra table of Chase the Flush: an id, a file, the short form or a table. `rules`
    are the game's own unless given: its `rules` with fields replaced are a variant. `progress` is
    told of a game that takes the general solver.
    """
    return solve_case(make_case(game, xtra, rules), progress)


def solve_many(
    game: str,
    xtras: Iterable[str | PayTable | None],
    *,
    rules: MainRules | None = None,
) -> list[Solution]:
    """The main game under several X-tra tables.

    The best strategy does not depend on the X-tra pays as long as no hand that could win one is
    ever folded, because a pay that is won whatever is bet changes no decision. The counts show
    such hands, and where there are none one solve serves all tables.
    """
    return [solve_case(make_case(game, xtra, rules)) for xtra in xtras]


def solve_case(case: Case, progress: Progress | None = None) -> Solution:
    """A case with best play: how many deals end in each way."""
    solve_tuned = TUNED.get(tuned_case(case))
    if solve_tuned is None:
        return Solution(case, _solve_any(case, progress))
    return Solution(case, endings(solve_tuned(case).counts))


def _solve_any(case: Case, progress: Progress | None) -> dict[Ending, int]:
    """Through the general solver, kept between processes."""
    import numpy as np

    from longsuit.analysis.exact import cache
    from longsuit.analysis.exact.general import form_of, solve_form

    form, known = form_of(case), case.payoffs
    shape = len(known.every_name), form.classes, 2, len(OUTCOMES)

    def is_whole(kept: cache.Arrays) -> bool:
        counts = kept["counts"]
        return counts.shape == shape and counts.min() >= 0 and sum(counts.flat) == form.deals

    def make() -> cache.Arrays:
        counts = np.zeros(shape, np.int64)
        for ending, deals in endings_of(case, solve_form(form, progress).endings).items():
            action, hand, qualifies, outcome = ending
            counts[action, hand, int(qualifies), OUTCOMES.index(outcome)] = deals
        return {"counts": counts}

    asked = [b"general", repr((form, known.wins)).encode()]
    return endings(cache.kept(asked, is_whole, make)["counts"])


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
    return solve_chase(case.without_xtra() if xtra_is_free(case) else case)


def _only_adds_to_wins(case: Case) -> bool:
    """Whether the table adds to hands that are ahead, whatever was bet, and to nothing else."""
    import numpy as np

    known, plain = case.payoffs, case.without_xtra().payoffs
    added = np.array(known.pay, object) * plain.unit - np.array(plain.pay, object) * known.unit
    wins, others = added[:, :, 0], added[:, :, 1:]
    return bool((wins == wins[0]).all() and (wins >= 0).all() and not others.any())


def xtra_is_free(case: Case) -> bool:
    """Whether the X-tra pays change no decision: no hand that is ahead is folded without them."""
    return _only_adds_to_wins(case) and solve_chase(case.without_xtra()).xtra_free


_solved: dict[Case, "chase_the_flush.Solution"] = {}
_solved_lock = Lock()


def solve_chase(case: Case) -> "chase_the_flush.Solution":
    """The kernel's answer with these pays, kept for whoever asks next in this process."""
    with _solved_lock:
        kept = _solved.get(case)
    if kept is not None:
        return kept
    found = run_chase(case)
    with _solved_lock:
        while len(_solved) >= _MOST_SOLVED:
            del _solved[next(iter(_solved))]
        _solved[case] = found
    return found


def forget() -> None:
    """Let every solved game be solved anew."""
    with _solved_lock:
        _solved.clear()
    solve_high_card.cache_clear()


def run_chase(case: Case) -> "chase_the_flush.Solution":
    """The whole deck with these pays: kept between processes, else through the kernel."""
    import numpy as np

    from longsuit.analysis.exact import cache
    from longsuit.analysis.exact.kernels import chase_the_flush

    check_size(case.payoffs)
    pay = np.array(case.payoffs.pay, np.int64)
    found = cache.kept(
        [_asked(case)],
        lambda kept: _is_whole(case, kept["counts"]),
        lambda: vars(chase_the_flush.solve_deck(pay, case.payoffs.fold, case.rules.qualifier)),
    )
    return chase_the_flush.Solution(**found)


def solve_decisions(case: Case) -> tuple["chase_the_flush.Solution", "NDArray[np.uint8]"]:
    """Chase the Flush with every decision: the kernel's answer, and the bets at the river.

    river[board of `board_classes`, hand // 8], bit hand % 8. 45 megabytes, so it is not kept here.
    """
    if _only_adds_to_wins(case):
        plain = case.without_xtra()
        river, free = _rivers(plain)
        if free:
            return solve_chase(plain), river
    return solve_chase(case), _rivers(case)[0]


def _rivers(case: Case) -> tuple["NDArray[np.uint8]", bool]:
    """Best play at the river, whatever went before; and whether no X-tra pay could change it."""
    import numpy as np

    from longsuit.analysis.exact import cache
    from longsuit.analysis.exact.kernels.board_sweep import decide_rivers
    from longsuit.analysis.exact.lines import bet_lines
    from longsuit.analysis.exact.numbering import board_classes

    check_size(case.payoffs)
    boards, _ = board_classes()
    known, dealer = case.payoffs, comb(45, 3)

    def make() -> cache.Arrays:
        lines = bet_lines(known.pay, dealer)[:, 2]
        river, free = decide_rivers(boards, lines, known.fold * dealer, case.rules.qualifier)
        return {"river": river, "free": np.array(free)}

    found = cache.kept(
        [_asked(case), b"river"], lambda kept: len(kept["river"]) == len(boards), make
    )
    return found["river"], bool(found["free"])


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


TUNED: Mapping[Shape | None, Callable[[Case], Any]] = {
    CHASE: chase_under,
    HIGH_CARD: solve_high_card,
}
"""The kernels by the shape that each is made for."""
