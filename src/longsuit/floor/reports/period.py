"""Gaming days and longer periods: a week, a month, a range, a shift (CON-38)."""

import re
from datetime import date, datetime, timedelta, tzinfo

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.floor.config.time_zones import find_zone, local_time, micros_of

_LAST_HOUR = 23
_MOST_DAYS = 400
"""Of one report."""
_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
_WEEK = re.compile(r"(\d{4})-W(\d{2})", re.ASCII)
_SHAPES = (
    "a day (2026-03-01), a week (2026-W09), a month (2026-03), or two days or times with .. between"
)


class Day(Struct, frozen=True):
    """A gaming day: from an hour of a date up to the same hour of the next, where the floor is.

    Or several of them in a row, or a shift: then it has a name of its own.
    """

    date: date
    zone: str
    hour: int
    start: int
    """Microseconds since 1970, UTC."""
    end: int
    name: str = ""

    @property
    def title(self) -> str:
        """As a report is called."""
        return self.name or self.date.isoformat()

    @property
    def file_name(self) -> str:
        """The same as part of a file's name."""
        return self.title.replace("..", "_to_").replace(":", "")


def gaming_day(on: date, zone: str = "UTC", hour: int = 0) -> Day:
    """The gaming day of a date. Days follow each other without a gap, whatever clocks do."""
    if not 0 <= hour <= _LAST_HOUR:
        raise InputError(f"A gaming day starts at an hour from 0 to {_LAST_HOUR}.")
    place = find_zone(zone)
    try:
        following = on + timedelta(days=1)
        start, end = (_micros(one, hour, place) for one in (on, following))
    except OverflowError:
        raise InputError(f"{on} is out of any calendar's reach.") from None
    return Day(on, zone, hour, start, end)


def _micros(on: date, hour: int, zone: tzinfo) -> int:
    return micros_of(datetime(on.year, on.month, on.day, hour, tzinfo=zone))


def day_at(moment: int, zone: str = "UTC", hour: int = 0) -> Day:
    """The gaming day of a moment, in microseconds since 1970."""
    on = local_time(moment, zone).date()
    for candidate in (on, on - timedelta(days=1), on + timedelta(days=1)):
        day = gaming_day(candidate, zone, hour)
        if day.start <= moment < day.end:
            return day
    raise AssertionError("days follow each other without a gap")


def read_period(text: str, zone: str = "UTC", hour: int = 0) -> Day:
    """A period as somebody types it; what is no such thing is told in one sentence."""
    said = text.strip()[:60]
    first, dots, last = said.partition("..")
    try:
        if week := _WEEK.fullmatch(said):
            monday = date.fromisocalendar(int(week[1]), int(week[2]), 1)
            return _days(monday, monday + timedelta(days=6), said, zone, hour)
        if month := _MONTH.fullmatch(said):
            begins = date(int(month[1]), int(month[2]), 1)
            following = (begins + timedelta(days=31)).replace(day=1)
            return _days(begins, following - timedelta(days=1), said, zone, hour)
        if dots and ("T" in first or "T" in last):
            return _shift(datetime.fromisoformat(first), datetime.fromisoformat(last), zone, hour)
        if dots:
            return _days(date.fromisoformat(first), date.fromisoformat(last), said, zone, hour)
        return gaming_day(date.fromisoformat(said), zone, hour)
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError(f"'{said}' is no period: give {_SHAPES}.") from None


def _days(first: date, last: date, name: str, zone: str, hour: int) -> Day:
    """Gaming days in a row, the last one too."""
    if not 0 <= (last - first).days < _MOST_DAYS:
        raise InputError(f"A period goes forward, and has {_MOST_DAYS} days at most.")
    start, end = gaming_day(first, zone, hour).start, gaming_day(last, zone, hour).end
    return Day(first, zone, hour, start, end, name)


def _shift(first: datetime, last: datetime, zone: str, hour: int) -> Day:
    """From one time up to another, by the clocks of the house."""
    place = find_zone(zone)
    start, end = (micros_of(one.replace(tzinfo=place)) for one in (first, last))
    if not start < end <= start + _MOST_DAYS * 86_400_000_000:
        raise InputError(f"A period goes forward, and has {_MOST_DAYS} days at most.")
    name = f"{first:%Y-%m-%dT%H:%M}..{last:%Y-%m-%dT%H:%M}"
    return Day(first.date(), zone, hour, start, end, name)
