"""How much may be asked for in a minute: by one address, one session, or all guests together.

It is counted here in memory, so each server counts for itself.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import Scope

MOST_KEYS = 10_000
"""Those that came last are remembered: a crowd of addresses takes no memory."""
_MINUTE = 60.0
_A_HAIR = 1e-6


class Limiter:
    """So many in a minute for each key, and `at_once` after a pause; 0 for any number."""

    def __init__(
        self, most: int, clock: Callable[[], float] = time.monotonic, *, at_once: int = 0
    ) -> None:
        self.most = most
        self.at_once = at_once or most
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By key: how many may still come, and when that was so."""

    def wait(self, key: str = "") -> int:
        """Count one that comes: 0 if it may, else the seconds until it might."""
        if not self.most:
            return 0
        now, rate = self._clock(), self.most / _MINUTE
        left, then = self._left.pop(key, (float(self.at_once), now))
        left = min(float(self.at_once), left + (now - then) * rate)
        comes_in = left > 1 - _A_HAIR
        self._left[key] = (left - comes_in, now)
        while len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return 0 if comes_in else max(1, math.ceil((1 - left) / rate - _A_HAIR))


def path_of(scope: Scope) -> str:
    """The path that is asked for, below whatever the house is served under."""
    path, root = str(scope["path"]), str(scope.get("root_path", ""))
    return path[len(root) :] if root and path.startswith(f"{root}/") else path


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
