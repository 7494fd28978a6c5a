"""Cards as numbers 0 to 51, sets of cards as 52-bit numbers, and how both are written.

A card is ``suit * 13 + rank``: rank 0 is the deuce and 12 the ace; suits 0 to 3 are clubs,
diamonds, hearts and spades. A set of cards has bit ``card`` set for each card it holds, so the
cards of one suit are 13 neighbouring bits: the suit's mask.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from longsuit.core.errors import InputError
from longsuit.core.plain_number import shorten

Card: TypeAlias = int
CardSet: TypeAlias = int
Mask: TypeAlias = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
RANK_COUNT = 13
SUIT_COUNT = 4
DECK_SIZE = 52
FULL_SUIT: Mask = (1 << RANK_COUNT) - 1
FULL_DECK: CardSet = (1 << DECK_SIZE) - 1
DECK: tuple[Card, ...] = tuple(range(DECK_SIZE))

_NAMES = tuple(RANKS[card % RANK_COUNT] + SUITS[card // RANK_COUNT] for card in DECK)
_PICTURES = tuple(RANKS[card % RANK_COUNT] + SYMBOLS[card // RANK_COUNT] for card in DECK)

# Emoji pictures of a suit may carry an invisible "show as colour" mark; it means nothing here.
_IGNORED = str.maketrans("", "", "\ufe0e\ufe0f")
_OUTLINED = str.maketrans("♧♢♡♤♣♦♥♠", "cdhscdhs")
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE)
_GAP = re.compile(r"[\s,]+")


def card_name(card: Card) -> str:
    """The card in two plain letters, as JSON and files have it: ``Th``."""
    return _NAMES[card]


def card_picture(card: Card) -> str:
    """The card as a terminal or a page shows it: ``T♥``."""
    return _PICTURES[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in any of the accepted forms, in the order written.

    ``Th 8h 6h``, ``Th8h6h``, ``10h``, ``10♥`` and commas between cards all read. A piece that is
    no card, or a card that comes twice, raises `InputError` with a sentence that names it.
    """
    plain = text.translate(_IGNORED).translate(_OUTLINED)
    cards: list[Card] = []
    at = 0
    while at < len(plain):
        if gap := _GAP.match(plain, at):
            at = gap.end()
            continue
        found = _CARD.match(plain, at)
        if found is None:
            piece = _GAP.split(text.translate(_IGNORED)[at:], maxsplit=1)[0]
            raise InputError(
                f"'{shorten(piece)}' is not a card: write a rank (2-9, T or 10, J, Q, K, A) "
                "and then a suit (c, d, h, s), such as Th or 10♥."
            )
        rank = RANKS.index(found[1].upper().replace("10", "T"))
        card = SUITS.index(found[2].lower()) * RANK_COUNT + rank
        if card in cards:
            raise InputError(f"The card {card_name(card)} is named twice.")
        cards.append(card)
        at = found.end()
    return tuple(cards)


def parse_card(text: str) -> Card:
    """Read exactly one card."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise InputError(f"One card is wanted, but '{text}' names {len(cards)}.")
    return cards[0]


def card_names(cards: Iterable[Card]) -> str:
    """Cards in plain letters with spaces between: ``Th 8h 6h``."""
    return " ".join(map(card_name, cards))


def card_set(cards: Iterable[Card]) -> CardSet:
    """The cards as one 52-bit number."""
    held = 0
    for card in cards:
        held |= 1 << card
    return held


def cards_of(held: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while held:
        lowest = held & -held
        yield lowest.bit_length() - 1
        held ^= lowest


def suit_masks(held: CardSet) -> tuple[Mask, Mask, Mask, Mask]:
    """The 13-bit masks of clubs, diamonds, hearts and spades."""
    return (
        held & FULL_SUIT,
        held >> 13 & FULL_SUIT,
        held >> 26 & FULL_SUIT,
        held >> 39,
    )


def by_suit(cards: Iterable[Card]) -> list[Card]:
    """Cards ordered for the eye: the longest suit first, high cards first within a suit."""
    held = list(cards)
    lengths = [sum(card // RANK_COUNT == suit for card in held) for suit in range(SUIT_COUNT)]
    return sorted(
        held,
        key=lambda card: (
            -lengths[card // RANK_COUNT],
            -max(c % RANK_COUNT for c in held if c // RANK_COUNT == card // RANK_COUNT),
            card // RANK_COUNT,
            -(card % RANK_COUNT),
        ),
    )
