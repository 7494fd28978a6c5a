"""A hand: the exact value of each choice open to it."""

from longsuit.analysis.exact.advice import advise, check_position
from longsuit.analysis.numbers import decimal
from longsuit.analysis.report.wagers import action_label
from longsuit.core.cards import card_name, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id
from longsuit.core.games.game import Game
from longsuit.core.ranking import flush_key, flush_name
from longsuit.lab.bench import Bench, Values, Wrong
from longsuit.lab.benches.game import EACH_GAME, GAME, game_of
from longsuit.lab.fields import Field, Raw, chosen
from longsuit.lab.figures import Figures, Tell, Tile, make_table

_PILES = ("hole", "board", "seen", "dealer")
_EXAMPLES = {(3, 4): ("Kh9h4c", "Qh7d"), (7, 0): ("Ts7s4sKhQh9d2c", "")}
"""By cards of one's own and of the board, where a hand is worth showing."""
_ANY = "Kh9h4cQh7dTs2s"
_LONGEST = 110
"""Characters: more than all the cards that can be seen at a table."""


def _fields(raw: Raw) -> tuple[Field, ...]:
    game = game_of(raw)
    hole, board = _example(game)
    own = Field("hole", "Your hand", hole, check=parse_cards, longest=_LONGEST, cards=True)
    # Another hand comes without the board of the example.
    named = chosen(own, raw) != hole
    piles = [
        own,
        Field(
            "board",
            "Board",
            "" if named else board,
            check=parse_cards,
            longest=_LONGEST,
            cards=True,
        ),
        Field("seen", "Seen in other hands", check=parse_cards, longest=_LONGEST, cards=True),
        Field("dealer", "Dealer's known cards", check=parse_cards, longest=_LONGEST, cards=True),
    ]
    return (GAME, *(pile for pile in piles if game.board or pile.name != "board"))


def _example(game: Game) -> tuple[str, str]:
    """A hand of the game, at a decision that is neither the first nor plain where it has one."""
    first = 2 * game.hole
    usual = _ANY[:first], _ANY[first : first + 2 * game.rules.decisions[0].board]
    return _EXAMPLES.get((game.own, game.board), usual) if game.own == game.hole else usual


def _check(values: Values) -> None:
    game = game_by_id(values["game"])
    hole, board, seen, dealer = (parse_cards(values.get(pile, "")) for pile in _PILES)
    boards = [decision.board for decision in game.rules.decisions]
    if len(hole) != game.hole:
        raise Wrong("hole", f"Pick {game.hole} cards for your hand.")
    if len(board) not in boards:
        raise Wrong("board", f"The board has {' or '.join(map(str, boards))} cards.")
    try:
        check_position(game, hole, board, seen, dealer)
    except InputError as error:
        raise Wrong("hole", str(error)) from None


def _count(values: Values, _tell: Tell) -> Figures:
    game = game_by_id(values["game"])
    hole, board, seen, dealer = (parse_cards(values.get(pile, "")) for pile in _PILES)
    found = advise(game.id, hole, board, seen, dealer=dealer)
    best = found.best
    rows = [
        (
            action_label(game, one.action),
            (decimal(one.value), str(one.value)),
            ("best", "0") if one is best else (decimal(cost := best.value - one.value), str(cost)),
        )
        for one in found.options
    ]
    flush = flush_name(flush_key(card_set((*hole, *board))))
    shown = " ".join(map(card_name, hole))
    return Figures(
        tiles=(
            Tile("Best play", action_label(game, best.action), f"{decimal(best.value)} Antes"),
            Tile("Your flush", flush.split(" ", 1)[0], flush),
        ),
        tables=(
            make_table(
                "choices",
                f"Choices with {shown}",
                ("Choice", "Value, Antes", "Costs, Antes"),
                rows,
            ),
        ),
    )


HAND = Bench(
    "hand",
    "Hands",
    "Pick cards and see the exact value of each choice, with best play after it.",
    _fields,
    _count,
    check=_check,
    quick=lambda _: True,
    examples=EACH_GAME,
)
