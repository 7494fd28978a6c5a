"""Compile every kernel once, before the tests start: else each of their processes does it.

What is compiled is kept beside the code, so a second run takes a moment.
"""

from longsuit.cards import parse_cards
from longsuit.exact import solve
from longsuit.exact.advice import advise
from longsuit.faceup import study
from longsuit.simulate import simulate
from longsuit.strategies.find import find_rules
from longsuit.strategies.price import price_strategy
from longsuit.strategies.tabulate import tabulate

HANDS = {"ctf": "Ah Kh Qh", "hcf": "Th 8h 6h Js Ad Qd Jc"}


def main() -> None:
    for game, hand in HANDS.items():
        solve(game)
        advise(game, parse_cards(hand))
        simulate(game, rounds=1000, session=100, bankroll=100_00)
        study(game, 1, deals=2, practical=game == "hcf")
    price_strategy(tabulate(find_rules("hcf", "basic")))
    tabulate(find_rules("ctf", "basic"))


if __name__ == "__main__":
    main()
