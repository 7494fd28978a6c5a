"""`longsuit report`: the PAR sheet of a game, as PDF, HTML or JSON."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.report.content import to_data
from longsuit.analysis.report.files import check_output, write_sheet
from longsuit.analysis.report.settings import choose
from longsuit.analysis.report.sheet import build
from longsuit.cli.analyze_wager import read_meters
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game
from longsuit.core.money import parse_dollars
from longsuit.core.wagers import find_wager
from longsuit.library.must_hit import read_must_hit


def run(
    game: GameArgument,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The .pdf or .html file to write.")
    ] = None,
    xtra: XtraOption = "",
    paytable: Annotated[
        list[str] | None,
        typer.Option(help="A table to show, such as same-suit=A or progressive=mine.toml."),
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="An optional wager to leave out, such as stax.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option(help="Where a meter stands, such as star=12000.")
    ] = None,
    base: Annotated[str, typer.Option(help="The progressive's wager in dollars.")] = "",
    seats: Annotated[int, typer.Option(help="Seats that wager on it, for envy.")] = 1,
    must_hit: Annotated[
        str, typer.Option(help="A Must Hit meter on top: house, or 500,1000,3%.")
    ] = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    cap: Annotated[str, typer.Option(help="The cap on a round's bonus payouts, dollars.")] = "",
    face_up: Annotated[bool, typer.Option("--face-up", help="Cards are dealt face up.")] = False,
    date: Annotated[str, typer.Option(help="The date on the sheet; today unless said.")] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out what strategies and habits cost.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the PAR sheet of GAME: every paytable in the box, or those chosen."""
    if output is not None:
        check_output(output)
    elif not as_json:
        raise InputError("Say where the sheet goes, such as -o par.pdf, or ask for --json.")
    day = _date(date)
    definition = find_game(game)
    settings = choose(
        definition.id,
        xtra=xtra or None,
        rules=read_rules(definition, qualifier, multiples, unqualified, ties),
        chosen=_chosen(definition, paytable or []),
        without=without or [],
        base=parse_dollars(base) if base else None,
        seats=seats,
        meters=read_meters(meter or []),
        must_hit=read_must_hit(must_hit) if must_hit else None,
        face_up=face_up,
        bonus_cap=parse_dollars(cap) if cap else 0,
    )
    with waiting("Pricing the wagers") as tell:
        sheet = build(settings, date=day, quick=quick, progress=tell)
        size = write_sheet(sheet, output) if output is not None else 0
    if as_json:
        print_json(to_data(sheet))
        return
    console = make_console()
    console.print(f"{definition.name}: {output}, {size:,} bytes, settings {sheet.digest}.")


def _date(text: str) -> dt.date:
    """The date given, or today's by this machine's clock."""
    if not text:
        return dt.datetime.now().astimezone().date()
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise InputError(f"'{text[:40]}' is not a date, such as 2026-03-01.") from None


def _chosen(game: Game, given: Iterable[str]) -> dict[str, list[str]]:
    """Tables by wager, as a user types them: ``same-suit=A``."""
    chosen: dict[str, list[str]] = {}
    for text in given:
        name, equals, table = text.partition("=")
        if not equals or not table.strip():
            raise InputError(f"'{text[:60]}' is not a wager and its table, such as same-suit=A.")
        chosen.setdefault(find_wager(name, game.wagers).id, []).append(table)
    return chosen
