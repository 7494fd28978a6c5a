"""A second settlement of Chase the Flush and High Card Flush, kept plain on purpose.

It was written from the five printed documents (000 to 004) and the project's rule lists, by an
author who had not seen the package: only the names and shapes of this file's interface were given,
with the decisions below, which no document settles. Its use is to be compared with the package.

Given decisions:
- an aggregate cap on bonus payouts counts the Same Suit Bonus too;
- over the cap the payouts are shared in proportion, rounded down to the cent; cents left over go
  to the largest remainders, then to the lower seat, then to the wager earlier in CAPPED;
- a progressive never hands its stake back: its pays are "for 1";
- on a bonus a hand wins the line that pays most, on a progressive the first line from the top;
- only seats with the progressive wager take part in envy.

Cards are (rank, suit), rank 2 to 14 with the ace as 14. All money is in whole cents, except the
amounts of the paytables, which are dollars as printed.
"""

from dataclasses import dataclass, field

NaiveCard = tuple[int, str]
Key = tuple[int, str]  # seat number, wager

ACE = 14
SUITS = "cdhs"

CAPPED = ("same-suit", "flush-bonus", "straight-flush-bonus")

# X-tra Bonus, to 1 (000, 002). A pay of 0 is the printed "push".
XTRA_PAYS: dict[str, dict[str, int]] = {
    "A": {"flush7": 250, "flush6": 20, "flush5": 5, "flush4": 1},
    "B": {"flush7": 400, "flush6": 70, "flush5": 7, "flush4": 0},
}

# Bonuses on the player's own cards, to 1 (000, 002, 004), by wager and table. Longer hands stand
# before shorter ones of the same kind.
BONUS_PAYS: dict[tuple[str, str], dict[str, int]] = {
    ("same-suit", "A"): {"sf7": 2000, "sf6": 2000, "sf5": 100, "sf4": 20}
    | {"flush7": 300, "flush6": 50, "flush5": 10, "flush4": 1},
    ("same-suit", "B"): {"sf7": 500, "sf6": 500, "sf5": 500, "sf4": 20}
    | {"flush7": 400, "flush6": 50, "flush5": 5, "flush4": 1},
    ("flush-bonus", "A"): {"flush7": 300, "flush6": 100, "flush5": 10, "flush4": 1},
    ("straight-flush-bonus", "A"): {"sf7": 8000, "sf6": 1000, "sf5": 100, "sf4": 60, "sf3": 7},
}


@dataclass(frozen=True)
class Line:
    """One line of a progressive: a fixed pay in dollars, or a share of a meter."""

    hand: str
    dollars: int = 0
    percent: int = 0
    meter: str = ""
    envy: int = 0


def _all(hand: str, meter: str = "main", envy: int = 0) -> Line:
    """A line that wins the whole of a meter."""
    return Line(hand, percent=100, meter=meter, envy=envy)


def _tenth(hand: str) -> Line:
    """A line that wins 10% of the only meter."""
    return Line(hand, percent=10, meter="main")


def _fixed(**pays: int) -> tuple[Line, ...]:
    """Lines with a fixed pay, in the order given."""
    return tuple(Line(hand, dollars=dollars) for hand, dollars in pays.items())


_SHORT = _fixed(sf5=250, sf4=50, sf3=3)
_SF_08 = (_all("sf7"), _all("sf6"), *_SHORT)
_D01 = (_all("sf7"), *_fixed(sf6=500, sf5=50, sf4=10, sf3=2))
# "7-card or 6-card ace high" is one printed line with two hands, so it is two lines here. The plain
# "sf6" under it is then what is printed as "king high or lower".
_D02 = (_all("sf7"), _all("sf6 ace"), *_fixed(sf6=500, sf5=50, sf4=10, sf3=2))

