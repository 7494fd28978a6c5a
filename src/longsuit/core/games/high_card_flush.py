"""High Card Flush: seven cards each, and a raise that grows with the flush."""

from longsuit.core import wagers
from longsuit.core.games.game import Decision, Game, MainRules, Terms

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
    main=(
        Terms("ante", unqualified="as ruled"),
        Terms("raise", fold=None, unqualified="push"),
    ),
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
