"""What a game is, as data: its wagers, its decisions, and the rules that an operator may vary."""

import re
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.money import Cents
from longsuit.core.plain_number import read_whole, shorten
from longsuit.core.ranking import FlushKey, key_length, make_key
from longsuit.core.wagers import Wager

NINE_HIGH: FlushKey = make_key("932")
"""The lowest nine-high three-card flush: the dealer qualifies with it or better (FL-8)."""
ANYTHING: FlushKey = 0
"""A qualifier that every dealer's hand meets."""
LARGEST_MULTIPLE = 100
"""The largest bet, in Antes, that a game or a variant may have."""
_HIGH = re.compile(r"(10|[2-9TJQKA])-high-([2-7])", re.IGNORECASE)
_RANKS = "23456789TJQKA"

Outcome = Literal["ahead", "tie", "behind"]
"""The player's flush against the dealer's."""
Verdict = Literal["win", "push", "lose"]
End = Literal["ahead", "tie", "behind", "folded"]
"""How a seat comes out of the main game; without a dealer it is ahead with a flush that wins."""


class ResultReason(StrEnum):
    """Why a wager came out as it did; `texts` has the words."""

    AHEAD = "ahead"
    TIE = "tie"
    BEHIND = "behind"
    FOLDED = "folded"
    UNQUALIFIED = "unqualified"
    """The dealer does not qualify, and the wager is returned or paid for that alone."""
    LONG = "long"
    """There is no dealer, and the flush is long enough to win."""
    SHORT = "short"
    """There is no dealer, and the flush is too short to win."""
    HAND = "hand"
    """A line of its paytable pays it."""
    NO_HAND = "no-hand"
    METER = "meter"
    """A share of a meter is due."""


class Street(Struct, frozen=True):
    """Cards that are dealt together, after the hole cards."""

    name: str
    own: int = 0
    """Further cards to each seat that is still dealt in."""
    board: int = 0
    """Community cards, face up, after the own ones."""
    face_up: bool = False
    """Whether everybody sees the own cards."""
    decides: bool = True
    """Whether a decision follows."""
    robot: FlushKey = 0
    """The lowest flush with which a robot bets here."""


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
    """The rules of the main game that operators and designers can vary."""

    decisions: tuple[Decision, ...]
    qualifier: FlushKey = NINE_HIGH
    """The lowest flush with which the dealer qualifies; without a dealer, that wins."""
    unqualified: Literal["push", "win", "play"] = "push"
    """When the dealer does not qualify: the Ante is returned, or paid, or every wager is compared.

    The terms of each wager say whether it follows (`Terms.unqualified`).
    """
    ties: Verdict = "push"
    """What a tie does to the wagers that are compared."""

    def with_(
        self,
        *,
        qualifier: str = "",
        multiples: str | Sequence[int] = "",
        unqualified: str = "",
        ties: str = "",
    ) -> "MainRules":
        """A copy of these rules with changes, as on the command line: ``qualifier="T86"``."""
        changes: dict[str, Any] = {}
        if qualifier:
            changes["qualifier"] = read_qualifier(qualifier)
        if multiples:
            changes["decisions"] = _read_multiples(self.decisions, multiples)
        if unqualified:
            changes["unqualified"] = _one_of("unqualified", unqualified, ("push", "win", "play"))
        if ties:
            changes["ties"] = _one_of("ties", ties, ("push", "win", "lose"))
        return replace(self, **changes)


