"""Every job as a worker does it: what comes back is what the library says."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.floor.playing import PATIENCE, DealtTable, config, running

from longsuit.analysis.exact.advice import advise
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import paytables
from longsuit.core.games.table import make_table
from longsuit.floor.audit.run import audit
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.store.report_rows import open_rows
from longsuit.workers.frames import decoder, encode
from longsuit.workers.job import Job
from longsuit.workers.jobs import (
    Advise,
    AnyJob,
    AuditLog,
    ReportDay,
)
from longsuit.workers.pool import Pool

HAND = Advise.at(make_table("hcf"), "7d5s3h2h2d8d9d", seen="AsKs")
TABLES = config(D1={"mode": "dealt", "must_hit": {}})


@pytest.fixture(scope="module")
def workers() -> Iterator[Pool]:
    made = Pool(1, 1)
    made.submit(HAND).result(PATIENCE)
    yield made
    made.stop()


def test_the_coach(workers: Pool) -> None:
    found = workers.submit(HAND).result(PATIENCE)
    assert found == advise("hcf", HAND.hole, seen=HAND.seen)
    again = Advise.at(make_table("hcf"), "9d8d2d2h3h5s7d", seen="KsAs")
    assert encode(again) == encode(HAND), "the order of cards makes no other question"


def test_the_coach_goes_by_the_table_s_own_pays() -> None:
    (boxed,) = paytables("flush-rush")
    own = replace(boxed, id="own", lines=boxed.lines[:-1])
    asked = Advise.at(make_table("rush", paytables={"ante": own}), "AhKhQhJd")
    assert asked.xtra == own


def test_the_audit_and_the_report_of_a_floor_that_runs(workers: Pool, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        DealtTable(floor, "D1", {1: "Pam"}, 10_000_00).play(2)
        found = workers.submit(AuditLog(floor.url), tell=lambda *p: told.append(p))
        assert found.result(PATIENCE).fingerprint == audit(floor.log).fingerprint
        assert found.result().clean
        records = found.result().records
        assert told[-1] == (records, records, "")
        at = floor.log.read("table D1")[0].at
        on = datetime.fromtimestamp(at / 1_000_000, UTC).date()
        day = workers.submit(ReportDay(floor.url, on.isoformat(), "UTC", 0, theory=False)).result(
            PATIENCE
        )
        with open_rows(floor.url) as rows:
            assert day == day_report(rows, gaming_day(on), theory=False)
        assert sum(one.rounds for one in day.tables) == 2


def test_what_cannot_be_read_is_said(workers: Pool, tmp_path: Path) -> None:
    url = str(tmp_path / "none.db")
    jobs: list[Job[Any]] = [AuditLog(url), ReportDay(url, "2026-01-31", "UTC", 0)]
    for job in jobs:
        with pytest.raises(InputError, match="There is no database"):
            workers.submit(job).result(PATIENCE)


def test_jobs_are_read_by_their_form_alone() -> None:
    """Nothing is unpickled, and what is no job is no job."""
    read = decoder(AnyJob).decode
    assert read(encode(AuditLog("x.db"))) == AuditLog("x.db")
    for odd in (b"", b"\x80\x04N.", encode({"type": "Other"}), encode({"type": "AuditLog"})):
        with pytest.raises(msgspec.MsgspecError):
            read(odd)
