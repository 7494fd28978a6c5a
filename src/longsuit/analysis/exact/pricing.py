"""Bonus and progressive wagers priced exactly, from one count of all hands.

A wager's result depends on the player's own cards alone, and those are equally likely to be any
hand of so many cards (133,784,560 of seven), folded or not. So the shapes of all hands, counted
once, price every table there is. One on the best of all hands dealt depends on how many play: see
`table_hands`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.exact.must_hit import MustHitPrice, least_meter, price_must_hit
from longsuit.analysis.exact.table_hands import best_lines
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import percent
from longsuit.analysis.result import Result
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, wager_of
from longsuit.core.games.game import Game
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.money import Cents
from longsuit.core.paytable import MeterSettings, PayLine, PayTable
from longsuit.core.progressive.terms import NO_MUST_HIT, MustHit
from longsuit.core.ranking import Shape, shape_counts
from longsuit.core.wagers import Wager


class LinePrice(Struct, frozen=True):
    """One line of a table: how often it pays, and what on average."""

    line: PayLine
    combinations: int
    probability: Fraction
    pays: Fraction
    """Per unit of the wager; a dynamic line's average over its draws, 0 for a meter."""


class MeterPrice(Struct, frozen=True):
    """One meter of a progressive, in cents at the wager that is priced."""

    meter: MeterSettings
    seed: Cents
    value: Fraction
    """The meter for which the return at meters is given."""
    hit_probability: Fraction
    """The chance that one wager takes the whole of it."""
    taken: Fraction
    """The part of it that one wager takes on average."""
    expected: Fraction
    """What it stands at, on average in the long run, when it is hit."""
    break_even: Fraction | None = None
    """Where the wager's return reaches 1 with the other meters as they are; None: it is past it."""


