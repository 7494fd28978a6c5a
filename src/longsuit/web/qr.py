"""An address as a QR code: the outline of its dark squares, for a path of SVG."""

from functools import lru_cache

import segno
from msgspec import Struct


class QrCode(Struct, frozen=True):
    """A code for whoever points a phone at it."""

    title: str
    address: str
    size: int
    """Squares along a side, with the quiet zone around them."""
    path: str


@lru_cache(maxsize=256)
def qr_code(title: str, address: str) -> QrCode:
    """The code of an address; one that does not fit into a code at all is a fault."""
    made = segno.make(address, error="m", micro=False)
    rows = list(made.matrix_iter(border=made.default_border_size))
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return QrCode(title, address, len(rows), path)