PROGRESSIVES: dict[str, tuple[Line, ...]] = {
    "STAX Progressive Paytable 1": (
        _all("sf7", "star"),
        _all("sf6", "spade"),
        _all("AKQJT", "heart"),
        _all("sf5", "diamond"),
        *_fixed(AKQJ=250, sf4=150, AKQ=100, sf3=25),
    ),
    "PT-BJS-HCF-SF-07": (_all("sf7"), _tenth("sf6"), *_SHORT),
    "PT-BJS-HCF-SF-08a": _SF_08,
    "PT-BJS-HCF-SF-08b": _SF_08,
    "PT-BJS-HCF-SF-09": (_all("sf7"), _all("sf6 ace"), _tenth("sf6"), *_SHORT),
    "PT-BJS-HCF-SF-E04": (
        _all("sf7", envy=200),
        _all("sf6", envy=200),
        *_fixed(sf5=250, sf4=40, sf3=3),
    ),
    "PT-BJS-HCF-SF-E05": (
        _all("sf7", envy=250),
        _all("sf6 ace", envy=250),
        _tenth("sf6"),
        *_SHORT,
    ),
    "PT-PRG-HCF-MLP-01": (_all("sf7", "level 1"), _all("sf6", "level 2"), *_SHORT),
    "PT-PRG-HCF-MLP-03": (
        _all("sf7", "level 1"),
        _all("sf6 ace", "level 1"),
        _all("sf6", "level 2"),
        *_SHORT,
    ),
    "PT-PRG-HCF-D01a": _D01,
    "PT-PRG-HCF-D01b": _D01,
    "PT-PRG-HCF-D02a": _D02,
    "PT-PRG-HCF-D02b": _D02,
    "PT-PRG-HCF-D02c": _D02,
    # 003 prints no 7-card line here: seven in a row hold six in a row and win the top line.
    "PT-PRG-HCF-D03": (_all("sf6"), *_fixed(sf5=100, sf4=10, sf3=2)),
}

PRINTED_FOR = {"chase-the-flush": 5, "high-card-flush": 1}

