"""Fields that benches share: the game, its X-tra table, and the rules that may vary."""

from msgspec.structs import replace

from longsuit.core.games.catalog import GAMES, XTRA, game_by_id, paytables
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
EACH_GAME = tuple(("" if game is GAMES[0] else f"game={game.id}", game.name) for game in GAMES)
"""Examples of a bench: every game that is listed, at its own rules."""
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
    tables = tuple((table.id, table.name) for table in paytables(game.id) if table.wager == XTRA.id)
    xtra = (Field("xtra", "X-tra Bonus", tables[0][0], options=tables),) if tables else ()
    return (
        first,
        *xtra,
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
        Field(
            "bets",
            "Bets in Antes, by decision" if several else "Largest Raise, for 2 to 7 cards",
            bets,
            check=lambda text: read_rules(game, multiples=text),
            longest=30,
            hint=bets,
        ),
    )


def rules_of(values: Values) -> MainRules:
    """The rules that the fields say."""
    game = game_by_id(values["game"])
    return read_rules(
        game, values["qualifier"], values["bets"], values["unqualified"], values["ties"]
    )


def first_game(game: str) -> Field:
    """The field of the game with another default."""
    return replace(GAME, default=game)
