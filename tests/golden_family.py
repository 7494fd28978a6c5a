"""Golden rounds of the further games in the box, worked out by hand like those of `golden_rounds`.

``python -m tests.golden_family`` writes them to tests/golden/family. After the hole cards stand the
dealer's, and then in `board` whatever comes later, in the order of dealing.
"""

from typing import Any

from tests.golden_rounds import FOLDER as ABOVE
from tests.golden_rounds import Scenario, write_files

FOLDER = ABOVE / "family"
_FOUR_PLAY = "1 play_1x, 2 play_1x, 3 play_1x, 4 play_1x"
_BOTH_PLAYS = f"{_FOUR_PLAY}, {_FOUR_PLAY}"
_JACK_HIGH_DEALER = "Jc 6h 3c 2s Ks 7d 4h"
_FOUR, _FIVE, _SIX = "Kd Jd 8d 5d 2h 4s 6c", "Ah Qh Th 8h 3h 7s 9d", "Ks Qs Js 8s 5s 2s Td"
_SIZES = "1 play_1x, 2 play_2x, 3 play_3x"

RUSH = (
    # Seven hearts, six spades, five diamonds, four clubs, no straights: 300, 20, 9 and 5 to 1.
    Scenario(
        "rush-flushes",
        (
            "1 Ann 1000 | ante 10 | Ah Qh Th 8h",
            "2 Bob 1000 | ante 10 | As Qs Ts 8s",
            "3 Cleo 1000 | ante 10 | Ad Qd Td 8d",
            "4 Dan 1000 | ante 10 | Ac Qc Tc 8c",
        ),
        board="6h 4h 6s 4s 6d 3s 2d 4d 2h 3c 5c 7h",
        acts=_BOTH_PLAYS,
        returns=(
            "1: ante 3010, play 40",
            "2: ante 210, play 40",
            "3: ante 100, play 40",
            "4: ante 60, play 40",
        ),
    ),
    # 9 down to 3, K down to 8, 7 down to 3, and A-2-3-4: 1,000, 500, 100 and 15 to 1.
    Scenario(
        "rush-straight-flushes",
        (
            "1 Ann 1000 | ante 10 | 9h 8h 7h 6h",
            "2 Bob 1000 | ante 10 | Ks Qs Js Ts",
            "3 Cleo 1000 | ante 10 | 7d 6d 5d 4d",
            "4 Dan 1000 | ante 10 | Ac 2c 3c 4c",
        ),
        board="5h 4h 9s 8s 3d Kc 9d Jh 3h 2d Qc Th",
        acts=_BOTH_PLAYS,
        returns=(
            "1: ante 10010, play 40",
            "2: ante 5010, play 40",
            "3: ante 1010, play 40",
            "4: ante 160, play 40",
        ),
    ),
    # The better of two: 20 over 15, 15 over 9, 300 over 100, 100 over 20.
    Scenario(
        "rush-the-better",
        (
            "1 Ann 1000 | ante 10 | Th 9h 8h 7h",
            "2 Bob 1000 | ante 10 | Js Ts 9s 8s",
            "3 Cleo 1000 | ante 10 | Kd Qd Jd Td",
            "4 Dan 1000 | ante 10 | Kc Qc Jc Tc",
        ),
        board="2h 4h 2s 3d 9d 5d 9c 2c 6s 5c 2d 4s",
        acts=_BOTH_PLAYS,
        returns=(
            "1: ante 210, play 40",
            "2: ante 160, play 40",
            "3: ante 3010, play 40",
            "4: ante 1010, play 40",
        ),
    ),
    # Three hearts; three of two suits, 2-3-4 among them; four clubs, K-A-2-3 being no straight.
    Scenario(
        "rush-too-short",
        (
            "1 Ann 1000 | ante 10 | Ah Kh 9h 2s",
            "2 Bob 1000 | ante 10 | As Ks 4s 2h",
            "3 Cleo 1000 | ante 10 | Kc Ac 2c 3c",
        ),
        board="3d 5s 3h 4h 8d Th 7d 6c Jd",
        acts="1 play_1x, 2 play_1x, 3 play_1x, 1 play_1x, 2 play_1x, 3 play_1x",
        returns=("1: ante 0, play 0", "2: ante 0, play 0", "3: ante 60, play 40"),
    ),
    # Whoever folds gets no more cards, and loses what is bet by then.
    Scenario(
        "rush-folds",
        (
            "1 Ann 1000 | ante 10 | Ah Kd 9c 2s",
            "2 Bob 1000 | ante 10 | Kh Qh 3c 4d",
            "3 Cleo 1000 | ante 10 | As Ks 9s 5s",
        ),
        board="6d 7c 2d 3d Tc",
        acts="1 fold, 2 play_1x, 3 play_1x, 2 fold, 3 play_1x",
        returns=("1: ante 0", "2: ante 0, play 0", "3: ante 60, play 40"),
    ),
    Scenario(
        "rush-all-fold",
        ("1 Ann 1000 | ante 10 | Ah Kd 9c 2s",),
        acts="1 fold",
        returns=("1: ante 0",),
    ),
    Scenario(
        "rush-time-runs-out",
        ("1 Ann 1000 | ante 10 | Ah Kd 9c 2s", "2 Bob 1000 | ante 10 | Kh Qh 3c 4d"),
        board="6d 7c",
        acts="1 time, 2 play_1x, 2 time",
        returns=("1: ante 0", "2: ante 0, play 0"),
    ),
    # Twenty dollars are an Ante and one Play: the second cannot be paid for.
    Scenario(
        "rush-out-of-money",
        ("1 Ann 20 | ante 10 | Ah Kh 9h 2h",),
        board="6d 7c",
        acts="1 play_1x, 1 fold",
        returns=("1: ante 0, play 0",),
    ),
    Scenario(
        "rush-face-up-two-seats",
        ("1 Ann 1000 | ante 10 | Ah Kh 9h 2h", "2 Ann 1000 | ante 20 | As Ks 9c 2c"),
        board="6d 7c 3s 4s Td 5s",
        acts="1 play_1x, 2 play_1x, 1 play_1x, 2 play_1x",
        returns=("1: ante 60, play 40", "2: ante 200, play 80"),
        options={"face_up": True, "seats_per_player": 2},
    ),
    Scenario(
        "rush-cancelled-after-bets",
        ("1 Ann 1000 | ante 10 | Ah Kh 9h 2h",),
        board="6d 7c",
        acts="1 play_1x",
        cancel="misdeal",
    ),
    Scenario("rush-cancelled-before-deal", ("1 Ann 1000 | ante 10 |",), cancel="no dealer"),
)

