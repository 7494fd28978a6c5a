"""A plan, run from its start to its end, and what came of it."""

import hashlib
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct
from tests.simulation.checks import Broken
from tests.simulation.feeds import Page, looker_of
from tests.simulation.kernel import SECOND
from tests.simulation.load import Crew
from tests.simulation.plan import Plan
from tests.simulation.transport import Quiet, SimEngine
from tests.simulation.witnesses import signer_of
from tests.simulation.world import World, make_world, temporary_folder

from longsuit.floor.audit.run import audit
from longsuit.floor.engine import batch
from longsuit.floor.reads import broadcast, table_feed
from longsuit.floor.service import checkpointer
from longsuit.floor.store.event_log import Log

ANSWER_SECONDS = 60.0
"""Once all is calm, every command is answered and every table plays within this time."""
_FAULTS_OF_OURS = ("critical", "exception", "error")
_NEVER = ("a batch failed",)
"""What no fault that is drawn here may lead to."""
_EXPECTED = ("the clock is out: nothing is written",)


class Outcome(Struct, frozen=True):
    """What came of a run."""

    plan: Plan
    failure: str
    """What was found, in one line; empty where nothing was."""
    trace: str
    """Where, for whoever mends it."""
    digest: str
    """Of the whole history."""
    log: str
    """Of every record in the log."""
    lines: tuple[str, ...]
    """The last of the history."""
    seconds: float
    """Of virtual time."""
    commands: int
    commits: int
    steps: int
    met: dict[str, int]
    """Faults, by their kinds, and what came of each kind of command and event."""

    @property
    def ok(self) -> bool:
        return not self.failure


def run(plan: Plan) -> Outcome:
    """One run, in a folder of its own."""
    with temporary_folder() as folder:
        return run_in(plan, Path(folder))


def run_in(plan: Plan, folder: Path) -> Outcome:
    """One run, whose database stays in the folder."""
    world = make_world(plan, folder)
    crews = [Crew(world, table) for table in plan.tables]
    kernel = world.kernel
    failure: BaseException | None = None
    pages = [Page(world, table, looker_of(who), slow) for table, who, slow in plan.pages]
    try:
        with _listening(world), _bounds(plan):
            _play(world, crews, pages)
            failure = kernel.failure
            if failure is None:
                _check_calm(world, crews, pages)
    except AssertionError as error:
        failure = error
    finally:
        with _listening(world):
            kernel.end()
        world.store.close()
        world.checks.close()
    log = ""
    try:
        log = _check_log(folder / "floor.db", world)
    except AssertionError as error:
        failure = failure or error
    return Outcome(
        plan,
        "" if failure is None else f"{type(failure).__name__}: {failure}"[:500],
        "" if failure is None else "".join(traceback.format_exception(failure)),
        world.digest,
        log,
        tuple(world.lines),
        kernel.now / SECOND,
        sum(len(crew.sent) for crew in crews),
        world.checks.commits,
        kernel.steps,
        dict(world.met + world.checks.seen),
    )


@contextmanager
def _bounds(plan: Plan) -> Iterator[None]:
    """Limits that a run would seldom reach."""
    limits = [(batch, "SNAPSHOT_EVERY", plan.snapshot_every)]
    limits += [(module, "KEPT", plan.kept) for module in (broadcast, table_feed)]
    limits += [
        (checkpointer, "RECORDS", 10 * plan.checkpoint_seconds),
        (checkpointer, "PLAY_SECONDS", plan.checkpoint_seconds),
        (checkpointer, "IDLE_SECONDS", 3 * plan.checkpoint_seconds),
    ]
    before = [getattr(module, name) for module, name, _ in limits]
    for module, name, value in limits:
        setattr(module, name, value)
    try:
        yield
    finally:
        for (module, name, _), value in zip(limits, before, strict=True):
            setattr(module, name, value)


