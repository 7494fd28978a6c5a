"""The pool with real processes: limits, turns, crashes, cancelling, and an end without a rest."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import pytest
from tests.floor.playing import PATIENCE
from tests.workers import odd

from longsuit.core.errors import InputError
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.workers import lane, pool, process, worker
from longsuit.workers.frames import MOST_ASKED, MOST_TOLD, encode
from longsuit.workers.job import Busy, Ended, Impatient, Job
from longsuit.workers.pool import Pool
from longsuit.workers.process import FAILED, GONE, TOO_LARGE, Process

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find the tests."""
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{known}")


@pytest.fixture
def workers(found: None) -> Iterator[Pool]:
    made = Pool(1, 1, partial(Process, "tests.workers.odd"))
    try:
        yield made
    finally:
        made.stop()


def result(answer: "Future[Any]") -> Any:
    return answer.result(PATIENCE)


def lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_worker_goes_on_after_what_it_cannot_do(workers: Pool) -> None:
    pid = result(workers.submit(odd.Who()))
    assert result(workers.submit(odd.Say("two\npairs"))) == "two\npairs"
    with pytest.raises(InputError, match=r"^There are no such cards\.$"):
        result(workers.submit(odd.Refuse()))
    with pytest.raises(Ended) as failed:
        result(workers.submit(odd.Fail()))
    assert str(failed.value) == FAILED
    assert pid == result(workers.submit(odd.Who())) != os.getpid()


def test_what_takes_too_long_too_much_or_crashes_is_ended_and_told(
    workers: Pool, tmp_path: Path
) -> None:
    """In one sentence each; the next job has a process again, and none is done twice."""
    begun = tmp_path / "begun"
    pids = [result(workers.submit(odd.Who()))]
    late = "That took longer than 1 seconds, and was ended."
    too_much: list[tuple[Job[Any], str]] = [
        (odd.Stuck(), late),
        (odd.Crash(str(begun)), GONE),
        (odd.Grow(2 * worker.MEMORY_MB), TOO_LARGE),
    ]
    for job, sentence in too_much:
        with pytest.raises(Ended) as ended:
            result(workers.submit(job))
        assert str(ended.value) == sentence
        pids.append(result(workers.submit(odd.Who())))
    assert begun.read_text() == "begun\n"
    assert len(set(pids)) == 4
    assert [lives(pid) for pid in pids] == [False, False, False, True]