LUV = (
    Scenario(
        "ils-qualified-ahead",
        tuple(
            f"{n} {name} 1000 | ante 10 | {cards}"
            for n, name, cards in ((1, "Ann", _FOUR), (2, "Bob", _FIVE), (3, "Cleo", _SIX))
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts=_SIZES,
        returns=("1: ante 20, play 20", "2: ante 20, play 40", "3: ante 20, play 60"),
    ),
    Scenario(
        "ils-qualified-behind",
        (
            "1 Ann 1000 | ante 10 | Kd Jd 8d 5d 2h 4c 6c",
            "2 Bob 1000 | ante 10 | Ah Qh Th 8h 3h 7c 9d",
            "3 Cleo 1000 | ante 10 | Kc Qc Jc 8c 5c 2c Td",
        ),
        dealer="As Ks Qs 9s 7s 4s 2s",
        acts=_SIZES,
        returns=("1: ante 0, play 0", "2: ante 0, play 0", "3: ante 0, play 0"),
    ),
    Scenario(
        "ils-qualified-tie",
        ("1 Ann 1000 | ante 10 | Kd Jd 8d 5d 2s 4h 6s",),
        dealer="Kc Jc 8c 5c 2h 4s 6d",
        acts="1 play_1x",
        returns=("1: ante 10, play 10",),
    ),
    Scenario(
        "ils-unqualified-ahead",
        (f"1 Ann 1000 | ante 10 | {_FOUR}", f"2 Bob 1000 | ante 10 | {_FIVE}"),
        dealer="8c 3c 2c 4d 5h 6s 7h",
        acts="1 play_1x, 2 play_2x",
        returns=("1: ante 20, play 10", "2: ante 20, play 20"),
    ),
    Scenario(
        "ils-unqualified-behind-and-tie",
        (
            "1 Ann 1000 | ante 10 | 8d 6d 4h 2s 9s Tc Jh",
            "2 Bob 1000 | ante 10 | 8h 7h 5h 4s 2d 6c Ad",
        ),
        dealer="8c 7c 5c 4d 2h 6s 3h",
        acts="1 play_1x, 2 play_1x",
        returns=("1: ante 20, play 10", "2: ante 20, play 10"),
    ),
    # Five hearts at the second of three seats: 5 to 1 to whoever covers all, folded or not.
    Scenario(
        "ils-cover-all-of-another",
        (
            "1 Ann 1000 | ante 10, cover-all 5 | Kd Jd 8d 5c 2h 4s 6c",
            f"2 Bob 1000 | ante 10 | {_FIVE}",
            "3 Cleo 1000 | ante 10, cover-all 10 | Ks Qs 8c 5s 2d 7c Td",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 fold, 2 fold, 3 play_1x",
        returns=("1: ante 0, cover-all 30", "2: ante 0", "3: ante 20, play 20, cover-all 60"),
    ),
    # The dealer has six spades: 40 to 1 with one player; seven of one's own pay 300.
    Scenario(
        "ils-cover-all-of-the-dealer",
        ("1 Ann 1000 | ante 10, cover-all 5 | Kd Jd 8d 5c 2h 4c 6c",),
        dealer="Ks Qs Js 8s 5s 2s Td",
        acts="1 fold",
        returns=("1: ante 0, cover-all 205",),
    ),
    Scenario(
        "ils-cover-all-of-ones-own",
        ("1 Ann 1000 | ante 10, cover-all 5 | Ks Js 9s 7s 5s 3s 2s",),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 play_3x",
        returns=("1: ante 20, play 60, cover-all 1505",),
    ),
    # Four cards are too few for Cover All. Nobody else looks at the folded hand: it stays down.
    Scenario(
        "ils-cover-all-loses",
        (
            f"1 Ann 1000 | ante 10, cover-all 5 | {_FOUR}",
            "2 Bob 1000 | ante 10 | " + "Ah Qh Tc 8c 3s 7s 9d",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 play_1x, 2 fold",
        returns=("1: ante 20, play 20, cover-all 0", "2: ante 0"),
    ),
    Scenario(
        "ils-fold-in-secret",
        (f"1 Ann 1000 | ante 10 | {_FOUR}", "2 Bob 1000 | ante 10 | Ah Qh Tc 8c 3s 7s 9d"),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 play_1x, 2 fold",
        returns=("1: ante 20, play 20", "2: ante 0"),
    ),
    # Six players pay 75 for seven cards: 375 dollars, halved by the cap of 375 for both.
    Scenario(
        "ils-six-players-under-a-cap",
        (
            "1 Ann 1000 | ante 10, cover-all 5 | Ks Js 9s 7s 5s 3s 2s",
            "2 Bob 1000 | ante 10, cover-all 5 | Ah Kd 4c 6s 8d Tc 2h",
            "3 Cleo 1000 | ante 10 | Kh 2d 3c As Qd 6h 8c",
            "4 Dan 1000 | ante 10 | Qh 3d Ac 4s Jd 7c Th",
            "5 Eve 1000 | ante 10 | Jh 4d Kc 6c 8s Td 5h",
            "6 Finn 1000 | ante 10 | 9h 5d Qc Ts Ad 2c 8h",
        ),
        dealer="9c 3h 7d 4h Qs 6d Jc",
        acts="1 play_3x, 2 fold, 3 fold, 4 fold, 5 fold, 6 fold",
        returns=(
            "1: ante 20, play 30, cover-all 192.50",
            "2: ante 0, cover-all 192.50",
            *(f"{n}: ante 0" for n in (3, 4, 5, 6)),
        ),
        options={"bonus_cap": 375_00},
    ),
    Scenario(
        "ils-time-runs-out",
        (f"1 Ann 1000 | ante 10 | {_FOUR}",),
        dealer=_JACK_HIGH_DEALER,
        acts="1 time",
        returns=("1: ante 0",),
    ),
    Scenario(
        "ils-cancelled-after-deal",
        (f"1 Ann 1000 | ante 10, cover-all 5 | {_FOUR}",),
        dealer=_JACK_HIGH_DEALER,
        cancel="misdeal",
    ),
)

_CHASERS = (
    "1 Ann 1000 | ante 10, suit-bonus 5 | Kh Qh",
    "2 Bob 1000 | ante 10 | Jh 8h",
    "3 Cleo 1000 | ante 10, suit-bonus 5 | Th 9s",
)


def _chase(name: str, dealer: str, board: str, returns: tuple[str, ...], **more: Any) -> Scenario:
    acts = more.pop("acts", "1 bet_2x, 2 check, 3 check, 2 bet_1x, 3 check, 3 bet_1x")
    return Scenario(f"tcc-{name}", _CHASERS, dealer, acts, returns, board, **more)


TWO_CARDS = (
    # Four hearts, twice, and three of ten-high, against Q-J-5 of spades.
    _chase(
        "qualified-ahead",
        "Js 5s",
        "Ah 9h Qs 4c 2d",
        (
            "1: ante 20, chase 40, suit-bonus 10",
            "2: ante 20, chase 20",
            "3: ante 20, chase 20, suit-bonus 0",
        ),
    ),
    _chase(
        "qualified-behind",
        "Ac Kc",
        "Qc 9c 7c 4d 2d",
        (
            "1: ante 0, chase 0, suit-bonus 0",
            "2: ante 0, chase 0",
            "3: ante 0, chase 0, suit-bonus 0",
        ),
    ),
    # All play the five clubs of the board: a tie loses, and five pay 8 to 1.
    _chase(
        "qualified-tie",
        "As Ks",
        "Qc 9c 7c 4c 2c",
        (
            "1: ante 0, chase 0, suit-bonus 45",
            "2: ante 0, chase 0",
            "3: ante 0, chase 0, suit-bonus 45",
        ),
    ),
    _chase(
        "unqualified-ahead",
        "3s 2c",
        "Ah 7d 6c 4d 2s",
        (
            "1: ante 10, chase 40, suit-bonus 0",
            "2: ante 10, chase 20",
            "3: ante 10, chase 20, suit-bonus 0",
        ),
    ),
    # 8-7-6 of diamonds, all on the board, is the best of everybody.
    _chase(
        "unqualified-tie",
        "3s 2c",
        "8d 7d 6d 4c As",
        (
            "1: ante 10, chase 0, suit-bonus 0",
            "2: ante 10, chase 0",
            "3: ante 10, chase 0, suit-bonus 0",
        ),
    ),
    # The dealer's 8-7-5 does not qualify, and is ahead of two cards.
    _chase(
        "unqualified-behind",
        "5d 2c",
        "8d 7d 6c 4c As",
        (
            "1: ante 10, chase 0, suit-bonus 0",
            "2: ante 10, chase 0",
            "3: ante 10, chase 0, suit-bonus 0",
        ),
    ),
    _chase(
        "fold",
        "Js 5s",
        "Ah 9h Qs 4c 2d",
        ("1: ante 0, suit-bonus 10", "2: ante 0", "3: ante 0, suit-bonus 0"),
        acts="1 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 fold, 2 time, 3 fold",
    ),
    _chase(
        "cancelled-after-bets",
        "Js 5s",
        "Ah 9h Qs 4c",
        (),
        acts="1 bet_2x, 2 check, 3 check, 2 bet_1x",
        cancel="misdeal",
    ),
)

SCENARIOS = (*RUSH, *LUV, *TWO_CARDS)

if __name__ == "__main__":
    write_files(FOLDER, SCENARIOS)
