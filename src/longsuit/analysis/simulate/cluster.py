"""The same chunks on a Dask cluster, started here or running somewhere (the `cluster` extra).

A chunk's number says all about its cards, so a worker that dies takes nothing with it: the
scheduler has its chunks played again elsewhere, and they come out the same.
"""

import logging
import os
import pickle
import re
import signal
import socket
import sys
import warnings
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import distributed
from distributed.scheduler import KilledWorker

from longsuit.analysis.simulate.chunk import Chunk, play_chunk
from longsuit.analysis.simulate.lookups import AskedPlayer
from longsuit.analysis.simulate.plan import Plan
from longsuit.analysis.simulate.play import Job
from longsuit.core.errors import InputError
from longsuit.version import __version__

# They carry no types.
_Client: Any = distributed.Client
_LocalCluster: Any = distributed.LocalCluster

_TOGETHER = 8
"""Chunks in one task: enough work beside the cost of a message."""
_AHEAD = 3
"""Tasks handed out for each thread of the cluster."""
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[^\s/]+:\d{1,5}")
_ANSWER = 10
"""Seconds to wait for a scheduler."""


class Cluster:
    """A Dask cluster as workers. Use it in a `with` block."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def play(self, plan: Plan, jobs: Iterator[Job]) -> Iterator[Chunk]:
        """Play all jobs. The plan travels packed, and a worker that lost it gets it again."""
        if isinstance(plan.player, AskedPlayer):
            raise InputError(
                "A strategy that is a Python function plays in this process only: "
                "leave out --workers and --cluster."
            )
        client = self._client
        packed = zlib.compress(pickle.dumps(plan), level=1)
        ready = client.submit(_unpack, packed, pure=False)
        threads = max(sum(client.nthreads().values()), 1)
        waiting: deque[Any] = deque()
        try:
            while True:
                while len(waiting) < _AHEAD * threads and (task := _task(jobs)):
                    waiting.append(client.submit(play_chunks, ready, task, pure=False, retries=3))
                if not waiting:
                    return
                yield from self._result(waiting.popleft())
        finally:
            client.cancel(list(waiting))

    def _result(self, future: Any) -> list[Chunk]:
        try:
            found: list[Chunk] = future.result()
        except KilledWorker:
            raise InputError("Workers of the cluster died over and over: see their logs.") from None
        return found


def play_chunks(plan: Plan, jobs: list[Job]) -> list[Chunk]:
    """What a worker does."""
    return [play_chunk(plan, *job) for job in jobs]


def _unpack(packed: bytes) -> Plan:
    plan: Plan = pickle.loads(zlib.decompress(packed))
    return plan


def _task(jobs: Iterator[Job]) -> list[Job]:
    return [job for _, job in zip(range(_TOGETHER), jobs, strict=False)]


def _ignore_control_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _version() -> str:
    return __version__


@contextmanager
def local_cluster(workers: int) -> Iterator[Cluster]:
    """A cluster of processes on this machine, gone at the end."""
    if not 1 <= workers <= 1024:
        raise InputError("A cluster has from 1 to 1,024 workers.")
    with (
        _settings_kept(),
        _LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            # Nothing to look at, and nothing that others could reach.
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
        ) as running,
        _Client(running) as client,
    ):
        # Ctrl-C goes to every process of a terminal; this one sees to the others.
        client.run(_ignore_control_c)
        yield Cluster(client)


@contextmanager
def _settings_kept() -> Iterator[None]:
    """Dask sets variables and paths here, for workers to inherit: at the end all is as before."""
    variables, path = dict(os.environ), list(sys.path)
    try:
        yield
    finally:
        for name in os.environ.keys() - variables.keys():
            del os.environ[name]
        os.environ.update(variables)
        sys.path[:] = path


@contextmanager
def running_cluster(address: str) -> Iterator[Cluster]:
    """A cluster that runs already, by its scheduler's address."""
    if _ADDRESS.fullmatch(address) is None:
        raise InputError(f"A cluster's address is like tcp://host:8786, not '{address[:60]}'.")
    try:
        _knock(address)
        with warnings.catch_warnings():
            # Other packages may differ a little: only Longsuit has to be the same.
            warnings.simplefilter("ignore")
            client = _Client(address, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"No Dask scheduler answers at {address}.") from error
    with client:
        _check_workers(client, address)
        yield Cluster(client)


def _knock(address: str) -> None:
    """Somebody listens there. A client of Dask that finds nobody leaves its thread behind."""
    kind, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if kind != "ucx":
        socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER).close()


def _check_workers(client: Any, address: str) -> None:
    """Every worker runs this version: another might play otherwise."""
    if not client.nthreads():
        raise InputError(f"The cluster at {address} has no workers.")
    try:
        versions = client.run(_version)
    except ModuleNotFoundError:
        raise InputError(f"Longsuit is not installed on a worker of {address}.") from None
    for worker, version in versions.items():
        if version != __version__:
            raise InputError(
                f"The worker {worker} has Longsuit {version}, and this is {__version__}."
            )
