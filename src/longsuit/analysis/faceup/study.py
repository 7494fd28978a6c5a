"""The face-up question: what best play is worth to a player who sees other hands.

>>> from longsuit.analysis.faceup import study
>>> found = study("high-card-flush", 5, deals=20_000, seed=1)
>>> 0.06 < found.value < 0.09
True
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

from msgspec import Struct

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, check_tuned
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.analysis.faceup.estimate import Estimate
from longsuit.analysis.faceup.exposure import expose
from longsuit.analysis.faceup.high_card import HighCardStudy
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.result import Result
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.paytable import PayTable

ERROR = 0.0005
"""The standard error aimed at unless said otherwise: 0.05% of an Ante."""
SEED = 1
_MOST_DEALS = {CHASE: 10**7, HIGH_CARD: 10**9}
_FEWEST_DEALS = 1000
_LEAST_ERROR = 1e-8
_MOST_SHOWN = 2
_STUDY = 1
"""Streams of chance are told apart by a phase; 0 is the pilot's."""

Progress = Callable[[int, int], None]


class Practical(Struct, frozen=True):
    """What a rule by suit counts makes of the same deals."""

    value: float
    gain: float
    """Over blind best play."""
    standard_error: float
    """Of both."""
    share: float | None
    """Of the gain of best play; None where there is none."""


class Study(Result, Struct, frozen=True):
    """Best play with other cards seen, in Antes."""

    game: str
    seats: int
    """Other seats whose cards are seen."""
    dealer_cards: int
    """Cards of the dealer's that are seen."""
    paytables: dict[str, str]
    deals: int
    """Sampled; 0 where the value is exact."""
    seed: int
    blind: Fraction
    """Best play that sees nothing: exact."""
    value: float
    gain: float
    standard_error: float
    """Of the value and, as the blind value is exact, of the gain."""
    plain_error: float
    """What the standard error of as many deals would be without the control variates."""
    exact: Fraction | None = None
    """The value itself, where every deal was counted."""
    practical: Practical | None = None

    @property
    def headline(self) -> str:
        """What seeing is worth."""
        worth = f"{self.value:+.4%} of an Ante, {self.gain:+.4%} more than seeing nothing"
        hands = f"{self.seats} other hand{'s' * (self.seats != 1)}"
        cards = f"{self.dealer_cards} card{'s' * (self.dealer_cards != 1)} of the dealer"
        seen = " and ".join([hands] * bool(self.seats) + [cards] * bool(self.dealer_cards)) or hands
        return f"{self.game}, {seen} seen: {worth}"

    @property
    def table(self) -> Frame:
        """Best play with and without, in Antes."""
        error = self.standard_error
        seen: list[tuple[str, float | Fraction, float]] = [
            ("seeing nothing", self.blind, 0.0),
            ("seeing them", self.exact or self.value, error),
            ("gain", self.gain, error),
        ]
        return make_frame("The player's expected result in Antes", "play value error", seen)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        shown: dict[str, Any] = {
            "game": self.game,
            "seats": self.seats,
            "dealer_cards": self.dealer_cards,
            "paytables": self.paytables,
            "deals": self.deals,
            "seed": self.seed,
            "value": self.value,
            "standard_error": self.standard_error,
            "blind_value": float(self.blind),
            "gain": self.gain,
            "gain_standard_error": self.standard_error,
            "plain_standard_error": self.plain_error,
            "exact": {
                "value": None if self.exact is None else str(self.exact),
                "blind_value": str(self.blind),
            },
        }
        if self.practical is not None:
            rule = self.practical
            shown["practical"] = {
                "value": rule.value,
                "gain": rule.gain,
                "standard_error": rule.standard_error,
                "share": rule.share,
            }
        return shown


