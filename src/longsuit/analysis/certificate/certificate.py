"""A certificate: per class of deals the counts that make a house edge (docs/certificate.md).

The file is gzip; its first line says the rules and the claim, each other line holds one class.
"""

import gzip
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.hand_classes import class_hands, classes
from longsuit.analysis.exact.solver import solve_case, solve_high_card
from longsuit.core.cards import RANK_COUNT, Card, card_name
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id
from longsuit.core.ranking import Shape

FORM = 1
LARGEST = {"chase-the-flush": 20_000, "high-card-flush": 100}
"""Units that a deal may win or lose: a checker in JavaScript then adds a class up exactly."""
_RANKS = "23456789TJQKA"

Line = list[Any]


class Certificate(Struct, frozen=True):
    """The file, and what it says."""

    house_edge: Fraction
    classes: int
    packed: bytes


def write_certificate(case: Case) -> Certificate:
    """The certificate of a case. Refuses pays that a checker could not add up."""
    if case.game.id not in LARGEST:
        games = " and ".join(game_by_id(game).name for game in LARGEST)
        raise InputError(
            f"{case.game.name} has no certificate: its checker, a program of its own, knows the "
            f"rules of {games} alone."
        )
    known = case.payoffs
    nets = (net for bet in known.pay for side in bet for end in side for net in end)
    if max(map(abs, nets)) > LARGEST[case.game.id]:
        raise InputError("The pays are too large, or too finely divided, for a certificate.")
    edge = solve_case(case).house_edge
    lines = list(_chase(case, edge) if case.game.board else _high_card(case))
    written = (
        json.dumps(line, separators=(",", ":")) + "\n" for line in (_head(case, edge), *lines)
    )
    return Certificate(edge, len(lines), gzip.compress("".join(written).encode(), mtime=0))


def _head(case: Case, edge: Fraction) -> dict[str, Any]:
    rules = case.rules
    decisions = rules.decisions
    bets = [d.most[0] for d in decisions] if case.game.board else list(decisions[0].most[2:])
    lines = {n: case.xtra.line_for(Shape(n, 0, 0)) for n in range(4, 8)} if case.xtra else {}
    return {
        "certificate": FORM,
        "game": case.game.id,
        "rules": {
            "qualifier": _ranks(rules.qualifier & 8191),
            "unqualified": rules.unqualified,
            "ties": rules.ties,
            "bets": bets,
        },
        "xtra": {str(length): str(line.pays) for length, line in lines.items() if line},
        "unit": case.payoffs.unit,
        "house_edge": f"{edge.numerator}/{edge.denominator}",
    }


def _ranks(mask: int) -> str:
    """The ranks of a suit's cards, the highest first."""
    return "".join(_RANKS[rank] for rank in range(RANK_COUNT - 1, -1, -1) if mask >> rank & 1)


def _high_card(case: Case) -> Iterator[Line]:
    """A line a flush: for each bet made with it the hands and how their deals end."""
    solved = solve_high_card(case)
    fold, multiples = len(case.payoffs.names), case.payoffs.multiples
    for place, mask in enumerate(solved.flushes.tolist()):
        rows = [
            [
                0 if action == fold else multiples[action],
                hands,
                *solved.by_flush[place, action].ravel().tolist(),
            ]
            for action, hands in enumerate(solved.hands[place].tolist())
            if hands
        ]
        if rows:
            yield ["flush", _ranks(mask), 1, sorted(rows)]


def _chase(case: Case, edge: Fraction) -> Iterator[Line]:
    """Lines of boards, flops and openings, counted by another method than the solver's."""
    import numpy as np

    from longsuit.analysis.certificate.kernels.boards import count

    boards, flops, holes = (card_classes(size) for size in (4, 2, 3))
    found = count(
        [cards for cards, _ in boards],
        [size for _, size in boards],
        [cards for cards, _ in flops],
        np.array(case.payoffs.pay, np.int64),
        case.payoffs.fold,
        case.rules.qualifier,
    )
    best = np.maximum(found.opening, found.check)
    numbers = [c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a for (a, b, c), _ in holes]
    total = sum(size * int(best[at]) for at, (_, size) in zip(numbers, holes, strict=True))
    deals = solve_case(case).deals * case.payoffs.unit
    if Fraction(-total, deals) != edge:
        raise AssertionError("the boards do not make the house edge that the solver found")
    for (cards, size), counts in zip(boards, found.boards.tolist(), strict=True):
        yield [
            "board",
            _names(cards),
            size,
            *([[n, *row] for n, row in enumerate(half) if row[0]] for half in counts),
        ]
    for (cards, size), margin in zip(flops, found.margin, strict=True):
        yield ["flop", _names(cards), size, int(margin.sum()), int(np.maximum(margin, 0).sum())]
    for (cards, size), at in zip(holes, numbers, strict=True):
        yield ["opening", _names(cards), size, int(found.opening[at]), int(found.check[at])]


def card_classes(size: int) -> list[tuple[tuple[Card, ...], int]]:
    """Sets of so many cards up to a renaming of suits, and how many each stands for."""
    return [
        (
            tuple(
                suit * RANK_COUNT + rank
                for suit, mask in enumerate(masks)
                for rank in range(RANK_COUNT)
                if mask >> rank & 1
            ),
            class_hands(masks),
        )
        for masks in classes(size=size)
    ]


def _names(cards: tuple[Card, ...]) -> str:
    return "".join(map(card_name, cards))
