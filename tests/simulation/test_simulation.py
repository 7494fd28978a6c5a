"""The simulated floor: nothing is found in it, what is put into it is, and it repeats itself."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from tests.extent import SEED, extent
from tests.simulation.__main__ import main
from tests.simulation.checks import Broken
from tests.simulation.mutants import MUTANTS, Mutant, find, planted
from tests.simulation.plan import FAULTS, TABLES, Fault, Plan, as_text, draw, read_plan
from tests.simulation.run import Outcome, run, run_in
from tests.simulation.shrink import shrink
from tests.simulation.world import make_world

from longsuit.core.progressive.ledger import Transfer
from longsuit.floor.audit.run import audit
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Record
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.ledger_rows import Posting
from longsuit.floor.store.projections.fold import Told
from longsuit.floor.store.records import read_record
from longsuit.floor.store.schema import PURPOSES, postings_told, records_told

EACH = extent(20, 2000)
PARTS = 10
"""Seeds are run in parts, so that processes of the tests share them."""
FOUND = {
    2014: "a dealer's feed ended where a claim was over by the time that it was told",
    103819: "who followed a table heard nothing of what lay before its last snapshot",
    100484: "of the checks: a page that reads slowly was held to what it had not read yet",
}
"""Seeds that have found something, and what it was."""
WORD_WITHOUT_SEED = Plan(
    seed=400127,
    servers=3,
    tables=("C1", "C2"),
    drifts=(0.0, 0.0, 0.0),
    faults=(
        Fault("clock", 6.7360914271407575, 1, seconds=8.4874888863954, size=3600.0),
        Fault("full", 14.169461959104279, 1, seconds=7.981941107093084),
        Fault("crash", 25.2522291525518, 2, "commit", seconds=1.0),
    ),
    trouble_seconds=60.0,
    calm_seconds=60.0,
    commands=40,
    latency=1.0,
    together=1.0,
    snapshot_every=20,
    kept=4,
    words=0.3,
    witnesses=(30.0,),
    checkpoint_seconds=20,
    look_seconds=20.0,
    moves=0.3,
)
"""The last word is opened at a server that has taken the table over and has no seed; then the first
has the table back, and deals from the seed that it kept."""
LOSES_TWO_LEASES = 5035
"""A server told of both in the order of a set, which is another in each process."""
MOST_SEEDS = 2000
"""Each mutant is found by one of them."""


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_found(part: int) -> None:
    first = SEED + part * EACH
    met: set[str] = set()
    for seed in range(first, first + EACH):
        outcome = run(draw(seed))
        assert outcome.ok, f"longsuit-dst {seed}: {outcome.failure}\n{outcome.trace}"
        met.update(outcome.met)
    assert not {*OFTEN, *extent((), SELDOM)} - met


OFTEN = (
    *("SetTable", "SeatPlayer", "PlaceWagers", "SealWord", "OpenWord", "StartRound", "Act"),
    *("EndRound", "TurnLight", "ChooseSeat", "ChooseHand", "PendingJackpot", "PayJackpot"),
    *("PayAgreedSum", "Ok", "refused", "witnessed", "TriggerSealed", "AwardLocked"),
    *("ContributionsGathered", "RoundCancelled"),
)
"""What happens in any twenty runs, as commands, events and faults are called."""
SELDOM = (
    *(*FAULTS, "CancelRound", "TakeBackWagers", "StandUp", "PlanSeat", "ChangeDuty", "CloseTable"),
    *("SetLights", "VoidJackpot", "ClaimLate", "PayEnvy", "ApproveJackpot", "RefuseJackpot"),
    *("ReferJackpot", "PrintSlip", "CorrectMeter", "SetMeter", "ReduceMeter", "SitDown"),
    *("SeatRobot", "UnseatRobot", "WordsMissing", "TriggerOpened", "MysteryDrawn", "TableLeft"),
    *("RetireMeter", "FundsCame", "FundsLeft", "ContributionReturned"),
    *("AwardVoided", "SlipIssued", "JackpotRefused", "RegistrationCancelled"),
)
"""What happens in any two thousand."""


def test_most_of_it_happens_in_few_runs() -> None:
    """A kind of command or fault that is drawn no more is noticed."""
    drawn = [draw(seed) for seed in range(200)]
    assert {fault.kind for plan in drawn for fault in plan.faults} == set(FAULTS)
    assert {table for plan in drawn for table in plan.tables} == set(TABLES)
    assert {plan.servers for plan in drawn} == {1, 2, 3}
    assert any(plan.witnesses and plan.words and plan.pages for plan in drawn)


# The checks themselves


def test_histories_that_are_not_linear_are_found(tmp_path: Path) -> None:
    """One that is told too late, too early, twice, or of another record than it was."""
    world = make_world(draw(1), tmp_path)
    checks, mine = world.checks, ("table T", "player Ann", "a")
    try:
        checks.done[mine] = 5
        with pytest.raises(Broken, match="has not asked"):
            checks.asked(*mine)
        with pytest.raises(Broken, match="was told before it was asked"):
            checks.acknowledged(*mine, 5, after=5)
        with pytest.raises(Broken, match="it is 5"):
            checks.acknowledged(*mine, 6, after=4)
        with pytest.raises(Broken, match="it is None"):
            checks.acknowledged("table T", "player Ann", "b", 7)
        checks.acknowledged(*mine, 5, after=4)
        assert checks.asked("table T", "player Ann", "c") == 5
    finally:
        world.store.close()
        checks.close()


@pytest.mark.parametrize("seed", FOUND)
def test_what_was_found_once_stays_mended(seed: int) -> None:
    # As it was drawn then: no table added to its meters at START ROUND.
    outcome = run(replace(draw(seed), at_start=False))
    assert outcome.ok, outcome.trace


def test_a_word_may_be_opened_at_a_server_without_the_seed() -> None:
    outcome = run(WORD_WITHOUT_SEED)
    assert outcome.ok, outcome.trace


_TWICE = """
import sys
from tests.simulation.plan import draw
from tests.simulation.run import run
for seed in map(int, sys.argv[1:]):
    outcome = run(draw(seed))
    print(outcome.digest, outcome.log, outcome.steps)
