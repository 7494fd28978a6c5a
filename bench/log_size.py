"""Bytes that a round takes on disk: records, ledger entries, receipts, indexes, all of the file.

Two and six seats of each game on SQLite, with every wager, keys of 16 bytes of chance as a browser
sends them, and a Must Hit meter at Chase the Flush: five meters that each round feeds.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.audit import DEALER, Writer, deal_round
from bench.measure import show
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.tables.commands import BeginRound, SeatPlayer
from longsuit.floor.tables.decide import LARGEST_BUY_IN

ROUNDS = 400
PARTS = ("records", "postings", "receipts")


def run() -> None:
    """One table after another, each in a file of its own."""
    rows = []
    for game in ("ctf", "hcf"):
        for seats in (2, 6):
            with TemporaryDirectory() as folder:
                rows.append((game, str(seats), *_measure(Path(folder) / "floor.db", game, seats)))
    show(
        f"Bytes of a round on disk, over {ROUNDS} rounds",
        rows,
        *("game", "seats", "all (aim: 3,000 and 6,000)", *PARTS, "the rest", "records a round"),
    )


def _measure(file: Path, game: str, seats: int) -> tuple[str, ...]:
    before, after, records = bytes_of_rounds(file, game, seats, ROUNDS)
    grown = {name: (size - before.get(name, 0)) / ROUNDS for name, size in after.items()}
    parts = dict.fromkeys((*PARTS, "rest"), 0.0)
    for name, size in grown.items():
        part = next((one for one in PARTS if one in name), "rest")
        parts[part] += size
    figures = (sum(grown.values()), *parts.values(), records)
    return tuple(f"{figure:,.0f}" for figure in figures)


Sizes = dict[str, int]


def bytes_of_rounds(file: Path, game: str, seats: int, rounds: int) -> tuple[Sizes, Sizes, float]:
    """What each table and index takes before and after the rounds, and the records of a round."""
    writer = Writer(str(file), hex_keys=True)
    must_hit: dict[str, Any] = {"must_hit": {}} if game == "ctf" else {}
    writer.open_table(id="T1", game=game, mode="dealt", **must_hit)
    players = {seat: f"Player {seat}" for seat in range(1, seats + 1)}
    writer.must(BeginRound(by=SYSTEM), "T1")
    for seat, player in players.items():
        sit = SeatPlayer(by=DEALER, seat=seat, player=player, stack=LARGEST_BUY_IN)
        writer.must(sit, "T1")
    writer.must(ask.CancelRound(by=DEALER), "T1")
    deal_round(writer, "T1", players)
    writer.flush()
    before, first = _sizes(file)
    for _ in range(rounds):
        deal_round(writer, "T1", players)
    writer.close()
    after, last = _sizes(file)
    return before, after, (last - first) / rounds


def _sizes(file: Path) -> tuple[Sizes, int]:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")
        return dict(pages), connection.execute("SELECT count(*) FROM records").fetchone()[0]
