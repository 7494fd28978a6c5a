"""Lines of a table as a designer types them: ``7``, ``5sf``, ``AKQ``, or the hand in full."""

import re
from collections.abc import Iterable

from longsuit.core.errors import InputError
from longsuit.core.paytable import PayLine, hand_tests
from longsuit.core.ranking import shape_counts
from longsuit.core.wagers import Wager

_SHORT = re.compile(r"([2-7])\s*-?\s*(f|flush|sf|straight flush)?", re.IGNORECASE)
_ACES = {"akq": "A-K-Q suited", "akqj": "A-K-Q-J suited", "akqjt": "A-K-Q-J-10 suited"}
_CARDS = re.compile(r"([2-7])-card (straight flush|flush)")


def short_hand(hand: str, wager: Wager) -> str:
    """The hand in a few letters; just the length where the wager pays one kind of hand."""
    for short, full in _ACES.items():
        if hand == full:
            return short.upper()
    found = _CARDS.fullmatch(hand)
    if found is None:
        return hand
    kind = "" if wager.hands == found[2] else {"flush": "f", "straight flush": "sf"}[found[2]]
    return found[1] + kind


def read_hand(text: str, wager: Wager) -> str:
    """The hand that a designer means."""
    plain = " ".join(text.split())
    if full := _ACES.get(
        plain.casefold().replace("-", "").replace("10", "t").removesuffix(" suited")
    ):
        return full
    found = _SHORT.fullmatch(plain)
    if found is None:
        try:
            hand_tests(plain)
        except InputError:
            raise InputError(
                f"'{plain[:40]}' is not a line, such as 7, 6f (flush), 5sf (straight flush) or AKQ."
            ) from None
        return plain
    length, kind = found[1], (found[2] or "").casefold()
    if not kind and wager.hands == "any":
        raise InputError(
            f"'{plain}' may be a flush or a straight flush: write {plain}f or {plain}sf."
        )
    word = wager.hands if not kind else "straight flush" if kind.startswith("s") else "flush"
    hand = f"{length}-card {word}"
    hand_tests(hand)
    return hand


def read_lines(text: str, wager: Wager) -> tuple[str, ...]:
    """Lines with commas between, or semicolons where a hand has a comma of its own."""
    parts = text.split(";" if ";" in text else ",")
    hands = [read_hand(part, wager) for part in parts if part.strip()]
    for hand in hands:
        if hands.count(hand) > 1:
            raise InputError(f"The line '{hand}' is given twice.")
    if not hands:
        raise InputError("A table has at least one line.")
    return by_rarity(hands)


def by_rarity(hands: Iterable[str]) -> tuple[str, ...]:
    """The rarest hand first, by how many seven-card hands have it or better."""
    counts = shape_counts()

    def held(hand: str) -> tuple[int, str]:
        line = PayLine(hand)
        return sum(count for shape, count in counts.items() if line.fits(shape)), hand

    return tuple(sorted(hands, key=held))
