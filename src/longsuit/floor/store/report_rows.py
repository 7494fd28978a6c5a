"""What reports read: records of a stretch of time, and the balances of the ledger at two moments.

Within a stream time never goes back, so where a day begins and ends in it is found by halving,
through the index on stream and version: no other day is read.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, case, func, select
from sqlalchemy.exc import DBAPIError

from longsuit.core.errors import InputError
from longsuit.core.money import Mites
from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.store.database import hide_password, open_to_read
from longsuit.floor.store.names import number_of
from longsuit.floor.store.projections.awards import (
    Jackpot,
    Search,
    SlipPlace,
    find_slips,
    last_jackpots,
)
from longsuit.floor.store.projections.balances import balances_before
from longsuit.floor.store.projections.fold import DAY
from longsuit.floor.store.projections.rounds import last_setup
from longsuit.floor.store.records import streams_in
from longsuit.floor.store.schema import (
    balances,
    day_balances,
    jackpots,
    names,
    postings,
    records,
    records_told,
    rounds,
)
from longsuit.floor.store.transactions import at_one_moment

_PIECE = 2000
_FEW = 500
"""Records that are named one by one in a question."""


class Row(Struct, frozen=True):
    """A record, as far as a report needs it."""

    stream: str
    version: int
    at: int
    who: str
    schema: int
    events: bytes


class Balance(Struct):
    """An account of the ledger over a stretch of time."""

    opening: Mites = 0
    received: Mites = 0
    given: Mites = 0

    @property
    def closing(self) -> Mites:
        """What it held at the end."""
        return self.opening + self.received - self.given


class Rows:
    """A floor's log and ledger as they stood at one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def streams(self) -> list[str]:
        """The names of all streams."""
        return streams_in(self._connection)

    def span(self, stream: str, start: int, end: int) -> range:
        """The versions of the records from one time up to but not including another."""
        here = records.c.stream == number_of(stream)
        beyond = (self._number(select(func.max(records.c.version)).where(here)) or 0) + 1
        first = self._first_at(stream, start, 1, beyond)
        return range(first, self._first_at(stream, end, first, beyond))

    def _first_at(self, stream: str, at: int, low: int, high: int) -> int:
        """The first version from `low` on that is not before a time, or `high`."""
        while low < high:
            middle = (low + high) // 2
            query = select(records.c.at).where(
                records.c.stream == number_of(stream), records.c.version == middle
            )
            found = self._scalar(query)
            if found is None:
                raise InputError(f"{stream}: record {middle} is missing; see longsuit audit.")
            if found < at:
                low = middle + 1
            else:
                high = middle
        return low

    def read(self, stream: str, versions: range) -> Iterator[Row]:
        """The records of these versions, in their order."""
        for first in range(versions.start, versions.stop, _PIECE):
            last = min(first + _PIECE, versions.stop) - 1
            told = records_told
            query = (
                select(told)
                .where(told.c.stream == stream, told.c.version.between(first, last))
                .order_by(told.c.version)
            )
            for row in self._connection.execute(query).all():
                yield Row(stream, row.version, row.at, row.who, row.schema, row.events)

    def last_setup(self, stream: str, before: int) -> int | None:
        """The last record before a version that has new settings of a table."""
        return last_setup(self._connection, stream, before)

    def last_begun(self, stream: str, before: int, after: int) -> int | None:
        """The last record between two others that begins a round."""
        query = select(func.max(rounds.c.first)).where(
            rounds.c.stream == number_of(stream), rounds.c.first < before, rounds.c.first > after
        )
        return self._number(query)

    def balances(self, start: int, end: int) -> dict[str, Balance]:
        """Every account that has ever been written to, from one time up to another.

        What was carried to the day of the start is known; of entries only those since are read.
        """
        day = start // DAY
        found: dict[str, Balance] = {}
        for stream in self.streams():
            for name, mites in balances_before(self._connection, stream, day).items():
                found.setdefault(name, Balance()).opening += mites
        for side in ("source", "target"):
            account, other = names.c.name, names.c.id == postings.c[side]
            before = case((postings.c.at < start, postings.c.mites), else_=0)
            query = select(account, func.sum(before), func.sum(postings.c.mites))
            query = query.join(postings, other).where(
                postings.c.at >= day * DAY, postings.c.at < end
            )
            for name, earlier, all_of_it in self._connection.execute(query.group_by(account)):
                balance = found.setdefault(shown_account(name), Balance())
                early, late = int(earlier), int(all_of_it) - int(earlier)
                if side == "source":
                    balance.opening -= early
                    balance.given += late
                else:
                    balance.opening += early
                    balance.received += late
        return found

    def trial_balance(self) -> dict[str, Mites]:
        """What every account holds now, as reports show them: it comes to nothing."""
        found: dict[str, Mites] = {}
        for stream in self.streams():
            for name, mites in balances_before(self._connection, stream).items():
                found[name] = found.get(name, 0) + mites
        return found

    def balance(self, account: str) -> Mites | None:
        """What one account holds now; None where it was never written to."""
        query = select(func.sum(balances.c.mites)).where(balances.c.account == number_of(account))
        return self._number(query)

    def jackpots(self, meter: str, before: int, most: int) -> list[Jackpot]:
        """The last awards out of a meter before a record of its stream, the newest first."""
        return last_jackpots(self._connection, meter, before, most)

    def award_record(self, meter: str, table: str, number: int) -> int | None:
        """The record of a meter's stream with the award of a round at a table, if it has one."""
        query = select(jackpots.c.version).where(
            jackpots.c.stream == number_of(f"meter {meter}"),
            jackpots.c.at_table == number_of(table),
            jackpots.c.round == number,
        )
        return self._number(query.order_by(jackpots.c.version).limit(1))

    def award_before(self, meter: str, version: int) -> int:
        """The last record before a version with an award out of a meter; 0 where there is none."""
        query = select(func.max(jackpots.c.version)).where(
            jackpots.c.stream == number_of(f"meter {meter}"), jackpots.c.version < version
        )
        return self._number(query) or 0

    def slips(self, search: Search, most: int) -> list[SlipPlace]:
        """The last slips that somebody looks for, the newest first."""
        return find_slips(self._connection, search, most)

    def feeding(self, accounts: Sequence[str]) -> list[str]:
        """The streams that have ever had entries of any of these accounts."""
        numbers = select(names.c.id).where(names.c.name.in_(accounts))
        streams = select(balances.c.stream).where(balances.c.account.in_(numbers))
        found = self._connection.execute(select(names.c.name).where(names.c.id.in_(streams)))
        return sorted(found.scalars())

    def days(self, stream: str, account: str, first: int, end: int) -> list[tuple[int, Mites]]:
        """What an account had come to in a stream at the end of each of some days with entries."""
        row = day_balances.c
        query = select(row.day, row.mites).where(
            row.stream == number_of(stream), row.account == number_of(account)
        )
        query = query.where(row.day >= first, row.day < end).order_by(row.day)
        return [(int(day), int(mites)) for day, mites in self._connection.execute(query)]

    def contributions(
        self, stream: str, versions: range, accounts: Sequence[str], most: int
    ) -> list[int]:
        """The first versions among these whose records have put something into the accounts."""
        here = postings.c.version.between(versions.start, versions.stop - 1)
        into = postings.c.target.in_(select(names.c.id).where(names.c.name.in_(accounts)))
        query = select(postings.c.version).where(postings.c.stream == number_of(stream), here, into)
        query = query.distinct().order_by(postings.c.version).limit(most)
        return list(self._connection.execute(query).scalars())

    def some(self, stream: str, versions: Sequence[int]) -> Iterator[Row]:
        """The records of single versions, in their order."""
        told = records_told
        for first in range(0, len(versions), _FEW):
            wanted = told.c.version.in_(versions[first : first + _FEW])
            query = select(told).where(told.c.stream == stream, wanted).order_by(told.c.version)
            for row in self._connection.execute(query).all():
                yield Row(stream, row.version, row.at, row.who, row.schema, row.events)

    def held(self, stream: str, at: int) -> dict[str, Mites]:
        """What a stream's entries had come to before a time, by account."""
        day = at // DAY
        found = balances_before(self._connection, stream, day)
        since = self.span(stream, day * DAY, at)
        there = postings.c.version.between(since.start, since.stop - 1)
        for side, sign in (("source", -1), ("target", 1)):
            account, other = names.c.name, names.c.id == postings.c[side]
            query = select(account, func.sum(postings.c.mites)).group_by(account)
            query = query.join(postings, other)
            query = query.where(postings.c.stream == number_of(stream), there)
            for name, mites in self._connection.execute(query):
                shown = shown_account(name)
                found[shown] = found.get(shown, 0) + sign * int(mites)
        return found

    def _number(self, query: Any) -> int | None:
        found = self._scalar(query)
        return None if found is None else int(found)

    def _scalar(self, query: Any) -> Any:
        return self._connection.execute(query).scalar()


@contextmanager
def reading(engine: Engine) -> Iterator[Rows]:
    """All that is read inside is of one moment, whatever is written meanwhile."""
    with at_one_moment(engine) as connection:
        yield Rows(connection)


@contextmanager
def open_rows(url: str) -> Iterator[Rows]:
    """The floor that the user names, to be read only: nothing is made and nothing is changed."""
    engine = open_to_read(url)
    try:
        with reading(engine) as rows:
            yield rows
    except DBAPIError as error:
        why = (str(error.orig).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        shown = hide_password(url)
        raise InputError(f"The database {shown} cannot be read: {why}.") from None
    finally:
        engine.dispose()
