"""Best play at a glance: what the hands of each two highest ranks do, and each hand of a cell."""

from collections.abc import Iterable

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.tuned import CHASE, tuned_shape
from longsuit.core.cards import RANK_COUNT, card_name
from longsuit.core.games.catalog import game_by_id
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import (
    ANY_GAME,
    COUNTED,
    EACH_GAME,
    cell_field,
    game_of,
    rule_fields,
    rules_of,
    view_fields,
)
from longsuit.lab.decisions import maps, show_decision, survey_case
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Tell
from longsuit.lab.hands_map import Hands, draw_map, show_cell

_SUITS = {
    "s": "All three of one suit",
    "h": "The two highest suited",
    "l": "Another two suited",
    "o": "No two suited",
}


def _fields(raw: Raw) -> tuple[Field, ...]:
    game = game_of(raw, ANY_GAME)
    fields = rule_fields(raw, ANY_GAME)
    if tuned_shape(game) != CHASE:
        return (*fields, *view_fields(game))
    return (*fields, cell_field(_SUITS, "KQo"))


def _count(values: Values, tell: Tell) -> Figures:
    game = game_by_id(values["game"])
    tell(0, 0, "solving the game")
    if tuned_shape(game) != CHASE:
        case = make_case(game.id, values.get("xtra"), rules_of(values))
        return maps(case, survey_case(case, None, tell, "deciding every hand"))
    picture, tables = draw_map(
        game,
        list(_openings(values)),
        _SUITS,
        "Best play of the opening hands",
        "Rows are the highest card, columns the second.",
    )
    return Figures(pictures=(picture,), tables=tables)


def _show(figures: Figures, values: Values) -> Figures:
    """The chosen decision, and the hands of one cell of it."""
    if "decision" in values:
        figures = show_decision(figures, game_by_id(values["game"]), values["decision"])
    return show_cell(figures, values["cell"])


def _openings(values: Values) -> Iterable[Hands]:
    """Every opening hand of three cards, up to suits."""
    from longsuit.analysis.exact.decisions import openings

    rules = rules_of(values)
    bet = game_by_id(values["game"]).action_name(rules.decisions[0].most[0])
    for one in openings(values["game"], values.get("xtra"), rules):
        cards = sorted(one.cards, key=lambda card: -(card % RANK_COUNT))
        suits = [card // RANK_COUNT for card in cards]
        first, second = (card % RANK_COUNT for card in cards[:2])
        bets = one.bet > one.check
        yield Hands(
            _pattern(suits),
            first,
            second,
            " ".join(map(card_name, cards)),
            {bet: one.hands * bets, "check": one.hands * (not bets)},
            (one.bet, one.check),
        )


def _pattern(suits: list[int]) -> str:
    if len(set(suits)) == 1:
        return "s"
    if suits[0] == suits[1]:
        return "h"
    return "l" if len(set(suits)) == 2 else "o"


STRATEGY = Bench(
    "strategy",
    "Strategy",
    "What best play does with every hand, at each decision of a game.",
    _fields,
    _count,
    _show,
    examples=(*EACH_GAME, *((f"game={game.id}", game.name) for game in COUNTED[len(EACH_GAME) :])),
)
