"""Which meters a table shares: an open table those that it names, a closed one none (PRG-9).

Pure, and the same for who decides and for who audits: a change of settings leaves the meters that
are no longer named and joins the new ones, closing leaves all, opening again joins all.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.commands import JoinMeter, LeaveMeter
from longsuit.core.progressive.decide_meter import cannot_share, decide_meter
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Setup
from longsuit.core.progressive.terms import MustHit, Terms, must_hit_of, table_terms
from longsuit.core.round.commands import SYSTEM
from longsuit.core.round.decide import Refused
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


def moves_to(wanted: Wanted, present: Setup | None, meter: FindMeter) -> Moves | str:
    """What a table leaves and joins to have these settings, or why it may not; nothing changes.

    All is checked before any meter is touched: one that it keeps has to go with its wager too.
    """
    setup = wanted.settings.setup
    try:
        terms = _terms(wanted, meter)
    except InputError as error:
        return str(error)
    if set(terms) != set(setup.meters):
        return "The table does not name the meters that its wager feeds."
    links = relinked(present, setup)
    for name, link in setup.meters.items():
        there = meter(link)
        if there is None:
            continue
        if link not in links.joined:
            if reason := cannot_share(there, setup.id, terms[name]):
                return reason
            continue
        refused = decide_meter(there, joining(setup.id, terms[name]))
        if isinstance(refused, Refused):
            return refused.reason
        if there.practice != wanted.settings.practice:
            return "Practice tables share meters with practice tables only."
    by_link = {link: terms[name] for name, link in setup.meters.items()}
    return _leaving_complaint(setup.id, links, meter) or Moves(
        links, by_link, wanted.settings.practice
    )


def moves_to_close(table: str, present: Setup | None, meter: FindMeter) -> Moves | str:
    """What a table that closes leaves; a meter without any table keeps its money."""
    links = relinked(present, None)
    return _leaving_complaint(table, links, meter) or Moves(links)


def _terms(wanted: Wanted, meter: FindMeter) -> Mapping[str, Terms]:
    """The terms that a table wants of each of its meters, by their names there.

    Where nothing is said of a Must Hit meter that is named, it is wanted as it is.
    """
    setup, must_hit = wanted.settings.setup, wanted.must_hit
    named = meter(setup.meters.get(MYSTERY_METER, ""))
    if must_hit is None and named is not None and named.terms.by:
        must_hit = must_hit_of(named.terms)
    return table_terms(setup.table, must_hit)


def _leaving_complaint(table: str, links: Relinked, meter: FindMeter) -> str | None:
    """Why a table may not leave a meter now, or None."""
    for link in links.left:
        refused = decide_meter(meter(link), leaving(table))
        if isinstance(refused, Refused):
            return refused.reason
    return None
