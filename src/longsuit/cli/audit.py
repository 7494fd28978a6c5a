"""`longsuit audit`: a floor's whole log, recomputed from nothing but itself."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import progress
from longsuit.core.errors import InputError
from longsuit.core.money import show_mites
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import AuditReport, Seen
from longsuit.floor.audit.witnessed import Proof
from longsuit.floor.checkpoints.note import read_keys
from longsuit.floor.checkpoints.witness_file import parse, read_file, verify
from longsuit.floor.ledger.accounts import PRACTICE
from longsuit.floor.store.database import DEFAULT_DATABASE, DatabaseError, open_to_read
from longsuit.floor.store.event_log import Log

DbOption = Annotated[str, typer.Option("--db", help="The floor: a file, or postgresql://...")]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, max=64, help="Processes; one for each core.", show_default=False),
]


def run(
    db: DbOption = DEFAULT_DATABASE,
    workers: WorkersOption = None,
    checkpoints: Annotated[
        Path | None,
        typer.Option(help="What was witnessed: a witness's file, or one signed checkpoint."),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(help="The public keys to believe, one a line; else those of the file."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Recompute the log: chain, shuffles, decisions, settlements, meters, ledger.

    Exit 1 with the first thing that is wrong. The floor may be running meanwhile; nothing is
    changed. With --checkpoints it also has to be the log that was witnessed. See docs/audit.md.
    """
    report = _audit(db, workers, _seen(checkpoints, keys))
    if as_json:
        print_json(_as_dict(report))
    else:
        _show(make_console(), report)
    if not report.clean:
        print(f"longsuit audit: {_plain(report.fault)}", file=sys.stderr)
    return 0 if report.clean else 1


def _seen(file: Path | None, keys: Path | None) -> Seen | None:
    """What was witnessed, each checkpoint with a signature of a key that is believed."""
    if file is None:
        if keys is not None:
            raise InputError("Keys are for checkpoints: name their file with --checkpoints.")
        return None
    found = parse(read_file(file))
    believed = read_keys(_text(keys)) if keys is not None else [*found.keys, *found.own]
    if not believed:
        raise InputError("Name the public keys that you believe, with --keys.")
    if not found.notes:
        raise InputError(f"There is no checkpoint in {file}.")
    return [verify(note, believed) for note in found.notes], believed


def _text(file: Path) -> str:
    try:
        return read_file(file).decode()
    except UnicodeDecodeError:
        raise InputError(f"{file} is not text.") from None


def _audit(db: str, workers: int | None, seen: Seen | None) -> AuditReport:
    engine = open_to_read(db)
    try:
        with progress("Auditing") as tell:
            return auditing.audit(Log(engine), progress=tell, workers=workers, seen=seen)
    except DatabaseError as error:
        why = str(getattr(error, "orig", error)).strip().splitlines()[0].rstrip(".")
        raise InputError(f"The database cannot be read: {why}.") from None
    finally:
        engine.dispose()


def _plain(text: str) -> str:
    """A sentence that may quote the log, without anything that a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in text)


def _as_dict(report: AuditReport) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(report)
    return {"clean": report.clean, **told}


def _show(console: Console, report: AuditReport) -> None:
    grid = make_grid("", ">", headed=False)
    running = f", {report.open_rounds:,} of them open" if report.open_rounds else ""
    rows = [
        ("streams", f"{report.streams:,}"),
        ("records, each with its hash", f"{report.records:,}"),
        (f"rounds decided again{running}", f"{report.rounds:,}"),
        ("shuffles from their opened seeds", f"{report.shuffles:,}"),
        ("words that were not opened", f"{report.unopened:,}"),
        ("rounds whose seed was lost before the deal", f"{report.lost:,}"),
        ("settlements", f"{report.settlements:,}"),
        ("awards from meters", f"{report.awards:,}"),
        ("ledger entries", f"{report.postings:,}"),
    ]
    for name, value in rows:
        grid.add_row(name, value)
    if report.shortened:
        grid.add_row("of the records, shortened by rule", f"{report.shortened:,}")
    for name, mites in report.meters.items():
        grid.add_row(_plain(f"meter {name}"), show_mites(mites))
    for name, mites in report.balances.items():
        grid.add_row(_plain(f"balance, {_account(name)}"), show_mites(mites))
    console.print(grid)
    console.print(f"fingerprint {report.fingerprint}", soft_wrap=True)
    speed = f"{report.rounds / report.seconds:,.0f} rounds a second" if report.seconds else ""
    console.print(f"{report.seconds:,.1f} seconds, {speed}")
    if report.witnessed is not None:
        for line in _witnessed(report.witnessed, report.records):
            console.print(_plain(line), soft_wrap=True)
    verdict = Text("All of it holds.", style="bold green")
    if not report.clean:
        verdict = Text(
            "SOMETHING IS WRONG: the audit stopped at the first fault.", style="bold red"
        )
    console.print(verdict)


def _witnessed(proof: Proof, records: int) -> list[str]:
    when = datetime.fromtimestamp(proof.seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    signed = f"signed by {' and '.join(proof.signers)} on {when}"
    said = f"witnessed: {proof.records:,} of {records:,} records, {signed}"
    return [said, proof.restored] if proof.restored else [said]


def _account(name: str) -> str:
    own = name.removeprefix(PRACTICE)
    shown = _ACCOUNTS.get(own, own)
    return shown if own == name else f"practice, {shown}"


_ACCOUNTS = {
    "house": "the house",
    "cage": "the cage",
    "tray": "chip trays",
    "player": "players",
    "meter": "meters",
    "reserve": "reserves",
    "pending": "jackpots pending",
}
