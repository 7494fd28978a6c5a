"""Tables that meet a target, ranked; each priced by the solver before it is proposed.

>>> from fractions import Fraction
>>> from longsuit.analysis.design import Target, design
>>> found = design("hcf", "flush-bonus", Target((Fraction(4, 100), Fraction(5, 100))), count=1)
>>> found.proposals[0].pays
{'7-card flush': 200, '6-card flush': 150, '5-card flush': 8, '4-card flush': 1}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm, sqrt
from typing import Any, Literal, get_args

from msgspec import Struct

from longsuit.analysis.design.bounds import Bounds, allowed_pays
from longsuit.analysis.design.family import Family, make_family
from longsuit.analysis.design.ladder import height, roughness
from longsuit.analysis.design.search import (
    MOST_LOOKED_AT,
    Found,
    Problem,
    Ranked,
    search,
    sequences,
)
from longsuit.analysis.design.target import Target
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import as_json
from longsuit.analysis.result import Result
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_game, find_paytable
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.table import check_rules
from longsuit.core.paytable import PayTable
from longsuit.core.wagers import Wager, find_wager

Rank = Literal["near", "round", "steady", "wild"]
"""Nearest to a known table, roundest pays, least or greatest mean square of the result first."""
RANKS: tuple[Rank, ...] = get_args(Rank)
MOST_PROPOSALS = 1000

_KEY_ROOM = 2**60


class Proposal(Struct, frozen=True):
    """One table, with its figures from the solver."""

    table: PayTable
    pays: dict[str, int]
    """By hand, as they are posted; the highest line first."""
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    """Of a player's net result of one unit wagered, awards as they are paid.

    A wager of the main game: of all of it, per Ante.
    """

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    @property
    def top(self) -> int:
        """The highest of its pays."""
        return next(iter(self.pays.values()))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "pays": self.pays,
            "basis": self.table.basis,
            "house_edge": as_json(self.house_edge),
            "hit_frequency": as_json(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "variance": as_json(self.variance),
            "top": self.top,
            "digest": self.table.digest,
        }


class Design(Result, Struct, frozen=True):
    """What a search for tables came to."""

    game: Game
    wager: Wager
    target: Target
    like: PayTable
    rank: Rank
    hands: tuple[str, ...]
    choices: tuple[tuple[int, ...], ...]
    """The pays that were open to each line."""
    family: int
    """How many tables there are in the family."""
    total: int
    """How many of them meet the target."""
    complete: bool
    """Whether none that meets it ranks above the proposals; else the search met its limit."""
    proposals: tuple[Proposal, ...]
    shortfall: str = ""
    """Where none meets it: why, in a sentence."""
    nearest: Proposal | None = None
    """Where none meets it: a table of the family whose house edge comes closest."""

    @property
    def of_main(self) -> bool:
        """Whether the wager is one of the main game, whose house edge is then meant."""
        return self.wager in self.game.by_table

    @property
    def headline(self) -> str:
        """How many there are."""
        met = f"{self.total:,} of {self.family:,} tables meet the target"
        return f"{self.game.name}, {self.wager.name}: {self.shortfall or met}"

    @property
    def table(self) -> Frame:
        """The proposals, best first."""
        return make_frame(
            "Proposals",
            "pays house_edge hit_frequency standard_deviation",
            [
                (
                    ", ".join(f"{hand} {pay}" for hand, pay in one.pays.items()),
                    *(one.house_edge, one.hit_frequency, one.standard_deviation),
                )
                for one in self.proposals
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        target = self.target
        return {
            "game": self.game.id,
            "wager": self.wager.id,
            "of": "main game" if self.of_main else "wager",
            "target": {
                "house_edge": [as_json(value) for value in target.edge],
                "hit_frequency": [as_json(value) for value in target.hits] if target.hits else None,
                "top": list(target.top) if target.top else None,
            },
            "like": self.like.id,
            "rank": self.rank,
            "family": {
                "lines": [
                    {"hand": hand, "pays": list(open_to)}
                    for hand, open_to in zip(self.hands, self.choices, strict=True)
                ],
                "tables": self.family,
            },
            "found": self.total,
            "complete": self.complete,
            "proposals": [proposal.to_dict() for proposal in self.proposals],
            "shortfall": self.shortfall or None,
            "nearest": self.nearest.to_dict() if self.nearest else None,
        }


def design(
    game: str,
    wager: str,
    target: Target,
    *,
    like: str | PayTable | None = None,
    hands: Sequence[str] | None = None,
    pays: str = "nice",
    fixed: Bounds | None = None,
    step: Fraction = Fraction(1),
    rank: Rank = "near",
    count: int = 10,
    seats: int = 1,
    rules: MainRules | None = None,
    limit: int = MOST_LOOKED_AT,
) -> Design:
    """Tables of a wager that meet the target, the best `count` of them in order.

    `like` is the table whose lines (and meters) are kept and that the ranking is near to: the
    first in the box unless said. `hands` are other lines, the rarest first. Each line pays more
    than the next, and at least `step` times as much. docs/design.md gives family and ranking.
    """
    definition = find_game(game)
    chosen = _wager(definition, wager)
    if not 1 <= count <= MOST_PROPOSALS:
        raise InputError(f"From 1 to {MOST_PROPOSALS:,} tables are proposed, not {count}.")
    if rank not in RANKS:
        raise InputError(f"The ranking is {', '.join(RANKS[:-1])} or {RANKS[-1]}, not '{rank}'.")
    if not 1 <= seats <= definition.seats:
        raise InputError(f"At least one seat wagers, and at most {definition.seats}.")
    if not 1 <= step <= 100 or step.denominator > 1000:
        raise InputError("The step from line to line is from 1 to 100, such as 1.5.")
    if rules is not None:
        check_rules(definition, rules)
    model = like if isinstance(like, PayTable) else _table(definition, chosen, like)
    family = make_family(definition, chosen, model, hands, rules=rules, seats=seats)
    choices = allowed_pays(family, pays, fixed or {}, target.top)
    lengths = _lengths(family, target)
    problems = {
        length: _problem(family, choices, length, target, model, rank, step) for length in lengths
    }
    tables = sum(map(sequences, problems.values()))
    if lengths and not tables:
        raise InputError("Within these bounds no pays fall from line to line as they should.")
    found = {length: search(problem, count, limit) for length, problem in problems.items()}
    ranked = _merge(family, model, rank, found)[:count]
    shortfall, nearest = "", None
    if not lengths:
        shortfall = _hits_short(family, target)
    elif not ranked:
        nearest = min(
            (_propose(family, near.pays) for result in found.values() if (near := result.nearest)),
            key=lambda near: _away(near.house_edge, target),
        )
        shortfall = _edge_short(target, nearest)
    return Design(
        *(definition, chosen, target, model, rank),
        hands=tuple(line.hand for line in family.lines),
        choices=choices,
        family=tables,
        total=sum(result.total for result in found.values()),
        complete=all(result.complete for result in found.values()),
        proposals=tuple(_checked(_propose(family, one.pays), target) for one in ranked),
        shortfall=shortfall,
        nearest=nearest,
    )


def _wager(game: Game, text: str) -> Wager:
    wager = find_wager(text, (*game.wagers, game.bet))
    if wager.basis is None:
        raise InputError(f"The {wager.name} has no paytable to design.")
    return wager


def _table(game: Game, wager: Wager, like: str | None) -> PayTable:
    return find_paytable(game, wager, like) if like else default_paytable(game, wager)


def _lengths(family: Family, target: Target) -> list[int]:
    """How many of the lines may pay, from the top down, for the hit frequency asked for."""
    every = len(family.lines)
    if target.hits is None:
        return [every]
    shortest = 1 if family.may_drop else every
    least, most = target.hits
    return [n for n in range(shortest, every + 1) if least <= _hits(family, n) <= most]


def _hits(family: Family, length: int) -> Fraction:
    return family.hits + sum((line.hits for line in family.lines[:length]), Fraction(0))


def _problem(
    family: Family,
    choices: Sequence[tuple[int, ...]],
    length: int,
    target: Target,
    like: PayTable,
    rank: Rank,
    step: Fraction,
) -> Problem:
    """The search in whole numbers: everything over one denominator."""
    lines = family.lines[:length]
    parts = [value for line in family.lines for value in (line.back, line.rate)]
    scale = lcm(*(part.denominator for part in parts))
    least, most = target.edge
    costs = _costs(family, choices, like, rank)
    return Problem(
        choices=tuple(choices[:length]),
        gains=tuple(
            tuple(int(line.gain(pay) * scale) for pay in open_to)
            for line, open_to in zip(lines, choices, strict=False)
        ),
        costs=tuple(key[:length] for key in costs),
        # The edge is family.edge less all gains, so a high edge is a small sum.
        least=ceil((family.edge - most) * scale),
        most=floor((family.edge - least) * scale),
        step=step,
    )


Costs = tuple[tuple[int, ...], ...]


def _costs(
    family: Family, choices: Sequence[tuple[int, ...]], like: PayTable, rank: Rank
) -> tuple[Costs, ...]:
    """The keys of the ranking, the first one first, for every line and pay."""
    known = _known(family, like)
    near = tuple(
        tuple(abs(height(pay / family.unit) - height(known.get(line.hand, 0))) for pay in open_to)
        for line, open_to in zip(family.lines, choices, strict=True)
    )
    rough = tuple(tuple(roughness(pay) for pay in open_to) for open_to in choices)
    if rank == "near":
        return near, rough
    if rank == "round":
        return rough, near
    return _swings(family, choices, 1 if rank == "steady" else -1), near, rough


def _known(family: Family, like: PayTable) -> Mapping[str, Fraction]:
    """What the table to be near to pays on the family's lines, per unit wagered."""
    hands = {line.hand for line in family.lines}
    return {line.hand: line.pays for line in like.lines if line.hand in hands}


