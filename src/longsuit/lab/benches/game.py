"""Fields that benches share: the game, its table, and the rules that may vary."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from longsuit.core.cards import RANKS
from longsuit.core.games.catalog import GAMES, game_by_id, games, paytables
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.variants import read_rules
from longsuit.core.ranking import key_ranks
from longsuit.lab.bench import Values
from longsuit.lab.fields import Field, Raw, chosen

GAME = Field(
    "game",
    "Game",
    GAMES[0].id,
    options=tuple((game.id, game.name) for game in GAMES),
    restarts=True,
)
BOXED = games()
"""Every game in the box, those first that each bench knows."""
ANY_GAME = replace(GAME, options=tuple((game.id, game.name) for game in BOXED))
COUNTED = tuple(game for game in BOXED if game.dealer)
"""Those whose decisions are counted in seconds: without a dealer it takes minutes."""
ALONE = next(game for game in GAMES if not game.board)
"""The first game without a board, for examples of its kind."""
EACH_GAME = tuple(("" if game is GAMES[0] else f"game={game.id}", game.name) for game in GAMES)
"""Examples of a bench, each game at its own rules."""
UNQUALIFIED = (
    ("push", "Ante pushes"),
    ("win", "Ante wins"),
    ("play", "every wager is compared"),
)
TIES = (("push", "pushes"), ("win", "wins"), ("lose", "loses"))


def game_of(raw: Raw, field: Field = GAME) -> Game:
    """The game that the other fields are about."""
    return game_by_id(chosen(field, raw))


def rule_fields(raw: Raw, first: Field = GAME) -> tuple[Field, ...]:
    """The game and its rules, each field at what the game has."""
    game = game_of(raw, first)
    rules, several = game.rules, len(game.rules.decisions) > 1
    each = [d.most[0] for d in rules.decisions] if several else rules.decisions[0].most[2:]
    bets = ",".join(map(str, each))
    xtra = tuple(_table_fields(game))
    return (
        first,
        *xtra,
        *(_dealer_fields(game) if game.dealer else ()),
        Field(
            "bets",
            "Bets in Antes, by decision" if several else "Largest bet, for 2 to 7 cards",
            bets,
            check=lambda text: read_rules(game, multiples=text),
            longest=30,
            hint=bets,
        ),
    )


def _table_fields(game: Game) -> Iterator[Field]:
    """The table of the main game, where there is a choice."""
    for wager in game.by_table:
        tables = tuple((one.id, one.name) for one in paytables(game.id) if one.wager == wager.id)
        if len(tables) > 1:
            yield Field("xtra", wager.name, tables[0][0], options=tables)


def _dealer_fields(game: Game) -> tuple[Field, ...]:
    rules = game.rules
    return (
        Field(
            "qualifier",
            "Dealer qualifies with",
            key_ranks(rules.qualifier),
            check=lambda text: read_rules(game, qualifier=text),
            longest=12,
            hint="932, 9-high-3 or none",
        ),
        Field("unqualified", "Dealer does not qualify", rules.unqualified, options=UNQUALIFIED),
        Field("ties", "A tie", rules.ties, options=TIES),
    )


def view_fields(game: Game) -> tuple[Field, ...]:
    """Which decision is shown, where there are several, and the hands of which cell."""
    names = tuple((one.name, one.name.capitalize()) for one in game.rules.decisions)
    several = (Field("decision", "Decision", names[0][0], options=names, view=True),)
    first = game.streets[: game.deciding[0] + 1]
    held = game.hole + sum(street.own + street.board for street in first)
    lengths = {str(n): f"Flush of {n}" for n in range(1, game.own + game.board + 1)}
    cell = "Q" + ("Q1" if held == 1 else f"T{min(held, 3)}")
    return (*(several if len(names) > 1 else ()), cell_field(lengths, cell))


def cell_field(patterns: Mapping[str, str], first: str) -> Field:
    """The cells of maps with these patterns."""
    cells = tuple(
        (f"{high}{low}{letter}", f"{high} and {low}: {name.lower()}")
        for letter, name in patterns.items()
        for high in reversed(RANKS)
        for low in reversed(RANKS)
        if _possible(letter, RANKS.index(high), RANKS.index(low))
    )
    return Field("cell", "Show the hands of", first, options=cells, view=True)


def _possible(pattern: str, high: int, low: int) -> bool:
    if pattern == "1":
        return high == low
    if pattern.isdigit():
        return high > low >= int(pattern) - 2
    if pattern in "sh":
        return high > low and (pattern == "h" or low >= 1)
    return high >= low and (low >= 1 or pattern == "o" or high > low)


def rules_of(values: Values) -> MainRules:
    """The rules that the fields say."""
    game = game_by_id(values["game"])
    dealer = (values.get(name, "") for name in ("unqualified", "ties"))
    return read_rules(game, values.get("qualifier", ""), values["bets"], *dealer)
