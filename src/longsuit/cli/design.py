"""`longsuit design`: paytables that meet a target, proposed and priced."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated, cast

import typer
from msgspec.structs import replace
from rich.console import Console

from longsuit.analysis.design.bounds import read_bounds
from longsuit.analysis.design.hands import read_lines, short_hand
from longsuit.analysis.design.ladder import read_span
from longsuit.analysis.design.paytable_text import write_paytable
from longsuit.analysis.design.proposal import Design, Rank, design
from longsuit.analysis.design.target import Span, Target, read_percents
from longsuit.analysis.numbers import one_in, percent
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    read_rules,
)
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.paytable import PayTable
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.wagers import find_wager

_RANKED = {
    "near": "nearest to table {like} first",
    "round": "the roundest pays first",
    "steady": "those that swing least first",
    "wild": "those that swing most first",
}


def run(
    game: GameArgument,
    wager: Annotated[str, typer.Option(help="The wager whose table is designed.")],
    edge: Annotated[str, typer.Option(help="The house edge wanted, such as 4%..6%.")],
    hit_frequency: Annotated[
        str, typer.Option(help="How often it wins, such as 5%..7%: settles which lines pay.")
    ] = "",
    top: Annotated[str, typer.Option(help="The top prize: 300, or 200..500.")] = "",
    lines: Annotated[
        str, typer.Option(help="The lines that pay: 7,6,5 or 6sf,7f,5sf,6f or AKQ,3sf.")
    ] = "",
    fix: Annotated[
        list[str] | None, typer.Option(help="A line's pay: 7=300, or within 7=200..400.")
    ] = None,
    pays: Annotated[
        str, typer.Option(help="Pays to choose from: nice, 1..60, or 1,2,5,10,20.")
    ] = "nice",
    step: Annotated[
        str, typer.Option(help="A line pays at least this many times the next, such as 1.5.")
    ] = "1",
    like: Annotated[str, typer.Option(help="The table to stay close to: an id or a file.")] = "",
    rank: Annotated[
        str, typer.Option(help="What comes first: near, round, steady, wild.")
    ] = "near",
    count: Annotated[int, typer.Option(help="How many tables to propose.")] = 10,
    seats: Annotated[int, typer.Option(help="Seats that wager, for a table with envy.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a proposal to this .toml file.")
    ] = None,
    take: Annotated[int, typer.Option(help="Which proposal -o writes, from 1.")] = 1,
    name: Annotated[str, typer.Option(help="What the written table is called.")] = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> int:
    """Paytables for a wager of GAME that meet a house edge, ranked and priced exactly."""
    definition = find_game(game)
    chosen = find_wager(wager, (*definition.wagers, definition.bet))
    rules = None
    if qualifier or multiples or unqualified or ties:
        if chosen not in definition.by_table:
            raise InputError("Rules of the main game change nothing of a side wager.")
        rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    if output is not None:
        _check_output(output, take, count, name)
    found = design(
        definition.id,
        chosen.id,
        Target(
            read_percents(edge, "house edge"),
            read_percents(hit_frequency, "hit frequency") if hit_frequency else None,
            read_span(top) if top else None,
        ),
        like=like or None,
        hands=read_lines(lines, chosen) if lines else None,
        pays=pays,
        fixed=read_bounds(fix or [], chosen),
        step=_read_step(step),
        rank=cast("Rank", rank),
        count=count,
        seats=seats,
        rules=rules,
    )
    written = _write(found, output, take, name) if output and found.proposals else None
    if as_json:
        print_json(found.to_dict() | ({"file": str(output)} if written else {}))
    elif found.proposals:
        _show(make_console(), found)
        if written:
            make_console().print(f"\nWritten to {output}: {written.id}.")
    if not found.proposals:
        print(f"longsuit design: {found.shortfall}", file=sys.stderr)
        return 1
    return 0


def _read_step(text: str) -> Fraction:
    step = read_number(text.strip())
    if step is None:
        raise InputError(f"'{shorten(text)}' is not a step from line to line, such as 1.5.")
    return step


def _check_output(output: Path, take: int, count: int, name: str) -> None:
    if output.suffix != ".toml":
        raise InputError("A paytable is written to a file whose name ends in .toml.")
    if not output.parent.is_dir():
        raise InputError(f"There is no folder {output.parent} to write {output.name} to.")
    if output.is_dir():
        raise InputError(f"{output} is a folder.")
    if not 1 <= take <= count:
        raise InputError(f"--take is from 1 to the {count} proposals, not {take}.")
    if not name.isprintable():
        raise InputError("--name is one line of plain text.")


def _write(found: Design, output: Path, take: int, name: str) -> PayTable:
    if take > len(found.proposals):
        raise InputError(f"There is no proposal {take}; there are {len(found.proposals)}.")
    table = found.proposals[take - 1].table
    called = name.strip() or table.id
    table = replace(table, id=called, name=called, source=f"designed for {_wanted(found)}")
    output.write_text(write_paytable(table), encoding="utf-8")
    return table


def _wanted(found: Design) -> str:
    """The target in words."""
    target = found.target
    parts = [f"a house edge {_span(target.edge)}"]
    if target.hits is not None:
        parts.append(f"a hit frequency {_span(target.hits)}")
    if target.top is not None:
        least, most = target.top
        parts.append(f"a top prize of {least:,}" + (f" to {most:,}" if most > least else ""))
    return ", ".join(parts)


def _span(span: Span) -> str:
    least, most = (f"{float(value * 100):.10g}%" for value in span)
    return f"of {least}" if least == most else f"from {least} to {most}"


def _show(console: Console, found: Design) -> None:
    """What was found, for people."""
    console.print(f"{found.game.name}, {found.wager.name}: {_wanted(found)}", style="bold")
    if found.of_main:
        console.print("The house edge is the main game's with this table, per Ante.")
    console.print(_story(found), style="" if found.complete else "yellow")
    console.print()
    hands = (f">{short_hand(hand, found.wager)}" for hand in found.hands)
    grid = make_grid(">#", *hands, ">edge", ">hits", ">s.d.")
    for number, proposal in enumerate(found.proposals, 1):
        amounts = (f"{proposal.pays[h]:,}" if h in proposal.pays else "-" for h in found.hands)
        grid.add_row(
            str(number),
            *amounts,
            percent(proposal.house_edge),
            one_in(proposal.hit_frequency),
            f"{proposal.standard_deviation:.2f}",
        )
    console.print(grid)
    console.print()
    console.print(_legend(found), style="dim")


def _story(found: Design) -> str:
    """How many there are, and whether the ranking is sure."""
    met = "1 table meets" if found.total == 1 else f"{found.total:,} tables meet"
    ranked = _RANKED[found.rank].format(like=found.like.id)
    if found.complete:
        return f"{met} it, of all {found.family:,} in the family; {ranked}."
    return (
        f"{met} it, of all {found.family:,} in the family, too many to rank them all: "
        f"of those looked at, {ranked}. Narrow the target to be sure."
    )


def _legend(found: Design) -> str:
    """What the columns mean."""
    table = found.like
    kind = {
        "flush": "Lines are flushes by length",
        "straight flush": "Lines are straight flushes by length",
        "any": "f is a flush, sf a straight flush",
    }[found.wager.hands]
    pays = f"dollars for a wager of ${Fraction(table.base, 100)}" if table.base else "to 1"
    told = [f"{kind}; pays are {pays}."]
    per = "per Ante, of the whole main game" if found.of_main else "per unit wagered"
    told.append(f"s.d. is the player's standard deviation {per}.")
    kept = [f"{line.hand} {table.show_pay(line)}" for line in table.lines if line.meter is not None]
    if kept:
        told.append(f"As in {table.id}: {'; '.join(kept)}.")
    return " ".join(told)
