"""What a slip says on paper, before anybody draws it."""

from msgspec import Struct


class Sheet(Struct, frozen=True):
    """What is printed."""

    house: str
    slip: int
    mark: str
    """``ORIGINAL``, or which copy it is."""
    printed: str
    """When and by whom."""
    lines: tuple[tuple[str, str], ...]
    """What the slip says, line by line."""
    keep: str
    """The day until which the hand is kept."""
    void: bool = False
