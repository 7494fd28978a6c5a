"""Conditions in plain words of the game, each a few tests of facts.

Every phrase comes to intervals: a fact lies between a least and a greatest number. docs/strategy.md
lists the phrases for people.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from longsuit.analysis.strategies import facts
from longsuit.analysis.strategies.facts import Facts
from longsuit.core.cards import RANK_COUNT, RANKS
from longsuit.core.errors import InputError
from longsuit.core.ranking import FlushKey, make_key, mask_key

MOST = 1 << 20
"""Above every fact."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")

_RANK = r"(?:10|[2-9tjqka])"
_LENGTH = r"(one|two|three|four|five|six|seven|[1-7])-card"
_HOW_MANY = r"(?:(at most|at least) )?(no|none|one|two|three|four|five|six|seven|\d{1,3})"


class Test(NamedTuple):
    """A fact, by its place in `Facts`, lies between two numbers, both included."""

    fact: int
    least: int
    most: int

    def holds(self, known: Facts) -> bool:
        """Whether it is so for this hand."""
        return self.least <= facts.listed(known)[self.fact] <= self.most


class Unclear(InputError):
    """A phrase that means nothing here; the sentence has no end, for a place is put before it."""


def parse_condition(text: str) -> tuple[Test, ...]:
    """All the tests of a condition: phrases with `and` between them."""
    tests: list[Test] = []
    for phrase in re.split(r"\s+and\s+", text.strip()):
        tests.extend(_parse_phrase(phrase))
    return tuple(tests)


def _parse_phrase(phrase: str) -> list[Test]:
    plain = re.sub(r"\s+", " ", phrase.strip().casefold())
    plain = re.sub(r"^(?:a|an|any|the) ", "", plain)
    for form, make in _FORMS:
        if found := form.fullmatch(plain):
            return make(found)
    raise Unclear(f"'{phrase.strip()}' is not a condition that Longsuit knows")


def _rank(text: str) -> int:
    return RANKS.index(text.upper().replace("10", "T"))


def _number(text: str) -> int:
    if text == "none":
        return 0
    return NUMBERS.index(text) if text in NUMBERS else int(text)


def _lowest(length: int, ranks: list[int]) -> FlushKey:
    """The lowest flush of that length that begins with these ranks."""
    names = "".join(RANKS[rank] for rank in ranks)
    if sorted(set(ranks), reverse=True) != ranks:
        raise Unclear(f"the ranks {'-'.join(names)} do not fall")
    if len(ranks) > length:
        raise Unclear(f"{'-'.join(names)} has more ranks than {NUMBERS[length]} cards")
    if ranks and ranks[-1] < length - len(ranks):
        raise Unclear(f"there is no {NUMBERS[length]}-card flush that begins {'-'.join(names)}")
    return make_key(names + RANKS[: length - len(ranks)])


def _highest(length: int, ranks: list[int]) -> FlushKey:
    """The highest flush of that length that begins with these ranks."""
    _lowest(length, ranks)
    mask = sum(1 << rank for rank in ranks)
    below = ranks[-1] if ranks else RANK_COUNT
    for rank in range(below - 1, below - 1 - (length - len(ranks)), -1):
        mask |= 1 << rank
    return mask_key(mask)


def _flush(length: int, ranks: list[int], how: str) -> list[Test]:
    least = _lowest(length, ranks)
    if how == "less than":
        return [Test(facts.FLUSH, 0, least - 1)]
    return [Test(facts.FLUSH, least, MOST if how == "or better" else _highest(length, ranks))]


def _by_length(found: re.Match[str]) -> list[Test]:
    less, high, length, ranks, better = found.groups()
    begins = [_rank(high)] if high else [_rank(rank) for rank in ranks.split("-")] if ranks else []
    if less and better:
        raise Unclear("less than a flush 'or better' is unclear")
    return _flush(_number(length), begins, less or better or "")


def _suited(found: re.Match[str]) -> list[Test]:
    ranks = [_rank(rank) for rank in found[1].split("-")] if found[1] else []
    return _flush(2, ranks, found[2] or "")


def _interval(found: re.Match[str], at: int = 1) -> tuple[int, int]:
    how, number = found[at], _number(found[at + 1])
    return (number if how != "at most" else 0), (number if how != "at least" else MOST)


def _counted(fact: int) -> Callable[[re.Match[str]], list[Test]]:
    return lambda found: [Test(fact, *_interval(found))]


def _fixed(*tests: Test) -> Callable[[re.Match[str]], list[Test]]:
    return lambda _: list(tests)


