"""Time zones by their names, and moments of the log by the clock of one."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from longsuit.core.errors import InputError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def local_time(micros: int, zone: str) -> datetime:
    """A moment of the log by the clock of a zone."""
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(find_zone(zone))


def micros_of(moment: datetime) -> int:
    """A moment as the log has it; one without a zone is UTC."""
    exact = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (exact - _EPOCH) // timedelta(microseconds=1)


def find_zone(name: str) -> tzinfo:
    """The time zone of that name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        shown = "".join(one if one.isprintable() else "?" for one in name[:40])
        raise InputError(f"There is no time zone '{shown}'; one is Europe/Berlin.") from None
