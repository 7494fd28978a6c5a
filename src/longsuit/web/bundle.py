"""Scripts and styles of a page in one file each, made once and kept in memory, compressed.

Modules are put in order, each in a scope of its own; what they import and give out is found by its
form, which the linter keeps: one import a line or over several, exports at the start of a line.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI
from msgspec import Struct
from nicegui import __version__ as nicegui_version
from starlette.requests import Request
from starlette.responses import Response

STATIC = (Path(__file__).parent / "static").resolve()
VUE = f"/_nicegui/{nicegui_version}/static/vue.esm-browser.prod.js"
_ADDRESS = "/bundle/"
_FOREVER = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r'^import (?:(\w+)|\* as (\w+)|\{([^}]*)\}) from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?:default|(?:async )?(?:const|function|class)\*? ?(\w+))", re.MULTILINE
)
_MOUNT = """
const told = JSON.parse(document.getElementById("told").textContent);
createApp({scope}.default, told).mount("#page");
"""


class Bundle(Struct, frozen=True):
    """A file as it is sent."""

    address: str
    kind: str
    content: bytes
    packed: bytes


@lru_cache(maxsize=1)
def _made() -> dict[str, Bundle]:
    """By address: as many as there are kinds of pages."""
    return {}


def add(app: FastAPI) -> None:
    """Give the bundles their addresses: what changes has another."""
    app.add_route(_ADDRESS + "{name}", _send)


async def _send(request: Request) -> Response:
    found = _made().get(request.url.path)
    if found is None:
        return Response(status_code=404)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": _FOREVER, "vary": "Accept-Encoding"}
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(found.packed if packed else found.content, 200, headers, found.kind)


@lru_cache(maxsize=32)
def script(component: str) -> str:
    """The address of a page's script: its component, all that it imports, and Vue around it."""
    head = f'import {{ createApp }} from "{VUE}";\n'
    text = head + join(component) + _MOUNT.format(scope=_scope(component))
    return _keep(f"{Path(component).stem}.js", "text/javascript", text)


@lru_cache(maxsize=32)
def style(*files: str) -> str:
    """The address of several styles in one."""
    text = "\n".join((STATIC / one).read_text(encoding="utf-8") for one in files)
    return _keep(f"{Path(files[-1]).stem}.css", "text/css", text)


@lru_cache(maxsize=32)
def plain(file: str) -> str:
    """The address of a script as it is, for what has to run before the page is there."""
    text = (STATIC / file).read_text(encoding="utf-8")
    return _keep(Path(file).name, "text/javascript", text)


def _keep(name: str, kind: str, text: str) -> str:
    content = text.encode()
    address = f"{_ADDRESS}{hashlib.sha256(content).hexdigest()[:16]}-{name}"
    _made()[address] = Bundle(address, kind, content, gzip.compress(content, 9, mtime=0))
    return address


def join(first: str) -> str:
    """A module and all that it imports, each before those that use it."""
    return "\n".join(_modules(first, {}).values())


def _modules(name: str, found: dict[str, str]) -> dict[str, str]:
    """Modules as what they give out: ``const _sha2 = (() => ...)();``."""
    path = STATIC / name
    source = path.read_text(encoding="utf-8")
    taken = []
    for whole, every, names, place in _IMPORT.findall(source):
        used = _file(path, place)
        if used not in found:
            _modules(used, found)
        part = f"{{ default: {whole} }}" if whole else f"{{{names.replace(' as ', ': ')}}}"
        given = every or part
        taken.append(f"const {given} = {_scope(used)};")
    body = _IMPORT.sub("", source)
    given_out = [one for one in _EXPORT.findall(source) if one]
    if "\nexport default " in f"\n{body}":
        given_out.append("default: _default")
    body = re.sub(r"^export default ", "const _default = ", body, flags=re.MULTILINE)
    body = re.sub(r"^export ", "", body, flags=re.MULTILINE)
    inside = "\n".join([*taken, body, f"return {{ {', '.join(given_out)} }};"])
    found[name] = f"// {name}\nconst {_scope(name)} = (() => {{\n{inside}\n}})();"
    return found


def _file(path: Path, place: str) -> str:
    """The file that an import names, as ``shared/money.js``."""
    if place.startswith("/static/"):
        return place.removeprefix("/static/")
    return str((path.parent / place).resolve().relative_to(STATIC))


def _scope(name: str) -> str:
    return "_" + re.sub(r"\W", "_", name.removesuffix(".js"))
