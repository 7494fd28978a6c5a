"""A paytable: ordered lines, each a hand and what it pays, and for a progressive its meters."""

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from longsuit.core.errors import InputError
from longsuit.core.money import Cents, show_dollars, show_rate
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.ranking import Shape, shape_counts
from longsuit.core.wagers import Basis, Wager

_CARDS = re.compile(
    r"(\d)-card (straight flush|flush)(, ace high|, king high or lower|, no longer)?"
)
_ACE_DOWN = re.compile(r"A-K-Q(-J(-10)?)? suited")
_LENGTH_AND_PAY = re.compile(r"\s*([2-7])\s*=\s*([^\s=]+)\s*")
_NO_LIMIT = 99
_LARGEST = 10**15
_LARGEST_TYPED = 10**9
_FINEST_TYPED = 10**6


class HandTest(NamedTuple):
    """What a line asks of a hand: at least these lengths, and lengths below the others."""

    flush: int
    straight: int = 0
    ace_high: int = 0
    flush_below: int = _NO_LIMIT
    straight_below: int = _NO_LIMIT
    ace_high_below: int = _NO_LIMIT

    def fits(self, shape: Shape) -> bool:
        """Whether a hand of that shape has the hand of the line, or better."""
        return (
            self.flush <= shape.flush < self.flush_below
            and self.straight <= shape.straight < self.straight_below
            and self.ace_high <= shape.ace_high < self.ace_high_below
        )


class PayLine(Struct, frozen=True):
    """One line: a hand, and either a fixed pay or a share of a meter."""

    hand: str
    pays: Fraction = Fraction(0)
    """What one unit of the wager is paid; a progressive's is dollars over the base wager."""
    meter: str | None = None
    share: Fraction = Fraction(0)
    """The part of the meter that the hand takes."""
    envy: Fraction = Fraction(0)
    """What one unit of every other seat's progressive wager is paid (PRG-12)."""
    dynamic: tuple[Fraction, ...] = ()
    """The raised pays, per unit, that may replace the fixed pay for a round (PRG-14)."""
    by_players: tuple[Fraction, ...] | UnsetType = UNSET
    """The pay with one player, with two, and so on; the last is for all that are more."""

    def pays_among(self, players: int) -> Fraction:
        """The pay in a round of so many players."""
        several = self.by_players
        return several[min(players, len(several)) - 1] if several else self.pays

    @property
    def all_pays(self) -> tuple[Fraction, ...]:
        """Everything that one unit may be paid by it."""
        return (self.pays, self.envy, *self.dynamic, *(self.by_players or ()))

    def fits(self, shape: Shape) -> bool:
        """Whether the line pays a hand of that shape, were it the only line."""
        return any(test.fits(shape) for test in hand_tests(self.hand))


class MeterSettings(Struct, frozen=True):
    """A meter's settings, at the base wager: its seed and what each wager adds (PRG-1)."""

    id: str
    seed: Cents
    main: Fraction
    reserve: Fraction = Fraction(0)


