"""Letters from one server to another, over HTTP."""

import http.client
import threading
from typing import Protocol
from urllib.parse import urlsplit

PEER_PATH = "/api/peer"
"""Where a server takes in what others pass on."""
MOST_BYTES = 1_048_576
"""The largest letter: a table with paytables of its own has some tens of thousands."""
AT_ONCE = 16
"""Letters on their way."""
_SECONDS = 20.0
"""How long another server may take to answer."""


class NotDelivered(Exception):
    """No answer came; whether the letter did is not known."""


class Post(Protocol):
    """Brings letters to other servers."""

    def send(self, address: str, body: bytes) -> bytes:
        """Hand a letter over, and bring back what is answered."""

    def close(self) -> None:
        """Send nothing more."""


class HttpPost:
    """Over lines that are kept open."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lines: list[tuple[str, http.client.HTTPConnection]] = []
        """To other servers, open and not in use, the last used at the end."""

    def close(self) -> None:
        """Hang up."""
        while self._lines:
            self._lines.pop()[1].close()

    def send(self, address: str, body: bytes) -> bytes:
        """Hand a letter over, and bring back what is answered."""
        try:
            return self._post(address, body)
        except (OSError, http.client.HTTPException) as error:
            raise NotDelivered(type(error).__name__) from error

    def _post(self, address: str, body: bytes) -> bytes:
        line = self._kept_line(address)
        if line is not None:
            try:
                return self._say(address, line, body)
            except TimeoutError:
                raise
            except (OSError, http.client.HTTPException):
                # The other side has closed it meanwhile. A letter has a key: it is done only once.
                pass
        url = urlsplit(address)
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        return self._say(address, kind(url.netloc, timeout=_SECONDS), body)

    def _say(self, address: str, line: http.client.HTTPConnection, body: bytes) -> bytes:
        """Send a letter, and keep the line for the next one if all went well."""
        said = False
        try:
            headers = {"content-type": "application/octet-stream"}
            path = urlsplit(address).path.rstrip("/")
            line.request("POST", f"{path}{PEER_PATH}", body, headers)
            response = line.getresponse()
            if response.status != http.client.OK:
                raise http.client.HTTPException(str(response.status))
            told = response.read(MOST_BYTES)
            said = response.isclosed() and not response.will_close
            return told
        finally:
            if said:
                self._keep_line(address, line)
            else:
                line.close()

    def _kept_line(self, address: str) -> http.client.HTTPConnection | None:
        with self._guard:
            for place in reversed(range(len(self._lines))):
                if self._lines[place][0] == address:
                    return self._lines.pop(place)[1]
        return None

    def _keep_line(self, address: str, line: http.client.HTTPConnection) -> None:
        with self._guard:
            self._lines.append((address, line))
            oldest = self._lines.pop(0)[1] if len(self._lines) > AT_ONCE else None
        if oldest is not None:
            oldest.close()