def _of_rank(found: re.Match[str]) -> list[Test]:
    return [Test(facts.LEAST + _rank(found[3]), *_interval(found))]


def _card_by_card(found: re.Match[str]) -> list[Test]:
    """The highest own card is at least the first rank, the second at least the next, and so on."""
    ranks = [_rank(rank) for rank in found[1].split("-")]
    if sorted(ranks, reverse=True) != ranks:
        raise Unclear(f"the ranks {found[1].upper()} rise")
    return [Test(facts.LEAST + rank, place, MOST) for place, rank in enumerate(ranks, 1)]


def _weighed(fact: int) -> Callable[[re.Match[str]], list[Test]]:
    """So many, pairs of cards counting as parts of one: between two whole numbers too."""

    def make(found: re.Match[str]) -> list[Test]:
        least, most = _interval(found)
        weight = facts.PAIRS_AN_OUT
        return [Test(fact, least * weight, most if most == MOST else most * weight)]

    return make


def _half(found: re.Match[str]) -> list[Test]:
    """At most half as many outs as the flush's highest card counts, or some more or fewer."""
    more = int(found[2] or 0) * (-1 if found[1] == "minus" else 1)
    return [Test(facts.LEAD, 14 - 2 * more, MOST)]


def _board_card(found: re.Match[str]) -> list[Test]:
    return [Test(facts.BOARD_TOP, _rank(found[1]), MOST)]


def _no_board_card(found: re.Match[str]) -> list[Test]:
    return [Test(facts.BOARD_TOP, -1, _rank(found[1]) - 1)]


def _side(found: re.Match[str]) -> list[Test]:
    return [Test(facts.SIDE, _rank(found[1]), MOST)]


_FORMS: list[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Test]]]] = [
    (re.compile("anything|any hand|hand"), _fixed()),
    (
        re.compile(
            rf"(?:(less than) (?:an? )?)?(?:({_RANK})-high )?{_LENGTH} flush"
            rf"(?: of ({_RANK}(?:-{_RANK})*))?(?: (or better))?"
        ),
        _by_length,
    ),
    (re.compile(rf"two suited(?: of ({_RANK}(?:-{_RANK})*))?(?: (or better))?"), _suited),
    (re.compile(rf"{_HOW_MANY} of your own cards? in it"), _counted(facts.OWN)),
    (re.compile(rf"{_HOW_MANY} (?:cards? that beats? you|dealer outs?)"), _counted(facts.BEATEN)),
    (re.compile(r"dealer outs up to half your top card(?: (plus|minus) (\d))?"), _half),
    (re.compile(rf"tops of {_HOW_MANY}"), _counted(facts.TOPS)),
    (re.compile(rf"{_HOW_MANY} points"), _counted(facts.POINTS)),
    (re.compile(rf"{_HOW_MANY} two-card outs?"), _counted(facts.TWO_CARD)),
    (re.compile(rf"{_HOW_MANY} weighted outs?"), _weighed(facts.WEIGHED)),
    (re.compile(rf"weighted danger of {_HOW_MANY}"), _weighed(facts.WEIGHED_DANGER)),
    (re.compile(rf"board of {_HOW_MANY} suits?"), _counted(facts.BOARD_SUITS)),
    (re.compile(rf"{_HOW_MANY} of a suit on the board"), _counted(facts.BOARD_LONGEST)),
    (re.compile(rf"board card of ({_RANK}) or better"), _board_card),
    (re.compile(rf"no board card of ({_RANK}) or better"), _no_board_card),
    (re.compile("no higher card on the board"), _fixed(Test(facts.HIGHER, 0, 0))),
    (re.compile("higher card on the board"), _fixed(Test(facts.HIGHER, 1, MOST))),
    (
        re.compile(rf"higher cards on the board in {_HOW_MANY} suits?"),
        _counted(facts.HIGHER),
    ),
    (re.compile("card in every suit of the board"), _fixed(Test(facts.MISSING, 0, 0))),
    (re.compile("suit of the board missing"), _fixed(Test(facts.MISSING, 1, MOST))),
    (re.compile(rf"danger of {_HOW_MANY}"), _counted(facts.DANGER)),
    (re.compile(rf"cards of {_HOW_MANY} suits?"), _counted(facts.SUITS)),
    (re.compile(rf"side card of ({_RANK}) or better"), _side),
    (re.compile(rf"second suit of {_HOW_MANY} cards?"), _counted(facts.SECOND)),
    (re.compile(rf"cards of ({_RANK}(?:-{_RANK})+) or better"), _card_by_card),
    (re.compile(rf"{_HOW_MANY} cards? of ({_RANK}) or better"), _of_rank),
]
