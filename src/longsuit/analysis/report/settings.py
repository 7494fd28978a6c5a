"""Which game, rules and tables a sheet is about, and the digest that identifies them."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from longsuit.analysis.exact.case import Case, main_table, make_case, table_wager
from longsuit.analysis.exact.pricing import Price, price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import (
    find_game,
    find_paytable,
    game_by_id,
    paytables,
    wager_of,
)
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import check_rules
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable, check_paytable
from longsuit.core.progressive.terms import NO_MUST_HIT, MustHit
from longsuit.core.wagers import Wager, find_wager

Named = str | PayTable
"""A table as somebody asks for it: an id, a file, the short form, or the table itself."""


class Choice(Struct, frozen=True):
    """A table on the sheet, and how it was asked for."""

    table: PayTable
    asked: str
    """An id, a file or the short form; the command that prices it again needs it."""

    @property
    def wager(self) -> Wager:
        """The wager that the table is for."""
        return wager_of(self.table)

    @property
    def progressive(self) -> bool:
        """Whether it has a base wager and perhaps meters."""
        return self.table.basis == "for 1"


class Settings(Struct, frozen=True):
    """All that a sheet depends on, but for the date."""

    game: str
    rules: MainRules
    xtra: tuple[Choice, ...]
    """Tables of the wager of the main game that is paid by one: the X-tra Bonus, or another.

    The main game is given with the first, and compared under the others.
    """
    tables: tuple[Choice, ...]
    base: Cents | None
    seats: int
    meters: dict[str, Cents]
    must_hit: MustHit | None
    face_up: bool
    bonus_cap: Cents

    @property
    def definition(self) -> Game:
        """The game itself."""
        return game_by_id(self.game)

    @property
    def case(self) -> Case:
        """The main game with the first of its tables."""
        return make_case(self.game, self.xtra[0].table if self.xtra else None, self.rules)

    @property
    def every_table(self) -> tuple[Choice, ...]:
        """Those of the main game and of the other wagers."""
        return (*self.xtra, *self.tables)

    @property
    def digest(self) -> str:
        """The same rules, tables and options have the same digest, whatever tables are called."""
        content: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        for group in ("xtra", "tables"):
            content[group] = [choice.table.digest for choice in getattr(self, group)]
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]

    def meters_of(self, table: PayTable) -> dict[str, Cents]:
        """Where that table's meters stand, as far as it was said; the Must Hit's among them."""
        own = {meter.id for meter in table.meters}
        if self.must_hit_of(table) is not None:
            own.add(MYSTERY_METER)
        return {name: cents for name, cents in self.meters.items() if name in own}

    def must_hit_of(self, table: PayTable) -> MustHit | None:
        """The Must Hit meter on top of that table."""
        return self.must_hit if wager_of(table).must_hit else None

    def price(self, choice: Choice, seats: int | None = None) -> Price:
        """A table's price under these settings, or with another number of seats."""
        table = choice.table
        if choice.wager.looks_at == "table":
            return price(table, seats=seats or self.seats)
        if not choice.progressive:
            return price(table)
        return price(
            table,
            meters=self.meters_of(table),
            base=self.base,
            seats=seats or self.seats,
            must_hit=self.must_hit_of(table),
        )


def choose(
    game: str,
    *,
    xtra: Named | None = None,
    rules: MainRules | None = None,
    chosen: Mapping[str, Sequence[Named]] | None = None,
    without: Iterable[str] = (),
    base: Cents | None = None,
    seats: int = 1,
    meters: Mapping[str, Cents] | None = None,
    must_hit: MustHit | None = None,
    face_up: bool = False,
    bonus_cap: Cents = 0,
) -> Settings:
    """Settings checked: every table in the box, unless tables are chosen for a wager.

    `chosen` gives tables by wager; `without` names wagers that are left out.
    """
    definition = find_game(game)
    known = rules or definition.rules
    check_rules(definition, known)
    if not 1 <= seats <= definition.seats:
        raise InputError(f"{definition.name} has from 1 to {definition.seats} seats, not {seats}.")
    if bonus_cap < 0:
        raise InputError("A cap on bonus payouts is not negative.")
    tables = _chosen_tables(definition, chosen or {}, without)
    if must_hit is not None and not any(choice.wager.must_hit for choice in tables):
        raise InputError(NO_MUST_HIT)
    stands = {name.strip().casefold(): cents for name, cents in (meters or {}).items()}
    _check_meters(stands, tables, must_hit)
    if base is not None and not any(choice.progressive for choice in tables):
        raise InputError("No wager of this sheet has a base wager.")
    return Settings(
        definition.id,
        known,
        _xtra_tables(definition, xtra),
        tables,
        base,
        seats,
        stands,
        must_hit,
        face_up,
        bonus_cap,
    )


def _chosen_tables(
    game: Game, chosen: Mapping[str, Sequence[Named]], without: Iterable[str]
) -> tuple[Choice, ...]:
    """The tables of every wager beside the main game, in the order of the layout."""
    main = table_wager(game)
    asked = {find_wager(name, game.wagers): tables for name, tables in chosen.items()}
    left_out = {find_wager(name, game.wagers) for name in without}
    for wager in asked:
        if wager == main:
            raise InputError(f"The {wager.name} belongs to the main game: choose it with --xtra.")
        if wager.basis is None:
            raise InputError(f"The {wager.name} has no paytable: it is part of the main game.")
        if wager in left_out:
            raise InputError(f"The {wager.name} is both left out and given a table.")
    for wager in left_out:
        if wager.id in game.mandatory:
            raise InputError(f"{game.name} cannot be played without the {wager.name}.")
    return tuple(
        choice
        for wager in game.wagers
        if wager != main and wager not in left_out
        for choice in _tables(game, wager, asked.get(wager))
    )


def _tables(game: Game, wager: Wager, asked: Sequence[Named] | None) -> list[Choice]:
    """The tables of one wager: those asked for, or all in the box."""
    if asked is None:
        boxed = (table for table in paytables(game.id) if table.wager == wager.id)
        return [Choice(table, table.id) for table in boxed]
    found = [_choice(game, wager, name) for name in asked]
    digests = [choice.table.digest for choice in found]
    if len(set(digests)) < len(digests):
        raise InputError(f"The same table is chosen twice for the {wager.name}.")
    return found


def _choice(game: Game, wager: Wager, name: Named) -> Choice:
    if isinstance(name, str):
        return Choice(find_paytable(game, wager, name), name)
    if (name.game, name.wager) != (game.id, wager.id):
        raise InputError(f"Paytable {name.id} is not for the {wager.name} of {game.name}.")
    check_paytable(name, wager)
    return Choice(name, name.id)


def _xtra_tables(game: Game, xtra: Named | None) -> tuple[Choice, ...]:
    """The table of the main game that was chosen; without a choice every one in the box."""
    main = table_wager(game)
    if xtra is None:
        return tuple(_tables(game, main, None)) if main is not None else ()
    table = main_table(game, xtra)
    if table is None:
        return ()
    return (Choice(table, xtra if isinstance(xtra, str) else table.id),)


def _check_meters(
    stands: Mapping[str, Cents], tables: Sequence[Choice], must_hit: MustHit | None
) -> None:
    known = list(dict.fromkeys(meter.id for c in tables for meter in c.table.meters))
    if must_hit is not None:
        known.append(MYSTERY_METER)
    for name in stands:
        if name not in known:
            there = f"they are {', '.join(known)}" if known else "there are none"
            raise InputError(f"No table of this sheet has a meter '{name}'; {there}.")
