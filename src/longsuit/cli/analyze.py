"""`longsuit analyze`: a main game solved, or a wager priced."""

import time
from typing import Annotated

import typer

from longsuit.analysis.exact.law.cap import CAP_STAKES, cap_bonuses
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.exact.tuned import tuned_shape
from longsuit.cli.analyze_cap import cap_json, show_cap
from longsuit.cli.analyze_game import show_game
from longsuit.cli.analyze_wager import read_meters, show_price
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import progress, waiting
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import default_paytable, find_game, find_paytable
from longsuit.core.games.game import Game
from longsuit.core.money import parse_dollars
from longsuit.core.wagers import find_wager
from longsuit.library.must_hit import read_must_hit


def run(
    game: GameArgument,
    xtra: XtraOption = "",
    wager: Annotated[str, typer.Option(help="Price this wager instead of the main game.")] = "",
    paytable: Annotated[str, typer.Option(help="Its table: an id, a file or lengths.")] = "",
    meter: Annotated[
        list[str] | None, typer.Option(help="Where a meter stands, such as star=12000.")
    ] = None,
    base: Annotated[str, typer.Option(help="The progressive's wager in dollars.")] = "",
    seats: Annotated[
        int, typer.Option(help="Seats that wager on it, for envy; or players dealt in.")
    ] = 1,
    must_hit: Annotated[
        str, typer.Option(help="A Must Hit meter on top: house, or 500,1000,3%.")
    ] = "",
    cap: Annotated[
        str, typer.Option(help="A cap on the bonus payouts of a round, in dollars.")
    ] = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """GAME solved exactly with best play, or with --wager one of its wagers priced."""
    definition = find_game(game)
    if wager:
        given = {
            "xtra": xtra,
            "qualifier": qualifier,
            "multiples": multiples,
            "unqualified": unqualified,
            "ties": ties,
        }
        for option, value in given.items():
            if value:
                raise InputError(f"--{option} belongs to the main game, not to a wager.")
        if cap:
            _capped(definition, wager, paytable, cap, as_json)
            return
        _wager(definition, wager, paytable, meter or [], base, seats, must_hit, as_json)
        return
    if paytable or meter or base or must_hit or cap or seats != 1:
        raise InputError(
            "--paytable, --meter, --base, --seats, --must-hit and --cap go with --wager."
        )
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    start = time.perf_counter()
    what, table = f"Solving {definition.name}", xtra or None
    if tuned_shape(definition, rules) is None:
        with progress(what) as told:
            solution = solve(definition.id, xtra=table, rules=rules, progress=told)
    else:
        with waiting(what):
            solution = solve(definition.id, xtra=table, rules=rules)
    seconds = time.perf_counter() - start
    if as_json:
        print_json({**solution.to_dict(), "seconds": seconds})
    else:
        show_game(make_console(), solution, seconds)


def _capped(game: Game, name: str, paytable: str, cap: str, as_json: bool) -> None:
    """The wager under a cap, beside the game's other bonus wagers, which count toward it."""
    wager = find_wager(name, game.wagers)
    if not wager.bonus:
        raise InputError(f"The {wager.name} is not a bonus wager: no cap is on it.")
    tables = [default_paytable(game, one) for one in game.wagers if one.bonus]
    if paytable:
        chosen = find_paytable(game, wager, paytable)
        tables = [chosen if table.wager == wager.id else table for table in tables]
    limit = parse_dollars(cap)
    rows = [
        (seats, one)
        for stake in CAP_STAKES
        for seats in range(1, game.seats + 1)
        for one in cap_bonuses([(table, stake) for table in tables], seats, limit)
    ]
    if as_json:
        print_json(cap_json(limit, rows))
    else:
        show_cap(make_console(), game, limit, rows)


def _wager(
    game: Game,
    name: str,
    paytable: str,
    meters: list[str],
    base: str,
    seats: int,
    must_hit: str,
    as_json: bool,
) -> None:
    wager = find_wager(name, game.wagers)
    if wager.basis is None:
        raise InputError(f"The {wager.name} has no paytable: it is part of the main game.")
    table = find_paytable(game, wager, paytable) if paytable else default_paytable(game, wager)
    if seats > game.seats:
        raise InputError(f"{game.name} has {game.seats} seats.")
    priced = price(
        table,
        meters=read_meters(meters),
        base=parse_dollars(base) if base else None,
        seats=seats,
        must_hit=read_must_hit(must_hit) if must_hit else None,
    )
    if as_json:
        print_json(priced.to_dict())
    else:
        show_price(make_console(), game, priced)
