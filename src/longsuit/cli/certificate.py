"""`longsuit certificate`: what a stranger needs to check a house edge without our code."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.certificate.certificate import write_certificate
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.numbers import as_json as exact_json
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.strategy.options import check_folder
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.games.catalog import find_game


def run(
    game: GameArgument,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write.")],
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """The counts behind GAME's house edge, class by class, for an independent checker."""
    definition = find_game(game)
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    case = make_case(definition.id, xtra or None, rules)
    check_folder(out)
    with waiting(f"Counting {definition.name}"):
        certificate = write_certificate(case)
    out.write_bytes(certificate.packed)
    digest = hashlib.sha256(certificate.packed).hexdigest()
    edge = certificate.house_edge
    if as_json:
        print_json(
            {
                "file": str(out),
                "house_edge": exact_json(edge),
                "classes": certificate.classes,
                "bytes": len(certificate.packed),
                "sha256": digest,
            }
        )
        return
    console = make_console()
    console.print(f"{out}: {certificate.classes:,} classes, {len(certificate.packed):,} bytes")
    console.print(f"House edge {edge.numerator}/{edge.denominator}")
    console.print(f"SHA-256 {digest}")
