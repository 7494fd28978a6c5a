"""`longsuit play`: a table in the terminal."""

import random
import secrets
from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.play.coach import Coach
from longsuit.cli.play.keys import Keys
from longsuit.cli.play.screen import Screen
from longsuit.cli.play.session import TABLE, YOUR_SEAT, Session
from longsuit.cli.wager_options import read_tables, read_wagers
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game
from longsuit.core.games.table import make_table
from longsuit.core.money import Cents, parse_dollars
from longsuit.core.progressive.view import MeterView, sign
from longsuit.library.must_hit import read_must_hit

_LARGEST_SEED = 2**63


def run(
    game: GameArgument,
    bankroll: Annotated[str, typer.Option(help="What you sit down with, in dollars.")] = "1000",
    seats: Annotated[int, typer.Option(help="Seats in play: you, and robots on the rest.")] = 1,
    ante: Annotated[str, typer.Option(help="Your Ante in dollars; asked for if not given.")] = "",
    wager: Annotated[
        list[str] | None, typer.Option(help="A further wager, such as same-suit=5.")
    ] = None,
    paytable: Annotated[
        list[str] | None,
        typer.Option(help="A wager's paytable: an id, a file, or lengths, such as xtra=B."),
    ] = None,
    base: Annotated[
        str, typer.Option(help="The progressive wager in dollars; its pays and seeds scale.")
    ] = "",
    must_hit: Annotated[
        str, typer.Option(help="A Must Hit meter on top: 'house', or seed,limit,rate.")
    ] = "",
    mandatory: Annotated[
        bool, typer.Option("--mandatory", help="Make the progressive wager mandatory.")
    ] = False,
    xtra: Annotated[str, typer.Option(help="Table of the main game: A, B, a file ...")] = "",
    face_up: Annotated[bool, typer.Option("--face-up", help="Deal every seat face up.")] = False,
    seed: Annotated[int | None, typer.Option(help="Repeats a game exactly.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Leave after this many rounds.")] = None,
    coach: Annotated[bool, typer.Option(help="Say after each decision what was best.")] = True,
    save: Annotated[
        Path | None, typer.Option(help="Append each round's history here, and keep the meters.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Sit down at a table of GAME."""
    definition = find_game(game)
    chosen = read_tables(definition, paytable or (), xtra)
    if not 1 <= seats <= definition.seats:
        raise InputError(f"{definition.name} has from 1 to {definition.seats} seats.")
    table = make_table(
        definition.id,
        paytables=chosen,
        face_up=face_up,
        progressive_base=parse_dollars(base) if base else None,
        progressive_mandatory=mandatory,
    )
    # With a seed a game repeats exactly, but nobody foretells a trigger kept for later games.
    foretold = seed is not None and save is None
    entropy = random.Random(f"{seed} seals").randbytes if foretold else secrets.token_bytes
    seed = _seed(seed)
    if rounds is not None and rounds < 1:
        raise InputError("The rounds to play are one or more.")
    if save is not None:
        _check_writable(save)
    console = make_console(to_errors=as_json)
    screen = Screen(console, table, YOUR_SEAT)
    adviser = Coach(screen, table) if coach else None
    session = Session(
        table,
        screen,
        Keys(console),
        random.Random(seed),
        bankroll=parse_dollars(bankroll),
        robots=seats - 1,
        wagers=_wagers(definition, ante, wager or []),
        save=save,
        entropy=entropy,
        must_hit=read_must_hit(must_hit) if must_hit else None,
        watcher=adviser.watch if adviser else None,
    )
    try:
        if session.wagers and (complaint := session.complaint(session.wagers)):
            raise InputError(complaint)
        session.play(rounds)
    finally:
        session.close()
    if adviser and session.played:
        adviser.sum_up()
    if as_json:
        print_json(
            {
                "game": definition.id,
                "seed": seed,
                "rounds": session.played,
                "start": {"cents": session.start},
                "bankroll": {"cents": session.bankroll},
                "net": {"cents": session.bankroll - session.start},
                "meters": {
                    meter.name: {"cents": meter.value} | _promise(meter)
                    for meter in sign(session.house.meters_of(TABLE))
                },
            }
        )


def _promise(meter: MeterView) -> dict[str, str]:
    """The commitment to a Must Hit meter's trigger."""
    return {"commitment": meter.commitment} if meter.commitment else {}


def _seed(given: int | None) -> int:
    if given is None:
        return secrets.randbelow(_LARGEST_SEED)
    if not 0 <= given < _LARGEST_SEED:
        raise InputError("The seed is a whole number from 0 to 2^63 - 1.")
    return given


def _wagers(game: Game, ante: str, further: list[str]) -> dict[str, Cents]:
    """The wagers given on the command line; none when the Ante is not among them."""
    if not ante:
        if further:
            raise InputError("With --wager goes --ante.")
        return {}
    amount = parse_dollars(ante)
    placed = {"ante": amount, **dict.fromkeys(game.equal_to_ante, amount)}
    for wager, own in read_wagers(game, further).items():
        if own is None:
            raise InputError(f"Say how much: --wager {wager}=5.")
        placed[wager] = own
    return placed


def _check_writable(path: Path) -> None:
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
