"""A script as a user writes it: mypy and pyright, both strict, know every type of it.

`make lint` reads it with both; test_library runs it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_type

import longsuit

# pyright: strict


def patient(hole: Sequence[str], board: Sequence[str]) -> str:
    """Three of a suit, or nothing."""
    suits = [card[1] for card in (*hole, *board)]
    longest = max(map(suits.count, suits))
    if len(board) == 4:
        return "bet" if longest >= 3 else "fold"
    return "bet" if longest > len(board) // 2 + 2 else "check"


def main() -> list[str]:
    """Lines about one game."""
    game = longsuit.game("ctf")
    priced = longsuit.price(game, "same-suit", {7: 300, 6: 100, 5: 10, 4: 1})
    assert_type(priced.house_edge, Fraction)
    drawn = longsuit.plot(priced)
    drawn.set_facecolor("white")
    advice = longsuit.advise("ctf", "Ah Kh 2d")
    assert_type(advice.best.action, str)
    folded = longsuit.deal("ctf", seed=5).act("check").act("check").act("fold")
    played = longsuit.simulate("ctf", 20_000, strategy=patient, seed=1)
    net, column = str(folded.net()), priced.table.names[0]
    return [game.name, advice.best.action, net, played.headline, column]


if __name__ == "__main__":
    print("\n".join(main()))
