"""A setting and a strategy as arrays: all that is needed to play a chunk of rounds anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.kernels.high_card_flush import ENDINGS
from longsuit.analysis.simulate.kernels.randomness import FRACTION
from longsuit.analysis.simulate.lookups import Player, make_player
from longsuit.analysis.simulate.setting import Setting
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.core.cards import DECK_SIZE, FULL_SUIT
from longsuit.core.games.table import Offer
from longsuit.core.money import Cents, pay
from longsuit.core.paytable import PayLine
from longsuit.core.ranking import Shape, shape

Array = NDArray[Any]
_WORD = 1 << 56
"""A word draws places whose bounds multiply to less: then few words are drawn again."""
_SHORTEST = (2, 3, 3)
_LONGEST = 7


@dataclass(frozen=True)
class Draws:
    """Bounds of numbers drawn together, several to a word; see `kernels.randomness`."""

    bounds: Array
    ends: Array
    favoured: Array


@dataclass(frozen=True)
class Sides:
    """The wagers beside the main game, by their place."""

    marks: Array
    """Of a suit's mask: its lengths in unary."""
    line_of: Array
    """[side, joined marks]: the line; the number after the last for none."""
    pays: Array
    """[side, line]: the seat's net in cents; of a meter's line, without the award."""
    bonuses: Array
    """[column]: whether the cap on bonus payouts counts it; the first column is the main game."""
    metered: Array
    """[line of the progressive]: whether it takes from a meter."""
    progressive: int
    envious: int
    envy: Array
    dynamic: int
    raised: Array
    """[line, which]: the net with that raised pay."""
    raised_lines: Array
    raised_count: tuple[int, int]
    raised_draws: Draws


@dataclass(frozen=True)
class Session:
    """How long a player stays, and with what."""

    length: int
    bankroll: Cents
    needed: Cents
    """The player leaves with less than this."""


@dataclass(frozen=True)
class Plan:
    """What every chunk needs."""

    seed: int
    seats: int
    ante: Cents
    qualifier: int
    player: Player
    main: Array
    """[ending]: the main game's net in cents."""
    sides: Sides | None
    bonus_cap: Cents
    session: Session | None
    deck: Array
    deals: Draws

    @property
    def columns(self) -> int:
        """The main game and each side wager."""
        return 1 if self.sides is None else 1 + len(self.sides.pays)


def make_plan(
    setting: Setting,
    strategy: Strategy | OwnStrategy,
    *,
    seed: int,
    session: Session | None = None,
    deck: Sequence[int] = range(DECK_SIZE),
) -> Plan:
    """The arrays of a setting; another deck than 52 cards is for tests."""
    table = setting.table
    known = setting.case.payoffs
    dealt = setting.game.hole * (table.seats + 1) + setting.game.board
    return Plan(
        seed,
        table.seats,
        setting.ante,
        table.rules.qualifier,
        make_player(strategy, known),
        _main_nets(known, setting.ante),
        _sides(setting) if setting.sides else None,
        table.bonus_cap,
        session,
        np.array(deck, np.uint64),
        make_draws([len(deck) - place for place in range(dealt)]),
    )


def make_draws(bounds: Sequence[int]) -> Draws:
    """Bounds grouped into words."""
    ends: list[int] = []
    favoured: list[int] = []
    start = 0
    while start < len(bounds):
        end = start + 1
        while end < len(bounds) and prod(bounds[start : end + 1]) < _WORD:
            end += 1
        ends.append(end)
        favoured.append((1 << FRACTION) % prod(bounds[start:end]))
        start = end
    return Draws(*(np.array(numbers, np.uint64) for numbers in (bounds, ends, favoured)))


