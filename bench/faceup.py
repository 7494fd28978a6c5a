"""The face-up study: its error per second with and without the control variates.

First every opening hand of Chase the Flush is valued with nothing seen: together they must be the
exact blind value, to the last digit.
"""

from fractions import Fraction
from math import comb
from time import process_time

import numpy as np

from bench.measure import show
from longsuit.analysis.exact import solve
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import class_hands
from longsuit.analysis.exact.position import remaining
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.analysis.faceup.high_card import HighCardStudy
from longsuit.core.games.catalog import find_game

SEED = 2020
TARGET = 0.0005
CASES = (
    ("ctf", 1, 2000),
    ("ctf", 3, 2000),
    ("ctf", 6, 4000),
    ("hcf", 1, 400_000),
    ("hcf", 5, 400_000),
)
PLAIN = {"ctf": 600, "hcf": 400_000}


def run() -> None:
    if _nothing_seen() != solve("ctf").value:
        raise SystemExit("with nothing seen the face-up kernel does not give the blind value")
    rows = [_measure(*case) for case in CASES]
    show(
        f"face up: standard error in % of an Ante after one second of one core (seed {SEED})",
        rows,
        *("other seats seen", "deals/s", "controlled", "plain", "ratio", "core seconds for 0.05%"),
    )
    print("all 1,755 openings with nothing seen together give the exact blind value\n")


def _study(name: str, seats: int) -> ChaseStudy | HighCardStudy:
    case = make_case(name)
    kind = ChaseStudy if case.game.board else HighCardStudy
    return kind(case, seats=seats, dealer_cards=0, threads=2)


def _measure(name: str, seats: int, deals: int) -> tuple[str, ...]:
    study = _study(name, seats)
    pilot = study.pilot(SEED)
    start = process_time()
    found = study.run(deals, pilot, SEED, 1)
    time = process_time() - start
    controlled = found.gain_error * time**0.5
    few = PLAIN[name]
    start = process_time()
    plain = study.run_plain(few, SEED).plain_error * (process_time() - start) ** 0.5
    return (
        f"{find_game(name).name}, {seats}",
        f"{deals / time:,.0f}",
        f"{controlled:.4%}",
        f"{plain:.4%}",
        f"{plain / controlled:.0f}",
        f"{(controlled / TARGET) ** 2:.1f}",
    )


def _nothing_seen() -> Fraction:
    study = _study("ctf", 0)
    assert isinstance(study, ChaseStudy)
    none = np.zeros((0, 0), np.int64), np.zeros(0, np.int64)
    total = sum(
        class_hands(own) * int(study.value_hand(own, remaining(own), *none)[0, :2].max())
        for own in study.hands
    )
    return Fraction(total, comb(52, 3) * 6 * comb(49, 4) * comb(45, 3))
