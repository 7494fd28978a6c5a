"""The line of a page to its server is for pages of that server."""

import httpx
import pytest
from tests.browser.conftest import Site
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN

LINE = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_another_site_gets_no_line(site: Site, origin: str) -> None:
    answer = httpx.get(
        site.address + LINE, headers={"origin": origin}, timeout=PATIENCE, verify=PLAIN
    )
    assert answer.status_code == 400
    assert not [name for name in answer.headers if name.startswith("access-control-allow")]


@pytest.mark.parametrize("own", [True, False], ids=["a page of it", "no page"])
def test_its_own_pages_get_one(site: Site, own: bool) -> None:
    headers = {"origin": site.address} if own else {}
    answer = httpx.get(site.address + LINE, headers=headers, timeout=PATIENCE, verify=PLAIN)
    assert (answer.status_code, answer.text[:1]) == (200, "0")
    assert "access-control-allow-credentials" not in answer.headers
