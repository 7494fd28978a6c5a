"""Published sentences about hands, held against every hand."""

import re
from fractions import Fraction
from functools import lru_cache

import numpy as np

from longsuit.analysis.certificate.certificate import card_classes
from longsuit.analysis.certificate.kernels.boards import count
from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.decisions import Opening, openings
from longsuit.analysis.exact.solver import solve_high_card
from longsuit.analysis.record.entry import Found
from longsuit.core.cards import RANK_COUNT, parse_cards
from longsuit.core.ranking import make_key, mask_key

_RANKS = "23456789TJQKA"
_TWO = 2


@lru_cache(maxsize=1)
def _unsuited() -> dict[str, Opening]:
    """Opening hands of three suits, by their ranks from the highest."""
    found = {}
    for one in openings("chase-the-flush", "A"):
        if len({card // RANK_COUNT for card in one.cards}) == 3:
            ranks = sorted((card % RANK_COUNT for card in one.cards), reverse=True)
            found["".join(_RANKS[rank] for rank in ranks)] = one
    return found


def unsuited_value(ranks: str) -> Fraction:
    """What betting at once is worth with these ranks in three suits."""
    return _unsuited()[ranks].bet


def unsuited_bets(printed: str) -> Found:
    """A list such as ``AK6+``: two ranks, and a third from that one up."""
    listed = set()
    for high, low, third, more in re.findall(r"([2-9TJQKA])([2-9TJQKA])([2-9TJQKA])(\+?)", printed):
        first = _RANKS.index(third)
        for rank in _RANKS[first:] if more else third:
            listed.add("".join(sorted((high, low, rank), key=_RANKS.index, reverse=True)))
    best = {ranks for ranks, one in _unsuited().items() if one.bet > one.check}
    missing, extra = (
        sorted(some, key=lambda hand: [-_RANKS.index(rank) for rank in hand])
        for some in (best - listed, listed - best)
    )
    cost = (
        sum(
            (
                _unsuited()[hand].hands * abs(_unsuited()[hand].bet - _unsuited()[hand].check)
                for hand in (*missing, *extra)
            ),
            Fraction(0),
        )
        / 22_100
    )
    if not missing and not extra:
        return Found(printed, f"{len(best)} hands", "agrees")
    note = "; ".join(
        f"{word} {', '.join(hands)}"
        for word, hands in (("Also bet", missing), ("Check", extra))
        if hands
    )
    note += ". The source's later play is simpler, which makes its checks worth less."
    return Found(
        f"{len(best)} hands, not {len(listed)}",
        f"costs {cost.numerator}/{cost.denominator}",
        "wrong",
        note,
    )


def two_cards_bet(_printed: str) -> Found:
    """One hand against the rule: three aces on a low board of two and two."""
    hole, board = "AdAhAs", "7c8c8d7h"
    advice = advise("chase-the-flush", parse_cards(hole), parse_cards(board), xtra="A")
    bet, fold = (
        next(option.value for option in advice.options if option.action == action)
        for action in ("bet_1x", "fold")
    )
    ours = f"{hole} on {board}: bet {float(bet):.6f}, fold {float(fold):.0f}"
    exactly = f"{bet.numerator}/{bet.denominator}"
    return Found(ours, exactly, "wrong" if bet > fold else "agrees", "One such hand is enough.")


def two_cards_fold(_printed: str) -> Found:
    """Hands whose longest flush has two cards, where the board has two cards of a suit."""
    case = make_case("chase-the-flush", "A")
    boards = [
        (cards, size)
        for cards, size in card_classes(4)
        if max(np.bincount([card // RANK_COUNT for card in cards])) == _TWO
    ]
    found = count(
        [cards for cards, _ in boards],
        [size for _, size in boards],
        [cards for cards, _ in card_classes(2)],
        np.array(case.payoffs.pay, np.int64),
        case.payoffs.fold,
        case.rules.qualifier,
    )
    sizes = np.array([size for _, size in boards])
    hands, folds = (int((sizes * found.boards[:, half, _TWO, 0]).sum()) for half in (0, 1))
    share = Fraction(folds, hands)
    return Found(
        f"{float(share):.4%}",
        f"{folds:,} of {hands:,} hands",
        "agrees" if share == 1 else "wrong",
    )


def best_cut(printed: str, edge: Fraction) -> Found:
    """Raise from one flush on, and fold below: the flush that does best."""
    case = make_case("high-card-flush")
    solved = solve_high_card(case)
    known = case.payoffs
    deals = solved.by_flush.sum(axis=1).tolist()
    gains = []
    for mask, ends in zip(solved.flushes.tolist(), deals, strict=True):
        length = mask.bit_count()
        option = max(i for i, open_ in enumerate(known.allowed[length]) if open_)
        pay = known.pay[option]
        raised = sum(
            ends[q][o] * (pay[q][o][length] - known.fold) for q in (0, 1) for o in (0, 1, 2)
        )
        gains.append((mask_key(mask), raised))
    best = total = least = 0
    for key, gain in sorted(gains, reverse=True):
        total += gain
        if total > best:
            best, least = total, key
    name = "-".join(_RANKS[rank] for rank in range(12, -1, -1) if least >> rank & 1)
    note = f"With it the house edge is {edge.numerator}/{edge.denominator}, {float(edge):.4%}."
    return Found(name, name, "agrees" if name == printed else "wrong", note)


def sure_flushes(_printed: str) -> Found:
    """Three-card flushes: how many hands from J-3-2 on fold, and below T-3-2 raise."""
    solved = solve_high_card(make_case("high-card-flush"))
    folded = raised = 0
    for mask, hands in zip(solved.flushes.tolist(), solved.hands.tolist(), strict=True):
        if mask.bit_count() == 3 and mask_key(mask) >= make_key("J32"):
            folded += hands[-1]
        elif mask.bit_count() == 3 and mask_key(mask) < make_key("T32"):
            raised += sum(hands[:-1])
    ours = f"{folded:,} hands fold above, {raised:,} raise below"
    return Found(ours, ours, "agrees" if folded == raised == 0 else "wrong")
