"""What a game is, as data: its wagers, its decisions, and the rules that an operator may vary."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from longsuit.core.ranking import FlushKey, make_key
from longsuit.core.wagers import Wager

NINE_HIGH: FlushKey = make_key("932")
"""The lowest nine-high three-card flush: the dealer qualifies with it or better (FL-8)."""
ANYTHING: FlushKey = 0
"""A qualifier that every dealer's hand meets."""

Outcome = Literal["ahead", "tie", "behind"]
"""The player's flush against the dealer's."""
Verdict = Literal["win", "push", "lose"]


class ResultReason(StrEnum):
    """Why a wager came out as it did; `texts` has the words."""

    AHEAD = "ahead"
    TIE = "tie"
    BEHIND = "behind"
    FOLDED = "folded"
    UNQUALIFIED = "unqualified"
    """The dealer does not qualify, and the wager is returned or paid for that alone."""
    HAND = "hand"
    """A line of its paytable pays it."""
    NO_HAND = "no-hand"
    METER = "meter"
    """A share of a meter is due."""


class Decision(Struct, frozen=True):
    """A point at which every seat still undecided acts, from left to right."""

    name: str
    board: int
    """Community cards on the table by then."""
    free: Literal["check", "fold"]
    """The action that costs nothing more; a seat that lets its time pass is given it (TBL-3)."""
    most: tuple[int, int, int, int, int, int, int, int]
    """The largest bet, in Antes, by the length of the seat's flush (0 to 7 cards)."""
    exact: bool
    """The bet is exactly that; else any whole multiple up to it, or on the table's own step."""

    def multiples(self, length: int) -> range:
        """The bets, in whole Antes, open to a flush of that length."""
        return range(self.most[length] if self.exact else 1, self.most[length] + 1)


class MainRules(Struct, frozen=True):
    """The rules of the main game that operators and designers ask about."""

    decisions: tuple[Decision, ...]
    qualifier: FlushKey = NINE_HIGH
    unqualified: Literal["push", "win", "play"] = "push"
    """When the dealer does not qualify: the Ante is returned, or paid, or every wager is compared.

    The Raise of High Card Flush comes back unless it is compared; the All In of Chase the Flush is
    compared whatever the Ante does.
    """
    ties: Verdict = "push"
    """What a tie does to the wagers that are compared."""


class Game(Struct, frozen=True):
    """One game of the family."""

    id: str
    short: str
    name: str
    seats: int
    hole: int
    """Cards dealt to each seat and to the dealer."""
    board: int
    wagers: tuple[Wager, ...]
    """Those placed before the deal; the first is the Ante."""
    bet: Wager
    """The wager that a decision places."""
    bet_verb: Literal["bet", "raise"]
    rules: MainRules
    mandatory: tuple[str, ...]
    equal_to_ante: tuple[str, ...]
    """Wagers of the same size as the Ante."""

    def wager(self, wager_id: str) -> Wager:
        """The wager of that id, the bet included."""
        return next(w for w in (*self.wagers, self.bet) if w.id == wager_id)

    def action_name(self, multiple: int) -> str:
        """What the bet of so many Antes is called: ``bet_3x``, ``raise_1x``."""
        return f"{self.bet_verb}_{multiple}x"


class Ruling(Struct, frozen=True):
    """What the rules do to one wager of the main game, and why."""

    wager: str
    verdict: Verdict
    reason: ResultReason


def compare(player: FlushKey, dealer: FlushKey) -> Outcome:
    """The player's flush against the dealer's (FL-2, FL-3)."""
    if player == dealer:
        return "tie"
    return "ahead" if player > dealer else "behind"


VERDICTS: dict[Outcome, Verdict] = {"ahead": "win", "tie": "push", "behind": "lose"}
REASONS: dict[Outcome, ResultReason] = {
    "ahead": ResultReason.AHEAD,
    "tie": ResultReason.TIE,
    "behind": ResultReason.BEHIND,
}


def verdict_of(outcome: Outcome, ties: Verdict) -> Verdict:
    """What an outcome does to a wager that is compared."""
    return ties if outcome == "tie" else VERDICTS[outcome]
