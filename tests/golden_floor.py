"""Golden floors: a small floor with a played day in each form that the log has ever had.

``python -m tests.golden_floor`` writes the floor of the present form, with the figures that every
later program must find in it. A form that is there already is never written again: old logs are
read as they were written. Chance, clock and key are fixed; only the salts of passwords and of
sealed secrets differ from one writing to the next.
"""

import json
import lzma
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from argon2 import PasswordHasher
from bench.audit import Writer
from msgspec.structs import replace
from sqlalchemy import BigInteger, MetaData, Table, create_engine, event, insert, select, text
from tests.floor.people.staffed import house
from tests.floor.played import DEE, PROGRESSIVE, SAM, SUE, TABLES, Bots

from longsuit.core.games.table import make_table
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.terminal import Setup
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.audit.run import audit
from longsuit.floor.engine import batch
from longsuit.floor.log.record import SCHEMA
from longsuit.floor.people.identity import PASSWORDS
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.store.database import connect, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import open_rows
from longsuit.floor.tables import commands as floor_ask
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.state import config_key

FOLDER = Path(__file__).resolve().parent / "golden" / "floors"
KEY = b"Z29sZGVuIGZsb29ycyBvZiBMb25nc3VpdCwga2V5ISE="
"""Of the vault of every golden floor."""
SEED = 52
ROUNDS = 12
"""At each table."""
DATE = datetime(2026, 9, 21, tzinfo=UTC).date()
"""The day that was played."""
_SNAPSHOT_EVERY = 60


def write_floor(file: Path) -> None:
    """The floor, as the present program writes it."""
    writer = Writer(str(file), SEED, KEY)
    kept, batch.SNAPSHOT_EVERY = batch.SNAPSHOT_EVERY, _SNAPSHOT_EVERY
    hasher, PASSWORDS.hasher = PASSWORDS.hasher, PasswordHasher(1, 8, 1)
    try:
        house(writer.database)
        bots = Bots(writer)
        for made in TABLES.values():
            bots.open(made())
        for _ in range(ROUNDS):
            for name in TABLES:
                bots.play(name, 1)
        _capped_rounds(bots)
        _jackpots_that_were_none(bots)
        _late_claims(bots)
        _closed_and_opened_again(bots)
        _applied_configuration(bots)
        bots.leave_running()
        writer.close()
    finally:
        batch.SNAPSHOT_EVERY, PASSWORDS.hasher = kept, hasher


def _capped_rounds(bots: Bots) -> None:
    """Bonuses over the cap of a round, and envy among those who are dealt cards."""
    lines = tuple(
        replace(line, envy=Fraction(2)) if line.meter is None else line
        for line in PROGRESSIVE.lines
    )
    table = make_table(
        "hcf", paytables={"progressive": replace(PROGRESSIVE, lines=lines)}, bonus_cap=5_00
    )
    made = TableSettings(Setup("H2", table, False, 300_00, {"main": "H2/main"}), "Capped")
    bots.open(made)
    bots.play("H2", ROUNDS)


def _live_claim(bots: Bots, seat: int, hand: str) -> None:
    for step in (
        touch.TurnLight(by=DEE, seat=seat, on=True),
        ask.StartRound(by=DEE),
        touch.ChooseSeat(by=DEE, seat=seat),
        touch.ChooseHand(by=DEE, hand=hand),
        touch.PendingJackpot(by=DEE),
    ):
        bots.writer.must(step, "L1")


def _jackpots_that_were_none(bots: Bots) -> None:
    """One that a supervisor does not approve, and that goes back into the meter."""
    _live_claim(bots, 3, "4-card straight flush")
    for step in (
        touch.PayJackpot(by=DEE),
        touch.RefuseJackpot(by=SAM, number=1, reason="the hand is not there"),
        touch.VoidJackpot(by=SUE, reason="misread"),
        ask.EndRound(by=DEE),
    ):
        bots.writer.must(step, "L1")


def _closed_and_opened_again(bots: Bots) -> None:
    """A table leaves its meters when it closes, and shares them again."""
    settings = bots.writer.table("L2").settings
    bots.writer.must(floor_ask.CloseTable(by=SUE), "L2")
    bots.writer.must(floor_ask.SetTable(by=SUE, settings=settings), "L2")
    bots.play("L2", 2)


