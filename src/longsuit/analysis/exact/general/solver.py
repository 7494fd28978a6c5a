"""Any form solved: best play at every decision, and the deals of every ending."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from longsuit.analysis.exact.general.form import Ending, Form
from longsuit.analysis.exact.general.plan import dealer_hands, make_plan
from longsuit.analysis.exact.general.positions import Layout, check_positions, layout
from longsuit.analysis.exact.general.regions import ALL, columns, regions
from longsuit.analysis.exact.general.tree import Tree, make_tree
from longsuit.analysis.exact.hand_classes import Masks, class_count, shapes
from longsuit.analysis.exact.payoffs import LENGTHS, OUTCOMES
from longsuit.core.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from longsuit.analysis.exact.general.kernels.fill import Plan

T = TypeVar("T")
THREADS = 2
PIECES = 64
"""Of work: more than threads, so that a slowed thread holds nobody up, and progress is told."""
MOST_OPENINGS = 20_000
"""Hole hands for which the value of each action is kept, where the first decision is on them."""

Progress = Callable[[int, int], None]
"""Told how many pieces are done, and of how many."""


class Opening(NamedTuple):
    """A hole hand up to suits, and what each first action is worth with it, in Antes."""

    masks: Masks
    hands: int
    """So many hole hands play alike."""
    actions: dict[int, Fraction]
    """By the bet in Antes; 0 is what costs nothing."""


class Solved(NamedTuple):
    """A form with best play."""

    form: Form
    endings: dict[Ending, int]
    """How many deals end in each way; together `form.deals`."""
    value: Fraction
    """The seat's expected net result, in Antes."""
    openings: tuple[Opening, ...]
    """Empty where the first decision comes later, or where there are too many."""
    played: dict[Ending, int]
    """How many of the rounds that were asked for ended in each way, dealt card by card."""


def solve_form(
    form: Form, progress: Progress | None = None, *, rounds: int = 0, seed: int = 1
) -> Solved:
    """Best play over all deals; refuses a form with more positions than can be counted.

    So many `rounds` are played out on the way, as best play decides, from the `seed`.
    """
    check_positions(form)
    known, tree = layout(form), make_tree(form)
    _check_size(form, known)
    solve = _solve_hands if known.end.cards == 0 else _solve_positions
    swept = solve(form, known, tree, progress, rounds, seed)
    endings = _endings(form, known, tree, swept.sums)
    value = _value(form, endings)
    if Fraction(swept.promised, known.deals(form) * form.unit) != value:
        raise AssertionError("the endings do not come to the value of best play")
    return Solved(form, endings, value, swept.openings, _played(tree, swept.played))


Player = Callable[
    [int, int, "NDArray[np.int16]", "NDArray[np.int64]", "Plan", "NDArray[np.int64]"], None
]
"""Adds the endings of every step-th hole hand to sums: first, step, hole hands, how many hands each
stands for, the plan, sums."""


def play_form(form: Form, player: Player, progress: Progress | None = None) -> dict[Ending, int]:
    """How many deals end in each way where a kernel of the caller's takes every decision."""
    check_positions(form)
    known, tree = layout(form), make_tree(form)
    _check_size(form, known)
    holes, hands = list_holes(form.ranks, known.hole)
    plan, pieces = planned(form, known, tree), min(PIECES, len(holes))

    def piece(first: int) -> "NDArray[np.int64]":
        sums, _ = _room(form, tree)
        player(first, pieces, holes, hands, plan, sums)
        return sums

    sums, _ = _room(form, tree)
    for some in in_pieces(pieces, piece, progress):
        sums += some
    return _endings(form, known, tree, sums)


class _Swept(NamedTuple):
    """What the kernels found, added up over all hole hands."""

    sums: "NDArray[np.int64]"
    """[ending, 2 * class + side, column]: positions, and their dealer's hands (`regions`)."""
    promised: int
    """What best play is worth, hand by hand."""
    openings: tuple[Opening, ...]
    played: "NDArray[np.int64]"


def in_pieces(pieces: int, piece: Callable[[int], T], progress: Progress | None) -> Iterator[T]:
    """What each piece of the work gives, in their order, on two threads."""
    from longsuit.analysis.exact.kernels.compile_notice import compiling

    with compiling(), ThreadPoolExecutor(THREADS) as pool:
        for done, found in enumerate(pool.map(piece, range(pieces)), 1):
            yield found
            if progress is not None:
                progress(done, pieces)


def _room(form: Form, tree: Tree) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    import numpy as np

    ends = len(tree.ends)
    return np.zeros((ends, 2 * form.own_classes, columns(form)), np.int64), np.zeros(
        (ends, form.classes, 2, 3), np.int64
    )


