"""What changed between two values of JSON, as a feed sends it.

    [value]           it is this now
    []                it is gone
    {"key": change}   within an object, or within an array by index; an index at its end adds to it

Nothing changed within is `{}`. An array that got shorter, or that has no objects, is sent anew.
"""

from collections.abc import Sequence
from typing import Any

Array = (list, tuple)
Change = dict[str, Any] | list[Any]


def diff(old: Any, new: Any) -> Change:
    """The change that makes the new value of the old one."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _within(old, new)
    if isinstance(old, Array) and isinstance(new, Array):
        whole = len(old) > len(new) or not all(isinstance(one, dict) for one in new)
        changes = _within(_by_index(old), _by_index(new))
        return [new] if changes and whole else changes
    return {} if type(old) is type(new) and old == new else [new]


def _by_index(values: Sequence[Any]) -> dict[str, Any]:
    return {str(index): value for index, value in enumerate(values)}


def _within(old: dict[str, Any], new: dict[str, Any]) -> Change:
    changes: dict[str, Any] = {key: [] for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            changes[key] = [value]
        elif change := diff(old[key], value):
            changes[key] = change
    return changes
