"""A table's settings: the game, which wagers it offers, limits, paytables and options."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_paytable, game_by_id, known_game
from longsuit.core.games.game import LARGEST_MULTIPLE, Game, MainRules, Scale, Terms, lowest_flush
from longsuit.core.money import Cents, show_dollars
from longsuit.core.paytable import PayTable, check_paytable
from longsuit.core.ranking import make_key
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.wagers import find_wager


class Limits(Struct, frozen=True):
    """A wager's posted limits (FL-10)."""

    least: Cents
    most: Cents
    step: Cents


class Offer(Struct, frozen=True):
    """A wager that the table offers (TBL-9)."""

    wager: str
    limits: Limits
    paytable: PayTable | None = None
    mandatory: bool = False

    def refuse(self, amount: Cents) -> Refused | None:
        """Why an amount is not within the limits, or None when it is."""
        least, most, step = self.limits.least, self.limits.most, self.limits.step
        if least == most != amount:
            return refuse(Code.WAGER_EXACT, wager=self.wager, least=least, amount=amount)
        if not least <= amount <= most:
            return refuse(Code.WAGER_RANGE, wager=self.wager, least=least, most=most, amount=amount)
        if (amount - least) % step:
            return refuse(Code.WAGER_STEP, wager=self.wager, least=least, step=step, amount=amount)
        return None


class Table(Struct, frozen=True):
    """Everything about a table that stays the same during a round."""

    game: str
    seats: int
    rules: MainRules
    offers: tuple[Offer, ...]
    face_up: bool = False
    seats_per_player: int = 1
    raise_step: Cents = 0
    """A step for raises below the largest; 0 for whole multiples of the Ante (HCF-5)."""
    bonus_cap: Cents = 0
    """The most that all bonus payouts of a round may come to; 0 for no cap (HCF-10)."""
    spot_factor: int | UnsetType = UNSET
    """Whoever plays two spots or more wagers so many times the least Ante on each (CON-12)."""

    @property
    def definition(self) -> Game:
        """The game that the table plays."""
        return game_by_id(self.game)

    @property
    def main_paytable(self) -> PayTable | None:
        """The table by which a wager of the main game is paid, where one is."""
        offers = (self.offer(wager.id) for wager in self.definition.by_table)
        return next((offer.paytable for offer in offers if offer is not None), None)

    def offer(self, wager: str) -> Offer | None:
        """The offer of that wager, if the table makes one."""
        for offer in self.offers:
            if offer.wager == wager:
                return offer
        return None


def dynamic_pays(table: Table, dynamic: Mapping[str, Cents]) -> dict[str, Cents]:
    """The raised pays of a round at the table's own wager: they are drawn for the base wager."""
    for offer in table.offers:
        if offer.paytable is not None and offer.paytable.dynamic_lines != (0, 0):
            multiple = offer.limits.least // offer.paytable.base
            return {hand: amount * multiple for hand, amount in dynamic.items()}
    return {}


_HIGHEST_KEY = make_key("AKQJT98")

STANDARD_LIMITS = Limits(5_00, 500_00, 5_00)
BONUS_LIMITS = Limits(1_00, 100_00, 1_00)


