"""Hands ranked per second by the core, against phevaluator; and every hand there is."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from bench.measure import best_of, seconds, show
from longsuit.core.cards import DECK, FULL_SUIT, card_set
from longsuit.core.ranking import flush_key, mask_key, shape, shape_counts

HANDS = 20_000
SEED = 20260


def run() -> None:
    chance = random.Random(SEED)
    hands = [tuple(chance.sample(DECK, 7)) for _ in range(HANDS)]
    sets = [card_set(hand) for hand in hands]
    best = best_of(
        {
            "phevaluator, seven numbers": lambda: [evaluate_cards(*hand) for hand in hands],
            "flush_key, seven numbers": lambda: [flush_key(card_set(hand)) for hand in hands],
            "flush_key, a card set": lambda: [flush_key(held) for held in sets],
            "shape, a card set": lambda: [shape(held) for held in sets],
        }
    )
    slowest = best["phevaluator, seven numbers"]
    rows = [(name, f"{HANDS / t:,.0f}", f"{slowest / t:.1f}") for name, t in best.items()]
    show(f"Hands ranked per second (seed {SEED})", rows, "ranking", "hands/s", "times phevaluator")
    _every_hand()


def _every_hand() -> None:
    """All 133,784,560 hands, each looked up, against the counts through suit structure."""
    counted: Counter[tuple[int, int]] = Counter()
    enumerating = seconds(lambda: counted.update(_enumerate()))
    shape_counts.cache_clear()
    structured = seconds(shape_counts)
    expected: Counter[tuple[int, int]] = Counter()
    for form, count in shape_counts().items():
        expected[form.flush, form.straight] += count
    same = "equal" if counted == expected else "DIFFERENT"
    rows = [
        ("every hand looked up", f"{sum(counted.values()):,}", f"{enumerating:.1f} s"),
        ("through suit structure", f"{sum(expected.values()):,}", f"{structured * 1000:.1f} ms"),
        (f"the counts are {same}", "", ""),
    ]
    show("All seven-card hands", rows, "way", "hands", "time")
    if counted != expected:
        raise SystemExit("the two counts of all seven-card hands differ")


def _enumerate() -> Counter[tuple[int, int]]:
    lengths = np.array([mask_key(mask) >> 13 for mask in range(FULL_SUIT + 1)], np.uint8)
    runs = np.array([shape(mask).straight for mask in range(FULL_SUIT + 1)], np.uint8)
    # One number a mask: length in the high digit, run in the low one, each maximised by itself.
    tails = _five_card_sets()
    totals: NDArray[np.int64] = np.zeros(64, np.int64)
    for first, second in combinations(DECK, 2):
        start = np.searchsorted(tails[1], second + 1)
        hands = tails[0][start:] | np.uint64(1 << first | 1 << second)
        best_length = np.zeros(len(hands), np.uint8)
        best_run = np.zeros(len(hands), np.uint8)
        for suit in range(4):
            masks = (hands >> np.uint64(13 * suit)).astype(np.uint16) & np.uint16(FULL_SUIT)
            np.maximum(best_length, lengths[masks], out=best_length)
            np.maximum(best_run, runs[masks], out=best_run)
        totals += np.bincount(best_length * np.uint8(8) + best_run, minlength=64)
    return Counter({(i // 8, i % 8): int(n) for i, n in enumerate(totals) if n})


def _five_card_sets() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """All sets of five cards, in the order of their lowest card, and that lowest card."""
    cards = np.fromiter(
        (card for five in combinations(DECK, 5) for card in five), np.uint64, 2_598_960 * 5
    ).reshape(-1, 5)
    sets = np.bitwise_or.reduce(np.uint64(1) << cards, axis=1)
    return sets, cards[:, 0].astype(np.int64)
