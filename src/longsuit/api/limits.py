"""How many may come to the door in a minute from one address.

An account is locked after a few bad tries. This is for whoever tries many accounts, or asks for one
guest after another: it is counted here in memory, so each server counts for itself.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from longsuit.api.declined import Declined

MOST_ADDRESSES = 10_000
"""Those that came last are remembered: a crowd of addresses takes no memory."""
_MINUTE = 60.0
_A_HAIR = 1e-6


class Limiter:
    """So many in a minute for each address, and as many at once after a pause; 0 for any number."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By address: how many may still come, and when that was so."""

    def wait(self, address: str) -> int:
        """Count one that comes: 0 if it may, else the seconds until it might."""
        if not self.most:
            return 0
        now, rate = self._clock(), self.most / _MINUTE
        left, then = self._left.pop(address, (float(self.most), now))
        left = min(float(self.most), left + (now - then) * rate)
        comes_in = left > 1 - _A_HAIR
        self._left[address] = (left - comes_in, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0 if comes_in else max(1, math.ceil((1 - left) / rate - _A_HAIR))

    def admit(self, connection: HTTPConnection) -> None:
        """Go on, or say how long to wait."""
        seconds = self.wait(address_of(connection))
        if seconds:
            after = f"{seconds} second{'' if seconds == 1 else 's'}"
            reason = f"Too many have come from your address: wait {after}."
            raise Declined(429, reason, {"retry-after": str(seconds)})


def address_of(connection: HTTPConnection) -> str:
    """Where somebody calls from. A home has a whole network of IPv6: it counts as one address."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:100]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
