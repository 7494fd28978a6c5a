"""The wagers of both games, as data: what each is called and how its table is read."""

from typing import Literal

from msgspec import Struct

from longsuit.core.errors import InputError

Basis = Literal["to 1", "for 1"]
"""``to 1``: the wager comes back as well as the pay. ``for 1``: it does not."""


class Wager(Struct, frozen=True):
    """One betting circle on the layout."""

    id: str
    name: str
    game: str = ""
    """The game that it belongs to; empty for one of both games."""
    basis: Basis | None = None
    """How its paytable counts; None for a wager that has no table."""
    hands: Literal["flush", "straight flush", "any"] = "any"
    """Which hands its table may name."""
    shortest: int = 2
    """The shortest flush its table may pay."""
    unmatched: Literal["lose", "push"] = "lose"
    """What happens to a hand that no line names."""
    pick: Literal["first", "best"] = "first"
    """Which line a hand that fits several gets: the first listed, or the one that pays more."""
    bonus: bool = False
    """Whether its payouts count toward the cap on the bonus payouts of a round (HCF-10)."""
    also: tuple[str, ...] = ()
    """Other names that a user may type."""


_CHASE, _HIGH_CARD = "chase-the-flush", "high-card-flush"

ANTE = Wager("ante", "Ante")
ALL_IN = Wager("all-in", "All In", _CHASE)
RAISE = Wager("raise", "Raise", _HIGH_CARD)
XTRA = Wager(
    *("xtra", "X-tra Bonus", _CHASE, "to 1", "flush"),
    shortest=4,
    unmatched="push",
    also=("x-tra",),
)
SAME_SUIT = Wager("same-suit", "Same Suit Bonus", _CHASE, "to 1", pick="best", bonus=True)
STAX = Wager("stax", "STAX Progressive", _CHASE, "for 1", also=("stax-progressive-bonus",))
FLUSH_BONUS = Wager(
    "flush-bonus", "Flush Bonus", _HIGH_CARD, "to 1", "flush", bonus=True, also=("flush",)
)
STRAIGHT_FLUSH_BONUS = Wager(
    *("straight-flush-bonus", "Straight Flush Bonus", _HIGH_CARD, "to 1", "straight flush"),
    bonus=True,
    also=("straight-flush", "sf-bonus"),
)
PROGRESSIVE = Wager("progressive", "Progressive", _HIGH_CARD, "for 1")

ALL = (
    *(ANTE, XTRA, SAME_SUIT, STAX, ALL_IN),
    *(FLUSH_BONUS, STRAIGHT_FLUSH_BONUS, PROGRESSIVE, RAISE),
)


def find_wager(text: str, among: tuple[Wager, ...] = ALL) -> Wager:
    """The wager that a user means: its id, its name, or another name it goes by."""
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for wager in among:
        if wanted in (wager.id, wager.name.casefold().replace(" ", "-"), *wager.also):
            return wager
    known = ", ".join(wager.id for wager in among)
    raise InputError(f"There is no wager '{text}' here; the wagers are {known}.")
