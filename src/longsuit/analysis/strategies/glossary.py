"""The counted words of rule lists, explained as a person counts them at the table."""

import re
from collections.abc import Iterator

from longsuit.analysis.strategies.rules import RuleList

_WORDS = {
    "dealer outs|weighted": "Dealer outs: unseen cards that, each with the board alone, make "
    "a better flush than yours.",
    "two-card outs|weighted": "Two-card outs: pairs of unseen cards of one suit that beat you "
    "together with the board, neither of them an out alone.",
    "weighted outs": "Weighted outs: dealer outs, plus one for every 22 two-card outs.",
    "half your top card": "Half your top card: of the highest card of your flush (ace 14, king 13, "
    "queen 12). With a queen and 'plus 1', up to 7 outs.",
    "tops of": "Tops: the higher of your two suited cards (ace 22, king 17, queen 12, jack 11) "
    "plus your side card (ace 14, king 13).",
    "points": "Points: 4 times your highest card, twice the next and the third (ace 14, king 13).",
    "beats? you|danger": "Cards that beat you: unseen cards that, each with the board alone, make "
    "a better flush than yours.",
    "danger": "Danger: the number of cards that beat you, plus, for each suit on the board, the "
    "number of unseen cards above your own highest of that suit (all of them if you hold none). "
    "A card that does both counts twice. Q♥ 8♥ 4♠ on 10♠ 7♠: 8 spades beat you, the same 8 "
    "are above the 4: danger 16.",
    "weighted danger": "Weighted danger: danger, plus one for every 22 two-card outs, plus two for "
    "each suit that your own cards are of, less one for each of your own cards from queens up.",
    "higher cards?": "A higher card on the board: above the highest card of your flush.",
    "side card|tops of": "Side card: your highest card in a suit that is neither your flush's nor "
    "on the board.",
    r"cards of \w+-\w": "Cards of A-Q-8: card by card, your highest at least an ace, the next at "
    "least a queen, the third at least an eight.",
    "of your own cards? in it": "Your own cards in it: those of your flush that are not on the "
    "board.",
}
"""Patterns of words as they occur in rules, and what they mean."""


def glossary(rules: RuleList) -> Iterator[tuple[str, str]]:
    """The words that the rules use, each with its meaning."""
    used = " ".join(rule.text for listed in rules.decisions.values() for rule in listed)
    for word, meaning in _WORDS.items():
        if re.search(word, used):
            label, _, rest = meaning.partition(": ")
            yield label, rest
