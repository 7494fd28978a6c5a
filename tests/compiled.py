"""Compile every kernel once, before the tests start: else each of their processes does it.

What is compiled is kept beside the code, so a second run takes a moment. Numba looks only at the
file that a function stands in; so what was compiled before another kernel that it uses was changed
is thrown away here.
"""

import os
import re
from pathlib import Path

import numpy as np
from tests.analysis.exact.general.forms import dealt_at_once, flush_rush, mixed

import longsuit
from longsuit.analysis.certificate.kernels import boards as certificate_boards
from longsuit.analysis.exact import solve
from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.general import form_of, solve_form
from longsuit.analysis.exact.kernels import chase_the_flush
from longsuit.analysis.exact.kernels.board_sweep import decide_rivers
from longsuit.analysis.exact.numbering import HOLES, board_classes, holes
from longsuit.analysis.faceup import study
from longsuit.analysis.simulate import simulate
from longsuit.analysis.strategies.gains import facts_of
from longsuit.analysis.strategies.kernels import every_deal
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.analysis.strategies.price import price_strategy
from longsuit.analysis.strategies.tables import suit_tables
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.cards import parse_cards

HANDS = {"ctf": "Ah Kh Qh", "hcf": "Th 8h 6h Js Ad Qd Jc"}
DYNAMIC = "PT-PRG-HCF-D03"
CAP = 500_00
LARGE = 10**9
_KERNEL = re.compile(r"^from longsuit\.(\S+\.kernels\.\w+) import", re.MULTILINE)
"""A pay whose sums need 64 bits."""


def main() -> None:
    os.environ["LONGSUIT_CACHE"] = "off"  # What is kept on disk would compile nothing.
    throw_away_stale(Path(longsuit.__file__).parent)
    for game, hand in HANDS.items():
        solve(game)
        advise(game, parse_cards(hand))
        simulate(game, rounds=1000, session=100, bankroll=100_00, bonus_cap=CAP)
        study(game, 1, deals=2, practical=game == "hcf")
    simulate(
        "hcf",
        rounds=1000,
        session=100,
        bankroll=100_00,
        wagers={"flush-bonus": None, "progressive": None},
        paytables={"progressive": DYNAMIC},
    )
    for board in ("2c 9h", "2c 9h Ks Kd"):
        advise("ctf", parse_cards(HANDS["ctf"]), parse_cards(board))
    for form in (
        form_of(make_case("ctf"), ranks=3),
        mixed(4),
        flush_rush(4, (2, 1, 2)),
        dealt_at_once(4),
    ):
        solve_form(form, rounds=1)
    solve_large_pays()
    price_strategy(tabulate(find_rules("hcf", "basic")))
    tabulate(find_rules("ctf", "basic"))
    price_one_board()
    count_one_board()
    decide_rivers(board_classes()[0][:1], np.zeros((16, 4), np.int64), 0, 0)
    facts_of(holes()[:1], board_classes()[0][0, :2])


def throw_away_stale(house: Path) -> None:
    """What was compiled before a kernel that its file imports was changed."""
    for path in house.rglob("kernels/*.py"):
        names = _KERNEL.findall(path.read_text())
        used = [house / f"{name.replace('.', '/')}.py" for name in names]
        changed = max((file.stat().st_mtime for file in used), default=0.0)
        kept = list((path.parent / "__pycache__").glob(f"{path.stem}.*.nb[ci]"))
        if any(file.stat().st_mtime < changed for file in kept):
            for file in kept:
                file.unlink()


def solve_large_pays() -> None:
    """A deck of ten cards of one suit: the kernels are those of the whole deck."""
    pay = np.full((3, 2, 3, 8), LARGE, np.int64)
    chase_the_flush.solve(np.array([(1 << 10) - 1, 0, 0, 0]), pay, -2, 0, alike=False)


def count_one_board() -> None:
    """For a certificate."""
    flops = [(0, 1), (0, 13), *((0, n) for n in range(2, 13))]
    pay = np.zeros((3, 2, 3, 8), np.int64)
    certificate_boards.count([(0, 1, 2, 3)], [4], flops, pay, -2, 0)


def price_one_board() -> None:
    listed, weights = board_classes()
    bets = np.zeros((1, HOLES), np.uint8), np.zeros((1, 1326, HOLES), np.uint8)
    river = np.zeros((1, len(listed), -(-HOLES // 8)), np.uint8)
    sums = np.zeros((1, 16, 4, 4), np.int64)
    where = 0, len(listed), listed, weights
    every_deal.price(*where, 0, *bets, river, suit_tables().keys, sums)


if __name__ == "__main__":
    main()
