"""What a read and a start cost on a floor of a thousand rounds and on one of many more.

The floors are played by the real core, command after command, with every wager, two seats and a
Must Hit meter: only the door, the thread and the clock are left out, and the disk is not waited
for while they are made. A day has a thousand rounds. One of more than 100,000 rounds is mostly
copies: a tenth of it is played, its rows are copied nine times behind it with later numbers and
times, and the last two days are played on from there. Hashes in the copies do not fit, so no audit
would pass it, but no read or start looks there; receipts are not copied, as none is kept so long.

`LONGSUIT_BENCH_ROUNDS` names the sizes (1000,100000 unless said, which takes minutes to play), and
`LONGSUIT_BENCH_FLOORS` a folder in which floors are kept for the next time.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, event

from bench.audit import DEALER, Writer, deal_round
from bench.copied_floor import KEY, copy_floor
from bench.measure import show
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.reads.archive import Published
from longsuit.floor.reports.day import read_day
from longsuit.floor.reports.period import day_at
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections.fold import DAY
from longsuit.floor.store.projections.rounds import Rounds
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import BeginRound, SeatPlayer
from longsuit.floor.tables.decide import LARGEST_BUY_IN

AIM, REPEAT = 1.3, 15
SIZES = "1000,100000"
ROUNDS_A_DAY = 1000
MOST_PLAYED, TIMES = 100_000, 10
SEATS = {2: "Ann", 5: "Bob"}
METER = "T1/star"
_START = """
import json, sys, time
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.service.floor import Floor
before, spent = time.perf_counter(), time.process_time()
floor = Floor(sys.argv[1], FloorConfig(), clock_is_right=True)
floor.start()
took, spent = time.perf_counter() - before, time.process_time() - spent
floor.stop()
with open("/proc/self/status") as status:
    most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(json.dumps([took, spent, int(most)]))
"""


def run() -> None:
    """Make the floors, and look at each in turn."""
    sizes = [int(size) for size in os.environ.get("LONGSUIT_BENCH_ROUNDS", SIZES).split(",")]
    kept = os.environ.get("LONGSUIT_BENCH_FLOORS")
    with ExitStack() as left:
        folder = Path(kept or left.enter_context(TemporaryDirectory()))
        floors = {size: make(folder, size) for size in sizes}
        _show_reads({size: left.enter_context(_opened(file)) for size, file in floors.items()})
        _show_starts(floors)


def make(folder: Path, rounds: int) -> Path:
    """A floor of so many rounds, unless it is there."""
    file = folder / f"rounds-{rounds}.db"
    if not file.exists():
        part = file.with_suffix(".part")
        part.unlink(missing_ok=True)
        if rounds > MOST_PLAYED:
            copy_floor(make(folder, rounds // TIMES), part, TIMES)
            play_on(part, 2 * ROUNDS_A_DAY)
        else:
            play(part, rounds)
        part.rename(file)
    return file


def _writer(file: Path, seed: int) -> Writer:
    writer = Writer(str(file), seed, KEY, hex_keys=True)
    event.listen(writer.database, "checkout", _do_not_wait)
    return writer


def play(file: Path, rounds: int) -> None:
    """A new floor of so many rounds."""
    writer = _writer(file, 1)
    writer.open_table(id="T1", game="ctf", mode="dealt", must_hit={})
    writer.must(BeginRound(by=SYSTEM), "T1")
    for seat, player in SEATS.items():
        writer.must(SeatPlayer(by=DEALER, seat=seat, player=player, stack=LARGEST_BUY_IN), "T1")
    writer.must(ask.CancelRound(by=DEALER), "T1")
    _deal(writer, rounds)


def play_on(file: Path, rounds: int) -> None:
    """More rounds on a floor that is there."""
    writer = _writer(file, 2)
    writer._now += DAY - writer._now % DAY
    writer.flush()
    _deal(writer, rounds)


def _deal(writer: Writer, rounds: int) -> None:
    for number in range(1, rounds + 1):
        deal_round(writer, "T1", SEATS)
        if number % ROUNDS_A_DAY == 0 and number < rounds:
            writer.flush()
            writer._now += DAY - writer._now % DAY
    writer.close()


def _do_not_wait(connection: sqlite3.Connection, *_args: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")


@contextmanager
def _opened(file: Path) -> Iterator[Engine]:
    engine = open_database(str(file))
    try:
        yield engine
    finally:
        engine.dispose()


Read = Callable[[], object]


def reads(engine: Engine) -> dict[str, Read]:
    """What somebody looks at."""
    log = Log(engine)
    published = Published(log)
    # Of the last round that is over: a server that was started here has begun another since.
    day = day_at(Rounds(engine).list("table T1", 10**9, 1)[0].over)

    def report() -> object:
        with reading(engine) as rows:
            return read_day(rows, day)

    return {
        "the list of rounds": lambda: published.rounds("T1", 10**9),
        "an old round": lambda: published.round("T1", 50),
        "the newest records": lambda: published.records("table T1", 1),
        "a meter's day": lambda: published.statement(METER, day.start, day.end),
        "a meter's jackpots": lambda: published.jackpots(METER, 10**9),
        "a player's balance": lambda: published.balances("player Ann"),
        "the trial balance": published.balances,
        "a receipt": lambda: log.receipt("player Ann", "none"),
        "the report of a day": report,
    }


def _show_reads(engines: dict[int, Engine]) -> None:
    small, *_, large = engines
    looks = {size: reads(engine) for size, engine in engines.items()}
    rows = []
    for name in looks[small]:
        few, many = _best(looks[small][name], looks[large][name])
        steps = [f"{_steps(engines[size], looks[size][name]):,}" for size in (small, large)]
        rows.append((name, f"{few * 1e3:.2f}", f"{many * 1e3:.2f}", f"{many / few:.2f}", *steps))
    show(
        f"Reads after {small:,} and after {large:,} rounds, {ROUNDS_A_DAY:,} a day",
        rows,
        *("processor time", "ms before", "ms after", f"times as long (aim: {AIM})"),
        *("SQLite steps before", "after"),
    )


def _best(*works: Read) -> list[float]:
    """Seconds of the processor, the best of several turns: others on the machine do not count."""
    best = [float("inf")] * len(works)
    for _ in range(REPEAT):
        for place, work in enumerate(works):
            started = time.process_time()
            work()
            best[place] = min(best[place], time.process_time() - started)
    return best


def _steps(engine: Engine, work: Read) -> int:
    """What SQLite's machine does for it: the same on any computer."""
    counted = [0]

    def tick() -> int:
        counted[0] += 10
        return 0

    def take(connection: sqlite3.Connection, *_args: object) -> None:
        connection.set_progress_handler(tick, 10)

    event.listen(engine, "checkout", take)
    try:
        work()
    finally:
        event.remove(engine, "checkout", take)
    return counted[0]


def _show_starts(floors: dict[int, Path]) -> None:
    rows = []
    for size, file in floors.items():
        times = [_start(file) for _ in range(3)]
        took, spent, memory = map(min, zip(*times, strict=True))
        figures = (f"{took:.2f}", f"{spent:.2f}", f"{memory / 1024:,.0f}")
        rows.append((f"{size:,} rounds", *figures))
    heads = ("", "seconds", "of the processor", "MB at most")
    show("A server starts (aim: under 3 s)", rows, *heads)


def _start(file: Path) -> tuple[float, float, float]:
    environment = os.environ | {KEY_VARIABLE: KEY.decode()}
    told = subprocess.run(
        [sys.executable, "-c", _START, str(file)],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    took, spent, memory = json.loads(told.stdout.splitlines()[-1])
    return took, spent, memory
