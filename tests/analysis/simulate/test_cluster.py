"""The same chunks on a Dask cluster: the same numbers, even when a worker is killed."""

import json
import os
import signal
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.analysis.simulate.test_twin import strategy_for

from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate import Simulation, simulate
from longsuit.analysis.simulate import cluster as clusters
from longsuit.analysis.simulate.chunk import CHUNK
from longsuit.analysis.simulate.cluster import Cluster, local_cluster
from longsuit.analysis.simulate.play import Told, Workers
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

SEED = 4
ROUNDS = 7 * CHUNK + 5


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with local_cluster(2) as running:
        yield running


def played(workers: Workers | None, told: Told | None = None) -> Simulation:
    strategy = strategy_for("high-card-flush")
    easy = Strategy(strategy.about, {"hands": strategy.arrays["hands"] * 0})
    result = simulate(
        "hcf",
        rounds=ROUNDS,
        seed=SEED,
        strategy=easy,
        exact=False,
        wagers={"progressive": None},
        paytables={"progressive": "PT-PRG-HCF-D03"},
        session=1_000,
        workers=workers,
        told=told,
    )
    return replace(result, seconds=0.0)


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_no_number(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_TOGETHER", 1)
    here = played(None)
    assert here.meters[0].awards > 0
    assert played(cluster) == here
    killed: list[int] = []

    def kill(_done: int, _rounds: int) -> None:
        if not killed:
            killed.extend(cluster._client.run(os.getpid).values())
            os.kill(killed[0], signal.SIGKILL)

    assert played(cluster, kill) == here
    assert len(killed) == 2


@pytest.mark.filterwarnings("ignore")
def test_a_running_cluster_by_its_address(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["simulate", "hcf", "--rounds", "5000", "--seed", "9", "--json"]
    address = cluster._client.scheduler.address
    assert main([*args, "--cluster", address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(args) == 0
    here = json.loads(capsys.readouterr().out)
    for said in (there, here):
        del said["seconds"], said["rounds_per_second"]
    assert there == here


def test_a_function_plays_in_this_process_only(cluster: Cluster) -> None:
    own = OwnStrategy(find_game("ctf"), lambda hole, board: "bet_3x")
    with pytest.raises(InputError, match="in this process only"):
        simulate("ctf", rounds=10, strategy=own, workers=cluster)


@pytest.mark.filterwarnings("ignore")
def test_no_cluster_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_ANSWER", 0.5)
    address = "tcp://127.0.0.1:9"
    assert main(["simulate", "hcf", "--rounds", "10", "--cluster", address]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"longsuit simulate: No Dask scheduler answers at {address}.\n"


@pytest.mark.parametrize("address", ["foo", "nonsense://x", "tcp://", "tcp://host"])
def test_what_is_no_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "hcf", "--rounds", "10", "--cluster", address]) == 2
    assert "like tcp://host:8786" in capsys.readouterr().err
