"""The page that checks a receipt: one file, to be saved, that asks no server."""

import re
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

ADDRESS = "/receipt.html"
_STATIC = Path(__file__).parent / "static"
_FIRST = "receipt/page.js"
_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";\n', re.MULTILINE)
_PLACE = "/* modules */"


def add(app: FastAPI) -> None:
    """Give it its address; nothing of it is kept for anybody."""
    app.add_route(ADDRESS, _page)


async def _page(_request: Request) -> Response:
    return HTMLResponse(make_page(), headers={"cache-control": "no-cache"})


@lru_cache(maxsize=1)
def make_page() -> str:
    """The page with its modules in it, each in a scope of its own, before those that use it."""
    page = (_STATIC / "receipt" / "receipt.html").read_text(encoding="utf-8")
    return page.replace(_PLACE, "\n".join(_modules(_FIRST, {}).values()))


def _modules(name: str, found: dict[str, str]) -> dict[str, str]:
    """A module and all that it imports, as what it gives out: ``const _sha2 = (() => ...)();``."""
    path = (_STATIC / name).resolve()
    source = path.read_text(encoding="utf-8")
    taken = []
    for one in _IMPORT.finditer(source):
        used = str((path.parent / one[1]).resolve().relative_to(_STATIC.resolve()))
        if used not in found:
            _modules(used, found)
        names = re.search(r"\{([^}]*)\}", one[0])
        taken.append(f"const {{{names[1] if names else ''}}} = {_scope(used)};")
    given = re.findall(r"^export (?:const|function) (\w+)", source, re.MULTILINE)
    body = re.sub(r"^export ", "", _IMPORT.sub("", source), flags=re.MULTILINE)
    inside = "\n".join([*taken, body, f"return {{ {', '.join(given)} }};"])
    found[name] = f"// {name}\nconst {_scope(name)} = (() => {{\n{inside}\n}})();"
    return found


def _scope(name: str) -> str:
    return "_" + re.sub(r"\W", "_", name.removesuffix(".js"))
