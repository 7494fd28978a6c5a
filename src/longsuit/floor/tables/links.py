"""Which meters a table shares: an open table those that it names, a closed one none (PRG-9).

Pure, and the same for who decides and for who audits: a change of settings leaves the meters that
are no longer named and joins the new ones, closing leaves all, opening again joins all.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.commands import JoinMeter, LeaveMeter
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Setup
from longsuit.core.progressive.terms import MustHit, Terms, cannot_share, must_hit_of, table_terms
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.tables.events import TableSettings

FindMeter = Callable[[str], Meter | None]
"""A meter by its own name."""


class Relinked(Struct, frozen=True):
    """What a change of a table's meters comes to, by the meters' own names."""

    left: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


class Moves(Struct, frozen=True):
    """The same, with the terms on which each meter is joined, or opened."""

    links: Relinked = Relinked()
    terms: Mapping[str, Terms] = {}
    practice: bool = False


NO_MOVES = Moves()


class Wanted(Struct, frozen=True):
    """Settings that a table is to have, and what is said of its Must Hit meter, if anything."""

    settings: TableSettings
    must_hit: MustHit | None = None


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


def moves_to(wanted: Wanted, present: Setup | None, meter: FindMeter) -> Moves | Refused:
    """What a table leaves and joins to have these settings, or why it may not; nothing changes.

    All is checked before any meter is touched: one that it keeps has to go with its wager too.
    """
    setup = wanted.settings.setup
    try:
        terms = _terms(wanted, meter)
    except InputError:
        return refuse(Code.SETTINGS)
    if set(terms) != set(setup.meters):
        return refuse(Code.METERS_NAMED)
    links = relinked(present, setup)
    for name, link in setup.meters.items():
        there = meter(link)
        if there is None:
            continue
        if link not in links.joined:
            if no := cannot_share(link, there.terms, setup.id, terms[name]):
                return no
            continue
        joined = decide_meter(there, joining(setup.id, terms[name]))
        if isinstance(joined, Refused):
            return joined
        if there.practice != wanted.settings.practice:
            return refuse(Code.METER_PRACTICE)
    by_link = {link: terms[name] for name, link in setup.meters.items()}
    return _refuse_leaving(setup.id, links, meter) or Moves(
        links, by_link, wanted.settings.practice
    )


def moves_to_close(table: str, present: Setup | None, meter: FindMeter) -> Moves | Refused:
    """What a table that closes leaves; a meter without any table keeps its money."""
    links = relinked(present, None)
    return _refuse_leaving(table, links, meter) or Moves(links)


def _terms(wanted: Wanted, meter: FindMeter) -> Mapping[str, Terms]:
    """The terms that a table wants of each of its meters, by their names there.

    Where nothing is said of a Must Hit meter that is named, it is wanted as it is.
    """
    setup, must_hit = wanted.settings.setup, wanted.must_hit
    named = meter(setup.meters.get(MYSTERY_METER, ""))
    if must_hit is None and named is not None and named.terms.by:
        must_hit = must_hit_of(named.terms)
    return table_terms(setup.table, must_hit, setup.at_start)


def _refuse_leaving(table: str, links: Relinked, meter: FindMeter) -> Refused | None:
    """Why a table may not leave a meter now, or None."""
    for link in links.left:
        left = decide_meter(meter(link), leaving(table))
        if isinstance(left, Refused):
            return left
    return None
