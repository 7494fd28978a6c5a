"""Every published figure about these games that we know of."""

from collections.abc import Iterator
from fractions import Fraction
from math import hypot

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.figures import PRINTED
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.faceup import study
from longsuit.analysis.faceup.exposure import expose
from longsuit.analysis.record.entry import Claim, Entry, Found, apart, number
from longsuit.analysis.record.hands import (
    best_cut,
    sure_flushes,
    two_cards_bet,
    two_cards_fold,
    unsuited_bets,
    unsuited_value,
)
from longsuit.analysis.record.suit_counts import given_up
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.analysis.strategies.price_cache import price_rules
from longsuit.core.cards import parse_cards
from longsuit.core.games.catalog import any_wager, find_game, find_paytable

_ANALYSIS = "a public analysis"
_ADVANCED = "a public page on advanced strategy"
_FORUM = "a forum"
_BLOG = "a player's blog"
_SIX_SEEN = 200_000
"""Deals of the study with six hands seen: an error of 0.04% of an Ante."""


def entries(*, slow: bool = False) -> Iterator[Entry]:
    """Every claim judged; those that take minutes only if asked for."""
    for claim in CLAIMS:
        if slow or not claim.slow:
            yield Entry(claim, claim.count(claim.printed))


def _chase(xtra: str = "A") -> Fraction:
    return solve("chase-the-flush", xtra=xtra).house_edge


def _high_card() -> Fraction:
    return solve("high-card-flush").house_edge


def _wager(game: str, wager: str, paytable: str) -> Fraction:
    table = find_paytable(find_game(game), any_wager(wager), paytable)
    return price(table).house_edge


def _raise(hand: str) -> Fraction:
    """What the raise is worth."""
    options = advise("high-card-flush", parse_cards(hand)).options
    return next(option.value for option in options if option.action == "raise_1x")


def _ten_eight_six() -> Fraction:
    """The house edge against T-8-6 or better."""
    return price_rules(find_rules("hcf", "basic")).solution.house_edge


def _dealer_card() -> Fraction:
    found = expose(make_case("chase-the-flush", "A"), ["card"])
    return found.values["card"] - found.blind


def _six_seen(printed: str) -> Found:
    """Best play with six hands seen."""
    found = study("high-card-flush", 5, deals=_SIX_SEEN, seed=1)
    return _sampled(printed, found.value, found.standard_error, "Own hand and five others.")


def _six_counted(printed: str) -> Found:
    """The source's rule: best play less what the rule gives up."""
    best = study("high-card-flush", 5, deals=_SIX_SEEN, seed=1)
    lost, error = given_up(_SIX_SEEN, seed=1)
    note = "Ours, by the spread of the suits in sight, is worth more (faceup.md)."
    return _sampled(printed, best.value - lost, hypot(best.standard_error, error), note)


def _sampled(printed: str, value: float, error: float, note: str) -> Found:
    """A sampled figure agrees within two errors and half a digit of the printed one."""
    fits = abs(value - float(printed.strip("%")) / 100) < 2 * error + 0.0005
    ours = f"{value:+.1%}, error {error:.2%}"
    return Found(ours, "sampled", "agrees" if fits else "wrong", note)


