"""Connections: a request that never comes in whole is not waited for, and there is always room."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.api.serving import House, heard, open_house
from tests.floor.playing import PATIENCE, until
from tests.plain_http import PLAIN

from longsuit.api import connections, middleware
from longsuit.api.connections import Lines

HALF = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Never"


@contextmanager
def guarded(path: Path, lines: Lines | None = None) -> Iterator[House]:
    lines = lines or Lines(100, behind_proxy=False)
    with open_house(str(path / "floor.db"), people={}, http=lines.protocol) as house:
        yield house


def call(house: House, said: bytes = b"") -> socket.socket:
    url = urlsplit(house.address)
    line = socket.create_connection((str(url.hostname), int(url.port or 0)), PATIENCE)
    line.sendall(said)
    return line


def is_closed(line: socket.socket) -> bool:
    """Whether the other side has gone; it is waited for."""
    line.settimeout(PATIENCE)
    try:
        # What it said before comes first, in as many parts as it likes.
        while line.recv(1000):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize("said", [b"", b"GET", HALF], ids=["nothing", "a word", "half"])
def test_headers_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with guarded(tmp_path) as house, closing(call(house, said)) as line:
        assert is_closed(line)


def test_the_next_request_is_not_waited_for_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 2.0)
    whole = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
    with guarded(tmp_path) as house, closing(call(house, whole)) as line:
        line.settimeout(PATIENCE)
        assert b"200 OK" in line.recv(10_000)
        line.sendall(HALF)
        assert is_closed(line)


def test_a_body_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.3)
    start = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with (
        guarded(tmp_path) as house,
        closing(call(house, start + b"Content-Length: 60\r\n\r\n{")) as line,
    ):
        line.settimeout(PATIENCE)
        assert line.recv(10_000).startswith(b"HTTP/1.1 408")


def test_a_feed_stays_however_long_it_is_silent(tmp_path: Path) -> None:
    """No clock runs for it: only lines that have not said what they want have one."""
    lines = Lines(100, behind_proxy=False)
    with guarded(tmp_path, lines) as house, house.guest().feed("P1") as feed:
        heard(feed)
        assert not lines.silent
        with closing(call(house, HALF)):
            until(lambda: len(lines.silent) == 1)


def test_silent_connections_make_room(tmp_path: Path) -> None:
    """However many say nothing, whoever asks for something is answered."""
    with guarded(tmp_path, Lines(10, behind_proxy=True)) as house, ExitStack() as open_lines:
        silent = [open_lines.enter_context(closing(call(house, HALF))) for _ in range(30)]
        assert (
            httpx.get(f"{house.address}/health/live", timeout=PATIENCE, verify=PLAIN).status_code
            == 200
        )
        assert all(is_closed(line) for line in silent[:20])


def test_one_address_does_not_have_every_connection(tmp_path: Path) -> None:
    with guarded(tmp_path, Lines(20, behind_proxy=False)) as house, ExitStack() as open_lines:
        lines = [open_lines.enter_context(closing(call(house, HALF))) for _ in range(11)]
        assert is_closed(lines[0]), "the longest silent of its address"
        for line in lines:
            line.close()
        # Those that have gone are not counted any more, feeds neither.
        for _ in range(15):
            guest = house.guest()
            with guest.feed("P1") as feed:
                heard(feed)
            guest.http.close()


def test_no_more_than_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_files", lambda: 1024)
    lines = Lines.of_this_process(behind_proxy=False)
    assert (lines.most, lines.of_one) == (824, 412)
    assert Lines.of_this_process(behind_proxy=True).of_one == 824
