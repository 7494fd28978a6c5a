"""What is fixed for a table until its settings change: told once, and known by its digest."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from longsuit.core.games.game import Game
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.floor.tables.events import Mode, TableSettings

MOST_KEPT = 1000
"""Digests that are still answered: those of the tables, and of what they were before."""
_DIGITS = 32
_encoder = msgspec.json.Encoder(order="deterministic")


class OfferView(Struct, frozen=True):
    """A wager on offer, with its posted paytable."""

    wager: str
    name: str
    mandatory: bool
    least: Cents
    most: Cents
    step: Cents
    equal_to: str
    """The wager that it is always as large as; empty where it has a size of its own."""
    paytable: str
    lines: tuple[tuple[str, str], ...]
    """Hand and pay; a share of a meter in words."""
    raised: bool
    """Whether a round may raise some of these pays."""


class BetView(Struct, frozen=True):
    """The wager that a decision places."""

    wager: str
    name: str
    of: str
    """The wager that it is a multiple of, or at least as large as."""
    least: int
    """The smallest multiple."""


class FixedView(Struct, frozen=True):
    """All of a table that does not move."""

    id: str
    name: str
    game: str
    game_name: str
    hole: int
    """Cards of each seat in the end."""
    board: int
    """Community cards."""
    dealer: int
    """The dealer's own cards; 0 for a game without a dealer."""
    mode: Mode
    seats: int
    seats_per_player: int
    """How many of them one person may have."""
    face_up: bool
    action_seconds: int
    buy_in: Cents
    offers: tuple[OfferView, ...]
    bet: BetView
    actions: Mapping[str, str]
    """What each action of a decision is called."""


def fixed_view(table_id: str, settings: TableSettings) -> FixedView:
    """The fixed part of a table's view; it is the same for everyone."""
    rules = settings.setup.table
    game = rules.definition
    return FixedView(
        table_id,
        settings.name,
        game.id,
        game.name,
        game.own,
        game.board,
        game.dealer,
        settings.mode,
        rules.seats,
        rules.seats_per_player,
        rules.face_up,
        settings.action_seconds,
        settings.buy_in,
        tuple(_offer(rules, offer) for offer in rules.offers),
        BetView(game.bet.id, game.bet.name, game.wagers[0].id, min(_multiples(rules))),
        action_names(game, max(_multiples(rules))),
    )


def _multiples(rules: Table) -> set[int]:
    each = (one.multiples(length) for one in rules.rules.decisions for length in range(8))
    return {multiple for multiples in each for multiple in multiples}


def action_names(game: Game, most: int) -> dict[str, str]:
    """What the actions of a game are called on a button, bets of up to so many Antes."""
    bets = {game.action_name(n): f"{game.bet.name} {n}x" for n in range(1, most + 1)}
    return {"check": "Check", "fold": "Fold", game.bet_verb: game.bet.name, **bets}


def _offer(rules: Table, offer: Offer) -> OfferView:
    paytable, limits, game = offer.paytable, offer.limits, rules.definition
    return OfferView(
        offer.wager,
        game.wager(offer.wager).name,
        offer.mandatory,
        limits.least,
        limits.most,
        limits.step,
        game.wagers[0].id if offer.wager in game.equal_to_ante else "",
        paytable.id if paytable is not None else "",
        tuple(_pays(paytable, limits.least)) if paytable is not None else (),
        paytable is not None and any(line.dynamic for line in paytable.lines),
    )


def _pays(paytable: PayTable, wager: Cents) -> Iterator[tuple[str, str]]:
    """Hand and pay of every line as a player reads them: of several meters each is a hand's."""
    hands = {line.meter: f"{line.hand} " for line in paytable.lines[::-1] if line.share == 1}
    several = len(paytable.meters) > 1
    for line, (hand, posted) in zip(paytable.lines, paytable.posted(wager), strict=True):
        if line.meter is not None:
            pay = paytable.show_pay(line, wager)
            jackpot = f"the {hands.get(line.meter, '') if several else ''}jackpot"
            told = "the jackpot" if line.share == 1 else pay.removesuffix(line.meter) + jackpot
            yield hand, told + posted.removeprefix(pay)
        else:
            yield hand, posted


class FixedViews:
    """The fixed parts of a floor's tables, as bytes and by digest."""

    def __init__(self) -> None:
        self._digests: dict[str, tuple[TableSettings, str]] = {}
        self._parts: OrderedDict[str, bytes] = OrderedDict()

    def digest(self, settings: TableSettings) -> str:
        """The digest of a table's fixed part, made once for its settings."""
        table = settings.setup.id
        known = self._digests.get(table)
        if known is not None and known[0] is settings:
            return known[1]
        part = _encoder.encode(fixed_view(table, settings))
        digest = hashlib.sha256(part).hexdigest()[:_DIGITS]
        self._digests[table] = (settings, digest)
        self._parts[digest] = part
        while len(self._parts) > MOST_KEPT:
            self._parts.popitem(last=False)
        return digest

    def find(self, digest: str, tables: Iterable[TableSettings]) -> bytes | None:
        """The fixed part of a digest; another server, or this one before, may have named it."""
        if digest not in self._parts:
            for settings in tables:
                self.digest(settings)
        return self._parts.get(digest)