def _play(world: World, crews: list[Crew], pages: list[Page]) -> None:
    kernel, plan = world.kernel, world.plan
    for server in world.servers:
        server.start()
    world.arm()
    for crew in crews:
        kernel.spawn(crew.play)
    for page in pages:
        kernel.spawn(page.follow)
    for witness in world.witnesses:
        kernel.spawn(witness.run)
    calm = round(plan.trouble_seconds * SECOND)
    kernel.run(calm)
    world.disarm()
    end = calm
    while kernel.failure is None and end < calm + round(2 * ANSWER_SECONDS * SECOND):
        end += SECOND
        kernel.run(end)
        if all(crew.has_enough for crew in crews):
            # Whoever follows hears of the rest.
            kernel.run(end + 3 * SECOND)
            if world.witnesses:
                # A server that stands still answers nobody.
                last = max(end, *(server.life.frozen_until for server in world.servers))
                wait = _LAST_SECONDS + plan.checkpoint_seconds + 2 * plan.look_seconds
                kernel.run(last + round(wait * SECOND))
                if kernel.failure is None:
                    _check_witnessed(world, end)
            break


_IN_NO_TREE = """
    SELECT name, version FROM records JOIN names ON id = stream WHERE NOT EXISTS (
        SELECT 1 FROM tree_runs AS one WHERE one.stream = records.stream
        AND version >= first AND version < first + length
    )
"""
_LAST_SECONDS = 20
"""A witness has asked a server that does not answer, and then another."""


def _check_witnessed(world: World, until: int) -> None:
    """What was written by then is in a checkpoint, and each witness has signed that."""
    when, line = world.checks.when, world.store.line()
    late = [one for one in line.execute(_IN_NO_TREE) if when.get(one, 0) <= until]
    (size,) = line.execute(
        "SELECT min(size) FROM checkpoints WHERE size >= ?",
        (len([at for at in when.values() if at <= until]),),
    ).fetchone()
    kept = dict(line.execute("SELECT witness, max(size) FROM cosignatures GROUP BY witness"))
    world.store.take_back(line)
    if late:
        raise Broken(f"In no checkpoint: {late[:5]}")
    for one in world.witnesses:
        if size is None or one.size < size or kept.get(one.name, 0) < size:
            raise Broken(f"{one.name} has signed {one.size}, the floor kept {kept}; it has {size}.")


def _check_calm(world: World, crews: list[Crew], pages: list[Page]) -> None:
    """Nobody waits for an answer, every table goes on, and what was refused is not there."""
    for crew in crews:
        if not crew.has_enough:
            last = crew.sent[-1] if crew.sent else None
            raise Broken(f"{crew.table} does not go on: {last}")
        for sent in crew.sent:
            there = (sent.stream, sent.who, sent.key) in world.checks.done
            if sent.refused and there and sent.tries == 1:
                raise Broken(f"{sent} was refused, and done.")
    for page in pages:
        page.check_picture()
    for server in world.servers:
        floor = server.floor
        if floor is not None and (damaged := floor.damaged()):
            raise Broken(f"{server.name} has set aside {damaged}")


def _check_log(path: Path, world: World) -> str:
    """A digest of every record, once the audit has found nothing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as line:
        reader: Any = SimEngine(Quiet(line))
        return _audited(Log(reader), world)


def _audited(log: Log, world: World) -> str:
    seen = [note for one in world.witnesses for note in one.seen()]
    keys = signer_of(world.plan.seed, "the floor")
    report = audit(
        log, workers=1, seen=(seen, keys.keys(seen[-1].checkpoint.origin)) if seen else None
    )
    if not report.clean:
        raise Broken(f"The audit: {report.fault}")
    digest = hashlib.sha256()
    for stream in log.streams():
        for record in log.each(stream):
            digest.update(stream.encode() + record.hash)
    return digest.hexdigest()


@contextmanager
def _listening(world: World) -> Iterator[None]:
    """What servers log is part of the history; a stumble is a finding."""
    before = structlog.get_config()

    def hear(_logger: Any, method: str, entry: Any) -> str:
        said = entry.get("event", "")
        if not world.kernel.ended:
            world.note("log:", method, said, entry.get("error", ""), entry.get("table", ""))
        found = (method in _FAULTS_OF_OURS or said in _NEVER) and said not in _EXPECTED
        if found and not world.kernel.ended:
            world.kernel.fail(Broken(f"{said}: {entry}\n{traceback.format_exc()}"))
        raise structlog.DropEvent

    structlog.configure(processors=[hear])
    try:
        yield
    finally:
        structlog.configure(**before)