def _one_of(name: str, given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        raise InputError(f"{name} is {words}, not '{shorten(given)}'.")
    return given


def _read_multiples(
    usual: tuple[Decision, ...], given: str | Sequence[int]
) -> tuple[Decision, ...]:
    """Decisions with other bets: one for each, or of a single one for flushes of 2 to 7 cards."""
    text = given if isinstance(given, str) else ",".join(map(str, given))
    read = [read_whole(part.strip()) for part in text.split(",")]
    multiples = [number for number in read if number is not None]
    if len(multiples) < len(read):
        raise InputError(f"'{shorten(text)}' is not a list of multiples, such as 3,2,1.")
    if len(usual) > 1:
        if len(multiples) != len(usual):
            raise InputError(f"There are {len(usual)} decisions, so {len(usual)} multiples.")
        pairs = zip(usual, multiples, strict=True)
        return tuple(replace(decision, most=(most,) * 8) for decision, most in pairs)
    if len(multiples) != 6:
        raise InputError("There is a multiple for each of 2 to 7 cards, so six of them.")
    first, *_ = multiples
    return (replace(usual[0], most=(first, first, *multiples)),)


EVEN = Fraction(1)


class Scale(Struct, frozen=True):
    """Odds that go by a number of cards."""

    by: Literal["length", "margin"]
    """The cards of the own flush, or how many more it has than the dealer's."""
    odds: tuple[Fraction, ...]
    """From none on; the last is for all that is longer. What pays nothing is a push."""

    def pays(self, own: FlushKey, dealer: FlushKey) -> Fraction:
        """What a win with that flush pays, to 1."""
        less = key_length(dealer) if self.by == "margin" else 0
        return self.odds[min(max(key_length(own) - less, 0), len(self.odds) - 1)]


class Terms(Struct, frozen=True):
    """What the main game does to one of its wagers."""

    wager: str
    fold: Verdict | None = "lose"
    """None for a wager that is never on the table by then."""
    ahead: Verdict = "win"
    tie: Verdict | Literal["as ruled"] = "as ruled"
    """``as ruled``: what the operator's `ties` says."""
    behind: Verdict = "lose"
    unqualified: Verdict | Literal["as ruled", "compared"] = "compared"
    """When the dealer does not qualify: as the operator's `unqualified` says, or always compared,
    or this, unless the operator has every wager compared."""
    pays: Fraction | Scale | None = EVEN
    """What a win pays, to 1; None for one that is paid by its table of the own hand."""

    def ruling(
        self, rules: MainRules, end: End, qualifies: bool, *, dealer: bool = True
    ) -> "Ruling | None":
        """What becomes of the wager, and why; None where it is not on the table."""
        if not dealer and end != "folded":
            won = end == "ahead"
            reason = ResultReason.LONG if won else ResultReason.SHORT
            return Ruling(self.wager, self.ahead if won else self.behind, reason, self.pays)
        if end == "folded":
            return self.fold and Ruling(self.wager, self.fold, ResultReason.FOLDED, self.pays)
        if not (qualifies or rules.unqualified == "play" or self.unqualified == "compared"):
            verdict = rules.unqualified if self.unqualified == "as ruled" else self.unqualified
            return Ruling(self.wager, verdict, ResultReason.UNQUALIFIED, self.pays)
        tie = rules.ties if self.tie == "as ruled" else self.tie
        compared: Verdict = {"ahead": self.ahead, "tie": tie, "behind": self.behind}[end]
        return Ruling(self.wager, compared, ResultReason(end), self.pays)


class Game(Struct, frozen=True):
    """One game of the family."""

    id: str
    short: str
    name: str
    seats: int
    hole: int
    """Cards dealt to each seat before the first street."""
    streets: tuple[Street, ...]
    dealer: int
    """The dealer's own cards, all dealt with the hole cards; 0 for a game without a dealer."""
    wagers: tuple[Wager, ...]
    """Those placed before the deal; the first is the Ante."""
    bet: Wager
    """The wager that a decision places."""
    main: tuple[Terms, ...]
    """What the main game does to its wagers, in the order in which they are settled."""
    bet_verb: Literal["bet", "raise", "play"]
    rules: MainRules
    mandatory: tuple[str, ...]
    equal_to_ante: tuple[str, ...]
    """Wagers of the same size as the Ante."""
    several: bool = False
    """Whether every decision has a bet of its own; else a seat bets once a round."""
    bonus_cap: Cents = 0
    """The usual cap on all bonus payouts of a round; 0 for none."""
    about: str = ""
    """The game in a sentence, for whoever has not met it."""

    @property
    def own(self) -> int:
        """The number of cards a seat holds alone at the end of a round."""
        return self.hole + sum(street.own for street in self.streets)

    @property
    def board(self) -> int:
        """The number of community cards at the end of a round."""
        return sum(street.board for street in self.streets)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The street after which each decision of the rules comes."""
        return tuple(place for place, street in enumerate(self.streets) if street.decides)

    @property
    def open_cards(self) -> tuple[bool, ...]:
        """Of a seat's own cards in the order of dealing: which of them everybody sees."""
        later = (open_ for s in self.streets for open_ in (s.face_up,) * s.own)
        return (*(False,) * self.hole, *later)

    @property
    def all_wagers(self) -> tuple[Wager, ...]:
        """The wagers placed before the deal, and the bet."""
        return (*self.wagers, self.bet)

    @staticmethod
    def load(file: str | Path) -> "Game":
        """A game of one's own, written as a file (docs/games.md); all of it is checked."""
        # The catalog is the one place of the core that reads files, and it knows games.
        from longsuit.core.games.catalog import add_game, game_from_file  # noqa: PLC0415

        return add_game(game_from_file(Path(file)))

    @property
    def by_table(self) -> tuple[Wager, ...]:
        """The wagers of the main game that are paid by a table of the own hand."""
        return tuple(self.wager(terms.wager) for terms in self.main if terms.pays is None)

    def wager(self, wager_id: str) -> Wager:
        """The wager of that id, the bet included."""
        return next(w for w in self.all_wagers if w.id == wager_id)

    def action_name(self, multiple: int) -> str:
        """The name of a bet of this many Antes: ``bet_3x``, ``raise_1x``."""
        return f"{self.bet_verb}_{multiple}x"


class Ruling(Struct, frozen=True):
    """What the rules do to one wager of the main game, and why."""

    wager: str
    verdict: Verdict
    reason: ResultReason
    pays: Fraction | Scale | None = EVEN
    """What a win pays, to 1; None where its table says."""

    @property
    def odds(self) -> Fraction | None:
        """The same, for whoever reckons with one figure."""
        if isinstance(self.pays, Scale):
            raise InputError(f"What the {self.wager} pays goes by cards, so it is no one figure.")
        return self.pays


def lowest_flush(length: int) -> FlushKey:
    """The lowest flush of so many cards."""
    return make_key(_RANKS[:length])


def compare(player: FlushKey, dealer: FlushKey) -> Outcome:
    """The player's flush against the dealer's (FL-2, FL-3)."""
    if player == dealer:
        return "tie"
    return "ahead" if player > dealer else "behind"


def read_qualifier(text: str) -> FlushKey:
    """``none``; the ranks of the lowest flush that qualifies; or its high card and length."""
    if text.casefold() == "none":
        return ANYTHING
    if found := _HIGH.fullmatch(text):
        high = _RANKS.index(found[1].upper().replace("10", "T"))
        length = int(found[2])
        if high < length - 1:
            raise InputError(f"There is no {text} flush: it is too short of ranks.")
        return make_key(_RANKS[high] + _RANKS[: length - 1])
    ranks = text.upper().replace("10", "T")
    if not 2 <= len(ranks) <= 7 or len(set(ranks)) < len(ranks) or set(ranks) - set(_RANKS):
        raise InputError(f"'{shorten(text)}' is not a qualifier, such as 932, 9-high-3 or none.")
    return make_key(ranks)