class PayTable(Struct, frozen=True):
    """A paytable for one wager of one game."""

    id: str
    game: str
    wager: str
    basis: Basis
    lines: tuple[PayLine, ...]
    name: str = ""
    source: str = ""
    base: Cents = 0
    """A progressive's base wager; 0 for a table that pays by the size of the wager alone."""
    meters: tuple[MeterSettings, ...] = ()
    dynamic_lines: tuple[int, int] = (0, 0)
    """Fewest and most lines that get a dynamic pay in a round."""
    also: tuple[str, ...] = ()

    def line_for(self, shape: Shape, pick: str = "first", players: int = 1) -> PayLine | None:
        """The one line that pays a hand: the first that fits, or the one that pays most."""
        if pick == "first":
            return next((line for line in self.lines if line.fits(shape)), None)
        fitting = [line for line in self.lines if line.fits(shape)]
        return max(fitting, key=lambda line: line.pays_among(players), default=None)

    def line(self, hand: str) -> PayLine:
        """The line of that hand."""
        for line in self.lines:
            if line.hand == hand:
                return line
        raise InputError(f"Paytable {self.id} has no line '{hand}'.")

    def meter(self, name: str) -> MeterSettings:
        """The meter of that name."""
        for meter in self.meters:
            if meter.id == name.strip().casefold():
                return meter
        if not self.meters:
            raise InputError(f"Paytable {self.id} has no meters, so there is no meter '{name}'.")
        known = ", ".join(meter.id for meter in self.meters)
        raise InputError(f"Paytable {self.id} has no meter '{name}'; its meters are: {known}.")

    def draws(self, dynamic: Mapping[str, Cents]) -> bool:
        """Whether these may be the dynamic pays of a round, at the base wager (PRG-14)."""
        fewest, most = self.dynamic_lines
        pays = {line.hand: [odds * self.base for odds in line.dynamic] for line in self.lines}
        return fewest <= len(dynamic) <= most and all(
            isinstance(amount, int) and amount in pays.get(hand, ())
            for hand, amount in dynamic.items()
        )

    @property
    def digest(self) -> str:
        """A digest of what the table pays, independent of its name and origin."""
        return _digest(
            msgspec.structs.replace(self, id="", name="", source="", also=()).canonical()
        )

    def canonical(self) -> bytes:
        """The table as bytes, identical for identical content on every machine."""
        return msgspec.json.encode(msgspec.to_builtins(self, enc_hook=str), order="sorted")

    def posted(self, wager: Cents) -> tuple[tuple[str, str], ...]:
        """Hand and pay of every line at a table's wager, envy pays included."""
        return tuple((line.hand, self._posted(line, wager)) for line in self.lines)

    def _posted(self, line: PayLine, wager: Cents) -> str:
        envy = f", envy {_whole_dollars(line.envy * wager)}" if line.envy else ""
        return self.show_pay(line, wager) + envy

    def show_pay(self, line: PayLine, wager: Cents = 0) -> str:
        """What a line pays, as it is posted: ``20 to 1``, ``$250``, ``100% of star``.

        A progressive's dollars are for its base wager, or for the wager that is given.
        """
        stake = wager or self.base
        if line.meter is not None:
            whole = show_rate(line.share).replace(".00", "")
            return f"{whole} of {line.meter}"
        if self.basis == "for 1":
            return _whole_dollars(line.pays * stake)
        if several := line.by_players:
            return f"{', '.join(map(str, several))} to 1 by players"
        return "push" if line.pays == 0 else f"{line.pays} to 1"


def _whole_dollars(cents: Fraction) -> str:
    return show_dollars(int(cents)).removesuffix(".00")


@lru_cache(maxsize=256)
def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@lru_cache(maxsize=256)
def hand_tests(hand: str) -> tuple[HandTest, ...]:
    """What the words of a line ask for; any one of the tests is enough.

    ``5-card flush``, ``4-card straight flush``, ``6-card straight flush, ace high``,
    ``6-card straight flush, king high or lower``, ``4-card flush, no longer``,
    ``A-K-Q-J suited``; two joined by `` or ``.
    """
    if hand.endswith(", king high or lower"):
        return (_one_test(hand, hand),)
    return tuple(_one_test(part, hand) for part in hand.split(" or "))


def _one_test(part: str, hand: str) -> HandTest:
    if found := _ACE_DOWN.fullmatch(part):
        length = 3 + sum(group is not None for group in found.groups())
        return HandTest(length, length, length)
    found = _CARDS.fullmatch(part)
    length = int(found[1]) if found else 0
    if found is None or not 2 <= length <= 7:
        raise InputError(f"'{hand}' is not a hand that a paytable can name")
    limit = found[3]
    if found[2] == "flush":
        if limit not in (None, ", no longer"):
            raise InputError(f"'{hand}' is not a hand that a paytable can name")
        return HandTest(length, flush_below=length + 1 if limit else _NO_LIMIT)
    if length < 3:
        raise InputError(f"'{hand}' is too short: a straight flush has three cards or more")
    straight = HandTest(length, length)
    if limit == ", ace high":
        return straight._replace(ace_high=length)
    if limit == ", king high or lower":
        return straight._replace(ace_high_below=length)
    return straight._replace(straight_below=length + 1 if limit else _NO_LIMIT)


