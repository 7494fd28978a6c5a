"""A table's settings as the configuration that an operator would write for them."""

from longsuit.core.games.catalog import paytables
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Limits, Offer, Table
from longsuit.core.money import Cents, plain_dollars, show_rate
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit, progressive_offer
from longsuit.floor.config.settings import MustHitConfig, TableConfig
from longsuit.floor.tables.events import WORD_SECONDS, TableSettings

_OWN = "{} (not in the box)"


def config_of(settings: TableSettings, must_hit: MustHit | None = None) -> TableConfig:
    """The configuration from which `table_settings` makes these settings.

    `must_hit` is what the table's Must Hit meter is like, which its settings do not say. A paytable
    that is not in the box has a name that no box knows, so that nobody changes it unawares.
    """
    setup, table = settings.setup, settings.setup.table
    progressive = progressive_offer(table)
    own = {name: f"{setup.id}/{name}" for name in setup.meters}
    return TableConfig.model_validate(
        {
            "id": setup.id,
            "name": settings.name,
            "game": table.game,
            "mode": settings.mode,
            "seats": table.seats,
            "face_up": table.face_up,
            "seats_per_player": table.seats_per_player,
            "spot_factor": table.spot_factor or 1,
            "paytables": {
                one.wager: _name(one.paytable) for one in table.offers if one.paytable is not None
            },
            "limits": {
                one.wager: _dollars(one.limits.least, one.limits.most, one.limits.step)
                for one in table.offers
                if _has_own_limits(table, one)
            },
            "without": tuple(
                wager.id for wager in table.definition.wagers if table.offer(wager.id) is None
            ),
            "progressive_base": _base(progressive),
            "progressive_mandatory": progressive is not None and progressive.mandatory,
            "links": {n: link for n, link in setup.meters.items() if link != own[n]},
            "must_hit": _must_hit(must_hit) if MYSTERY_METER in setup.meters else None,
            "contributions": "start" if setup.at_start else "end",
            "approval": plain_dollars(setup.approval),
            "approval_process": bool(setup.approval_process),
            "action_seconds": settings.action_seconds,
            "raise_step": plain_dollars(table.raise_step),
            "bonus_cap": plain_dollars(table.bonus_cap),
            "buy_in": plain_dollars(settings.buy_in),
            "robots": settings.robots or 0,
            "word_seconds": settings.word_seconds or WORD_SECONDS,
        }
    )


def _dollars(*amounts: Cents) -> tuple[str, ...]:
    return tuple(plain_dollars(amount) for amount in amounts)


def _name(paytable: PayTable) -> str:
    boxed = paytable in paytables(paytable.game)
    return paytable.id if boxed else _OWN.format(paytable.id)


def _has_own_limits(table: Table, offer: Offer) -> bool:
    """Whether its limits follow neither from the Ante's nor from the progressive's base."""
    least = offer.limits.least
    if offer.wager in table.definition.equal_to_ante:
        return False
    return offer != progressive_offer(table) or offer.limits != Limits(least, least, 1)


def _base(offer: Offer | None) -> str | None:
    """The progressive wager, where it is not its paytable's own."""
    if offer is None or offer.paytable is None or offer.limits.least == offer.paytable.base:
        return None
    return plain_dollars(offer.limits.least)


def _must_hit(settings: MustHit | None) -> MustHitConfig | None:
    if settings is None:
        return None
    seed, by = _dollars(settings.seed, settings.by)
    return MustHitConfig.model_validate({"seed": seed, "by": by, "rate": show_rate(settings.rate)})
