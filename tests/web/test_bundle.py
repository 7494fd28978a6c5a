"""Scripts and styles of a page in one file each."""

import gzip
import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from longsuit.web import bundle
from longsuit.web.shell import STYLES

PAGES = ("table/felt", "staff/terminal", "public/lobby", "public/sign", "public/sign_in")


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = FastAPI()
    bundle.add(app)
    return TestClient(app)


@pytest.mark.parametrize("page", PAGES)
def test_every_module_is_in_before_it_is_used_and_nothing_else_is_loaded(
    page: str, client: TestClient
) -> None:
    found = client.get(bundle.script(f"{page}.js"))
    assert found.headers["content-encoding"] == "gzip"
    assert "immutable" in found.headers["cache-control"]
    text = found.text
    loaded = re.findall(r"^(?:import|export) .*$", text, re.MULTILINE)
    assert loaded == [f'import {{ createApp }} from "{bundle.VUE}";']
    made = re.findall(r"^const (_\w+) = \(\(\) => \{$", text, re.MULTILINE)
    assert len(made) == len(set(made)) > 1
    for at, name in re.findall(r"(?s)()\} = (_\w+);$", text):
        assert name in made, at
    for used in re.finditer(r"^const \{.*\} = (_\w+);$", text, re.MULTILINE):
        assert text.index(f"const {used[1]} = (() => {{") < used.start()


def test_what_does_not_pack_gets_the_same_and_other_addresses_nothing(client: TestClient) -> None:
    address = bundle.style(*STYLES)
    packed = client.get(address)
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content
    assert len(gzip.compress(plain.content, 9)) < len(plain.content) / 3
    assert client.get("/bundle/0000000000000000-felt.js").status_code == 404
    assert client.get("/bundle/..%2Fmount.py").status_code == 404