def study(
    game: str,
    seats: int,
    *,
    deals: int | None = None,
    error: float | None = None,
    seed: int = SEED,
    threads: int = 2,
    dealer_cards: int = 0,
    practical: bool = False,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
    progress: Progress | None = None,
) -> Study:
    """Value best play that sees the cards of `seats` others, and some of the dealer's.

    Each sampled deal is valued exactly. `deals` is how many; else as many are drawn as a pilot
    finds that the standard error `error` (in Antes) takes. Seeing nothing but one of the dealer's
    cards is counted over all deals unless one of the two is given.
    """
    case = make_case(game, xtra, rules)
    definition = case.game
    most = _MOST_DEALS[check_tuned(case, "studies of other hands")]
    _check(definition, most, seats, deals, error, seed, threads, dealer_cards, practical)
    blind = solve_case(case).value
    about = definition.id, seats, dealer_cards, case.paytables
    if not seats and not dealer_cards:
        return Study(*about, 0, seed, blind, float(blind), 0.0, 0.0, 0.0, blind)
    if not seats and dealer_cards == 1 and deals is None and error is None:
        exact = expose(case, ["card"], threads=threads, progress=progress).values["card"]
        gain = float(exact - blind)
        return Study(*about, 0, seed, blind, float(exact), gain, 0.0, 0.0, exact)
    engine = (ChaseStudy if definition.board else HighCardStudy)(
        case, seats=seats, dealer_cards=dealer_cards, threads=threads
    )
    found = _sample(engine, deals, error or ERROR, seed, progress, most)
    value = float(blind) + found.gain
    rule = _practical(found, float(blind)) if practical else None
    return Study(
        *about, found.deals, seed, blind, value, found.gain, found.gain_error, found.plain_error,
        None, rule,
    )  # fmt: skip


def _sample(
    engine: ChaseStudy | HighCardStudy,
    deals: int | None,
    error: float,
    seed: int,
    progress: Progress | None,
    most: int,
) -> Estimate:
    """So many deals; or as many as the pilot asks for, and a tenth more.

    The pilot's deals are not the study's, so their number depends on nothing that the study finds.
    A study that came out wider than it should is not made again: where gains are lopsided, those
    that come out narrow are low as well, and to keep only them would bias the mean.
    """
    pilot = engine.pilot(seed)
    wanted = deals
    if wanted is None:
        wanted = max(ceil(1.1 * (pilot.deviation / error) ** 2), _FEWEST_DEALS)
        if wanted > most:
            raise InputError(
                f"A standard error of {error:.2g} Antes takes {wanted:,} deals; {most:,} at most."
            )
    return engine.run(wanted + wanted % 2, pilot, seed, _STUDY, progress)


def _practical(found: Estimate, blind: float) -> Practical:
    share = found.practical / found.gain if found.gain > 0 else None
    return Practical(blind + found.practical, found.practical, found.practical_error, share)


def _check(
    game: Game,
    deals_at_most: int,
    seats: int,
    deals: int | None,
    error: float | None,
    seed: int,
    threads: int,
    dealer_cards: int,
    practical: bool,
) -> None:
    most = game.seats - 1
    if not 0 <= seats <= most:
        raise InputError(f"{game.name} has {most} other seats: --seats is 0 to {most}.")
    if not 0 <= dealer_cards <= _MOST_SHOWN:
        raise InputError(f"Up to {_MOST_SHOWN} of the dealer's cards are seen.")
    if deals is not None and error is not None:
        raise InputError("Give the number of deals or the standard error, not both.")
    if deals is not None and not 2 <= deals <= deals_at_most:
        raise InputError(f"A study takes 2 to {deals_at_most:,} deals.")
    if error is not None and not _LEAST_ERROR <= error < 1:
        raise InputError("The standard error is from 0.000001% of an Ante to less than 100%.")
    if seed < 0:
        raise InputError("A seed is a whole number from 0 up.")
    if not 1 <= threads <= 64:
        raise InputError("A study runs on 1 to 64 threads.")
    if practical and (dealer_cards or not seats):
        raise InputError("The practical rule is about other seats' cards: it takes seats only.")
