"""What one piece of advice costs, and how that grows with the cards seen."""

import random
from functools import partial

from bench.measure import best_of, show
from longsuit.analysis.exact import advise
from longsuit.core.cards import DECK

SEED = 11
SEEN = (0, 6, 12, 18, 24)


def run() -> None:
    chance = random.Random(SEED)
    deck = list(DECK)
    chance.shuffle(deck)
    hole, board, hand = deck[:3], deck[3:7], deck[:7]
    rows = []
    for seen in SEEN:
        gone = deck[7 : 7 + seen]
        best = best_of(
            {
                "opening": partial(advise, "ctf", hole, (), gone),
                "flop": partial(advise, "ctf", hole, board[:2], gone),
                "river": partial(advise, "ctf", hole, board, gone),
                "high card": partial(advise, "hcf", hand, (), gone),
            },
            repeat=4,
        )
        rows.append((str(seen), *(f"{t * 1000:.2f} ms" for t in best.values())))
    show(
        f"Advice against cards seen (seed {SEED}; aim: opening 1 s, others 50 ms)",
        rows,
        *("seen", "Chase opening", "Chase flop", "Chase river", "High Card Flush"),
    )
