"""Chase the Flush: three cards each, four in common, one bet that shrinks the longer you wait."""

from longsuit.core import wagers
from longsuit.core.games.game import (
    REASONS,
    Decision,
    Game,
    MainRules,
    Outcome,
    ResultReason,
    Ruling,
    verdict_of,
)

CHASE_THE_FLUSH = Game(
    id="chase-the-flush",
    short="ctf",
    name="Chase the Flush",
    seats=7,
    hole=3,
    board=4,
    wagers=(wagers.ANTE, wagers.XTRA, wagers.SAME_SUIT, wagers.STAX),
    bet=wagers.ALL_IN,
    bet_verb="bet",
    rules=MainRules(
        decisions=(
            # CTF-5, CTF-6, CTF-7: the All In is exactly 3x, 2x or 1x the Ante.
            Decision("opening", board=0, free="check", most=(3,) * 8, exact=True),
            Decision("flop", board=2, free="check", most=(2,) * 8, exact=True),
            Decision("river", board=4, free="fold", most=(1,) * 8, exact=True),
        ),
        unqualified="push",
    ),
    mandatory=("ante", "xtra"),
    equal_to_ante=("xtra",),
)


def folded() -> tuple[Ruling, ...]:
    """A fold loses Ante and X-tra Bonus at once (CTF-9)."""
    return Ruling("ante", "lose", ResultReason.FOLDED), Ruling("xtra", "lose", ResultReason.FOLDED)


def rulings(rules: MainRules, outcome: Outcome, qualifies: bool) -> tuple[Ruling, ...]:
    """Ante, X-tra Bonus and All In of a seat that stayed in (CTF-11 to CTF-18).

    The X-tra Bonus wins what its table pays, which is nothing below four cards: a push.
    """
    compared = verdict_of(outcome, rules.ties)
    ante = Ruling("ante", compared, REASONS[outcome])
    if not qualifies and rules.unqualified == "push":
        ante = Ruling("ante", "push", ResultReason.UNQUALIFIED)
    elif not qualifies and rules.unqualified == "win":
        ante = Ruling("ante", "win", ResultReason.UNQUALIFIED)
    return (
        ante,
        Ruling("xtra", compared, REASONS[outcome]),
        Ruling("all-in", compared, REASONS[outcome]),
    )
