"""The gate: everything that is asked for passes it, and too much of it is told to wait.

An address, a session and all guests together have so much a minute each (rate_limits.py). Staff are
counted by their session alone, so nobody at the same address, and no crowd of guests, keeps them
out; health, counters and the other servers of the floor are not counted at all. A server is one
whose letter could be opened; until then whoever writes to it is counted like anybody else.
"""

from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from longsuit.api.declines import Declined
from longsuit.api.rate_limits import Limiter, address_of, path_of
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.people.identity import Session
from longsuit.floor.service.post import PEER_PATH

MOST_PAGES = 1000
"""Pages that a server holds: each takes some 0.6 MB, until a minute after it was left."""
MOST_PEERS = 100
"""Addresses of other servers that are remembered."""
PAGES_FOR_STAFF = 100
"""More than those, for the staff alone."""
STAFF_REQUESTS_A_MINUTE = 6000
_FREE = frozenset(("/health", "/health/live", "/health/ready", "/metrics"))
"""For those who run the server."""
_NO_PAGES = ("/api/", "/_nicegui", "/static/", "/bundle/", "/docs/", "/favicon.ico")
"""What is asked here is no page; all else is one, if only one that says that there is none."""
_SHARES = 5
"""One session has this part of what its address has, and one address of what all guests have."""
_AT_ONCE = 4
"""This part of what comes in a minute may come at once."""

_FROM_ADDRESS = "Too many requests have come from your address"
_TOO_FAST = "You are asking too fast"
_TOO_MANY_HERE = "Too many have come from your address"


class Gate:
    """Everything that is counted for one server."""

    def __init__(
        self,
        house: HouseConfig,
        turned_away: Callable[[str], None],
        known: Callable[[str], Session | None],
    ) -> None:
        self._turned_away = turned_away
        """Told the name of the limit."""
        self._known = known
        """The session of a token, if it was looked up before."""
        self.pages_held: Callable[[], int] = lambda: 0
        self._peers: OrderedDict[str, None] = OrderedDict()
        """Where letters came from that could be opened."""
        self._limits = {
            "requests": _spread(house.requests_a_minute),
            "session_requests": _spread(house.requests_a_minute // _SHARES),
            "staff_requests": _spread(STAFF_REQUESTS_A_MINUTE if house.requests_a_minute else 0),
            "pages": _spread(house.pages_a_minute),
            "commands": Limiter(house.commands_a_minute),
            "guest_commands": _spread(house.guest_commands_a_minute),
            "address_commands": _spread(house.guest_commands_a_minute // _SHARES),
            "guests": Limiter(house.guests_a_minute),
            "sign_ins": Limiter(house.sign_ins_a_minute),
        }

    # Whatever comes

    def enter(self, connection: HTTPConnection, token: str) -> None:
        """Count a request before anything is done for it."""
        path = path_of(connection.scope)
        if path in _FREE or (path == PEER_PATH and address_of(connection) in self._peers):
            return
        page = not path.startswith(_NO_PAGES)
        session = self._known(token) if token else None
        staff = session is not None and session.role != "player"
        if staff:
            self._admit("staff_requests", token, _TOO_FAST)
        else:
            address = address_of(connection)
            self._admit("requests", address, _FROM_ADDRESS)
            if session is not None:
                self._admit("session_requests", token, _TOO_FAST)
            if page:
                self._admit("pages", address, _FROM_ADDRESS)
        if page:
            self._make_room(MOST_PAGES + (PAGES_FOR_STAFF if staff else 0))

    def _make_room(self, most: int) -> None:
        if self.pages_held() >= most:
            self._turned_away("pages_held")
            full = "Too many pages are open here: try again in a minute."
            raise Declined(503, full, {"retry-after": "60"})

    def recognise_peer(self, connection: HTTPConnection) -> None:
        """Remember where another server of the floor writes from."""
        self._peers[address_of(connection)] = None
        while len(self._peers) > MOST_PEERS:
            self._peers.popitem(last=False)

    # At the door, and at the tables

    def bring_a_guest(self, connection: HTTPConnection) -> None:
        """Count somebody without an account who comes in."""
        self._admit("guests", address_of(connection), _TOO_MANY_HERE)

    def try_to_sign_in(self, connection: HTTPConnection) -> None:
        """Count a try to sign in, good or bad."""
        self._admit("sign_ins", address_of(connection), _TOO_MANY_HERE)

    def ask(self, connection: HTTPConnection, token: str, session: Session) -> None:
        """Count a command. What the staff do is theirs to answer for."""
        if session.role != "player":
            return
        self._admit("commands", token, _TOO_FAST)
        if session.guest:
            self._admit("address_commands", address_of(connection), _FROM_ADDRESS)
            self._admit("guest_commands", "", "Too many guests are playing just now")

    def _admit(self, limit: str, key: str, sentence: str) -> None:
        seconds = self._limits[limit].wait(key)
        if seconds:
            self._turned_away(limit)
            after = f"{seconds} second{'' if seconds == 1 else 's'}"
            raise Declined(429, f"{sentence}: wait {after}.", {"retry-after": str(seconds)})


def _spread(most: int) -> Limiter:
    return Limiter(most, at_once=max(1, most // _AT_ONCE) if most else 0)
