"""Time zones by their names."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from longsuit.core.errors import InputError


def find_zone(name: str) -> tzinfo:
    """The time zone of that name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        shown = "".join(one if one.isprintable() else "?" for one in name[:40])
        raise InputError(f"There is no time zone '{shown}'; one is Europe/Berlin.") from None
