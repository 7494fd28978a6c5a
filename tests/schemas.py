"""The JSON of every command as a JSON Schema, in docs/schemas.

``python -m tests.schemas`` runs the examples below and writes what they have in common. A key that
only some of them have is optional; a key that none has is refused, so a change of the output is
seen in review together with its schema.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden_floor import KEY, unpack
from tests.own_game import LARGE, QUICK, write_game

from longsuit.cli.main import main as longsuit
from longsuit.core.games import catalog
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.store.database import upgrade

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
GAMES_PAGE = FOLDER.parent / "games.md"
EXAMPLES: dict[str, tuple[str, ...]] = {
    "games": ("games", "games --file mine.toml"),
    "game check": ("game check mine.toml",),
    "game export": ("game export ctf",),
    "paytables": ("paytables ctf", "paytables hcf", "paytables large.toml"),
    "analyze": ("analyze hcf", "analyze hcf --qualifier T86", "analyze ctf"),
    "analyze --wager": (
        "analyze ctf --wager stax",
        "analyze ctf --wager stax --meter diamond=4000 --seats 3",
        "analyze ctf --wager stax --must-hit house",
        "analyze hcf --wager flush-bonus",
        "analyze hcf --wager progressive",
        "analyze hcf --wager progressive --paytable PT-PRG-HCF-D01a",
    ),
    "advise": ("advise hcf Th8h6hJsAdQdJc", "advise ctf AhKh2d 7h8h2c3s --seen 4c5c"),
    "simulate --strategy robot": ("simulate rush --strategy robot --rounds 20 --seed 1",),
    "simulate main-game": ("simulate quick.toml --rounds 20 --seed 1",),
    "simulate": (
        "simulate hcf --rounds 2000 --seed 1",
        "simulate hcf --rounds 2000 --seed 1 --wager flush-bonus=5 --session 100",
    ),
    "design": ("design hcf --wager flush-bonus --edge 4%..5% --count 2",),
    "faceup": ("faceup hcf --seats 2 --deals 8",),
    "figures": ("figures",),
    "record": ("record",),
    "report": ("report hcf --quick",),
    "certificate": ("certificate hcf -o hcf.certificate",),
    "strategy list": ("strategy list hcf",),
    "strategy rules": ("strategy rules hcf basic",),
    "strategy price": ("strategy price hcf basic",),
    "lab": ("lab hand game=high-card-flush", "lab paytables"),
    "program": ("program",),
    "people list": ("people list",),
    "register presets": ("register presets",),
    "key show": ("key show",),
    "key make": ("key make -o new.key",),
    "rebuild": ("rebuild", "rebuild --check"),
    "upgrade": ("upgrade", "upgrade --dry-run"),
    "audit": ("audit --workers 1",),
    "day": ("day --date 2023-11-14 --no-theory",),
    "backup": ("backup -o copy.db",),
    "restore": ("backup -o other.db", "restore other.db --db back.db"),
}
"""What is run for each: at a golden floor, in a folder with its files."""
WITHOUT = {
    "play": "one object a round, as history.md has it",
    "serve": "a line with the address, before the server's own log",
    "train": "one object a question",
    "witness": "a line for each thing it has seen",
    "verify-round": "a round as fairness.md has it, and what holds",
    "paper": "the blocks of the paper",
}
"""Commands whose JSON is a stream, or a document, and is described on its own page."""
SLOW = {"record"}
"""Minutes each: run where tests run at full length."""
MAPS = frozenset(("paytables", "actions", "costs", "figures", "pays", "rows", "meters", "balances"))
"""Objects whose keys are data: the names of wagers, actions, meters."""
_SHARED = {
    "exact": {
        "description": "A fraction as text, and the nearest float.",
        "type": "object",
        "properties": {
            "exact": {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"},
            "decimal": {"type": "number"},
        },
        "required": ["exact", "decimal"],
        "additionalProperties": False,
    },
    "amount": {
        "description": "Money, in whole cents.",
        "type": "object",
        "properties": {"cents": {"type": "integer"}},
        "required": ["cents"],
        "additionalProperties": False,
    },
    "average": {
        "description": "An average or a spread of money, in cents.",
        "type": "object",
        "properties": {"cents": {"type": "number"}},
        "required": ["cents"],
        "additionalProperties": False,
    },
}


@contextlib.contextmanager
def floor() -> Iterator[None]:
    """A folder with a golden floor and a game's file, to work in."""
    before, kept = Path.cwd(), os.environ.get(KEY_VARIABLE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        upgrade(str(unpack(2, folder).rename(folder / "longsuit.db")))
        game = GAMES_PAGE.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
        (folder / "mine.toml").write_text(game, encoding="utf-8")
        write_game(folder, "large.toml", LARGE)
        write_game(folder, "quick.toml", QUICK)
        os.environ[KEY_VARIABLE] = KEY.decode()
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.pop(KEY_VARIABLE)
            if kept is not None:
                os.environ[KEY_VARIABLE] = kept


def answer(example: str) -> Any:
    """What a command prints with --json."""
    out, wrong = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(wrong):
        code = longsuit([*example.split(), "--json"])
    catalog._own.clear()
    assert code == 0, f"{example}: {code} {wrong.getvalue()}"
    return json.loads(out.getvalue())


def schema_of(name: str, answers: list[Any]) -> dict[str, Any]:
    """What the answers of a command have in common, as a JSON Schema."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"longsuit {name} --json",
    }
    body = _common(answers, "")
    used = {kind: _SHARED[kind] for kind in sorted(_SHARED) if f'"#/$defs/{kind}"' in str_of(body)}
    return head | body | ({"$defs": used} if used else {})


def str_of(schema: dict[str, Any]) -> str:
    """As it is kept."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def file_of(name: str) -> Path:
    """Where the schema of a command is: ``analyze --wager`` in analyze-wager.json."""
    return FOLDER / f"{'-'.join(name.replace('--', '').split())}.json"


def _common(values: list[Any], key: str) -> dict[str, Any]:
    kinds = [_kind(value, key) for value in values]
    found = [
        _of_kind(kind, [v for v in values if _kind(v, key) == kind], key)
        for kind in sorted(set(kinds))
    ]
    if len(found) == 1:
        return found[0]
    plain = [one["type"] for one in found if list(one) == ["type"]]
    if "integer" in plain and "number" in plain:
        plain.remove("integer")
    rest = [one for one in found if list(one) != ["type"]]
    if not rest:
        return {"type": plain[0] if len(plain) == 1 else plain}
    return {"anyOf": [*rest, *({"type": one} for one in plain)]}


_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def _kind(value: Any, key: str) -> str:
    if isinstance(value, dict):
        if set(value) == {"exact", "decimal"}:
            return "exact"
        if set(value) == {"cents"}:
            return "amount" if isinstance(value["cents"], int) else "average"
        return "map" if key in MAPS else "object"
    return "array" if isinstance(value, list) else _PLAIN[type(value)]


def _of_kind(kind: str, values: list[Any], key: str) -> dict[str, Any]:
    if kind in _SHARED:
        return {"$ref": f"#/$defs/{kind}"}
    if kind == "array":
        items = [item for value in values for item in value]
        return {"type": "array", "items": _common(items, "") if items else {}}
    if kind == "map":
        inside = [item for value in values for item in value.values()]
        return {"type": "object", "additionalProperties": _common(inside, "") if inside else {}}
    if kind == "object":
        keys = list(dict.fromkeys(one for value in values for one in value))
        return {
            "type": "object",
            "properties": {
                one: _common([value[one] for value in values if one in value], one) for one in keys
            },
            "required": [one for one in keys if all(one in value for value in values)],
            "additionalProperties": False,
        }
    return {"type": kind}


def main(names: list[str]) -> None:
    """Write the schemas of the named commands, or of all."""
    FOLDER.mkdir(exist_ok=True)
    with floor():
        for name in names or EXAMPLES:
            schema = schema_of(name, [answer(example) for example in EXAMPLES[name]])
            file_of(name).write_text(str_of(schema), encoding="utf-8")
            print(f"{name}: {len(str_of(schema))} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
