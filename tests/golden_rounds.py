"""Golden rounds: a round for every branch of settlement, with cards and amounts worked out by hand.

``python -m tests.golden_rounds`` writes the history of each to tests/golden. The amounts here come
from the rules and the printed paytables, not from the program: they are what each wager returns,
the stake included where it comes back.

A seat is written ``number player stack | wagers | cards``, in dollars; an act is a seat and an
action, with an amount where there is a choice, or ``time`` when the seat's time runs out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tests.wording import reason_of

from longsuit.core.cards import DECK, Card, parse_cards
from longsuit.core.games.catalog import find_game, parse_boxed
from longsuit.core.games.game import ANYTHING
from longsuit.core.games.table import make_table
from longsuit.core.money import Cents, parse_dollars
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.history import write_history

FOLDER = Path(__file__).resolve().parent / "golden"
_CTF, _HCF = find_game("ctf").rules, find_game("hcf").rules


@dataclass(frozen=True)
class Scenario:
    """One round, as it is played and as it must come out."""

    name: str
    seats: tuple[str, ...]
    dealer: str = ""
    acts: str = ""
    returns: tuple[str, ...] = ()
    """``seat: wager dollars, wager dollars`` for every wager of every seat."""
    board: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    """Settings of the table that are not the usual ones."""
    dynamic: dict[str, str] = field(default_factory=dict)
    awards: str = ""
    """``seat wager dollars`` in the order in which they are paid, right to left."""
    envies: str = ""
    """``seat winner dollars`` in the order of settlement."""
    cancel: str | None = None
    """Why the round is cancelled once the acts are done."""
    starts: bool = True
    """Whether START ROUND is touched before a cancel without cards."""

    @property
    def game(self) -> str:
        return self.name.split("-")[0]

    @property
    def seated(self) -> dict[int, tuple[str, Cents]]:
        heads = (seat.split("|")[0].split() for seat in self.seats)
        return {int(number): (name, parse_dollars(stack)) for number, name, stack in heads}

    @property
    def wagers(self) -> dict[int, dict[str, Cents]]:
        return {int(seat.split()[0]): amounts(seat.split("|")[1]) for seat in self.seats}

    @property
    def expected(self) -> dict[tuple[int, str], Cents]:
        """What every wager returns, by hand."""
        told = (line.split(":") for line in self.returns)
        return {(int(n), wager): back for n, each in told for wager, back in amounts(each).items()}

    @property
    def paid(self) -> list[tuple[int, str, Cents]]:
        """The meter awards, in order."""
        parts = (part.split() for part in self.awards.split(",") if part)
        return [(int(seat), wager, parse_dollars(amount)) for seat, wager, amount in parts]

    @property
    def envied(self) -> list[tuple[int, int, Cents]]:
        parts = (part.split() for part in self.envies.split(",") if part)
        return [(int(seat), int(winner), parse_dollars(amount)) for seat, winner, amount in parts]

    @property
    def alone(self) -> bool:
        """Whether cards are dealt without a dealer."""
        has_dealer = find_game(self.game).dealer > 0
        return not has_dealer and all(seat.split("|")[2].strip() for seat in self.seats)

    @property
    def deck(self) -> tuple[Card, ...]:
        hands = "".join(seat.split("|")[2] for seat in self.seats)
        seen = parse_cards(f"{hands} {self.dealer} {self.board}")
        return (*seen, *(card for card in DECK if card not in seen))


def amounts(text: str) -> dict[str, Cents]:
    """``ante 10, xtra 10`` as cents by wager."""
    parts = (part.split() for part in text.split(",") if part.strip())
    return {wager: parse_dollars(amount) for wager, amount in parts}


def commands(scenario: Scenario) -> list[Command]:
    """The scenario as it is asked of the round."""
    players = {seat: Actor("player", name) for seat, (name, _) in scenario.seated.items()}
    asks: list[Command] = []
    for seat, wagers in scenario.wagers.items():
        if wagers:
            asks.append(asked.PlaceWagers(by=players[seat], seat=seat, wagers=wagers))
    if scenario.starts:
        dynamic = {hand: parse_dollars(pays) for hand, pays in scenario.dynamic.items()}
        asks.append(asked.StartRound(by=DEALER, dynamic=dynamic))
    if scenario.dealer or scenario.alone:
        asks.append(asked.DealCards(by=SYSTEM, deck=scenario.deck))
    for act in scenario.acts.split(",") if scenario.acts else ():
        number, action, *rest = act.split()
        seat, amount = int(number), parse_dollars(rest[0]) if rest else None
        if action == "time":
            asks.append(asked.LetTimePass(by=SYSTEM, seat=seat))
        else:
            asks.append(asked.Act(by=players[seat], seat=seat, action=action, amount=amount))
    for seat, wager, paid in scenario.paid:
        asks.append(asked.PayAward(by=SYSTEM, seat=seat, wager=wager, amount=paid))
    if scenario.cancel is None:
        asks.append(asked.EndRound(by=DEALER))
    else:
        asks.append(asked.CancelRound(by=DEALER, reason=scenario.cancel))
    return asks


def play(scenario: Scenario) -> list[AnyEvent]:
    """The events of the scenario's round."""
    table = make_table(scenario.game, **scenario.options)
    past: list[AnyEvent] = [open_round(table, 1, scenario.seated)]
    state = evolve(None, past[0])
    for command in commands(scenario):
        outcome = decide(state, command)
        if isinstance(outcome, Refused):
            raise ValueError(f"{scenario.name}: {command}: {reason_of(outcome)}")
        past.extend(outcome)
        state = evolve_all(state, outcome)
    return past