def _ask(rounds: int, seed: int, hands: "NDArray[np.int64]") -> "tuple[NDArray[np.int64], int]":
    """How many of the rounds each hole hand is dealt, and where the cards after it begin."""
    import numpy as np

    chance = np.random.default_rng(seed)
    asked = chance.multinomial(rounds, hands / hands.sum()).astype(np.int64)
    return asked if rounds else asked[:0], int(chance.integers(2**61))


def _solve_positions(
    form: Form, known: Layout, tree: Tree, progress: Progress | None, rounds: int, seed: int
) -> _Swept:
    """Hole hand by hole hand, through all positions of each."""
    import numpy as np

    from longsuit.analysis.exact.general.kernels.sweep import sweep

    holes, hands = list_holes(form.ranks, known.hole)
    plan = planned(form, known, tree)
    keeps = known.steps[0].cards == 0 and len(holes) <= MOST_OPENINGS
    openings = np.zeros((len(holes) if keeps else 0, len(tree.actions[0])), np.int64)
    totals = np.zeros(len(holes), np.int64)
    pieces = min(PIECES, len(holes))
    asked, begin = _ask(rounds, seed, hands)

    def piece(first: int) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        sums, played = _room(form, tree)
        sweep(first, pieces, holes, hands, plan, sums, totals, openings, asked, begin, played)
        return sums, played

    sums, played = _room(form, tree)
    for some, rounds_of in in_pieces(pieces, piece, progress):
        sums += some
        played += rounds_of
    low, high = totals & (1 << 30) - 1, totals >> 30
    promised = (int((high * hands).sum()) << 30) + int((low * hands).sum())
    return _Swept(sums, promised, _openings(form, known, tree, holes, hands, openings), played)


def _solve_hands(
    form: Form, known: Layout, tree: Tree, progress: Progress | None, rounds: int, seed: int
) -> _Swept:
    """Every hand once, where no card comes after the decision."""
    import numpy as np

    from longsuit.analysis.exact.general.kernels.sweep import play_hands

    plan = planned(form, known, tree)
    taken = _no_actions(form, known) if rounds else np.zeros(0, np.uint16)
    sums, promised = _sweep_hands(form, known, tree, plan, taken, progress)
    played = _room(form, tree)[1]
    if rounds:
        holes, hands = list_holes(form.ranks, known.hole)
        asked, begin = _ask(rounds, seed, hands)
        play_hands(0, 1, holes, plan, taken, asked, begin, played)
    return _Swept(sums, promised, (), played)


def actions_of_hands(form: Form, progress: Progress | None = None) -> "NDArray[np.uint16]":
    """[hand of `list_holes`]: the action that is best, where no card comes after the decision."""
    known, tree = layout(form), make_tree(form)
    taken = _no_actions(form, known)
    _sweep_hands(form, known, tree, planned(form, known, tree), taken, progress)
    return taken


def _no_actions(form: Form, known: Layout) -> "NDArray[np.uint16]":
    import numpy as np

    return np.zeros(class_count(form.ranks, known.hole), np.uint16)


def planned(form: Form, known: Layout, tree: Tree) -> "Plan":
    """The form as the kernels take it."""
    from longsuit.analysis.exact.kernels.compile_notice import compiling

    with compiling():
        return make_plan(form, known, tree)


