"""Chase the Flush: three cards each, four in common, one bet that shrinks the longer you wait."""

from longsuit.core import wagers
from longsuit.core.games.game import Decision, Game, MainRules, Terms

CHASE_THE_FLUSH = Game(
    id="chase-the-flush",
    short="ctf",
    name="Chase the Flush",
    seats=7,
    hole=3,
    board=4,
    wagers=(wagers.ANTE, wagers.XTRA, wagers.SAME_SUIT, wagers.STAX),
    bet=wagers.ALL_IN,
    main=(
        Terms("ante", unqualified="as ruled"),
        # CTF-18: its table pays, which is nothing below four cards: a push.
        Terms("xtra", pays=None),
        Terms("all-in", fold=None),
    ),
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
