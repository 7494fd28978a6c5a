"""A floor with its pages in a process of its own, quicker than people like it if wanted so."""

import json
import os
import sys
from pathlib import Path

import uvicorn
from argon2 import PasswordHasher
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from longsuit.api.app import make_app
from longsuit.cli.serve import open_listener
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import read_config
from longsuit.floor.people.identity import PASSWORDS
from longsuit.floor.secrets import shuffle
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.machine import Machine
from longsuit.floor.tables.automation import Pace
from longsuit.web.mount import add_pages

QUICK = Pace(robot=0.02, start=0.05, wait=1.0, show=0.6)


class Seeded(Machine):
    """Every round is shuffled from one seed, so that a test knows the cards."""

    def __init__(self, seed: str) -> None:
        self._seed = bytes.fromhex(seed)

    def entropy(self, count: int) -> bytes:
        return self._seed[:count]


def main(
    database: str,
    config: str,
    port: str,
    pace: str = "quick",
    seed: str = "",
    words: str = "counted",
) -> None:
    if words == "passed over":
        # A page's words are random: with them no seed could tell the cards.
        none = shuffle.words_line(())
        shuffle.words_line = lambda words: none
    PASSWORDS.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    how = QUICK if pace == "quick" else Pace()
    listener = open_listener("127.0.0.1", int(port))
    here = listener.getsockname()[1]
    settings = read_config(Path(config) if config else None)
    signer = Signer([Ed25519PrivateKey.generate()])
    address = f"http://127.0.0.1:{here}"
    machine = Seeded(seed) if seed else Machine()
    floor = Floor(database, settings, pace=how, address=address, signer=signer, machine=machine)
    floor.start()
    app = make_app(floor, theory=False)
    add_pages(app)
    print(json.dumps({"port": here}), flush=True)
    # Nobody reads the pipe from here on, and a full one would hold the floor.
    with Path(f"{config or database}.log").open("ab") as log:
        os.dup2(log.fileno(), sys.stdout.fileno())
    served = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1)
    uvicorn.Server(served).run(sockets=[listener])
    floor.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
