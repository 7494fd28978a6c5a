"""Decisions of best play that differ between two variants of a game, counted over every hand."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.tuned import CHASE, tuned_shape
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.wagers import action_label
from longsuit.core.cards import DECK_SIZE, RANK_COUNT, card_name
from longsuit.lab.figures import Table, make_table

if TYPE_CHECKING:
    from longsuit.analysis.exact.kernels import chase_the_flush

_MOST_EXAMPLES = 25
Row = tuple[str, str, str, int, int]
"""Decision, action before, action now, hands that change, all hands."""
Hand = tuple[str, list[int], str, str]
"""Decision, cards, action before, action now."""


def changes(usual: Case, yours: Case) -> tuple[Table, ...]:
    """What changes at each decision, and some of the hands."""
    game = yours.game
    rows, hands = (_chase if tuned_shape(game) == CHASE else _high_card)(usual, yours)
    shown = [
        (
            decision,
            action_label(game, old),
            action_label(game, new),
            (f"{changed:,}", str(changed)),
            (percent(Fraction(changed, every), 5), str(Fraction(changed, every))),
        )
        for decision, old, new, changed, every in rows
    ]
    total = make_table(
        "changed-decisions",
        "Changed decisions",
        ("Decision", "Standard", "Yours", "Hands", "Of all hands there"),
        shown or [("none", "", "", "", "")],
        note="Every hand at each decision, whether or not best play comes to it.",
    )
    if not hands:
        return (total,)
    listed = [
        (
            decision,
            " ".join(map(card_name, cards)),
            action_label(game, old),
            action_label(game, new),
        )
        for decision, cards, old, new in hands
    ]
    some = make_table(
        "changed-hands",
        "Some hands that change",
        ("Decision", "Hand", "Standard", "Yours"),
        listed,
    )
    return total, some


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
                hand,
                first if old[place] else "check",
                second if new[place] else "check",
            )


# Seven cards


def _high_card(usual: Case, yours: Case) -> tuple[list[Row], list[Hand]]:
    import numpy as np

    from longsuit.analysis.exact.hand_classes import class_masks
    from longsuit.analysis.exact.solver import solve_high_card

    cases = usual, yours
    # Two bets of one size have one name.
    names = list(dict.fromkeys(name for case in cases for name in (*case.payoffs.names, "fold")))
    old, new = (
        np.array([names.index(name) for name in (*case.payoffs.names, "fold")], np.int16)[
            solve_high_card(case).decisions
        ]
        for case in cases
    )
    pairs = np.bincount((old * len(names) + new), class_weights(), len(names) ** 2)
    rows: list[Row] = []
    for at, count in enumerate(pairs.tolist()):
        first, second = divmod(at, len(names))
        if count and first != second:
            rows.append(("raise", names[first], names[second], int(count), comb(DECK_SIZE, 7)))
    places = np.flatnonzero(old != new)
    hands: list[Hand] = []
    for at in places[:: max(1, len(places) // _MOST_EXAMPLES)][:_MOST_EXAMPLES].tolist():
        cards = [
            suit * RANK_COUNT + rank
            for suit, mask in enumerate(class_masks(at))
            for rank in reversed(range(RANK_COUNT))
            if mask >> rank & 1
        ]
        hands.append(("raise", cards, names[old[at]], names[new[at]]))
    return rows, hands


@lru_cache
def class_weights() -> Any:
    """[class]: how many of all seven-card hands it stands for."""
    import numpy as np

    from longsuit.analysis.faceup.exposure import class_rows

    return np.concatenate([alike for _, alike in class_rows(0, 1)])
