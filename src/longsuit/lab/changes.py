"""Decisions of best play that differ between two variants of a game, counted over every hand."""

from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.tuned import CHASE, tuned_shape
from longsuit.core.cards import DECK_SIZE, RANK_COUNT, card_name
from longsuit.lab.decisions import Hand, Row, change_tables, changed_hands, survey_case
from longsuit.lab.figures import Table

if TYPE_CHECKING:
    from longsuit.analysis.exact.kernels import chase_the_flush

_MOST_EXAMPLES = 25


def changes(usual: Case, yours: Case) -> tuple[Table, ...]:
    """What changes at each decision, and some of the hands."""
    if tuned_shape(yours.game) == CHASE:
        found = _chase(usual, yours)
    else:
        found = changed_hands(yours, survey_case(yours, usual, lambda *_: None, ""))
    return change_tables(yours.game, *found)


# Three cards and a board


def _chase(usual: Case, yours: Case) -> tuple[list[Row], list[Hand]]:
    """A bit for each hand, row by row of boards up to suits, in the order of the kernel."""
    import numpy as np

    from longsuit.analysis.exact.numbering import board_classes
    from longsuit.analysis.exact.solver import solve_decisions

    (before, old_river), (now, new_river) = solve_decisions(usual), solve_decisions(yours)
    decisions: Any = (
        ("opening", "check", [()], [(one.bet > one.check)[None] for one in (before, now)]),
        ("flop", "check", now.flops.tolist(), [one.margin < 0 for one in (before, now)]),
        ("river", "fold", board_classes()[0].tolist(), [old_river, new_river]),
    )
    rows: list[Row] = []
    for at, (decision, free, boards, (old, new)) in enumerate(decisions):
        packed = decision == "river"
        apart = _apart(now, packed=packed)
        bets = [case.payoffs.names[at] for case in (usual, yours)]
        counts = np.zeros(2, np.int64)
        for place, (cards, size) in enumerate(zip(boards, _sizes(boards), strict=True)):
            open_to = apart[list(cards)].all(axis=0) if not packed else _all_of(apart, cards)
            gone, come = old[place] & ~new[place] & open_to, new[place] & ~old[place] & open_to
            bits = np.bitwise_count if packed else np.asarray
            counts += size * np.array(
                [bits(gone).sum(dtype=np.int64), bits(come).sum(dtype=np.int64)]
            )
        every = comb(DECK_SIZE, 3) * comb(DECK_SIZE - 3, len(boards[0]))
        pair = ((bets[0], free), (free, bets[1]))
        for (action, other), count in zip(pair, counts.tolist(), strict=True):
            if count:
                rows.append((decision, action, other, count, every))
    return rows, list(
        _changed_openings(before, now, usual.payoffs.names[0], yours.payoffs.names[0])
    )


def _apart(solved: "chase_the_flush.Solution", *, packed: bool) -> Any:
    """[card]: the hands without it; in bits by the place of a hand in a row of the river's."""
    import numpy as np

    having = np.zeros((DECK_SIZE, len(solved.hands)), bool)
    for place, hand in enumerate(solved.hands.tolist()):
        having[hand, place] = True
    if not packed:
        return ~having
    without = np.zeros((DECK_SIZE, -(-len(solved.hands) // 8) * 8), bool)
    without[:, : len(solved.hands)] = ~having
    return np.packbits(without, axis=1, bitorder="little")


def _all_of(apart: Any, cards: list[int]) -> Any:
    import numpy as np

    return np.bitwise_and.reduce(apart[cards])


def _sizes(boards: list[Any]) -> list[int]:
    """How many boards each one stands for: those that it becomes when suits change names."""
    import numpy as np

    cards = np.array(boards, np.int64).reshape(len(boards), -1)
    forms = []
    for order in permutations(range(4)):
        moved = np.array(order)[cards // RANK_COUNT] * RANK_COUNT + cards % RANK_COUNT
        forms.append((np.int64(1) << moved).sum(axis=1))
    sets = np.sort(np.array(forms), axis=0)
    found: list[int] = (1 + (sets[1:] != sets[:-1]).sum(axis=0)).tolist()
    return found


def _changed_openings(
    before: "chase_the_flush.Solution", now: "chase_the_flush.Solution", first: str, second: str
) -> Iterator[Hand]:
    """One hand of each class up to suits, the highest cards first."""
    old, new = before.bet > before.check, now.bet > now.check
    seen: set[tuple[tuple[int, ...], ...]] = set()
    for place in reversed((old != new).nonzero()[0].tolist()):
        hand = sorted(now.hands[place].tolist(), key=lambda card: -(card % RANK_COUNT))
        suits: dict[int, list[int]] = {}
        for card in hand:
            suits.setdefault(card // RANK_COUNT, []).append(card % RANK_COUNT)
        form = tuple(sorted(map(tuple, suits.values())))
        if form not in seen and len(seen) < _MOST_EXAMPLES:
            seen.add(form)
            yield (
                "opening",
                " ".join(map(card_name, hand)),
                first if old[place] else "check",
                second if new[place] else "check",
            )