def _swings(family: Family, choices: Sequence[tuple[int, ...]], sign: int) -> Costs:
    """The mean squares in whole numbers: exact, or where they do not fit, to the 60th bit."""
    exact = [
        [line.swing(pay) for pay in open_to]
        for line, open_to in zip(family.lines, choices, strict=True)
    ]
    scale = lcm(*(value.denominator for line in exact for value in line))
    largest = sum((max(map(abs, line)) for line in exact), Fraction(0))
    if largest * scale >= _KEY_ROOM:
        scale = int(_KEY_ROOM / largest)
    return tuple(tuple(sign * floor(value * scale) for value in line) for line in exact)


def _merge(family: Family, like: PayTable, rank: Rank, found: Mapping[int, Found]) -> list[Ranked]:
    """Tables of different numbers of lines in one order: a line left out counts as paying 0."""
    known = _known(family, like)
    at = {"near": 0, "round": 1}.get(rank, 1)
    ranked: list[Ranked] = []
    for length, result in found.items():
        missing = sum(height(known.get(line.hand, 0)) for line in family.lines[length:])
        for one in result.best:
            key = (*one.key[:at], one.key[at] + missing, *one.key[at + 1 :])
            ranked.append(Ranked(key, one.pays, one.gain))
    return sorted(ranked, key=lambda one: one.key)


