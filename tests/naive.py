"""A second settlement of both games, as plain as can be, written from the printed rules.

Nothing here is imported from the package. Its author wrote the first version before reading the
package's ranking, rulings and paytables, but had seen its rounds, table settings and the first
lines of its settlement; later changes made it faster and named a line, and touched no pay. The
cap is by another author, who had seen none of the package.

A card is a pair of its rank, 2 to 14, and its suit letter. Amounts are whole cents. The pays are
typed in again from the documents. Slow and obvious is the point: tests compare the engine with it.
"""

from dataclasses import dataclass, field

NaiveCard = tuple[int, str]

# X-tra Bonus, to 1, by flush length; shorter winning flushes push (000, 002).
XTRA = {
    "A": {7: 250, 6: 20, 5: 5, 4: 1},
    "B": {7: 400, 6: 70, 5: 7, 4: 0},
}

# Same Suit Bonus, to 1: straight flushes by length, then flushes by length (000, 002).
SAME_SUIT = {
    "A": ({7: 2000, 6: 2000, 5: 100, 4: 20}, {7: 300, 6: 50, 5: 10, 4: 1}),
    "B": ({7: 500, 6: 500, 5: 500, 4: 20}, {7: 400, 6: 50, 5: 5, 4: 1}),
}

# The bonuses of High Card Flush, to 1 (004).
FLUSH_BONUS = {"A": {7: 300, 6: 100, 5: 10, 4: 1}}
STRAIGHT_FLUSH_BONUS = {"A": {7: 8000, 6: 1000, 5: 100, 4: 60, 3: 7}}


@dataclass(frozen=True)
class Line:
    """One line of a progressive: the hand, and a fixed pay or a share of a meter."""

    hand: str
    dollars: int = 0
    percent: int = 0
    meter: str = ""
    envy: int = 0


# Progressives, for 1, from the top line down. The hands are named here for this file only:
# "sf6" is a six-card straight flush, "sf6 ace" the one with the ace high, "AKQ" those suited.
_250_50_3 = (Line("sf5", 250), Line("sf4", 50), Line("sf3", 3))
_250_40_3 = (Line("sf5", 250), Line("sf4", 40), Line("sf3", 3))


def _dynamic(top: tuple[str, ...], six: int, five: int) -> tuple[Line, ...]:
    lines = [Line(hand, percent=100, meter="main") for hand in top]
    if six:
        lines.append(Line("sf6", six))
    return (*lines, Line("sf5", five), Line("sf4", 10), Line("sf3", 2))


PROGRESSIVES: dict[str, tuple[Line, ...]] = {
    "STAX Progressive Paytable 1": (
        Line("sf7", percent=100, meter="star"),
        Line("sf6", percent=100, meter="spade"),
        Line("AKQJT", percent=100, meter="heart"),
        Line("sf5", percent=100, meter="diamond"),
        Line("AKQJ", 250),
        Line("sf4", 150),
        Line("AKQ", 100),
        Line("sf3", 25),
    ),
    "PT-BJS-HCF-SF-07": (
        Line("sf7", percent=100, meter="main"),
        Line("sf6", percent=10, meter="main"),
        *_250_50_3,
    ),
    "PT-BJS-HCF-SF-08a": (
        Line("sf7", percent=100, meter="main"),
        Line("sf6", percent=100, meter="main"),
        *_250_50_3,
    ),
    "PT-BJS-HCF-SF-08b": (
        Line("sf7", percent=100, meter="main"),
        Line("sf6", percent=100, meter="main"),
        *_250_50_3,
    ),
    "PT-BJS-HCF-SF-09": (
        Line("sf7", percent=100, meter="main"),
        Line("sf6 ace", percent=100, meter="main"),
        Line("sf6", percent=10, meter="main"),
        *_250_50_3,
    ),
    "PT-BJS-HCF-SF-E04": (
        Line("sf7", percent=100, meter="main", envy=200),
        Line("sf6", percent=100, meter="main", envy=200),
        *_250_40_3,
    ),
    "PT-BJS-HCF-SF-E05": (
        Line("sf7", percent=100, meter="main", envy=250),
        Line("sf6 ace", percent=100, meter="main", envy=250),
        Line("sf6", percent=10, meter="main"),
        *_250_50_3,
    ),
    "PT-PRG-HCF-MLP-01": (
        Line("sf7", percent=100, meter="level 1"),
        Line("sf6", percent=100, meter="level 2"),
        *_250_50_3,
    ),
    "PT-PRG-HCF-MLP-03": (
        Line("sf7", percent=100, meter="level 1"),
        Line("sf6 ace", percent=100, meter="level 1"),
        Line("sf6", percent=100, meter="level 2"),
        *_250_50_3,
    ),
    "PT-PRG-HCF-D01a": _dynamic(("sf7",), 500, 50),
    "PT-PRG-HCF-D01b": _dynamic(("sf7",), 500, 50),
    "PT-PRG-HCF-D02a": _dynamic(("sf7", "sf6 ace"), 500, 50),
    "PT-PRG-HCF-D02b": _dynamic(("sf7", "sf6 ace"), 500, 50),
    "PT-PRG-HCF-D02c": _dynamic(("sf7", "sf6 ace"), 500, 50),
    "PT-PRG-HCF-D03": _dynamic(("sf7", "sf6"), 0, 100),
}