"""


def test_a_seed_has_one_history() -> None:
    """Byte for byte, in processes whose sets and dicts have other orders."""
    seeds = extent((3, 4, LOSES_TWO_LEASES), tuple(range(300)))
    told = {
        subprocess.run(
            [sys.executable, "-c", _TWICE, *map(str, seeds)],
            env={**os.environ, "PYTHONHASHSEED": order},
            cwd=Path(__file__).parents[2],
            check=True,
            capture_output=True,
        ).stdout
        for order in ("1", "2")
    }
    assert len(told) == 1
    first, again = run(draw(4)), run(draw(4))
    assert (first.digest, first.log) == (again.digest, again.log)
    assert first.digest.encode() in told.pop()


def test_a_plan_is_read_as_it_is_printed() -> None:
    assert read_plan(as_text(draw(7))) == draw(7)


# Does it find anything?


def _found_by() -> dict[str, int]:
    """The table of `docs/faults.md`: the mutants, each with a seed that finds it."""
    page = (Path(__file__).parents[2] / "docs/faults.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| seed (\d+) \|$", page, re.MULTILINE)
    return {name.replace(" ", "_"): int(seed) for name, seed in rows}


@pytest.mark.parametrize("one", MUTANTS, ids=lambda one: one.name)
def test_a_mutant_is_found(one: Mutant) -> None:
    """By the seed that the page names: where histories have changed since, by another."""
    seed = _found_by()[one.name]
    assert seed <= MOST_SEEDS
    assert find(one, [seed]) is not None, one.why


def test_there_are_enough_mutants() -> None:
    assert len(MUTANTS) >= 25
    assert sorted(one.name for one in MUTANTS) == sorted(_found_by())
    assert all(one.why for one in MUTANTS)


def test_a_mutant_leaves_nothing_behind() -> None:
    before = Log._check_leases
    with planted(next(one for one in MUTANTS if one.name == "fencing_left_out")):
        assert Log._check_leases is not before
    assert Log._check_leases is before


def test_a_failure_is_told_by_its_shortest_history(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever has nothing to do with it is left out."""
    one = next(one for one in MUTANTS if one.name == "ledger_entry_lost")
    with planted(one):
        failed = run(draw(1))
        least = shrink(failed, tries=20)
        assert main(["--plan", as_text(least.plan)]) == 1
    told = capsys.readouterr().out
    assert not least.ok
    assert least.plan.faults == ()
    assert len(least.plan.tables) == 1
    assert least.failure.partition(": ")[2] in told


