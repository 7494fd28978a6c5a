"""High Card Flush: seven cards each, and a raise that grows with the flush."""

from longsuit.core import wagers
from longsuit.core.games.game import (
    REASONS,
    Decision,
    Game,
    MainRules,
    Outcome,
    ResultReason,
    Ruling,
    Verdict,
    verdict_of,
)

HIGH_CARD_FLUSH = Game(
    id="high-card-flush",
    short="hcf",
    name="High Card Flush",
    seats=6,
    hole=7,
    board=0,
    wagers=(
        wagers.ANTE,
        wagers.FLUSH_BONUS,
        wagers.STRAIGHT_FLUSH_BONUS,
        wagers.PROGRESSIVE,
    ),
    bet=wagers.RAISE,
    bet_verb="raise",
    rules=MainRules(
        decisions=(
            # HCF-5: up to 1x with two, three or four cards, 2x with five, 3x with six or seven.
            Decision("raise", board=0, free="fold", most=(1, 1, 1, 1, 1, 2, 3, 3), exact=False),
        ),
        unqualified="win",
    ),
    mandatory=("ante",),
    equal_to_ante=(),
)


def folded() -> tuple[Ruling, ...]:
    """A fold loses the Ante (HCF-4)."""
    return (Ruling("ante", "lose", ResultReason.FOLDED),)


def rulings(rules: MainRules, outcome: Outcome, qualifies: bool) -> tuple[Ruling, ...]:
    """Ante and Raise of a seat that stayed in (HCF-7, HCF-8)."""
    if not qualifies and rules.unqualified != "play":
        verdict: Verdict = "win" if rules.unqualified == "win" else "push"
        ante = Ruling("ante", verdict, ResultReason.UNQUALIFIED)
        return ante, Ruling("raise", "push", ResultReason.UNQUALIFIED)
    compared = verdict_of(outcome, rules.ties)
    return Ruling("ante", compared, REASONS[outcome]), Ruling("raise", compared, REASONS[outcome])
