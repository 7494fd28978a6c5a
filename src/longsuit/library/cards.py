"""Cards as a person writes them, and as a notebook shows them."""

from collections.abc import Iterable

from longsuit.core.cards import RANK_COUNT, Card, card_name, card_names, card_picture, parse_cards
from longsuit.core.errors import InputError

# Clubs green, diamonds blue, hearts red, spades black: in these games the suit is what matters.
_COLOURS = ("#1b7a3d", "#1d4fb8", "#b3162b", "#1c1c1c")
_WIDTH, _HEIGHT, _GAP = 44, 62, 6


class Cards(tuple[Card, ...]):
    """Cards in the order given; each is a number from 0 to 51."""

    __slots__ = ()

    def __str__(self) -> str:
        return card_names(self)

    def __repr__(self) -> str:
        return f"cards({str(self)!r})"

    def _repr_html_(self) -> str:
        width = len(self) * (_WIDTH + _GAP)
        drawn = "".join(_draw(card, place) for place, card in enumerate(self))
        said = f'role="img" aria-label="{self}" width="{width}" height="{_HEIGHT + 2}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {said}>{drawn}</svg>'


CardsLike = str | Iterable[Card] | Iterable[str]
"""Cards as ``"Ah Kh 2d"``, as names in a list, or as numbers."""


def cards(given: CardsLike) -> Cards:
    """Read cards.

    >>> cards("Ah 10♥ 2d")
    cards('Ah Th 2d')
    """
    if isinstance(given, str):
        return Cards(parse_cards(given))
    listed = list(given)
    if all(isinstance(one, str) for one in listed):
        return Cards(parse_cards(" ".join(map(str, listed))))
    for one in listed:
        if not isinstance(one, int) or not 0 <= one < 52:
            raise InputError(f"There is no card {one!r}: write 'Th', or a number from 0 to 51.")
    found = Cards(card for card in listed if isinstance(card, int))
    parse_cards(str(found))
    return found


def _draw(card: Card, place: int) -> str:
    left = 1 + place * (_WIDTH + _GAP)
    rank, suit = card_picture(card).replace("T", "10").rjust(2)[:-1], card_picture(card)[-1]
    middle, colour = left + _WIDTH // 2, _COLOURS[card // RANK_COUNT]
    text = f'text-anchor="middle" fill="{colour}" font-family="sans-serif"'
    return (
        f'<rect x="{left}" y="1" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="#fff" '
        f'stroke="#888"><title>{card_name(card)}</title></rect>'
        f'<text x="{middle}" y="27" {text} font-size="20">{rank.strip()}</text>'
        f'<text x="{middle}" y="51" {text} font-size="22">{suit}</text>'
    )