def _late_claims(bots: Bots) -> None:
    """Hands of a live table that are seen too late: one is paid, another is voided."""
    for seat in (1, 4):
        bots.writer.must(touch.TurnLight(by=DEE, seat=seat, on=True), "L1")
    bots.writer.must(ask.StartRound(by=DEE), "L1")
    bots.writer.must(ask.EndRound(by=DEE), "L1")
    while (jackpots := bots.writer.table("L1").terminal.jackpots) and jackpots[-1].step != "done":
        bots._end("L1")
    for seat, hand in ((1, "A-K-Q suited"), (4, "3-card straight flush")):
        late = touch.ClaimLate(
            by=DEE, seat=seat, hand=hand, reason="seen on camera", supervisor="Sam"
        )
        bots.writer.must(late, "L1")
        if seat == 1:
            bots.writer.must(touch.VoidJackpot(by=SUE, reason="another hand"), "L1")
            continue
        amount = bots.writer.table("L1").terminal.jackpots[-1].amount
        bots.writer.must(touch.PayJackpot(by=DEE), "L1")
        bots.ask("L1", touch.ApproveJackpot(by=SAM, number=1))
        bots.writer.must(touch.PayAgreedSum(by=DEE, amount=amount), "L1")
        bots.writer.must(touch.Ok(by=DEE), "L1")


def _applied_configuration(bots: Bots) -> None:
    """A table gets other settings from a file at a start."""
    settings = replace(bots.writer.table("H1").settings, name="High Card 1")
    bots.writer.must(
        floor_ask.SetTable(by=SYSTEM, settings=settings), "H1", key=config_key("c0ffee" * 8)
    )


# What is in it


def figures(url: str) -> dict[str, Any]:
    """What an audit and a day's report say of a floor: figures alone, no sentence."""
    engine = open_to_read(url)
    try:
        found = audit(Log(engine), workers=1)
        assert found.clean, found.fault
    finally:
        engine.dispose()
    with open_rows(url) as rows:
        day = day_report(rows, gaming_day(DATE), theory=False)
    told = msgspec.to_builtins(found) | {"day": _numbers(msgspec.to_builtins(day, enc_hook=_exact))}
    del told["seconds"]
    # The golden figures are of before there were any.
    del told["day"]["custody"], told["day"]["dealers"], told["day"]["duties"], told["witnessed"]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return plain


def _exact(value: Any) -> list[int]:
    assert isinstance(value, Fraction), value
    return [*value.as_integer_ratio()]


def _numbers(value: Any) -> Any:
    """What is counted; names and sentences may be told in other words one day."""
    if isinstance(value, dict):
        return {name: found for name, one in value.items() if (found := _numbers(one)) is not None}
    if isinstance(value, list | tuple):
        return [found for one in value if (found := _numbers(one)) is not None]
    return None if isinstance(value, str | float) else value


def unpack(form: int, folder: Path) -> Path:
    """A golden floor as a file of its own, with its key beside it."""
    file = folder / "floor.db"
    file.write_bytes(lzma.decompress((FOLDER / f"form-{form}.db.xz").read_bytes()))
    file.with_name("floor.db.key").write_bytes(KEY + b"\n")
    return file


def _as_written(_inspector: object, table: Table, column: Any) -> None:
    """A column's type in any database. SQLite numbers rows by no other than INTEGER."""
    column["type"] = column["type"].as_generic()
    if (table.name, column["name"]) in _LARGE:
        column["type"] = BigInteger()


_LARGE = {("records", "position"), ("postings", "id"), ("receipts", "mark")}


def load_into(url: str, file: Path) -> None:
    """The rows of a golden floor in another database, in the form in which they were written."""
    rows = create_engine(f"sqlite:///{file}")
    target = connect(url)
    with rows.connect() as old, target.begin() as new:
        tables = MetaData()
        event.listen(tables, "column_reflect", _as_written)
        tables.reflect(old)
        tables.create_all(new)
        for table in tables.sorted_tables:
            found = [dict(row._mapping) for row in old.execute(select(table))]
            if found:
                new.execute(insert(table), found)
        if target.dialect.name == "postgresql":
            numbered = {"records": "position", "postings": "id", "names": "id"}
            for name, column in numbered.items():
                if name not in tables.tables:
                    continue
                last = f"(SELECT max({column}) FROM {name})"
                new.execute(
                    text(f"SELECT setval(pg_get_serial_sequence('{name}', '{column}'), {last})")
                )
    rows.dispose()
    target.dispose()


def expected(form: int) -> dict[str, Any]:
    """The figures that were found in a golden floor when it was written."""
    found: dict[str, Any] = msgspec.json.decode((FOLDER / f"form-{form}.json").read_bytes())
    found["day"]["shortened"] = []
    # Words were not sealed yet, seeds were in the vault from the first, and nothing was shortened.
    return {"unopened": 0, "lost": 0, "shortened": 0, **found}


def main() -> int:
    """Write the floor of the present form, unless it is there."""
    packed = FOLDER / f"form-{SCHEMA}.db.xz"
    if packed.exists():
        print(f"{packed} is there already, and stays as it is.")
        return 1
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "floor.db"
        write_floor(file)
        told = figures(str(file))
        copy = file.with_name("packed.db")
        shutil.copyfile(file, copy)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        packed.write_bytes(lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    said = json.dumps(told, sort_keys=True, separators=(",", ":")).replace('},{"', '},\n{"')
    packed.with_name(f"form-{SCHEMA}.json").write_text(f"{said}\n")
    print(f"{packed}: {packed.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