def test_messages_have_a_limit(workers: Pool) -> None:
    with pytest.raises(InputError, match="more than one job may be about"):
        workers.submit(odd.Say("x" * MOST_ASKED))
    assert len(result(workers.submit(odd.Much(MOST_TOLD // 2)))) == MOST_TOLD // 2
    with pytest.raises(Ended):
        result(workers.submit(odd.Much(MOST_TOLD + 1)))
    assert result(workers.submit(odd.Say("on"))) == "on"


def test_callers_take_turns(workers: Pool, tmp_path: Path) -> None:
    gate, begun = tmp_path / "gate", tmp_path / "begun"
    wait = partial(odd.Wait, str(gate), str(begun))
    asked = [workers.submit(wait("first"), "Eve")]
    wait_until(begun.exists)
    names = ("Ann 0", "Ann 1", "Ann 2", "Bob 0", "Bob 1", "Cas")
    asked += [workers.submit(wait(name), name[:3]) for name in names]
    gate.touch()
    for one in asked:
        result(one)
    order = begun.read_text().splitlines()
    assert order == ["first", "Ann 0", "Bob 0", "Cas", "Ann 1", "Bob 1", "Ann 2"]


def test_a_full_line_is_said_at_once_and_quick_jobs_have_their_own(
    workers: Pool, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    callers = [f"caller {number}" for number in range(lane.MOST_WAITING + 1)]
    asked = [workers.submit(odd.Wait(str(gate), name=who), who) for who in callers]
    with pytest.raises(Busy, match=r"^Too many wait\.$"):
        workers.submit(odd.Wait(str(gate)), "late")
    assert workers.waiting == len(asked)
    # What is quick does not wait behind what is long.
    assert result(workers.submit(odd.First())) != os.getpid()
    assert not any(one.done() for one in asked)
    gate.touch()
    assert [result(one) for one in asked] == callers
    assert workers.waiting == 0


def test_a_crowd_that_is_sent_away_comes_again_as_fast_as_jobs_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each after those who were sent away before, none later than in a minute."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(lane, "MOST_WAITING", -1)
    full = lane.Lane("full", 1, Process)
    monkeypatch.setattr(full, "_job_seconds", 0.25)

    def told() -> int:
        with pytest.raises(Busy) as busy:
            full.add(lane.Task(odd.Who(), "Ann", lambda *_: None))
        return busy.value.seconds

    assert [told() for _ in range(10)] == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    now[0] += 2
    assert [told() for _ in range(3)] == [1, 1, 2]
    assert [told() for _ in range(1000)][-1] == 60 == told()
    now[0] += 61
    assert told() == 1


def test_one_caller_has_so_many_of_a_kind(workers: Pool, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    asked = [workers.submit(odd.WaitAlone(str(gate)), "Ann") for _ in range(2)]
    for _ in range(3):
        with pytest.raises(Impatient):
            workers.submit(odd.WaitAlone(str(gate)), "Ann")
    asked.append(workers.submit(odd.WaitAlone(str(gate)), "Bob"))
    gate.touch()
    assert [result(one) for one in asked] == ["", "", ""]
    assert result(workers.submit(odd.WaitAlone(str(gate)), "Ann")) == ""


def test_who_cancels_takes_the_job_back(workers: Pool, tmp_path: Path) -> None:
    """One that waits is never begun; one at work ends at its next word, and its worker goes on."""
    gate, begun = tmp_path / "gate", tmp_path / "begun"
    pid = result(workers.submit(odd.Who()))
    told: list[tuple[int, int, str]] = []
    running = workers.submit(
        odd.Wait(str(gate), str(begun), "at work"), "Ann", lambda *progress: told.append(progress)
    )
    waiting = workers.submit(odd.Wait(str(gate), str(begun), "in the line"), "Ann")
    wait_until(lambda: bool(told))
    assert told[0] == (1, 2, "waiting")
    assert running.cancel() and waiting.cancel()
    with pytest.raises(CancelledError):
        running.result()
    assert result(workers.submit(odd.Who())) == pid
    assert begun.read_text() == "at work\n"
    assert workers.waiting == 0


def test_who_cancels_ends_a_job_that_hears_nothing(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a step it ends with its process, and the next job has another."""
    monkeypatch.setattr(process, "LEAVE_SECONDS", 0.05)
    pid = result(workers.submit(odd.Who()))
    told: list[tuple[int, int, str]] = []
    running = workers.submit(odd.Deaf(), "Ann", lambda *progress: told.append(progress))
    wait_until(lambda: bool(told))
    assert running.cancel()
    assert result(workers.submit(odd.Who())) != pid
    assert not lives(pid)


def test_known_results_are_not_worked_out_again(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MOST_KEPT", 2)
    for text in ("a", "b", "a", "c"):
        assert result(workers.submit(odd.Known(text))) == text
    workers.stop()
    known = [workers.submit(odd.Known(text)) for text in ("a", "c")]
    assert [result(one) for one in known] == ["a", "c"]
    for job in (odd.Known("b"), odd.Say("a")):
        with pytest.raises(Ended, match="closing"):
            workers.submit(job)


def test_results_that_are_kept_are_few_and_small(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long question is known by its digest, and long results take the place of older ones."""
    monkeypatch.setattr(pool, "MOST_KEPT_BYTES", 3_000)
    for letter in "abcd":
        assert result(workers.submit(odd.Known(letter * 1_000))) == letter * 1_000
    assert all(len(digest) == 32 for digest in workers._kept)
    assert workers._kept_bytes == sum(map(len, workers._kept.values())) <= 3_000
    workers.stop()
    assert result(workers.submit(odd.Known("d" * 1_000))) == "d" * 1_000
    with pytest.raises(Ended, match="closing"):
        workers.submit(odd.Known("a" * 1_000))


def test_an_end_leaves_no_process(found: None, tmp_path: Path) -> None:
    made = Pool(1, 2, partial(Process, "tests.workers.odd"))
    pids = [result(made.submit(job)) for job in (odd.First(), odd.Who())]
    asked = [made.submit(odd.Wait(str(tmp_path / "never")), f"{number}") for number in range(4)]
    made.stop()
    for one in asked:
        with pytest.raises(Ended):
            result(one)
    assert not any(map(lives, pids))
    made.stop()


def test_a_worker_with_nothing_to_do_gives_its_memory_back(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "IDLE_SECONDS", 0.01)
    pid = result(workers.submit(odd.Who()))
    wait_until(lambda: not lives(pid))
    assert result(workers.submit(odd.Who())) != pid


def test_a_worker_that_is_kept_warm_comes_back(workers: Pool) -> None:
    workers.keep_warm(odd.First())
    pid = result(workers.submit(odd.First()))
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not lives(pid))
    assert result(workers.submit(odd.First())) != pid


def test_a_worker_knows_no_key_and_gives_way(
    workers: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "the key of the vault")
    known = result(workers.submit(odd.Environment()))
    assert KEY_VARIABLE not in known and "PATH" in known
    assert int(known[-1].removeprefix("nice ")) == min(os.nice(0) + 10, 19)


class Dying(Process):
    """A process that is killed once it was asked, and before it can begin, as often as told."""

    times = 0

    def _ask(self, job: bytes) -> BinaryIO:
        if self.pid is None or not self.times:
            return super()._ask(job)
        self.times -= 1
        os.kill(self.pid, signal.SIGSTOP)
        try:
            return super()._ask(job)
        finally:
            self.kill()


def test_a_job_whose_process_ended_before_it_began_is_done_by_another(found: None) -> None:
    one = Dying("tests.workers.odd")
    who = partial(one.do, encode(odd.Who()), PATIENCE, lambda *_: None)
    try:
        first, one.times = who(), 1
        second = who()
        assert (one.times, one.pid) == (0, msgspec.msgpack.decode(second))
        assert first != second
    finally:
        one.end()


def test_a_process_that_cannot_begin_is_not_tried_for_ever(found: None) -> None:
    one = Process("tests.workers.there_is_no_such_module")
    with pytest.raises(Ended, match=re.escape(GONE)):
        one.do(encode(odd.Who()), PATIENCE, lambda *_: None)


def test_an_interrupt_at_the_terminal_is_for_the_server(workers: Pool) -> None:
    pid = result(workers.submit(odd.Who()))
    os.kill(pid, signal.SIGINT)
    assert result(workers.submit(odd.Who())) == pid


_PARENT = """
import sys, time
from tests.workers import odd
from longsuit.workers.pool import Pool
from longsuit.workers.process import Process
workers = Pool(1, 1, lambda: Process("tests.workers.odd"))
quick, long = (workers.submit(job).result() for job in (odd.First(), odd.Who()))
workers.submit(odd.Wait("never"))
print(quick, long, flush=True)
time.sleep(3600)
"""


def test_workers_end_with_a_server_that_is_killed(found: None) -> None:
    """One at work, and one that waits for work."""
    parent = subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(pids) == 2 and all(map(lives, pids))
        parent.kill()
    wait_until(lambda: not any(map(lives, pids)))
