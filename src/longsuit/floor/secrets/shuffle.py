"""Fair shuffles: a seed a round, sealed by a commitment once wagers close, opened at END ROUND.

The seed, the table, the round and the words that players add decide the order of the deck, and
nothing else does (TBL-5). Once the seed is opened anyone can shuffle again with SHA-256 and
SHAKE-256 alone: docs/fairness.md has the bytes, and the same in two languages.
"""

import hashlib
import re
import struct
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct

from longsuit.core.cards import DECK, DECK_SIZE, Card, card_name
from longsuit.core.errors import InputError
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.refusals import Code, Refused, refuse

LONGEST_WORD = 100
_HEX = re.compile(r"[0-9a-fA-F]{64}")
_UNWRITABLE = "The table, a player or a word cannot be written in UTF-8."

# A draw is two bytes, 0 to 65535; the draws at and above the limit would favour the first cards.
_DRAWS = 1 << 16
_STEPS = tuple((left, _DRAWS // left * left) for left in range(DECK_SIZE, 1, -1))
# SHAKE-256 gives 136 bytes at a time: 68 draws, where 51 and now and then one more are needed.
_BLOCK = 136

Read = Callable[[int], bytes]
"""The first so many bytes of one endless stream, as the `digest` of SHAKE-256 gives them."""


class Word(Struct, frozen=True):
    """A player's own word, sealed before START ROUND and opened after it."""

    seat: int
    player: str
    word: str


def refuse_word(word: str) -> Refused | None:
    """Why this cannot be a player's word, or None when it can."""
    fits = 1 <= len(word) <= LONGEST_WORD and word.isprintable()
    return None if fits else refuse(Code.WORD, most=LONGEST_WORD)


def commit(table: str, number: int, seed: Secret) -> str:
    """What is published before a word is open: it fixes the seed and tells nothing of it."""
    return hashlib.sha256(b"longsuit round seal\n" + _name(table, number) + seed.open()).hexdigest()


def seal_word(table: str, number: int, word: Word) -> str:
    """What a player gives while wagers are open: it fixes a word that nobody could guess."""
    said = f"{word.seat}\n{word.player}\n{word.word}"
    return hashlib.sha256(
        b"longsuit word seal\n" + _name(table, number) + said.encode()
    ).hexdigest()


def shuffle(table: str, number: int, seed: Secret, words: Sequence[Word]) -> tuple[Card, ...]:
    """The deck of a round, in the order in which it is dealt; every order is equally likely."""
    message = b"longsuit round shuffle\n" + _name(table, number) + words_line(words) + seed.open()
    return deck_from(hashlib.shake_256(message).digest)


def words_line(words: Sequence[Word]) -> bytes:
    """Words as they go into what is drawn from a seed."""
    return msgspec.json.encode([(one.seat, one.player, one.word) for one in words]) + b"\n"


def _name(table: str, number: int) -> bytes:
    """What sets this round's hashes apart from those of any other."""
    return f"{table}\n{number}\n".encode()


def deck_from(read: Read) -> tuple[Card, ...]:
    """Fisher and Yates: each card is drawn from those left, and the one left over is the last."""
    draws = _draws(read)
    left = list(DECK)
    deck = []
    for count, limit in _STEPS:
        while (drawn := next(draws)) >= limit:
            pass
        deck.append(left.pop(drawn % count))
    return (*deck, *left)


def _draws(read: Read) -> Iterator[int]:
    """The stream two bytes at a time, without end."""
    used, size = 0, _BLOCK
    while True:
        yield from struct.unpack(f">{size // 2}H", read(size))[used:]
        used, size = size // 2, size * 2


# Checking


def read_hex(what: str, digits: str) -> bytes:
    """The 32 bytes of a seed or a commitment as it is published."""
    if not _HEX.fullmatch(digits):
        raise InputError(f"The {what} is 64 hexadecimal digits.")
    return bytes.fromhex(digits)


def check(
    table: str,
    number: int,
    commitment: str,
    seed_hex: str,
    words: Sequence[Word],
    dealt: Sequence[Card | None] = (),
) -> str | None:
    """The first thing that does not hold of a round whose seed is open, or None when all does.

    `dealt` is the deck, or as many of its cards as were dealt, in the order of dealing; None is a
    card that was not shown.
    """
    try:
        promised = read_hex("commitment", commitment)
        seed = Secret(read_hex("seed", seed_hex))
        sealed = commit(table, number, seed)
        deck = shuffle(table, number, seed, words)
    except InputError as error:
        return str(error)
    except UnicodeEncodeError:
        return _UNWRITABLE
    if promised.hex() != sealed:
        return f"The seed does not open the commitment {promised.hex()}: it makes {sealed}."
    return dealt_complaint(deck, dealt)


def dealt_complaint(deck: Sequence[Card], dealt: Sequence[Card | None]) -> str | None:
    """Where cards dealt are not those of the deck, or None."""
    if len(dealt) > len(deck):
        return f"A deck has {len(deck)} cards, and {len(dealt)} are said to be dealt."
    for place, (said, shuffled) in enumerate(zip(dealt, deck, strict=False), 1):
        if said is not None and said != shuffled:
            shown = card_name(said) if said in DECK else f"{said}, which is no card"
            return f"The shuffle has {card_name(shuffled)} as card {place}, and it was {shown}."
    return None