_HOUSE_TABLE = parse_boxed(
    """
[[paytable]]
id = "House progressive"
game = "high-card-flush"
wager = "progressive"
basis = "for 1"
base = 5
[paytable.pays]
"5-card straight flush" = { pays = 1000, envy = 50 }
"3-card straight flush" = 20
""",
    "house.toml",
)[0]

_STRAIGHTS_FIRST = parse_boxed(
    """
[[paytable]]
id = "Straight flushes first"
game = "chase-the-flush"
wager = "same-suit"
basis = "to 1"
[paytable.pays]
"4-card straight flush" = 20
"7-card flush" = 300
"4-card flush" = 1
""",
    "first.toml",
)[0]

# Every seat of these has an Ante (and X-tra Bonus) of 10 dollars.
_THREE_POINTS = "1 bet_3x, 2 check, 3 check, 2 bet_2x, 3 check, 3 bet_1x"
_RIVER = "1 check, 2 check, 1 check, 2 check, 1 bet_1x, 2 bet_1x"
_NO_FLUSH_IN_COMMON = "Kc 8d 6h 3s"
_EIGHT_HIGH_BOARD = "8h 5h 3h 2c"

CHASE = (
    # Dealer Q-7-5. Five hearts, four, and three headed by the ace: X-tra 5 to 1, 1 to 1, push.
    Scenario(
        "ctf-qualified-ahead",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Kh Qh 3h",
            "2 Bob 1000 | ante 10, xtra 10 | Jh 8h 6c",
            "3 Cleo 1000 | ante 10, xtra 10 | Th Kd 6d",
        ),
        dealer="Qs 7s 5s",
        board="Ah 9h 4c 2d",
        acts=_THREE_POINTS,
        returns=(
            "1: ante 20, xtra 60, all-in 60",
            "2: ante 20, xtra 20, all-in 40",
            "3: ante 20, xtra 10, all-in 20",
        ),
    ),
    # Dealer A-K-J-9-2 against four cards, five headed by the king, and three.
    Scenario(
        "ctf-qualified-behind",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Qc 8c 7s",
            "2 Bob 1000 | ante 10, xtra 10 | Tc 6c 4c",
            "3 Cleo 1000 | ante 10, xtra 10 | Ad 9d 8h",
        ),
        dealer="Ac 9c 2c",
        board="Kc Jc 5d 3h",
        acts=_THREE_POINTS,
        returns=(
            "1: ante 0, xtra 0, all-in 0",
            "2: ante 0, xtra 0, all-in 0",
            "3: ante 0, xtra 0, all-in 0",
        ),
    ),
    # All play the board's A-K-Q-J. It pays a STAX wager 250 dollars all the same.
    Scenario(
        "ctf-qualified-tie",
        (
            "1 Ann 1000 | ante 10, xtra 10, stax 5 | 5c 6d 7s",
            "2 Bob 1000 | ante 10, xtra 10 | 8c 9d Ts",
            "3 Cleo 1000 | ante 10, xtra 10 | Tc 2d 3s",
        ),
        dealer="2c 3d 4s",
        board="Ah Kh Qh Jh",
        acts=_THREE_POINTS,
        returns=(
            "1: ante 10, xtra 10, all-in 30, stax 250",
            "2: ante 10, xtra 10, all-in 20",
            "3: ante 10, xtra 10, all-in 10",
        ),
    ),
    # Dealer K-7, two cards. K-Q, four diamonds and 9-7-6 are ahead; the Ante only comes back.
    Scenario(
        "ctf-unqualified-ahead",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Qc 9d 2h",
            "2 Bob 1000 | ante 10, xtra 10 | Ad Jd Td",
            "3 Cleo 1000 | ante 10, xtra 10 | 9h 7h 2s",
        ),
        dealer="7c 5d 4h",
        board=_NO_FLUSH_IN_COMMON,
        acts=_THREE_POINTS,
        returns=(
            "1: ante 10, xtra 10, all-in 60",
            "2: ante 10, xtra 20, all-in 40",
            "3: ante 10, xtra 10, all-in 20",
        ),
    ),
    # Dealer 8-5-4 against two cards, 8-5-3 and 8-5-2.
    Scenario(
        "ctf-unqualified-behind",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Ah 9d 2c",
            "2 Bob 1000 | ante 10, xtra 10 | 3s 6h 7c",
            "3 Cleo 1000 | ante 10, xtra 10 | 2s Jh Td",
        ),
        dealer="4s 2h 3d",
        board="8s 5s Kd Qc",
        acts=_THREE_POINTS,
        returns=(
            "1: ante 10, xtra 0, all-in 0",
            "2: ante 10, xtra 0, all-in 0",
            "3: ante 10, xtra 0, all-in 0",
        ),
    ),
    Scenario(
        "ctf-unqualified-tie",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Ad Kc Qd",
            "2 Bob 1000 | ante 10, xtra 10 | As Ks Jd",
            "3 Cleo 1000 | ante 10, xtra 10 | 9c Td 9s",
        ),
        dealer="Ac Kd Qs",
        board=_EIGHT_HIGH_BOARD,
        acts=_THREE_POINTS,
        returns=(
            "1: ante 10, xtra 10, all-in 30",
            "2: ante 10, xtra 10, all-in 20",
            "3: ante 10, xtra 10, all-in 10",
        ),
    ),
    # 8-7-6-5 of diamonds: Same Suit 20 to 1, STAX 150. The third seat has no side wager.
    Scenario(
        "ctf-fold",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5, stax 5 | 8d 7d 2h",
            "2 Bob 1000 | ante 10, xtra 10, same-suit 5, stax 5 | 2c 3h 4s",
            "3 Cleo 1000 | ante 10, xtra 10 | Ac Tc 3s",
        ),
        dealer="Ks Qs Js",
        board="6d 5d Kc 9s",
        acts="1 check, 2 check, 3 check, 1 check, 2 check, 3 check, 1 fold, 2 fold, 3 fold",
        returns=(
            "1: ante 0, xtra 0, same-suit 105, stax 150",
            "2: ante 0, xtra 0, same-suit 0, stax 0",
            "3: ante 0, xtra 0",
        ),
    ),
    # Seven, six and five hearts. Same Suit: seven cards pay 300, not the 20 of J-T-9-8 in them.
    Scenario(
        "ctf-xtra-a",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5 | Ah Jh 9h",
            "2 Bob 1000 | ante 10, xtra 10, same-suit 5 | Kh 7h 3c",
            "3 Cleo 1000 | ante 10, xtra 10, same-suit 5 | Qh 4s 3s",
        ),
        dealer="2c 6d 9s",
        board="Th 8h 5h 2h",
        acts="1 bet_3x, 2 bet_3x, 3 bet_3x",
        returns=(
            "1: ante 20, xtra 2510, all-in 60, same-suit 1505",
            "2: ante 20, xtra 210, all-in 60, same-suit 255",
            "3: ante 20, xtra 60, all-in 60, same-suit 55",
        ),
    ),
    # Six, five and four hearts against three: 70 to 1, 7 to 1, and a push.
    Scenario(
        "ctf-xtra-b",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5 | Ah Jh 9h",
            "2 Bob 1000 | ante 10, xtra 10, same-suit 5 | Kh 7h 3c",
            "3 Cleo 1000 | ante 10, xtra 10, same-suit 5 | Qh 4s 3s",
        ),
        dealer="2d 6d 9s",
        board="Th 8h 5h 2c",
        acts="1 bet_3x, 2 bet_3x, 3 bet_3x",
        returns=(
            "1: ante 20, xtra 710, all-in 60, same-suit 255",
            "2: ante 20, xtra 80, all-in 60, same-suit 30",
            "3: ante 20, xtra 10, all-in 60, same-suit 10",
        ),
        options={"paytables": {"xtra": "B", "same-suit": "B"}},
    ),
    Scenario(
        "ctf-face-up",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5 | Ah Jh 9h",
            "4 Bob 1000 | ante 10, xtra 10 | 3c 4s 3s",
        ),
        dealer="2c 6d 9s",
        board="Th 8h 5h 2h",
        acts="1 bet_3x, 4 check, 4 check, 4 fold",
        returns=("1: ante 20, xtra 4010, all-in 60, same-suit 2005", "4: ante 0, xtra 0"),
        options={"paytables": {"xtra": "B", "same-suit": "B"}, "face_up": True},
    ),
    # A-K-9 and Q-5-4 in one hand: A-K-9 counts, and beats K-J-9. K-9-7 and Q-T-4: K-9-7 does not.
    Scenario(
        "ctf-two-suits",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5, stax 5 | Ah 5s 6d",
            "2 Bob 1000 | ante 10, xtra 10 | Ts 8c 7h",
        ),
        dealer="Jh 2c 3d",
        board="Kh 9h Qs 4s",
        acts=_RIVER,
        returns=(
            "1: ante 20, xtra 10, all-in 20, same-suit 0, stax 0",
            "2: ante 0, xtra 0, all-in 0",
        ),
    ),
    # Four hearts are the flush; A-2-3 of spades is the straight flush.
    Scenario(
        "ctf-ace-low",
        ("1 Ann 1000 | ante 10, xtra 10, same-suit 5, stax 5 | As Kh 9h",),
        dealer="Qd 8d 4d",
        board="2s 3s Jh 6h",
        acts="1 bet_3x",
        returns=("1: ante 20, xtra 20, all-in 60, same-suit 10, stax 25",),
    ),
    # Q-J-T-9-8-7 takes the spade meter, T-9-8-7-6 the diamond; A and T-9-8-7 is worth 150.
    Scenario(
        "ctf-stax-meters",
        (
            "1 Ann 1000 | ante 10, xtra 10, stax 5 | Jh Qh 2c",
            "2 Bob 1000 | ante 10, xtra 10, stax 5 | 6h 3d 4c",
            "3 Cleo 1000 | ante 10, xtra 10, stax 5 | Ah As 2d",
        ),
        dealer="5h 5c 5d",
        board="Th 9h 8h 7h",
        acts="1 bet_3x, 2 bet_3x, 3 bet_3x",
        returns=(
            "1: ante 20, xtra 210, all-in 60, stax 0",
            "2: ante 20, xtra 60, all-in 60, stax 0",
            "3: ante 20, xtra 60, all-in 60, stax 150",
        ),
        awards="2 stax 500, 1 stax 2500",
    ),
    # A-K-Q-J-T takes the heart meter; A-K-Q with a nine is worth 100 and wins by the nine.
    Scenario(
        "ctf-stax-ace-high",
        (
            "1 Ann 1000 | ante 10, xtra 10, stax 5 | Jh Th 3d",
            "2 Bob 1000 | ante 10, xtra 10, stax 5 | 9h 4s 5d",
        ),
        dealer="2h 7c 8d",
        board="Ah Kh Qh 2c",
        acts="1 bet_3x, 2 bet_3x",
        returns=(
            "1: ante 20, xtra 60, all-in 60, stax 0",
            "2: ante 20, xtra 20, all-in 60, stax 100",
        ),
        awards="1 stax 1000",
    ),
    # J down to 5: the star meter, 2,000 to 1 and 250 to 1. The folded seat shares T-9-8-7 only.
    Scenario(
        "ctf-seven-card-straight-flush",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5, stax 5 | Js 6s 5s",
            "2 Bob 1000 | ante 10, xtra 10, stax 5 | 2c 3h 4d",
        ),
        dealer="Kh Qd 2s",
        board="Ts 9s 8s 7s",
        acts="1 bet_3x, 2 check, 2 check, 2 fold",
        returns=(
            "1: ante 20, xtra 2510, all-in 60, same-suit 10005, stax 0",
            "2: ante 0, xtra 0, stax 150",
        ),
        awards="1 stax 10000",
    ),
    Scenario(
        "ctf-time-runs-out",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Qc 9d 2h",
            "2 Bob 1000 | ante 10, xtra 10 | 9h 7h 2s",
        ),
        dealer="7c 5d 4h",
        board=_NO_FLUSH_IN_COMMON,
        acts="1 time, 2 check, 1 time, 2 time, 1 time, 2 bet_1x",
        returns=("1: ante 0, xtra 0", "2: ante 10, xtra 10, all-in 20"),
    ),
    # A-Q-9 beats K-Q-9, Q-J-T-9 does by length, Q-9-8 does not. Ann has two seats.
    Scenario(
        "ctf-two-seats",
        (
            "1 Ann 500 | ante 10, xtra 10 | Ad 5h 6s",
            "2 Bob 1000 | ante 10, xtra 10 | Jd Td 8h",
            "3 Ann 500 | ante 10, xtra 10 | 8d Kh Ks",
        ),
        dealer="Kd 3c 4s",
        board="Qd 9d 7c 2s",
        acts=_THREE_POINTS,
        returns=(
            "1: ante 20, xtra 10, all-in 60",
            "2: ante 20, xtra 20, all-in 40",
            "3: ante 0, xtra 0, all-in 0",
        ),
        options={"seats_per_player": 2},
    ),
    # Behind 8-5-4, and yet the Ante is paid where the house has it so.
    Scenario(
        "ctf-rules-ante-paid",
        ("1 Ann 1000 | ante 10, xtra 10 | Ah 9d 2c",),
        dealer="4s 2h 3d",
        board="8s 5s Kd Qc",
        acts="1 bet_3x",
        returns=("1: ante 20, xtra 0, all-in 0",),
        options={"rules": replace(_CTF, unqualified="win")},
    ),
    # 8-5-3 ties 8-5-3 and loses by the house's rule; 9-8-5-3 is ahead, and the Ante is compared.
    Scenario(
        "ctf-rules-ties-lose",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Ad Kc Qd",
            "2 Bob 1000 | ante 10, xtra 10 | 9h Td 9s",
        ),
        dealer="Ac Kd Qs",
        board=_EIGHT_HIGH_BOARD,
        acts=_RIVER,
        returns=("1: ante 0, xtra 0, all-in 0", "2: ante 20, xtra 20, all-in 20"),
        options={"rules": replace(_CTF, unqualified="play", ties="lose")},
    ),
    # The same tie with every dealer qualified and ties won: three cards still push the X-tra Bonus.
    Scenario(
        "ctf-rules-ties-win",
        ("1 Ann 1000 | ante 10, xtra 10 | Ad Kc Qd",),
        dealer="Ac Kd Qs",
        board=_EIGHT_HIGH_BOARD,
        acts="1 check, 1 check, 1 bet_1x",
        returns=("1: ante 20, xtra 10, all-in 20",),
        options={"rules": replace(_CTF, qualifier=ANYTHING, ties="win")},
    ),
    # Four hearts at the house's 2 to 1, twice; three spades push and pay 1 to 1.
    Scenario(
        "ctf-own-paytables",
        (
            "1 Ann 1000 | ante 10, xtra 10, same-suit 5 | Ah 5s 7d",
            "2 Bob 1000 | ante 10, xtra 10, same-suit 5 | As Qs 2c",
        ),
        dealer="Jd 2d 3c",
        board="Kh 9h 6h 4s",
        acts=_RIVER,
        returns=(
            "1: ante 20, xtra 30, all-in 20, same-suit 15",
            "2: ante 20, xtra 10, all-in 20, same-suit 10",
        ),
        options={"paytables": {"xtra": "7=100,6=30,5=6,4=2", "same-suit": "7=9,6=7,5=5,4=2,3=1"}},
    ),
    # Seven hearts with J-T-9-8 among them: 300 to 1, though the table lists the 20 to 1 above it.
    Scenario(
        "ctf-higher-pay",
        ("1 Ann 1000 | ante 10, xtra 10, same-suit 5 | Ah Jh 9h",),
        dealer="2c 6d 9s",
        board="Th 8h 5h 2h",
        acts="1 bet_3x",
        returns=("1: ante 20, xtra 2510, all-in 60, same-suit 1505",),
        options={"paytables": {"same-suit": _STRAIGHTS_FIRST}},
    ),
    Scenario(
        "ctf-cancelled-before-start",
        ("1 Ann 1000 | ante 10, xtra 10, stax 5 |", "2 Bob 50 | |"),
        cancel="touched too early",
        starts=False,
    ),
    Scenario(
        "ctf-cancelled-after-bets",
        (
            "1 Ann 1000 | ante 10, xtra 10 | Kh Qh 3h",
            "2 Bob 1000 | ante 10, xtra 10, same-suit 5 | Jh 8h 6c",
        ),
        dealer="Qs 7s 5s",
        board="Ah 9h",
        acts="1 bet_3x, 2 check",
        cancel='a card was exposed: "Kd"',
    ),
)