def make_table(
    game: str,
    *,
    seats: int | None = None,
    rules: MainRules | None = None,
    paytables: Mapping[str, str | PayTable] | None = None,
    limits: Mapping[str, Limits] | None = None,
    without: tuple[str, ...] = (),
    progressive_base: Cents | None = None,
    progressive_mandatory: bool = False,
    face_up: bool = False,
    seats_per_player: int = 1,
    raise_step: Cents = 0,
    bonus_cap: Cents | None = None,
    spot_factor: int = 1,
) -> Table:
    """A table with the tables in the box and usual limits, but for what is said otherwise.

    `paytables` and `limits` are by wager; `without` names optional wagers that are not offered.
    """
    definition = known_game(game)
    chosen = {find_wager(k, definition.wagers).id: v for k, v in (paytables or {}).items()}
    posted = {find_wager(k, definition.wagers).id: v for k, v in (limits or {}).items()}
    missing = {find_wager(name, definition.wagers).id for name in without}
    offers = []
    for wager in definition.wagers:
        if wager.id in missing:
            if wager.id in definition.mandatory:
                raise InputError(f"{definition.name} cannot be played without the {wager.name}.")
            continue
        paytable = None
        bounds = STANDARD_LIMITS
        if wager.basis is not None:
            given = chosen.get(wager.id)
            if isinstance(given, str):
                given = find_paytable(definition, wager, given)
            paytable = given or default_paytable(definition, wager)
            if wager.id not in definition.mandatory:
                bounds = BONUS_LIMITS
        if wager.id in definition.equal_to_ante:
            bounds = posted.get("ante", STANDARD_LIMITS)
        is_progressive = wager.basis == "for 1"
        if is_progressive and paytable is not None:
            fixed = paytable.base if progressive_base is None else progressive_base
            if fixed <= 0:
                raise InputError("A progressive wager is more than nothing.")
            bounds = Limits(fixed, fixed, 1)
        mandatory = wager.id in definition.mandatory or (is_progressive and progressive_mandatory)
        offers.append(Offer(wager.id, posted.get(wager.id, bounds), paytable, mandatory))
    table = Table(
        game=definition.id,
        seats=definition.seats if seats is None else seats,
        rules=rules or definition.rules,
        offers=tuple(offers),
        face_up=face_up,
        seats_per_player=seats_per_player,
        raise_step=raise_step,
        bonus_cap=definition.bonus_cap if bonus_cap is None else bonus_cap,
        # A table without it is written as before there was such a setting.
        spot_factor=spot_factor if spot_factor != 1 else UNSET,
    )
    check_table(table)
    return table


def check_table(table: Table) -> None:
    """Refuse settings that cannot be played, with a sentence that says which."""
    game = table.definition
    _check_numbers(game, table)
    check_rules(game, table.rules)
    for wager in game.mandatory:
        required = table.offer(wager)
        if required is None or not required.mandatory:
            raise InputError(f"{game.name} cannot be played without the {wager}.")
    if len({offer.wager for offer in table.offers}) != len(table.offers):
        raise InputError("A wager is offered twice.")
    for offer in table.offers:
        _check_offer(game, offer)
    for terms in game.main:
        _check_terms(game, table, terms)
    ante = table.offer("ante")
    factor = 1 if table.spot_factor is UNSET else table.spot_factor
    if ante and not 1 <= factor <= ante.limits.most // ante.limits.least:
        raise InputError(
            "On two spots the least Ante is at least the usual, and not above the most."
        )
    for wager_id in game.equal_to_ante:
        equal = table.offer(wager_id)
        if ante and equal and equal.limits != ante.limits:
            name = game.wager(wager_id).name
            raise InputError(f"The {name} equals the Ante, so its limits are the Ante's.")


def _check_numbers(game: Game, table: Table) -> None:
    if not 1 <= table.seats <= game.seats:
        raise InputError(f"{game.name} has from 1 to {game.seats} seats, not {table.seats}.")
    if table.seats_per_player < 1:
        raise InputError("A player may have one seat or more.")
    if table.raise_step < 0 or table.bonus_cap < 0:
        raise InputError("A raise step and a bonus cap are never negative.")
    if table.raise_step and all(decision.exact for decision in table.rules.decisions):
        raise InputError(f"The {game.bet.name} of {game.name} is exact: it has no step.")