class Price(Result, Struct, frozen=True):
    """The exact price of a wager."""

    paytable: PayTable
    wager: Cents
    """The wager priced; 0 where its size does not matter."""
    seats: int
    lines: tuple[LinePrice, ...]
    hit_frequency: Fraction
    fixed: Fraction
    """The return of fixed pays, envy aside."""
    envy: Fraction
    """The return of envy pays, with every other seat wagering."""
    contributions: Fraction
    """What the meters take in for players; it comes back as awards in the long run."""
    seeds: Fraction
    """The return of seeds: the chance of each whole award times its seed."""
    meters: tuple[MeterPrice, ...]
    must_hit: MustHitPrice | None = None
    """A Must Hit meter on top, which needs no further wager (PRG-11)."""
    must_hit_break_even: Cents | None = None
    """Where it makes the next wager fair, the other meters standing where they stand.

    It is looked for from the seed up; None where it does not before the award comes.
    """

    @property
    def mystery(self) -> Fraction:
        """The long-run return of the Must Hit meter."""
        return self.must_hit.per_wager / self.wager if self.must_hit else Fraction(0)

    def rounds_between(self, probability: Fraction) -> Fraction | None:
        """Average rounds between hits of that chance a wager, with every seat wagering."""
        return 1 / (probability * self.seats) if probability else None

    @property
    def returns(self) -> Fraction:
        """The long-run return for one unit wagered."""
        return self.fixed + self.envy + self.contributions + self.seeds + self.mystery

    @property
    def house_edge(self) -> Fraction:
        """The house's long-run share of one unit wagered."""
        return 1 - self.returns

    @property
    def return_at_meters(self) -> Fraction:
        """The return of the next wager at the current meters."""
        now = _now(self.meters)
        if self.must_hit is not None:
            now += self.must_hit.now
        return self.fixed + self.envy + (now / self.wager if self.wager else 0)

    @property
    def headline(self) -> str:
        """The house edge."""
        wager, name = wager_of(self.paytable).name, self.paytable.id
        if not name.startswith(wager):
            name = f"{wager} {name}"
        return f"{name}: house edge {percent(self.house_edge, 5)} = {self.house_edge}"

    @property
    def table(self) -> Frame:
        """Each line with its pay and how often it hits."""
        table = self.paytable
        return make_frame(
            table.name or table.id,
            "hand pays combinations probability",
            [
                (
                    one.line.hand,
                    table.show_pay(one.line, self.wager),
                    one.combinations,
                    one.probability,
                )
                for one in self.lines
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        # The law of a wager is made from its price, so it is loaded by who asks.
        from longsuit.analysis.exact.price_data import price_data

        return price_data(self)


def price(
    paytable: PayTable,
    *,
    meters: Mapping[str, Cents] | None = None,
    base: Cents | None = None,
    seats: int = 1,
    must_hit: MustHit | None = None,
    counts: Mapping[Shape, int] | None = None,
    game: Game | None = None,
) -> Price:
    """Price a bonus or progressive table.

    `meters` gives where meters stand, in cents (a meter not named stands at its seed); `base` is
    the progressive's wager, with which seeds and pays scale; `seats` wager on it every round.
    `must_hit` puts a Must Hit meter on top of a progressive, which `meters` calls ``must-hit``.
    `counts` says how many hands of another deck have each shape, some for every meter; without it
    the hands are those of 52 cards, as many as the wager looks at. `game` is the table's, where
    no catalog knows it. Of a wager on every hand dealt, `seats` are the players dealt in.
    """
    game = game or game_by_id(paytable.game)
    wager = game.wager(paytable.wager)
    if any(terms.wager == wager.id for terms in game.main):
        raise InputError(
            f"The {wager.name} depends on how a round ends: it is priced with the main game."
        )
    if seats < 1:
        raise InputError("At least one seat wagers.")
    if must_hit is not None and not wager.must_hit:
        raise InputError(NO_MUST_HIT)
    stands = {name.strip().casefold(): cents for name, cents in (meters or {}).items()}
    mystery_stands = stands.pop(MYSTERY_METER, None) if must_hit is not None else None
    _check_given(paytable, stands, base)
    if wager.looks_at == "table":
        if seats > game.seats:
            raise InputError(f"{game.name} has {game.seats} seats.")
        caught, hands = best_lines(paytable, wager, game, seats)
    else:
        caught, hands = _caught(paytable, wager, game, counts)
    lines = tuple(
        LinePrice(line, count, Fraction(count, hands), _average(paytable, line, seats))
        for line, count in zip(paytable.lines, caught, strict=True)
    )
    back = 1 if paytable.basis == "to 1" else 0
    fixed = sum(
        (p.probability * (p.pays + back) for p in lines if p.line.meter is None), Fraction(0)
    )
    envy = (seats - 1) * sum((p.probability * p.line.envy for p in lines), Fraction(0))
    stake = base or paytable.base
    scale = Fraction(stake, paytable.base or 1)
    long_run = [_meter(meter, lines, stands, stake, scale) for meter in paytable.meters]
    mystery, needed = None, None
    owed = (1 - fixed - envy) * stake
    if must_hit is not None:
        mystery = price_must_hit(must_hit, stake, seats=seats, meter=mystery_stands)
        needed = least_meter(must_hit, stake, owed - _now(long_run), seats=seats)
        owed -= mystery.now
    return Price(
        paytable,
        stake,
        seats,
        lines,
        hit_frequency=sum(
            (p.probability for p in lines if p.pays > 0 or p.line.meter), Fraction(0)
        ),
        fixed=fixed,
        envy=envy,
        contributions=sum((meter.main for meter in paytable.meters), Fraction(0)),
        seeds=sum((m.hit_probability * m.seed for m in long_run), Fraction(0)) / (stake or 1),
        meters=_break_even(long_run, owed),
        must_hit=mystery,
        must_hit_break_even=needed,
    )


def _caught(
    paytable: PayTable, wager: Wager, game: Game, counts: Mapping[Shape, int] | None
) -> tuple[list[int], int]:
    """How many hands each line pays, of how many."""
    dealt = shape_counts(wager.first or game.own + game.board) if counts is None else counts
    caught = dict.fromkeys((line.hand for line in paytable.lines), 0)
    for shape, count in dealt.items():
        line = paytable.line_for(shape, wager.pick)
        if line is not None:
            caught[line.hand] += count
    return [caught[line.hand] for line in paytable.lines], sum(dealt.values())


def _check_given(paytable: PayTable, meters: Mapping[str, Cents], base: Cents | None) -> None:
    for name in meters:
        paytable.meter(name)
    if base is not None:
        if not paytable.base:
            raise InputError(f"Paytable {paytable.id} has no base wager: it pays by the wager.")
        if base <= 0 or base % paytable.base:
            raise InputError("The base wager is a whole multiple of the table's own.")


def _average(paytable: PayTable, line: PayLine, players: int) -> Fraction:
    """A line's pay, averaged over the dynamic draws (PRG-14).

    The number of lines drawn is uniform and the lines are drawn without replacement, so each
    line is drawn with the chance (average number drawn) / (number of dynamic lines).
    """
    if not line.dynamic:
        return line.pays_among(players)
    fewest, most = paytable.dynamic_lines
    dynamic_lines = sum(bool(other.dynamic) for other in paytable.lines)
    drawn = Fraction(fewest + most, 2) / dynamic_lines
    return line.pays + drawn * (sum(line.dynamic, Fraction(0)) / len(line.dynamic) - line.pays)


def _meter(
    meter: MeterSettings,
    lines: tuple[LinePrice, ...],
    stands: Mapping[str, Cents],
    stake: Cents,
    scale: Fraction,
) -> MeterPrice:
    """A meter's long run.

    Let one wager take the whole with chance p and on average the part t (so t is p and a tenth of
    the chance of a 10% award, and so on), and add c. In the long run the average meter m before a
    wager satisfies m = m - t m + p seed + c, so m = (p seed + c) / t; a hit comes at a time that
    does not depend on the meter, so this is also the average award of the whole meter.
    """
    own = [price for price in lines if price.line.meter == meter.id]
    whole = sum((p.probability for p in own if p.line.share == 1), Fraction(0))
    taken = sum((p.probability * p.line.share for p in own), Fraction(0))
    seed = int(meter.seed * scale)
    return MeterPrice(
        meter,
        seed,
        value=Fraction(stands.get(meter.id, seed)),
        hit_probability=whole,
        taken=taken,
        expected=(whole * seed + meter.main * stake) / taken,
    )


def _now(meters: Sequence[MeterPrice]) -> Fraction:
    """What one wager takes of the meters where they stand, on average."""
    return sum((m.taken * m.value for m in meters), Fraction(0))


def _break_even(meters: Sequence[MeterPrice], owed: Fraction) -> tuple[MeterPrice, ...]:
    """Where each meter makes the wager fair, the others standing where they stand.

    `owed` is what the meters together have to be worth to one wager for that.
    """
    now = _now(meters)
    needed = ((owed - now + meter.taken * meter.value) / meter.taken for meter in meters)
    return tuple(
        replace(meter, break_even=cents if cents > 0 else None)
        for meter, cents in zip(meters, needed, strict=True)
    )