def _sweep_hands(
    form: Form,
    known: Layout,
    tree: Tree,
    plan: "Plan",
    taken: "NDArray[np.uint16]",
    progress: Progress | None,
) -> "tuple[NDArray[np.int64], int]":
    """The sums, and what best play is worth; the action of each hand where there is room."""
    import numpy as np

    from longsuit.analysis.exact.general.kernels.hands import HALF, sweep_hands

    ranks, every = form.ranks, shapes(form.ranks, known.hole)
    starts = np.zeros((len(every), comb(ranks, ranks // 2)), np.int64)
    for number, shape in enumerate(every):
        for place in range(comb(ranks, shape.sizes[0])):
            starts[number, place] = shape.start + shape.step(0, place)
    sizes = np.array([shape.sizes for shape in every], np.int64)
    masks, by_size = _masks_by_size(ranks)
    promised = np.zeros((PIECES, 2), np.int64)

    def piece(first: int) -> "NDArray[np.int64]":
        sums, _ = _room(form, tree)
        sweep_hands(
            first, PIECES, sizes, starts, masks, by_size, plan, sums, promised[first], taken
        )
        return sums

    sums, _ = _room(form, tree)
    for some in in_pieces(PIECES, piece, progress):
        sums += some
    low, high = (int(half) for half in promised.sum(axis=0))
    return sums, (high << HALF) + low


def _played(tree: Tree, tally: "NDArray[np.int64]") -> dict[Ending, int]:
    return {
        Ending(tree.ends[end].bets, tree.ends[end].folded, kind, bool(side), OUTCOMES[outcome]): n
        for (end, kind, side, outcome), n in zip(
            (tuple(map(int, place)) for place in zip(*tally.nonzero(), strict=True)),
            tally[tally.nonzero()].tolist(),
            strict=True,
        )
    }


def list_holes(ranks: int, size: int) -> "tuple[NDArray[np.int16], NDArray[np.int64]]":
    """Hole hands up to a renaming of suits, and how many hands each stands for."""
    import numpy as np

    from longsuit.analysis.exact.general.kernels.setup import list_classes
    from longsuit.analysis.exact.kernels.compile_notice import compiling

    masks, by_size = _masks_by_size(ranks)
    sizes = np.array([shape.sizes for shape in shapes(ranks, size)], np.int64)
    n = class_count(ranks, size)
    holes, hands = np.zeros((n, 4), np.int16), np.zeros(n, np.int64)
    with compiling():
        list_classes(sizes, masks, by_size, holes, hands)
    return holes, hands


def _masks_by_size(ranks: int) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The masks of a suit, shortest first, and where each length begins."""
    import numpy as np

    masks = sorted(range(1 << ranks), key=lambda mask: (mask.bit_count(), mask))
    by_size = np.cumsum([0, *(comb(ranks, n) for n in range(ranks + 1))])
    return np.array(masks, np.int64), by_size


def _check_size(form: Form, known: Layout) -> None:
    """Refuse pays for which a sum over the deals of one hole hand would not fit 64 bits."""
    nets = [abs(net) for pay in form.pays for row in pay.nets for side in row for net in side] + [
        abs(fold.net) for fold in form.folds
    ]
    deals = known.deals(form)
    each = deals // comb(4 * form.ranks, known.hole)
    if columns(form) * max(nets, default=0) * each >= 2**61 or deals >= 2**62:
        raise InputError("The pays are too large, or too finely divided, to be added up exactly.")


def _endings(
    form: Form, known: Layout, tree: Tree, found: "NDArray[np.int64]"
) -> dict[Ending, int]:
    """The deals between one column of each row and the next."""
    hands = dealer_hands(form)
    times = form.deals // known.deals(form)
    endings: dict[Ending, int] = {}
    for end, rows in zip(tree.ends, found.tolist(), strict=True):
        for row, counts in enumerate(rows):
            kind, side = divmod(row, 2)
            counts[ALL] *= hands
            before = 0
            for column, qualifies, outcome, margin in regions(
                form, kind % LENGTHS, reaches=side > 0
            ):
                if deals := counts[column] - before:
                    kinds = margin * form.own_classes + kind
                    key = Ending(end.bets, end.folded, kinds, qualifies, outcome)
                    endings[key] = endings.get(key, 0) + deals * times
                before = counts[column]
    if sum(endings.values()) != form.deals or min(endings.values()) < 0:
        raise AssertionError("the endings are not those of all deals")
    return endings


def _value(form: Form, endings: dict[Ending, int]) -> Fraction:
    nets = {pay.bets: pay.nets for pay in form.pays}
    folds = {fold.bets: fold.net for fold in form.folds}
    total = 0
    for end, deals in endings.items():
        if end.folded:
            total += folds[end.bets] * deals
        else:
            net = nets[end.bets][end.hand][end.qualifies][OUTCOMES.index(end.outcome)]
            total += net * deals
    return Fraction(total, form.deals * form.unit)


def _openings(
    form: Form,
    known: Layout,
    tree: Tree,
    holes: "NDArray[np.int16]",
    hands: "NDArray[np.int64]",
    openings: "NDArray[np.int64]",
) -> tuple[Opening, ...]:
    """Only actions that the flush of the hole hand leaves open."""
    each = known.deals(form) // comb(4 * form.ranks, known.hole) * form.unit
    found = []
    rows = zip(holes.tolist(), hands.tolist(), openings.tolist(), strict=False)
    for masks, times, values in rows:
        length = max(mask.bit_count() for mask in masks)
        worth = {
            action.bet: Fraction(value, each)
            for action, value in zip(tree.actions[0], values, strict=True)
            if action.open[length]
        }
        found.append(Opening((masks[0], masks[1], masks[2], masks[3]), times, worth))
    return tuple(found)