# The wager in dollars that the printed pays of a progressive are for.
PRINTED_FOR = {"chase-the-flush": 5, "high-card-flush": 1}

# The ten dynamic pays of a fixed line, by its default pay in dollars (003).
DYNAMIC_PAYS = {
    500: (750, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000),
    100: (150, 200, 300, 400, 500, 600, 700, 800, 900, 1000),
    50: (75, 100, 150, 200, 250, 300, 350, 400, 450, 500),
    10: (15, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    2: (3, 4, 6, 8, 10, 12, 14, 16, 18, 20),
}

# The posted rules count two bonus bets; no document caps Chase the Flush. That a cap set there
# counts the Same Suit Bonus is this project's own decision, not a reading of a document.
CAPPED = ("same-suit", "flush-bonus", "straight-flush-bonus")


@dataclass
class NaiveSeat:
    """One seat at the end of the decisions, with the seven cards of its hand."""

    number: int
    wagers: dict[str, int]
    bet: int
    folded: bool
    cards: list[NaiveCard]


@dataclass
class NaiveOutcome:
    """What goes back on each wager, and what else is owed."""

    returned: dict[tuple[int, str], int] = field(default_factory=dict)
    pays: dict[tuple[int, str], int] = field(default_factory=dict)
    """Bonus payouts that a cap counts, without the stake."""
    envy: list[tuple[int, int, int]] = field(default_factory=list)
    """The seat that is paid, the seat that won, and the amount."""
    due: list[tuple[int, str, str, int]] = field(default_factory=list)
    """Seat, line, meter and percent, in the order of settling: from right to left."""
    compared: dict[int, str] = field(default_factory=dict)
    lines: dict[tuple[int, str], str] = field(default_factory=dict)
    qualifies: bool = False
    cut: int = 0


def best_flush(cards: list[NaiveCard]) -> list[int]:
    """The ranks of the hand's flush, high first: the longest suit, then the highest cards."""
    suits = [sorted((rank for rank, of in cards if of == suit), reverse=True) for suit in "cdhs"]
    return max(suits, key=lambda ranks: (len(ranks), ranks))


def against(player: list[int], dealer: list[int]) -> str:
    """Whether the player's flush is ahead, behind or a tie."""
    if len(player) != len(dealer):
        return "ahead" if len(player) > len(dealer) else "behind"
    for mine, theirs in zip(player, dealer, strict=True):
        if mine != theirs:
            return "ahead" if mine > theirs else "behind"
    return "tie"


def dealer_qualifies(flush: list[int]) -> bool:
    """A nine-high three-card flush or better."""
    return len(flush) > 3 or (len(flush) == 3 and flush[0] >= 9)


def straight_flush_runs(cards: list[NaiveCard]) -> list[tuple[int, int]]:
    """The runs of three or more suited cards, from every card up, as (length, top rank)."""
    runs = []
    for suit in "cdhs":
        held = {rank for rank, of in cards if of == suit}
        if 14 in held:
            held.add(1)  # the ace is low as well, but a run never goes round the corner
        for bottom in held:
            top = bottom
            while top + 1 in held:
                top += 1
            if top - bottom >= 2:
                runs.append((top - bottom + 1, top))
    return runs


def holds(hand: str, runs: list[tuple[int, int]]) -> bool:
    """Whether the hand of a progressive's line can be made from the cards."""
    if hand == "sf6 ace":
        return (6, 14) in runs
    if hand.startswith("sf"):
        return any(length == int(hand[2:]) for length, _ in runs)
    return (len(hand), 14) in runs  # AKQ, AKQJ, AKQJT


def main_chase(verdict: str, qualifies: bool, folded: bool) -> tuple[int, int, int]:
    """How often the stake comes back on Ante, All In and X-tra Bonus; the X-tra's pay is apart."""
    if folded:
        return 0, 0, 0
    if qualifies:
        return {"ahead": (2, 2, 1), "behind": (0, 0, 0), "tie": (1, 1, 1)}[verdict]
    return {"ahead": (1, 2, 1), "behind": (1, 0, 0), "tie": (1, 1, 1)}[verdict]


def main_high_card(verdict: str, qualifies: bool, folded: bool) -> tuple[int, int]:
    """How often the stake comes back on Ante and Raise."""
    if folded:
        return 0, 0
    if not qualifies:
        return 2, 1
    return {"ahead": (2, 2), "behind": (0, 0), "tie": (1, 1)}[verdict]


def settle_naive(
    game: str,
    seats: list[NaiveSeat],
    dealer: list[NaiveCard],
    tables: dict[str, str],
    cap: int = 0,
    dynamic: dict[str, int] | None = None,
) -> NaiveOutcome:
    """Settle a round. `tables` is by wager; `dynamic` gives raised pays in dollars by line."""
    outcome = NaiveOutcome()
    dealer_flush = best_flush(dealer)
    outcome.qualifies = dealer_qualifies(dealer_flush)
    for seat in sorted(seats, key=lambda one: one.number, reverse=True):
        flush = best_flush(seat.cards)
        runs = straight_flush_runs(seat.cards)
        verdict = against(flush, dealer_flush)
        outcome.compared[seat.number] = "fold" if seat.folded else verdict
        if game == "chase-the-flush":
            _chase(outcome, seat, flush, runs, verdict, tables)
        else:
            _high_card(outcome, seat, flush, runs, verdict, tables)
        for wager in ("stax", "progressive"):
            if wager in seat.wagers:
                times = seat.wagers[wager] // PRINTED_FOR[game]  # cents a printed dollar
                lines = PROGRESSIVES[tables[wager]]
                _progressive(outcome, seat, runs, seats, wager, times, lines, dynamic or {})
    if cap:
        _cut(outcome, cap)
    return outcome


def _chase(
    outcome: NaiveOutcome,
    seat: NaiveSeat,
    flush: list[int],
    runs: list[tuple[int, int]],
    verdict: str,
    tables: dict[str, str],
) -> None:
    ante, all_in, xtra = main_chase(verdict, outcome.qualifies, seat.folded)
    number, wagers = seat.number, seat.wagers
    outcome.returned[number, "ante"] = ante * wagers["ante"]
    if seat.bet:
        outcome.returned[number, "all-in"] = all_in * seat.bet
    back = xtra * wagers["xtra"]
    if verdict == "ahead" and not seat.folded and len(flush) >= 4:
        back += XTRA[tables["xtra"]][len(flush)] * wagers["xtra"]
        outcome.lines[number, "xtra"] = f"flush{len(flush)}"
    outcome.returned[number, "xtra"] = back
    if "same-suit" in wagers:
        straights, flushes = SAME_SUIT[tables["same-suit"]]
        fits = {f"sf{n}": straights[n] for n, _ in runs if n in straights}
        for n in range(4, len(flush) + 1):
            fits[f"flush{n}"] = flushes[n]
        _bonus(outcome, number, "same-suit", wagers["same-suit"], fits)


def _high_card(
    outcome: NaiveOutcome,
    seat: NaiveSeat,
    flush: list[int],
    runs: list[tuple[int, int]],
    verdict: str,
    tables: dict[str, str],
) -> None:
    ante, raised = main_high_card(verdict, outcome.qualifies, seat.folded)
    number, wagers = seat.number, seat.wagers
    outcome.returned[number, "ante"] = ante * wagers["ante"]
    if seat.bet:
        outcome.returned[number, "raise"] = raised * seat.bet
    if "flush-bonus" in wagers:
        table = FLUSH_BONUS[tables["flush-bonus"]]
        fits = {f"flush{n}": table[n] for n in range(4, len(flush) + 1)}
        _bonus(outcome, number, "flush-bonus", wagers["flush-bonus"], fits)
    if "straight-flush-bonus" in wagers:
        table = STRAIGHT_FLUSH_BONUS[tables["straight-flush-bonus"]]
        fits = {f"sf{n}": table[n] for n, _ in runs}
        _bonus(outcome, number, "straight-flush-bonus", wagers["straight-flush-bonus"], fits)


def _bonus(
    outcome: NaiveOutcome, number: int, wager: str, stake: int, fits: dict[str, int]
) -> None:
    """The line that pays most, to 1; nothing fits, nothing back."""
    if not fits:
        outcome.returned[number, wager] = 0
        return
    line = max(fits, key=lambda one: (fits[one], one))  # of equal pays the longer hand
    outcome.lines[number, wager] = line
    outcome.pays[number, wager] = stake * fits[line]
    outcome.returned[number, wager] = stake + stake * fits[line]


def _progressive(
    outcome: NaiveOutcome,
    seat: NaiveSeat,
    runs: list[tuple[int, int]],
    seats: list[NaiveSeat],
    wager: str,
    times: int,
    lines: tuple[Line, ...],
    dynamic: dict[str, int],
) -> None:
    """The first line from the top that the hand makes, for 1: the stake stays with the house."""
    outcome.returned[seat.number, wager] = 0
    for line in lines:
        if not holds(line.hand, runs):
            continue
        outcome.lines[seat.number, wager] = line.hand
        dollars = dynamic.get(line.hand, line.dollars)
        outcome.returned[seat.number, wager] = dollars * times
        if line.percent:
            outcome.due.append((seat.number, line.hand, line.meter, line.percent))
        if line.envy:
            for other in seats:
                if other.number != seat.number and wager in other.wagers:
                    outcome.envy.append((other.number, seat.number, line.envy * times))
        return


def _cut(outcome: NaiveOutcome, cap: int) -> None:
    """Give back what the cap leaves of each bonus payout."""
    left = cut(outcome.pays, cap)
    for key, pay in outcome.pays.items():
        outcome.returned[key] -= pay - left[key]
        outcome.cut += pay - left[key]


def cut(pays: dict[tuple[int, str], int], cap: int) -> dict[tuple[int, str], int]:
    """Bonus payouts after the cap; the author of this function had not seen the engine's.

    Over the cap each is cut in proportion, rounded down; the cents left go to the largest
    remainders, then the lower seat, then (which no text settles) the wager earlier in CAPPED.
    """
    total = sum(pays.values())
    if total <= cap:
        return dict(pays)
    result = {key: pay * cap // total for key, pay in pays.items()}
    remainder = {key: pay * cap % total for key, pay in pays.items()}
    order = sorted(pays, key=lambda key: (-remainder[key], key[0], CAPPED.index(key[1])))
    for key in order[: cap - sum(result.values())]:
        result[key] += 1
    return result