def _main_nets(known: Payoffs, ante: Cents) -> Array:
    """By ending: the action times 48, the length times 6, 3 if the dealer qualifies, the outcome.

    `pay` is [action][qualifies][outcome][length]. The table was checked to pay whole cents.
    """
    nets = np.full((len(known.pay) + 1) * ENDINGS, known.fold * ante // known.unit, np.int64)
    pays = np.moveaxis(np.array(known.pay, np.int64), 3, 1).reshape(-1)
    nets[: len(pays)] = pays * ante // known.unit
    return nets


def _marks(form: Shape) -> int:
    """Lengths in unary, shorter ones left out where they mean nothing."""
    marks = bits = 0
    for length, shortest in zip(form, _SHORTEST, strict=True):
        for step in range(shortest, _LONGEST + 1):
            marks |= (length >= step) << bits
            bits += 1
    return marks


def _sides(setting: Setting) -> Sides:
    offers, game = setting.sides, setting.table.definition
    tables = [offer.paytable for offer in offers if offer.paytable is not None]
    most = 1 + max(len(table.lines) for table in tables)
    line_of, pays = np.zeros((len(offers), 1 << 16), np.int8), np.zeros((len(offers), most))
    forms = {_marks(form): form for form in _every_shape()}
    for side, offer in enumerate(offers):
        table, wager = tables[side], game.wager(offer.wager)
        line_of[side] = len(table.lines)
        for marks, form in forms.items():
            line = table.line_for(form, wager.pick)
            if line is not None:
                line_of[side, marks] = table.lines.index(line)
        pays[side, : len(table.lines)] = [_net(offer, line) for line in table.lines]
        pays[side, len(table.lines)] = -offer.limits.least
    bonuses = [False, *(game.wager(offer.wager).bonus for offer in offers)]
    suit = [_marks(shape(mask)) if mask.bit_count() <= 7 else 0 for mask in range(FULL_SUIT + 1)]
    return Sides(
        np.array(suit, np.uint16),
        line_of,
        pays.astype(np.int64),
        np.array(bonuses, np.uint8),
        progressive=setting.progressive,
        **_meters(offers, setting.progressive, most),
        **_dynamic(offers, most),
    )


def _every_shape() -> list[Shape]:
    lengths = (0, *range(3, _LONGEST + 1))
    return [Shape(a, b, c) for a in range(8) for b in lengths for c in lengths]


def _net(offer: Offer, line: PayLine, odds: Any = None) -> Cents:
    """What a line nets, a meter's award aside."""
    table, stake = offer.paytable, offer.limits.least
    assert table is not None
    if line.meter is not None:
        return -stake
    paid = pay(stake, line.pays if odds is None else odds)
    return paid if table.basis == "to 1" else paid - stake


def _meters(offers: Sequence[Offer], progressive: int, most: int) -> dict[str, Any]:
    """Which lines of the progressive take from a meter, and which are paid to the others."""
    metered, envy = np.zeros(most, np.uint8), np.zeros(most, np.int64)
    if progressive >= 0:
        offer = offers[progressive]
        assert offer.paytable is not None
        for number, line in enumerate(offer.paytable.lines):
            metered[number] = line.meter is not None
            envy[number] = pay(offer.limits.least, line.envy)
    return {"metered": metered, "envy": envy, "envious": progressive if envy.any() else -1}


def _dynamic(offers: Sequence[Offer], most: int) -> dict[str, Any]:
    """The raised pays of a dynamic table, and how they are drawn (PRG-14)."""
    side = next((n for n, o in enumerate(offers) if o.paytable and o.paytable.dynamic_lines[1]), -1)
    if side < 0:
        none = np.zeros(0, np.uint8)
        nothing = np.zeros((most, 0), np.int64)
        return {
            "dynamic": -1,
            "raised": nothing,
            "raised_lines": none,
            "raised_count": (0, 0),
            "raised_draws": make_draws([]),
        }
    table = offers[side].paytable
    assert table is not None
    lines = [number for number, line in enumerate(table.lines) if line.dynamic]
    longest = max(len(line.dynamic) for line in table.lines)
    raised = np.zeros((most, longest), np.int64)
    for number in lines:
        line = table.lines[number]
        nets = [_net(offers[side], line, odds) for odds in line.dynamic]
        raised[number, : len(nets)] = nets
    fewest, up_to = table.dynamic_lines
    draws = [
        up_to - fewest + 1,
        *(len(lines) - place for place in range(up_to)),
        *(len(table.lines[number].dynamic) for number in lines),
    ]
    return {
        "dynamic": side,
        "raised": raised,
        "raised_lines": np.array(lines, np.uint8),
        "raised_count": (fewest, up_to),
        "raised_draws": make_draws(draws),
    }