def test_what_a_failure_does_not_need_is_left_out() -> None:
    """Of a plan with everything in it one fault is left, one table, and the time that it takes."""
    whole = replace(draw(146), drifts=(0.001, 0.0, 0.0))
    stall = next(fault for fault in whole.faults if fault.kind == "stall")
    assert len(whole.faults) == 8 and len(whole.tables) == 3 and whole.pages and whole.witnesses
    tried: list[Plan] = []

    def attempt(plan: Plan) -> Outcome:
        tried.append(plan)
        fails = stall in plan.faults and "L2" in plan.tables and plan.commands >= 5
        return Outcome(plan, "it fails" if fails else "", "", "", "", (), 0.0, 0, 0, 0, {})

    least = shrink(attempt(whole), attempt).plan
    assert least.faults == (stall,)
    assert (least.tables, least.pages, least.witnesses) == (("L2",), (), ())
    assert 5 <= least.commands < 9 and stall.at < least.trouble_seconds < 2 * stall.at
    assert not any(least.drifts)
    assert all({page[0] for page in plan.pages} <= {*plan.tables} for plan in tried)
    # What would begin once all is to be calm would be a failure of its own.
    late = [max((0.0, *plan.witnesses, *(fault.at for fault in plan.faults))) for plan in tried]
    assert all(last <= plan.trouble_seconds for last, plan in zip(late, tried, strict=True))


def test_the_command_tells_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["4"]) == 0
    told = capsys.readouterr().out
    assert run(draw(4)).digest in told
    assert "failed: none" in told


def test_many_at_once_are_those_of_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for jobs in ("1", "2"):
        assert main(["1", "6", "--jobs", jobs]) == 0
        told.append(re.sub(r"in \d+ s", "", capsys.readouterr().out))
    assert told[0] == told[1]


# On real databases


@pytest.mark.parametrize("seed", extent((4,), tuple(range(1, 41))))
def test_the_same_log_on_a_real_database(database: str, tmp_path: Path, seed: int) -> None:
    """What was written in a run, written again: every record is the same, and the audit clean."""
    place = tmp_path / "simulated"
    place.mkdir()
    assert run_in(draw(seed), place).ok
    simulated, real = open_database(str(place / "floor.db")), open_database(database)
    try:
        source, target = Log(simulated), Log(real)
        for record in _in_order(source):
            events = list(events_of(record))
            told = [Told(record.stream, record.version, record.at, events)]
            target.write(Commit([record], _entries(source, record), [], {}, [], told))
        assert _in_order(target) == _in_order(source)
        report = audit(target, workers=1)
        assert report.clean, report.fault
    finally:
        simulated.dispose()
        real.dispose()


def _in_order(log: Log) -> list[Record]:
    """Every record, in the order of the commits."""
    query = select(records_told).order_by(records_told.c.position)
    with log.engine.connect() as connection:
        return [read_record(row) for row in connection.execute(query)]


def _entries(log: Log, record: Record) -> list[Posting]:
    told = postings_told
    query = select(told).where(told.c.stream == record.stream, told.c.version == record.version)
    with log.engine.connect() as connection:
        rows = connection.execute(query.order_by(told.c.line)).all()
    return [
        Posting(
            *(row.stream, row.version, row.line, row.at),
            Transfer(row.source, row.target, row.mites, PURPOSES[row.purpose]),
        )
        for row in rows
    ]
