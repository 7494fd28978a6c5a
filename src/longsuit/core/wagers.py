"""What a wager is, as data: what it is called and how its table is read."""

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
    """The game that it belongs to; empty for the Ante, which every game has."""
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
    first: int = 0
    """A side wager that looks at the own first cards only: how many; 0 for the final hand."""
    looks_at: Literal["own", "table"] = "own"
    """A side wager's hand: the own, or the best of all that are dealt, the dealer's too."""
    about: str = ""
    """The wager in a sentence, for whoever has not met it."""
    must_hit: bool = False
    """Whether a Must Hit meter may go with it (PRG-11)."""


def find_wager(text: str, among: tuple[Wager, ...]) -> Wager:
    """The wager that a user means: its id, its name, or another name it goes by."""
    wanted = text.strip().casefold().replace(" ", "-").replace("_", "-")
    for wager in among:
        if wanted in (wager.id, wager.name.casefold().replace(" ", "-"), *wager.also):
            return wager
    known = ", ".join(dict.fromkeys(wager.id for wager in among))
    raise InputError(f"There is no wager '{text}' here; the wagers are {known}.")
