"""PAR sheets to take away: of any table in the box and any variant of the rules."""

import datetime as dt

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, paytables
from longsuit.core.games.game import Game
from longsuit.core.progressive.terms import MustHit
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import EACH_GAME, game_of, rule_fields, rules_of
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Tell, Tile, of_table

_ALL, _NONE = "all", "none"
_YES = (("no", "no"), ("yes", "yes"))
KINDS = ("pdf", "html")
SHOWN = ("glance", "paytables", "checks")
"""Tables of the sheet that the page shows, where the sheet has them."""


def _tables(game: Game) -> tuple[Field, ...]:
    found = []
    for wager in game.wagers:
        if wager.basis is None or wager in game.by_table:
            continue
        own = [
            (one.id, one.name if one.id in one.name else f"{one.id} {one.name}".strip())
            for one in paytables(game.id)
            if one.wager == wager.id
        ]
        options = ((_ALL, "all standard"), *own, (_NONE, "not offered"))
        found.append(Field(wager.id, wager.name, _ALL, options=options, longest=60))
    return tuple(found)


def _fields(raw: Raw) -> tuple[Field, ...]:
    game = game_of(raw)
    must_hit = (Field("must-hit", "Must Hit meter", "no", options=_YES),)
    return (
        *rule_fields(raw),
        *_tables(game),
        Field("face-up", "Cards face up", "no", options=_YES),
        *(must_hit if any(wager.must_hit for wager in game.wagers) else ()),
        Field("strategies", "What strategies and habits cost", "no", options=_YES),
        Field("date", "Date on the sheet", check=_date, longest=10, hint="2026-01-31"),
        Field("file", "File", "none", options=(("none", "figures only"), *((k, k) for k in KINDS))),
    )


def _date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise InputError("A date is written 2026-01-31.") from None


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.report.files import sheet_bytes
    from longsuit.analysis.report.sheet import par_sheet

    game = game_by_id(values["game"])
    picked = {field.name: values[field.name] for field in _tables(game)}
    # The first table of the main game is shown beside the others; another is shown alone.
    xtra = values.get("xtra")
    alone = next((f.default for f in rule_fields(values) if f.name == "xtra"), xtra) != xtra
    sheet = par_sheet(
        game.id,
        xtra=xtra if alone else None,
        rules=rules_of(values),
        paytables={w: [name] for w, name in picked.items() if name not in (_ALL, _NONE)},
        without=[wager for wager, name in picked.items() if name == _NONE],
        face_up=values["face-up"] == "yes",
        must_hit=MustHit() if values.get("must-hit") == "yes" else None,
        quick=values["strategies"] == "no",
        date=_date(values["date"]) if values["date"] else None,
        progress=lambda doing: tell(0, 0, doing),
    )
    file = values["file"]
    files = {}
    if file in KINDS:
        tell(0, 0, "writing the file")
        files[f"{game.id}-par.{file}"] = sheet_bytes(sheet, f".{file}")
    edge = sheet.table("main-figures").rows[0][1]
    return Figures(
        tiles=(
            Tile("House edge", edge.text),
            Tile("Tables", str(len(list(sheet.tables()))), "all of them in the files"),
            Tile("Settings", sheet.digest, "the same rules and tables have the same digest"),
        ),
        said=("Rules in force, every line's combinations, volatility, and how to repeat it all.",),
        tables=tuple(of_table(table) for table in sheet.tables() if table.id in SHOWN),
        files=files,
    )


SHEET = Bench(
    "par",
    "PAR sheets",
    "The document that a test lab asks for, for any paytables and any variant of the rules.",
    _fields,
    _count,
    live=False,
    files=KINDS,
    examples=EACH_GAME,
)