# The ten dynamic pays as 003 prints them, by default pay (PRG-14).
DYNAMIC_PAYS: dict[int, tuple[int, ...]] = {
    500: (750, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000),
    100: (150, 200, 300, 400, 500, 600, 700, 800, 900, 1000),
    50: (75, 100, 150, 200, 250, 300, 350, 400, 450, 500),
    10: (15, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    2: (3, 4, 6, 8, 10, 12, 14, 16, 18, 20),
}

# Straight flushes that must be headed by the ace: name -> how many cards.
ACE_HIGH = {"sf6 ace": 6, "AKQJT": 5, "AKQJ": 4, "AKQ": 3}


@dataclass
class NaiveSeat:
    """One seat: its wagers in cents, what it did, and its seven cards."""

    number: int
    wagers: dict[str, int]
    bet: int
    folded: bool
    cards: list[NaiveCard]


@dataclass
class NaiveOutcome:
    """What a round comes to: money handed back, and why."""

    returned: dict[Key, int] = field(default_factory=dict)
    pays: dict[Key, int] = field(default_factory=dict)
    envy: list[tuple[int, int, int]] = field(default_factory=list)
    due: list[tuple[int, str, str, int]] = field(default_factory=list)
    compared: dict[int, str] = field(default_factory=dict)
    lines: dict[Key, str] = field(default_factory=dict)
    qualifies: bool = False
    cut: int = 0


def suited(cards: list[NaiveCard]) -> list[list[int]]:
    """The ranks held in each of the four suits, high first."""
    return [sorted((r for r, s in cards if s == suit), reverse=True) for suit in SUITS]


def best_flush(cards: list[NaiveCard]) -> list[int]:
    """FL-2, FL-4: the longest suit; of suits equally long, the one with the higher cards."""
    best: list[int] = []
    for ranks in suited(cards):
        if against(ranks, best) == "ahead":
            best = ranks
    return best


def against(player: list[int], dealer: list[int]) -> str:
    """FL-2, FL-3, FL-5: length first, then the highest card, then the next; ace is high."""
    if len(player) != len(dealer):
        return "ahead" if len(player) > len(dealer) else "behind"
    for mine, theirs in zip(player, dealer, strict=True):
        if mine != theirs:
            return "ahead" if mine > theirs else "behind"
    return "tie"


def dealer_qualifies(flush: list[int]) -> bool:
    """FL-8: a three-card flush with a nine or higher on top, or any longer flush."""
    return len(flush) > 3 or (len(flush) == 3 and flush[0] >= 9)


def straight_flush_runs(cards: list[NaiveCard]) -> list[tuple[int, int]]:
    """FL-6, FL-7: (top rank, length) of each unbroken run of three or more, in every suit.

    An ace also stands at rank 1 below the two. Runs do not pass from 14 to 1, so none wraps.
    """
    runs = []
    for ranks in suited(cards):
        if len(ranks) < 3:
            continue
        held = set(ranks)
        if ACE in held:
            held.add(1)
        length = 0
        for rank in range(1, ACE + 2):
            if rank in held:
                length += 1
            else:
                if length >= 3:
                    runs.append((rank - 1, length))
                length = 0
    return runs


def hands_made(cards: list[NaiveCard], flush: list[int]) -> set[str]:
    """Every paytable hand that is in the cards; a long hand holds the shorter ones too."""
    made = {f"flush{count}" for count in range(4, len(flush) + 1)}
    for top, length in straight_flush_runs(cards):
        for count in range(3, length + 1):
            made.add(f"sf{count}")
        if top == ACE:
            for name, count in ACE_HIGH.items():
                if length >= count:
                    made.add(name)
    return made


def best_bonus_line(pays: dict[str, int], made: set[str]) -> str:
    """CTF-20, HCF-9: the line that pays most; of equal pays the longest hand; "" if none."""
    best = ""
    for hand, pay in pays.items():
        if hand in made and (best == "" or pay > pays[best]):
            best = hand
    return best


def first_line(table: tuple[Line, ...], made: set[str]) -> Line | None:
    """Only the highest-ranking line is won, even where a lower one pays more (003)."""
    for line in table:
        if line.hand in made:
            return line
    return None


def cut(pays: dict[Key, int], cap: int) -> dict[Key, int]:
    """HCF-10: bonus payouts of a round brought down to the cap, in proportion and to the cent."""
    total = sum(pays.values())
    if cap <= 0 or total <= cap:
        return dict(pays)
    shares = {key: pay * cap // total for key, pay in pays.items()}
    left_over = cap - sum(shares.values())

    def turn(key: Key) -> tuple[int, int, int]:
        """Largest remainder first, then the lower seat, then the earlier wager."""
        return (-(pays[key] * cap % total), key[0], CAPPED.index(key[1]))

    for key in sorted(pays, key=turn)[:left_over]:
        shares[key] += 1
    return shares


def chase_main(
    seat: NaiveSeat, compared: str, qualifies: bool, flush: list[int], table: str
) -> tuple[dict[str, int], str]:
    """Cents back on Ante, X-tra Bonus and All In, and the X-tra Bonus line that was won.

    CTF-9: a fold loses Ante and X-tra Bonus. CTF-11 to CTF-13: a qualified dealer. CTF-14 to
    CTF-17: the Ante goes back if the dealer is not qualified, the rest is compared as ever.
    CTF-18: X-tra Bonus pays when ahead with four cards or more, and pushes when ahead with fewer.
    """
    ante, xtra, bet = seat.wagers["ante"], seat.wagers["xtra"], seat.bet
    if compared == "fold":
        return {"ante": 0, "xtra": 0}, ""
    line = ""
    if compared == "ahead":
        back = {"ante": 2 * ante, "xtra": xtra, "all-in": 2 * bet}
        if len(flush) >= 4:
            line = f"flush{len(flush)}"
            back["xtra"] = xtra + xtra * XTRA_PAYS[table][line]
    elif compared == "tie":
        back = {"ante": ante, "xtra": xtra, "all-in": bet}
    else:
        back = {"ante": 0, "xtra": 0, "all-in": 0}
    if not qualifies:
        back["ante"] = ante
    return back, line


def high_card_main(seat: NaiveSeat, compared: str, qualifies: bool) -> dict[str, int]:
    """Cents back on Ante and Raise.

    HCF-4: a fold loses the Ante. HCF-7: against a dealer who is not qualified the Ante wins and
    the Raise pushes, whoever is ahead. HCF-8: otherwise both win, lose or push together.
    """
    ante, bet = seat.wagers["ante"], seat.bet
    if compared == "fold":
        return {"ante": 0}
    if not qualifies:
        return {"ante": 2 * ante, "raise": bet}
    times = {"ahead": 2, "tie": 1, "behind": 0}[compared]
    return {"ante": times * ante, "raise": times * bet}


def settle_naive(  # noqa: C901 - one plain walk through a round, as it is played
    game: str,
    seats: list[NaiveSeat],
    dealer: list[NaiveCard],
    tables: dict[str, str],
    cap: int = 0,
    dynamic: dict[str, int] | None = None,
) -> NaiveOutcome:
    """Settle a whole round, from right to left: the highest seat number first (CTF-21, PRG-5).

    CTF-9, CTF-19, HCF-6: bonus and progressive wagers stand on the player's own cards, after a
    fold as well. PRG-6: a fixed pay is money back at once. A share of a meter is only noted as
    due, and nothing is put down as returned for it.
    """
    chase = game == "chase-the-flush"
    progressive = "stax" if chase else "progressive"
    printed_for = PRINTED_FOR[game]
    raised = dynamic or {}
    dealer_flush = best_flush(dealer)
    outcome = NaiveOutcome(qualifies=dealer_qualifies(dealer_flush))

    for seat in sorted(seats, key=lambda one: one.number, reverse=True):
        number = seat.number
        flush = best_flush(seat.cards)
        made = hands_made(seat.cards, flush)
        compared = "fold" if seat.folded else against(flush, dealer_flush)
        outcome.compared[number] = compared

        if chase:
            main, xtra_line = chase_main(seat, compared, outcome.qualifies, flush, tables["xtra"])
            if xtra_line:
                outcome.lines[number, "xtra"] = xtra_line
        else:
            main = high_card_main(seat, compared, outcome.qualifies)
        for wager, cents in main.items():
            outcome.returned[number, wager] = cents

        for wager in CAPPED:
            if wager in seat.wagers:
                pays = BONUS_PAYS[wager, tables[wager]]
                hand = best_bonus_line(pays, made)
                outcome.returned[number, wager] = 0
                if hand:
                    outcome.lines[number, wager] = hand
                    outcome.pays[number, wager] = seat.wagers[wager] * pays[hand]

        if progressive in seat.wagers:
            outcome.returned[number, progressive] = 0
            won = first_line(PROGRESSIVES[tables[progressive]], made)
            if won is not None:
                outcome.lines[number, progressive] = won.hand
                if won.percent:
                    outcome.due.append((number, won.hand, won.meter, won.percent))
                else:
                    dollars = raised.get(won.hand, won.dollars)
                    cents = dollars * seat.wagers[progressive] // printed_for
                    outcome.returned[number, progressive] = cents
                if won.envy:
                    outcome.envy += envy_pays(seat, seats, progressive, won.envy, printed_for)

    capped = cut(outcome.pays, cap)
    for (number, wager), pay in capped.items():
        stake = next(seat.wagers[wager] for seat in seats if seat.number == number)
        outcome.returned[number, wager] = stake + pay
    outcome.cut = sum(outcome.pays.values()) - sum(capped.values())
    return outcome


def envy_pays(
    winner: NaiveSeat, seats: list[NaiveSeat], progressive: str, envy: int, printed_for: int
) -> list[tuple[int, int, int]]:
    """PRG-12: every other seat with the wager is paid, never the winner for its own hand."""
    paid = []
    for seat in sorted(seats, key=lambda one: one.number, reverse=True):
        if seat.number != winner.number and progressive in seat.wagers:
            cents = envy * seat.wagers[progressive] // printed_for
            paid.append((seat.number, winner.number, cents))
    return paid
