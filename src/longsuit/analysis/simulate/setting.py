"""What is played: a table, the same wagers at every seat, and a strategy."""

from collections.abc import Mapping

from msgspec import Struct

from longsuit.analysis.exact.case import Case, make_case
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.table import Limits, Offer, Table, make_table
from longsuit.core.money import Cents, show_dollars
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit, Terms, progressive_offer, table_terms
from longsuit.core.wagers import Wager, find_wager

MOST_CENTS = 2**31
"""Nets stay below this, so that a square fits 64 bits."""
MOST_RAISED = 64
"""Dynamic pays of one line that can be drawn among."""


class Setting(Struct, frozen=True):
    """A table where every seat places the same wagers in every round."""

    table: Table
    ante: Cents
    must_hit: MustHit | None = None

    @property
    def game(self) -> Game:
        """The game played."""
        return self.table.definition

    @property
    def sides(self) -> tuple[Offer, ...]:
        """The wagers beside the main game, in the order in which they are settled."""
        mandatory = self.game.mandatory
        return tuple(offer for offer in self.table.offers if offer.wager not in mandatory)

    @property
    def case(self) -> Case:
        """The main game as it is played here."""
        return make_case(self.game.id, self.table.main_paytable, self.table.rules)

    @property
    def progressive(self) -> int:
        """The place of the progressive among the sides, or -1."""
        offer = progressive_offer(self.table)
        return self.sides.index(offer) if offer is not None else -1

    @property
    def terms(self) -> dict[str, Terms]:
        """The terms of every meter."""
        return table_terms(self.table, self.must_hit)

    @property
    def placed(self) -> dict[str, Cents]:
        """What every seat wagers before the deal."""
        sides = {offer.wager: offer.limits.least for offer in self.sides}
        return {**dict.fromkeys(self.game.mandatory, self.ante), **sides}

    @property
    def needed(self) -> Cents:
        """What a seat must be able to cover: all its wagers and the largest bet."""
        bets = [max(decision.most) for decision in self.table.rules.decisions]
        largest = sum(bets) if self.table.definition.several else max(bets)
        return sum(self.placed.values()) + largest * self.ante


def make_setting(
    game: str,
    *,
    seats: int = 1,
    ante: Cents = 5_00,
    wagers: Mapping[str, Cents | None] | None = None,
    paytables: Mapping[str, str | PayTable] | None = None,
    base: Cents | None = None,
    mandatory: bool = False,
    must_hit: MustHit | None = None,
    bonus_cap: Cents = 0,
    rules: MainRules | None = None,
) -> Setting:
    """A setting with the tables in the box, but for what is said otherwise.

    `wagers` are those beside the main game; without an amount a bonus is as large as the Ante and
    a progressive its base wager. `base` is another base wager for the progressive; it and
    `mandatory` place the progressive wager even if it is not named.
    """
    definition = find_game(game)
    placed = _placed(definition, wagers or {}, ante, base, mandatory)
    chosen = _chosen(definition, paytables or {}, placed)
    progressive = next((w.id for w in definition.wagers if w.basis == "for 1"), "")
    limits = {"ante": Limits(ante, ante, 1)}
    limits |= {
        wager: Limits(amount, amount, 1)
        for wager, amount in placed.items()
        if amount is not None and wager != progressive
    }
    table = make_table(
        definition.id,
        seats=seats,
        rules=rules,
        paytables=chosen,
        limits=limits,
        without=tuple(
            w.id
            for w in definition.wagers
            if w.id not in definition.mandatory and w.id not in placed
        ),
        progressive_base=placed.get(progressive),
        progressive_mandatory=mandatory,
        bonus_cap=bonus_cap,
    )
    setting = Setting(table, ante, must_hit)
    if must_hit is not None or progressive in placed:
        table_terms(table, must_hit)
    _check_size(setting)
    return setting


def _placed(
    game: Game,
    wagers: Mapping[str, Cents | None],
    ante: Cents,
    base: Cents | None,
    mandatory: bool,
) -> dict[str, Cents | None]:
    """The amount of every wager beside the main game; None for a progressive's own base."""
    placed: dict[str, Cents | None] = {}
    for name, amount in wagers.items():
        wager = find_wager(name, game.wagers)
        if wager.id in game.mandatory:
            raise InputError(f"The {wager.name} is always placed: its amount is the Ante's.")
        if wager.id in placed:
            raise InputError(f"The {wager.name} is placed twice.")
        if wager.first or wager.looks_at == "table":
            raise InputError(
                f"The {wager.name} does not go by the own final hand: it is not simulated."
            )
        placed[wager.id] = _amount(wager, amount, ante, base)
    if base is not None or mandatory:
        progressive = next(wager for wager in game.wagers if wager.basis == "for 1")
        placed.setdefault(progressive.id, base)
    return placed


def _amount(wager: Wager, amount: Cents | None, ante: Cents, base: Cents | None) -> Cents | None:
    if wager.basis != "for 1":
        return ante if amount is None else amount
    if None not in (amount, base) and amount != base:
        raise InputError(f"The {wager.name} is one amount: its base wager.")
    return base if amount is None else amount


def _chosen(
    game: Game, paytables: Mapping[str, str | PayTable], placed: Mapping[str, object]
) -> dict[str, str | PayTable]:
    chosen = {}
    for name, table in paytables.items():
        wager = find_wager(name, game.wagers)
        if wager.basis is None:
            raise InputError(f"The {wager.name} has no paytable.")
        if wager.id not in game.mandatory and wager.id not in placed:
            raise InputError(f"A paytable for the {wager.name} goes with the wager {wager.id}.")
        chosen[wager.id] = table
    return chosen


def _check_size(setting: Setting) -> None:
    """Refuse what could not be added up exactly, and draws that are not provided for."""
    largest = setting.needed
    for offer in setting.table.offers:
        table, stake = offer.paytable, offer.limits.least
        if table is None:
            continue
        most = max(odds for line in table.lines for odds in (line.pays, *line.dynamic))
        envy = max(line.envy for line in table.lines) * (setting.table.seats - 1)
        largest += int(stake * (most + envy))
        if any(len(line.dynamic) > MOST_RAISED for line in table.lines):
            raise InputError(f"A line of {table.id} has more than {MOST_RAISED} dynamic pays.")
    largest = max(largest * setting.table.seats, setting.must_hit.by if setting.must_hit else 0)
    if largest >= MOST_CENTS or setting.table.bonus_cap >= MOST_CENTS:
        raise InputError(
            f"These wagers could win more than {show_dollars(MOST_CENTS)} in a round, "
            "which is too much to be added up exactly."
        )