def check_rules(game: Game, rules: MainRules) -> None:
    """Refuse a variant of the main game that cannot be played."""
    usual = game.rules.decisions
    if [d.board for d in rules.decisions] != [d.board for d in usual]:
        raise InputError(f"{game.name} has {len(usual)} decisions, each at its own board.")
    for decision, same in zip(rules.decisions, usual, strict=True):
        if (decision.free, decision.exact) != (same.free, same.exact):
            raise InputError(f"The {same.name} decision of {game.name} is of another kind.")
        if not 1 <= min(decision.most) <= max(decision.most) <= LARGEST_MULTIPLE:
            raise InputError(f"The {game.bet.name} is from 1 to {LARGEST_MULTIPLE} Antes.")
    if rules.unqualified not in ("push", "win", "play"):
        raise InputError(
            "With an unqualified dealer the Ante pushes or wins, or every wager is compared."
        )
    if rules.ties not in ("push", "win", "lose"):
        raise InputError("A tie pushes, wins or loses.")
    if not game.dealer:
        _check_alone(game, rules)
    elif not 0 <= rules.qualifier <= _HIGHEST_KEY:
        raise InputError("The dealer's qualifier is a flush of two to seven cards, or none.")


def _check_alone(game: Game, rules: MainRules) -> None:
    if (rules.unqualified, rules.ties) != (game.rules.unqualified, game.rules.ties):
        raise InputError(f"{game.name} has no dealer, so none who ties or does not qualify.")
    lengths = range(2, game.own + game.board + 1)
    if rules.qualifier not in map(lowest_flush, lengths):
        raise InputError(f"What wins at {game.name} is the lowest flush of a length, such as 5432.")


def _check_offer(game: Game, offer: Offer) -> None:
    limits = offer.limits
    name = game.wager(offer.wager).name
    if not (0 < limits.least <= limits.most and limits.step > 0):
        raise InputError(f"The limits of the {name} make no sense: least, most and step.")
    paytable = offer.paytable
    if (paytable is None) != (game.wager(offer.wager).basis is None):
        raise InputError(f"The {name} {'has no' if paytable else 'needs a'} paytable.")
    if paytable is not None:
        _check_pays(game, offer, paytable)
        check_paytable(paytable, game.wager(offer.wager))


def _check_pays(game: Game, offer: Offer, paytable: PayTable) -> None:
    """The paytable is this wager's, and every amount that can be wagered pays whole cents."""
    limits = offer.limits
    name = game.wager(offer.wager).name
    if (paytable.game, paytable.wager) != (game.id, offer.wager):
        raise InputError(
            f"Paytable {paytable.id} is for the wager {paytable.wager} of {paytable.game}, "
            f"not for the {name} of {game.name}."
        )
    if paytable.basis == "for 1":
        if limits.least != limits.most:
            raise InputError(f"The {name} is one fixed amount a seat.")
        if paytable.base < 1 or limits.least % paytable.base:
            base = show_dollars(paytable.base)
            raise InputError(f"The {name} is a whole multiple of its base wager of {base}.")
    _check_cents(name, [odds for line in paytable.lines for odds in line.all_pays], limits)


def _check_terms(game: Game, table: Table, terms: Terms) -> None:
    """What a win in the main game pays is whole cents, on a bet as large as it may be."""
    is_bet = terms.wager == game.bet.id
    offer = table.offer("ante" if is_bet else terms.wager)
    pays = terms.pays
    if offer is None or pays is None:
        return
    steps = {table.raise_step} - {0} if is_bet else set()
    odds = pays.odds if isinstance(pays, Scale) else (pays,)
    _check_cents(game.wager(terms.wager).name, odds, offer.limits, steps)


def _check_cents(
    name: str, pays: Sequence[Fraction], limits: Limits, steps: Iterable[Cents] = ()
) -> None:
    """Every payout must be whole cents, so the smallest wager and the step must give them."""
    amounts = {limits.least} if limits.least == limits.most else {limits.least, limits.step}
    for odds in pays:
        for amount in sorted(amounts.union(steps)):
            if (amount * odds).denominator != 1:
                raise InputError(
                    f"The {name} at {odds} to 1 pays part of a cent on {show_dollars(amount)}: "
                    "choose other limits."
                )
