"""`longsuit mcp`: exact figures for assistants, over the Model Context Protocol.

An assistant that quotes a house edge should not have to remember one. Nothing that it sends names
a file or a function: tables, strategies and games are those in the box, or pays by hand and the
text of a game's file.
"""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal, ParamSpec

# First, so that where it is missing its own extra is named.
from mcp.server.mcpserver import MCPServer  # isort: skip
from anyio import CapacityLimiter, to_thread
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import longsuit
from longsuit.analysis.exact.case import no_table, table_wager
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import add_game, game_from_text, known_game
from longsuit.library.inputs import Variant
from longsuit.version import __version__

P = ParamSpec("P")
Answer = dict[str, Any]

MOST_ROUNDS = 10_000_000
_AT_ONCE = 2
"""Questions that are worked out side by side; others wait."""

_LONGEST_FILE = 30_000
_GameName = Annotated[
    str,
    Field(
        max_length=_LONGEST_FILE,
        description="id, short or full name; or the whole text of a game's TOML file, which is "
        "known by its names from then on",
    ),
]
_Cards = Annotated[str, Field(max_length=400, description="such as 'Ah Kh 2d'; may be empty")]
_Bets = Annotated[tuple[int, ...], Field(max_length=7)]
_Name = Annotated[str, Field(max_length=60)]
_Pays = Annotated[
    dict[str, Annotated[int, Field(ge=0, le=10**9)]],
    Field(max_length=30, description="pays by hand ('7-card flush') or by length ('7')"),
]
_Meters = Annotated[dict[str, Annotated[int, Field(ge=0, le=10**13)]], Field(max_length=10)]
_Unqualified = Literal["", "push", "win", "play"]
_Ties = Literal["", "push", "win", "lose"]


def games() -> Answer:
    """The games with their wagers, paytables and strategies: the names that other tools take."""
    return {
        game.id: {
            "name": game.name,
            "short": game.short,
            "seats": game.seats,
            "wagers": {wager.id: wager.name for wager in game.wagers},
            "paytables": [f"{one.wager}: {one.id}" for one in longsuit.paytables(game)],
            "strategies": list(longsuit.strategies(game)),
        }
        for game in longsuit.games()
    }


def solve(
    game: _GameName,
    xtra: _Name = "",
    qualifier: _Name = "",
    multiples: _Name = "",
    unqualified: _Unqualified = "",
    ties: _Ties = "",
) -> Answer:
    """Best play over every deal: house edge, element of risk, standard deviation, distribution.

    `xtra` is the table of the main game (such as A), where it has one. The rest vary the rules:
    `qualifier` such as 9-high-3, T86 or none; `multiples` such as 3,2,1.
    """
    found, rules = _game(game), _variant(qualifier, multiples, unqualified, ties)
    return longsuit.solve(found, xtra=_main_table(found, xtra), **rules).to_dict()


def advise(
    game: _GameName,
    hole: _Cards,
    board: _Cards = "",
    seen: _Cards = "",
    dealer: _Cards = "",
    xtra: _Name = "",
    bets: _Bets = (),
) -> Answer:
    """The exact value, in Antes, of each action open to a hand; the best comes first.

    `seen` are other cards out of the deck, `dealer` cards that the dealer is known to hold, `bets`
    the Antes bet at each earlier decision, in a game with several where they may differ.
    """
    found = _game(game)
    table = _main_table(found, xtra)
    advice = longsuit.advise(found, hole, board, seen=seen, dealer=dealer, bets=bets, xtra=table)
    return advice.to_dict()


def price(
    game: _GameName,
    wager: _Name,
    paytable: _Name = "",
    pays: _Pays | None = None,
    meters_in_cents: _Meters | None = None,
    seats: Annotated[int, Field(ge=1, le=7)] = 1,
) -> Answer:
    """A bonus or progressive wager priced exactly, with its lines and meters.

    The table is one in the box (`paytable`) or one of your own (`pays`).
    """
    found = _game(game)
    table = pays or _boxed(found, wager, paytable)
    return longsuit.price(found, wager, table, meters=meters_in_cents, seats=seats).to_dict()


def simulate(
    game: _GameName,
    rounds: Annotated[int, Field(ge=2, le=MOST_ROUNDS)] = 1_000_000,
    strategy: _Name = "best",
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1,
    seats: Annotated[int, Field(ge=1, le=7)] = 1,
) -> Answer:
    """Rounds played out, beside the exact values; the same seed gives the same numbers."""
    asked = _game(game)
    known = longsuit.strategies(asked)
    if strategy not in known:
        raise InputError(f"There is no strategy of that name; there are: {', '.join(known)}.")
    found = longsuit.simulate(asked, rounds, strategy=strategy, seed=seed, seats=seats)
    return found.to_dict()


def record() -> Answer:
    """What others have published about these games, ours beside it, and the verdict."""
    from longsuit.analysis.record.claims import entries

    return {
        "figures": [
            {
                "what": one.claim.what,
                "printed": one.claim.printed,
                "source": one.claim.source,
                "ours": one.found.ours,
                "exactly": one.found.exactly,
                "verdict": one.found.verdict,
                "note": one.found.note,
            }
            for one in entries(slow=False)
        ]
    }


TOOLS: tuple[Callable[..., Answer], ...] = (games, solve, advise, price, simulate, record)


def make_server() -> MCPServer:
    """The server with all tools; each is worked out in a thread, a few at a time."""
    server = MCPServer(
        "longsuit",
        version=__version__,
        instructions="Exact figures of flush-family casino games. Values are in Antes, "
        "amounts in cents, 'break_even' alone in dollars; 'exact' is the fraction of a decimal.",
        log_level="WARNING",
    )
    limiter = CapacityLimiter(_AT_ONCE)
    for tool in TOOLS:
        server.tool()(_in_a_thread(tool, limiter))
    return server


def run() -> None:
    """Answer an assistant over standard input and output, until it closes them."""
    make_server().run("stdio")


def _in_a_thread(tool: Callable[P, Answer], limiter: CapacityLimiter) -> Callable[P, Any]:
    @wraps(tool)
    async def answer(*args: P.args, **options: P.kwargs) -> Answer:
        try:
            return await to_thread.run_sync(lambda: tool(*args, **options), limiter=limiter)
        except InputError as error:
            raise ToolError(str(error)) from None

    return answer


def _game(given: str) -> longsuit.Game:
    """A known game, or that of a file's text; what an assistant sends is never taken for a path."""
    if "\n" in given:
        return add_game(game_from_text(given, "game.toml"))
    return known_game(given)


def _boxed(game: longsuit.Game, wager: str, name: str) -> longsuit.PayTable | None:
    """A paytable in the box: what an assistant sends is never taken for a file."""
    if not name:
        return None
    tables = longsuit.paytables(game, wager)
    for table in tables:
        if name.casefold() in (known.casefold() for known in (table.id, *table.also)):
            return table
    raise InputError(f"There is no such paytable; there are: {', '.join(t.id for t in tables)}.")


def _main_table(game: longsuit.Game, name: str) -> longsuit.PayTable | None:
    """The same of the wager of the main game that is paid by one: the X-tra Bonus, or another."""
    if not name:
        return None
    wager = table_wager(game)
    if wager is None:
        raise InputError(no_table(game))
    return _boxed(game, wager.id, name)


def _variant(qualifier: str, multiples: str, unqualified: _Unqualified, ties: _Ties) -> Variant:
    rules = Variant(qualifier=qualifier, multiples=multiples)
    if unqualified:
        rules["unqualified"] = unqualified
    if ties:
        rules["ties"] = ties
    return rules
