"""The balances of days that reports carry on from, against the ledger as the audit adds it up."""

from collections.abc import Iterable
from datetime import UTC, datetime

from longsuit.core.money import Mites, show_mites
from longsuit.floor.audit.slices import Days
from longsuit.floor.store.day_balances import DAY, Entry, by_day

_LAST_DAY = 2_900_000
"""Beyond the year 9000."""


def carried_complaint(found: Days, days: Days, since: Iterable[Entry]) -> str | None:
    """The first balance that is not what the entries come to, in a sentence; or None.

    A server may go on writing: `since` are the entries that it has added to the balances meanwhile.
    """
    sums = dict(days)
    for place, mites in by_day(since).items():
        sums[place] = sums.get(place, 0) + mites
    expected: Days = {}
    held: dict[tuple[str, str], Mites] = {}
    for (stream, account, day), mites in sorted(sums.items()):
        held[stream, account] = held.get((stream, account), 0) + mites
        expected[stream, account, day] = held[stream, account]
    for place in (*expected, *found):
        if found.get(place) != expected.get(place):
            return _complaint(*place, found.get(place), expected.get(place))
    return None


def _complaint(stream: str, account: str, day: object, there: object, right: Mites | None) -> str:
    what = f"The balance of {account} in {stream} that is carried from {_date(day)}"
    if there is None:
        return f"{what} is missing."
    told = show_mites(there) if isinstance(there, int) else str(there)[:40]
    if right is None:
        return f"{what}, {told}, comes from no ledger entry."
    return f"{what} is {told}, and its entries come to {show_mites(right)}."


def _date(day: object) -> str:
    """A day, also where the row has none that can be."""
    if isinstance(day, int) and 0 <= day < _LAST_DAY:
        return f"{datetime.fromtimestamp(day * DAY // 1_000_000, UTC):%Y-%m-%d}"
    return f"day {str(day)[:40]}"