CLAIMS: tuple[Claim, ...] = (
    *(Claim(one.what, one.printed, one.source, one.command, number(one.count)) for one in PRINTED),
    Claim(
        "Chase the Flush, X-tra 250/20/5/1: result of a round in Antes",
        "-0.023907",
        _ANALYSIS,
        "longsuit analyze ctf",
        number(lambda: -_chase()),
    ),
    Claim(
        "Chase the Flush, X-tra 250/50/5/1, shown beside the analysis of 250/20/5/1",
        "2.39%",
        "a public page",
        "longsuit analyze ctf --xtra 7=250,6=50,5=5,4=1",
        apart(
            lambda: _chase("7=250,6=50,5=5,4=1"),
            "different rules",
            "2.39% belongs to 250/20/5/1; with the table shown it is ours.",
        ),
    ),
    Claim(
        "Chase the Flush, unsuited opening hands to bet",
        "AA3+ AK6+ AQ8+ AJ9+ KKJ+ KQQ",
        _FORUM,
        "longsuit strategy openings -o openings.csv",
        unsuited_bets,
    ),
    *(
        Claim(
            f"Chase the Flush, {hand} in three suits: the first bet in Antes",
            printed,
            _FORUM,
            "longsuit strategy openings -o openings.csv",
            apart(
                lambda hand=hand: unsuited_value(hand),  # type: ignore[misc]
                "not fully known",
                "The source's X-tra table and what it counts as the result are not said.",
                more=6,
            ),
        )
        for hand, printed in (("AAA", "+0.659"), ("AKJ", "+0.051"), ("KQT", "-0.454"))
    ),
    Claim(
        "Chase the Flush, river: fold a two-card flush to a board with two of a suit",
        "100%",
        _FORUM,
        'longsuit advise ctf "AdAhAs" "7c8c8d7h"',
        two_cards_bet,
    ),
    Claim(
        "Chase the Flush, river: the share of such hands that fold",
        "100%",
        _FORUM,
        "longsuit certificate ctf -o FILE (its boards, rows of length 2)",
        two_cards_fold,
        slow=True,
    ),
    Claim(
        "Chase the Flush, one dealer card seen: what it gains",
        "+8.644%",
        "a rival's study",
        "longsuit faceup ctf --exposure card",
        apart(
            _dealer_card,
            "different rules",
            "The source fits a policy to samples, so it stays below best play, which ours is.",
        ),
        slow=True,
    ),
    Claim(
        "Chase the Flush, that study's validation: result of a round in Antes",
        "-0.0267",
        "a rival's study",
        "longsuit analyze ctf",
        apart(
            lambda: -_chase(),
            "not fully known",
            "Which policy and rules were validated is not said; best play of our rules is ours.",
        ),
    ),
    Claim(
        "High Card Flush: house edge of an advanced strategy",
        "2.6855%",
        _ADVANCED,
        "longsuit strategy price hcf best",
        apart(
            _high_card,
            "not fully known",
            "Its rule for ten-high hands is not known here in full; best play is ours, and no rule "
            "can be below it.",
        ),
    ),
    Claim(
        "High Card Flush: the least flush to raise, if one flush decides",
        "T-8-6",
        _ANALYSIS,
        "longsuit strategy price hcf basic",
        lambda printed: best_cut(printed, _ten_eight_six()),
    ),
    Claim(
        "High Card Flush, three cards: always raised from J-3-2, never below T-3-2",
        "always",
        _ADVANCED,
        "longsuit certificate hcf -o FILE",
        sure_flushes,
    ),
    *(
        Claim(
            f"High Card Flush, raising {hand}: result in Antes",
            printed,
            _ADVANCED,
            f'longsuit advise hcf "{hand}"',
            number(lambda hand=hand: _raise(hand)),  # type: ignore[misc]
        )
        for hand, printed in (
            ("Th8h6h Js Ad Qd Jc", "-0.86655"),
            ("Th8h6h 7d4d2d 9c", "-1.06993"),
        )
    ),
    Claim(
        "High Card Flush, six hands seen: result in Antes, at least",
        "+7.3%",
        _BLOG,
        "longsuit faceup hcf --seats 5 --deals 200000 --seed 1",
        _six_seen,
    ),
    Claim(
        "High Card Flush, six hands seen, a rule by suit counts: result in Antes",
        "+3.1%",
        _BLOG,
        "longsuit record",
        _six_counted,
    ),
    *(
        Claim(
            f"High Card Flush, {name} {table}: house edge",
            "not printed",
            "a card room's page",
            f"longsuit analyze hcf --wager {wager} --paytable {pays}",
            apart(
                lambda wager=wager, pays=pays: _wager("hcf", wager, pays),  # type: ignore[misc]
                "different rules",
                "A table of that room; the tables here are others.",
                more=9,
            ),
        )
        for name, wager, table, pays in (
            ("Flush Bonus", "flush-bonus", "100/20/10/2", "7=100,6=20,5=10,4=2"),
            (
                "Straight Flush Bonus",
                "straight-flush-bonus",
                "500/200/100/50/9",
                "7=500,6=200,5=100,4=50,3=9",
            ),
        )
    ),
)
