"""`longsuit advise`: the exact value of each action open to a hand."""

from typing import Annotated

import typer

from longsuit.analysis.exact.advice import Advice, advise
from longsuit.analysis.numbers import decimal
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, card_text, make_console, make_grid, print_json
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.cards import by_suit, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.plain_number import read_whole, shorten
from longsuit.core.ranking import flush_key, flush_name


def run(
    game: GameArgument,
    hole: Annotated[str, typer.Argument(help="All your cards so far, such as 'Th 8h 6h'.")],
    board: Annotated[str, typer.Argument(help="The community cards, if any are out.")] = "",
    seen: Annotated[str, typer.Option(help="Other cards seen, which are out of the deck.")] = "",
    dealer: Annotated[str, typer.Option(help="Cards that the dealer is known to hold.")] = "",
    bets: Annotated[
        str, typer.Option(help="Antes bet at each earlier decision, where a game has several: 1,0.")
    ] = "",
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """The exact value of each action open to HOLE, best first, in Antes."""
    definition = find_game(game)
    advice = advise(
        definition.id,
        parse_cards(hole),
        parse_cards(board),
        parse_cards(seen),
        dealer=parse_cards(dealer),
        bets=_read_bets(bets),
        xtra=xtra or None,
        rules=read_rules(definition, qualifier, multiples, unqualified, ties),
    )
    if as_json:
        print_json(advice.to_dict())
        return
    _show(advice)


def _read_bets(text: str) -> list[int]:
    """Whole Antes with commas between them."""
    read = [read_whole(part.strip()) for part in text.split(",")] if text else []
    bets = [number for number in read if number is not None]
    if len(bets) < len(read):
        raise InputError(f"'{shorten(text)}' is not a list of bets in Antes, such as 1,0.")
    return bets


def _show(advice: Advice) -> None:
    console = make_console()
    cards = card_text(console, by_suit(advice.hole))
    if advice.board:
        cards.append("  on  ").append(card_text(console, advice.board))
    if advice.dealer:
        cards.append("  dealer  ").append(card_text(console, advice.dealer))
    flush = flush_name(flush_key(card_set((*advice.hole, *advice.board))))
    console.print(cards.append(f"   {flush}"))
    grid = make_grid("<Action", ">Value in Antes", ">Costs", "Exactly")
    for option in advice.options:
        best = option == advice.best
        grid.add_row(
            option.action,
            decimal(option.value),
            "best" if best else decimal(advice.cost(option.action)),
            f"{option.value.numerator}/{option.value.denominator}",
            style="bold" if best else "",
        )
    console.print(grid)