@lru_cache(maxsize=256)
def dead_lines(table: PayTable, wager: Wager) -> tuple[PayLine, ...]:
    """The lines that no hand is ever paid by.

    A floor checks the same few tables whenever one is opened, read from the log or audited.
    """
    used = {
        table.line_for(shape, wager.pick, players)
        for players in range(1, 1 + max(len(line.by_players or " ") for line in table.lines))
        for shape in shape_counts(wager.first or 7)
    }
    return tuple(line for line in table.lines if line not in used)


def check_paytable(table: PayTable, wager: Wager) -> None:
    """Refuse a table that no file could have held, wherever it came from."""
    hands = [line.hand for line in table.lines]
    meters = {meter.id for meter in table.meters}
    numbers = [
        *(n for line in table.lines for n in (line.share, *line.all_pays)),
        *(n for meter in table.meters for n in (meter.seed, meter.main, meter.reserve)),
        table.base,
    ]
    sound = (
        table.basis == wager.basis
        and (table.base > 0) == (wager.basis == "for 1")
        and len(hands) == len(set(hands))
        and all(0 <= number <= _LARGEST for number in numbers)
        and all(
            line.share <= 1 and (line.meter is None) == (line.share == 0) for line in table.lines
        )
        and {line.meter for line in table.lines} - {None} == meters
        and all(_by_players(line, wager) for line in table.lines)
        and 0 <= table.dynamic_lines[0] <= table.dynamic_lines[1]
        and table.dynamic_lines[1] <= sum(bool(line.dynamic) for line in table.lines)
    )
    if not sound or dead_lines(table, wager):
        raise InputError(f"The paytable {table.id[:40]} makes no sense.")


def _by_players(line: PayLine, wager: Wager) -> bool:
    """Whether pays by the number of players are where they belong."""
    several = line.by_players
    return not several or (wager.looks_at == "table" and several[0] == line.pays)


def is_typed_pay(pay: Fraction) -> bool:
    """Whether a pay is one that somebody may type to try: so large, and so fine, and no more."""
    return 0 <= pay <= _LARGEST_TYPED and pay.denominator <= _FINEST_TYPED


def by_length(text: str, game: str, wager: Wager) -> PayTable:
    """The short form of a table by length: ``7=250,6=20,5=5,4=1``, to 1."""
    if wager.basis != "to 1":
        raise InputError(f"The {wager.name} has no table by length; name a paytable or a file.")
    word = "straight flush" if wager.hands == "straight flush" else "flush"
    pays: dict[int, Fraction] = {}
    for part in text.split(","):
        found = _LENGTH_AND_PAY.fullmatch(part)
        pay = read_number(found[2]) if found else None
        if found is None or pay is None or not is_typed_pay(pay):
            shown = shorten(part.strip())
            raise InputError(f"'{shown}' is not a length and its pay, such as 7=250.")
        length = int(found[1])
        if length in pays:
            raise InputError(f"The length {length} is given twice in '{shorten(text)}'.")
        if word == "straight flush" and length < 3:
            raise InputError("A straight flush has three cards or more.")
        if length < wager.shortest:
            raise InputError(f"The {wager.name} pays for {wager.shortest} cards or more.")
        pays[length] = pay
    # A line takes longer hands too unless a line above does, so below a gap it must say no longer;
    # so too where it pays more than a longer hand and the better of two lines is taken.
    lines: list[PayLine] = []
    open_above = True
    for length in range(7, 1, -1):
        if length not in pays:
            open_above = False
            continue
        open_above = open_above and pays[length] <= pays.get(length + 1, pays[length])
        end = "" if open_above else ", no longer"
        lines.append(PayLine(f"{length}-card {word}{end}", pays[length]))
    return PayTable(
        text.replace(" ", ""), game, wager.id, "to 1", tuple(lines), name=f"{wager.name}"
    )
