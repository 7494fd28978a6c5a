"""A table's day as figures: each wager with its hold beside theory, the table, and all tables."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.money import MITES, Cents, Mites
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.reports.tally import Line, Lines, Tally
from longsuit.floor.reports.theory import Figures, bonus, main_game, progressive
from longsuit.floor.tables.events import Mode

ALL = "all"
"""Of every table but practice tables."""
_FACE_UP = "Players see each other's cards; theory is for players who do not."
_CAPPED = "Theory leaves the cap on bonus payouts aside."


class Share(Struct, frozen=True):
    """An exact fraction, and a decimal to look at."""

    exact: Fraction
    decimal: float


class WagerDay(Struct, frozen=True, kw_only=True):
    """One wager under one paytable."""

    wager: str
    name: str
    paytable: str = ""
    wagers: int
    """How many were placed; of the main game, how many Antes."""
    handle: Cents
    paid: Cents
    """What came back from the tray: pays, stakes that were returned, envy."""
    envy: Cents = 0
    """The part of it that was paid for the hands of others."""
    contributions_mites: Mites = 0
    seeds_mites: Mites = 0
    win_mites: Mites
    hold: Share | None = None
    theory: Share | None = None
    """What hold should come to: the exact house edge of what is wagered."""
    expected_cents: Share | None = None
    """What should have been won of this handle."""
    deviations: float | None = None
    """How far the win is from theory, in standard deviations: at least so many.

    Seats of one round share cards, so they are taken as if they always won and lost together.
    """
    jackpots: Cents = 0
    """Paid out of meters, which is no part of the win."""
    note: str = ""
    parts: "tuple[WagerDay, ...]" = ()
    """Of the main game: each of its wagers."""


class Totals(Struct, frozen=True, kw_only=True):
    """What tables of one mode did, or all that are played for real."""

    mode: str
    tables: int
    rounds: int
    cancelled: int
    seats: int
    """Hands dealt; of a live table, seats with the progressive wager."""
    drop: Cents
    """What players sat down with, robots aside; a live table's is not known here."""
    taken: Cents
    """What players left with."""
    handle: Cents
    tray: Cents
    """What the chip trays won: handle less what came back."""
    win_mites: Mites
    hold: Share | None = None
    theory: Share | None = None
    expected_cents: Share | None = None
    jackpots: Cents
    envy: Cents
    cut: Cents
    """What caps on bonus payouts took off."""
    robot_handle: Cents
    """The part of the handle that robots wagered."""
    robot_tray: Cents
    """The part of the trays' win that robots lost."""


class TableDay(Totals, frozen=True, kw_only=True):
    """One table in one mode."""

    table: str
    name: str
    game: str
    first_record: int
    """Of the table's stream; the day is from this record up to the last."""
    last_record: int
    wagers: tuple[WagerDay, ...]


def share(value: Fraction) -> Share:
    """A fraction with its decimal."""
    return Share(value, float(value))


def _hold(win: Mites, handle: Cents) -> Share | None:
    return share(Fraction(win, handle * MITES)) if handle else None


# Wagers


def _wager(line: Line, figures: Figures | None, note: str = "") -> WagerDay:
    win = (line.handle - line.paid) * MITES - line.contributions - line.seeds
    expected = figures.edge * line.handle if figures else None
    if line.capped and figures:
        note = _CAPPED
    return WagerDay(
        wager=line.wager,
        name=line.name,
        paytable=line.paytable.id if line.paytable is not None else "",
        wagers=line.wagers,
        handle=line.handle,
        paid=line.paid,
        envy=line.envy,
        contributions_mites=line.contributions,
        seeds_mites=line.seeds,
        win_mites=win,
        hold=_hold(win, line.handle),
        theory=share(figures.edge) if figures else None,
        expected_cents=share(expected) if expected is not None else None,
        deviations=_deviations(line, win, figures),
        jackpots=line.jackpots,
        note=note,
    )


def _deviations(line: Line, win: Mites, figures: Figures | None) -> float | None:
    if figures is None or not figures.variance or not line.squares:
        return None
    off = Fraction(win, MITES) - figures.mean * line.base
    return float(off) / sqrt(figures.variance * line.squares)


