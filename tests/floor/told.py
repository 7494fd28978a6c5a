"""What a record says, as plain values and as text, for tests that look for something in it."""

import json
from typing import Any

from longsuit.floor.log.record import Record
from longsuit.floor.reads.archive import record_view


def told(record: Record) -> list[dict[str, Any]]:
    """Its events."""
    return [dict(event) for event in record_view(record).events]


def text_of(record: Record) -> str:
    """Its events as JSON."""
    return json.dumps(told(record), separators=(",", ":"), ensure_ascii=False)
