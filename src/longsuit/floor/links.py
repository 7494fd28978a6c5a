"""Which meters a table shares: an open table those that it names, a closed one none (PRG-9).

Pure, and the same for who decides and for who audits: a change of settings leaves the meters that
are no longer named and joins the new ones, closing leaves all, opening again joins all.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from longsuit.floor.events import TableSettings
from longsuit.games.settlement import MYSTERY_METER
from longsuit.progressive.commands import JoinMeter, LeaveMeter
from longsuit.progressive.decide_meter import cannot_share, decide_meter
from longsuit.progressive.meter import Meter
from longsuit.progressive.terminal import Setup
from longsuit.progressive.terms import MustHit, Terms, must_hit_of, table_terms
from longsuit.round.commands import SYSTEM
from longsuit.round.decide import Refused


class Relinked(Struct, frozen=True):
    """What a change of a table's meters comes to, by the meters' own names."""

    left: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


def relinked(before: Setup | None, after: Setup | None) -> Relinked:
    """From one set of meters to another; None for a table that is not open."""
    old = tuple(before.meters.values()) if before is not None else ()
    new = tuple(after.meters.values()) if after is not None else ()
    left = tuple(link for link in old if link not in new)
    return Relinked(left, tuple(link for link in new if link not in old))


def joining(table: str, terms: Terms) -> JoinMeter:
    """A table asks to share a meter."""
    return JoinMeter(by=SYSTEM, table=table, terms=terms)


def leaving(table: str) -> LeaveMeter:
    """A table asks to share a meter no longer."""
    return LeaveMeter(by=SYSTEM, table=table)


def wanted_terms(
    setup: Setup, must_hit: MustHit | None, meter: Callable[[str], Meter | None]
) -> Mapping[str, Terms]:
    """The terms that a table wants of each of its meters, by their names there.

    Where nothing is said of a Must Hit meter that is named, it is wanted as it is.
    """
    named = meter(setup.meters.get(MYSTERY_METER, ""))
    if must_hit is None and named is not None and named.terms.by:
        must_hit = must_hit_of(named.terms)
    return table_terms(setup.table, must_hit)


def links_complaint(
    settings: TableSettings,
    wanted: Mapping[str, Terms],
    present: Setup | None,
    meter: Callable[[str], Meter | None],
    is_practice: Callable[[str], bool | None],
) -> str | None:
    """Why a table may not have the meters that it names, or leave those that it has; or None."""
    setup = settings.setup
    if set(wanted) != set(setup.meters):
        return "The table does not name the meters that its wager feeds."
    moves = relinked(present, setup)
    for name, link in setup.meters.items():
        there = meter(link)
        if there is None:
            continue
        if link in moves.joined:
            refused = decide_meter(there, joining(setup.id, wanted[name]))
            if isinstance(refused, Refused):
                return refused.reason
        elif reason := cannot_share(there, setup.id, wanted[name]):
            return reason
        if is_practice(link) not in (None, settings.practice):
            return "Practice tables share meters with practice tables only."
    return leaving_complaint(setup.id, moves, meter)


def leaving_complaint(
    table: str, moves: Relinked, meter: Callable[[str], Meter | None]
) -> str | None:
    """Why a table may not leave a meter now, or None."""
    for link in moves.left:
        refused = decide_meter(meter(link), leaving(table))
        if isinstance(refused, Refused):
            return refused.reason
    return None
