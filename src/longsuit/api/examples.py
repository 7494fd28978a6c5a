"""Examples for the description, made by the floor's own functions so that they cannot be stale."""

from msgspec.structs import replace

from longsuit.core.games.catalog import GAMES
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terms import table_terms
from longsuit.core.round.events import SeatTaken
from longsuit.floor.config.settings import HouseConfig, MustHitConfig, TableConfig, table_settings
from longsuit.floor.reads.archive import FinishedRound
from longsuit.floor.reads.fixed_view import FixedViews, fixed_view
from longsuit.floor.reads.table_view import Looker, lobby_view, sign_view, table_view
from longsuit.floor.secrets.shuffle import Word, seal_word
from longsuit.floor.tables.events import RoundBegun, TableSet, WordSealed
from longsuit.floor.tables.outline import outline_of
from longsuit.floor.tables.state import FloorTable, evolve_floor

_COMMITMENT = "481477c0142a78e2a84ff9e0c4c64c0170b0f5b4aed3af3fe566a7ccb3f29757"
_SEED = "b6b749e5b8126faa792d30d5a67f124f5c4012e14015c3844b991e5dc4f2b23c"
_WORD = Word(1, "Ann", "my dog is called Biscuit")
ANN = Looker("player", "Ann")


def _table() -> tuple[FloorTable, dict[str, Meter]]:
    config = TableConfig(id="T3", name="Table 3", game=GAMES[0].id, must_hit=MustHitConfig())
    settings, must_hit = table_settings(config, HouseConfig())
    begun = RoundBegun(41, (SeatTaken(1, "Ann", 100_000),))
    sealed = WordSealed(1, seal_word("T3", 41, _WORD))
    table = evolve_floor(evolve_floor(evolve_floor(None, TableSet(None, settings)), begun), sealed)
    terms = table_terms(settings.setup.table, must_hit, settings.setup.at_start)
    return table, {name: Meter(f"T3/{name}", one, one.seed_mites) for name, one in terms.items()}


_TABLE, _METERS = _table()
_VIEW = table_view(_TABLE, _METERS, 412, ANN, FixedViews().digest(_TABLE.settings))
TABLE = replace(_VIEW, now=1_769_882_645_000_000)
FIXED = fixed_view("T3", _TABLE.settings)
LOBBY = lobby_view(outline_of(_TABLE), _METERS, ANN)
SIGN = sign_view(_TABLE.settings, _METERS, str)
ROUND = FinishedRound(
    "T3",
    41,
    _COMMITMENT,
    _SEED,
    (_WORD,),
    ("9c", "Qh", "7s", "4d", "5h", "3c"),
    "ended",
    "2026-01-31T18:04:05.000000Z",
    "2026-01-31T18:05:10.000000Z",
    f"Longsuit round, form 1\ngame: {GAMES[0].id}\n...\nended\n",
    {"1": seal_word("T3", 41, _WORD)},
)
