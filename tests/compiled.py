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
from tests.analysis.exact.general.test_any_game import ODD

import longsuit
from longsuit.analysis.certificate.kernels import boards as certificate_boards
from longsuit.analysis.exact import solve
from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import case_of, make_case
from longsuit.analysis.exact.general import form_of, solve_form
from longsuit.analysis.exact.hand_classes import class_count, classes
from longsuit.analysis.exact.kernels import chase_the_flush
from longsuit.analysis.exact.kernels.board_sweep import decide_rivers
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import HOLES, board_classes, holes
from longsuit.analysis.exact.position import float_lines, to_masks
from longsuit.analysis.faceup import study
from longsuit.analysis.faceup.exposure import high_card_totals, two_card_totals, value_hand
from longsuit.analysis.faceup.opening_hand import OpeningHand
from longsuit.analysis.simulate import simulate
from longsuit.analysis.simulate.kernels.sessions import walk
from longsuit.analysis.strategies.any_game import count
from longsuit.analysis.strategies.gains import Grid, facts_of
from longsuit.analysis.strategies.high_card_seats import sum_of_products
from longsuit.analysis.strategies.kernels import by_shape, every_deal
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.analysis.strategies.price import price_strategy
from longsuit.analysis.strategies.rules import read_rules_file
from longsuit.analysis.strategies.seats import products
from longsuit.analysis.strategies.tables import seven_cards, suit_tables
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.analysis.strategies.words import parse_condition
from longsuit.core.cards import RANK_COUNT, parse_cards
from longsuit.core.games.catalog import add_game, game_from_text
from longsuit.core.ranking import mask_key

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
        bonus_cap=CAP,
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
    walk(np.zeros(1, np.int64), 0, 0)
    count_shapes()
    count_two_seats()
    count_what_cards_are_worth()
    play_a_rule_list()


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


def count_shapes() -> None:
    """One board, one class of hands, and the cells of a search."""
    listed, weights = board_classes()
    forms = np.zeros((3, 1 << RANK_COUNT), np.int64)
    lines, keys = bet_lines(np.zeros((3, 2, 3, 8), np.int64)), suit_tables().keys
    bets = np.ones(HOLES, np.uint8), np.ones((1326, HOLES), np.uint8)
    river = np.zeros((len(listed), -(-HOLES // 8)), np.uint8)
    where = 0, len(listed), listed, weights, 0, lines, 0, *bets
    by_shape.chase(*where, river, keys, forms, np.zeros(by_shape.CODES, np.int64))
    codes = np.zeros(class_count(), np.int16)
    by_shape.code_classes(*seven_cards(), 0, len(codes), forms, codes)
    grid = Grid(parse_condition("at most 10 cards that beat you"))
    cells = np.zeros((grid.size, 3), np.int64)
    every_deal.river_cells(*where, grid.marks(), grid.counts_pairs, *suit_tables(), cells)


def count_two_seats() -> None:
    order = sorted((mask for mask in range(8) if mask.bit_count() <= 2), key=mask_key)
    sum_of_products(order, 2, 1, make_case("hcf").payoffs, {3: 0, 4: {(1, 0, 0): 1}})
    bets = np.zeros(HOLES, np.uint8), np.zeros((1326, HOLES), np.uint8)
    river = np.zeros((1, -(-HOLES // 8)), np.uint8)
    products(np.arange(11), np.array([[3, 2, 1, 0]]), solve("ctf"), *bets, river)


def count_what_cards_are_worth() -> None:
    case = make_case("ctf")
    hand = OpeningHand(case, float_lines(case.payoffs), next(iter(classes(size=3))))
    list(value_hand(hand, frozenset({"card", "two-cards", "flop-card"})))
    case, masks = make_case("hcf"), to_masks(parse_cards(HANDS["hcf"]))
    high_card_totals(case, np.array([masks]), {"card"})
    two_card_totals(case, np.array([masks]))


def play_a_rule_list() -> None:
    file = game_from_text(ODD, "odd.toml")
    add_game(file)
    case = case_of(file)
    rules = read_rules_file('game = "odd"\nfirst = ["bet 2x with a two-card flush"]', "odd.toml")
    count(rules, case, form_of(case, ranks=3))


if __name__ == "__main__":
    main()