def _main(lines: Lines, *, theory: bool) -> WagerDay:
    figures, note = None, _FACE_UP if lines.table.face_up else ""
    if theory and lines.main.handle:
        try:
            figures = main_game(lines.table.game, lines.table.rules, lines.main.paytable)
        except InputError as error:
            note = str(error)
    known = figures or {}
    parts = tuple(_wager(part, known.get(part.wager)) for part in lines.parts.values())
    whole = _wager(lines.main, known.get(lines.main.wager), note)
    return replace(whole, parts=parts)


def _side(line: Line, must_hit: MustHit | None, *, theory: bool) -> WagerDay:
    if not (theory and line.handle and line.paytable is not None):
        return _wager(line, None)
    others = Fraction(line.pairs, line.wagers)
    seats = round(Fraction(line.wagers, line.rounds))
    try:
        if line.paytable.basis == "to 1":
            return _wager(line, bonus(line.paytable))
        figures = progressive(line.paytable, line.stake, others, must_hit, seats)
    except InputError as error:
        return _wager(line, None, str(error))
    return _wager(line, figures)


def _wagers(lines: Lines, mode: Mode, must_hit: MustHit | None, *, theory: bool) -> list[WagerDay]:
    """At a live table the system knows of the progressive alone."""
    if mode == "live":
        feeding = lines.progressive
        return [_side(feeding, must_hit, theory=theory)] if feeding is not None else []
    sides = [_side(line, must_hit, theory=theory) for line in lines.sides.values()]
    return [_main(lines, theory=theory), *sides]


# Tables


def table_day(tally: Tally, versions: range, must_hit: MustHit | None, *, theory: bool) -> TableDay:
    """A table's figures."""
    setup = tally.settings.setup
    wagers = [
        one for lines in tally.lines for one in _wagers(lines, tally.mode, must_hit, theory=theory)
    ]
    handle = sum(one.handle for one in wagers)
    win = sum(one.win_mites for one in wagers)
    return TableDay(
        table=setup.id,
        name=tally.settings.name,
        game=setup.table.game,
        mode=tally.mode,
        tables=1,
        rounds=tally.rounds,
        cancelled=tally.cancelled,
        seats=tally.seats,
        drop=tally.drop,
        taken=tally.taken,
        handle=handle,
        tray=handle - sum(one.paid for one in wagers),
        win_mites=win,
        **_shares(win, handle, wagers),
        jackpots=sum(one.jackpots for one in wagers),
        envy=sum(one.envy for one in wagers),
        cut=tally.cut,
        robot_handle=tally.robot_handle,
        robot_tray=tally.robot_handle - tally.robot_paid,
        first_record=versions.start,
        last_record=versions.stop - 1,
        wagers=tuple(wagers),
    )


def _shares(win: Mites, handle: Cents, parts: Sequence[WagerDay | Totals]) -> dict[str, Any]:
    """Hold and theory of all of them together."""
    expected = _expected(parts)
    return {
        "hold": _hold(win, handle),
        "theory": share(expected / handle) if expected is not None else None,
        "expected_cents": share(expected) if expected is not None else None,
    }


def _expected(parts: Sequence[WagerDay | Totals]) -> Fraction | None:
    """What all of them should have won, where that is known of each."""
    total = Fraction(0)
    handle = 0
    for one in parts:
        if one.handle and one.expected_cents is None:
            return None
        handle += one.handle
        total += one.expected_cents.exact if one.expected_cents is not None else 0
    return total if handle else None


def totals(tables: Sequence[TableDay]) -> tuple[Totals, ...]:
    """The tables of each mode together, and all that are played for real: practice is none."""
    modes = [mode for mode in ("dealt", "live", "practice") if any(t.mode == mode for t in tables)]
    some = [_total(mode, [one for one in tables if one.mode == mode]) for mode in modes]
    return (*some, _total(ALL, [one for one in tables if one.mode != "practice"]))


_SUMS = (
    *("tables", "rounds", "cancelled", "seats", "drop", "taken", "handle", "tray", "win_mites"),
    *("jackpots", "envy", "cut", "robot_handle", "robot_tray"),
)


def _total(mode: str, tables: Sequence[TableDay]) -> Totals:
    sums = {name: sum(getattr(one, name) for one in tables) for name in _SUMS}
    shares = _shares(sums["win_mites"], sums["handle"], tables)
    return Totals(mode=mode, **sums, **shares)