def _propose(family: Family, pays: Sequence[int]) -> Proposal:
    table = family.table(pays)
    figures = family.price(table)
    named = {line.hand: pay for line, pay in zip(family.lines, pays, strict=False)}
    return Proposal(table, named, figures.house_edge, figures.hit_frequency, figures.variance)


def _checked(proposal: Proposal, target: Target) -> Proposal:
    """The solver has the last word: a search that disagrees with it is a bug."""
    if _away(proposal.house_edge, target):
        raise AssertionError(f"{proposal.table.id}: the solver gives {proposal.house_edge}")
    if target.hits and not target.hits[0] <= proposal.hit_frequency <= target.hits[1]:
        raise AssertionError(f"{proposal.table.id}: it hits {proposal.hit_frequency}")
    return proposal


def _away(edge: Fraction, target: Target) -> Fraction:
    least, most = target.edge
    return max(least - edge, edge - most, Fraction(0))


def _edge_short(target: Target, nearest: Proposal) -> str:
    pays = ", ".join(map(str, nearest.pays.values()))
    return (
        f"No table of this family has a house edge {_span(target.edge)}; the nearest has "
        f"{_percent(nearest.house_edge)}, with pays of {pays}."
    )


def _hits_short(family: Family, target: Target) -> str:
    assert target.hits is not None
    every = len(family.lines)
    told = [
        f"{_percent(_hits(family, n))} with lines down to the {family.lines[n - 1].hand}"
        for n in range(1 if family.may_drop else every, every + 1)
    ]
    return f"No choice of lines has a hit frequency {_span(target.hits)}: it is {', '.join(told)}."


def _span(span: tuple[Fraction, Fraction]) -> str:
    least, most = (f"{float(value * 100):.10g}%" for value in span)
    return f"of {least}" if least == most else f"from {least} to {most}"


def _percent(value: Fraction) -> str:
    return f"{float(value * 100):.4f}%"