_FOUR_CARDS = "Kd Jd 8d 5d 2h 4s 6c"
_FIVE_CARDS = "Ah Qh Th 8h 3h 7s 9d"
_SIX_CARDS = "Ks Qs Js 8s 5s 2s Td"
_ALL_MULTIPLES = "1 raise_1x, 2 raise_2x, 3 raise_3x"
_SEVEN_STRAIGHT = "9s 8s 7s 6s 5s 4s 3s"
_SIX_STRAIGHT = "Kh Qh Jh Th 9h 8h 2c"
_FIVE_STRAIGHT = "Ad 2d 3d 4d 5d 9c Tc"
_THREE_STRAIGHT = "Ac Kc Qc 7c 2h 5h 8d"
_JACK_HIGH_DEALER = "Jc 6c 3c 2s Ks 7d 4h"
_UNQUALIFIED_DEALER = "8c 7c 5c 4d 2h 6s 3h"
_BEHIND_AND_TIE = (
    "1 Ann 1000 | ante 10 | 8d 6d 4h 2s 9s Tc Jh",
    "2 Bob 1000 | ante 10 | 8h 7h 5h 4s 2d 6c Ad",
)

HIGH_CARD = (
    # Dealer 9-3-2, the least that qualifies.
    Scenario(
        "hcf-qualified-ahead",
        (
            f"1 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"2 Bob 1000 | ante 10 | {_FIVE_CARDS}",
            f"3 Cleo 1000 | ante 10 | {_SIX_CARDS}",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts=_ALL_MULTIPLES,
        returns=("1: ante 20, raise 20", "2: ante 20, raise 40", "3: ante 20, raise 60"),
    ),
    # Dealer with seven spades.
    Scenario(
        "hcf-qualified-behind",
        (
            "1 Ann 1000 | ante 10 | Kd Jd 8d 5d 2h 4c 6c",
            "2 Bob 1000 | ante 10 | Ah Qh Th 8h 3h 7c 9d",
            "3 Cleo 1000 | ante 10 | Kc Qc Jc 8c 5c 2c Td",
        ),
        dealer="As Ks Qs 9s 7s 4s 2s",
        acts=_ALL_MULTIPLES,
        returns=("1: ante 0, raise 0", "2: ante 0, raise 0", "3: ante 0, raise 0"),
    ),
    Scenario(
        "hcf-qualified-tie-four",
        ("1 Ann 1000 | ante 10 | Kd Jd 8d 5d 2s 4h 6s",),
        dealer="Kc Jc 8c 5c 2h 4s 6d",
        acts="1 raise_1x",
        returns=("1: ante 10, raise 10",),
    ),
    Scenario(
        "hcf-qualified-tie-five",
        (f"1 Ann 1000 | ante 10 | {_FIVE_CARDS}",),
        dealer="Ac Qc Tc 8c 3c 7d 9s",
        acts="1 raise_2x",
        returns=("1: ante 10, raise 20",),
    ),
    Scenario(
        "hcf-qualified-tie-six",
        ("1 Ann 1000 | ante 10 | Ks Qs Js 8s 5s 2s Th",),
        dealer="Kc Qc Jc 8c 5c 2c Td",
        acts="1 raise_3x",
        returns=("1: ante 10, raise 30",),
    ),
    # Dealer 8-3-2.
    Scenario(
        "hcf-unqualified-ahead",
        (
            f"1 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"2 Bob 1000 | ante 10 | {_FIVE_CARDS}",
            f"3 Cleo 1000 | ante 10 | {_SIX_CARDS}",
        ),
        dealer="8c 3c 2c 4d 5h 6s 7h",
        acts=_ALL_MULTIPLES,
        returns=("1: ante 20, raise 10", "2: ante 20, raise 20", "3: ante 20, raise 30"),
    ),
    # Two cards against 8-7-5, and 8-7-5 against it: both Antes are paid.
    Scenario(
        "hcf-unqualified-behind-and-tie",
        _BEHIND_AND_TIE,
        dealer=_UNQUALIFIED_DEALER,
        acts="1 raise_1x, 2 raise_1x",
        returns=("1: ante 20, raise 10", "2: ante 20, raise 10"),
    ),
    # 9-8-7-6 folded: Flush Bonus 1 to 1, Straight Flush Bonus 60 to 1, progressive 50 for 1.
    Scenario(
        "hcf-fold",
        (
            "1 Ann 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5, progressive 1 "
            "| 9h 8h 7h 6h 2c 3d Ks",
            "2 Bob 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5, progressive 1 "
            "| Kd 8d 4c 2s Jh 9c 3s",
            "3 Cleo 1000 | ante 10 | Ac Qc Tc 5s 6d 4h Jd",
        ),
        dealer="As Qs Ts 7d 2h 5c 8c",
        acts="1 fold, 2 fold, 3 fold",
        returns=(
            "1: ante 0, flush-bonus 10, straight-flush-bonus 305, progressive 50",
            "2: ante 0, flush-bonus 0, straight-flush-bonus 0, progressive 0",
            "3: ante 0",
        ),
    ),
    # Each hand takes the highest line of either bonus: 300 and 8,000; 100 and 1,000; 10 and 100;
    # 1 and 7 to 1.
    Scenario(
        "hcf-bonuses",
        (
            f"1 Ann 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5 | {_SEVEN_STRAIGHT}",
            f"2 Bob 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5 | {_SIX_STRAIGHT}",
            f"3 Cleo 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5 | {_FIVE_STRAIGHT}",
            f"4 Dan 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5 | {_THREE_STRAIGHT}",
        ),
        dealer=_JACK_HIGH_DEALER,
        acts="1 raise_3x, 2 raise_3x, 3 raise_2x, 4 raise_1x",
        returns=(
            "1: ante 20, raise 60, flush-bonus 1505, straight-flush-bonus 40005",
            "2: ante 20, raise 60, flush-bonus 505, straight-flush-bonus 5005",
            "3: ante 20, raise 40, flush-bonus 55, straight-flush-bonus 505",
            "4: ante 20, raise 20, flush-bonus 10, straight-flush-bonus 40",
        ),
    ),
    # The progressive goes with every Ante here. From the right: a tenth of 30,000, then the rest.
    Scenario(
        "hcf-progressive",
        (
            f"1 Ann 1000 | ante 10, progressive 1 | {_SEVEN_STRAIGHT}",
            f"2 Bob 1000 | ante 10, progressive 1 | {_SIX_STRAIGHT}",
            f"3 Cleo 1000 | ante 10, progressive 1 | {_FIVE_STRAIGHT}",
            f"4 Dan 1000 | ante 10, progressive 1 | {_THREE_STRAIGHT}",
            "5 Eve 1000 | ante 10, progressive 1 | Ah Js Qd 6d 4c 8c 3h",
        ),
        dealer=_JACK_HIGH_DEALER,
        acts="1 raise_3x, 2 raise_3x, 3 raise_1x, 4 raise_1x, 5 raise_1x",
        returns=(
            "1: ante 20, raise 60, progressive 0",
            "2: ante 20, raise 60, progressive 0",
            "3: ante 20, raise 20, progressive 250",
            "4: ante 20, raise 20, progressive 3",
            "5: ante 0, raise 0, progressive 0",
        ),
        options={"progressive_mandatory": True},
        awards="2 progressive 3000, 1 progressive 27000",
    ),
    # Two six-card straight flushes: each winner is paid for the other, the third seat for both.
    Scenario(
        "hcf-envy",
        (
            f"1 Ann 1000 | ante 10, progressive 1 | {_SIX_STRAIGHT}",
            "2 Bob 1000 | ante 10, progressive 1 | Ks Qs Js Ts 9s 8s 3c",
            "3 Cleo 1000 | ante 10, progressive 1 | Ad 2d 3d 9c Tc 5h 7s",
            "4 Dan 1000 | ante 10 | Kd Jd 8d 4c 6c 2h 5s",
        ),
        dealer="Ac Qc 7c 4s 3h 5d 9d",
        acts="1 raise_3x, 2 raise_3x, 3 raise_1x, 4 fold",
        returns=(
            "1: ante 20, raise 60, progressive 0",
            "2: ante 20, raise 60, progressive 0",
            "3: ante 0, raise 0, progressive 3",
            "4: ante 0",
        ),
        options={"paytables": {"progressive": "PT-BJS-HCF-SF-E04"}},
        awards="2 progressive 5000, 1 progressive 5000",
        envies="3 2 200, 1 2 200, 3 1 200, 2 1 200",
    ),
    # Wagers of two base wagers, so twice the pays: 500 raised, 20 raised, and 500 as printed.
    Scenario(
        "hcf-dynamic",
        (
            f"1 Ann 1000 | ante 10, progressive 2 | {_FIVE_STRAIGHT}",
            f"2 Bob 1000 | ante 10, progressive 2 | {_THREE_STRAIGHT}",
            f"3 Cleo 1000 | ante 10, progressive 2 | {_SIX_STRAIGHT}",
        ),
        dealer=_JACK_HIGH_DEALER,
        acts="1 raise_2x, 2 raise_1x, 3 raise_3x",
        returns=(
            "1: ante 20, raise 40, progressive 1000",
            "2: ante 20, raise 20, progressive 40",
            "3: ante 20, raise 60, progressive 1000",
        ),
        options={"paytables": {"progressive": "PT-PRG-HCF-D01a"}, "progressive_base": 2_00},
        dynamic={"5-card straight flush": "500", "3-card straight flush": "20"},
    ),
    # A line's raised pay is the progressive's alone: the bonus has a line of the same name.
    Scenario(
        "hcf-dynamic-beside-bonus",
        (
            f"1 Ann 1000 | ante 10, straight-flush-bonus 5, progressive 1 | {_FIVE_STRAIGHT}",
            f"2 Bob 1000 | ante 10, straight-flush-bonus 5 | {_THREE_STRAIGHT}",
        ),
        dealer=_JACK_HIGH_DEALER,
        acts="1 raise_2x, 2 raise_1x",
        returns=(
            "1: ante 20, raise 40, straight-flush-bonus 505, progressive 500",
            "2: ante 20, raise 20, straight-flush-bonus 40",
        ),
        options={"paytables": {"progressive": "PT-PRG-HCF-D01a"}},
        dynamic={"5-card straight flush": "500", "3-card straight flush": "20"},
    ),
    # Steps of five dollars between one Ante and the most.
    Scenario(
        "hcf-raise-step",
        (
            f"1 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"2 Bob 1000 | ante 10 | {_FIVE_CARDS}",
            f"3 Cleo 1000 | ante 10 | {_SIX_CARDS}",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 raise 10, 2 raise 15, 3 raise 25",
        returns=("1: ante 20, raise 20", "2: ante 20, raise 30", "3: ante 20, raise 50"),
        options={"raise_step": 5_00},
    ),
    # Three payouts of 100 share 100: the odd cent to the lowest seat. The progressive is outside.
    Scenario(
        "hcf-cap-equal-parts",
        (
            f"1 Ann 1000 | ante 10, straight-flush-bonus 1, progressive 1 | {_FIVE_STRAIGHT}",
            "2 Bob 1000 | ante 10, straight-flush-bonus 1 | Kh Qh Jh Th 9h 7s 2c",
            "3 Cleo 1000 | ante 10, flush-bonus 10 | As Qs 9s 6s 4s 8d 8h",
        ),
        dealer="Jc 6c 3c 2s Ks 7d 4h",
        acts="1 raise_1x, 2 raise_1x, 3 raise_1x",
        returns=(
            "1: ante 20, raise 20, straight-flush-bonus 34.34, progressive 250",
            "2: ante 20, raise 20, straight-flush-bonus 34.33",
            "3: ante 20, raise 20, flush-bonus 43.33",
        ),
        options={"bonus_cap": 100_00},
    ),
    # Payouts of 100, 7 and 1 share 50: 46.296..., 3.240... and 0.462...; the first gets the cent.
    Scenario(
        "hcf-cap-unequal-parts",
        (
            f"1 Ann 1000 | ante 10, flush-bonus 1, straight-flush-bonus 1 | {_THREE_STRAIGHT}",
            f"2 Bob 1000 | ante 10, straight-flush-bonus 1 | {_FIVE_STRAIGHT}",
        ),
        dealer="Jc 6c 3c 2s Ks 7d 4h",
        acts="1 raise_1x, 2 fold",
        returns=(
            "1: ante 20, raise 20, flush-bonus 1.46, straight-flush-bonus 4.24",
            "2: ante 0, straight-flush-bonus 47.30",
        ),
        options={"bonus_cap": 50_00},
    ),
    Scenario(
        "hcf-time-runs-out",
        (
            f"1 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"2 Bob 1000 | ante 10 | {_FIVE_CARDS}",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 time, 2 raise_1x",
        returns=("1: ante 0", "2: ante 20, raise 20"),
    ),
    # Four hearts with A-2-3 of spades; A-K-2 is no straight, and beats K-J-9 beside Q-5-4.
    Scenario(
        "hcf-ace-low-and-two-suits",
        (
            "1 Ann 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5, progressive 1 "
            "| Kh Jh 9h 6h As 2s 3s",
            "2 Bob 1000 | ante 10, flush-bonus 5, straight-flush-bonus 5, progressive 1 "
            "| Ad Kd 2d Qc 5c 4c 8h",
        ),
        dealer="Ks Js 9s 3d 4d 6c 7c",
        acts="1 raise_1x, 2 raise_1x",
        returns=(
            "1: ante 20, raise 20, flush-bonus 10, straight-flush-bonus 40, progressive 3",
            "2: ante 20, raise 20, flush-bonus 0, straight-flush-bonus 0, progressive 0",
        ),
        options={"face_up": True},
    ),
    Scenario(
        "hcf-two-seats",
        (
            f"2 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"5 Ann 1000 | ante 20 | {_FIVE_CARDS}",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="2 fold, 5 raise_2x",
        returns=("2: ante 0", "5: ante 40, raise 80"),
        options={"seats_per_player": 2},
    ),
    Scenario(
        "hcf-rules-ante-returned",
        _BEHIND_AND_TIE,
        dealer=_UNQUALIFIED_DEALER,
        acts="1 raise_1x, 2 raise_1x",
        returns=("1: ante 10, raise 10", "2: ante 10, raise 10"),
        options={"rules": replace(_HCF, unqualified="push")},
    ),
    Scenario(
        "hcf-rules-all-compared",
        _BEHIND_AND_TIE,
        dealer=_UNQUALIFIED_DEALER,
        acts="1 raise_1x, 2 raise_1x",
        returns=("1: ante 0, raise 0", "2: ante 0, raise 0"),
        options={"rules": replace(_HCF, unqualified="play", ties="lose")},
    ),
    # Five cards 5 to 1, four 2 to 1, three a push; 1,000 and 20 dollars, and 50 for the neighbour.
    Scenario(
        "hcf-own-paytables",
        (
            f"1 Ann 1000 | ante 10, flush-bonus 5, progressive 5 | {_FIVE_STRAIGHT}",
            f"2 Bob 1000 | ante 10, flush-bonus 5, progressive 5 | {_THREE_STRAIGHT}",
            "3 Cleo 1000 | ante 10, flush-bonus 5 | Ks Js 8s 6d 9d 4h 6h",
        ),
        dealer="Jc 6c 3c 2s Qs 7d Th",
        acts="1 raise_2x, 2 raise_1x, 3 raise_1x",
        returns=(
            "1: ante 20, raise 40, flush-bonus 30, progressive 1000",
            "2: ante 20, raise 20, flush-bonus 15, progressive 20",
            "3: ante 20, raise 20, flush-bonus 5",
        ),
        options={
            "paytables": {"flush-bonus": "7=50,6=20,5=5,4=2,3=0", "progressive": _HOUSE_TABLE}
        },
        envies="2 1 50",
    ),
    Scenario(
        "hcf-cancelled-before-deal",
        ("1 Ann 1000 | ante 10, progressive 1 |",),
        options={"paytables": {"progressive": "PT-PRG-HCF-D03"}},
        dynamic={"3-card straight flush": "3"},
        cancel="",
    ),
    Scenario(
        "hcf-cancelled-after-deal",
        (
            f"1 Ann 1000 | ante 10 | {_FOUR_CARDS}",
            f"2 Bob 1000 | ante 10 | {_FIVE_CARDS}",
        ),
        dealer="9c 3c 2c 4d 5h 6s 7h",
        acts="1 raise_1x",
        cancel="the deck was short",
    ),
)

SCENARIOS = (*CHASE, *HIGH_CARD)


def write_files(folder: Path, scenarios: Iterable[Scenario]) -> None:
    """Write the file of every scenario, and nothing else."""
    texts = {scenario.name: write_history(play(scenario)) for scenario in scenarios}
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_files(FOLDER, SCENARIOS)
